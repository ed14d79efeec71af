"""One header block of a tar, read with the leniency of Go's archive/tar, and the body behind it."""

from collections.abc import Callable
from functools import lru_cache

from xpkgtui.limits import PIECE
from xpkgtui.patterns import late
from xpkgtui.values import dataclass

BLOCK = 512
ZERO_BLOCK = bytes(BLOCK)
_OCTAL = late(rb"[0-7]+")
_INT64 = (1 << 63) - 1


class TarProblem(Exception):
    """The tar cannot be read any further."""

    def __init__(self, message: str, *, upstream: str = "archive/tar: invalid tar header") -> None:
        super().__init__(message)
        self.message = message
        self.upstream = upstream
        """The message of Go's reader."""


@dataclass(slots=True)
class Header:
    """The fields of a block; extended headers overwrite them."""

    name: bytes
    linkname: bytes
    flag: str
    size: int
    mode: int
    uid: int
    gid: int
    devmajor: int
    devminor: int
    is_gnu: bool


def parse(block: bytes) -> Header:
    """The header in a block; raises `TarProblem` for a wrong checksum or a malformed number."""
    _check(block)
    number(block[136:148])  # the time, which is wrong or right, and not kept
    header = Header(
        name=text(block[:100]),
        linkname=text(block[157:257]),
        flag=chr(block[156]),
        size=number(block[124:136]),
        mode=number(block[100:108]),
        uid=number(block[108:116]),
        gid=number(block[116:124]),
        devmajor=0,
        devminor=0,
        is_gnu=block[257:265] == b"ustar  \0",
    )
    magic = block[257:263]
    if magic == b"ustar\0" or header.is_gnu:
        header.devmajor, header.devminor = number(block[329:337]), number(block[337:345])
        prefix = _prefix(block, header.is_gnu)
        if prefix:
            header.name = prefix + b"/" + header.name
    return header


@lru_cache(maxsize=4096)
def number(field: bytes) -> int:
    """A number field: octal, or base 256 where its first bit is set; raises `TarProblem`."""
    if field and field[0] & 0x80:
        return _base256(field)
    digits = text(field.strip(b" \0"))
    if not digits:
        return 0
    if not _OCTAL.fullmatch(digits):
        raise TarProblem("a number in a header is not a number")
    return int(digits, 8)


def text(field: bytes) -> bytes:
    """A text field up to its first NUL."""
    end = field.find(b"\0")
    return field if end < 0 else field[:end]


def _base256(field: bytes) -> int:
    value = int.from_bytes(bytes([field[0] & 0x7F]) + field[1:], "big")
    if field[0] & 0x40:
        value -= 1 << (8 * len(field) - 1)
    if not -_INT64 - 1 <= value <= _INT64:
        raise TarProblem("a number in a header is too large")
    return value


def _check(block: bytes) -> None:
    try:
        claimed = number(b" " + block[148:156])  # never in base 256
    except TarProblem:
        raise TarProblem("a header has a checksum that is not a number") from None
    rest = sum(block) - sum(block[148:156]) + 8 * 32
    if claimed != rest:
        signed = rest - 256 * sum(byte >> 7 for byte in block[:148] + block[156:])
        if claimed != signed:
            raise TarProblem("a header has a wrong checksum")


def _prefix(block: bytes, is_gnu: bool) -> bytes:
    if is_gnu:
        return _misplaced_prefix(block)
    if block[508:512] == b"tar\0":
        number(block[476:488])
        number(block[488:500])
        return text(block[345:476])
    return text(block[345:500])


def _misplaced_prefix(block: bytes) -> bytes:
    """The prefix that Go before 1.8 wrote where GNU has times, recognized by times that are not numbers."""
    try:
        for field in (block[345:357], block[357:369]):
            if field[0]:
                number(field)
    except TarProblem:
        prefix = text(block[345:500])
        return prefix if prefix.isascii() else b""
    return b""


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
