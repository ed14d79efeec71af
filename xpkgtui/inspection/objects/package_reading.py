"""The reading of an image: its reader takes the stream out of the layers, unless an extract of it is kept."""

from pathlib import Path

from xpkgtui.errors import Corrupt
from xpkgtui.formats.format import Format
from xpkgtui.formats.images.image_conventions import ImageConventions
from xpkgtui.inspection.layers.opened_layers import OpenedLayers, UnverifiedLayers
from xpkgtui.inspection.messages.events import Emit
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.objects.stream import Bring, Indexes, PackageStream
from xpkgtui.inspection.work import Progress
from xpkgtui.oci.descriptor import Digest
from xpkgtui.readers.reader import LayerUnavailable, Reading, ReadStage, Step
from xpkgtui.rules.case import StreamFile
from xpkgtui.sources.files import no_room
from xpkgtui.sources.source import ImageRoot


def empty_reading(images: ImageConventions, why: str) -> Reading:
    """The reading of something that is not a package."""
    steps = (Step(title="Takes no bytes", evidence=why),)
    return Reading(reader=images.readers().names[0], stage=ReadStage.SELECT, steps=steps)


async def known_reading(
    format: Format, layers: OpenedLayers, described: bytes, emit: Emit, profile: str = ""
) -> Reading | None:
    """What was taken of these layers before, as the cache has it, once they are verified; see `read_package`."""
    key, reader = _asked(format, layers, described, profile)
    source, size = layers.source, sum(one.size for one in layers.image.manifest.layers)
    known = await source.pool.run(lambda: source.readings.find(key, reader, source.options.limits), on=size)
    if known is None or not known.has_bytes or not await _are_brought(layers, known, emit):
        return None
    return known


async def read_package(
    format: Format,
    layers: OpenedLayers,
    described: bytes,
    emit: Emit,
    profile: str = "",
    known: Reading | None = None,
) -> tuple[Reading, PackageStream | None]:
    """The reading of an image, which its manifest and config `described`, and the stream that it took.

    The reader is that of the `profile`, or of the one that the options name. Of a `known` reading the bytes arrive
    later.
    """
    source = layers.source
    key, reader = _asked(format, layers, described, profile)
    if known is not None:

        async def bring() -> Path:
            reading, path = await _take(layers, key, reader, emit)
            if path is None or (reading.size, reading.sha256) != (known.size, known.sha256):
                raise Corrupt("The layers were changed while they were read.", hint="Reload.")
            return path

        return known, _stream(format, layers, known, Path(), bring)
    reading, path = await _take(layers, key, reader, emit)
    if source.fetcher.store is None:  # which keeps it with its bytes
        await source.pool.run(lambda: source.readings.keep(key, source.options.limits, reading), on=reading.size)
    return reading, _stream(format, layers, reading, path)


def _asked(format: Format, layers: OpenedLayers, described: bytes, profile: str) -> tuple[Digest, str]:
    """The digest that stands for the image, and the name of the reader."""
    source = layers.source
    profile = format.summary.profile_of(profile or source.options.profile)
    derive = isinstance(source.root, ImageRoot) and source.root.derive
    key = Digest.of(described + (b"derived" if derive else b""))
    return key, format.summary.reader_of(profile, source.options.crossplane)


async def _take(layers: OpenedLayers, key: Digest, reader: str, emit: Emit) -> tuple[Reading, Path | None]:
    """The reading and the file with its bytes: kept ones, or new ones out of the layers."""
    source = layers.source
    # Without a store, those of this opening are at hand.
    kept = await source.pool.run(lambda: source.extracts.find(key, reader), on=None if source.fetcher.store else 0)
    if kept is not None and await _are_verified(layers, kept.reading):
        return kept.reading, kept.path
    return await _extract(layers, key, reader, emit)


async def _are_brought(layers: OpenedLayers, reading: Reading, emit: Emit) -> bool:
    """Whether the layers that were read for a known reading can be had, and are what they were."""
    if not reading.layers_read or max(reading.layers_read) >= len(layers.image.layers):
        return False
    progress = Progress()
    try:
        for index in reading.layers_read:
            await progress.watch(layers.blob(index, progress), emit, PartName.OBJECTS)
    except LayerUnavailable:
        return False
    return True


async def _are_verified(layers: OpenedLayers, reading: Reading) -> bool:
    """Whether the layers that were read for an extract are here, and are what they were: else it answers nothing."""
    every = layers.image.layers
    for index in reading.layers_read:
        if index >= len(every) or not await layers.source.fetcher.is_verified(every[index].descriptor):
            return False
    return True


def _stream(
    format: Format, layers: OpenedLayers, reading: Reading, path: Path | None, bring: Bring | None = None
) -> PackageStream | None:
    if path is None or reading.size is None or reading.sha256 is None:
        return None
    file = StreamFile(path=str(path), size=reading.size, sha256=reading.sha256)
    config = layers.image.config
    return PackageStream(
        file,
        format,
        origins=reading.origins,
        layer=reading.layer,
        entry=reading.entry,
        files=reading.files,
        labels=config.labels if config else None,
        limits=layers.source.options.limits,
        indexes=Indexes(layers.source.options.learned),
        bring=bring,
    )


async def _extract(layers: OpenedLayers, key: Digest, reader: str, emit: Emit) -> tuple[Reading, Path | None]:
    source, store, extracts = layers.source, layers.source.fetcher.store, layers.source.extracts
    progress = Progress()
    with layers.for_thread(progress) as opened:
        open_layer = UnverifiedLayers(source, layers.image, opened).offered()
        known = layers.images.readers().reader(reader, opened.stop, source.options.limits)

        def read() -> tuple[Reading, Path | None]:
            with extracts.incoming() as incoming:
                reading = known.read(layers.image, open_layer, incoming)
                if reading.unverified:
                    return _without_bytes(reading, layers), None
                layers.keep(known.change_sets)
                return reading, extracts.keep(incoming, key, reading) if reading.has_bytes else None

        async def attempt() -> tuple[Reading, Path | None]:
            found = await progress.watch(source.pool.run(read), emit, PartName.OBJECTS)
            if not found[0].unverified:
                layers.learn(known.change_sets)
            return found

        try:
            return await attempt()
        except OSError as error:
            if store is None:
                raise no_room(error) from error
            store.fall_back(error, store.root)
        try:
            return await attempt()
        except OSError as error:
            raise no_room(error) from error


def _without_bytes(reading: Reading, layers: OpenedLayers) -> Reading:
    """A reading of bytes that do not match their digest: only what the program itself refuses stands."""
    if reading.stage is not None:
        return reading
    titles = (layers.errors[index].title for index in reading.layers_read if index in layers.errors)
    return Reading(
        reader=reading.reader,
        stage=ReadStage.FETCH,
        message=next(titles, None),
        annotated=reading.annotated,
        layer=reading.layer,
        layers_read=reading.layers_read,
        unverified=True,
        steps=reading.steps,
    )
