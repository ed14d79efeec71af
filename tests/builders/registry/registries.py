"""A real registry on loopback: Debian's `docker-registry`, plain or over TLS, open or with a password."""

import base64
import hashlib
import http.client
import json
import os
import re
import shutil
import signal
import ssl
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import IO, Self

import pytest
from builders.program.tools import require
from builders.registry.authorities import Authority
from builders.registry.tokens import TokenServer

USER, PASSWORD = "alice", "open sesame"
PROGRAM = os.environ.get("XPKGTUI_REGISTRY", "docker-registry")
"""Version 2 or 3 of distribution's registry."""
NAMES = ("IP:127.0.0.1", "IP:0.0.0.0", "DNS:registry.example")
"""What certificates are for; the second is this machine too, by a name that is not taken for loopback."""
# bcrypt of the two above, so that no test needs the htpasswd program.
_HTPASSWD = "alice:$2y$04$F.QagZavKyU45K/C.LhU3OKjprGMvEgqR0mDwgg5dnbvLAxoWAira"
OCI_MANIFEST = "application/vnd.oci.image.manifest.v1+json"
OCI_INDEX = "application/vnd.oci.image.index.v1+json"
OCI_CONFIG = "application/vnd.oci.image.config.v1+json"
OCI_LAYER = "application/vnd.oci.image.layer.v1.tar+gzip"


class DebianRegistry:
    """One running registry; its storage is in a temporary folder, or in its memory, which is a quarter as dear."""

    def __init__(
        self,
        *,
        private: bool = False,
        tokens: TokenServer | None = None,
        authority: Authority | None = None,
        forgets: bool = False,
    ) -> None:
        self.private = private
        self.tokens = tokens
        """Who is asked for a token, in the place of a password."""
        self.forgets = forgets
        """Whether what was pushed is gone when it stops."""
        self.authority = authority
        """Who vouches for it by any of `NAMES`; without one it speaks plain HTTP."""
        self.folder = Path(tempfile.mkdtemp(prefix="registry-"))
        self.host = "127.0.0.1:0"
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> Self:
        """Starts it; the first time on a port that the kernel picks, later on the same one."""
        spoken: dict[str, object] = {"addr": self.host, "secret": "not so secret"}
        kept: dict[str, object] = {"filesystem": {"rootdirectory": str(self.folder / "storage")}}
        configuration: dict[str, object] = {
            "version": "0.1",
            "log": {"level": "info", "accesslog": {"disabled": True}},
            "storage": {**({"inmemory": {}} if self.forgets else kept), "delete": {"enabled": True}},
            "http": spoken,
        }
        if self.private:
            (self.folder / "htpasswd").write_text(_HTPASSWD + "\n")
            realm = {"realm": "Registry Realm", "path": str(self.folder / "htpasswd")}
            configuration["auth"] = {"htpasswd": realm}
        if self.tokens is not None:
            configuration["auth"] = self.tokens.trusted
        if self.authority is not None:
            certificate, key = self.authority.vouch(*NAMES)
            spoken["tls"] = {"certificate": str(certificate), "key": str(key)}
        # YAML takes JSON as it is.
        (self.folder / "config.yml").write_text(json.dumps(configuration))
        self._process = subprocess.Popen(
            [PROGRAM, "serve", str(self.folder / "config.yml")],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            # One test asks it at a time.
            env={**os.environ, "GOMAXPROCS": "1", "GOGC": "400"},
        )
        assert self._process.stderr is not None
        self.host = _listening(self._process.stderr)
        threading.Thread(target=_drain, args=(self._process.stderr,), daemon=True).start()
        return self

    def stop(self) -> None:
        """Ends it; a storage that is a folder stays until `remove`."""
        if self._process is not None:
            self._connection.close()
            self._process.kill()
            self._process.wait()
            self._process = None

    def pause(self) -> None:
        """From now on it accepts connections and answers nothing."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def remove(self) -> None:
        """Ends it and takes its storage away."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def push_blob(self, repository: str, data: bytes) -> str:
        """Uploads `data` and gives its digest."""
        digest = "sha256:" + hashlib.sha256(data).hexdigest()
        _, headers = self._ask("POST", f"/v2/{repository}/blobs/uploads/", b"", expected=202)
        place = re.sub(r"^https?://[^/]+", "", headers["Location"])
        self._ask("PUT", f"{place}{'&' if '?' in place else '?'}digest={digest}", data, expected=201)
        return digest

    def push_manifest(self, repository: str, tag: str, data: bytes, media_type: str = OCI_MANIFEST) -> str:
        """Uploads a manifest or index under a tag (or its digest) and gives its digest."""
        self._ask("PUT", f"/v2/{repository}/manifests/{tag}", data, expected=201, media_type=media_type)
        return "sha256:" + hashlib.sha256(data).hexdigest()

    def push_image(
        self,
        repository: str,
        tag: str,
        *layers: bytes,
        config: bytes = b'{"architecture":"amd64","os":"linux"}',
        base: int | None = None,
    ) -> str:
        """Uploads an image of these layers (number `base` annotated) and gives the manifest's digest."""
        rows: list[dict[str, object]] = [self._described(repository, layer, OCI_LAYER) for layer in layers]
        if base is not None:
            rows[base]["annotations"] = {"io.crossplane.xpkg": "base"}
        described = self._described(repository, config, OCI_CONFIG)
        document = {"schemaVersion": 2, "mediaType": OCI_MANIFEST, "config": described, "layers": rows}
        return self.push_manifest(repository, tag, json.dumps(document).encode())

    def push_index(self, repository: str, tag: str, manifests: dict[str, bytes]) -> str:
        """Uploads an index of these manifests (platform -> bytes, already pushed) and gives its digest."""
        rows = []
        for platform, data in manifests.items():
            system, _, architecture = platform.partition("/")
            row = _descriptor(data, OCI_MANIFEST)
            rows.append({**row, "platform": {"os": system, "architecture": architecture}})
        document = {"schemaVersion": 2, "mediaType": OCI_INDEX, "manifests": rows}
        return self.push_manifest(repository, tag, json.dumps(document).encode(), OCI_INDEX)

    def push_layout(self, repository: str, tag: str, layout: Path) -> str:
        """Uploads what the first entry of an OCI layout's index.json names, and all below it."""
        entry = json.loads((layout / "index.json").read_bytes())["manifests"][0]
        return self._push_tree(repository, tag, layout, entry)

    def _push_tree(self, repository: str, tag: str, layout: Path, entry: dict[str, str]) -> str:
        data = (layout / "blobs" / entry["digest"].replace(":", "/", 1)).read_bytes()
        document = json.loads(data)
        for child in document.get("manifests") or ():
            self._push_tree(repository, child["digest"], layout, child)
        blobs = [document["config"]] if document.get("config") else []
        for blob in [*blobs, *(document.get("layers") or ())]:
            self.push_blob(repository, (layout / "blobs" / blob["digest"].replace(":", "/", 1)).read_bytes())
        return self.push_manifest(repository, tag, data, document.get("mediaType") or entry["mediaType"])

    def manifest(self, repository: str, tag: str) -> bytes:
        """The stored bytes of a manifest, as the registry gives them."""
        return self._ask("GET", f"/v2/{repository}/manifests/{tag}", None, expected=200)[0]

    def blob(self, repository: str, digest: str) -> bytes:
        """The stored bytes of a blob."""
        return self._ask("GET", f"/v2/{repository}/blobs/{digest}", None, expected=200)[0]

    @cached_property
    def _connection(self) -> http.client.HTTPConnection:
        """What all is pushed over; a connection for each part takes twice as long, and over TLS ten times."""
        if self.authority is None:
            return http.client.HTTPConnection(self.host, timeout=10)
        context = ssl.create_default_context(cafile=str(self.authority.file))
        # The authority has no `keyUsage`, as private ones often have none; Python 3.13 would refuse it.
        context.verify_flags &= ~ssl.VERIFY_X509_STRICT
        return http.client.HTTPSConnection(self.host, timeout=10, context=context)

    def _described(self, repository: str, data: bytes, media_type: str) -> dict[str, object]:
        self.push_blob(repository, data)
        return _descriptor(data, media_type)

    def _ask(
        self,
        method: str,
        path: str,
        body: bytes | None,
        *,
        expected: int,
        media_type: str = "application/octet-stream",
    ) -> tuple[bytes, http.client.HTTPMessage]:
        headers = {"Content-Type": media_type, "Accept": f"{OCI_INDEX}, {OCI_MANIFEST}"}
        if self.private:
            headers["Authorization"] = "Basic " + base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode()
        if self.tokens is not None and (named := re.match(r"/v2/(.+)/(?:manifests|blobs)/", path)):
            headers["Authorization"] = f"Bearer {self.tokens.token(f'repository:{named[1]}:pull,push')}"
        self._connection.request(method, path, body, headers)
        answer = self._connection.getresponse()
        data = answer.read()
        assert answer.status == expected, f"{method} {path}: {answer.status} {data[:300]!r}"
        return data, answer.headers


