"""Compressed bytes as decoders read them, what can be wrong with them, and one frame of them, decoded."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Protocol

from xpkgtui.visible import plural

_LARGEST_PIECE = 1 << 14
_FIRST_PIECE = 1 << 9
"""Bytes that a frame is read with first; then more and more: what is behind a small one is given back."""
_CHUNK = 1 << 18


class EndReason(StrEnum):
    """Why decompressing ended."""

    TRUNCATED = "truncated"
    HEADER = "header"
    CHECKSUM = "checksum"
    DATA = "data"
    WINDOW = "window"
    """Its bytes are whole, and no reader gives them the memory that they ask for."""


class StreamOddity(StrEnum):
    """What is odd about compressed bytes that can still be inflated."""

    TRAILING_ZEROS = "zeros after the compressed stream"
    TRAILING_DATA = "other bytes after the compressed stream"
    SKIPPABLE_FRAME = "a zstd frame to be skipped comes first"


class InflateProblem(Exception):
    """The stored bytes cannot be inflated any further."""

    def __init__(self, message: str, damage: EndReason, *, upstream: str, at: int = 0) -> None:
        super().__init__(message)
        self.message = message
        self.damage = damage
        self.upstream = upstream
        """The message of the Go library."""
        self.at = at
        """Stored bytes before it are certainly good."""


class ByteSource(Protocol):
    """Bytes that are read in order."""

    def read(self, size: int, /) -> bytes:
        """Up to `size` bytes; empty at the end."""
        ...


class ByteSink(Protocol):
    """A destination of bytes."""

    def write(self, data: bytes, /) -> object:
        """Takes `data`."""
        ...


class Stored:
    """A source with lookahead, which takes bytes back."""

    _PIECE = 1 << 16

    def __init__(self, source: ByteSource, careful_from: int | None = None) -> None:
        """From byte `careful_from` on decoders get `some` bytes one by one, which keeps all before a damage."""
        self._source = source
        self._careful_from = careful_from
        self._held, self._at = b"", 0
        self.taken = 0
        """Stored bytes that were returned and not given back."""

    def peek(self, size: int) -> bytes:
        """The next bytes without taking them; fewer at the end."""
        while len(self._held) - self._at < size and (more := self._source.read(self._PIECE)):
            self._held, self._at = self._held[self._at :] + more, 0
        return self._held[self._at : self._at + size]

    def some(self, most: int) -> bytes:
        """Between one byte and `most`; empty at the end."""
        if self._careful_from is not None:
            most = 1 if self.taken >= self._careful_from else min(most, self._careful_from - self.taken)
        if self._at == len(self._held):
            self._held, self._at = self._source.read(self._PIECE), 0
        return self._take(self._held[self._at : self._at + most])

    def exactly(self, size: int) -> bytes:
        """The next `size` bytes; fewer at the end."""
        return self._take(self.peek(size))

    def give_back(self, data: bytes) -> None:
        """Puts the last bytes back."""
        if len(data) > self._at:
            self._held, self._at = data + self._held[self._at :], len(data)
        self._at -= len(data)
        self.taken -= len(data)

    def _take(self, data: bytes) -> bytes:
        self._at += len(data)
        self.taken += len(data)
        return data


def note_rest(stored: Stored, notes: set[StreamOddity]) -> None:
    """Reads what follows a compressed stream to its end, and adds to `notes` what it is."""
    zeros = True
    while data := stored.exactly(Stored._PIECE):
        zeros = zeros and not data.strip(b"\0")
    notes.add(StreamOddity.TRAILING_ZEROS if zeros else StreamOddity.TRAILING_DATA)


class Decoder(Protocol):
    """A decoder of the standard library."""

    @property
    def eof(self) -> bool:
        """Whether the frame has ended."""
        ...

    @property
    def needs_input(self) -> bool:
        """Whether nothing more can be had without further bytes."""
        ...

    @property
    def unused_data(self) -> bytes:
        """What follows the frame."""
        ...

    def decompress(self, data: bytes, max_length: int = -1) -> bytes:
        """Up to `max_length` bytes."""
        ...


def truncated(stored: Stored, name: str) -> InflateProblem:
    """Says that data of a compression ends too early, and after how many bytes."""
    said = f"its {name} data ends too early, after {plural(stored.taken, 'byte')}"
    return InflateProblem(said, EndReason.TRUNCATED, upstream="unexpected EOF", at=stored.taken)


def decoded(stored: Stored, decoder: Decoder, *, name: str, error: type[Exception]) -> Iterator[bytes]:
    """Decoded chunks; raises `InflateProblem` for the `error` of the decoder. `name` is that of the compression."""
    good, piece = stored.taken, _FIRST_PIECE
    while not decoder.eof:
        data = b""
        if decoder.needs_input:
            good = stored.taken
            data = stored.some(piece)
            piece = min(4 * piece, _LARGEST_PIECE)
        if decoder.needs_input and not data:
            raise truncated(stored, name)
        try:
            chunk = decoder.decompress(data, _CHUNK)
        except error as problem:
            raise InflateProblem(
                f"its {name} data is damaged", EndReason.DATA, upstream=f"{name}: {problem}", at=good
            ) from problem
        if chunk:
            yield chunk
    stored.give_back(decoder.unused_data)
