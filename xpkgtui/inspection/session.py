"""One source that is open: what was read of it so far."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, TypeVar

from xpkgtui.documents.chunk import Chunk
from xpkgtui.documents.origins import Origins
from xpkgtui.errors import Cancelled, Corrupt, Failure, NotFound, XpkgError
from xpkgtui.fetching.fetcher import Fetcher
from xpkgtui.fetching.threads import Threads
from xpkgtui.filesystem.changeset import ChangeSet
from xpkgtui.filesystem.layer_facts import LayerFacts
from xpkgtui.filesystem.shadowing import ShadowedFile
from xpkgtui.filesystem.tree.differences import Comparison
from xpkgtui.filesystem.tree.node import FileTree
from xpkgtui.inspection.events import Emit, Progressed, Unread
from xpkgtui.inspection.platforms import Inner
from xpkgtui.inspection.requests import Options
from xpkgtui.inspection.rows.layers import LayerRow
from xpkgtui.inspection.rows.objects import ObjectRow
from xpkgtui.oci.descriptor import Descriptor
from xpkgtui.oci.image import Image
from xpkgtui.oci.manifest import Index
from xpkgtui.readers.reader import ByteSource, LayerUnavailable, Reading
from xpkgtui.rules.case import ChildFacts, Flattened, StreamFile
from xpkgtui.sources.source import Root, StreamRoot

Value = TypeVar("Value")
_TICK = 0.1
"""Seconds between two words about progress."""


@dataclass(slots=True, kw_only=True, eq=False)
class Session:
    """What is known of the source that is open; only the inspector writes here, on the event loop."""

    source: str
    options: Options
    fetcher: Fetcher
    pool: Threads
    scratch: Path
    """A private folder for texts that are shown."""
    root: Root
    form: str
    index: Index | None = None
    index_data: bytes = b""
    chosen: int | None = None
    shown: int | None = None
    children: tuple[ChildFacts, ...] = ()
    manifest_data: bytes = b""
    manifest_digest: str | None = None
    manifest_error: str | None = None
    image: Image | None = None
    config_data: bytes = b""
    config_error: str | None = None
    facts: dict[int, LayerFacts] = field(default_factory=dict)
    change_sets: dict[int, ChangeSet] = field(default_factory=dict)
    hidden: tuple[ShadowedFile, ...] = ()
    flattened: Flattened | None = None
    reading: Reading | None = None
    stream: StreamFile | None = None
    origins: Origins | None = None
    """Where the lines of `stream` come from, for a folder of sources."""
    streams: dict[int, str] = field(default_factory=dict)
    """sha256 of package.yaml, by entry of the index, of all that were looked at."""
    chunks: tuple[Chunk, ...] = ()
    rows: tuple[ObjectRow, ...] = ()
    unread: dict[int, Unread] = field(default_factory=dict)
    trouble: Failure | None = None
    """Why a layer that the reader wanted could not be fetched, where the package is not to blame."""
    consented: bool = False
    """Whether the price of what Crossplane reads was agreed to."""
    agreed: set[int] = field(default_factory=set)
    """Layers whose price was agreed to one by one."""
    told: tuple[LayerRow, ...] = ()
    """Layers as they were told when files were listed last."""
    trees: dict[tuple[bool, tuple[int, ...]], FileTree] = field(default_factory=dict)
    """Trees of layers that were looked at last: one layer by itself or several flattened."""
    comparisons: dict[tuple[str, int], Comparison] = field(default_factory=dict)
    """Of the views that were listed last."""
    progress: tuple[str, int, int | None, int | None] = ("", 0, None, None)
    """What is under way, bytes done, bytes in all, layer."""
    inner: Inner = field(default_factory=Inner)
    totals: dict[int, int] = field(default_factory=dict)
    """Bytes of the image behind each entry of the index whose manifest was read."""
    needed: dict[str, int] = field(default_factory=dict)
    """Bytes of every blob and manifest that was used, by digest."""
    texts: int = 0
    """How many files were put into `scratch`."""
    surveying: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def is_stream(self) -> bool:
        """Whether there is no image at all."""
        return isinstance(self.root, StreamRoot)

    @property
    def total(self) -> int | None:
        """Bytes of manifest, config and layers of the image that is looked at."""
        if self.image is None:
            return None
        manifest = self.image.manifest
        return (
            len(self.manifest_data)
            + (manifest.config.size if manifest.config else 0)
            + sum(layer.size for layer in manifest.layers)
        )

    def scratch_file(self) -> Path:
        """A new name in the private folder."""
        self.texts += 1
        return self.scratch / f"text-{self.texts}"

    async def watched(self, work: Awaitable[Value], emit: Emit, part: str) -> Value:
        """What `work` returns; meanwhile its progress is told, ten times a second."""
        task = asyncio.ensure_future(work)
        told: object = None
        try:
            while not (await asyncio.wait({task}, timeout=_TICK))[0]:
                if self.progress != told and self.progress[0]:
                    told = self.progress
                    what, done, total, layer = self.progress
                    await emit(Progressed(part=part, what=what, done=done, total=total, layer=layer))
            return await task
        finally:
            task.cancel()

    async def layer_path(self, index: int) -> Path:
        """The verified file of a layer's stored bytes; raises `LayerUnavailable`."""
        assert self.image is not None
        layer = self.image.layers[index]
        descriptor = layer.descriptor
        what = f"Reading layer {index}" + (f" (annotated {layer.annotation})" if layer.annotation else "")
        self.progress = (what, 0, descriptor.size, index)

        def tell(done: int, total: int | None) -> None:
            self.progress = (what, done, total, index)

        await self._require_price(index, descriptor)
        try:
            path = await self.fetcher.blob(descriptor, tell)
        except XpkgError as error:
            if not blames_package(error):
                self.trouble = error.failure()
                self.unread[index] = _unread(descriptor, index, error.title)
                raise LayerUnavailable(error.title, unread=True) from error
            self.facts[index] = LayerFacts(index=index, mismatch=error.title)
            raise LayerUnavailable(error.title, corrupt=isinstance(error, Corrupt)) from error
        self.unread.pop(index, None)
        self.needed[str(descriptor.digest)] = descriptor.size
        return path

    async def _require_price(self, index: int, descriptor: Descriptor) -> None:
        """Refuses a layer that costs more than was agreed to, unless the reader's own base layer asks for it."""
        assert self.image is not None
        price = self.options.price
        base = self.image.base
        wanted = base is not None and base.index == index
        if price < 0 or self.consented or wanted or index in self.agreed or descriptor.size <= price:
            return
        if self.form == "registry" and not await self.fetcher.has(descriptor):
            self.unread[index] = _unread(descriptor, index, "more than may be fetched without asking")
            raise LayerUnavailable(f"layer {index} was not fetched", unread=True)


