"""Images whose package is a folder in their flattened files: the conventions of formats that are read so."""
# ruff: noqa: ARG002 - the port is for formats that mark layers, too

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from xpkgtui.filesystem.compression.stored import ByteSink
from xpkgtui.filesystem.tar.reader import never
from xpkgtui.formats.images.image_conventions import ImageConventions, LayerMarks
from xpkgtui.formats.images.layers import ExtraContents, extra_content
from xpkgtui.limits import LARGEST_STREAM, LIMITS, LimitExceeded, Limits, OverLimit
from xpkgtui.oci.descriptor import DEFAULT
from xpkgtui.oci.image import Image
from xpkgtui.readers.reader import (
    EntryChoice,
    LayerUnavailable,
    MakeSink,
    Part,
    Reader,
    Reading,
    Readings,
    ReadStage,
    Sign,
    Step,
)

if TYPE_CHECKING:
    from xpkgtui.filesystem.changeset import ChangeSet
    from xpkgtui.filesystem.compression.stored import ByteSource
    from xpkgtui.oci.manifest import Index
    from xpkgtui.readers.folder import FolderReader
    from xpkgtui.readers.image_folder import ImageFolder
    from xpkgtui.readers.known_reader import KnownReader
    from xpkgtui.readers.reader import OpenLayer

_FLATTENS = "Flattens the layers"


def _accepted(_labels: Mapping[str, str]) -> None:
    return None


class FolderImageReader:
    """The reader of an image: flattens it, and lets the reader of folders make the stream."""

    def __init__(
        self,
        name: str,
        folders: "FolderReader",
        missing: str,
        *,
        refused: Callable[[Mapping[str, str]], tuple[str, str] | None] = _accepted,
        stop: Callable[[], bool] = never,
        limits: Limits = LIMITS,
    ) -> None:
        self.name = name
        self.refused = refused
        """The reason why an image with these labels is not read, in few words and in more; None where it is."""
        self.folders = folders
        self.missing = missing
        """The message where the folder is not there."""
        self.stop = stop
        self.limits = limits
        self.change_sets: Mapping[int, ChangeSet] = {}

    def read(self, image: Image, open_layer: "OpenLayer", sink: ByteSink) -> Reading:
        """Writes the stream to `sink`; a bad package does not raise."""
        from xpkgtui.readers.image_folder import ImageFolder, read_change_sets

        opened: list[int] = []

        def opening(layer: int) -> "ByteSource":
            if layer not in opened:
                opened.append(layer)
            return open_layer(layer)

        empty = Reading(reader=self.name)
        labels = image.config.labels if image.config else {}
        if refused := self.refused(labels):
            step = Step(title="Reads the labels", evidence=refused[1], sign=Sign.BAD)
            return replace(empty, stage=ReadStage.SELECT, message=refused[0], steps=(step,))
        try:
            change_sets = read_change_sets(len(image.layers), opening, limits=self.limits, stop=self.stop)
        except LayerUnavailable as problem:
            step = Step(title=_FLATTENS, evidence=problem.reason, sign=Sign.BAD)
            unread = opened[-1] if problem.unread else None
            stopped = replace(empty, stage=ReadStage.FETCH, message=problem.reason, steps=(step,))
            return replace(stopped, unread=unread, unavailable=unread is None)
        except LimitExceeded as problem:
            step = Step(title=_FLATTENS, evidence=str(problem), sign=Sign.BAD)
            return replace(empty, stage=ReadStage.FETCH, message=str(problem), limit=problem.reached, steps=(step,))
        self.change_sets = change_sets
        folder = ImageFolder("", change_sets, opening, labels=labels, limits=self.limits, stop=self.stop)
        try:
            cut = [*(one.limit for one in change_sets.values() if one.limit is not None), *folder.tree.cut]
            layers = tuple(range(len(image.layers)))
            return self._read(folder, sink, replace(empty, layers_read=layers, limit=cut[0] if cut else None))
        finally:
            folder.close()

    def _read(self, folder: "ImageFolder", sink: ByteSink, reading: Reading) -> Reading:
        count = len(reading.layers_read)
        flattened = Step(title=_FLATTENS, evidence=f"{count} layer{'' if count == 1 else 's'}, the bottom one first")
        try:
            place = self.folders.place(folder)
        except OverLimit as error:
            step = Step(title="Looks for the package", evidence=error.reached.sentence, sign=Sign.BAD)
            unsure = replace(reading, stage=ReadStage.EXTRACT, message=str(error), limit=error.reached)
            return replace(unsure, steps=(flattened, step))
        if place is None:
            missing = Step(title="Looks for the package", evidence=self.missing, sign=Sign.BAD)
            return replace(reading, stage=ReadStage.EXTRACT, message=self.missing, steps=(flattened, missing))
        import tempfile

        from xpkgtui.filesystem.contents import HashedSink

        hashed = HashedSink(sink)
        with tempfile.TemporaryFile() as spool:
            found = self.folders.read(folder, place, hashed, spool)  # type: ignore[arg-type]
        parts = tuple(Part(name=name, layer=folder.layer_of(name)) for name in found.origins.files)
        return replace(
            reading,
            layer=parts[0].layer if parts else None,
            parts=parts,
            origins=found.origins,
            size=hashed.size,
            sha256=hashed.digest.hexdigest(),
            truncated=found.truncated or hashed.size > LARGEST_STREAM,
            limit=found.reached[0] if found.reached else reading.limit,
            steps=(flattened, *(one.step for one in found.steps)),
            files=found.files,
        )


