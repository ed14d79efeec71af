"""One document: the value that Go reads from a chunk, or why Go refuses it."""

import re
from dataclasses import field
from typing import TYPE_CHECKING, Any

from xpkgtui.documents.chunk import Chunk, StreamBytes
from xpkgtui.documents.position import FieldPath, Position
from xpkgtui.documents.reading import TextReading, read_text
from xpkgtui.documents.yaml.effort import CHARACTER, Effort
from xpkgtui.documents.yaml.refusals import Misread, Oddities, Oddity, OddityKind, RefusalReason, Refused
from xpkgtui.limits import LIMITS, Limits, ReachedLimit
from xpkgtui.patterns import late
from xpkgtui.values import dataclass

if TYPE_CHECKING:
    from xpkgtui.documents.yaml.builder import Builder
    from xpkgtui.documents.yaml.marks import Marks
    from xpkgtui.documents.yaml.repeats import Repeats


_ATTEMPT = 10_000
"""Characters that another attempt costs beside the text, where libyaml stops and go-yaml does not."""
_CONTENT = late(r"^(?![ \t]*(?:#|\r?$)|\.\.\.[ \t]*(?:#.*)?\r?$).+", re.MULTILINE)
_SECOND_MARK = late(r"\A\ufeff((?:[ \t]*+(?:#[^\n]*+)?+\n|(?!))*+)")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PackageDocument:
    """A chunk that Go can read."""

    chunk: Chunk
    value: Any
    """The value as Go's JSON has it: dict, list, str, int, float, bool or None; aliases may share collections."""
    depth: int = 0
    """Lists and mappings inside each other."""
    oddities: tuple[Oddity, ...] = ()
    marks: "Marks | None" = field(default=None, repr=False)

    def position(self, path: FieldPath) -> Position | None:
        """Position of the key or item at `path` or of its nearest ancestor; None if parsed without positions."""
        if self.marks is None:
            return None
        line, column = self.marks.find(self.value, path)
        return Position(line=self.chunk.first_line + line, column=column + 1)

    def plain(self, path: FieldPath) -> str | None:
        """The text of a plain scalar that YAML 1.1 reads as a bool, a number or null; needs positions."""
        return None if self.marks is None else self.marks.text_of(self.value, path)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class BrokenDocument:
    """A chunk that Go refuses, or that is too large to parse."""

    reason: RefusalReason
    message: str
    """Go's message where it is known; a line number in it counts from the chunk's start."""
    position: Position | None = None
    limit: ReachedLimit | None = None
    """The limit of this program that kept it from being parsed."""


def parse(
    data: StreamBytes,
    chunk: Chunk,
    *,
    positions: bool = False,
    effort: Effort | None = None,
    limits: Limits | None = None,
    repeats: "Repeats | None" = None,
) -> PackageDocument | BrokenDocument:
    """The document of a chunk; raises nothing, whatever the bytes.

    `effort` and `repeats` are those of a stream, if they are shared by its documents; the limits are those of the
    effort, if no others are given.
    """
    limits = limits or (effort.limits if effort else LIMITS)
    try:
        # Asked before the bytes are copied: a document may be 200 MiB of zeros.
        _require_room(chunk.end - chunk.start, limits)
        text, reader, oddities = chunk_text(data[chunk.start : chunk.end], limits)
        shared = effort or Effort(limits=limits)
        builder = build(text, reader, positions=positions, effort=shared, repeats=repeats)
        _look_behind(text, builder.end, oddities)
    except Refused as refused:
        return _broken(data, chunk, refused)
    found = oddities.placed(chunk.first_line) + builder.tree.oddities.placed(chunk.first_line)
    tree, depth = builder.tree, builder.deepest
    return PackageDocument(chunk=chunk, value=tree.value, depth=depth, oddities=found, marks=tree.marks)


