"""The order in which a source is inspected: first what the deciding reader reads, then what rules need beside it."""

import asyncio
import atexit
import contextlib
import os
import time
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from xpkgtui.errors import Malformed, NotFound, Usage, XpkgError
from xpkgtui.fetching.fetcher import Fetcher
from xpkgtui.fetching.threads import Threads
from xpkgtui.inspection.index.opened_index import ShownEntry
from xpkgtui.inspection.messages.events import CaseReady, Emit, LayersChanged, PartFailed, Progressed, StreamRead
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.messages.requests import Open, Options
from xpkgtui.inspection.objects.bare_stream import OpenedStream, open_stream
from xpkgtui.inspection.objects.describe import note_objects
from xpkgtui.inspection.objects.keeping import keep_package
from xpkgtui.inspection.objects.package_reading import known_reading, read_package, takes_nothing
from xpkgtui.inspection.objects.stream import PackageStream, own_profile
from xpkgtui.inspection.opened_image import NoImage, OpenedImage, Shown, total_of, wording_of
from xpkgtui.inspection.opened_source import OpenedSource
from xpkgtui.inspection.opening.background import Extent, read_background
from xpkgtui.inspection.opening.case import build_case
from xpkgtui.inspection.opening.image import open_image, raw_root
from xpkgtui.inspection.work import deadline, timed
from xpkgtui.oci.platform import Platform
from xpkgtui.private_files import empty_folder, new_folder, remove_folder
from xpkgtui.readers.reader import Reading
from xpkgtui.sources.access import Exchange
from xpkgtui.sources.opening import open_source
from xpkgtui.sources.registry.shared import SharedRegistries
from xpkgtui.sources.source import ImageRoot, Root, Source, StreamRoot
from xpkgtui.sources.spooling import no_room
from xpkgtui.visible import capitalized, few

if TYPE_CHECKING:
    from xpkgtui.fetching.cache.store import Store


_PREFIX = "xpkgtui-"
_DAY = 86_400
KEPT = 8
"""Openings whose folders stay: a screen shows texts of the newest, and for a moment those of the one before."""


class ScratchFolders:
    """A folder for each source that is opened; the newest few stay, because a screen may still show texts."""

    def __init__(self, kept: int = KEPT, root: Path | None = None) -> None:
        """The folders lie in `root`, which is removed with them; without it a new one is made."""
        self._kept = kept
        self._root = root
        self._made: list[Path] = []
        self._count = 0

    def new(self) -> Path:
        """A new, empty folder; raises `XpkgError` where the disk has no room."""
        try:
            if self._root is None:
                self._root = new_folder(_PREFIX)
                # A second signal interrupts the removal.
                atexit.register(self.close)
            if self._count == 0:
                _sweep(self._root.parent)
            self._count += 1
            folder = self._root / str(self._count)
            if len(self._made) < self._kept or not _reused(self._made.pop(0), folder):
                folder.mkdir(mode=0o700)
        except OSError as error:
            raise no_room(error) from error
        self._made.append(folder)
        return folder

    def close(self) -> None:
        """Removes all of them."""
        if self._root is not None:
            for folder in self._made:
                remove_folder(folder)
            remove_folder(self._root)
            atexit.unregister(self.close)
            self._root, self._made = None, []


def _reused(old: Path, new: Path) -> bool:
    """Whether an old folder, emptied, is the new one: another one takes a file system six times as long."""
    try:
        empty_folder(old)
        old.rename(new)
    except OSError:
        remove_folder(old)
        return False
    return True


def _sweep(temporary: Path) -> None:
    """Removes what killed processes left behind more than a day ago."""
    try:
        names = os.listdir(temporary)
    except OSError:  # a folder may be written and not listed
        return
    for name in names:
        if name.startswith(_PREFIX):
            with contextlib.suppress(OSError):
                status = os.lstat(temporary / name)
                if status.st_uid == os.getuid() and time.time() - status.st_mtime > _DAY:
                    # Unlike what is made here, it may be a link.
                    import shutil

                    shutil.rmtree(temporary / name, ignore_errors=True)


