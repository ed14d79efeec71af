"""A source in memory whose blobs stop where a test wants them to."""

import threading
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self

from xpkgtui.errors import Cancelled, NotFound, Unreachable
from xpkgtui.fetching.fetcher import Fetcher
from xpkgtui.oci.descriptor import Descriptor, Digest
from xpkgtui.oci.reference import Reference
from xpkgtui.sources.files import FileBlob, bytes_blob
from xpkgtui.sources.source import ImageRoot, Source, SourceForm


def descriptor_of(data: bytes, media_type: str = "application/octet-stream") -> Descriptor:
    """A true descriptor."""
    return Descriptor(media_type=media_type, digest=Digest.of(data), size=len(data))


async def content(fetcher: Fetcher, descriptor: Descriptor) -> bytes:
    """The bytes of a blob, and one more where there are more."""
    with closing((await fetcher.blob(descriptor)).open()) as file:
        return file.read(descriptor.size + 1)


def stored_path(fetcher: Fetcher, descriptor: Descriptor) -> Path:
    """Where the store has a blob."""
    assert fetcher.store is not None
    return fetcher.store.path(descriptor.digest)


@dataclass(kw_only=True, eq=False)
class FakeSource(Source):
    """Content by digest, and a count of what was asked for."""

    root: bytes = b"{}"
    reference: Reference | None = None
    form = SourceForm.REGISTRY
    is_remote = True
    contents: dict[Digest, bytes] = field(default_factory=dict)
    gate: threading.Event | None = None
    """Where it is there, every blob waits for it after its first chunk."""
    asked: list[str] = field(default_factory=list)
    opened: threading.Event = field(default_factory=threading.Event)
    """Set once a blob has given its first chunk."""
    aborted: threading.Event = field(default_factory=threading.Event)
    closed: bool = False
    unreachable: bool = False
    """Whether nothing is answered any more."""

    def add(self, data: bytes) -> Descriptor:
        """Holds `data` from now on."""
        descriptor = descriptor_of(data)
        self.contents[descriptor.digest] = data
        return descriptor

    def resolve(self) -> ImageRoot:
        self.asked.append("resolve")
        if self.unreachable:
            raise Unreachable("registry.example cannot be reached.")
        return ImageRoot(
            data=self.root, media_type="application/json", digest=Digest.of(self.root), reference=str(self.reference)
        )

    def manifest(self, descriptor: Descriptor) -> bytes:
        self.asked.append(f"manifest {descriptor.digest.short}")
        return self._content(descriptor)

    def blob(self, descriptor: Descriptor) -> "FakeBlob":
        self.asked.append(f"blob {descriptor.digest.short}")
        return FakeBlob(self, self._content(descriptor))

    def close(self) -> None:
        self.closed = True

    def _content(self, descriptor: Descriptor) -> bytes:
        if descriptor.digest not in self.contents:
            raise NotFound("There is no such content.")
        return self.contents[descriptor.digest]


class FakeLocalSource(FakeSource):
    """The same, as if it lay on this machine."""

    form = SourceForm.OCI_LAYOUT
    is_remote = False

    def blob(self, descriptor: Descriptor) -> FileBlob:  # type: ignore[override]
        self.asked.append(f"blob {descriptor.digest.short}")
        return bytes_blob(self._content(descriptor))


class FakeBlob:
    """Gives half, waits at the gate, gives the rest."""

    def __init__(self, source: FakeSource, data: bytes) -> None:
        self._source = source
        half = max(1, len(data) // 2)
        self._parts = [part for part in (data[:half], data[half:]) if part]
        self._given = 0

    def read(self, size: int, /) -> bytes:
        if self._given == 1:
            self._source.opened.set()
            if self._source.gate is not None:
                self._source.gate.wait()
        if self._source.aborted.is_set():
            raise Cancelled
        self._given += 1
        if not self._parts:
            return b""
        part, rest = self._parts[0][:size], self._parts[0][size:]
        self._parts[0:1] = [rest] if rest else []
        return part

    def abort(self) -> None:
        self._source.aborted.set()
        if self._source.gate is not None:
            self._source.gate.set()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return None
