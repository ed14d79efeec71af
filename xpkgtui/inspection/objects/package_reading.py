"""The reading of an image: its reader takes the stream out of the layers, unless an extract of it is kept."""

from pathlib import Path
from typing import BinaryIO

from xpkgtui.fetching.extracts import Extracts
from xpkgtui.formats.format import Format, ImageConventions
from xpkgtui.inspection.events import Emit
from xpkgtui.inspection.layers.opened_layers import OpenedLayers
from xpkgtui.inspection.objects.stream import PackageStream
from xpkgtui.inspection.parts import PartName
from xpkgtui.inspection.work import Progress, Stop
from xpkgtui.oci.digest import Digest
from xpkgtui.readers.reader import Reading, ReadStage, Step
from xpkgtui.rules.case import StreamFile
from xpkgtui.sources.source import ImageRoot


def takes_nothing(images: ImageConventions, why: str) -> Reading:
    """The reading of something that is not a package."""
    steps = (Step(title="Takes no bytes", evidence=why),)
    return Reading(reader=images.readers[0], stage=ReadStage.SELECT, steps=steps)


async def read_package(
    format: Format, layers: OpenedLayers, manifest: bytes, emit: Emit
) -> tuple[Reading, PackageStream | None]:
    """The reading of the image with that manifest, and the stream that it took."""
    source = layers.source
    extracts = Extracts(source.fetcher.store)
    derive = isinstance(source.root, ImageRoot) and source.root.derive
    key = Digest.of(manifest + (b"derived" if derive else b""))
    kept = await source.pool.run(lambda: extracts.find(key, layers.images.readers[0]))
    if kept is not None:
        return kept.reading, _stream(format, kept.reading, kept.path)
    reading, path = await _extract(layers, extracts, key, emit)
    return reading, _stream(format, reading, path)


def _stream(format: Format, reading: Reading, path: Path | None) -> PackageStream | None:
    if path is None or reading.size is None or reading.sha256 is None:
        return None
    file = StreamFile(path=str(path), size=reading.size, sha256=reading.sha256)
    return PackageStream(file, format, layer=reading.layer, entry=reading.entry)


async def _extract(layers: OpenedLayers, extracts: Extracts, key: Digest, emit: Emit) -> tuple[Reading, Path | None]:
    source = layers.source
    stop = Stop()
    progress = Progress()
    files: list[BinaryIO] = []
    open_layer = layers.opener(progress, stop, files)

    def read() -> tuple[Reading, Path | None]:
        with extracts.incoming() as incoming:
            reading = layers.images.reader(layers.images.readers[0], stop).read(layers.image, open_layer, incoming)
            return reading, extracts.keep(incoming, key, reading).path if reading.has_bytes else None

    try:
        try:
            return await progress.watch(source.pool.run(read), emit, PartName.OBJECTS)
        except OSError as error:
            source.fetcher.store.fall_back(error, source.fetcher.store.root)
            return await progress.watch(source.pool.run(read), emit, PartName.OBJECTS)
    finally:
        stop.set()
        for file in files:
            file.close()
