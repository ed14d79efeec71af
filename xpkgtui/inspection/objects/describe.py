"""The facts of one document, kept within what an event may carry; and what the format notes of all in a list."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import islice

from xpkgtui import visible
from xpkgtui.documents.chunk import Chunk, StreamBytes
from xpkgtui.documents.document import BrokenDocument, PackageDocument, parse
from xpkgtui.documents.origins import Origins
from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.fetching.threads import Threads
from xpkgtui.formats.fact import Fact, brief, identity
from xpkgtui.formats.format import Format
from xpkgtui.formats.package_objects import PackageObjects
from xpkgtui.formats.role import Role
from xpkgtui.inspection.messages.events import ROWS, Emit
from xpkgtui.inspection.messages.replies import FactsRead, ObjectNote, ObjectsNoted
from xpkgtui.inspection.messages.requests import ReadFacts
from xpkgtui.inspection.objects.stream import PackageStream, mapped
from xpkgtui.inspection.opened_source import OpenedSource
from xpkgtui.inspection.rows.objects import ObjectRow
from xpkgtui.visible import plural

_MOST = 400
"""The most facts of one object."""
_CHARACTERS = 48_000
"""The most characters of all facts of one object: an event must stay small."""


async def read_facts(stream: PackageStream, source: OpenedSource, request: ReadFacts, emit: Emit) -> None:
    """Emits the facts of one object; everything but the sending is work for a thread."""
    await stream.listed()
    chunk = stream.chunk(request.document)
    read = partial(_read, stream, chunk, source.options.crossplane)
    await emit(await source.pool.run(read))


def bounded(facts: Iterable[Fact]) -> Iterator[Fact]:
    """As many facts as an event may carry, and a note where there are more."""
    left = _CHARACTERS
    for number, (label, said) in enumerate(facts):
        left -= len(label) + len(said)
        if left < 0 or number >= _MOST:
            yield "and more", "This overview is not complete. The YAML tab shows all of the object."
            return
        yield label, said


@contextmanager
def mapped_objects(stream: PackageStream) -> Iterator[PackageObjects]:
    """The objects of a stream, parsed with as much effort as one of its size may take; blocks."""
    with mapped(stream.file) as data:
        yield package_objects(stream, data, Effort.of_stream(len(data), stream.limits))


def package_objects(stream: PackageStream, data: StreamBytes, effort: Effort) -> PackageObjects:
    """The objects of a stream, as long as its bytes are there."""
    return PackageObjects(
        heads=stream.rows,
        read=partial(_value, stream, data, effort),
        text=partial(_text, data),
        files=stream.files,
        labels=stream.labels,
    )


def _text(data: StreamBytes, row: ObjectRow) -> bytes:
    return bytes(data[row.start : row.end])


def _read(stream: PackageStream, chunk: Chunk, crossplane: str) -> FactsRead:
    with mapped(stream.file) as data:
        document = parse(data, chunk, limits=stream.limits)
        if isinstance(document, BrokenDocument):
            facts = (*_broken(chunk, document, stream.origins), *_size(data, chunk))
            found = FactsRead(facts=facts)
        else:
            package = package_objects(stream, data, Effort())
            found = _described(data, document, package, stream.format, crossplane)
    return replace(found, origin=_origin(stream, chunk))


def _described(
    data: StreamBytes, document: PackageDocument, package: PackageObjects, format: Format, target: str
) -> FactsRead:
    chunk, number = document.chunk, document.chunk.number
    row = next((row for row in package.heads if row.document == number), None)
    is_meta = row is not None and row.role is Role.META
    overview = format.overview(document.value, target, package) if is_meta else None
    if overview is not None and not overview.has_facts:
        return FactsRead(facts=(identity(document.value),), overview=overview)
    facts = (*bounded(format.facts(document.value, replace(package, shown=row))), *_size(data, chunk))
    return FactsRead(facts=facts, overview=overview)


def _value(stream: PackageStream, data: StreamBytes, effort: Effort, row: ObjectRow) -> object:
    chunk = Chunk(number=row.document, start=row.start, end=row.end, first_line=row.first_line, line=row.line)
    document = parse(data, chunk, effort=effort)
    if isinstance(document, PackageDocument):
        return document.value
    if document.limit is not None:
        stream.refused[row.document] = document.limit
    return None


def _broken(chunk: Chunk, document: BrokenDocument, origins: Origins) -> Iterator[Fact]:
    """A document that cannot be parsed, by its first lines."""
    yield (
        "object",
        f"{brief(chunk.kind) or 'Document'} {brief(chunk.name) or '(no name)'}  {brief(chunk.api_version)}",
    )
    yield "broken", f"{document.message}\nThe YAML tab shows its text as it is."
    if document.position is not None:
        yield "at", f"{_line(origins, document.position.line)}, column {document.position.column:,}"


def _size(data: StreamBytes, chunk: Chunk) -> tuple[Fact, ...]:
    lines = data[chunk.start : chunk.end].count(b"\n") + (data[chunk.end - 1 : chunk.end] != b"\n")
    return (("size", f"{plural(lines, 'line')}, {visible.size(chunk.end - chunk.start)}"),)


def _origin(stream: PackageStream, chunk: Chunk) -> str:
    number, line = f"document {chunk.number:,} of {len(stream.chunks):,}", _line(stream.origins, chunk.line)
    if origin := stream.origins.at(chunk.line):
        layer = stream.layer_of(origin.file)
        return " · ".join([*([] if layer is None else [f"layer {layer}"]), line, number])
    where = [] if stream.layer is None else [f"layer {stream.layer}", stream.entry or ""]
    return " · ".join([*where, number, line])


def _line(origins: Origins, line: int) -> str:
    """A line of the stream, or of the file that it comes from."""
    origin = origins.at(line)
    return f"{origin.file}:{origin.line}" if origin else f"line {line:,}"


_PARSED = 8 << 20
"""Bytes of a stream all of which may be parsed for notes; of a larger one as much."""
_LONGEST = 80


async def note_objects(stream: PackageStream, pool: Threads, emit: Emit) -> None:
    """Emits the notes, if the format has any, as they are made."""
    if stream.format.forms is None:
        return
    await stream.arrive()
    notes = _notes(stream)
    while found := await pool.run(lambda: tuple(islice(notes, ROWS))):
        await emit(ObjectsNoted(notes=found))


def _notes(stream: PackageStream) -> Iterator[ObjectNote]:
    forms = stream.format.forms
    with mapped(stream.file) as data:
        effort = Effort.of_stream(min(len(data), _PARSED), stream.limits)
        if forms is not None:
            for document, text in forms.notes(package_objects(stream, data, effort)):
                yield document, text[:_LONGEST]
