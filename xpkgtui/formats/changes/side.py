"""One of two packages that are compared: its objects by name, and their values and places."""

from collections.abc import Container, Generator, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from xpkgtui.documents.chunk import Chunk, StreamBytes
from xpkgtui.documents.document import BrokenDocument, PackageDocument, parse
from xpkgtui.documents.outline import TextOutline
from xpkgtui.documents.position import FieldPath, Position
from xpkgtui.documents.stream import Stream
from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.documents.yaml.repeats import Repeats
from xpkgtui.formats.definitions.changes.proofs import Proofs
from xpkgtui.rules.case import Case
from xpkgtui.rules.finding import ObjectName, Place
from xpkgtui.rules.judging.locating import layer_digest
from xpkgtui.values import dataclass

_MISSED = 8
"""Places that texts do not give, after which documents are parsed with their places."""
_LONG_LINE = 20_000
"""Bytes of a line that no text has whose lines are fields."""
_LONGEST_NAME = 320
"""Characters of a file that stands for a name; all other names are cut where the stream is."""


class ObjectKey(NamedTuple):
    """The identity of an object, whatever its version and its place in the stream."""

    group: str
    """API group; the package of a catalog's document."""
    kind: str
    """Kind; the schema of a catalog's document."""
    name: str
    turn: int = 0
    """0 for the first object of these names, 1 for the second."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Thing:
    """One object of a side, parsed."""

    side: "Side"
    chunk: Chunk
    value: Mapping[str, Any]

    @property
    def name(self) -> ObjectName:
        """The object as changes name it."""
        return self.side.object_name(self.chunk)


class Side:
    """A package whose stream is at hand."""

    def __init__(self, case: Case, data: StreamBytes, stream: Stream) -> None:
        self.case = case
        self.data = data
        self.stream = stream
        self.other: Side
        """The other package, once they are matched."""
        self.proofs = Proofs()
        """Seeks proofs of what breaks from the other package to this one."""
        self.stored: Mapping[str, tuple[str, ...]] = dict(case.stored)
        """The versions that the cluster stores, by the name of the definition; empty where no cluster was asked."""
        self.kept: dict[str, Any] = {}
        """What a format makes of the side once, by a name."""
        self.repeats = Repeats()
        """The blocks of documents that were parsed; both sides share them, as most blocks are the same in both."""
        self._chunks: dict[ObjectKey, Chunk] = {}
        self._turns: dict[ObjectKey, int] = {}
        self._unlisted = iter(stream.chunks)
        self._effort = Effort.of_stream(len(data), case.options.limits)
        self._second_effort = Effort.of_stream(len(data), case.options.limits)
        self._read: tuple[int, PackageDocument | BrokenDocument, TextOutline] | None = None
        """The document that was read last; changes come object by object."""
        self._missed = 0
        """Places that texts do not give, less those that they do."""
        self._marked: tuple[int, PackageDocument | BrokenDocument] | None = None
        """The document that was parsed last with its places, as its text alone does not give them."""

    @property
    def chunks(self) -> Mapping[ObjectKey, Chunk]:
        """The documents that are not empty, in their order."""
        for _ in self.listing():
            pass
        return self._chunks

    def listing(self) -> Iterator[None]:
        """Lists them step by step, so that the caller can do other work in between."""
        for chunk in self._unlisted:
            if not chunk.empty:
                key = self._key(chunk)
                turn = self._turns[key] = self._turns.get(key, -1) + 1
                self._chunks[key._replace(turn=turn)] = chunk
                yield

    @cached_property
    def lacking(self) -> str:
        """Why not all of its objects are known, in a clause; empty where all are."""
        if self.stream.problem is not None:
            return f"cannot be read to its end: {self.stream.problem.message}"
        if self.case.reached:
            return f"was not read whole: {self.case.reached[0].sentence}"
        for one in self.chunks.values():
            if one.unnamed is not None or not (one.kind or one.blob or isinstance(self.read(one), Thing)):
                return f"has a document that cannot be read: {one.number}"
        return ""

    def file(self, chunk: Chunk) -> str:
        """The file that a document comes from; empty text for a stream that was not put together of files."""
        reading = self.case.reading
        origin = reading.origins.at(chunk.first_line) if reading else None
        return origin.file if origin else ""

    def text(self, chunk: Chunk) -> bytes:
        """The bytes of a document."""
        return self.data[chunk.start : chunk.end]

    def read(self, chunk: Chunk) -> Thing | BrokenDocument:
        """A document, parsed; one that is no mapping has no fields."""
        document, _ = self._document(chunk)
        if isinstance(document, BrokenDocument):
            return document
        return Thing(side=self, chunk=chunk, value=document.value if isinstance(document.value, dict) else {})

    def object_name(self, chunk: Chunk) -> ObjectName:
        """The object as changes name it: a document of a catalog by its schema, one without names by its file."""
        blob = chunk.blob
        version, kind, name = (
            ("", blob.schema, blob.name or blob.package)
            if blob
            else (chunk.api_version or "", chunk.kind or "", chunk.name)
        )
        name = name or ("" if kind else self.file(chunk))
        return ObjectName(api_version=version, kind=kind, name=(name or "")[:_LONGEST_NAME])

    def place(self, chunk: Chunk, path: FieldPath | None) -> Place:
        """Where a field stands; where it is not found, its nearest ancestor's place."""
        line, column = chunk.line, None
        if path is not None and path.parts:
            position = self._position(chunk, path)
            if position is not None:
                line, column = position.line, position.column
        reading = self.case.reading
        layer = reading.layer if reading else None
        origin = reading.origins.at(line) if reading else None
        return Place(
            layer=layer,
            layer_digest=layer_digest(self.case, layer),
            path=reading.entry if reading else None,
            file=origin.file if origin else None,
            document=chunk.number,
            field=str(path) if path is not None and path.parts else None,
            line=origin.line if origin else line,
            column=column,
        )

    def _key(self, chunk: Chunk) -> ObjectKey:
        if chunk.blob is not None:
            return ObjectKey(chunk.blob.package or "", chunk.blob.schema, chunk.blob.name or "")
        name = chunk.name or ("" if chunk.kind else self.file(chunk))
        return ObjectKey((chunk.api_version or "").rpartition("/")[0], chunk.kind or "", name)

    def _document(self, chunk: Chunk) -> tuple[PackageDocument | BrokenDocument, TextOutline]:
        if self._read is None or self._read[0] != chunk.number:
            # Where the texts of earlier ones do not give places, one parsing with places takes less than two.
            # Nor do those of long lines, which hold collections in brackets.
            text, limits = self.text(chunk), self.case.options.limits
            is_marked = self._missed > _MISSED or max(map(len, text.splitlines()), default=0) > _LONG_LINE
            repeats = None if is_marked else self.repeats
            document = parse(
                self.data, chunk, positions=is_marked, effort=self._effort, limits=limits, repeats=repeats
            )
            self._read = chunk.number, document, TextOutline(text)
        return self._read[1:]

    def _position(self, chunk: Chunk, path: FieldPath) -> Position | None:
        """Where a field stands: as the text gives it, else as the parser does."""
        document, outline = self._document(chunk)
        if isinstance(document, PackageDocument) and document.marks is not None:
            return document.position(path)
        found = None
        if isinstance(document, PackageDocument) and not document.oddities:
            found = outline.find(document.value, path)
        self._missed = max(0, self._missed + (1 if found is None else -1))
        if found is not None:
            return Position(line=chunk.first_line + found[0], column=found[1] + 1)
        if self._marked is None or self._marked[0] != chunk.number:
            effort, limits = self._second_effort, self.case.options.limits
            self._marked = chunk.number, parse(self.data, chunk, positions=True, effort=effort, limits=limits)
        marked = self._marked[1]
        return marked.position(path) if isinstance(marked, PackageDocument) else marked.position


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Matched:
    """The objects of two sides, side by side."""

    pairs: Sequence[tuple[ObjectKey, Chunk | None, Chunk | None]]
    """Those that differ in their bytes, or are on one side only; in the order of the new side, what is gone last."""
    equal: int
    """How many have the same bytes."""