def chunk_text(raw: bytes, limits: Limits = LIMITS) -> tuple[str, TextReading, Oddities]:
    """The text of a chunk as Go's reader passes it on, and how it was read; raises Refused for large documents."""
    oddities = Oddities()
    _require_room(len(raw), limits)
    text, reader = read_text(raw)
    if reader.is_wide:
        oddities.add(OddityKind.UTF_16, None, 0, "is UTF-16")
    elif reader.is_marked:
        oddities.add(OddityKind.BOM, None, 0, "starts with a byte order mark")
        # go-yaml skips a second one like a blank, which moves the first content by one column.
        text = _SECOND_MARK.sub(r"\1 ", text, count=1)
    if "\r\n" in text:
        oddities.add(OddityKind.CRLF, None, text.count("\n", 0, text.index("\r\n")), "lines end in CR LF")
        text = text.replace("\r\n", "\n")
    return text if text.endswith("\n") else text + "\n", reader, oddities


def _require_room(size: int, limits: Limits) -> None:
    if size > limits.document:
        reached = limits.reached("document", size)
        raise Refused(RefusalReason.SIZE, reached.sentence, limit=reached)


def build(
    text: str,
    reader: TextReading | None = None,
    *,
    positions: bool = False,
    effort: Effort | None = None,
    repeats: "Repeats | None" = None,
) -> "Builder":
    """The built document; raises Refused, also where `effort` is at its end. With positions, it is parsed whole."""
    shared = effort or Effort()
    own = shared.of_document()
    granted = own.left
    try:
        built = repeats.build(text, own) if repeats is not None and not positions else None
        return built or _build(text, reader or TextReading(), own, positions=positions)
    finally:
        shared.left -= granted - own.left


def _build(text: str, reader: TextReading, effort: Effort, *, positions: bool) -> "Builder":
    # A parser of YAML is loaded where a document is parsed, not where documents are spoken of.
    from xpkgtui.documents.yaml.builder import Builder
    from xpkgtui.documents.yaml.masked_text import MaskedText

    source = MaskedText.of(text, reader)
    while True:
        try:
            builder = Builder(source, positions=positions, effort=effort)
            builder.build()
        except Misread as misread:
            masked = source.masking(misread.index)
            if masked is None:
                raise misread.refused from None
            source = masked
            effort.spend(CHARACTER * (len(text) + _ATTEMPT))
        except Refused as refused:
            if refused.path is None:
                raise
            if not positions:
                return _build(text, reader, effort, positions=True)
            if builder.tree.marks is not None:
                refused.line, refused.column = builder.tree.marks.find(builder.tree.value, refused.path)
            raise
        else:
            return builder


def _look_behind(text: str, end: int, oddities: Oddities) -> None:
    """Records content after the first document, which Go does not read."""
    if not text[end:].strip("\n"):
        return
    line, counted = 0, 0
    for match in _CONTENT.finditer(text, end):
        # Counting continues from the last match: a chunk may hold a million directives.
        line, counted = line + text.count("\n", counted, match.start()), match.start()
        if not match[0].startswith("%"):
            oddities.add(OddityKind.HIDDEN, None, line, "content after the end of the document is ignored")
            return
        oddities.add(OddityKind.DIRECTIVE, None, line, "a directive after the end of the document is ignored")


def _broken(data: StreamBytes, chunk: Chunk, refused: Refused) -> BrokenDocument:
    reason = refused.reason
    if "end of stream" in refused.message and data[chunk.end : chunk.end + 3] == b"---":
        reason = RefusalReason.SEPARATOR
    position = None
    if refused.line is not None:
        line, column = refused.line, refused.column or 0
        whole = data[chunk.start : chunk.end]
        if line > (last := whole.count(b"\n")):
            # The parser is given a last line that ends, and stops behind it.
            line, column = last, len(whole[whole.rfind(b"\n") + 1 :].decode("utf-8", "replace"))
        position = Position(line=chunk.first_line + line, column=column + 1)
    return BrokenDocument(reason=reason, message=refused.message, position=position, limit=refused.limit)
