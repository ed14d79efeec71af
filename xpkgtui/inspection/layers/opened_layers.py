"""The layers of one image: fetched within the price agreed to, read once, shown as they stand where damaged."""

import asyncio
import contextlib
import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from xpkgtui.errors import (
    Corrupt,
    DigestMismatch,
    Failure,
    FailureKind,
    MissingBlob,
    NotFound,
    Usage,
    XpkgError,
    blames_package,
)
from xpkgtui.fetching.cache.disk import LEAST, Learned
from xpkgtui.fetching.verified_blob import BlobFile, VerifiedBlob
from xpkgtui.filesystem.changeset import ChangeSet, read_changeset
from xpkgtui.filesystem.compression.stored import ByteSource
from xpkgtui.filesystem.layer_facts import LayerFacts, facts_of
from xpkgtui.formats.images.image_conventions import ImageConventions
from xpkgtui.inspection.messages.events import Emit
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.messages.requests import LayerScope, Options
from xpkgtui.inspection.opened_source import OpenedSource
from xpkgtui.inspection.rows.layers import Unread, UnreadReason
from xpkgtui.inspection.work import Progress, Stop
from xpkgtui.limits import PIECE, Limits, OverLimit
from xpkgtui.oci.descriptor import Digest
from xpkgtui.oci.image import Image, Layer
from xpkgtui.oci.media_types import is_foreign
from xpkgtui.readers.reader import LayerUnavailable, OpenLayer, Unverified
from xpkgtui.values import dataclass
from xpkgtui.visible import size as in_words