PATIENCE = 0.5
"""Seconds after which the bytes of a known package are taken, and the rest of it is listed, unasked."""
LARGE = 16 << 20
"""Bytes of a stream that take longer to be taken than a frame."""


async def resolve(
    request: Open,
    emit: Emit,
    *,
    pool: Threads,
    scratch: Path,
    stdin: BinaryIO | None,
    shared: SharedRegistries | None = None,
) -> OpenedSource:
    """Finds out what the name stands for; raises `XpkgError` where that is nothing that can be read."""
    options = request.options
    exchanges: list[Exchange] = []
    opening = Progressed(part=PartName.PLATFORMS, what=f"Opening {request.source}")
    await emit(opening)

    def opened() -> tuple[Source, Root | None]:
        source = open_source(
            request.source,
            options.access,
            exclude=options.exclude,
            limits=options.limits,
            stdin=stdin,
            on_exchange=exchanges.append,
            shared=shared,
            scratch=scratch,
        )
        try:
            return source, None if source.is_remote else source.resolve()
        except BaseException:
            source.close()
            raise

    found, local = await pool.run(opened)
    fetcher = Fetcher(
        found, _store(found, options), access=options.access, exchanges=exchanges, limits=options.limits
    )
    try:
        opening = replace(opening, limit=int(options.access.silence) if found.is_remote else 0)
        root = await timed(fetcher.resolve(local), emit, opening)
        source = OpenedSource(request.source, root, options=options, fetcher=fetcher, pool=pool, scratch=scratch)
    except (XpkgError, GeneratorExit, asyncio.CancelledError):
        fetcher.close()
        raise
    await emit(source.resolved())
    return source


def _store(source: Source, options: Options) -> "Store | None":
    """The store for what comes over a network; a local source is read where it stands."""
    if not source.is_remote:
        return None
    from xpkgtui.fetching.cache.store import Store

    return Store(options.cache_dir)


async def first_shown(source: OpenedSource) -> NoImage:
    """What is shown of a source until its image is read; raises `NotFound` without the platform that is asked for."""
    base = source.options.base
    if source.index is not None:
        return NoImage(entry=await asked_entry(source), what_if=base)
    if isinstance(source.root, ImageRoot):
        return NoImage(manifest=raw_root(source.root), what_if=base)
    if base is not None:
        raise Usage("A stream has no layers, so none of them can be the base.")
    return NoImage()


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
    extent = Extent(reach=options.reach, children=options.children, every_platform=options.every_platform)
    await read_background(source, shown, emit, extent)
    if not isinstance(shown, NoImage) and shown.stream is not None and options.base is None:
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
    reading, stream = await _reading(image, emit, says_form=source.options.form_first)
    if stream is not None:
        await stream.split(source.pool)
        if own := _own_reader(image, reading, stream):
            reading, stream = await _reading(image, emit, own)
    image.read(reading, stream)
    if image.entry is not None and reading.sha256 is not None and image.what_if is None:
        source.took(image.entry.number, reading.sha256)
    if stream is None or stream.is_here:
        await _tell_of_stream(image, reading, stream, emit)
        if stream is not None:
            await _list(stream, source, emit)
    else:
        # What the cache has of these layers is listed while their bytes are taken.
        # A screen draws the first ones before the rest of what is large, because that is work for all processors.
        patience = PATIENCE if source.options.form_first and stream.file.size >= LARGE else 0
        arriving = asyncio.ensure_future(_bring(stream, patience))
        try:
            await _list(stream, source, emit, patience)
            await arriving
        finally:
            arriving.cancel()
        await _tell_of_stream(image, reading, stream, emit)
    if stream is not None:
        await note_objects(stream, source.pool, emit)


