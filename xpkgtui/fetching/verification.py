"""Verification: bytes are read by their descriptor, and refused where size or digest differ."""

import hashlib
from collections.abc import Callable

from xpkgtui.errors import Corrupt, DigestMismatch
from xpkgtui.filesystem.compression.stored import ByteSource
from xpkgtui.limits import OverLimit, ReachedLimit
from xpkgtui.oci.descriptor import Descriptor
from xpkgtui.visible import size as in_words

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
