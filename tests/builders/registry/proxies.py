"""A proxy on loopback that tunnels (CONNECT) to wherever its own names lead, and keeps a log.

with Proxy({"a.example:443": ("127.0.0.1", 5000)}, password="user:word") as proxy:
    proxy.url, proxy.log             # "http://user:word@127.0.0.1:40000", ["CONNECT a.example:443 200"]
"""

import base64
import select
import socket
import ssl
from collections.abc import Mapping
from contextlib import suppress
from http.server import BaseHTTPRequestHandler
from socketserver import StreamRequestHandler
from typing import Self

from builders.registry.authorities import Authority
from builders.registry.loopback import Loopback, Quiet

_SECONDS = 20.0
_TRUSTS_ALL = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
_TRUSTS_ALL.check_hostname = False
_TRUSTS_ALL.verify_mode = ssl.CERT_NONE
# A server's tickets of TLS 1.3 look like an answer that never comes.
_TRUSTS_ALL.maximum_version = ssl.TLSVersion.TLSv1_2


class Proxy:
    """Knows names that no other server does, so that a client that reaches them came through it."""

    def __init__(
        self,
        names: Mapping[str, tuple[str, int]],
        *,
        password: str = "",
        authority: Authority | None = None,
        inspector: Authority | None = None,
    ) -> None:
        self.names = dict(names)
        self.inspected: ssl.SSLContext | None = None
        """How it speaks in the place of the servers, whose TLS it ends; None where it looks into nothing."""
        if inspector is not None:
            self.inspected = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            hosts = (name.rpartition(":")[0] for name in names)
            self.inspected.load_cert_chain(*inspector.vouch(*(f"DNS:{one}" for one in hosts)))
        self.log: list[str] = []
        self.wanted = "Basic " + base64.b64encode(password.encode()).decode() if password else ""
        self._server = _Server(_Handler)
        self._server.proxy = self
        self.host = f"127.0.0.1:{self._server.port}"
        if authority is not None:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(*authority.vouch("IP:127.0.0.1"))
            self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        scheme = "https" if authority else "http"
        self.url = f"{scheme}://{password}@{self.host}" if password else f"{scheme}://{self.host}"

    def __enter__(self) -> Self:
        self._server.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.__exit__()


class SocksProxy(Proxy):
    """The same by SOCKS 5: a method, a login where one is wanted, and the tunnel."""

    def __init__(self, names: Mapping[str, tuple[str, int]], *, password: str = "") -> None:
        super().__init__(names)
        self.password = password
        self._server.RequestHandlerClass = _SocksHandler


class _Server(Loopback):
    proxy: Proxy


class _Handler(Quiet, BaseHTTPRequestHandler):
    server: _Server

    def do_CONNECT(self) -> None:
        """Opens a tunnel, where the name is known and the password right."""
        proxy = self.server.proxy
        if proxy.wanted and self.headers.get("Proxy-Authorization") != proxy.wanted:
            status = 407
        else:
            status = 200 if self.path in proxy.names else 502
        proxy.log.append(f"CONNECT {self.path} {status}")
        self.send_response(status)
        self.end_headers()
        self.close_connection = True
        if status == 200:
            with socket.create_connection(proxy.names[self.path], _SECONDS) as far:
                if proxy.inspected is None:
                    _tunnel(self.connection, far)
                    return
                with suppress(OSError):  # where the client does not trust the inspector
                    near = proxy.inspected.wrap_socket(self.connection, server_side=True)
                    _tunnel(near, _TRUSTS_ALL.wrap_socket(far))


class _SocksHandler(StreamRequestHandler):
    server: _Server

    def handle(self) -> None:
        """Opens a tunnel, where the name is known and the password right."""
        proxy = self.server.proxy
        assert isinstance(proxy, SocksProxy)
        methods = self.rfile.read(self.rfile.read(2)[1])
        method = 2 if proxy.password else 0
        self.wfile.write(bytes([5, method if method in methods else 255]))
        if method not in methods:
            return
        if method:
            self.rfile.read(1)
            login = b":".join(self.rfile.read(self.rfile.read(1)[0]) for _ in range(2)).decode()
            self.wfile.write(bytes([1, login != proxy.password]))
            if login != proxy.password:
                return
        assert self.rfile.read(4) == b"\5\1\0\3"
        name = self.rfile.read(self.rfile.read(1)[0]).decode()
        place = proxy.names.get(f"{name}:{int.from_bytes(self.rfile.read(2))}")
        self.wfile.write(bytes([5, 0 if place else 4, 0, 1, *bytes(6)]))
        if place:
            with socket.create_connection(place, _SECONDS) as far:
                _tunnel(self.connection, far)


def _tunnel(near: socket.socket, far: socket.socket) -> None:
    """Carries bytes both ways until one side has enough."""
    other = {near: far, far: near}
    while ready := select.select([near, far], [], [], _SECONDS)[0]:
        for one in ready:
            data = one.recv(65536)
            if not data:
                return
            other[one].sendall(data)