_MOST = 4_096
"""Entries of a layer that is kept: reading more of them takes as long as decompressing them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LayersForThread:
    """What a reader in a thread has of layers."""

    open_layer: OpenLayer
    stop: Stop
    files: list[BlobFile]
    """Those that are open."""


class OpenedLayers:
    """What was read of an image's layers so far; belongs to the event loop."""

    def __init__(self, source: OpenedSource, image: Image, images: ImageConventions) -> None:
        self.source = source
        self.image = image
        self.images = images
        self.errors: dict[int, XpkgError] = {}
        """Why layers are not here, by number; a later attempt may succeed."""
        self.facts: dict[int, LayerFacts] = {}
        """The facts of the layers that were read, or that could not be; by number."""
        self.change_sets: dict[int, ChangeSet] = {}
        """The changes that layers make, of those that were read; by number."""
        self._unread: dict[int, Unread] = {}
        self._agreed: set[int] = set()
        self._kept = KeptChanges(source.options.learned, source.options.limits)
        self._reading = asyncio.Lock()

    @property
    def unread(self) -> tuple[Unread, ...]:
        """Layers that were not read, each with its price and why."""
        known = {index for index, facts in self.facts.items() if facts.read or facts.mismatch}
        return tuple(
            self._unread.get(layer.index) or _unread(layer, UnreadReason.IGNORED)
            for layer in self.image.layers
            if layer.index not in known
        )

    @property
    def failure(self) -> Failure | None:
        """Why a layer that was asked for could not be fetched, where the package is not to blame."""
        return next((error.failure() for error in self.errors.values() if not blames_package(error)), None)

    def is_refused(self, index: int) -> bool:
        """Whether a layer was asked for and not fetched."""
        return index in self._unread

    def is_agreed(self, index: int) -> bool:
        """Whether the price of a layer was agreed to."""
        return self.source.consented or index in self._agreed

    def are_unreachable(self, wanted: Iterable[int]) -> bool:
        """Whether one of these layers could not be fetched last time."""
        return any(index in self.errors and not blames_package(self.errors[index]) for index in wanted)

    def require_reached(self, wanted: Iterable[int]) -> None:
        """Raises why one of these layers could not be fetched last time, where the package is not to blame."""
        for index in wanted:
            if (error := self.errors.get(index)) is not None and not blames_package(error):
                raise error

    def agree(self, wanted: Iterable[int]) -> None:
        """Allows these layers to be fetched without asking from now on."""
        self._agreed.update(wanted)

    def add_side_file_error(self, index: int, problem: str | None) -> None:
        """Keeps why the examples of a layer that was read cannot be; None where they can."""
        self.facts[index] = replace(self.facts[index], side_file_error=problem)

    async def blob(self, index: int, progress: Progress) -> VerifiedBlob:
        """The verified stored bytes of a layer; raises `LayerUnavailable`."""
        layer = self.image.layers[index]
        descriptor = layer.descriptor
        annotated = f" (annotated {layer.mark.annotation})" if layer.mark.annotation else ""
        progress.begin(f"Reading layer {index}{annotated}", descriptor.size, index)
        await self._require_price(layer)
        try:
            blob = await self.source.fetcher.blob(descriptor, progress.advance)
        except Usage:
            # The disk has no room: neither the package nor the way to it is to blame, and the next layer has none.
            raise
        except XpkgError as error:
            self.errors[index] = error
            if isinstance(error, NotFound | MissingBlob) and self._is_left_foreign(layer, error):
                self.errors[index] = NotFound(error.title, hint=error.hint, tried=error.tried)
                raise LayerUnavailable(error.title, unread=True) from error
            if isinstance(error, NotFound):
                # Its manifest names it.
                self.errors[index] = Corrupt(error.title, hint=error.hint, tried=error.tried)
            if not blames_package(error):
                self._unread[index] = _unread(layer, UnreadReason.FAILED, error.title)
                if isinstance(error, OverLimit):
                    self.facts[index] = LayerFacts(index=index, limit=error.reached)
                raise LayerUnavailable(error.title, unread=True) from error
            damage = error.title.rstrip(".")
            if isinstance(error, DigestMismatch):
                damage = "its digest does not match the manifest"
            self.facts[index] = LayerFacts(index=index, mismatch=damage)
            raise LayerUnavailable(error.title, corrupt=isinstance(error, Corrupt)) from error
        self._unread.pop(index, None)
        self.errors.pop(index, None)
        self.source.use(str(descriptor.digest), descriptor.size)
        return blob

    def _is_left_foreign(self, layer: Layer, error: XpkgError) -> bool:
        """Keeps that a missing layer is a foreign one, if it is, which is no damage; nothing else is fetched.

        One that Crossplane needs must have an address, from which it then fetches the layer.
        """
        base, descriptor = self.image.base, layer.descriptor
        is_ignored = base is not None and base.index != layer.index
        if not (descriptor.urls or (is_ignored and is_foreign(descriptor.media_type))):
            return False
        reason = UnreadReason.IGNORED if is_ignored else UnreadReason.FAILED
        self._unread[layer.index] = _unread(layer, reason, error.title)
        self.facts[layer.index] = LayerFacts(index=layer.index, elsewhere=descriptor.urls or ("",))
        return True

    async def change_set(self, index: int, emit: Emit, part: PartName = PartName.FILES) -> ChangeSet | None:
        """The changes of a layer, read once; None where it cannot be had, and then its facts say why.

        A request that waits for a layer that is on its way does not delay requests for another one.
        """
        if index in self.change_sets:
            return self.change_sets[index]
        progress = Progress()
        try:
            blob = await progress.watch(self.blob(index, progress), emit, part)
        except LayerUnavailable:
            return None
        async with self._reading:
            if index not in self.change_sets:
                self.learn({index: await self._read(self.image.layers[index].descriptor.digest, blob)})
            return self.change_sets[index]

    def learn(self, change_sets: Mapping[int, ChangeSet]) -> None:
        """Takes the changes of layers that a reader has read to their ends; they are not read again."""
        for index, found in change_sets.items():
            self.change_sets[index] = found
            self.facts[index] = facts_of(index, found, self.images.marks.landmarks, self.source.options.limits)

    def keep(self, change_sets: Mapping[int, ChangeSet]) -> None:
        """Writes the changes of layers that a reader has read to their ends into the cache; called in a thread."""
        for index, found in change_sets.items():
            self._kept.keep(self.image.layers[index].descriptor.digest, found)

    @contextlib.contextmanager
    def for_thread(self, progress: Progress) -> Iterator[LayersForThread]:
        """What opens layers for a reader in a thread; at the end the thread is stopped, and their files closed."""
        files: list[BlobFile] = []
        try:
            with Stop() as stop:
                yield LayersForThread(open_layer=self._opener(progress, stop, files), stop=stop, files=files)
        finally:
            for file in files:
                with contextlib.suppress(OSError):
                    file.close()

    def _opener(self, progress: Progress, stop: Stop, files: list[BlobFile]) -> OpenLayer:
        """Opens layers, which the event loop fetches."""
        loop = asyncio.get_running_loop()

        def open_layer(index: int) -> ByteSource:
            stop.check()
            file = stop.wait_for(asyncio.run_coroutine_threadsafe(self.blob(index, progress), loop)).open()
            files.append(file)
            return stop.guarding(file)

        return open_layer

    async def _read(self, digest: Digest, blob: VerifiedBlob) -> ChangeSet:

        def read() -> ChangeSet:
            if (kept := self._kept.find(digest)) is not None:
                return kept
            with contextlib.closing(blob.open()) as file:
                found = read_changeset(file, limits=self.source.options.limits, stop=stop)
            self._kept.keep(digest, found)
            return found

        with Stop() as stop:
            return await self.source.pool.run(read)

    async def _require_price(self, layer: Layer) -> None:
        """Refuses a layer that costs more than was agreed to, unless the reader's own base layer asks for it."""
        price, base = self.source.options.price, self.image.base
        is_base = base is not None and base.index == layer.index
        if price < 0 or is_base or self.is_agreed(layer.index) or layer.descriptor.size <= price:
            return
        if not await self.source.fetcher.has(layer.descriptor):
            self._unread[layer.index] = _unread(layer, UnreadReason.PRICE)
            raise LayerUnavailable(f"layer {layer.index} was not fetched", unread=True)


