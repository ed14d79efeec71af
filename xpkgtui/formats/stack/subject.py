"""What rules about `.registry` look at: its files, one document, and the whole package; and what makes them."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import field, fields, replace
from functools import cached_property
from typing import Any

from xpkgtui import untyped
from xpkgtui.documents.chunk import Chunk, StreamBytes
from xpkgtui.documents.document import PackageDocument, parse
from xpkgtui.documents.stream import Stream
from xpkgtui.errors import parsed
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.formats.go_decoding.loosely import text_of
from xpkgtui.formats.stack import record
from xpkgtui.formats.stack.binding import BindableFiles, Definition
from xpkgtui.formats.stack.files import Sort, inside, sorts_of, walk_order
from xpkgtui.formats.stack.record import Recorded
from xpkgtui.formats.stack.shapes import found
from xpkgtui.oci.reference import Reference
from xpkgtui.readers.reader import FolderEntry
from xpkgtui.rules.case import Case
from xpkgtui.rules.finding import ObjectName
from xpkgtui.rules.ruleset import ParsedSubject, object_of
from xpkgtui.values import dataclass

BOTH = {"xp": "W", "spec": "W"}
"""What the package manager takes, and a reader of the package should know."""
SEMVER = re.compile(r"v?(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?")
"""A semantic version."""
_KEPT = {Sort.APP, Sort.BEHAVIOR, Sort.GROUP, Sort.RESOURCE}


@dataclass(frozen=True, kw_only=True, eq=False)
class StackFiles:
    """The files of `.registry`, whether or not they are YAML."""

    case: Case
    entries: tuple[FolderEntry, ...] = ()
    """Named as they are below `.registry`, in the order of the walk."""
    with_documents: frozenset[str] = frozenset()
    """Files that have a document."""
    was_read: bool = True

    @property
    def has_image(self) -> bool:
        """Whether there is an image, and not a folder of it alone."""
        return self.case.image is not None and self.case.image.config is not None

    @property
    def lacking(self) -> Mapping[str, str]:
        """The files that name a path of the image that it does not have."""
        return {one.name: one.lacks for one in self.entries if one.lacks} if self.has_image else {}

    @property
    def tag(self) -> str:
        """The tag of the image, where it is a version that is known."""
        source = self.case.source
        found = parsed(Reference.parse, source.name) if source.is_remote else None
        if found is None or not found.tag or found.digest is not None:
            return ""
        return found.tag if SEMVER.fullmatch(found.tag) else ""

    @cached_property
    def apps(self) -> tuple[FolderEntry, ...]:
        """Every app.yaml; the last one counts."""
        return tuple(one for one in self.entries if Sort.APP in sorts_of(one.name))

    def without_content(self, sort: Sort) -> Iterator[str]:
        """The files of a sort that have no document."""
        for one in self.entries:
            if sort in sorts_of(one.name) and one.type is EntryType.FILE and one.name not in self.with_documents:
                yield one.name


def files_of(case: Case) -> StackFiles:
    """The files that the reader looked at."""
    if (reading := case.reading) is None:
        return StackFiles(case=case, was_read=False)
    entries = (replace(one, name=inside(one.name)) for one in reading.files)
    return StackFiles(
        case=case,
        entries=tuple(sorted(entries, key=lambda one: walk_order(one.name))),
        with_documents=frozenset(map(inside, reading.origins.files)),
        was_read=reading.stage is None,
    )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StackDocument(ParsedSubject):
    """One document."""

    file: str
    """Below `.registry`."""
    sorts: tuple[Sort, ...]
    is_first: bool
    """Whether it is the first one of its file: others are not read."""
    is_app: bool = False
    """Whether it is the app.yaml that counts."""
    lines_before: int = 0
    """Lines of its file before it."""
    tag: str = ""
    """The tag of the image, where it is a version."""
    lacks: str = ""
    """The path that it names, and that the image does not have."""

    @property
    def walked(self) -> tuple[str, ...]:
        """The parts of its path, by which findings are sorted as files are walked."""
        return tuple(self.file.split("/"))

    @property
    def object_name(self) -> ObjectName | None:
        """The name of the object; None for files that hold none."""
        return None if Sort.APP in self.sorts else object_of(self.value)

    def is_read_as(self, sort: Sort) -> bool:
        """Whether the package manager reads the document as a file of this sort."""
        return self.is_first and sort in self.sorts

    def get(self, *names: str) -> Any:
        """A value, by its keys."""
        return found(self.value, *names)


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownDefinition(Recorded):
    """A definition, and where it is in the stream."""

    number: int
    line: int
    versions: tuple[str, ...]
    """The names in `spec.versions`."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Remembered:
    """A file whose content rules about the package need."""

    number: int
    file: str
    sort: Sort
    value: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, eq=False)
