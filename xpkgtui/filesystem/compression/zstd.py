"""Zstandard frames one after the other."""

import sys
from collections.abc import Iterator

from xpkgtui.filesystem.compression.stored import Damage, InflateProblem, Stored, StreamOddity, note_rest

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

_PIECE = 1 << 14
_CHUNK = 1 << 18
_LARGEST_WINDOW = 27
"""Power of two: 128 MiB of memory for one frame, the default limit of zstd."""


def chunks(
    stored: Stored, notes: set[StreamOddity], *, strict: bool, careful_from: int | None = None
) -> Iterator[bytes]:
    """Inflated chunks; from stored byte `careful_from` on byte by byte, which keeps everything before a damage."""
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
        if skippable and not frames:
            notes.add(StreamOddity.SKIPPABLE_FRAME)
        yield from _frame(stored, careful_from)
        frames += 1


def _frame(stored: Stored, careful_from: int | None) -> Iterator[bytes]:
    options = {int(zstd.DecompressionParameter.window_log_max): _LARGEST_WINDOW}
    decoder = zstd.ZstdDecompressor(options=options)
    good = stored.taken
    while not decoder.eof:
        data = b""
        if decoder.needs_input:
            good = stored.taken
            data = stored.some(_most(stored, careful_from))
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


def _most(stored: Stored, careful_from: int | None) -> int:
    if careful_from is None:
        return _PIECE
    return 1 if stored.taken >= careful_from else min(_PIECE, careful_from - stored.taken)
