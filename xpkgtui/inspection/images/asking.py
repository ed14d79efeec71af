"""Registries, asked for each image of a list: its digest, platforms and sizes, and what belongs to it."""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

from xpkgtui.errors import FailureKind, Malformed, XpkgError
from xpkgtui.fetching.cache.store import Store
from xpkgtui.fetching.fetcher import Fetcher
from xpkgtui.fetching.threads import Threads
from xpkgtui.formats.used_images.needed_images import ImageList, NeededImage
from xpkgtui.inspection.images.belonging import Belonging, Companions
from xpkgtui.inspection.images.weighing import Weighed, weigh
from xpkgtui.inspection.messages.requests import Options
from xpkgtui.oci.reference import Reference
from xpkgtui.sources.access import Exchange
from xpkgtui.sources.registry.source import RegistrySource
from xpkgtui.sources.source import ImageRoot
from xpkgtui.visible import clip

_AT_ONCE = 6
"""Repositories that are asked at the same time: registries answer more of them with 429."""
_UNREACHABLE = (FailureKind.NETWORK, FailureKind.AUTHENTICATION)
"""What says nothing of the image that was asked about."""
_LONGEST = 200


async def ask_registries(
    found: ImageList,
    options: Options,
    pool: Threads,
    progress: Callable[[int, int], Awaitable[None]],
    *,
    signatures: bool = False,
) -> ImageList:
    """The list with what registries say of each image; of a host that does not answer nothing more is asked."""
    asking = _Asking(found, options, pool, progress, signatures=signatures)
    await asking.run()
    return asking.result()


class _Asking:
    """The images of one list, repository by repository."""

    def __init__(
        self,
        found: ImageList,
        options: Options,
        pool: Threads,
        progress: Callable[[int, int], Awaitable[None]],
        *,
        signatures: bool,
    ) -> None:
        self._list, self._options, self._pool, self._progress = found, options, pool, progress
        self._signatures = signatures
        self._rows = {one.reference: one for one in found.images}
        self._belonging: dict[str, Belonging] = {}
        self._silent: dict[str, str] = {}
        """Why a host was given up."""
        self._waiting: dict[str, list[tuple[NeededImage, Reference]]] = {}
        for one in found.images:
            if one.source:
                try:
                    reference = Reference.parse(one.source)
                except Malformed:
                    continue
                self._waiting.setdefault(reference.name, []).append((one, reference))
        self._total = sum(map(len, self._waiting.values()))
        self._done = 0

    async def run(self) -> None:
        """Asks several repositories side by side."""
        waiting = deque(self._waiting.values())

        async def work() -> None:
            while waiting:
                await self._ask_repository(waiting.popleft())

        try:
            async with asyncio.TaskGroup() as tasks:
                for _ in range(min(_AT_ONCE, len(waiting))):
                    tasks.create_task(work())
        except BaseExceptionGroup as several:
            raise several.exceptions[0] from None

    def result(self) -> ImageList:
        """The list, and behind it what belongs to its images."""
        rows = list(self._rows.values())
        rows += [one for each in self._belonging.values() for one in each.images if one.reference not in self._rows]
        unread = [self._list.unread] if self._list.unread else []
        unread += [f"{host} does not answer: {fault}" for host, fault in self._silent.items()]
        return replace(self._list, images=tuple(rows), is_asked=True, unread="; ".join(unread))

    async def _ask_repository(self, images: list[tuple[NeededImage, Reference]]) -> None:
        """Asks for all images of a repository over the same connections."""
        first = images[0][1]
        source = RegistrySource(first, self._options.access)
        store = Store(Path(self._options.cache_dir) if self._options.cache_dir else None)
        companions = Companions(source, self._options, self._pool, images[0][0].source) if self._signatures else None
        try:
            for one, reference in images:
                self._rows[one.reference] = await self._ask(one, source.at(reference), store, companions)
                self._done += 1
                await self._progress(self._done, self._total)
        finally:
            if companions is not None:
                companions.close()
            source.close()
            store.close()

    async def _ask(
        self, one: NeededImage, source: RegistrySource, store: Store, companions: Companions | None
    ) -> NeededImage:
        host = source.reference.registry
        if host in self._silent:
            return replace(one, fault=one.fault or f"not asked: {host} does not answer")
        try:
            weighed = await self._weighed(source, store)
            row = replace(
                one,
                digest=weighed.digest,
                platforms=weighed.platforms,
                size=weighed.size,
                size_all=weighed.size_all,
                fault=one.fault or weighed.fault,
            )
            if companions is not None:
                belonging = await companions.of(row, weighed)
                self._belonging[one.reference] = belonging
                row = replace(row, signed=belonging.signed)
            return row
        except XpkgError as error:
            if error.kind in _UNREACHABLE:
                self._silent.setdefault(host, clip(error.title, _LONGEST))
            return replace(one, fault=one.fault or clip(error.title, _LONGEST))

    async def _weighed(self, source: RegistrySource, store: Store) -> Weighed:
        exchanges: list[Exchange] = []
        options = self._options
        fetcher = Fetcher(
            source, store, access=options.access, exchanges=exchanges, limits=options.limits, now=time.time
        )
        try:
            root = await fetcher.resolve()
            assert isinstance(root, ImageRoot)  # a registry has nothing else
            return await weigh(root, fetcher)
        finally:
            fetcher.close()
