"""A repository of a registry: its tags as they are listed now, and what they are when they are looked at."""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from typing import Protocol

from xpkgtui.errors import FailureKind, Malformed, Unreachable, Usage, XpkgError, blames_package
from xpkgtui.fetching.cache import tag_cache
from xpkgtui.fetching.cache.store import Store
from xpkgtui.fetching.cache.tag_cache import LIFETIME, TagCache, TagListing
from xpkgtui.fetching.fetcher import Fetcher
from xpkgtui.fetching.threads import Threads
from xpkgtui.formats.known import ASSUMED_IMAGES, ASSUMED_SOURCES
from xpkgtui.inspection.index.opened_index import OpenedIndex
from xpkgtui.inspection.messages.events import Emit, Progressed
from xpkgtui.inspection.messages.listing import Gone, TagLook, TagsListed, TagsLooked
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.messages.requests import ListTags, LookAtTags, Options
from xpkgtui.inspection.work import timed
from xpkgtui.oci import manifest as manifests
from xpkgtui.oci.image import ImageConfig
from xpkgtui.oci.json_value import LARGEST, read_object
from xpkgtui.oci.manifest import Index, Manifest
from xpkgtui.oci.reference import Reference
from xpkgtui.patterns import late
from xpkgtui.sources.access import Exchange
from xpkgtui.sources.recognition import naming
from xpkgtui.sources.registry.shared import SharedRegistries
from xpkgtui.sources.registry.source import RegistrySource
from xpkgtui.sources.source import ImageRoot, Prefix
from xpkgtui.versions.tags import TagKind, in_order
from xpkgtui.visible import duration

_AT_ONCE = 4
"""Tags that are looked at at the same time."""
_OWN_FAULT = (FailureKind.NOT_FOUND, FailureKind.CORRUPT, FailureKind.NOT_A_PACKAGE)
"""What is wrong with one tag, and not with its registry."""


class Signatures(Protocol):
    """Finds signatures of what tags name."""

    async def of(self, digest: str) -> bool | None:
        """Whether there is one; None where that is not known."""
        ...

    def close(self) -> None:
        """Closes the connections."""
        ...


