"""Verified blobs, in the store or where a local source has them; bytes are refused where size or digest differ."""

import contextlib
import hashlib
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from xpkgtui.errors import Cancelled, Corrupt, DigestMismatch, XpkgError
from xpkgtui.filesystem.compression.stored import ByteSource
from xpkgtui.limits import OverLimit, ReachedLimit
from xpkgtui.oci.descriptor import Descriptor, Digest
from xpkgtui.sources.files import FileBlob, FileVersion
from xpkgtui.sources.source import Source
from xpkgtui.values import dataclass
from xpkgtui.visible import size as in_words


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


_CHUNK = 1 << 16
"""Bytes; small enough that a stop and other threads do not wait long."""


def read_verified(
    source: ByteSource,
    expected: Descriptor,
    *,
    check: Callable[[], object],
    report: Callable[[int], object],
    write: Callable[[bytes], object] | None = None,
) -> int:
    """Reads all of `source`, and writes it where `write` is given; returns its size.

    Raises `Corrupt` where the bytes are not those of the descriptor. `check` is called at every chunk and may raise.
    """
    running = hashlib.new(expected.digest.algorithm)
    size = 0
    while data := source.read(_CHUNK):
        check()
        size += len(data)
        if size > expected.size:
            raise mismatch(expected, f"more than {size - 1} bytes", "not known, it goes on")
        running.update(data)
        if write is not None:
            write(data)
        report(size)
    check()
    received = f"{expected.digest.algorithm}:{running.hexdigest()}"
    if size != expected.size or received != str(expected.digest):
        raise mismatch(expected, f"{size} bytes", received)
    return size


def require_digest(descriptor: Descriptor, data: bytes) -> None:
    """Raises `Corrupt` where `data` is not what the descriptor promises."""
    actual = descriptor.digest.of_same_kind(data)
    if actual != descriptor.digest or len(data) != descriptor.size:
        raise mismatch(descriptor, f"{len(data)} bytes", str(actual))


def require_verifiable(descriptor: Descriptor, limit: int | None = None) -> None:
    """Raises `Corrupt` for a descriptor whose bytes cannot be verified, and for one of more than `limit` bytes."""
    if not descriptor.digest.is_verifiable:
        raise Corrupt(
            f"{descriptor.digest.algorithm} digests cannot be verified, so the blob is not fetched.",
            hint="Crossplane reads sha256 only.",
        )
    if descriptor.has_wrong_data:
        raise Corrupt(
            f"The manifest carries bytes for {descriptor.digest.algorithm}:{descriptor.digest.short}… in itself"
            " (`data`) that do not match the digest.",
            hint="Push the package again.",
        )
    if limit is not None and descriptor.size > limit:
        raise Corrupt(
            f"{descriptor.digest.algorithm}:{descriptor.digest.short}… has {in_words(descriptor.size)}, "
            f"more than the {in_words(limit)} that are read."
        )


def require_within(descriptor: Descriptor, limit: ReachedLimit) -> None:
    """Raises `OverLimit` for a descriptor of more bytes than the limit."""
    if descriptor.size > limit.most:
        what = f"{descriptor.digest.algorithm}:{descriptor.digest.short}… ({in_words(descriptor.size)})"
        raise OverLimit(f"{what} was not read", limit)


def mismatch(expected: Descriptor, size: str, digest: str) -> DigestMismatch:
    """The error for bytes that do not match their descriptor."""
    return DigestMismatch(
        f"The digest of {expected.digest.algorithm}:{expected.digest.short}… does not match the manifest.",
        hint="It was not cached. Try again; if that fails, push the package again.",
        tried=(f"promised: {expected.digest}, {expected.size} bytes", f"received: {digest}, {size}"),
    )
