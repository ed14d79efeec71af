"""Zstandard frames one after the other."""

import sys
from collections.abc import Iterator

from xpkgtui.filesystem.compression.stored import EndReason, InflateProblem, Stored, StreamOddity, decoded, note_rest
from xpkgtui.limits import LimitExceeded, ReachedLimit

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

_LARGEST_WINDOW = 28
"""Power of two: 256 MiB of memory for one frame, twice the default limit of zstd."""
_LARGEST_OF_GO = 512 << 20
"""The largest window that the Go library takes, which all readers share: github.com/klauspost/compress."""
_NOT_SO_MUCH = ReachedLimit(
    name="memory",
    most=1 << _LARGEST_WINDOW,
    fixed=f"xpkgtui takes at most {1 << _LARGEST_WINDOW - 20} MiB of memory to decompress zstd",
)


def chunks(stored: Stored, notes: set[StreamOddity], *, strict: bool, most: int) -> Iterator[bytes]:
    """Inflated chunks; raises `LimitExceeded` after `most` frames, and where one needs too much memory."""
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
        if not skippable:
            _require_window(stored)
        options = {int(zstd.DecompressionParameter.window_log_max): _LARGEST_WINDOW}
        decoder = zstd.ZstdDecompressor(options=options)
        try:
            yield from decoded(stored, decoder, name="zstd", error=zstd.ZstdError)
        except InflateProblem as problem:
            if problem.damage is EndReason.DATA and "memory" in problem.upstream:
                raise LimitExceeded(_NOT_SO_MUCH) from problem
            raise
        frames += 1


def _require_window(stored: Stored) -> None:
    """Raises where the frame that begins here has a window larger than Go's readers, or this program, give it."""
    window = _window(stored.peek(18))
    if window > _LARGEST_OF_GO:
        raise InflateProblem(
            f"a zstd frame has a window of {window >> 20:,} MiB; readers take {_LARGEST_OF_GO >> 20} MiB at most",
            EndReason.WINDOW,
            upstream="window size exceeded",
            at=stored.taken,
        )
    if window > 1 << _LARGEST_WINDOW:
        raise LimitExceeded(_NOT_SO_MUCH)


def _window(head: bytes) -> int:
    """The window that the header of a frame asks for; 0 where the header ends early (RFC 8878, 3.1.1.1)."""
    if len(head) < 6:
        return 0
    descriptor = head[4]
    if not descriptor & 0x20:
        exponent, mantissa = head[5] >> 3, head[5] & 7
        return (1 << 10 + exponent) + (1 << 7 + exponent) * mantissa
    start = 5 + (0, 1, 2, 4)[descriptor & 3]
    return int.from_bytes(head[start : start + (1 << (descriptor >> 6))], "little")
