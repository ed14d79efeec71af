"""The fetcher of one source: memory first, then the store, then the source; always verified.

A local source has no store: its bytes are read where they stand.
"""

import asyncio
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

import cachetools

from xpkgtui.fetching.cache import tag_lists
from xpkgtui.fetching.cache.store import Store
from xpkgtui.fetching.cache.tag_cache import LIFETIME, TagCache
from xpkgtui.fetching.single_flight import SingleFlight
from xpkgtui.fetching.threads import Threads
from xpkgtui.fetching.traffic import Progress, Throttle, Traffic
from xpkgtui.fetching.transfer import Delivery, Transfer
from xpkgtui.fetching.verification import mismatch, require_digest, require_verifiable, require_within
from xpkgtui.fetching.verified_blob import LocalBlobs, StoredBlob, VerifiedBlob, read_whole
from xpkgtui.limits import LIMITS, Limits
from xpkgtui.oci.descriptor import Descriptor
from xpkgtui.oci.digest import Digest
from xpkgtui.oci.json_value import LARGEST
from xpkgtui.oci.reference import Reference
from xpkgtui.sources.access import Access, Exchange
from xpkgtui.sources.source import ImageRoot, Root, Source

if TYPE_CHECKING:
    from xpkgtui.fetching.named_root import NamedRoot

Value = TypeVar("Value")
_MEMORY = 64 << 20


