"""The fetcher of one source: memory first, then the store, then the source; always verified."""

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import cachetools

from xpkgtui.errors import Corrupt, Unreachable
from xpkgtui.fetching.single_flight import SingleFlight
from xpkgtui.fetching.store import Store
from xpkgtui.fetching.tag_cache import LIFETIME, CachedTag, TagCache
from xpkgtui.fetching.threads import Threads
from xpkgtui.fetching.traffic import Progress, Throttle, Traffic
from xpkgtui.fetching.transfer import Delivery, Transfer, mismatch
from xpkgtui.oci.descriptor import Descriptor
from xpkgtui.oci.json_value import LARGEST
from xpkgtui.oci.reference import Reference
from xpkgtui.sources.source import Access, Exchange, ImageRoot, Root, Source
from xpkgtui.visible import size as in_words

Value = TypeVar("Value")
_LARGEST_BLOB = 512 << 20
_MEMORY = 64 << 20


class Fetcher:
    """Fetches from one source. All methods belong to one event loop; only its threads touch source and store."""

    def __init__(
        self,
        source: Source,
        store: Store,
        *,
        access: Access | None = None,
        exchanges: list[Exchange] | None = None,
        largest: int = _LARGEST_BLOB,
        now: Callable[[], float] = time.time,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.source = source
        self.store = store
        self.traffic = Traffic(exchanges if exchanges is not None else [])
        self._access = access or Access()
        self._largest = largest
        self._now = now
        self._clock = clock
        self._threads = Threads()
        self._flights = SingleFlight()
        self._listeners: dict[str, list[Progress]] = {}
        self._documents: cachetools.LRUCache[str, bytes] = cachetools.LRUCache(_MEMORY, getsizeof=len)
        self._roots: cachetools.TTLCache[str, ImageRoot] = cachetools.TTLCache(16, LIFETIME, timer=clock)
        reference = getattr(source, "reference", None)
        self._reference = reference if isinstance(reference, Reference) else None

    async def resolve(self) -> Root:
        """The root of the source; asks a registry only where the tag is not cached or no longer fresh."""
        if self._reference is None:
            return await self._flights.join("root", self._ask_source)
        name = str(self._reference)
        if not self._must_ask and (known := self._roots.get(name)) is not None:
            return known
        root = await self._flights.join("root", lambda: self._resolve_name(name))
        if isinstance(root, ImageRoot):
            self._roots[name] = root
        return root

    async def manifest(self, descriptor: Descriptor) -> bytes:
        """The verified bytes of a manifest or index below the root."""
        self._require_verifiable(descriptor, LARGEST)
        key = str(descriptor.digest)
        data = self._documents.get(key)
        if data is None:
            data = await self._flights.join(("manifest", key), lambda: self._manifest(descriptor))
            self._documents[key] = data
        if len(data) != descriptor.size:
            raise mismatch(descriptor, f"{len(data)} bytes", key)
        return data

    async def blob(self, descriptor: Descriptor, progress: Progress | None = None) -> Path:
        """The verified file of a blob in the store; the transfer stops when its last waiter leaves."""
        self._require_verifiable(descriptor, self._largest)
        key = str(descriptor.digest)
        listeners = self._listeners.setdefault(key, [])
        if progress is not None:
            listeners.append(progress)
        try:
            return await self._flights.join(("blob", key, descriptor.size), lambda: self._transfer(descriptor))
        finally:
            if progress is not None:
                listeners.remove(progress)
            if not listeners:
                self._listeners.pop(key, None)

    async def small_blob(self, descriptor: Descriptor, limit: int) -> bytes:
        """The verified bytes of a blob of at most `limit` bytes, such as a config."""
        self._require_verifiable(descriptor, limit)
        key = str(descriptor.digest)
        data = self._documents.get(key)
        if data is None or len(data) != descriptor.size:
            await self.blob(descriptor)
            data = await self._threads.run(lambda: self.store.read(descriptor.digest, limit))
            if data is None:
                raise Corrupt(f"{key} was removed from the cache while it was read.", hint="Try again.")
            if len(data) <= _MEMORY:
                self._documents[key] = data
        return data

    async def has(self, descriptor: Descriptor) -> bool:
        """Whether a blob is in the store already."""
        return await self._threads.run(lambda: self.store.has(descriptor.digest, descriptor.size))

    def close(self) -> None:
        """Cancels all transfers without waiting for them, and closes source and store."""
        self._flights.close()
        self.source.close()
        self._threads.close()
        self.store.close()

    @property
    def _must_ask(self) -> bool:
        is_tag = self._reference is not None and self._reference.digest is None
        return self._access.refresh and is_tag and not self._access.offline

    async def _resolve_name(self, name: str) -> Root:
        tags = TagCache(self.store.root, self._now)
        if not self._must_ask:
            found = await self._threads.run(lambda: self._find_cached(tags, name))
            if found is not None:
                self.traffic.cached += len(found.data)
                return found
        if self._access.offline:
            raise Unreachable(
                f"{name} was never read here, and we are offline.",
                hint="Leave out `--offline` once; then it is kept.",
            )
        root = await self._ask_source()
        if isinstance(root, ImageRoot) and root.digest is not None:
            kept, digest = root, root.digest
            await self._threads.run(
                lambda: tags.keep(
                    name, digest=digest, media_type=kept.media_type, reference=kept.reference, notes=kept.notes
                )
            )
        return root

    def _find_cached(self, tags: TagCache, name: str) -> ImageRoot | None:
        """The cached root of the reference, where it may still be used and its bytes are stored; runs in a thread."""
        tag = tags.find(name)
        pinned = self._reference is not None and self._reference.digest is not None
        if tag is None or not (pinned or self._access.offline or tags.is_fresh(tag)):
            return None
        if pinned and self._reference is not None and tag.digest != self._reference.digest:
            return None
        data = self.store.read(tag.digest, LARGEST)
        if data is None:
            return None
        return ImageRoot(
            data=data,
            media_type=tag.media_type,
            digest=tag.digest,
            reference=tag.reference,
            notes=(*tag.notes, *self._age(tag, pinned=pinned)),
        )

    def _age(self, tag: CachedTag, *, pinned: bool) -> tuple[str, ...]:
        return (f"Offline: this is the tag as of {tag.moment}.",) if self._access.offline and not pinned else ()

    async def _ask_source(self) -> Root:
        root = await self._threads.run(self.source.resolve)
        if isinstance(root, ImageRoot) and root.digest is not None and root.digest.is_verifiable:
            digest, data = root.digest, root.data
            self._require_digest(Descriptor(media_type=root.media_type, digest=digest, size=len(data)), data)
            await self._threads.run(lambda: self.store.put(digest, data))
            self._count(len(data))
        return root

    async def _manifest(self, descriptor: Descriptor) -> bytes:
        stored = await self._threads.run(lambda: self.store.read(descriptor.digest, LARGEST))
        if stored is not None:
            self.traffic.cached += len(stored)
            return stored
        data = await self._threads.run(lambda: self.source.manifest(descriptor))
        self._require_digest(descriptor, data)
        await self._threads.run(lambda: self.store.put(descriptor.digest, data))
        self._count(len(data))
        return data

    async def _transfer(self, descriptor: Descriptor) -> Path:
        loop = asyncio.get_running_loop()
        throttle = Throttle(lambda done: loop.call_soon_threadsafe(self._report, descriptor, done), self._clock)
        transfer = Transfer(self.source, self.store, descriptor, throttle)
        try:
            delivery = await self._threads.run(transfer.run)
        except asyncio.CancelledError:
            transfer.stop()
            raise
        self._count_delivery(descriptor, delivery)
        return delivery.path

    def _count_delivery(self, descriptor: Descriptor, delivery: Delivery) -> None:
        self._report(descriptor, descriptor.size)
        if delivery.fetched:
            self._count(delivery.fetched)
        else:
            self.traffic.cached += descriptor.size

    def _report(self, descriptor: Descriptor, done: int) -> None:
        for progress in tuple(self._listeners.get(str(descriptor.digest), ())):
            progress(done, descriptor.size)

    def _count(self, size: int) -> None:
        if self.source.is_remote:
            self.traffic.fetched += size

    def _require_digest(self, descriptor: Descriptor, data: bytes) -> None:
        actual = descriptor.digest.of_same_kind(data)
        if actual != descriptor.digest or len(data) != descriptor.size:
            raise mismatch(descriptor, f"{len(data)} bytes", str(actual))

    def _require_verifiable(self, descriptor: Descriptor, limit: int) -> None:
        if not descriptor.digest.is_verifiable:
            raise Corrupt(
                f"{descriptor.digest.algorithm} digests cannot be verified here, so nothing is fetched by one.",
                hint="Crossplane reads sha256 only.",
            )
        if descriptor.has_wrong_data:
            raise Corrupt(
                f"The manifest carries bytes for {descriptor.digest.algorithm}:{descriptor.digest.short}… in itself"
                " (`data`) that are not those of its digest.",
                hint="Push the package again.",
            )
        if descriptor.size > limit:
            raise Corrupt(
                f"{descriptor.digest.algorithm}:{descriptor.digest.short}… has {in_words(descriptor.size)}, "
                f"more than the {in_words(limit)} that are read."
            )
