"""A registry source whose pauses are written down and whose requests are kept."""

from collections.abc import Callable

from xpkgtui.oci.descriptor import Descriptor
from xpkgtui.oci.digest import Digest
from xpkgtui.oci.reference import Reference
from xpkgtui.sources.registry.source import RegistrySource
from xpkgtui.sources.source import Access, Exchange

MANIFEST = b'{"schemaVersion":2,"layers":[]}'
ADDRESS = "/v2/acme/package/manifests/v1"


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
