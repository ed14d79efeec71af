"""Verified blobs: in the store, or where a local source has them; each can be opened as often as needed."""

import contextlib
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from xpkgtui.errors import Cancelled, Corrupt, XpkgError
from xpkgtui.fetching.verification import read_verified
from xpkgtui.oci.descriptor import Descriptor
from xpkgtui.oci.digest import Digest
from xpkgtui.sources.files import FileBlob, FileVersion
from xpkgtui.sources.source import Source
from xpkgtui.values import dataclass


class BlobFile(Protocol):
    """The open bytes of a blob, from their beginning."""

    def read(self, size: int, /) -> bytes:
        """At most `size` bytes; empty at the end."""
        ...

    def seek(self, offset: int, /) -> int:
        """Moves to `offset`."""
        ...

    def tell(self) -> int:
        """The current offset."""
        ...

    def close(self) -> None:
        """Closes the file."""
        ...


class VerifiedBlob(Protocol):
    """A blob whose bytes were verified."""

    def open(self) -> BlobFile:
        """Its bytes; raises `OSError` or `Corrupt` where they are no longer there."""
        ...


def read_whole(blob: VerifiedBlob, descriptor: Descriptor) -> bytes:
    """All bytes of a small blob; raises `Corrupt` where they were removed meanwhile."""
    try:
        with contextlib.closing(blob.open()) as file:
            data = file.read(descriptor.size)
    except OSError:
        data = b""
    if len(data) != descriptor.size:
        raise Corrupt(f"{descriptor.digest} was removed from the cache while it was read.", hint="Try again.")
    return data


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredBlob:
    """A verified blob in the store."""

    path: Path

    def open(self) -> BlobFile:
        """Its bytes; raises `OSError`."""
        return self.path.open("rb")


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalBlob:
    """A verified blob of a local source, where it stands."""

    blobs: "LocalBlobs"
    descriptor: Descriptor

    def open(self) -> BlobFile:
        """Its bytes; raises `Corrupt` where the file was changed since they were verified."""
        return self.blobs.open(self.descriptor)


class LocalBlobs:
    """The blobs of a local source, which is read where it stands: each is verified once in an opening.

    Used from any thread.
    """

    def __init__(self, source: Source) -> None:
        self._source = source
        self._verified: dict[tuple[Digest, int], FileVersion] = {}
        """Versions of the files in which blobs of a digest and size were verified."""

    def verify(
        self,
        descriptor: Descriptor,
        stopped: threading.Event | None = None,
        report: Callable[[int], object] = lambda _: None,
    ) -> LocalBlob:
        """Reads the blob unless that was done; raises `XpkgError`, or `Cancelled` once stopped."""

        def check() -> None:
            if stopped is not None and stopped.is_set():
                raise Cancelled

        with self._open(descriptor) as blob:
            version = blob.version
            if not blob.is_hashed and self._verified.get(_key(descriptor)) != version:
                read_verified(blob, descriptor, check=check, report=report)
            self._verified[_key(descriptor)] = version
        return LocalBlob(blobs=self, descriptor=descriptor)

    def is_verified(self, descriptor: Descriptor) -> bool:
        """Whether the blob was verified in this opening, and is still what it was then."""
        try:
            self.open(descriptor).close()
        except XpkgError:
            return False
        return True

    def open(self, descriptor: Descriptor) -> FileBlob:
        """The bytes of a blob that was verified; raises `Corrupt` where its file was changed since."""
        blob = self._open(descriptor)
        if self._verified.get(_key(descriptor)) != blob.version:
            blob.close()
            raise Corrupt(
                f"{descriptor.digest.algorithm}:{descriptor.digest.short}… was changed while it was read.",
                hint="Reload.",
            )
        return blob

    def _open(self, descriptor: Descriptor) -> FileBlob:
        blob = self._source.blob(descriptor)
        assert isinstance(blob, FileBlob), "a source that is not remote has its blobs in files"
        return blob


def _key(descriptor: Descriptor) -> tuple[Digest, int]:
    return descriptor.digest, descriptor.size
