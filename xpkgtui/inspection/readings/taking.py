"""The readings of one image by all readers: which entry of the index each takes, and which bytes."""

import contextlib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from xpkgtui.errors import Malformed
from xpkgtui.fetching.verified_blob import BlobFile
from xpkgtui.filesystem.compression.stored import ByteSource
from xpkgtui.inspection.layers.prices import LayerAllowance
from xpkgtui.inspection.layers.unverified import UnverifiedLayers
from xpkgtui.inspection.messages.events import Emit
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.messages.requests import CompareReaders, Reach
from xpkgtui.inspection.opened_image import OpenedImage
from xpkgtui.inspection.opening.image import with_base
from xpkgtui.inspection.work import Progress, Stop
from xpkgtui.oci.reference import Reference
from xpkgtui.readers.known_reader import KnownReader
from xpkgtui.readers.reader import EntryChoice, LayerUnavailable, OpenLayer, Reading, Readings, ReadStage, Step
from xpkgtui.rules.case import StreamFile
from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderRow:
    """A reader with its reading, and the file that holds its bytes."""

    reader: KnownReader
    reading: Reading
    file: StreamFile | None = None
    """The file with the bytes that the reader takes; None if it takes none."""


async def take(image: OpenedImage, request: CompareReaders, stop: Stop, emit: Emit) -> list[ReaderRow]:
    """The readings of an image; layers that the request does not reach leave readers undecided."""
    choices = _choices(image)
    return [
        _after_choice(row, choices.get(row.reader.name), image) for row in await _read(image, request, stop, emit)
    ]


def _choices(image: OpenedImage) -> Mapping[str, EntryChoice]:
    """What readers take out of the index; nothing where another entry is shown than theirs, as if by its digest."""
    source, index = image.source, image.source.index
    if index is None or image.entry is None or index.chosen not in (image.entry.number, None):
        return {}
    images = image.layers.images
    return {
        row.name: images.entries.choose_as(row.name, index.index, source.root.reference)
        for row in images.readers.matrix
    }


def _after_choice(row: ReaderRow, choice: EntryChoice | None, image: OpenedImage) -> ReaderRow:
    """The row with the steps before it; a reader that takes no entry or another one has read nothing here."""
    if choice is None:
        return row
    reading = replace(row.reading, steps=(*choice.steps, *row.reading.steps))
    if choice.entry is None:
        stage = choice.stage or ReadStage.SELECT
        refused = Reading(reader=row.reader.name, stage=stage, message=choice.message, steps=choice.steps)
        return ReaderRow(reader=row.reader, reading=refused)
    if image.entry is not None and choice.entry != image.entry.number:
        other = Step(title="Reads another entry", evidence=f"entry {choice.entry} of the index is not shown here")
        unread = Reading(reader=row.reader.name, stage=ReadStage.SELECT, unread=0, steps=(*choice.steps, other))
        return ReaderRow(reader=row.reader, reading=unread)
    return replace(row, reading=reading)


async def _read(image: OpenedImage, request: CompareReaders, stop: Stop, emit: Emit) -> list[ReaderRow]:
    """Lets every reader take its bytes; each different stream lies in a file of its own."""
    source, images = image.source, image.layers.images
    read_as = with_base(images, image.image, request.base)
    progress = Progress()
    opened: list[BlobFile] = []
    files: list[_TakenFile] = []
    if request.reach is Reach.ALL:
        image.layers.agree(layer.index for layer in image.image.layers)
    opener = image.layers.opener(progress, stop, opened)
    wrong = UnverifiedLayers(source, image.image, stop, opened)
    open_layer = _within(image, LayerAllowance.of(source, request.reach), wrong.offered(opener))

    def make_sink() -> _TakenFile:
        files.append(_TakenFile(source.scratch_file()))
        return files[-1]

    def read() -> Readings:
        try:
            repository = _repository(source.root.reference) if source.is_remote else ""
            return images.readers.read_all(read_as, open_layer, make_sink, stop, source.options.limits, repository)
        finally:
            for each in files:
                each.close()

    try:
        found = await progress.watch(source.pool.run(read), emit, PartName.READERS)
    except BaseException:
        stop.set()
        raise
    finally:
        for file in opened:
            with contextlib.suppress(OSError):
                file.close()
    readings = {reading.reader: reading for reading in found.readings}
    return [
        ReaderRow(reader=row, reading=readings[row.name], file=_file(found.sinks.get(row.name), readings[row.name]))
        for row in images.readers.matrix
        if row.name in readings
    ]


def _file(sink: object, reading: Reading) -> StreamFile | None:
    if not isinstance(sink, _TakenFile) or not reading.has_bytes:
        return None
    return StreamFile(path=str(sink.path), size=sink.size, sha256=reading.sha256 or "")


def _repository(reference: str) -> str:
    """Registry and repository, as messages of programs name them."""
    try:
        return Reference.parse(reference).name
    except Malformed:
        return ""


def _within(image: OpenedImage, allowance: LayerAllowance, open_layer: OpenLayer) -> OpenLayer:
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
