"""The assembly of one stream from many files: chosen documents first, then all others in the order of the walk.

The text of every document is kept, and with it its file and line.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from enum import IntEnum
from typing import BinaryIO, Protocol

from xpkgtui.documents.chunk import Chunk
from xpkgtui.documents.origins import Origins, OriginsBuilder
from xpkgtui.documents.stream import split
from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.errors import XpkgError
from xpkgtui.golang.characters import SPACES
from xpkgtui.limits import LARGEST_STREAM, Limits, ReachedLimit
from xpkgtui.patterns import late
from xpkgtui.readers.folder import LeftOut, OmissionReason, SourceFile, SourceFolder
from xpkgtui.values import dataclass

_SEPARATOR = b"---\n"
_BOM = b"\xef\xbb\xbf"
_HEAD = 4096
"""Bytes of a file in which Kubernetes' decoder looks for a brace, behind what Go calls spaces."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Assembly:
    """The result of an assembly."""

    origins: Origins
    objects: int
    """Documents that are not empty."""
    read: int
    """Files that were read."""
    first: str | None
    """The file of the document that was put first."""
    left_out: tuple[LeftOut, ...] = ()
    truncated: bool = False
    """Whether there are more bytes than `limit`."""
    reached: tuple[ReachedLimit, ...] = ()
    """The limit of documents, where there are more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentPart:
    """One of several documents that stand for one of a file."""

    data: bytes
    lines: tuple[tuple[int, int], ...]
    """Lines of the text, from 0, each with its line of the file; those between them follow one another."""


class Apart(Protocol):
    """Takes a document apart."""

    def __call__(self, data: bytes, line: int, most: int, *, in_json: bool) -> tuple[DocumentPart, ...]:
        """At most `most` documents in place of one at `line` of its file; nothing where it stays.

        `in_json` says that its file begins with a brace.
        """
        ...


def assemble(
    folder: SourceFolder,
    files: Iterable[SourceFile],
    sink: BinaryIO,
    spool: BinaryIO,
    is_first: Callable[[Chunk], bool],
    limit: int = LARGEST_STREAM,
    *,
    with_json: bool = False,
    takes_files_whole: bool = False,
    apart: Apart | None = None,
    suspect: re.Pattern[bytes] | None = None,
    kept: dict[str, bytes] | None = None,
) -> Assembly:
    """Copies the files into `sink`, documents that are `is_first` to the front; `spool` holds them meanwhile.

    `with_json` takes JSON objects one after another for documents; `takes_files_whole` says that YAML's parser reads
    files as they are, so that `%YAML` stands above a document; `apart` is asked about each document. No document
    `is_first` where the bytes of its file are not `suspect`; `kept` are the bytes of files that were read before.
    """
    reader = _Gathering(folder, spool, is_first, limit)
    reader.with_json, reader.apart, reader.takes_files_whole = with_json, apart, takes_files_whole
    reader.suspect, reader.kept = suspect, kept or {}
    reader.read(files)
    return Assembly(
        origins=_compose(spool, sink, reader),
        objects=sum(piece.rank is not _Rank.BROKEN for piece in reader.pieces),
        read=reader.count,
        first=next((piece.file for piece in reader.pieces if piece.rank is _Rank.FIRST), None),
        left_out=tuple(reader.left_out),
        truncated=reader.truncated,
        reached=(folder.limits.reached("documents"),) if reader.is_full else (),
    )


class _Rank(IntEnum):
    FIRST = 0
    OBJECT = 1
    BROKEN = 2
    """The rest of a file from a separator with content on; comes last, because reading stops there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Piece:
    rank: _Rank
    file: str
    line: int
    offset: int
    size: int
    lines: tuple[tuple[int, int], ...] = ()


