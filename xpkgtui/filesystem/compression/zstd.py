"""Zstandard frames one after the other."""

import sys
from collections.abc import Iterator

from xpkgtui.filesystem.compression.stored import EndReason, InflateProblem, Stored, StreamOddity, decoded, note_rest
from xpkgtui.limits import LimitExceeded, ReachedLimit

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

_LARGEST_WINDOW = 27
"""Power of two: 128 MiB of memory for one frame, the default limit of zstd."""


def chunks(stored: Stored, notes: set[StreamOddity], *, strict: bool, most: int) -> Iterator[bytes]:
    """Inflated chunks; raises `LimitExceeded` after `most` frames."""
    frames = 0
    while head := stored.peek(4):
        skippable = head[1:] == b"\x2a\x4d\x18" and head[0] & 0xF0 == 0x50
        if not skippable and head != b"\x28\xb5\x2f\xfd":
            if not strict:
                note_rest(stored, notes)
                return
            raise InflateProblem(
                "other bytes follow its zstd data",
                EndReason.HEADER if len(head) == 4 else EndReason.TRUNCATED,
                upstream="invalid input: magic number mismatch" if len(head) == 4 else "unexpected EOF",
                at=stored.taken,
            )
        if frames == most:
            raise LimitExceeded(ReachedLimit(name="members", most=most))
        if skippable and not frames:
            notes.add(StreamOddity.SKIPPABLE_FRAME)
        options = {int(zstd.DecompressionParameter.window_log_max): _LARGEST_WINDOW}
        decoder = zstd.ZstdDecompressor(options=options)
        yield from decoded(stored, decoder, name="zstd", error=zstd.ZstdError)
        frames += 1