class _NoMarks(LayerMarks):
    """Layers without marks: the folders that their files stand in are all that is known of them."""

    def __init__(self, extras: ExtraContents) -> None:
        self._extras = extras

    def unread_content(self, names: Sequence[str]) -> str:
        """What a layer holds, by the folder that all of its files stand in."""
        return extra_content(names, self._extras)


class _Readers:
    """Tools that read an image alike, and differ in what they make of it."""

    def __init__(
        self,
        matrix: "Callable[[], tuple[KnownReader, ...]]",
        reader: Callable[[str, Callable[[], bool], Limits], Reader],
    ) -> None:
        self._matrix = matrix
        self._reader = reader

    @property
    def matrix(self) -> "tuple[KnownReader, ...]":
        """The tools, the deciding one first."""
        return self._matrix()

    @property
    def names(self) -> tuple[str, ...]:
        """The tools, by the names that JSON has for them."""
        return tuple(row.name for row in self.matrix)

    def choose(self, reader: str, index: "Index", reference: str = "") -> EntryChoice:
        """The first entry for linux/amd64, which all tools take."""
        if (entry := index.first_match(DEFAULT)) is not None:
            step = Step(title="Chooses a platform", evidence=f"{DEFAULT}, its default")
            return EntryChoice(entry=entry, steps=(step,))
        step = Step(title="Chooses a platform", evidence=f"no entry is for {DEFAULT}", sign=Sign.BAD)
        return EntryChoice(stage=ReadStage.FETCH, message=f"no child with platform {DEFAULT}", steps=(step,))

    def reader(self, name: str, stop: Callable[[], bool], limits: Limits = LIMITS) -> Reader:
        """The reader of that name."""
        return self._reader(name, stop, limits)

    def read_all(
        self,
        image: Image,
        open_layer: "OpenLayer",
        make_sink: MakeSink,
        stop: Callable[[], bool],
        limits: Limits = LIMITS,
        repository: str = "",
    ) -> Readings:
        """The stream, read once for all tools."""
        sink = make_sink()
        reading = self.reader(self.names[0], stop, limits).read(image, open_layer, sink)
        readings = tuple(replace(reading, reader=name) for name in self.names)
        return Readings(readings=readings, sinks=dict.fromkeys(self.names if reading.has_bytes else (), sink))


def folder_images(
    *,
    matrix: "Callable[[], tuple[KnownReader, ...]]",
    folders: "FolderReader",
    missing: str,
    refused: Callable[[Mapping[str, str]], tuple[str, str] | None] = _accepted,
    extras: ExtraContents = (),
) -> ImageConventions:
    """The conventions of a format whose images hold a folder.

    `matrix` has the tools that read it, the deciding one first, and is loaded when Why asks; `missing` is the message
    where there is no folder.
    """

    def reader(name: str, stop: Callable[[], bool], limits: Limits) -> Reader:
        return FolderImageReader(name, folders, missing, refused=refused, stop=stop, limits=limits)

    readers = _Readers(matrix, reader)
    return ImageConventions(marks=_NoMarks(extras), readers=lambda: readers)
