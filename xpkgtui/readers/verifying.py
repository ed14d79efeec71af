"""Bytes that do not match their digest or size, as go-containerregistry's client reads them: it fails at the end."""

import hashlib

from xpkgtui.filesystem.compression.stored import EndReason, InflateProblem
from xpkgtui.oci.descriptor import Descriptor
from xpkgtui.readers.reader import ByteSource


class Mismatch(InflateProblem):
    """The end of bytes that are not what their descriptor says."""

    def __init__(self, upstream: str) -> None:
        super().__init__("its bytes do not match its digest or size", EndReason.CHECKSUM, upstream=upstream)


class VerifyingSource:
    """A source that reads no more than the claimed size and raises `Mismatch` instead of ending."""

    def __init__(self, source: ByteSource, descriptor: Descriptor) -> None:
        self._source = source
        self._descriptor = descriptor
        self._hash = hashlib.new(descriptor.digest.algorithm)
        self._got = 0

    def read(self, size: int, /) -> bytes:
        """Up to `size` bytes; raises `Mismatch` at the end."""
        data = self._source.read(min(size, self._descriptor.size - self._got)) if size else b""
        self._got += len(data)
        self._hash.update(data)
        if not data and size:
            self._verify()
        return data

    def _verify(self) -> None:
        wanted = self._descriptor
        if self._got != wanted.size:
            raise Mismatch(f"error verifying size; got {self._got}, want {wanted.size}")
        if self._hash.hexdigest() != wanted.digest.hex:
            got = f"{wanted.digest.algorithm}:{self._hash.hexdigest()}"
            raise Mismatch(
                f"error verifying {wanted.digest.algorithm} checksum after reading {self._got} bytes; "
                f'got "{got}", want "{wanted.digest}"'
            )
