"""Servers of HTTP on loopback that write nothing and let clients hang up."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Self


class Quiet:
    """What a handler is beside, so that it logs nothing."""

    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""


class Loopback(ThreadingHTTPServer):
    """A server on a port that the kernel picks, from `__enter__` on in a thread."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, handler: type[BaseHTTPRequestHandler]) -> None:
        super().__init__(("127.0.0.1", 0), handler)
        self.port: int = self.server_address[1]

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that hangs up is nothing to speak of."""

    def __enter__(self) -> Self:
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.shutdown()
        self.server_close()
