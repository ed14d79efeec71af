"""Which documents of the stream hold a text."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from xpkgtui.documents import outline
from xpkgtui.documents.chunk import Chunk, StreamBytes
from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.fetching.cache.disk import LEAST, Learned, fingerprint
from xpkgtui.fetching.cache.opened_packages import OpenedPackage, opened_files, read_opened
from xpkgtui.fetching.threads import Threads
from xpkgtui.formats.definitions.fields.search import FieldIndex, FieldMatch, FieldOwner, IndexedFields
from xpkgtui.inspection.messages.events import Emit
from xpkgtui.inspection.messages.replies import TextFound
from xpkgtui.inspection.messages.requests import SearchText
from xpkgtui.inspection.messages.schemas import FoundElsewhere, KindRow, PackagesFound, SearchPackages
from xpkgtui.inspection.objects.defined_kinds import DefinedKinds
from xpkgtui.inspection.objects.describe import package_objects
from xpkgtui.inspection.objects.keeping import keep_package, repository_of
from xpkgtui.inspection.objects.stream import PackageStream, mapped
from xpkgtui.inspection.opened_source import OpenedSource
from xpkgtui.inspection.rows.objects import ObjectRow
from xpkgtui.limits import LIMITS
from xpkgtui.rules.case import StreamFile
from xpkgtui.values import dataclass
from xpkgtui.versions.tags import in_order

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
    """Emits the documents that hold the text, more and more of them; ASCII letters without regard to case."""
    await stream.listed()
    if request.trait:
        await _search_trait(stream, pool, request, emit)
        return
    file, chunks = stream.file, stream.chunks
    wanted = request.word.encode("utf-8", "surrogatepass")[:_LONGEST].lower()
    found = TextFound(documents=frozenset(), done=0, total=len(chunks))
    for batch in _batches(chunks):
        more = await pool.run(partial(_search, file, batch, wanted))
        found = replace(found, documents=found.documents | more, done=found.done + len(batch))
        await emit(found)
    if not chunks:
        await emit(found)


async def _search_trait(stream: PackageStream, pool: Threads, request: SearchText, emit: Emit) -> None:
    """Emits the documents with this value of a trait, more and more of them."""
    trait = stream.format.traits().get(request.trait)
    heads = tuple(one for one in stream.rows if trait is not None and one.kind == trait.kind)
    effort = Effort.of_stream(stream.file.size, stream.limits)

    def read(some: tuple[ObjectRow, ...]) -> frozenset[int]:
        if trait is None:
            return frozenset()
        with mapped(stream.file) as data:
            found = trait.read(package_objects(stream, data, effort), some)
            return frozenset(number for number, value in found if value == request.word)

    found = TextFound(documents=frozenset(), done=0, total=len(heads))
    for first in range(0, max(1, len(heads)), _OBJECTS):
        some = heads[first : first + _OBJECTS]
        more = await pool.run(partial(read, some))
        found = replace(found, documents=found.documents | more, done=found.done + len(some))
        await emit(found)


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
    """Whether a document has a text; a path such as `spec.forProvider` is one of keys, too.

    One that is too large to look for paths counts where it has the keys.
    """
    keys = outline.written(wanted.decode("utf-8", "replace"))
    if keys and chunk.end - chunk.start > _LARGEST:
        return all(_has(data, chunk, key.encode()) for key in keys)
    is_path = bool(keys) and outline.holds(data[chunk.start : chunk.end].lower(), keys)
    return is_path or _has(data, chunk, wanted)


def _has(data: StreamBytes, chunk: Chunk, wanted: bytes) -> bool:
    """Pieces overlap, so that nothing hides between them."""
    more = PIECE + len(wanted) - 1
    starts = range(chunk.start, chunk.end, PIECE)
    return any(wanted in data[at : min(chunk.end, at + more)].lower() for at in starts)


_TIMES = 4
"""Times as many matches are looked at as are wanted: several versions of a package have the same fields."""
_CRD = "CustomResourceDefinition"


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptKinds:
    """The kinds of a stream, and their fields."""

    program: str
    """The program that read them: another one may read them in another way."""
    kinds: tuple[KindRow, ...]
    unread: tuple[int, ...]
    fields: IndexedFields


_KEPT = Learned[KeptKinds](KeptKinds, lambda: "1")


async def restore_kinds(source: OpenedSource, stream: PackageStream) -> None:
    """Takes what is kept of the kinds of a stream, so that its definitions are not parsed again."""
    await stream.listed()
    folder, file = source.options.learned, stream.file
    if stream.kinds is not None or not folder or file.size < LEAST or not _is_usual(stream):
        return
    about = _about(file.sha256, file.size, stream.format.summary.name)
    kept = await source.pool.run(lambda: _KEPT.find(folder, about), on=file.size)
    if kept is not None and kept.program == repr(fingerprint()) and stream.kinds is None:
        stream.kinds = DefinedKinds.of_kept(kept.kinds, kept.unread, kept.fields)


async def keep_kinds(source: OpenedSource, stream: PackageStream) -> None:
    """Keeps the kinds and fields of a stream once they were read."""
    folder, file, known = source.options.cache_dir, stream.file, stream.kinds
    if (
        not folder
        or known is None
        or not known.is_whole
        or known.is_kept
        or known.unsearched
        or not _is_usual(stream)
    ):
        return
    known.is_kept = True
    about = _about(file.sha256, file.size, stream.format.summary.name)

    def keep() -> None:
        with known.lock:
            kept = KeptKinds(
                program=repr(fingerprint()),
                kinds=tuple(known.rows),
                unread=tuple(known.unread),
                fields=known.index.content,
            )
        _KEPT.keep(folder, about, kept)

    await keep_package(source, stream)
    await source.pool.run(keep)


def _is_usual(stream: PackageStream) -> bool:
    """Whether what is read of a stream hangs on its bytes alone."""
    return bool(stream.file.sha256) and stream.limits == LIMITS


def _about(sha256: str, size: int, format: str) -> tuple[object, ...]:
    return "kinds", sha256, size, format


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    """Where a kind is defined."""

    package: OpenedPackage
    document: int
    made: int
    definition: str
    name: str


class OpenedBefore:
    """The index of all packages that were opened before, made anew where one of them was opened since."""

    def __init__(self) -> None:
        self._files: object = None
        self._index = FieldIndex()
        self._places: list[_Place] = []
        """Where each kind of the index is."""
        self._packages = 0
        self._unread: list[str] = []
        self._partly: list[str] = []

    def search(self, request: SearchPackages) -> PackagesFound:
        """What matches in the packages; of several versions of one the highest names the others."""
        files = opened_files(Path(request.cache_dir)) if request.cache_dir else ()
        if files != self._files:
            self._learn(request.cache_dir or "", _in_order([one for path, _ in files if (one := read_opened(path))]))
            self._files = files
        matches = self._index.search(request.words, request.most * _TIMES)
        found: dict[tuple[str, ...], FoundElsewhere] = {}
        for match in matches.best:
            place, owner = self._places[match.owner.number], match.owner
            source = place.package.source
            if place.package.sha256 == request.but:
                continue
            key = repository_of(source), owner.group, owner.kind, owner.version, match.path
            if (first := found.get(key)) is not None:
                found[key] = replace(first, others=(*first.others, source))
            elif len(found) < request.most:
                found[key] = _found(match, place)
        return PackagesFound(
            words=request.words,
            found=tuple(found.values()),
            count=matches.count,
            packages=self._packages,
            unread=tuple(self._unread),
            partly=tuple(self._partly),
        )

    def _learn(self, folder: str, packages: Sequence[OpenedPackage]) -> None:
        self._index, self._places, self._unread, self._partly = FieldIndex(), [], [], []
        self._packages = len(packages)
        for package in packages:
            kept = _KEPT.find(folder, _about(package.sha256, package.size, package.format))
            if kept is None:
                self._unread.append(package.source)
            elif kept.unread:
                self._partly.append(package.source)
            self._add(package, kept)

    def _add(self, package: OpenedPackage, kept: KeptKinds | None) -> None:
        """The fields of a package, or its kinds alone."""
        first, named = len(self._places), {one.document: one for one in package.kinds}
        if kept is None:
            for number, one in enumerate(package.kinds, first):
                owner = FieldOwner(number=number, group=one.group, kind=one.kind, version=one.version)
                self._index.extend(IndexedFields(owners=(owner,)), (owner,))
                self._places.append(
                    _Place(package=package, document=one.document, made=0, definition=one.definition, name=one.name)
                )
            return
        for row in kept.kinds:
            known = named.get(row.document)
            definition = known.definition if known else _CRD
            name = known.name if known else f"{row.kind.plural}.{row.kind.group}"
            self._places.append(
                _Place(package=package, document=row.document, made=row.made, definition=definition, name=name)
            )
        self._index.extend(kept.fields, [replace(one, number=first + one.number) for one in kept.fields.owners])


def _in_order(packages: Sequence[OpenedPackage]) -> list[OpenedPackage]:
    """The packages as they were opened, the last one first; the versions of one together, the highest first."""
    versions: dict[str, list[OpenedPackage]] = {}
    for one in packages:
        versions.setdefault(repository_of(one.source), []).append(one)
    found = []
    for each in versions.values():
        ranks = {tag.name: rank for rank, tag in enumerate(in_order(tuple(one.version for one in each)))}
        found += sorted(each, key=lambda one: ranks.get(one.version, len(ranks)))
    return found


def _found(match: FieldMatch, place: _Place) -> FoundElsewhere:
    package = place.package
    return FoundElsewhere(
        source=package.source,
        package=package.package,
        version=package.version,
        definition=place.definition,
        name=place.name,
        made=place.made,
        match=match,
    )
