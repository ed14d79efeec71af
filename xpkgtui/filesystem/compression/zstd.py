"""Zstandard frames one after the other."""

import sys
from collections.abc import Iterator

from xpkgtui.filesystem.compression.stored import Damage, InflateProblem, Stored, StreamOddity, note_rest
from xpkgtui.filesystem.limits import LimitExceeded

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

_PIECE = 1 << 14
_FIRST_PIECE = 1 << 9
"""Bytes that a frame is read with first; then more and more: what is behind a small one is given back."""
_CHUNK = 1 << 18
_LARGEST_WINDOW = 27
"""Power of two: 128 MiB of memory for one frame, the default limit of zstd."""


def chunks(
    stored: Stored, notes: set[StreamOddity], *, strict: bool, most: int, careful_from: int | None = None
) -> Iterator[bytes]:
    """Inflated chunks; raises `LimitExceeded` after `most` frames.

    From stored byte `careful_from` on it reads byte by byte, which keeps everything before a damage.
    """
    frames = 0
    while head := stored.peek(4):
        skippable = head[1:] == b"\x2a\x4d\x18" and head[0] & 0xF0 == 0x50
        if not skippable and head != b"\x28\xb5\x2f\xfd":
            if not strict:
                note_rest(stored, notes)
                return
            raise InflateProblem(
                "other bytes follow its zstd data",
                Damage.HEADER if len(head) == 4 else Damage.TRUNCATED,
                upstream="invalid input: magic number mismatch" if len(head) == 4 else "unexpected EOF",
                at=stored.taken,
            )
        if frames == most:
            raise LimitExceeded(f"it has more than {most:,} frames of zstd")
        if skippable and not frames:
            notes.add(StreamOddity.SKIPPABLE_FRAME)
        yield from _frame(stored, careful_from)
        frames += 1


def _frame(stored: Stored, careful_from: int | None) -> Iterator[bytes]:
    options = {int(zstd.DecompressionParameter.window_log_max): _LARGEST_WINDOW}
    decoder = zstd.ZstdDecompressor(options=options)
    good, piece = stored.taken, _FIRST_PIECE
    while not decoder.eof:
        data = b""
        if decoder.needs_input:
            good = stored.taken
            data = stored.some(_most(stored, piece, careful_from))
            piece = min(4 * piece, _PIECE)
        if decoder.needs_input and not data:
            raise InflateProblem(
                "its zstd data ends too early", Damage.TRUNCATED, upstream="unexpected EOF", at=stored.taken
            )
        try:
            chunk = decoder.decompress(data, _CHUNK)
        except zstd.ZstdError as error:
            raise InflateProblem(
                "its zstd data is damaged", Damage.DATA, upstream=f"zstd: {error}", at=good
            ) from error
        if chunk:
            yield chunk
    stored.give_back(decoder.unused_data)


def _most(stored: Stored, piece: int, careful_from: int | None) -> int:
    if careful_from is None:
        return piece
    return 1 if stored.taken >= careful_from else min(piece, careful_from - stored.taken)
