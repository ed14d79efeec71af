"""The stream of a package: its file, the documents in it, and their rows."""

import asyncio
import mmap
from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from xpkgtui.documents.chunk import Chunk, StreamBytes
from xpkgtui.documents.origins import AS_GIVEN, Origins
from xpkgtui.documents.stream import SeparatorProblem, Splitter, Stream
from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.errors import NotFound
from xpkgtui.fetching.cache.disk import LEAST, Learned
from xpkgtui.fetching.single_flight import SingleFlight
from xpkgtui.fetching.threads import Threads
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.formats.definition_outline import Outline
from xpkgtui.formats.format import Format
from xpkgtui.formats.role import Role
from xpkgtui.inspection.messages.events import ROWS, Emit, ObjectsListed, ObjectsUnread
from xpkgtui.inspection.rows.objects import ListStop, ObjectRow
from xpkgtui.limits import LIMITS, Limits, ReachedLimit
from xpkgtui.readers.reader import FolderEntry
from xpkgtui.rules.case import StreamFile
from xpkgtui.values import dataclass

if TYPE_CHECKING:
    from xpkgtui.inspection.objects.defined_kinds import DefinedKinds


_MOST = 20_000
"""Documents of an index that is kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamIndex:
    """The documents of a stream, and what a format sees of each without parsing it."""

    format: str
    chunks: tuple[Chunk, ...]
    outlines: tuple[Outline | None, ...]
    stop: SeparatorProblem | None = None


class Indexes:
    """The indexes in a cache; they speak of a stream by its sha256, which was verified in this opening."""

    def __init__(self, folder: str | None, program: Callable[[], object] | None = None) -> None:
        """Without a folder there are none."""
        self._folder = folder
        self._learned = Learned[StreamIndex](StreamIndex, program)
        self._texts = Learned[str](str, program)

    def find(self, file: StreamFile, limits: Limits) -> StreamIndex | None:
        """The index of these bytes under these limits."""
        return self._learned.find(self._folder, _about(file, limits)) if _is_worth(file) else None

    def keep(self, file: StreamFile, limits: Limits, index: StreamIndex) -> None:
        """Writes an index; where that fails, the stream is split again next time."""
        if _is_worth(file) and len(index.chunks) <= _MOST:
            self._learned.keep(self._folder, _about(file, limits), index)

    def find_json(self, file: StreamFile, limits: Limits, document: int) -> str | None:
        """A document of these bytes as JSON."""
        about = ("json", document, *_about(file, limits))
        return self._texts.find(self._folder, about) if _is_worth(file) else None

    def keep_json(self, file: StreamFile, limits: Limits, document: int, text: str) -> None:
        """Writes a document; where that fails, it is parsed again next time."""
        if _is_worth(file):
            self._texts.keep(self._folder, ("json", document, *_about(file, limits)), text)


def _is_worth(file: StreamFile) -> bool:
    return bool(file.sha256) and file.size >= LEAST


def _about(file: StreamFile, limits: Limits) -> tuple[object, ...]:
    return "index", file.sha256, file.size, limits


_FIRST = 64
"""Documents of a large stream that are listed before the others are looked for: more than a screen has lines."""
_LARGE = 4 << 20
"""Bytes of a stream in which looking for documents takes longer than a frame."""

Bring = Callable[[], Coroutine[Any, Any, Path]]
"""Gives the file with the bytes of a stream, which is verified."""


@contextmanager
def mapped(file: StreamFile) -> Iterator[StreamBytes]:
    """The bytes of a stream, mapped; nothing may hold them afterwards."""
    if file.size == 0:
        yield b""
        return
    with Path(file.path).open("rb") as opened, mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ) as data:
        yield data


class PackageStream:
    """The documents of one file; they are named first, and parsed when they are shown."""

    def __init__(
        self,
        file: StreamFile,
        format: Format,
        *,
        origins: Origins = AS_GIVEN,
        layer: int | None = None,
        entry: str | None = None,
        files: tuple[FolderEntry, ...] = (),
        labels: Mapping[str, str] | None = None,
        limits: Limits = LIMITS,
        indexes: Indexes | None = None,
        bring: Bring | None = None,
    ) -> None:
        """`bring` fetches the bytes: only their size and sha256 are known until they `arrive`."""
        self.file = file
        self.format = format
        self.limits = limits
        self.origins = origins
        """The files and places that the lines come from."""
        self.layer = layer
        """The layer that it was taken from, and the entry of that layer; None where there is no image."""
        self.entry = entry
        self.files = tuple(one.name for one in files if one.type is not EntryType.DIRECTORY)
        """The files of the folder that it was made of."""
        self._layers = {one.name: one.layer for one in files}
        self.labels = labels or {}
        """The labels of the image that it was taken from."""
        self.chunks: tuple[Chunk, ...] = ()
        """The documents that were found so far."""
        self._stop: SeparatorProblem | None = None
        """Where reading stops before the end; known once all were found."""
        self._rest: Iterator[Chunk] | None = None
        """Finds the remaining documents; None once all are found."""
        self._listed = asyncio.Event()
        self._listed.set()
        self.rows: tuple[ObjectRow, ...] = ()
        self._outlining = Effort.of_stream(file.size, limits)
        self._indexes = indexes or Indexes(None)
        self._index: StreamIndex | None = None
        """What was kept of an earlier opening."""
        self._bring = bring
        self.refused: dict[int, ReachedLimit] = {}
        """Documents, each with the limit that kept it from being parsed; telling them empties it."""
        self.kinds: DefinedKinds | None = None
        """What is known of the kinds that its documents define, once it was asked for."""
        self._wanted = asyncio.Event()
        self._flights = SingleFlight()

    @property
    def documents(self) -> Stream | None:
        """What the file is split into; None until all of it is."""
        return None if self._bring or self._rest else Stream(chunks=self.chunks, problem=self._stop)

    @property
    def is_here(self) -> bool:
        """Whether its bytes are in a file."""
        return self._bring is None

    async def arrive(self) -> None:
        """Waits until its bytes are in a file; raises what bringing them raises."""
        self._wanted.set()
        if self._bring is not None:
            path = await self._flights.join("bytes", self._bring)
            self.file, self._bring = replace(self.file, path=str(path)), None

    async def wanted(self, seconds: float) -> None:
        """Waits until its bytes are asked for, but no longer than that."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._wanted.wait(), seconds)

    def layer_of(self, file: str) -> int | None:
        """The layer that supplies a file that it was made of; None where there is no image."""
        return self._layers.get(file)

    def hashed(self, sha256: str) -> None:
        """Sets the digest of the stream."""
        self.file = replace(self.file, sha256=sha256)

    def chunk(self, number: int) -> Chunk:
        """The document of this number; raises `NotFound`."""
        found = next((chunk for chunk in self.chunks if chunk.number == number), None)
        if found is None:
            raise no_document(number)
        return found

    async def tell_refused(self, emit: Emit) -> None:
        """Emits the documents that a limit kept from being parsed, each once."""
        if self.refused:
            limits, self.refused = tuple(self.refused.items()), {}
            await emit(ObjectsUnread(limits=limits))

    async def split(self, pool: Threads, *, whole: bool = False) -> tuple[Chunk, ...]:
        """Finds the documents and reads their first lines; of bytes that were split before they are known already.

        Unless the `whole` stream is asked for, it finds the first ones of a large one, up to the meta object where a
        profile depends on it; listing them finds the others.
        """
        self._index = await pool.run(lambda: self._indexes.find(self.file, self.limits), on=self.file.size)
        if self._index is not None:
            self.chunks, self._stop = self._index.chunks, self._index.stop
            return self.chunks
        await self.arrive()
        found = self._documents()
        if whole or self.file.size < _LARGE:
            self.chunks = await pool.run(lambda: tuple(found), on=self.file.size)
        else:
            self.chunks = await pool.run(lambda: tuple(self._first(found)))
            self._rest = found
        return self.chunks

    def recognized(self, format: Format) -> None:
        """Sets the format of the stream."""
        self.format = format

    async def list_objects(self, pool: Threads, emit: Emit, *, rest_after: float = 0) -> None:
        """Lists the documents that were found; nothing is parsed yet.

        With `rest_after`, in seconds, the first few are listed alone, and the others as its bytes are `wanted`.
        """
        if self._outlined is None:
            await self.arrive()
        self._listed.clear()
        try:
            outlines = await self._list(pool, emit, rest_after)
        finally:
            self._listed.set()
        if self._outlined is None:
            name = self.format.summary.name
            index = StreamIndex(format=name, chunks=self.chunks, outlines=outlines, stop=self._stop)
            await pool.run(partial(self._indexes.keep, self.file, self.limits, index), on=self.file.size)

    async def complete(self) -> None:
        """Waits until its documents are listed, and its bytes are in a file."""
        await self.listed()
        await self.arrive()

    def known_json(self, chunk: Chunk) -> str | None:
        """A meta object as JSON, if it was asked for in an earlier opening; its bytes need not be here."""
        is_meta = self.format.role_of(chunk) is Role.META
        return self._indexes.find_json(self.file, self.limits, chunk.number) if is_meta else None

    def keep_json(self, chunk: Chunk, text: str) -> None:
        """Keeps a meta object, of which every opening asks what the package says of itself."""
        if self.format.role_of(chunk) is Role.META:
            self._indexes.keep_json(self.file, self.limits, chunk.number, text)

    async def listed(self) -> None:
        """Waits until all documents are listed, or as many as will be."""
        await self._listed.wait()

    async def _list(self, pool: Threads, emit: Emit, rest_after: float) -> tuple[Outline | None, ...]:
        outlines: list[Outline | None] = []
        is_whole = False
        while not is_whole or len(self.rows) < len(self.chunks):
            is_whole, first = self._rest is None, len(self.rows)
            is_alone = rest_after > 0 and not first
            listed = partial(self._rows, first, self.chunks[first : first + (_FIRST if is_alone else ROWS)])
            found, rows = await pool.run(listed, on=self.file.size)
            outlines += found
            self.rows += rows
            total = len(self.chunks) if is_whole else None
            stop = stop_of(self._stop, self.origins) if self._stop else None
            await emit(ObjectsListed(first=first, rows=rows, total=total, stop=stop))
            if is_alone and len(self.rows) < len(self.chunks):
                await self.wanted(rest_after)
            if rest := self._rest:
                self.chunks += await pool.run(lambda: tuple(rest))
                self._rest = None
        return tuple(outlines)

    @property
    def _outlined(self) -> StreamIndex | None:
        """The kept index, if it is of this format."""
        return self._index if self._index and self._index.format == self.format.summary.name else None

    def _documents(self) -> Iterator[Chunk]:
        with mapped(self.file) as data:
            splitter = Splitter(data, limits=self.limits)
            yield from splitter
            self._stop = splitter.problem

    def _first(self, documents: Iterator[Chunk]) -> Iterator[Chunk]:
        """The first documents; more, while the meta object that a profile depends on is not among them."""
        is_sought = bool(self.format.summary.own_profiles)
        for number, chunk in enumerate(documents, 1):
            yield chunk
            is_sought = is_sought and self.format.role_of(chunk) is not Role.META
            if number >= _FIRST and not is_sought:
                return

    def _rows(
        self, first: int, chunks: tuple[Chunk, ...]
    ) -> tuple[tuple[Outline | None, ...], tuple[ObjectRow, ...]]:
        """The outlines and the rows of these documents, of which the first is the one at `first`."""
        if (known := self._outlined) is not None:
            outlines = known.outlines[first : first + len(chunks)]
        else:
            with mapped(self.file) as data:
                outlines = tuple(self.format.outline(data, chunk, self._outlining) for chunk in chunks)
        pairs = zip(chunks, outlines, strict=True)
        return outlines, tuple(row_of(chunk, outline, self.format, self.origins) for chunk, outline in pairs)