class KeptChanges:
    """The changes of large layers in a cache, so that their files are listed without decompressing them again.

    They are found by the digest of the layer, which was verified in this opening.

    Used from any thread.
    """

    def __init__(self, folder: str | None, limits: Limits, program: Callable[[], object] | None = None) -> None:
        """Without a folder there are none."""
        self._folder = folder
        self._limits = limits
        self._learned = Learned[ChangeSet](ChangeSet, program)

    def find(self, digest: Digest) -> ChangeSet | None:
        """The changes of this layer under these limits."""
        return self._learned.find(self._folder, self._about(digest))

    def keep(self, digest: Digest, changes: ChangeSet) -> None:
        """Writes those of a large layer in which nothing is wrong; where that fails, it is read again next time."""
        if not changes.problem and changes.inflated >= LEAST and len(changes.entries) <= _MOST:
            self._learned.keep(self._folder, self._about(digest), changes)

    def _about(self, digest: Digest) -> tuple[object, ...]:
        return "changes", str(digest), self._limits


def _unread(layer: Layer, reason: UnreadReason, failure: str = "") -> Unread:
    descriptor = layer.descriptor
    return Unread(
        digest=str(descriptor.digest), size=descriptor.size, layer=layer.index, reason=reason, failure=failure
    )


class UnverifiedLayers:
    """The wrong layers of one image, each copied once; used from one thread."""

    def __init__(self, source: OpenedSource, image: Image, layers: LayersForThread) -> None:
        self._source = source
        self._image = image
        self._layers = layers
        self._copied: dict[int, Unverified | None] = {}

    def offered(self) -> OpenLayer:
        """Opens layers; the error about a damaged one carries its bytes as they are."""

        def opening(index: int) -> ByteSource:
            try:
                return self._layers.open_layer(index)
            except LayerUnavailable as problem:
                if not problem.corrupt or (unverified := self.find(index)) is None:
                    raise
                raise LayerUnavailable(problem.reason, corrupt=True, unverified=unverified) from problem

        return opening

    def find(self, index: int) -> Unverified | None:
        """The bytes of a layer that could not be verified; None where there are none, or too many."""
        if index not in self._copied:
            try:
                self._copied[index] = self._copy(index)
            except MissingBlob:
                urls = self._image.layers[index].descriptor.urls
                self._copied[index] = None if urls else Unverified(size=0, open=io.BytesIO, is_missing=True)
            except XpkgError:
                self._copied[index] = None
        return self._copied[index]

    def _copy(self, index: int) -> Unverified | None:
        source = self._source
        path, size = source.scratch_file(), 0
        with source.fetcher.source.blob(self._image.layers[index].descriptor) as blob, path.open("wb") as file:
            while data := blob.read(PIECE):
                self._layers.stop.check()
                size += len(data)
                if size > source.options.limits.blob:
                    return None
                file.write(data)
        return Unverified(size=size, open=lambda: self._open(path))

    def _open(self, path: Path) -> ByteSource:
        file = path.open("rb")
        self._layers.files.append(file)
        return self._layers.stop.guarding(file)


