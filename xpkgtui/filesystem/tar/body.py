"""The body of one entry, with the holes of sparse files filled in."""

from collections.abc import Callable

from xpkgtui.filesystem.tar.header import TarProblem
from xpkgtui.limits import PIECE

_MISSING = "archive/tar: sparse file references non-existent data"
_UNREFERENCED = "archive/tar: sparse file contains unreferenced data"


class Body:
    """The bytes of an entry, readable until the next entry is read."""

    def __init__(self, read: Callable[[int], bytes], stored: int) -> None:
        self._read = read
        self.stored = stored
        """Bytes of it that are still in the tar, unread."""
        self._size = stored
        self._fragments: list[tuple[int, int]] | None = None
        self._at = 0

    def fragment(self, fragments: tuple[tuple[int, int], ...], size: int) -> None:
        """Takes the stored bytes from here on as the pieces of a file of `size` bytes."""
        self._fragments = [piece for piece in reversed(fragments) if piece[1]]
        self._size, self._at = size, 0

    def read(self, size: int) -> bytes:
        """Up to `size` bytes, possibly fewer; empty at the end.

        Raises `TarProblem` where the tar ends too early, after everything before was returned.
        """
        if self._fragments is None:
            return self.read_stored(size)
        size = min(size, self._size - self._at, PIECE)
        if size <= 0:
            if self._at >= self._size and self.stored:
                raise TarProblem("a sparse file has more data than its map", upstream=_UNREFERENCED)
            return b""
        offset, length = self._fragments[-1] if self._fragments else (self._size, 0)
        if self._at < offset:
            data = bytes(min(size, offset - self._at))
        else:
            if not self.stored:
                raise TarProblem("a sparse file has less data than its map", upstream=_MISSING)
            data = self.read_stored(min(size, offset + length - self._at))
            if self._at + len(data) == offset + length:
                self._fragments.pop()
        self._at += len(data)
        return data

    @property
    def is_complete(self) -> bool:
        """Whether a sparse file was read to its end."""
        return self._fragments is not None and self._at >= self._size

    def read_stored(self, size: int) -> bytes:
        """Up to `size` bytes as the tar has them."""
        size = min(size, self.stored)
        data = self._read(size)
        if not data and size:
            raise TarProblem("it ends within a file", upstream="unexpected EOF")
        self.stored -= len(data)
        return data