def own_profile(format: Format, stream: PackageStream | None) -> str:
    """The default profile of a package, by its first meta object; that of its format where it has none."""
    summary = format.summary
    chunks = stream.chunks if stream is not None and summary.own_profiles else ()
    meta = next((chunk for chunk in chunks if format.role_of(chunk) is Role.META), None)
    return summary.own_profile(meta.api_version if meta else None)


def no_document(number: int) -> NotFound:
    """The error where a document is asked for that is not there."""
    return NotFound(f"There is no document {number}.")


def row_of(chunk: Chunk, defined: Outline | None, format: Format, origins: Origins) -> ObjectRow:
    """The row of a document whose outline is known."""
    lead = origins.lead if chunk.start == 0 else 0
    first = origins.at(chunk.first_line)
    found = origins.at(chunk.line)
    group = defined.group if defined else None
    versions = defined.versions if defined else ()
    folder, _, file = (found.file if found else "").rpartition("/")
    by_file = format.summary.documents.named_by_file and not chunk.kind and not chunk.empty and bool(file)
    role = format.role_of(chunk)
    # What has a schema and no kind is named by it, where that means something to the format.
    kind, name = defined.called if defined and defined.called else (None, None)
    blob = chunk.blob if role is Role.OBJECT and format.summary.documents.named_by_schema else None
    return ObjectRow(
        document=chunk.number,
        line=found.line if found else chunk.line,
        start=chunk.start + lead,
        end=chunk.end,
        first_line=first.line if first else chunk.first_line,
        file=found.file if found else None,
        api_version=chunk.api_version,
        kind=blob.schema if blob else chunk.kind or kind or (file if by_file else None),
        name=blob.name if blob else chunk.name or name or (folder if by_file else None),
        package=blob.package if blob else None,
        role=role,
        group=group or _own_group(chunk.api_version),
        plural=defined.plural if defined else None,
        defines=defined.kind if defined else None,
        scope=defined.scope if defined else None,
        versions=tuple(version.name for version in versions),
        stored=next((version.name for version in versions if version.stored), None),
        unread=chunk.unnamed or (defined.unread if defined else None),
    )


def stop_of(problem: SeparatorProblem, origins: Origins) -> ListStop:
    """Where reading stops, in the file that the line comes from."""
    found = origins.at(problem.line)
    file, line = (found.file, found.line) if found else (None, problem.line)
    return ListStop(line=line, file=file, says=problem.message, limit=problem.limit)


def _own_group(api_version: str | None) -> str | None:
    if api_version is None:
        return None
    group, slash, _ = api_version.rpartition("/")
    return group if slash else ""