class _Gathering:
    """Files copied into one, with the positions of their documents."""

    def __init__(self, folder: SourceFolder, raw: BinaryIO, is_first: Callable[[Chunk], bool], limit: int) -> None:
        self.pieces: list[_Piece] = []
        self.left_out: list[LeftOut] = []
        self.braced: set[str] = set()
        """Files that begin with a brace."""
        self.count = 0
        self.truncated = self.is_full = self.with_json = self.takes_files_whole = False
        self.apart: Apart | None = None
        self.suspect: re.Pattern[bytes] | None = None
        self.kept: dict[str, bytes] = {}
        self._raw = raw
        self._folder = folder
        self._is_first = is_first
        self._left = limit
        self._size = 0
        self._effort = Effort(limits=folder.limits)
        self._is_broken = False
        self._made: list[bytes] = []
        """Texts that follow those of the file in `raw`."""

    def read(self, files: Iterable[SourceFile]) -> None:
        for file in files:
            self.is_full = len(self.pieces) > self._folder.limits.documents
            if self.truncated or self.is_full:
                return
            try:
                data = self.kept.pop(file.name, b"") or self._folder.read(file, self._left + 1)
            except XpkgError as error:
                self.left_out.append(LeftOut(name=file.name, reason=OmissionReason.NOT_READ, detail=error.title))
                continue
            if len(data) > self._left:
                data, self.truncated = data[: self._left], True
            self.count += 1
            self._left -= len(data)
            before = len(self.pieces)
            if data[:_HEAD].decode("utf-8", "replace").lstrip(SPACES).startswith("{"):
                self.braced.add(file.name)
            self._cut(data, file.name)
            if self.apart is not None:
                self._take_apart(data, before, self.apart)
            self._raw.write(data)
            self._size += len(data)
            for made in self._made:
                self._raw.write(made)
                self._size += len(made)
            self._made.clear()

    def _cut(self, data: bytes, name: str) -> None:
        """Adds the documents of one file; the end of a file ends its last document."""
        if self.with_json and len(found := json_objects(data, self._folder.limits)) > 1:
            for one in found:
                self._add(_Rank.BROKEN if one.is_broken else _Rank.OBJECT, name, one.line, one.start, one.end)
            return
        self._effort.grow(len(data))
        named = self.suspect is None or self.suspect.search(data) is not None
        stream = split(data, self._effort, self._folder.limits, named=named)
        for chunk in stream.chunks:
            if not chunk.empty and not (self.takes_files_whole and _is_version(data, chunk)):
                rank = _Rank.FIRST if named and self._is_first(chunk) else _Rank.OBJECT
                self._add(rank, name, chunk.first_line, chunk.start, chunk.end)
        if stream.problem is not None:
            if self._is_broken:
                line = str(stream.problem.line)
                self.left_out.append(LeftOut(name=name, reason=OmissionReason.SEPARATOR, detail=line))
            self._is_broken = True
            start = data.find(b"\n", stream.chunks[-1].end) + 1 if stream.chunks else 0
            self._add(_Rank.BROKEN, name, data.count(b"\n", 0, start) + 1, start, len(data))

    def _take_apart(self, data: bytes, before: int, apart: Apart) -> None:
        """Puts parts in the place of documents of the file that was cut last; their text follows that of the file."""
        pieces, self.pieces[before:] = self.pieces[before:], []
        end = self._size + len(data)
        for piece in pieces:
            start = piece.offset - self._size
            text = data[start : start + piece.size]
            most = self._folder.limits.documents - len(self.pieces)
            parts = (
                () if piece.rank is _Rank.BROKEN else apart(text, piece.line, most, in_json=piece.file in self.braced)
            )
            for part in parts:
                self._made.append(part.data)
                self.pieces.append(
                    replace(piece, offset=end, size=len(part.data), line=part.lines[0][1], lines=part.lines)
                )
                end += len(part.data)
            if not parts:
                self.pieces.append(piece)

    def _add(self, rank: _Rank, name: str, line: int, start: int, end: int) -> None:
        self.pieces.append(_Piece(rank=rank, file=name, line=line, offset=self._size + start, size=end - start))


def _is_version(data: bytes, chunk: Chunk) -> bool:
    """Whether a text above a separator is the directive of the version that parsers know, and nothing else."""
    text, is_above = data[chunk.start : chunk.end][:_HEAD], data[chunk.end :].lstrip(b"\r\n").startswith(b"---")
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith(b"#")]
    return is_above and len(lines) == 1 and lines[0].split() == [b"%YAML", b"1.1"]


