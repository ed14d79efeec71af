"""Sources of the usual manifest of a faulty registry: one that keeps what it asked, and one that knows a password."""

import base64
import json
from collections.abc import Callable
from pathlib import Path

from builders.registry.faulty import Asked, FaultyRegistry, Reply, errors

from xpkgtui.oci.descriptor import Descriptor, Digest
from xpkgtui.oci.reference import Reference
from xpkgtui.sources.access import Access, Exchange
from xpkgtui.sources.registry.source import RegistrySource

MANIFEST = b'{"schemaVersion":2,"layers":[]}'
ADDRESS = "/v2/acme/package/manifests/v1"
LAYER = b"layer"
USER, PASSWORD = "alice", "PASSWORD-SECRET"
BASIC = "Basic " + base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode()


class Opened:
    """A source whose pauses are written down, not waited for."""

    def __init__(
        self, host: str, name: str = "acme/package:v1", clock: Callable[[], float] | None = None, **options: object
    ) -> None:
        self.pauses: list[float] = []
        self.exchanges: list[Exchange] = []
        given = {"clock": clock} if clock else {}
        self.source = RegistrySource(
            Reference.parse(f"{host}/{name}"),
            Access(**options),  # type: ignore[arg-type]
            on_exchange=self.exchanges.append,
            sleep=self.pauses.append,
            **given,  # type: ignore[arg-type]
        )

    def read_blob(self, data: bytes) -> bytes:
        """The blob that should be `data`."""
        descriptor = Descriptor(media_type="", digest=Digest.of(data), size=len(data))
        with self.source.blob(descriptor) as blob:
            return b"".join(iter(lambda: blob.read(65536), b""))


def blob_address(data: bytes) -> str:
    """Where the blob is asked for."""
    return f"/v2/acme/package/blobs/{Digest.of(data)}"


def guarded(registry: FaultyRegistry, token: str | None, reply: Reply, realm: str, scope: str = "") -> None:
    """Serves `reply` at the usual manifest to clients with the token; None: to no client."""

    def route(asked: Asked) -> Reply:
        if token is not None and asked.headers.get("authorization") == f"Bearer {token}":
            return reply
        challenge = f'Bearer realm="{realm}",service="registry",scope="{scope}"'
        return Reply(status=401, headers={"WWW-Authenticate": challenge}, body=errors("UNAUTHORIZED"))

    registry.routes[ADDRESS] = route


def source_of(
    registry: FaultyRegistry, folder: Path, *, exchanges: list[Exchange] | None = None, **options: object
) -> RegistrySource:
    """A source at the usual manifest with a password for this host."""
    auth = base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode()
    (folder / "config.json").write_text(json.dumps({"auths": {registry.host: {"auth": auth}}}))
    return RegistrySource(
        Reference.parse(f"{registry.host}/acme/package:v1"),
        Access(environment={"DOCKER_CONFIG": str(folder), "HOME": str(folder)}, **options),  # type: ignore[arg-type]
        on_exchange=exchanges.append if exchanges is not None else None,
        sleep=lambda _: None,
    )


def give_token(registry: FaultyRegistry, token: str = "TOKEN-SECRET", **answer: object) -> str:
    """Serves this token, and gives the realm."""
    registry.routes["/token"] = Reply(body=json.dumps({"token": token, **answer}).encode())
    return f"http://{registry.host}/token"
