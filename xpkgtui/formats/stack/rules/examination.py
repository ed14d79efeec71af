"""The examination of `.registry`: the documents of its files one after the other, and the package that they make."""

from collections.abc import Iterator
from dataclasses import replace

from xpkgtui import untyped
from xpkgtui.documents.chunk import Chunk, StreamBytes
from xpkgtui.documents.document import PackageDocument, parse
from xpkgtui.documents.stream import Stream
from xpkgtui.formats.stack.files import Sort, inside, sorts_of, walk_order
from xpkgtui.formats.stack.rules.subject import (
    KnownDefinition,
    Remembered,
    StackDocument,
    StackPackage,
    definition_of,
    files_of,
)
from xpkgtui.rules.case import Case

_KEPT = {Sort.APP, Sort.BEHAVIOR, Sort.GROUP, Sort.RESOURCE}


class StackExamination:
    """The documents of a stream, one after the other."""

    def __init__(self, case: Case, data: StreamBytes, stream: Stream) -> None:
        self._data = data
        self._limits = case.limits
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
                        line=subject.chunk.line,
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
        """The offset so many lines further."""
        for _ in range(lines):
            start = self._data.find(b"\n", start) + 1
        return start

    def _origin(self, chunk: Chunk) -> tuple[str, int]:
        origin = self._origins.at(chunk.line) if self._origins else None
        return (inside(origin.file), origin.line) if origin else ("", chunk.line)