def _compose(raw: BinaryIO, out: BinaryIO, gathered: _Gathering) -> Origins:
    """Writes the pieces in their order, with separators between them."""
    builder, line, lead = OriginsBuilder(), 1, 0
    for number, piece in enumerate(sorted(gathered.pieces, key=lambda piece: piece.rank)):
        text = _text(raw, piece)
        # A byte order mark must stay the first thing of its document, and two separators would make an empty one.
        if number == 0 and not text.startswith((_SEPARATOR[:3], _BOM)):
            out.write(_SEPARATOR)
            lead = len(_SEPARATOR)
            line += 1
        if not piece.lines:
            builder.add(line, piece.file, piece.line)
        for inside, source in piece.lines:
            builder.add(line + inside, piece.file, source)
        out.write(text)
        line += text.count(b"\n")
        if piece.rank is not _Rank.BROKEN:
            out.write(_SEPARATOR)
            line += 1
    return builder.origins(lead, gathered.braced)


def _text(raw: BinaryIO, piece: _Piece) -> bytes:
    raw.seek(piece.offset)
    text = raw.read(piece.size)
    return text if text.endswith(b"\n") else text + b"\n"


_BLANKS = late(rb"[ \t\r\n]*")
_BLANKS_OF_TEXT = late("[ \t\r\n]*")
_FIRST_LINE = late(r"[^\S\n]*\n?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """One document within a file."""

    start: int
    end: int
    line: int
    """The line of its first byte, from 1."""
    is_broken: bool = False
    """Whether it begins with a separator that goes on, or is the rest of JSON that cannot be read."""
    problem: str = ""
    """Go's message about such a separator."""


def cut(data: bytes, limits: Limits) -> Iterator[Cut]:
    """The documents in order, comments alone too; the last one may be the rest that cannot be cut."""
    objects, start = _json_cuts(data, limits)
    yield from objects
    if len(objects) > 1 or start >= len(data) > 0:
        return
    line = 1 + data.count(b"\n", 0, start)
    rest = data[start:]
    stream = split(rest, Effort(0), limits)
    for chunk in stream.chunks:
        yield Cut(start=start + chunk.start, end=start + chunk.end, line=line + chunk.first_line - 1)
    if stream.problem is not None:
        begin = data.find(b"\n", start + stream.chunks[-1].end) + 1 if stream.chunks else start
        problem = "" if stream.problem.limit else stream.problem.message
        line = data.count(b"\n", 0, begin) + 1
        yield Cut(start=begin, end=len(data), line=line, is_broken=True, problem=problem)


def json_objects(data: bytes, limits: Limits) -> list[Cut]:
    """The documents of a file of JSON objects, one after another; a rest that cannot be read is the last one."""
    objects, start = _json_cuts(data, limits)
    if len(objects) != 1 or start >= len(data) or not data[objects[0].end :].strip():
        return objects
    end = objects[0].end
    line = data.count(b"\n", 0, end) + 1
    return [*objects, Cut(start=end, end=len(data), line=line, is_broken=True)]


def _json_cuts(data: bytes, limits: Limits) -> tuple[list[Cut], int]:
    """JSON objects at the beginning, behind several of them what is broken; and the offset at which YAML goes on."""
    blanks = _BLANKS.match(data)
    if blanks is None or data[blanks.end() : blanks.end() + 1] != b"{":
        return [], 0
    objects, start = _json_objects(data, limits)
    found, line, counted = [], 1, 0
    for begin, end in objects:
        line += data.count(b"\n", counted, begin)
        counted = begin
        found.append(Cut(start=begin, end=end, line=line))
    if len(found) > 1 and start < len(data):
        line += data.count(b"\n", counted, start)
        found.append(Cut(start=start, end=len(data), line=line, is_broken=True))
    return found, start


def _json_objects(data: bytes, limits: Limits) -> tuple[list[tuple[int, int]], int]:
    """The JSON objects at the beginning as (offset, end) in bytes, and the offset at which YAML would go on."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return [], 0
    decoder = json.JSONDecoder(parse_constant=_no_constant)
    found: list[tuple[int, int]] = []
    at = begin = 0
    while len(found) < limits.documents:
        blanks = _BLANKS_OF_TEXT.match(text, at)
        following = blanks.end() if blanks else at
        if following >= len(text):
            return found, len(data)
        try:
            _, end = decoder.raw_decode(text, following)
        except (ValueError, RecursionError):
            break
        begin += following - at
        size = len(text[following:end].encode())
        found.append((begin, begin + size))
        begin += size
        at = end
    if len(found) == 1 and (line := _FIRST_LINE.match(text, at)):
        begin += len(line[0].encode())
    return found, begin


def _no_constant(name: str) -> None:
    raise ValueError(name)
