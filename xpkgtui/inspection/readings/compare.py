"""The comparison of all readers of what is shown: the verdict on what each took; equal streams are judged once."""

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import BinaryIO

from xpkgtui.errors import parsed
from xpkgtui.fetching.threads import Threads
from xpkgtui.filesystem.compression.stored import ByteSource
from xpkgtui.formats.format import Format, JudgeStream
from xpkgtui.formats.images.comparison import ImageOrigin, LayerRepair, ReaderComparison, ReaderResult, Repair
from xpkgtui.formats.judging.stream_verdict import StreamObject, StreamVerdict
from xpkgtui.formats.role import Role
from xpkgtui.inspection.index.opened_index import OpenedIndex
from xpkgtui.inspection.layers.opened_layers import ByteAllowance, LayersForThread, UnverifiedLayers
from xpkgtui.inspection.messages.events import Emit
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.messages.replies import ReadersCompared
from xpkgtui.inspection.messages.requests import CompareReaders, LayerScope
from xpkgtui.inspection.objects.bare_stream import OpenedStream
from xpkgtui.inspection.objects.stream import mapped
from xpkgtui.inspection.opened_image import NoImage, OpenedImage, Shown
from xpkgtui.inspection.opened_source import OpenedSource
from xpkgtui.inspection.opening.background import BackgroundScope, read_index, read_layers
from xpkgtui.inspection.opening.case import build_case
from xpkgtui.inspection.opening.image import with_base
from xpkgtui.inspection.readings.origins import origin_of
from xpkgtui.inspection.work import Progress, Stop
from xpkgtui.oci.reference import Reference
from xpkgtui.readers.known_reader import KnownReader
from xpkgtui.readers.reader import EntryChoice, LayerUnavailable, OpenLayer, Reading, Readings, ReadStage, Step
from xpkgtui.rules.case import Case, StreamFile
from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderRow:
    """A reader with its reading, and the file that holds its bytes."""

    reader: KnownReader
    reading: Reading
    file: StreamFile | None = None
    """The file with the bytes that the reader takes; None if it takes none."""


async def take(image: OpenedImage, request: CompareReaders, emit: Emit) -> list[ReaderRow]:
    """The readings of an image; layers that the request does not reach leave readers undecided."""
    choices = _choices(image)
    return [_after_choice(row, choices.get(row.reader.name), image) for row in await _read(image, request, emit)]


def _choices(image: OpenedImage) -> Mapping[str, EntryChoice]:
    """What readers take out of the index; nothing where another entry is shown than theirs, as if by its digest."""
    source, index = image.source, image.source.index
    if index is None or image.entry is None or index.chosen not in (image.entry.number, None):
        return {}
    images = image.layers.images
    return {
        row.name: images.readers().choose(row.name, index.index, source.root.reference)
        for row in images.readers().matrix
    }


def _after_choice(row: ReaderRow, choice: EntryChoice | None, image: OpenedImage) -> ReaderRow:
    """The row with the steps before it; a reader that takes no entry or another one has read nothing here."""
    if choice is None or image.entry is None:
        return row
    reading = replace(row.reading, steps=(*choice.steps, *row.reading.steps))
    if choice.entry is None:
        stage = choice.stage or ReadStage.SELECT
        refused = Reading(reader=row.reader.name, stage=stage, message=choice.message, steps=choice.steps)
        return ReaderRow(reader=row.reader, reading=refused)
    if choice.entry != image.entry.number:
        other = Step(title="Reads another entry", evidence=f"entry {choice.entry} of the index is not shown here")
        unread = Reading(reader=row.reader.name, stage=ReadStage.SELECT, unread=0, steps=(*choice.steps, other))
        return ReaderRow(reader=row.reader, reading=unread)
    return replace(row, reading=reading)


async def _read(image: OpenedImage, request: CompareReaders, emit: Emit) -> list[ReaderRow]:
    """Lets every reader take its bytes; each different stream lies in a file of its own."""
    source, images = image.source, image.layers.images
    read_as = with_base(images, image.image, request.base)
    progress = Progress()
    files: list[_TakenFile] = []
    if request.reach is LayerScope.ALL:
        image.layers.agree(layer.index for layer in image.image.layers)

    def make_sink() -> _TakenFile:
        files.append(_TakenFile(source.scratch_file()))
        return files[-1]

    def read(opened: LayersForThread) -> Readings:
        offered = UnverifiedLayers(source, image.image, opened).offered()
        open_layer = _within(image, ByteAllowance.of(source, request.reach), offered)
        try:
            known = parsed(Reference.parse, source.root.reference) if source.is_remote else None
            repository = known.name if known else ""
            return images.readers().read_all(
                read_as, open_layer, make_sink, opened.stop, source.options.limits, repository
            )
        finally:
            for each in files:
                each.close()

    with image.layers.for_thread(progress) as opened:
        found = await progress.watch(source.pool.run(lambda: read(opened)), emit, PartName.READERS)
    readings = {reading.reader: reading for reading in found.readings}
    return [
        ReaderRow(reader=row, reading=readings[row.name], file=_file(found.sinks.get(row.name), readings[row.name]))
        for row in images.readers().matrix
        if row.name in readings
    ]


