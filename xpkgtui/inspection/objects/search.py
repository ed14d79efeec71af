"""Which documents of the stream hold a text."""

from collections.abc import Iterator
from functools import partial

from xpkgtui.documents import outline
from xpkgtui.documents.chunk import Chunk, StreamBytes
from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.fetching.threads import Threads
from xpkgtui.inspection.messages.events import Emit
from xpkgtui.inspection.messages.replies import TextFound
from xpkgtui.inspection.messages.requests import SearchText
from xpkgtui.inspection.objects.describe import package_objects
from xpkgtui.inspection.objects.stream import PackageStream, mapped
from xpkgtui.inspection.rows.objects import ObjectRow
from xpkgtui.rules.case import StreamFile

_BYTES = 16 << 20
"""The bytes of the documents that are searched for one event."""
DOCUMENTS = 4_096
_OBJECTS = 4
"""Objects whose trait is read for one event, each of them from up to a hundred others."""
PIECE = 1 << 20
"""Bytes that are compared at once; a document may be 200 MB."""
_LONGEST = 1_000
_LARGEST = 16 << 20
"""Bytes of a document in which paths of keys are looked for."""


async def search_text(stream: PackageStream, pool: Threads, request: SearchText, emit: Emit) -> None:
    """Emits the documents that hold the text, batch by batch; ASCII letters without regard to case."""
    await stream.listed()
    if request.trait:
        await _search_trait(stream, pool, request, emit)
        return
    file, chunks = stream.file, stream.chunks
    wanted = request.word.encode("utf-8", "surrogatepass")[:_LONGEST].lower()
    done = 0
    for batch in _batches(chunks):
        found = await pool.run(partial(_search, file, batch, wanted))
        first, done = done, done + len(batch)
        await emit(TextFound(documents=found, first=first, done=done, total=len(chunks)))
    if not chunks:
        await emit(TextFound(documents=frozenset(), first=0, done=0, total=0))


async def _search_trait(stream: PackageStream, pool: Threads, request: SearchText, emit: Emit) -> None:
    """Emits the documents with this value of a trait, slice by slice."""
    trait = stream.format.traits().get(request.trait)
    heads = tuple(one for one in stream.rows if trait is not None and one.kind == trait.kind)
    effort = Effort.of_stream(stream.file.size, stream.limits)

    def read(some: tuple[ObjectRow, ...]) -> frozenset[int]:
        if trait is None:
            return frozenset()
        with mapped(stream.file) as data:
            found = trait.read(package_objects(stream, data, effort), some)
            return frozenset(number for number, value in found if value == request.word)

    for first in range(0, max(1, len(heads)), _OBJECTS):
        some = heads[first : first + _OBJECTS]
        found = await pool.run(partial(read, some))
        await emit(TextFound(documents=found, first=first, done=first + len(some), total=len(heads)))


def _batches(chunks: tuple[Chunk, ...]) -> Iterator[tuple[Chunk, ...]]:
    start, size = 0, 0
    for number, chunk in enumerate(chunks):
        size += chunk.end - chunk.start
        if size >= _BYTES or number - start + 1 >= DOCUMENTS:
            yield chunks[start : number + 1]
            start, size = number + 1, 0
    if start < len(chunks):
        yield chunks[start:]


def _search(file: StreamFile, chunks: tuple[Chunk, ...], wanted: bytes) -> frozenset[int]:
    with mapped(file) as data:
        return frozenset(chunk.number for chunk in chunks if _holds(data, chunk, wanted))


def _holds(data: StreamBytes, chunk: Chunk, wanted: bytes) -> bool:
    """Pieces overlap, so that nothing hides between them; a path such as `spec.forProvider` is one of keys, too."""
    keys = outline.written(wanted.decode("utf-8", "replace")) if chunk.end - chunk.start <= _LARGEST else ()
    if keys and outline.holds(data[chunk.start : chunk.end].lower(), keys):
        return True
    more = PIECE + len(wanted) - 1
    starts = range(chunk.start, chunk.end, PIECE)
    return any(wanted in data[at : min(chunk.end, at + more)].lower() for at in starts)
