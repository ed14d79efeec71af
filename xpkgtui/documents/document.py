"""One document: what Go makes of a chunk, or why it makes nothing of it."""

import mmap
import re
from dataclasses import dataclass, field
from typing import Any

from xpkgtui.documents.builder import Builder
from xpkgtui.documents.chunk import Chunk
from xpkgtui.documents.events import Misread, Reason, Refused, refuse_escaped_slash
from xpkgtui.documents.json_text import to_json
from xpkgtui.documents.marks import Marks
from xpkgtui.documents.notes import Note, NoteKind, Notes
from xpkgtui.documents.position import FieldPath, Position
from xpkgtui.documents.source import Source

__all__ = [
    "BrokenDocument",
    "Note",
    "NoteKind",
    "PackageDocument",
    "Reason",
    "build",
    "chunk_text",
    "parse",
    "to_json",
]

MAX_BYTES = 8 << 20
"""Larger documents are not parsed; etcd takes no object of more than 1.5 MB."""
_EFFORT = 32 << 20
"""Characters that are read again and again because libyaml stops where go-yaml does not."""
_CONTENT = re.compile(r"^(?![ \t]*(?:#|\r?$)|\.\.\.[ \t]*(?:#.*)?\r?$).+", re.MULTILINE)
_SECOND_MARK = re.compile(r"\A\ufeff((?:[ \t]*+(?:#[^\n]*+)?+\n)*+)")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PackageDocument:
    """A chunk that Go reads."""

    chunk: Chunk
    value: Any
    """As Go's JSON has it: dict, list, str, int, float, bool or None; collections may be shared by aliases."""
    notes: tuple[Note, ...] = ()
    marks: Marks | None = field(default=None, repr=False)

    def position(self, path: FieldPath) -> Position | None:
        """Of the key or item at `path`, or of its nearest ancestor; None where it was parsed without positions."""
        if self.marks is None:
            return None
        line, column = self.marks.find(self.value, path)
        return Position(line=self.chunk.first_line + line, column=column + 1)

    def plain(self, path: FieldPath) -> str | None:
        """The source text where YAML 1.1 made a bool, a number or null of a plain scalar; needs positions."""
        return None if self.marks is None else self.marks.text_of(self.value, path)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class BrokenDocument:
    """A chunk that Go refuses, or that we do not read."""

    chunk: Chunk
    reason: Reason
    message: str
    """In Go's words as well as we know them; a line in it counts inside the chunk."""
    position: Position | None = None


def parse(data: bytes | mmap.mmap, chunk: Chunk, *, positions: bool = False) -> PackageDocument | BrokenDocument:
    """The document of a chunk; never raises, whatever the bytes."""
    try:
        text, notes = chunk_text(data[chunk.start : chunk.end])
        builder = build(text, positions=positions)
        _look_behind(text, builder.end, notes)
    except Refused as refused:
        return _broken(data, chunk, refused)
    found = notes.placed(chunk.first_line) + builder.tree.notes.placed(chunk.first_line)
    return PackageDocument(chunk=chunk, value=builder.tree.value, notes=found, marks=builder.tree.marks)


def chunk_text(raw: bytes) -> tuple[str, Notes]:
    """The chunk as Go's reader hands it on; raises Refused for what is no UTF-8 or too large."""
    notes = Notes()
    if len(raw) > MAX_BYTES:
        raise Refused(Reason.SIZE, f"the document is larger than {MAX_BYTES:,} bytes and was not parsed")
    if raw[:2] in {b"\xff\xfe", b"\xfe\xff"}:
        raise Refused(Reason.ENCODING, "the document is UTF-16, packages are UTF-8", line=0, column=0)
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        before = raw[: error.start]
        line_start = before.rfind(b"\n") + 1
        column = len(before[line_start:].decode("utf-8", "replace"))
        raise Refused(
            Reason.ENCODING, f"yaml: {_go_encoding(raw, error)}", line=before.count(b"\n"), column=column
        ) from error
    if text.startswith("\ufeff"):
        text = text[1:]
        notes.add(NoteKind.BOM, None, 0, "starts with a byte order mark")
        # go-yaml steps over a second one as over a blank, so that what comes first stands one column further in.
        text = _SECOND_MARK.sub(r"\1 ", text, count=1)
    if "\r\n" in text:
        notes.add(NoteKind.CRLF, None, text.count("\n", 0, text.index("\r\n")), "lines end in CR LF")
        text = text.replace("\r\n", "\n")
    return text if text.endswith("\n") else text + "\n", notes


def build(text: str, *, positions: bool = False) -> Builder:
    """The built document; raises Refused."""
    source = Source.of(text)
    for _ in range(min(_EFFORT // (len(text) + 1000) + 2, 2_000)):
        try:
            refuse_escaped_slash(source)
            builder = Builder(source, positions=positions)
            builder.build()
        except Misread as misread:
            masked = source.masking(misread.index)
            if masked is None:
                raise misread.refused from None
            source = masked
        except Refused as refused:
            if refused.path is None:
                raise
            if not positions:
                return build(text, positions=True)
            if builder.tree.marks is not None:
                refused.line, refused.column = builder.tree.marks.find(builder.tree.value, refused.path)
            raise
        else:
            return builder
    raise Refused(Reason.SYNTAX, "too many colons and quotes that libyaml stops at: not read further")


def _look_behind(text: str, end: int, notes: Notes) -> None:
    """Notes what stands behind the first document, where Go does not look."""
    line, counted = 0, 0
    for match in _CONTENT.finditer(text, end):
        # Counted on from the last one: a chunk may hold a million directives.
        line, counted = line + text.count("\n", counted, match.start()), match.start()
        if not match[0].startswith("%"):
            notes.add(NoteKind.HIDDEN, None, line, "content behind the end of the document is ignored")
            return
        notes.add(NoteKind.DIRECTIVE, None, line, "a directive behind the end of the document is ignored")


def _broken(data: bytes | mmap.mmap, chunk: Chunk, refused: Refused) -> BrokenDocument:
    reason = refused.reason
    if "end of stream" in refused.message and data[chunk.end : chunk.end + 3] == b"---":
        reason = Reason.SEPARATOR
    position = None
    if refused.line is not None:
        position = Position(line=chunk.first_line + refused.line, column=(refused.column or 0) + 1)
    return BrokenDocument(chunk=chunk, reason=reason, message=refused.message, position=position)


def _go_encoding(raw: bytes, error: UnicodeDecodeError) -> str:
    """The reader's complaint (readerc.go) about the bytes that Python stopped at."""
    first = raw[error.start]
    width = next(
        (w for w, low, high in ((2, 0xC0, 0xE0), (3, 0xE0, 0xF0), (4, 0xF0, 0xF8)) if low <= first < high), 0
    )
    if not width:
        return "invalid leading UTF-8 octet"
    # Go's line reader has added a line end by now.
    sequence = (raw if raw.endswith(b"\n") else raw + b"\n")[error.start : error.start + width]
    if len(sequence) < width:
        return "incomplete UTF-8 octet sequence"
    if any(octet & 0xC0 != 0x80 for octet in sequence[1:]):
        return "invalid trailing UTF-8 octet"
    overlong = (
        first in {0xC0, 0xC1} or (first == 0xE0 and sequence[1] < 0xA0) or (first == 0xF0 and sequence[1] < 0x90)
    )
    return "invalid length of a UTF-8 sequence" if overlong else "invalid Unicode character"