async def price(layers: OpenedLayers, wanted: Iterable[int]) -> Failure | None:
    """The price of these layers, where it is more than may be fetched without asking."""
    source = layers.source
    if source.options.price < 0 or source.consented or not source.is_remote:
        return None
    priced = [layer for layer in await _missing(layers, wanted) if not layers.is_agreed(layer.index)]
    total = sum(layer.descriptor.size for layer in priced)
    if total <= source.options.price:
        return None
    names = ", ".join(str(layer.index) for layer in priced)
    plural, them = ("s", "them") if len(priced) > 1 else ("", "it")
    return Failure(
        kind=FailureKind.PRICE,
        title=f"This reads layer{plural} {names}: {in_words(total)} to fetch.",
        hint=f"enter fetches {them}",
    )


async def is_cheap(layers: OpenedLayers, wanted: Iterable[int]) -> bool:
    """Whether layers cost no more than a screen fetches without asking; commands too."""
    source = layers.source
    total = sum(layer.descriptor.size for layer in await _missing(layers, wanted)) if source.is_remote else 0
    return total <= (source.options.price if source.options.price >= 0 else Options().price)


async def is_free(layers: OpenedLayers, wanted: tuple[int, ...]) -> bool:
    """Whether layers may be read that were not asked for."""
    source = layers.source
    if not source.is_remote or all(index in layers.change_sets for index in wanted):
        return True
    if source.options.price < 0:
        return False
    return sum(layer.descriptor.size for layer in await _missing(layers, wanted)) <= source.options.price


async def _missing(layers: OpenedLayers, wanted: Iterable[int]) -> list[Layer]:
    """Those that were not read and are not in the store."""
    chosen = set(wanted)
    return [
        layer
        for layer in layers.image.layers
        if layer.index in chosen
        and layer.index not in layers.change_sets
        and not await layers.source.fetcher.has(layer.descriptor)
    ]


_LOCAL = 64_000_000
_REMOTE = 1_000_000


class ByteAllowance:
    """Bytes that may still be read; they are counted by descriptors, so that a cache changes nothing."""

    def __init__(self, left: float) -> None:
        self._left = left

    @classmethod
    def of(cls, source: OpenedSource, reach: LayerScope) -> "ByteAllowance":
        """What is cheap for a source, everything, or nothing."""
        cheap = _REMOTE if source.is_remote else _LOCAL
        return cls({LayerScope.PATH: 0, LayerScope.CHEAP: cheap, LayerScope.ALL: float("inf")}[reach])

    def take(self, size: int) -> bool:
        """Whether so many bytes may be read; they are then counted."""
        if size > self._left or self._left == 0:
            return False
        self._left -= size
        return True
