"""The stored bytes of a layer or file, decompressed: gzip, zstd or plain, and xz for files, by the first bytes."""

import zlib
from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from types import ModuleType
from typing import Protocol

from xpkgtui.filesystem.compression.stored import (
    ByteSource,
    EndReason,
    InflateProblem,
    Stored,
    StreamOddity,
    note_rest,
    truncated,
)
from xpkgtui.limits import LIMITS, LimitExceeded, Limits, ReachedLimit

_PIECE = 1 << 16
_FIRST_PIECE = 1 << 9
"""Bytes that a member is read with first; then more and more: what is behind a small one is given back."""
_CHUNK = 1 << 20
_HEADER_CRC, _EXTRA, _NAME, _COMMENT = 2, 4, 8, 16
_LONGEST_TEXT = 512
"""Bytes that Go accepts for the name or comment in a gzip header, its NUL included."""


def chunks(stored: Stored, notes: set[StreamOddity], *, strict: bool, fast: bool, most: int) -> Iterator[bytes]:
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
        raise truncated(stored, "gzip")
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
                raise truncated(stored, "gzip")
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
        raise truncated(stored, "gzip")
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
        raise _bad_header(stored) if len(head) == _LONGEST_TEXT else truncated(stored, "gzip")
    return stored.exactly(end + 1)


def _needed(stored: Stored, size: int) -> bytes:
    data = stored.exactly(size)
    if len(data) < size:
        raise truncated(stored, "gzip")
    return data


def _bad_header(stored: Stored) -> InflateProblem:
    return InflateProblem(
        "a gzip header in it is wrong", EndReason.HEADER, upstream="gzip: invalid header", at=stored.taken
    )


_WINDOW = 1 << 15
_GZIP = b"\x1f\x8b"
_ZSTD = b"\x28\xb5\x2f\xfd"
_XZ = b"\xfd7zXZ\x00"
_SKIPPABLE = b"\x2a\x4d\x18"


class RunningHash(Protocol):
    """A hash of bytes that come one after another."""

    def update(self, data: bytes, /) -> object:
        """Takes the next bytes."""
        ...

    def hexdigest(self) -> str:
        """The hash of all bytes so far, in hexadecimal."""
        ...


class Compression(StrEnum):
    """How a layer or a file is stored."""

    GZIP = "gzip"
    ZSTD = "zstd"
    XZ = "xz"
    """A file may be xz; a layer may not, because no reader of layers knows xz."""
    NONE = "none"


def detect(head: bytes, *, strict: bool = False, is_file: bool = False) -> Compression:
    """The compression that the first bytes show, whatever the media type says.

    `strict` detects as go-containerregistry does, which does not recognize a leading skippable frame as zstd. Only a
    file may be xz; a layer of xz is taken for a plain tar, as every reader takes it.
    """
    if is_file and head[: len(_XZ)] == _XZ:
        return Compression.XZ
    if head[:2] == _GZIP:
        return Compression.GZIP
    if head[:4] == _ZSTD or (not strict and head[1:4] == _SKIPPABLE and head[0] & 0xF0 == 0x50):
        return Compression.ZSTD
    return Compression.NONE


