"""Streams of xz one after the other, as `xz` itself concatenates them."""

import lzma
from collections.abc import Iterator

from xpkgtui.filesystem.compression.stored import EndReason, InflateProblem, Stored, StreamOddity, decoded, note_rest
from xpkgtui.limits import LimitExceeded, ReachedLimit

MAGIC = b"\xfd7zXZ\x00"
_MEMORY = 130 << 20
"""Bytes of memory for one stream: `xz -9` needs 65 MiB, and the dictionary may be as large as the window of zstd."""
_PADDING = b"\0\0\0\0"


def chunks(stored: Stored, notes: set[StreamOddity], *, most: int) -> Iterator[bytes]:
    """Decompressed chunks; raises `LimitExceeded` after `most` streams, and where one needs too much memory."""
    streams = 0
    while head := stored.peek(len(MAGIC)):
        if head[:4] == _PADDING and streams:
            stored.exactly(4)
            continue
        if head != MAGIC:
            note_rest(stored, notes)
            return
        if streams == most:
            raise LimitExceeded(ReachedLimit(name="members", most=most))
        decoder = lzma.LZMADecompressor(format=lzma.FORMAT_XZ, memlimit=_MEMORY)
        try:
            yield from decoded(stored, decoder, name="xz", error=lzma.LZMAError)
        except InflateProblem as problem:
            if problem.damage is EndReason.DATA and "limit" in problem.upstream:
                words = f"xpkgtui takes at most {_MEMORY >> 20} MiB of memory to decompress xz"
                raise LimitExceeded(ReachedLimit(name="memory", most=_MEMORY, fixed=words)) from problem
            raise
        streams += 1