class StackPackage:
    """The whole package."""

    files: StackFiles
    definitions: tuple[KnownDefinition, ...] = ()
    remembered: tuple[Remembered, ...] = ()
    numbers: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """The number and line of the first document of each file."""
    odd_separator: int | None = None
    """The line of a separator with text behind it, at which splitting the stream stops."""
    beyond: tuple[StackDocument, ...] = ()
    """The first documents of files that have such a separator, where they are not among the others."""

    @cached_property
    def recorded(self) -> tuple[KnownDefinition, ...]:
        """The definitions that stay: of two of one kind and version the later one."""
        return tuple({(one.group, one.version, one.kind): one for one in self.definitions}.values())

    @cached_property
    def bindable(self) -> BindableFiles:
        """The files that may be bound to definitions."""
        plain = [one.name for one in self.files.entries if one.type is not EntryType.DIRECTORY]
        values = {one.file: one.value for one in self.remembered if one.sort is Sort.RESOURCE}
        return record.record_of(values, plain).bindable

    @cached_property
    def targets(self) -> tuple[Definition, ...]:
        """The definitions in the form that files are bound to."""
        return tuple(one.target for one in self.recorded)

    def of(self, sort: Sort) -> Iterator[Remembered]:
        """The files of a sort, in the order of the walk."""
        return (one for one in self.remembered if one.sort is sort)


def definition_of(subject: StackDocument) -> KnownDefinition:
    """The names of a definition, by the fields of v1beta1."""
    made = record.definition_of(subject.file, subject.value)
    versions = untyped.listing(subject.get("spec", "versions"))
    return KnownDefinition(
        **{one.name: getattr(made, one.name) for one in fields(made)},
        number=subject.chunk.number,
        line=subject.chunk.line,
        versions=tuple(filter(None, (text_of(found(one, "name")) for one in versions))),
    )


class StackExamination:
    """The documents of a stream, one after the other."""

    def __init__(self, case: Case, data: StreamBytes, stream: Stream) -> None:
        self._data = data
        self._limits = case.options.limits
        self._files = files_of(case)
        self._tag, self._lacking = self._files.tag, self._files.lacking
        self._origins = case.reading.origins if case.reading else None
        self._first: dict[str, tuple[int, int, int]] = {}
        """The line in the file, the number and the line of the first document of each file."""
        for chunk in stream.chunks:
            if not chunk.empty:
                name, line = self._origin(chunk)
                known = self._first.get(name)
                if known is None or line < known[0]:
                    self._first[name] = (line, chunk.number, chunk.line)
        self._stream = stream
        self._app = self._files.apps[-1].name if self._files.apps else ""
        self._definitions: list[KnownDefinition] = []
        self._remembered: list[Remembered] = []

    def document(self, chunk: Chunk) -> StackDocument:
        """Parses one document."""
        name, _ = self._origin(chunk)
        lead = self._origins.lead if self._origins and chunk.start == 0 else 0
        if lead:  # a separator that is in no file would move the lines that messages count
            chunk = replace(chunk, start=lead, first_line=chunk.first_line + 1)
        origin = self._origins.at(chunk.first_line) if self._origins else None
        first = self._first.get(name, (0, chunk.number, 0))[1] == chunk.number
        return StackDocument(
            chunk=chunk,
            document=parse(self._data, chunk, limits=self._limits),
            file=name,
            sorts=sorts_of(name),
            is_first=first,
            is_app=first and name == self._app,
            lines_before=origin.line - 1 if origin else 0,
            tag=self._tag,
            lacks=self._lacking.get(name, ""),
        )

    def remember(self, subject: StackDocument) -> None:
        """Keeps what binds files to definitions, and the names of definitions."""
        if subject.is_read_as(Sort.CRD) and isinstance(subject.document, PackageDocument):
            self._definitions.append(definition_of(subject))
        for sort in subject.sorts:
            if sort in _KEPT and subject.is_first:
                self._remembered.append(
                    Remembered(
                        number=subject.chunk.number,
                        file=subject.file,
                        sort=sort,
                        value=untyped.mapping(subject.value),
                    )
                )

    def package(self) -> StackPackage:
        """The package; definitions and files in the order of the walk."""
        problem, beyond = self._stream.problem, tuple(self._beyond())
        for one in beyond:
            self.remember(one)
        return StackPackage(
            odd_separator=problem.line if problem and problem.limit is None else None,
            beyond=beyond,
            files=self._files,
            definitions=tuple(sorted(self._definitions, key=lambda one: walk_order(one.path))),
            remembered=tuple(sorted(self._remembered, key=lambda one: walk_order(one.file))),
            numbers={name: (number, line) for name, (_, number, line) in self._first.items()},
        )

    def _beyond(self) -> Iterator[StackDocument]:
        """What begins each file that has a separator with text behind it: the stream ends with the rest of these."""
        problem, chunks = self._stream.problem, self._stream.chunks
        if problem is None or problem.limit is not None:
            return
        start = chunks[-1].end if chunks else 0
        if chunks:  # the separator that ends the last chunk
            start = self._data.find(b"\n", start) + 1
        line = problem.line - self._data[start : problem.offset].count(b"\n")
        starts = self._origins.starts if self._origins else ()
        if not chunks and self._origins and self._origins.lead:  # a separator that is in no file
            start, line = self._origins.lead, line + 1
        number = len(chunks)
        for following in (*(one for one in starts if one > line), None):
            end = len(self._data) if following is None else self._offset(start, following - line)
            number += 1
            chunk = Chunk(number=number, start=start, end=end, first_line=line, line=line)
            if self._origin(chunk)[0] not in self._first:
                yield self.document(chunk)
            start, line = end, following or line

    def _offset(self, start: int, lines: int) -> int:
        for _ in range(lines):
            start = self._data.find(b"\n", start) + 1
        return start

    def _origin(self, chunk: Chunk) -> tuple[str, int]:
        origin = self._origins.at(chunk.line) if self._origins else None
        return (inside(origin.file), origin.line) if origin else ("", chunk.line)