class OpenedRepository:
    """A repository with its connections; answers requests about its tags."""

    def __init__(
        self,
        text: str,
        options: Options,
        *,
        signatures: Signatures | None = None,
        shared: SharedRegistries | None = None,
        source: RegistrySource | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        """Raises `Usage` or `NotFound` where the text is no reference; `close` closes `signatures` too.

        `source`: one of the repository, whose connections and failures are shared.
        """
        self._signatures = signatures
        self._text, self._options, self._now = text, options, now
        reference = repository_of(text)
        self._reference = replace(reference, tag=None, digest=None)
        self._received = 0
        # What is received over shared connections is not counted.
        if source is not None:
            self._source = source.at(self._reference)
        elif shared is not None:
            self._source = shared.source(self._reference, options.access)
        else:
            self._source = RegistrySource(self._reference, options.access, on_exchange=self._exchanged)
        self._store = Store(options.cache_dir)
        self._cache = TagCache(self._store, now, by_mirrors=options.access.mirrors)
        self._pool = Threads(2)

    def answers(self, request: ListTags | LookAtTags) -> bool:
        """Whether a request is about this repository, with the same access."""
        mine, other = ((one.cache_dir, one.access) for one in (self._options, request.options))
        return (self._text, mine) == (request.repository, other)

    async def listing(self) -> TagListing:
        """All tags; raises `XpkgError`."""
        found, _ = await self._listing()
        return found

    async def answer(self, request: ListTags | LookAtTags, emit: Emit) -> None:
        """Emits the tags, or what some of them are; raises `XpkgError`."""
        if isinstance(request, ListTags):
            await self._list(request.options.crossplane, emit)
        else:
            await self._look(request.tags, emit)

    def close(self) -> None:
        """Closes the connections, without waiting for what is under way."""
        if self._signatures is not None:
            self._signatures.close()
        self._source.close()
        self._pool.close()
        self._store.close()

    def _exchanged(self, exchange: Exchange) -> None:
        self._received += exchange.size

    async def _list(self, crossplane: str, emit: Emit) -> None:
        before, name = self._received, self._reference.name
        doing = Progressed(part=PartName.TAGS, what=f"Listing the tags of {name}")
        await emit(doing)
        found, stale = await timed(self._listing(), emit, doing)
        reading = ASSUMED_SOURCES.tag_reading(crossplane)
        in_threads = self._pool.run(lambda: (in_order(found.names, reading.dialect), self._gone(found)))
        tags, gone = await in_threads
        kinds = [tag.kind for tag in tags]
        listed = TagsListed(
            repository=name,
            names=tuple(tag.name for tag in tags),
            releases=kinds.count(TagKind.RELEASE),
            prereleases=kinds.count(TagKind.PRERELEASE),
            is_cut=found.is_cut,
            gone=gone,
            reading=reading,
            stale=stale,
            fetched=self._received - before,
        )
        await emit(listed)

    async def _listing(self) -> tuple[TagListing, str]:
        """The tags, and why they are from the cache; raises where neither registry nor cache has them."""
        access, name = self._options.access, self._reference.name
        # What mirrors list is not kept: without them it would be taken for the registry's.
        kept = None if access.mirrors else await self._pool.run(lambda: tag_cache.find_listing(self._store, name))
        age = duration(max(0.0, self._now() - kept.at)) if kept else ""
        if access.offline:
            if kept is None:
                raise Unreachable(
                    f"The tags of {name} are not in the cache, and --offline is on.",
                    hint="Run once without `--offline` to cache them.",
                )
            return kept, f"cached {age} ago; offline"
        is_fresh = kept is not None and 0 <= self._now() - kept.at < LIFETIME
        if kept is not None and is_fresh and not (access.refresh or access.ask_tags):
            return kept, ""
        try:
            listed = await self._pool.run(self._source.list_tags)
        except Unreachable:
            if kept is None or access.refresh:
                raise
            return kept, f"cached {age} ago; registry unreachable"
        if access.mirrors:
            return TagListing(
                names=listed.names, at=self._now(), is_cut=listed.is_cut, obstacles=listed.obstacles
            ), ""

        def keep() -> TagListing:
            return tag_cache.keep_listing(
                self._store,
                name,
                listed.names,
                is_cut=listed.is_cut,
                at=self._now(),
                obstacles=listed.obstacles,
            )

        return await self._pool.run(keep), ""

    def _gone(self, found: TagListing) -> tuple[Gone, ...]:
        """The tags that are gone, with what they were seen to name."""
        cache = self._cache
        known = ((one, cache.find(str(self._reference.tagged(one.name)))) for one in found.gone)
        return tuple(Gone(name=one.name, at=one.at, digest=str(tag.digest) if tag else "") for one, tag in known)

    async def _look(self, names: tuple[str, ...], emit: Emit) -> None:
        """Looks at several tags side by side; what is wrong with the registry ends all, and is raised."""
        waiting = deque(dict.fromkeys(names))
        failed: list[XpkgError] = []

        async def work() -> None:
            while waiting and not failed:
                name = waiting.popleft()
                try:
                    found = await self._looked(name)
                except XpkgError as error:
                    if error.kind not in _OWN_FAULT:
                        failed.append(error)
                        return
                    found = TagLook(name=name, problem=error.title, at=self._now())
                await emit(TagsLooked(looks=(found,)))
                if self._signatures is not None and found.is_known:
                    signed = await self._signatures.of(found.digest)
                    await emit(TagsLooked(looks=(replace(found, signed=signed),)))

        async with asyncio.TaskGroup() as tasks:
            for _ in range(min(_AT_ONCE, len(waiting))):
                tasks.create_task(work())
        if failed:
            raise failed[0]

    async def _looked(self, name: str) -> TagLook:
        reference = self._reference.tagged(name)
        # A store of its own, which is closed with what fetches.
        store = Store(self._options.cache_dir)
        found = await look_at(self._source.at(reference), store, self._options, now=self._now)
        tag = await self._pool.run(lambda: self._cache.find(str(reference)))
        was = str(tag.was) if tag is not None and tag.was is not None and str(tag.digest) == found.digest else ""
        return replace(found, name=name, was=was, was_at=tag.was_at if tag and was else 0.0)


def repository_of(text: str) -> Reference:
    """The reference in a text; raises `Usage` or `NotFound` with what is wrong with it."""
    prefix, rest = naming.split_prefix(text)
    if prefix not in (None, Prefix.REGISTRY) or (prefix is None and naming.find(text, None) is not None):
        raise Usage(
            f"{text[:200]!r} is not a repository of a registry",
            hint="Only a registry has tags. Write host/repository.",
        )
    return naming.reference(rest)


_MOST_PLATFORMS = 40
_MOMENT = late(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{5,20}(?:Z|[+-][0-9]{2}:[0-9]{2})")
_FIRST_YEAR = "1981"
"""Builds that can be repeated are dated 0001, 1970 or 1980, which says nothing."""


async def look_at(source: RegistrySource, store: Store, options: Options, *, now: Callable[[], float]) -> TagLook:
    """What the reference of a source names; raises `XpkgError` where that cannot be had."""
    exchanges: list[Exchange] = []
    with closing(
        Fetcher(source, store, access=options.access, exchanges=exchanges, limits=options.limits, now=now)
    ) as fetcher:
        root = await fetcher.resolve()
        assert isinstance(root, ImageRoot)  # a registry has nothing else
        found = TagLook(name="", digest=root.spelled_digest, stale=root.stale, at=now())
        try:
            found = await _described(found, root, fetcher)
        except Malformed as error:
            found = replace(found, problem=f"Its manifest or config cannot be read: {error}.")
        except XpkgError as error:
            if not (blames_package(error) or options.access.offline):
                raise
            found = replace(found, problem=error.title)
        return replace(found, fetched=fetcher.traffic.fetched)


async def _described(found: TagLook, root: ImageRoot, fetcher: Fetcher) -> TagLook:
    parsed = manifests.parse(root.data, root.media_type)
    size = len(root.data)
    if isinstance(parsed, Index):
        index = OpenedIndex(parsed, root.data, ASSUMED_IMAGES)
        found = replace(found, platforms=index.platforms(_MOST_PLATFORMS))
        entry = index.first_shown()
        if entry is None:
            return replace(found, problem="Its index lists no image.")
        data = await fetcher.manifest(entry.descriptor)
        parsed, size = manifests.parse(data, entry.descriptor.media_type), len(data)
    if not isinstance(parsed, Manifest):
        return replace(found, problem="Its index lists another index.")
    config = parsed.config.size if parsed.config else 0
    size += config + sum(layer.size for layer in parsed.layers)
    found = replace(found, size=size)
    return await _configured(found, parsed, fetcher)


async def _configured(found: TagLook, manifest: Manifest, fetcher: Fetcher) -> TagLook:
    """The look with what the config adds: the platform, the time of the build, and labels of layers."""
    config: ImageConfig | None = None
    if manifest.config is not None:
        data = await fetcher.small_blob(manifest.config, LARGEST)
        created = read_object(data).get("created")
        if isinstance(created, str) and _MOMENT.fullmatch(created) and created >= _FIRST_YEAR:
            found = replace(found, created=created)
        config = ImageConfig.parse(data)
        if not found.platforms and not config.platform.is_empty:
            found = replace(found, platforms=(str(config.platform),))
    image = ASSUMED_IMAGES.marks.image_of(manifest, config, derive=False)
    base = next((layer.index for layer in image.layers if layer.mark.is_base), None)
    return replace(found, base=base)