class Inflated:
    """The inflated bytes of a source, read like a file; bounded, and at most one chunk in memory.

    `read` first returns everything before a damage and raises `InflateProblem` at the next call. Bytes after the
    end of the compressed stream go to `notes`; with `strict` they are a damage, as in Go's readers.
    """

    def __init__(
        self,
        source: ByteSource,
        *,
        limits: Limits = LIMITS,
        strict: bool = False,
        digest: RunningHash | None = None,
        is_file: bool = False,
    ) -> None:
        self._source = source
        self._limits = limits
        self._strict = strict
        self._start: int | None = None
        """Where a source begins that can start again, so that damage is located to the byte."""
        if hasattr(source, "seek") and hasattr(source, "tell"):
            self._start = source.tell()
        self._stored = Stored(source)
        head = self._stored.peek(len(_XZ))
        self.compression = detect(head, strict=strict, is_file=is_file)
        self.is_unread_xz = self.compression is Compression.NONE and head == _XZ
        """Whether it is a layer of xz, which no reader decompresses."""
        self.notes: set[StreamOddity] = set()
        self.bytes_out = 0
        """Inflated bytes so far, read or not."""
        self._hash = digest
        self._chunks = self._all_chunks()
        self._chunk, self._at = b"", 0
        self._problem: InflateProblem | LimitExceeded | None = None

    def start(self) -> None:
        """Raises `InflateProblem` for a bad first gzip header, as Go does before anything is read."""
        if self.compression is Compression.GZIP and not self.bytes_out and not self._problem:
            try:
                next(self._chunks)
            except InflateProblem as problem:
                self._problem = problem
                raise

    def read(self, size: int) -> bytes:
        """Exactly `size` bytes, fewer before the end or before a damage; raises where the damage is reached."""
        end = self._at + size
        if end <= len(self._chunk):
            data = self._chunk[self._at : end]
            self._at = end
            return data
        parts, missing = [], size
        while missing:
            if self._at == len(self._chunk) and not self._fill():
                break
            part = self._chunk[self._at : self._at + missing]
            self._at += len(part)
            missing -= len(part)
            parts.append(part)
        if not parts and size and self._problem:
            raise self._problem
        return b"".join(parts)

    @property
    def ends_late(self) -> bool:
        """Whether Go's reader reports what follows the last bytes by itself, and not together with them.

        Its gzip reader does so only where its window of 32 KiB is full just then.
        """
        return self.compression is not Compression.GZIP or not self.bytes_out % _WINDOW

    def fault_here(self) -> InflateProblem | None:
        """The damage that Go's reader reports together with the last bytes before it, if those were just read."""
        if self.ends_late or self._at < len(self._chunk) or self._fill():
            return None
        return self._problem if isinstance(self._problem, InflateProblem) else None

    @property
    def taken(self) -> int:
        """The number of stored bytes that were read so far."""
        return self._stored.taken

    @property
    def digest(self) -> str | None:
        """`sha256:...` of the inflated bytes so far; None without `digest`, which is a running sha256."""
        return None if self._hash is None else f"sha256:{self._hash.hexdigest()}"

    def _fill(self) -> bool:
        if self._problem:
            return False
        try:
            self._chunk, self._at = next(filter(None, self._chunks), b""), 0
        except (InflateProblem, LimitExceeded) as problem:
            self._chunk, self._at, self._problem = b"", 0, problem
            return False
        self.bytes_out += len(self._chunk)
        if self.bytes_out > self._limits.layer and self.bytes_out > self._limits.ratio * self._stored.taken:
            self._chunk, self._at = b"", 0
            self._problem = LimitExceeded(self._limits.reached("layer"))
            return False
        if self._hash is not None:
            self._hash.update(self._chunk)
        return bool(self._chunk)

    def _all_chunks(self) -> Iterator[bytes]:
        """The chunks, read fast; after damage once more from the start, carefully up to the last good byte."""
        sent = 0
        try:
            for chunk in self._decoded(fast=self._start is not None):
                sent += len(chunk)
                yield chunk
            return
        except InflateProblem as problem:
            if problem.damage is not EndReason.DATA or self._start is None:
                raise
            good = problem.at
        assert hasattr(self._source, "seek")
        self._source.seek(self._start)
        self._stored = Stored(self._source, careful_from=good)
        for chunk in self._decoded(fast=False):
            fresh = chunk[sent:]
            sent -= len(chunk) - len(fresh)
            if fresh:
                yield fresh

    def _decoded(self, *, fast: bool) -> Iterator[bytes]:
        most = self._limits.members
        if self.compression is Compression.GZIP:
            return chunks(self._stored, self.notes, strict=self._strict, fast=fast, most=most)
        if self.compression is Compression.ZSTD:
            from xpkgtui.filesystem.compression import zstd

            return zstd.chunks(self._stored, self.notes, strict=self._strict, most=most)
        if self.compression is Compression.XZ:
            from xpkgtui.filesystem.compression import xz

            return xz.chunks(self._stored, self.notes, most=most)
        return iter(lambda: self._stored.some(_PIECE), b"")