def blames_package(error: XpkgError) -> bool:
    """Whether the bytes are to blame, and not the way to them (network, credentials)."""
    return isinstance(error, Corrupt | NotFound)


def _unread(descriptor: Descriptor, index: int, why: str) -> Unread:
    return Unread(digest=str(descriptor.digest), size=descriptor.size, why=why, layer=index)


class Stop:
    """A flag that ends work in a thread at its next read."""

    def __init__(self) -> None:
        self._event = threading.Event()

    def set(self) -> None:
        """Ends the work."""
        self._event.set()

    def __call__(self) -> bool:
        """Whether the work is to end."""
        return self._event.is_set()

    def check(self) -> None:
        """Raises `Cancelled` once the flag is set."""
        if self._event.is_set():
            raise Cancelled

    def guarding(self, file: BinaryIO) -> ByteSource:
        """`file`, whose next read raises once the flag is set."""
        return _Guarded(file, self)


class _Guarded:
    """A file that stops being readable; it can start again, so that damage is told to the byte."""

    def __init__(self, file: BinaryIO, stop: Stop) -> None:
        self._file = file
        self._stop = stop

    def read(self, size: int, /) -> bytes:
        """As the file, or `Cancelled`."""
        self._stop.check()
        return self._file.read(size)

    def seek(self, offset: int, /) -> int:
        """As the file."""
        return self._file.seek(offset)

    def tell(self) -> int:
        """As the file."""
        return self._file.tell()


def opener(session: Session, stop: Stop, files: list[BinaryIO]) -> Callable[[int], ByteSource]:
    """For a reader in a thread: fetches on the event loop and waits; the caller closes `files`."""
    loop = asyncio.get_running_loop()

    def open_layer(index: int) -> ByteSource:
        stop.check()
        future = asyncio.run_coroutine_threadsafe(session.layer_path(index), loop)
        while True:
            try:
                path = future.result(timeout=0.2)
                break
            except TimeoutError:
                if stop():
                    future.cancel()
                    raise Cancelled from None
        file = path.open("rb")
        files.append(file)
        return stop.guarding(file)

    return open_layer