def _file(sink: object, reading: Reading) -> StreamFile | None:
    if not isinstance(sink, _TakenFile) or not reading.has_bytes:
        return None
    return StreamFile(path=str(sink.path), size=sink.size, sha256=reading.sha256 or "")


def _within(image: OpenedImage, allowance: ByteAllowance, open_layer: OpenLayer) -> OpenLayer:
    """Opens layers that were read before, and those that the allowance covers."""
    free = set(image.layers.change_sets) | set(image.reading.layers_read if image.reading else ())

    def opening(index: int) -> ByteSource:
        if index not in free:
            if not allowance.take(image.image.layers[index].descriptor.size):
                raise LayerUnavailable(f"layer {index} was not read", unread=True)
            free.add(index)
        return open_layer(index)

    return opening


class _TakenFile:
    """A file that a reader's bytes are written to, made with the first; belongs to one thread until it is closed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.size = 0
        self._file: BinaryIO | None = None

    def write(self, data: bytes, /) -> int:
        """Adds bytes."""
        if self._file is None:
            self._file = self.path.open("wb")
        self.size += len(data)
        return self._file.write(data)

    def close(self) -> None:
        """Ends the file, which may be empty."""
        if self._file is None:
            self.path.touch()
        else:
            self._file.close()


_Objects = Mapping[str, tuple[StreamObject, ...]]
"""The objects of each different stream, by its sha256."""


async def compare_readers(source: OpenedSource, shown: Shown, request: CompareReaders, emit: Emit) -> None:
    """Emits the matrix of what is shown; what the request does not reach leaves readers undecided."""
    with Stop() as stop:
        match shown:
            case OpenedImage():
                comparison = await _of_image(source, shown, request, stop, emit)
            case OpenedStream():
                comparison = await _of_stream(source, shown, stop)
            case NoImage():
                comparison = _of_index(source)
    await emit(ReadersCompared(comparison=comparison))


async def _of_image(
    source: OpenedSource, image: OpenedImage, request: CompareReaders, stop: Stop, emit: Emit
) -> ReaderComparison:
    images, index = image.layers.images, source.index
    results, objects = await _results(source, image, request, stop, emit)
    if request.base is not None:
        return ReaderComparison(results=results, base=request.base, objects=objects)
    repairs: tuple[Repair, ...] = ()
    if images.repairs is not None:
        rows = image.stream.rows if image.stream else ()
        kind = next((row.kind for row in rows if row.role is Role.META), None)
        repairs = images.repairs().of_image(origin_of(source, image), image.image, results, kind)
    if index is not None and index.chosen is None:
        repairs = (*_repairs_of_index(source, index), *repairs)
    tried = None
    if (other := _held_by(image, results)) is not None:
        results_then, _ = await _results(source, image, replace(request, base=other), stop, emit)
        tried = ReaderComparison(results=results_then, base=other)
    return ReaderComparison(results=results, base=image.what_if, repairs=repairs, objects=objects, what_if=tried)


async def layer_repair_of(
    source: OpenedSource, image: OpenedImage, emit: Emit
) -> tuple[LayerRepair | None, StreamFile | None]:
    """What is to be repaired in an image that is asked for by its digest, and the stream that a new layer gets."""
    images, stop = image.layers.images, Stop()
    if images.repairs is None:
        return None, None
    rows = await _read(image, CompareReaders(reach=LayerScope.ALL), emit)
    case = build_case(source, image, ())
    results, _ = await _judge(_with_own(rows, image.format, case), image.format, case, pool=source.pool, stop=stop)
    found = [
        one.layer_repair
        for one in images.repairs().of_image(ImageOrigin(), image.image, results, None)
        if one.layer_repair
    ]
    repair = max(found, key=lambda one: bool(one.entry), default=None)
    if repair is None:
        return None, None
    taken = (
        row
        for row in rows
        if row.reading.layer == repair.layer and row.reading.entry == (repair.entry or row.reading.entry)
    )
    return repair, next((row.file for row in taken if row.file and row.reading.entry), None)


async def _results(
    source: OpenedSource, image: OpenedImage, request: CompareReaders, stop: Stop, emit: Emit
) -> tuple[tuple[ReaderResult, ...], _Objects]:
    rows = await take(image, request, emit)
    # What `check` knows of layers that no reader needs, and of other platforms.
    await read_layers(image, emit, ByteAllowance.of(source, request.reach))
    children = await read_index(source, image, emit, BackgroundScope(reach=request.reach, children=True))
    case = build_case(source, image, children)
    return await _judge(_with_own(rows, image.format, case), image.format, case, pool=source.pool, stop=stop)


def _held_by(image: OpenedImage, results: Sequence[ReaderResult]) -> int | None:
    """The layer in which a reader finds the file that the deciding one looks for in another; None where none does."""
    reading = image.reading
    if reading is None or not reading.lacks or not reading.annotated:
        return None
    found = (one.reading.layer for one in results if one.reading.entry and one.reading.layer != reading.layer)
    return next(found, None)


async def _of_stream(source: OpenedSource, shown: OpenedStream, stop: Stop) -> ReaderComparison:
    """A stream as it is: no reader chooses anything, but each parses and lints it in its own way."""
    format, reading = shown.stream.format, shown.reading
    if reading is None:
        return ReaderComparison()
    rows = [
        ReaderRow(reader=row, reading=replace(reading, reader=row.name), file=shown.stream.file)
        for row in _matrix(format)
        if row.reads_streams
    ]
    case = build_case(source, shown, ())
    rows = _with_build(_with_own(rows, format, case), format, case)
    results, objects = await _judge(rows, format, case, pool=source.pool, stop=stop)
    return ReaderComparison(results=results, objects=objects)


def _with_own(rows: list[ReaderRow], format: Format, case: Case) -> list[ReaderRow]:
    """The rows, and that of the profile, or of the default profile of such packages, before whose bytes it judges."""
    known = format.own_readers()
    own = known.get(case.profile) or known.get(case.profiles.own)
    if own is None:
        return rows
    made = []
    for row in rows:
        if row.reader.name == own.reads_as:
            made.append(replace(row, reader=own, reading=replace(row.reading, reader=own.name)))
        made.append(row)
    return made


def _with_build(rows: list[ReaderRow], format: Format, case: Case) -> list[ReaderRow]:
    """The rows of a folder of sources below that of the program that builds it, whose steps come before theirs."""
    if not case.source.is_assembled or not rows or format.builder is None:
        return rows
    row, first = format.builder(), rows[0]
    others = (replace(one, reading=replace(one.reading, steps=())) for one in rows)
    return [replace(first, reader=row, reading=replace(first.reading, reader=row.name)), *others]


def _matrix(format: Format) -> tuple[KnownReader, ...]:
    """The readers of a format; where no image holds its packages, its programs as they are named."""
    if format.images is not None:
        return format.images.readers().matrix
    if format.summary.readers.of_streams:
        return format.summary.readers.of_streams
    return tuple(KnownReader(name=name, title=title) for name, title in format.summary.wording.programs.items())


def _of_index(source: OpenedSource) -> ReaderComparison:
    """An index of which no image can be shown: what each reader says of it."""
    index = source.index
    if index is None:
        return ReaderComparison()
    results: list[ReaderResult] = []
    for row in index.images.readers().matrix:
        choice = index.images.readers().choose(row.name, index.index, source.root.reference)
        stage = choice.stage or (ReadStage.SELECT if choice.entry is None else ReadStage.FETCH)
        reading = Reading(reader=row.name, stage=stage, message=choice.message, steps=choice.steps)
        results.append(ReaderResult(reader=row, reading=reading))
    return ReaderComparison(results=tuple(results), repairs=_repairs_of_index(source, index))


def _repairs_of_index(source: OpenedSource, index: OpenedIndex) -> tuple[Repair, ...]:
    repairs = index.images.repairs
    return repairs().of_index(origin_of(source), index.index) if repairs else ()


async def _judge(
    rows: Sequence[ReaderRow], format: Format, case: Case, *, pool: Threads, stop: Stop
) -> tuple[tuple[ReaderResult, ...], _Objects]:
    """The rows with their verdicts; `case` has what was read beside their bytes."""
    verdicts: dict[str, StreamVerdict] = {}
    objects: dict[str, tuple[StreamObject, ...]] = {}
    judge = await pool.run(lambda: format.judge_stream)
    for same in _different(rows):
        found = await pool.run(partial(_judge_same, judge, same, case, stop))
        verdicts |= found
        if sha256 := same[0].reading.sha256:
            objects[sha256] = max((one.objects for one in found.values()), key=len, default=())
    results = tuple(
        ReaderResult(reader=row.reader, reading=row.reading, verdict=verdicts.get(row.reader.name)) for row in rows
    )
    return results, objects


def _different(rows: Sequence[ReaderRow]) -> Iterator[list[ReaderRow]]:
    """Rows of the same bytes; a reader that cuts them into pieces, or has none yet, stands by itself."""
    same: dict[str, list[ReaderRow]] = {}
    for row in rows:
        if row.reading.is_cut_short:
            yield [row]
        elif row.file is not None and row.reading.unread is None:
            same.setdefault(row.reading.sha256 or row.reader.name, []).append(row)
    yield from same.values()


def _judge_same(judge: JudgeStream, rows: Sequence[ReaderRow], case: Case, stop: Stop) -> Mapping[str, StreamVerdict]:
    file, reading = rows[0].file, rows[0].reading
    pieces = None if reading.sha256 else tuple((piece.offset, piece.size) for piece in reading.pieces)
    readers = [row.reader.name for row in rows]
    case = replace(case, reading=reading, stream=file)
    with mapped(file) if file else contextlib.nullcontext() as data:
        return judge(data, readers, pieces=pieces, case=case, limits=case.options.limits, stop=stop)
