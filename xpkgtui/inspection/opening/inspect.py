"""The order in which a source is inspected: first what the deciding reader reads, then what rules need beside it."""

import asyncio

from xpkgtui.inspection.messages.events import CaseReady, Emit, LayersChanged, PartFailed, Progressed, StreamRead
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.objects.bare_stream import OpenedStream, open_stream
from xpkgtui.inspection.objects.describe import note_objects
from xpkgtui.inspection.objects.keeping import keep_package
from xpkgtui.inspection.objects.package_reading import empty_reading, known_reading, read_package
from xpkgtui.inspection.objects.stream import PackageStream, own_profile
from xpkgtui.inspection.opened_image import NoImage, OpenedImage, Shown, total_of, wording_of
from xpkgtui.inspection.opened_source import OpenedSource
from xpkgtui.inspection.opening.background import BackgroundScope, read_background
from xpkgtui.inspection.opening.case import build_case
from xpkgtui.inspection.opening.image import open_image
from xpkgtui.inspection.opening.resolve import require_platform
from xpkgtui.inspection.work import timed
from xpkgtui.readers.reader import Reading
from xpkgtui.sources.source import StreamRoot

LIST_REST_AFTER = 0.5
"""Seconds after which the bytes of a known package are taken, and the rest of it is listed, unasked."""
LARGE = 16 << 20
"""Bytes of a stream that take longer to be taken than a frame."""


async def open_shown(source: OpenedSource, until: NoImage, emit: Emit) -> Shown:
    """What is to be inspected: the image of that entry of the index or of the plain manifest, or the bare stream."""
    if isinstance(source.root, StreamRoot):
        shown: Shown = await open_stream(source, source.root, emit)
    else:
        limit = int(source.options.access.silence) if source.is_remote else 0
        reading = Progressed(part=PartName.LAYERS, what="Reading the manifest", limit=limit)
        shown = await timed(open_image(source, source.root, until, emit), emit, reading)
    require_platform(source, shown)
    return shown


async def inspect(source: OpenedSource, shown: Shown, emit: Emit) -> None:
    """Reads what is shown, and emits everything that is found on the way."""
    await read_stream(source, shown, emit)
    await emit(source.cost(total_of(shown)))
    options = source.options
    extent = BackgroundScope(reach=options.reach, children=options.children, every_platform=options.every_platform)
    await read_background(source, shown, emit, extent)
    if shown.stream is not None and options.base is None:
        await keep_package(source, shown.stream)


async def read_stream(source: OpenedSource, shown: Shown, emit: Emit) -> None:
    """Reads the stream of what is shown."""
    match shown:
        case OpenedStream():
            await shown.read(source, emit)
        case OpenedImage():
            await emit(shown.manifest_read())
            await emit(source.cost(shown.total))
            await _read_package(shown, emit)
        case NoImage():
            await emit(source.cost(None))


async def _read_package(image: OpenedImage, emit: Emit) -> None:
    """Lets the deciding reader take its bytes out of the image, and lists what is in them."""
    source = image.source
    reading, stream = await _reading(image, emit, image_first=source.options.image_first)
    if stream is not None:
        await stream.split(source.pool)
        if own := _own_reader(image, reading, stream):
            reading, stream = await _reading(image, emit, own)
    image.read(reading, stream)
    if image.entry is not None and reading.sha256 is not None and image.what_if is None:
        source.took(image.entry.number, reading.sha256)
    if stream is None or stream.is_here or source.options.lists_alone:
        await _tell_of_stream(image, reading, stream, emit)
        if stream is not None:
            await _list(stream, source, emit)
    else:
        # What the cache has of these layers is listed while their bytes are taken.
        # A screen draws the first ones before the rest of what is large, because that is work for all processors.
        rest_after = LIST_REST_AFTER if source.options.image_first and stream.file.size >= LARGE else 0
        arriving = asyncio.ensure_future(_bring(stream, rest_after))
        try:
            await _list(stream, source, emit, rest_after)
            await arriving
        finally:
            arriving.cancel()
        await _tell_of_stream(image, reading, stream, emit)
    if stream is not None:
        await note_objects(stream, source.pool, emit)


async def _bring(stream: PackageStream, rest_after: float) -> None:
    if rest_after:
        await stream.wanted(rest_after)
    await stream.arrive()


async def _tell_of_stream(image: OpenedImage, reading: Reading, stream: PackageStream | None, emit: Emit) -> None:
    """The file of the stream, and what is known of the layers now."""
    await emit(StreamRead(reading=reading, stream=stream.file if stream else None))
    await emit(LayersChanged(layers=image.layer_rows()))
    if image.layers.failure is not None:
        await emit(PartFailed(part=PartName.OBJECTS, failure=image.layers.failure))


async def _list(stream: PackageStream, source: OpenedSource, emit: Emit, rest_after: float = 0) -> None:
    """The objects; their names are in the index of an earlier opening, or else in the bytes."""
    if not stream.chunks:
        await stream.split(source.pool)
    await stream.list_objects(source.pool, emit, rest_after=rest_after)


def _own_reader(image: OpenedImage, reading: Reading, stream: PackageStream) -> str:
    """The profile whose reader reads this package, where another has read it to learn that; empty otherwise."""
    summary, options = image.format.summary, image.source.options
    own = own_profile(image.format, stream)
    if options.asked_profile in summary.profiles or own == summary.profiles[0]:
        return ""
    return own if summary.readers.of_profile.get(own) not in {None, reading.reader} else ""


async def _reading(
    image: OpenedImage, emit: Emit, profile: str = "", *, image_first: bool = False
) -> tuple[Reading, PackageStream | None]:
    """What the reader takes; with `image_first`, what the image alone is judged by comes before it."""
    index = image.source.index
    early = CaseReady(case=build_case(image.source, image, ()), image_only=True) if image_first else None
    if index is not None and (why := index.not_a_package(image.entry, wording_of(image))):
        if early:
            await emit(early)
        return empty_reading(image.layers.images, why), None
    described = image.manifest.data + image.config.data
    if image.what_if is not None:
        described += f"base {image.what_if}".encode()
    known = await known_reading(image.format, image.layers, described, emit, profile)
    # The objects of a known package are listed at once, and nothing is to be said before them.
    if early and known is None:
        await emit(early)
    return await read_package(image.format, image.layers, described, emit, profile, known)