async def _bring(stream: PackageStream, patience: float) -> None:
    if patience:
        await stream.wanted(patience)
    await stream.arrive()


async def _tell_of_stream(image: OpenedImage, reading: Reading, stream: PackageStream | None, emit: Emit) -> None:
    """The file of the stream, and what is known of the layers now."""
    await emit(StreamRead(reading=reading, stream=stream.file if stream else None))
    await emit(LayersChanged(layers=image.layer_rows()))
    if image.layers.failure is not None:
        await emit(PartFailed(part=PartName.OBJECTS, failure=image.layers.failure))


async def _list(stream: PackageStream, source: OpenedSource, emit: Emit, patience: float = 0) -> None:
    """The objects; their names are in the index of an earlier opening, or else in the bytes."""
    if not stream.chunks:
        await stream.split(source.pool)
    await stream.list_objects(source.pool, emit, patience=patience)


def _own_reader(image: OpenedImage, reading: Reading, stream: PackageStream) -> str:
    """The profile whose reader reads this package, where another has read it to learn that; empty otherwise."""
    summary, options = image.format.summary, image.source.options
    own = own_profile(image.format, stream)
    if options.asked_profile in summary.profiles or own == summary.profiles[0]:
        return ""
    return own if summary.readers.of_profile.get(own) not in {None, reading.reader} else ""


async def _reading(
    image: OpenedImage, emit: Emit, profile: str = "", *, says_form: bool = False
) -> tuple[Reading, PackageStream | None]:
    """What the reader takes; with `says_form`, what the image alone is judged by comes before it."""
    index = image.source.index
    form = CaseReady(case=build_case(image.source, image, ()), is_form=True) if says_form else None
    if index is not None and (why := index.not_a_package(image.entry, wording_of(image))):
        if form:
            await emit(form)
        return takes_nothing(image.layers.images, why), None
    described = image.manifest.data + image.config.data
    if image.what_if is not None:
        described += f"base {image.what_if}".encode()
    known = await known_reading(image.format, image.layers, described, emit, profile)
    # The objects of a known package are listed at once, and nothing is to be said before them.
    if form and known is None:
        await emit(form)
    return await read_package(image.format, image.layers, described, emit, profile, known)


_MOST_NAMED = 12


async def asked_entry(source: OpenedSource) -> ShownEntry | None:
    """The entry for the platform of the options, or the one that the deciding reader takes; raises `NotFound`."""
    index = source.index
    if index is None:
        return None
    if not source.options.platform:
        return index.first_shown()
    platform = _parsed(source.options.platform)
    found = index.entry_for(platform)
    if found is None and index.has_nested:
        await index.read_nested(source.fetcher, deadline())
        found = index.entry_for(platform)
    if found is None:
        raise _absent(source, (row.name for row in index.rows(None) if row.is_package))
    return found


def require_platform(source: OpenedSource, shown: Shown) -> None:
    """Raises `NotFound` where a source without an index is not for the platform of the options."""
    if not source.options.platform or source.index is not None:
        return
    platform = _parsed(source.options.platform)
    if not isinstance(shown, OpenedImage):
        if source.is_stream:
            raise NotFound("This source has no platforms: it is not an image.", hint="Leave --platform out.")
        return
    own = shown.image.config.platform if shown.image.config else None
    if own is not None and not own.is_empty and not own.matches(platform):
        raise _absent(source, (str(own),))


def _absent(source: OpenedSource, names: Iterable[str]) -> NotFound:
    listed = tuple(dict.fromkeys(names))
    there = f"It has {few(listed, _MOST_NAMED)}." if listed else "It lists no package."
    return NotFound(f"{source.name} has no platform {source.options.platform}", hint=there)


def _parsed(text: str) -> Platform:
    try:
        return Platform.named(text)
    except Malformed as error:
        raise Usage(f"--platform is {text}", hint=f"{capitalized(str(error))}.") from error