def _descriptor(data: bytes, media_type: str) -> dict[str, object]:
    return {"mediaType": media_type, "digest": "sha256:" + hashlib.sha256(data).hexdigest(), "size": len(data)}


def _listening(log: IO[str]) -> str:
    said = []
    for row in log:
        said.append(row)
        if match := re.search(r"listening on ([0-9.]+:[0-9]+)", row):
            return match[1]
    raise AssertionError(f"{PROGRAM} did not start:\n" + "".join(said))


def _drain(log: IO[str]) -> None:
    for _ in log:
        pass


@pytest.fixture(scope="session")
def registry() -> Iterator[DebianRegistry]:
    """A plain registry that the whole session shares: push under a repository of your own."""
    require(PROGRAM)
    running = DebianRegistry(forgets=True).start()
    yield running
    running.remove()


@pytest.fixture(scope="session")
def private_registry() -> Iterator[DebianRegistry]:
    """The same behind a password (`USER`, `PASSWORD`)."""
    require(PROGRAM)
    running = DebianRegistry(forgets=True, private=True).start()
    yield running
    running.remove()


@pytest.fixture
def own_registry() -> Iterator[DebianRegistry]:
    """A plain registry of this test alone, which it may stop."""
    require(PROGRAM)
    running = DebianRegistry().start()
    yield running
    running.remove()


@pytest.fixture(scope="session")
def secure_registry(authority: Authority) -> Iterator[DebianRegistry]:
    """A registry over TLS, whose certificate only `authority` vouches for."""
    require(PROGRAM)
    running = DebianRegistry(forgets=True, authority=authority).start()
    yield running
    running.remove()


@pytest.fixture(scope="session")
def secure_private_registry(authority: Authority) -> Iterator[DebianRegistry]:
    """The same behind a password."""
    require(PROGRAM)
    running = DebianRegistry(forgets=True, private=True, authority=authority).start()
    yield running
    running.remove()
