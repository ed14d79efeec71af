"""The fetcher of one source: memory first, then the store, then the source; always verified.

A local source has no store: its bytes are read where they stand.
"""

import asyncio
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from cachetools import LRUCache

from xpkgtui.fetching.single_flight import SingleFlight
from xpkgtui.fetching.threads import Threads, is_little
from xpkgtui.fetching.traffic import Listeners, Progress, Throttle, Traffic
from xpkgtui.fetching.verified_blob import (
    LocalBlobs,
    StoredBlob,
    VerifiedBlob,
    mismatch,
    read_whole,
    require_digest,
    require_verifiable,
    require_within,
)
from xpkgtui.limits import LIMITS, Limits
from xpkgtui.oci.descriptor import Descriptor, Digest
from xpkgtui.oci.json_value import LARGEST
from xpkgtui.oci.reference import Reference
from xpkgtui.sources.access import Access, Exchange
from xpkgtui.sources.source import ImageRoot, Root, Source

if TYPE_CHECKING:
    from xpkgtui.fetching.cache.store import Store
    from xpkgtui.fetching.named_root import NamedRoot

_MEMORY = 64 << 20


class Fetcher:
    """Fetches from one source. All methods belong to one event loop; only its threads touch source and store."""

    def __init__(
        self,
        source: Source,
        store: "Store | None",
        *,
        access: Access | None = None,
        exchanges: list[Exchange] | None = None,
        limits: Limits = LIMITS,
        now: Callable[[], float] = time.time,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.source = source
        self.store = store
        """The cache of what is fetched; a local source has none."""
        self._local = LocalBlobs(source)
        self.traffic = Traffic(exchanges if exchanges is not None else [])
        self._access = access or Access()
        self._fetched: set[str] = set()
        self._limits = limits
        self._now = now
        self._clock = clock
        self._threads = Threads()
        self._flights = SingleFlight()
        self._listeners = Listeners()
        self._documents: LRUCache[str, bytes] = LRUCache(_MEMORY, getsizeof=len)
        self._named: NamedRoot | None = None
        reference = getattr(source, "reference", None)
        self._reference = reference if isinstance(reference, Reference) else None

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences for people about the store."""
        return tuple(self.store.notes) if self.store else ()

    async def resolve(self, local: Root | None = None) -> Root:
        """The root of the source; asks a registry only where the tag is not cached or no longer fresh.

        `local` is what a source that is here was resolved to when it was opened.
        """
        if local is not None:
            return self._checked(local)
        if self._reference is None or self.store is None:
            return await self._flights.join("root", self._ask_source)
        if self._named is None:
            # Nothing of a store is loaded for what is here.
            from xpkgtui.fetching.cache.tag_cache import TagCache
            from xpkgtui.fetching.named_root import NamedRoot

            tags = TagCache(self.store, self._now, by_mirrors=self._access.mirrors)
            self._named = NamedRoot(self._reference, tags, self._access, self._threads, self._clock)
        return await self._named.resolve(self._ask_source, self._flights, self.traffic)

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
        require_within(descriptor, self._limits.reached("blob", descriptor.size))
        key = str(descriptor.digest)
        with self._listeners.following(key, progress):
            if self.store is None and is_little(descriptor.size):
                return self._verified(descriptor, self._local.verify(descriptor))
            return await self._flights.join(("blob", key, descriptor.size), lambda: self._bring(descriptor))

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

    async def _ask_source(self) -> Root:
        root = self._checked(await self._threads.run(self._resolve_source))
        if isinstance(root, ImageRoot) and (digest := root.verifiable_digest) is not None:
            await self._put(digest, root.data)
        return root

    def _resolve_source(self) -> Root:
        if self.store is None or self._reference is None:
            return self.source.resolve()
        from xpkgtui.fetching.cache import tag_cache

        return tag_cache.resolve(self.source, self._reference, self.store)

    def _checked(self, root: Root) -> Root:
        """The root, whose bytes have its digest."""
        if isinstance(root, ImageRoot) and (digest := root.verifiable_digest) is not None:
            descriptor = Descriptor(media_type=root.media_type, digest=digest, size=len(root.data))
            require_digest(descriptor, root.data)
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
        from xpkgtui.fetching.transfer import Transfer

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
        if delivery.fetched:
            self._count(descriptor.digest, delivery.fetched)
            if self._named is not None and (met := self.source.obstacles):
                await self._named.learn(met)
        else:
            self.traffic.took_from_cache(str(descriptor.digest), descriptor.size)
        return self._verified(descriptor, StoredBlob(path=delivery.path))

    async def _verify(self, descriptor: Descriptor, throttle: Throttle) -> VerifiedBlob:
        stop = threading.Event()
        try:
            blob = await self._threads.run(lambda: self._local.verify(descriptor, stop, throttle))
        except asyncio.CancelledError:
            stop.set()
            raise
        return self._verified(descriptor, blob)

    def _verified(self, descriptor: Descriptor, blob: VerifiedBlob) -> VerifiedBlob:
        """The blob, of which all bytes have arrived."""
        self._listeners.report(str(descriptor.digest), descriptor.size, descriptor.size)
        return blob

    def _arrived(self, descriptor: Descriptor, done: int) -> None:
        if self.store is not None:
            self.traffic.arrive(str(descriptor.digest), done)
        self._listeners.report(str(descriptor.digest), done, descriptor.size)

    def _count(self, digest: Digest, size: int) -> None:
        self._fetched.add(str(digest))
        self.traffic.settle(str(digest), size)
