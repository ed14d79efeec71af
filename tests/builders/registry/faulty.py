"""A registry that misbehaves to order: programmable routes and a log of every request."""

import hashlib
import json
import ssl
import subprocess
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest
from builders.program.tools import require
from builders.registry.loopback import Loopback, Quiet


@dataclass(frozen=True, kw_only=True)
class Asked:
    """One request that arrived."""

    method: str
    path: str
    """With its query."""
    headers: dict[str, str]
    """Names in lower case."""
    body: bytes


@dataclass(kw_only=True)
class Reply:
    """What is sent back."""

    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""
    length: int | None = -1
    """The Content-Length that is sent: -1 the true one, None none at all."""
    raw: Iterator[bytes] | None = None
    """Sent instead of everything else, piece by piece, as it is."""


Route = Reply | Callable[[Asked], Reply]


class FaultyRegistry:
    """Answers 404 to whatever it has no route for, but for `/v2/`."""

    def __init__(self, certificate: Path | None = None) -> None:
        self.asked: list[Asked] = []
        """All but those to `/v2/`, which ask how to log in."""
        self.pings: list[Asked] = []
        self.routes: dict[str, Route] = {}
        """By path without query; a list of replies is used up one by one with `sequence`."""
        self.released = threading.Event()
        """Set when the server is stopped: what a hanging route waits for."""
        self._server = _Server(_Handler)
        self._server.registry = self
        self.host = f"127.0.0.1:{self._server.port}"
        if certificate is not None:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
            # This machine too, by a name that is not taken for loopback: loopback would be plain HTTP.
            self.host = f"0.0.0.0:{self._server.port}"
        self._server.__enter__()

    def require_client(self, authority: Path) -> None:
        """Lets only clients in that show a certificate of this authority."""
        assert isinstance(self._server.socket, ssl.SSLSocket)
        self._server.socket.context.load_verify_locations(authority)
        self._server.socket.context.verify_mode = ssl.CERT_REQUIRED

    def stop(self) -> None:
        """Lets hanging answers go and closes the port."""
        self.released.set()
        self._server.__exit__()

    def paths(self) -> list[str]:
        """Method and path of every request so far."""
        return [f"{asked.method} {asked.path}" for asked in self.asked]

    def add_manifest(self, repository: str, tag: str, data: bytes, **headers: str) -> str:
        """Serves a manifest under its tag and its digest, and gives the digest."""
        digest = "sha256:" + hashlib.sha256(data).hexdigest()
        sent = {
            "Content-Type": "application/vnd.oci.image.manifest.v1+json",
            "Docker-Distribution-Api-Version": "registry/2.0",
            **headers,
        }
        for name in (tag, digest):
            self.routes[f"/v2/{repository}/manifests/{name}"] = Reply(headers=sent, body=data)
        return digest

    def hang(self, _: Asked) -> Reply:
        """A route that never answers."""
        self.released.wait()
        return Reply()

    def answer(self, asked: Asked) -> Reply:
        """What the routes say."""
        (self.pings if asked.path == "/v2/" else self.asked).append(asked)
        path = asked.path.partition("?")[0]
        usual = Reply() if path == "/v2/" else Reply(status=404, body=errors("NAME_UNKNOWN"))
        route = self.routes.get(path, usual)
        return route(asked) if callable(route) else route


def sequence(*replies: Reply) -> Callable[[Asked], Reply]:
    """A route that gives these in order, and the last one ever after."""
    waiting = list(replies)
    return lambda _: waiting.pop(0) if len(waiting) > 1 else waiting[0]


def errors(code: str, message: str = "no") -> bytes:
    """An error body after the distribution specification."""
    return json.dumps({"errors": [{"code": code, "message": message}]}).encode()


_AT_ONCE = {"Retry-After": "0"}
"""Whoever asks again need not wait, unless a reply says so."""


class _Server(Loopback):
    registry: FaultyRegistry


class _Handler(Quiet, BaseHTTPRequestHandler):
    server: _Server
    # Else a body waits 40 ms for the acknowledgement of its headers.
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        self._serve()

    do_HEAD = do_POST = do_GET  # noqa: N815  # the names that http.server looks for

    def do_CONNECT(self) -> None:
        """As a proxy does, with a server behind the tunnel that speaks plain HTTP and is sent TLS."""
        self.server.registry.asked.append(
            Asked(method="CONNECT", path=self.path, headers=dict(self.headers.items()), body=b"")
        )
        self.send_response(200)
        self.end_headers()

    def _serve(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        headers = {name.lower(): value for name, value in self.headers.items()}
        reply = self.server.registry.answer(Asked(method=self.command, path=self.path, headers=headers, body=body))
        if reply.raw is not None:
            self.close_connection = True
            for piece in reply.raw:
                self.wfile.write(piece)
            return
        self.send_response(reply.status)
        for name, value in {**_AT_ONCE, **reply.headers}.items():
            self.send_header(name, value)
        if reply.length is None:
            self.send_header("Connection", "close")
        else:
            self.send_header("Content-Length", str(len(reply.body) if reply.length < 0 else reply.length))
        self.end_headers()
        self.wfile.write(reply.body)
        if reply.length is None or reply.length > len(reply.body):
            self.close_connection = True


@pytest.fixture
def faulty() -> Iterator[FaultyRegistry]:
    """A registry that misbehaves."""
    running = FaultyRegistry()
    yield running
    running.stop()


@pytest.fixture
def elsewhere() -> Iterator[FaultyRegistry]:
    """Another host."""
    running = FaultyRegistry()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A key and a certificate; only a client that is given it trusts it."""
    folder = tmp_path_factory.mktemp("certificate")
    made = folder / "both.pem"
    key = [require("openssl"), "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    name = ["-subj", "/CN=faulty", "-addext", "subjectAltName=IP:0.0.0.0", "-days", "2"]
    subprocess.run(
        [*key, *name, "-keyout", made, "-out", folder / "certificate.pem"], check=True, capture_output=True
    )
    made.write_bytes(made.read_bytes() + (folder / "certificate.pem").read_bytes())
    return made


@pytest.fixture
def secure(certificate: Path) -> Iterator[FaultyRegistry]:
    """A registry that misbehaves over TLS."""
    running = FaultyRegistry(certificate)
    yield running
    running.stop()
