"""The sizes of the files of manifests/, as operator-sdk adds them up."""

import zlib

_GZIP = 31
"""The window of zlib that writes gzip."""
_SMALLEST = 512 << 10
"""Bytes that cannot reach the size from which rules speak, however little they compress."""


class Sizes:
    """Adds up files: their bytes, and what they have compressed in base64.

    Nothing is compressed where the files are too small for the sum to matter.
    """

    def __init__(self, total: int) -> None:
        self._is_wanted = total > _SMALLEST
        self._file = ""
        self._compressor = zlib.compressobj(wbits=_GZIP)
        self._open = 0
        self._size = self._compressed = 0

    def add(self, file: str, data: bytes) -> None:
        """Adds the next bytes of a file."""
        self._size += len(data)
        if not self._is_wanted:
            return
        if file != self._file:
            self._close()
            self._file, self._compressor = file, zlib.compressobj(wbits=_GZIP)
        self._open += len(self._compressor.compress(data))

    @property
    def sums(self) -> tuple[int, int]:
        """All bytes, and those compressed; these are 0 where nothing was compressed."""
        self._close()
        return self._size, self._compressed

    def _close(self) -> None:
        if self._file:
            self._compressed += (self._open + len(self._compressor.flush()) + 2) // 3 * 4
            self._file, self._open = "", 0
