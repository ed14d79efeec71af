"""Gzip members one after the other, as Go reads them: headers and checksums by hand, so that no good byte is lost."""

import zlib
from collections.abc import Iterator
from functools import cache
from types import ModuleType

from xpkgtui.filesystem.compression.stored import EndReason, InflateProblem, Stored, StreamOddity, note_rest
from xpkgtui.limits import LimitExceeded, ReachedLimit

_PIECE = 1 << 16
_FIRST_PIECE = 1 << 9
"""Bytes that a member is read with first; then more and more: what is behind a small one is given back."""
_CHUNK = 1 << 20
_HEADER_CRC, _EXTRA, _NAME, _COMMENT = 2, 4, 8, 16
_LONGEST_TEXT = 512
"""Bytes that Go accepts for the name or comment in a gzip header, its NUL included."""


def chunks(
    stored: Stored,
    notes: set[StreamOddity],
    *,
    strict: bool,
    fast: bool,
    most: int,
) -> Iterator[bytes]:
    """Inflated chunks, an empty one after every header; raises `LimitExceeded` after `most` members."""
    members = 0
    engine = _fastest() if fast and len(stored.peek(_PIECE)) == _PIECE else zlib
    while stored.peek(1):
        if members and not strict and stored.peek(2) != b"\x1f\x8b":
            note_rest(stored, notes)
            return
        if members == most:
            raise LimitExceeded(ReachedLimit(name="members", most=most))
        _header(stored)
        yield b""
        yield from _member(stored, engine)
        members += 1


@cache
def _fastest() -> ModuleType:
    """What inflates in half the time, once it is loaded, which takes as long as inflating a small package twice."""
    try:
        from isal import isal_zlib
    except ImportError:
        return zlib
    return isal_zlib


def _member(stored: Stored, engine: ModuleType) -> Iterator[bytes]:
    crc = size = 0
    for chunk in _deflated(stored, engine):
        crc, size = engine.crc32(chunk, crc), size + len(chunk)
        yield chunk
    trailer = stored.exactly(8)
    if len(trailer) < 8:
        raise _truncated(stored)
    if trailer != (crc & 0xFFFFFFFF).to_bytes(4, "little") + (size & 0xFFFFFFFF).to_bytes(4, "little"):
        raise InflateProblem(
            "its gzip checksum is wrong", EndReason.CHECKSUM, upstream="gzip: invalid checksum", at=stored.taken
        )


def _deflated(stored: Stored, engine: ModuleType) -> Iterator[bytes]:
    decoder = engine.decompressobj(-15)
    start = good = stored.taken
    full, piece = False, _FIRST_PIECE
    while not decoder.eof:
        data = decoder.unconsumed_tail
        if not data and not full:
            good = stored.taken
            data = stored.some(piece)
            piece = min(4 * piece, _PIECE)
            if not data:
                raise _truncated(stored)
        try:
            chunk = decoder.decompress(data, _CHUNK)
        except engine.error as error:
            raise InflateProblem(
                "its gzip data is damaged",
                EndReason.DATA,
                upstream=f"flate: corrupt input before offset {stored.taken - start}",
                at=good,
            ) from error
        full = len(chunk) == _CHUNK
        if chunk:
            yield chunk
    stored.give_back(decoder.unused_data)


def _header(stored: Stored) -> None:
    """Reads the header of a member; raises `InflateProblem` where Go does, and ignores reserved flags as Go does."""
    raw = stored.exactly(10)
    if len(raw) < 10:
        raise _truncated(stored)
    if raw[:3] != b"\x1f\x8b\x08":
        raise _bad_header(stored)
    flags = raw[3]
    if flags & _EXTRA:
        raw += _needed(stored, 2)
        raw += _needed(stored, int.from_bytes(raw[-2:], "little"))
    for flag in (_NAME, _COMMENT):
        if flags & flag:
            raw += _text(stored)
    if flags & _HEADER_CRC and int.from_bytes(_needed(stored, 2), "little") != zlib.crc32(raw) & 0xFFFF:
        raise _bad_header(stored)


def _text(stored: Stored) -> bytes:
    head = stored.peek(_LONGEST_TEXT)
    end = head.find(b"\0")
    if end < 0:
        raise _bad_header(stored) if len(head) == _LONGEST_TEXT else _truncated(stored)
    return stored.exactly(end + 1)


def _needed(stored: Stored, size: int) -> bytes:
    data = stored.exactly(size)
    if len(data) < size:
        raise _truncated(stored)
    return data


def _truncated(stored: Stored) -> InflateProblem:
    return InflateProblem(
        "its gzip data ends too early", EndReason.TRUNCATED, upstream="unexpected EOF", at=stored.taken
    )


def _bad_header(stored: Stored) -> InflateProblem:
    return InflateProblem(
        "a gzip header in it is wrong", EndReason.HEADER, upstream="gzip: invalid header", at=stored.taken
    )
