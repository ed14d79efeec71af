"""One frame of zstd, or stream of xz: decoded piece by piece, with what follows it given back."""

from collections.abc import Iterator
from typing import Protocol

from xpkgtui.filesystem.compression.stored import EndReason, InflateProblem, Stored

_PIECE = 1 << 14
_FIRST_PIECE = 1 << 9
"""Bytes that a frame is read with first; then more and more: what is behind a small one is given back."""
_CHUNK = 1 << 18


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


def chunks(stored: Stored, decoder: Decoder, *, name: str, error: type[Exception]) -> Iterator[bytes]:
    """Decoded chunks; raises `InflateProblem` for the `error` of the decoder. `name` is that of the compression."""
    good, piece = stored.taken, _FIRST_PIECE
    while not decoder.eof:
        data = b""
        if decoder.needs_input:
            good = stored.taken
            data = stored.some(piece)
            piece = min(4 * piece, _PIECE)
        if decoder.needs_input and not data:
            raise InflateProblem(
                f"its {name} data ends too early", EndReason.TRUNCATED, upstream="unexpected EOF", at=stored.taken
            )
        try:
            chunk = decoder.decompress(data, _CHUNK)
        except error as problem:
            raise InflateProblem(
                f"its {name} data is damaged", EndReason.DATA, upstream=f"{name}: {problem}", at=good
            ) from problem
        if chunk:
            yield chunk
    stored.give_back(decoder.unused_data)