class Fetcher:
    """Fetches from one source. All methods belong to one event loop; only its threads touch source and store."""

    def __init__(
        self,
        source: Source,
        store: Store | None,
        *,
        access: Access | None = None,
        exchanges: list[Exchange] | None = None,
        limits: Limits = LIMITS,
        now: Callable[[], float] = time.time,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.source = source
        self.store = store
        """None for a local source."""
        self._local = LocalBlobs(source)
        self.traffic = Traffic(exchanges if exchanges is not None else [])
        self._access = access or Access()
        self._fetched: set[str] = set()
        self._limits = limits
        self._now = now
        self._clock = clock
        self._threads = Threads()
        self._flights = SingleFlight()
        self._listeners: dict[str, list[Progress]] = {}
        self._documents: cachetools.LRUCache[str, bytes] = cachetools.LRUCache(_MEMORY, getsizeof=len)
        self._roots: cachetools.TTLCache[str, ImageRoot] = cachetools.TTLCache(16, LIFETIME, timer=clock)
        reference = getattr(source, "reference", None)
        self._reference = reference if isinstance(reference, Reference) else None

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences for people about the store."""
        return tuple(self.store.notes) if self.store else ()

    async def resolve(self) -> Root:
        """The root of the source; asks a registry only where the tag is not cached or no longer fresh."""
        if self._reference is None or self.store is None:
            return await self._flights.join("root", self._ask_source)
        name = str(self._reference)
        from xpkgtui.fetching.named_root import NamedRoot

        named = NamedRoot(self._reference, TagCache(self.store, self._now), self._access, self._threads)
        if not self._refreshes and (known := self._roots.get(name)) is not None:
            return known
        root = await self._flights.join("root", lambda: self._resolve_name(named))
        if isinstance(root, ImageRoot):
            self._roots[name] = root
        return root

    async def manifest(self, descriptor: Descriptor) -> bytes:
        """The verified bytes of a manifest or index below the root."""
        require_verifiable(descriptor, LARGEST)
        key = str(descriptor.digest)
        data = self._documents.get(key)
        if data is None:
            data = await self._flights.join(("manifest", key), lambda: self._manifest(descriptor))
            self._documents[key] = data
        if len(data) != descriptor.size:
            raise mismatch(descriptor, f"{len(data)} bytes", key)
        return data

    async def blob(self, descriptor: Descriptor, progress: Progress | None = None) -> VerifiedBlob:
        """The verified bytes of a blob; a transfer stops when its last waiter leaves."""
        require_verifiable(descriptor)
        require_within(descriptor, self._limits.reached("blob"))
        key = str(descriptor.digest)
        listeners = self._listeners.setdefault(key, [])
        if progress is not None:
            listeners.append(progress)
        try:
            return await self._flights.join(("blob", key, descriptor.size), lambda: self._bring(descriptor))
        finally:
            if progress is not None:
                listeners.remove(progress)
            if not listeners:
                self._listeners.pop(key, None)

    async def small_blob(self, descriptor: Descriptor, limit: int) -> bytes:
        """The verified bytes of a blob of at most `limit` bytes, such as a config."""
        require_verifiable(descriptor, limit)
        key = str(descriptor.digest)
        data = self._documents.get(key)
        if data is None or len(data) != descriptor.size:
            blob = await self.blob(descriptor)
            data = await self._threads.run(lambda: read_whole(blob, descriptor), on=descriptor.size)
            if len(data) <= _MEMORY:
                self._documents[key] = data
        return data

    async def has(self, descriptor: Descriptor) -> bool:
        """Whether a blob needs no request."""
        store = self.store
        if store is None:
            return True
        if self._is_passed_over(descriptor):
            return False
        return await self._threads.run(lambda: store.has(descriptor.digest, descriptor.size))

    async def is_verified(self, descriptor: Descriptor) -> bool:
        """Whether the bytes of a blob are here, and were verified in this opening; makes no request."""
        store = self.store
        if store is None:
            return await self._threads.run(lambda: self._local.is_verified(descriptor))
        if not descriptor.digest.is_verifiable or self._is_passed_over(descriptor):
            return False
        path = await self._threads.run(lambda: store.find(descriptor.digest))
        return path is not None and path.stat().st_size == descriptor.size

    def close(self) -> None:
        """Cancels all transfers without waiting for them, and closes source and store."""
        self._flights.close()
        self.source.close()
        self._threads.close()
        if self.store is not None:
            self.store.close()

    @property
    def _refreshes(self) -> bool:
        """Whether everything is asked for again, once in this opening."""
        return self._access.refresh and not self._access.offline

    def _is_passed_over(self, descriptor: Descriptor) -> bool:
        """Whether what the store has of this digest is not used, because it was to be asked for again."""
        return self._refreshes and str(descriptor.digest) not in self._fetched

    async def _resolve_name(self, named: "NamedRoot") -> Root:
        if (found := await named.find()) is not None:
            self.traffic.took_from_cache(str(self._reference), len(found.data))
            return found
        return await named.ask(self._ask_source)

    async def _ask_source(self) -> Root:
        root = await self._threads.run(lambda: tag_lists.resolve(self.source, self._reference, self.store))
        if isinstance(root, ImageRoot) and root.digest is not None and root.digest.is_verifiable:
            digest, data = root.digest, root.data
            require_digest(Descriptor(media_type=root.media_type, digest=digest, size=len(data)), data)
            await self._put(digest, data)
        return root

    async def _manifest(self, descriptor: Descriptor) -> bytes:
        store = self.store
        if store is not None and not self._is_passed_over(descriptor):
            stored = await self._threads.run(lambda: store.read(descriptor.digest, LARGEST))
            if stored is not None:
                self.traffic.took_from_cache(str(descriptor.digest), len(stored))
                return stored
        data = await self._threads.run(lambda: self.source.manifest(descriptor))
        require_digest(descriptor, data)
        await self._put(descriptor.digest, data)
        return data

    async def _put(self, digest: Digest, data: bytes) -> None:
        """Keeps the verified bytes that a registry sent."""
        if (store := self.store) is not None:
            await self._threads.run(lambda: store.put(digest, data))
            self._count(digest, len(data))

    async def _bring(self, descriptor: Descriptor) -> VerifiedBlob:
        loop = asyncio.get_running_loop()
        is_over = False

        def arrived(done: int) -> None:
            if not is_over:
                self._arrived(descriptor, done)

        throttle = Throttle(lambda done: loop.call_soon_threadsafe(arrived, done), self._clock)
        if self.store is None:
            return await self._verify(descriptor, throttle)
        anew = self._is_passed_over(descriptor)
        transfer = Transfer(self.source, self.store, descriptor, throttle, anew=anew)
        try:
            delivery = await self._threads.run(transfer.run)
        except BaseException:
            transfer.stop()
            self.traffic.settle(str(descriptor.digest), transfer.received)
            raise
        finally:
            is_over = True
        self._count_delivery(descriptor, delivery)
        return StoredBlob(path=delivery.path)

    async def _verify(self, descriptor: Descriptor, throttle: Throttle) -> VerifiedBlob:
        stop = threading.Event()
        try:
            blob = await self._threads.run(lambda: self._local.verify(descriptor, stop, throttle), on=descriptor.size)
        except asyncio.CancelledError:
            stop.set()
            raise
        self._report(descriptor, descriptor.size)
        return blob

    def _count_delivery(self, descriptor: Descriptor, delivery: Delivery) -> None:
        self._report(descriptor, descriptor.size)
        if delivery.fetched:
            self._count(descriptor.digest, delivery.fetched)
        else:
            self.traffic.took_from_cache(str(descriptor.digest), descriptor.size)

    def _arrived(self, descriptor: Descriptor, done: int) -> None:
        if self.store is not None:
            self.traffic.arrive(str(descriptor.digest), done)
        self._report(descriptor, done)

    def _report(self, descriptor: Descriptor, done: int) -> None:
        for progress in tuple(self._listeners.get(str(descriptor.digest), ())):
            progress(done, descriptor.size)

    def _count(self, digest: Digest, size: int) -> None:
        self._fetched.add(str(digest))
        self.traffic.settle(str(digest), size)