def match(old: Side, new: Side, sole: Container[tuple[str, str]] = ()) -> Generator[None, None, Matched]:
    """Matches objects by API group, kind and name, step by step; those whose bytes are equal are only counted.

    Kinds that are `sole`, of which a package has one, are matched whatever their names are.
    """
    old.other, new.other = new, old
    old.repeats = new.repeats
    yield from old.listing()
    yield from new.listing()
    equal = 0
    pairs: list[tuple[ObjectKey, Chunk | None, Chunk | None]] = []
    left = dict(_matched(old, sole))
    for key, chunk in _matched(new, sole):
        before = left.pop(key, None)
        if before is not None and same_text(old, before, new, chunk):
            equal += 1
        else:
            pairs.append((key, before, chunk))
        yield
    pairs.extend((key, chunk, None) for key, chunk in left.items())
    return Matched(pairs=pairs, equal=equal)


def _matched(side: Side, sole: Container[tuple[str, str]]) -> Iterator[tuple[ObjectKey, Chunk]]:
    turns: dict[ObjectKey, int] = {}
    for key, chunk in side.chunks.items():
        if (key.group, key.kind) in sole:
            nameless = key._replace(name="", turn=0)
            turn = turns[nameless] = turns.get(nameless, -1) + 1
            yield nameless._replace(turn=turn), chunk
        else:
            yield key, chunk


def same_text(side: Side, chunk: Chunk, other_side: Side, other: Chunk) -> bool:
    """Whether two documents have the same bytes, but for separators and blanks around them."""
    return _stripped(side, chunk) == _stripped(other_side, other)


def _stripped(side: Side, chunk: Chunk) -> bytes:
    return side.text(chunk).removeprefix(b"---\n").strip()
