"""The root that a reference names: cached while it is fresh, else asked for; an old answer where no registry is."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

from xpkgtui.errors import Obstacle, Unreachable
from xpkgtui.fetching.cache.tag_cache import LIFETIME, TagCache
from xpkgtui.fetching.single_flight import SingleFlight
from xpkgtui.fetching.threads import Threads
from xpkgtui.fetching.traffic import Traffic
from xpkgtui.oci.descriptor import Digest
from xpkgtui.oci.reference import Reference
from xpkgtui.sources.access import Access
from xpkgtui.sources.source import ImageRoot, Root


class NamedRoot:
    """The root of one reference in a registry, with the cache of tags before it and behind it."""

    def __init__(
        self, reference: Reference, tags: TagCache, access: Access, threads: Threads, clock: Callable[[], float]
    ) -> None:
        self._name = str(reference)
        self._pinned = reference.digest
        self._repository = reference.name
        self._tags = tags
        self._access = access
        self._threads = threads
        self._clock = clock
        self._last: tuple[float, ImageRoot] | None = None
        """What it was resolved to, and when."""

    async def resolve(self, source: Callable[[], Awaitable[Root]], flights: SingleFlight, traffic: Traffic) -> Root:
        """The root; the source is asked only where neither this process nor the cache knows it."""
        refreshes = self._access.refresh and not self._access.offline
        if self._last is not None and not refreshes and self._clock() < self._last[0] + LIFETIME:
            return self._last[1]

        async def found() -> Root:
            if (cached := await self.find()) is None:
                return await self.ask(source)
            traffic.took_from_cache(self._name, len(cached.data))
            return cached

        root = await flights.join("root", found)
        if isinstance(root, ImageRoot):
            self._last = self._clock(), root
        return root

    async def find(self) -> ImageRoot | None:
        """The cached root, where it may be used without a request; offline, an old one too."""
        access = self._access
        if access.offline:
            return _noted(await self._cached("offline"))
        if access.refresh or (access.ask_tags and self._pinned is None):
            return None
        return await self._cached()

    async def ask(self, source: Callable[[], Awaitable[Root]]) -> Root:
        """The root that the source gives, which is cached; a cached one where the registry is unreachable."""
        if self._access.offline:
            raise Unreachable(
                f"{self._name} is not in the cache, and --offline is on.",
                hint="Run once without `--offline` to cache it.",
            )
        try:
            root = await source()
        except Unreachable as error:
            kept = _noted(await self._cached("registry unreachable"), error.title)
            if kept is None or self._access.refresh:
                if kept is not None:
                    error.hint = f"Without `--refresh` it opens from the cache: {kept.stale}."
                raise
            return kept
        if isinstance(root, ImageRoot) and root.digest is not None:
            kept_root, digest = root, root.digest
            await self._threads.run(lambda: self._keep(kept_root, digest))
        return root

    async def learn(self, obstacles: tuple[Obstacle, ...]) -> None:
        """Keeps what was met at the layers of the root."""
        last = self._last
        if last is None or last[1].digest is None or set(obstacles) <= set(last[1].obstacles):
            return
        kept, digest = replace(last[1], obstacles=tuple({*last[1].obstacles, *obstacles})), last[1].digest
        self._last = last[0], kept
        await self._threads.run(lambda: self._keep(kept, digest))

    def _keep(self, root: ImageRoot, digest: Digest) -> None:
        """Caches what the name stands for; of a tag also its digest, of a repository without one also its tag."""
        exact = f"{self._repository}@{digest}"
        notes = {exact: (), root.reference: (), self._name: root.notes}
        for name in (self._name,) if self._pinned else notes:
            self._tags.keep(
                name,
                digest=digest,
                media_type=root.media_type,
                reference="" if name == exact else root.reference,
                notes=notes[name],
                obstacles=root.obstacles,
            )

    async def _cached(self, why_old: str = "") -> ImageRoot | None:
        return await self._threads.run(lambda: self._tags.find_root(self._name, pinned=self._pinned, why_old=why_old))


def _noted(root: ImageRoot | None, why: str = "") -> ImageRoot | None:
    """The root, with a note where it is an old one."""
    if root is None or not root.stale:
        return root
    note = f"{root.stale}: {why}" if why else f"{root.stale}."
    return replace(root, notes=(*root.notes, note))
