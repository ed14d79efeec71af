"""Compressed bytes as decoders read them, and what can be wrong with them."""

from enum import StrEnum
from typing import Protocol


class Damage(StrEnum):
    """Why inflating ended."""

    TRUNCATED = "truncated"
    HEADER = "header"
    CHECKSUM = "checksum"
    DATA = "data"


class StreamOddity(StrEnum):
    """What is odd about compressed bytes that can still be inflated."""

    TRAILING_ZEROS = "zeros after the compressed stream"
    TRAILING_DATA = "other bytes after the compressed stream"
    SKIPPABLE_FRAME = "a zstd frame to be skipped comes first"


class InflateProblem(Exception):
    """The stored bytes cannot be inflated any further."""

    def __init__(self, message: str, damage: Damage, *, upstream: str, at: int = 0) -> None:
        super().__init__(message)
        self.message = message
        self.damage = damage
        self.upstream = upstream
        """The message of the Go library."""
        self.at = at
        """Stored bytes before it are certainly good."""


class _Source(Protocol):
    def read(self, size: int, /) -> bytes: ...


class Stored:
    """A source with lookahead, which takes bytes back."""

    _PIECE = 1 << 16

    def __init__(self, source: _Source) -> None:
        self._source = source
        self._held = b""
        self.taken = 0
        """Stored bytes that were returned and not given back."""

    def peek(self, size: int) -> bytes:
        """The next bytes without taking them; fewer at the end."""
        while len(self._held) < size and (more := self._source.read(self._PIECE)):
            self._held += more
        return self._held[:size]

    def some(self, most: int) -> bytes:
        """Between one byte and `most`; empty at the end."""
        if not self._held:
            self._held = self._source.read(self._PIECE)
        data, self._held = (self._held, b"") if len(self._held) <= most else (self._held[:most], self._held[most:])
        self.taken += len(data)
        return data

    def exactly(self, size: int) -> bytes:
        """The next `size` bytes; fewer at the end."""
        data = self.peek(size)
        self._held = self._held[len(data) :]
        self.taken += len(data)
        return data

    def give_back(self, data: bytes) -> None:
        """Puts the last bytes back."""
        if data:
            self._held = data + self._held
            self.taken -= len(data)


def note_rest(stored: Stored, notes: set[StreamOddity]) -> None:
    """Reads what follows a compressed stream to its end, and adds to `notes` what it is."""
    zeros = True
    found = False
    while data := stored.some(Stored._PIECE):
        found, zeros = True, zeros and not data.strip(b"\0")
    if found:
        notes.add(StreamOddity.TRAILING_ZEROS if zeros else StreamOddity.TRAILING_DATA)
