"""Registries and catalogs, asked side by side for tags and packages; and who names the hosts that are asked."""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from xpkgtui.errors import Failure, FailureKind, Malformed, Obstacle, Obstructed, Silent, XpkgError, parsed
from xpkgtui.fetching.threads import Threads
from xpkgtui.formats.dependencies.operators.offers import CatalogOffers
from xpkgtui.formats.dependencies.questions import (
    Answer,
    CatalogFound,
    CatalogOf,
    ContentsOf,
    ImagesFound,
    ImagesIn,
    ImagesOf,
    PackageDependencies,
    PackageOpened,
    Question,
    RootPackage,
    TagsFound,
    TagsOf,
)
from xpkgtui.formats.known import ASSUMED_IMAGES
from xpkgtui.formats.used_images.needed_images import MOST_PLACES
from xpkgtui.formats.used_images.used import UsedImage
from xpkgtui.inspection.dependencies.contents import contents
from xpkgtui.inspection.messages.events import Event, PartFailed, Progressed
from xpkgtui.inspection.messages.requests import Open, Options
from xpkgtui.inspection.objects.describe import mapped_objects
from xpkgtui.inspection.objects.stream import PackageStream
from xpkgtui.inspection.opened_image import NoImage
from xpkgtui.inspection.opened_source import OpenedSource
from xpkgtui.inspection.opening.inspect import open_shown, read_stream
from xpkgtui.inspection.opening.resolve import first_shown, resolve
from xpkgtui.inspection.opening.scratch import ScratchFolders
from xpkgtui.inspection.work import AT_ONCE
from xpkgtui.oci.manifest import Manifest
from xpkgtui.oci.reference import Reference
from xpkgtui.sources.access import Access, NamingRegistry, NetworkScope
from xpkgtui.sources.registry.shared import SharedRegistries
from xpkgtui.sources.source import ImageRoot, Prefix

if TYPE_CHECKING:
    from xpkgtui.fetching.cache.tag_cache import TagCache

By = NamingRegistry | None
"""The registry of a package; None for the user, whose words are those of packages that lie here too."""


class NamedHosts:
    """Hosts with the registry whose package names them; of several, the one that is furthest inside counts."""

    def __init__(self, access: Access, root: By) -> None:
        """All that nothing else names is the word of the `root`."""
        self._access = access
        self._root = root
        self._by: dict[str, By] = {}
        self._opened: dict[str, By] = {}

    @classmethod
    def of(cls, source: OpenedSource) -> "NamedHosts":
        """Those of the package of a source."""
        return cls(source.options.access, source.fetcher.source.naming)

    def learn(self, by: By, names: Iterable[str]) -> None:
        """Keeps that a package of a registry names repositories or images."""
        for host in map(_host, names):
            if host not in self._by or _circle(by) < _circle(self._by[host]):
                self._by[host] = by

    def opened(self, reference: str, by: By) -> None:
        """Keeps from where a package was read."""
        self._opened[reference] = by

    def learn_of(self, reference: str, names: Iterable[str]) -> None:
        """Keeps that a package names repositories or images; of one that was not opened nothing is known."""
        if reference in self._opened:
            self.learn(self._opened[reference], names)

    def access_to(self, name: str, *, is_given: bool = False) -> Access:
        """The access to a repository or an image; `is_given`: the user names it."""
        by = None if is_given else self._by.get(_host(name), self._root)
        return replace(self._access, named_by=by)


def _circle(by: By) -> int:
    """The order of those who name a host; where it is not known, as it were between private and public."""
    if by is None:
        return -1
    return 2 * (NetworkScope.NETWORK if by.scope is None else by.scope) + (by.scope is None)


def _host(name: str) -> str:
    host, slash, _ = name.partition("/")
    return host.lower() if slash and ("." in host or ":" in host or host.lower() == "localhost") else ""


_SMALL = 1 << 20
"""Bytes of a layer that are fetched before the config says more of it."""
_ANSWERS: Mapping[type, Callable[..., Answer]] = {
    CatalogOf: CatalogFound,
    ImagesOf: ImagesFound,
    ImagesIn: ImagesFound,
    TagsOf: TagsFound,
}
_UNREACHABLE = (FailureKind.NETWORK, FailureKind.AUTHENTICATION, FailureKind.CORRUPT, FailureKind.UNDECIDED)
"""What xpkgtui alone says, in words that are none of Crossplane's."""

_PATIENCE = AT_ONCE
"""Questions without an answer, one after the other, after which a host is not asked any more."""

ReadPackage = Callable[[str, PackageStream], Awaitable[None]]


class RegistryAnswers:
    """Answers the questions of one resolution."""

    def __init__(
        self,
        options: Options,
        pool: Threads,
        catalogs: Mapping[str, PackageStream],
        named: NamedHosts,
        dependencies: PackageDependencies,
        read: ReadPackage | None = None,
    ) -> None:
        """`catalogs` are those that are open already; what opened packages depend on is put into `named`.

        `read` gets the stream of each package that is opened, with its reference.
        """
        self._read = read
        self._options = replace(
            options,
            platform="",
            base=None,
            children=False,
            every_platform=False,
            known=(),
            image_first=False,
            policies=(),
        )
        self._pool = pool
        self._named, self._dependencies = named, dependencies
        self._shared = SharedRegistries()
        self._scratch = ScratchFolders(2 * AT_ONCE)
        self._catalogs = dict(catalogs)
        """The streams of catalogs that were opened, by the names that their entries have."""
        self._catalog_by: dict[str, NamingRegistry | None] = {}
        """The registries of those that were opened here."""
        self._tags_here: TagCache | None = None
        self._room = asyncio.Semaphore(AT_ONCE)
        self._silent: dict[str, int] = {}
        """How often each host did not answer since it last did."""
        self.waited: dict[str, int] = {}
        """Seconds without an answer, by what was begun to be asked for."""
        self.fetched = self.requests = 0
        """The bytes and requests of packages that were opened."""
        self.advice = ""
        """What to do about the first that did not answer; empty where all did, or no error says it."""

    async def answer(self, question: Question) -> Answer:
        """The answer; what fails is an answer too."""
        host = getattr(question, "reference", getattr(question, "repository", "")).partition("/")[0]
        async with self._room:
            self.waited[getattr(question, "reference", "")] = 0
            try:
                found = await self._asked(question, host)
            except XpkgError as error:
                is_silent = bool(host) and isinstance(error, Silent)
                self._silent[host] = self._silent.get(host, 0) + 1 if is_silent else 0
                made = _ANSWERS.get(type(question), PackageOpened)
                is_told = error.kind is FailureKind.NOT_FOUND or (made is TagsFound and error.is_of_all)
                fault = self._printed(error) if is_told and made in (TagsFound, PackageOpened) else ""
                is_unreachable = not fault and error.kind in _UNREACHABLE
                self.advice = self.advice or (error.hint if is_unreachable else "")
                return made(fault=fault or error.title, is_unreachable=is_unreachable)
        if not self._is_given_up(host):
            self._silent[host] = 0
        return found

    def _is_given_up(self, host: str) -> bool:
        return self._silent.get(host, 0) >= _PATIENCE

    async def _asked(self, question: Question, host: str) -> Answer:
        is_given_up = self._is_given_up(host)
        if isinstance(question, ContentsOf) and (not is_given_up or self._is_cached(question.reference)):
            access = self._named.access_to(question.reference, is_given=question.is_given)
            read = partial(self._read, question.reference) if self._read else None
            name = f"{Prefix.REGISTRY.value}{question.reference}"
            with contextlib.suppress(*((XpkgError,) if is_given_up else ())):  # the cache may have it
                return await self._package(name, replace(access, offline=access.offline or is_given_up), read)
        if is_given_up:
            raise Silent(f"{host} is not asked any more: it gave no answer to {_PATIENCE} questions.")
        if isinstance(question, TagsOf):
            return await self._tags(question)
        if isinstance(question, CatalogOf):
            return await self._catalog(question.source)
        if isinstance(question, ImagesOf):
            return await self._images(question)
        assert isinstance(question, ImagesIn)  # signatures are asked about elsewhere
        return await self._images_in(question.reference)

    def _is_cached(self, reference: str) -> bool:
        """Whether the cache may have what a reference names."""
        if not self._options.cache_dir or (named := parsed(Reference.parse, reference)) is None:
            return False
        if self._tags_here is None:
            from xpkgtui.fetching.cache.store import Store
            from xpkgtui.fetching.cache.tag_cache import TagCache

            store, by_mirrors = Store(self._options.cache_dir), self._options.access.mirrors
            self._tags_here = TagCache(store, time.time, by_mirrors=by_mirrors)
        return self._tags_here.find(str(named)) is not None

    def _printed(self, error: XpkgError) -> str:
        """What the program prints of an answer; empty where that is not known."""
        if not error.printed:
            return ""
        absent = Obstacle(what=Obstructed.IMAGE, cause=error.title, says=error.printed)
        return self._dependencies.unfetched((absent,), self._options.crossplane)

    def close(self) -> None:
        """Removes what was written for the packages that were opened, and releases the connections."""
        self._shared.close()
        self._scratch.close()

    async def _tags(self, question: TagsOf) -> TagsFound:
        # Loads a registry's client, which local sources do without.
        from xpkgtui.inspection.tags.opened_repository import OpenedRepository

        access = self._named.access_to(question.repository, is_given=question.is_given)
        options = replace(self._options, access=access)
        with contextlib.closing(
            OpenedRepository(f"{Prefix.REGISTRY.value}{question.repository}", options, shared=self._shared)
        ) as opened:
            listed = await opened.listing()
            if listed.is_cut:
                fault = f"{question.repository} has more tags than the {len(listed.names):,} that xpkgtui reads"
                return TagsFound(fault=fault, is_unreachable=True)
            return TagsFound(
                tags=listed.names, fault=self._dependencies.unfetched(listed.obstacles, self._options.crossplane)
            )

    async def _catalog(self, name: str) -> CatalogFound:
        opened = await self._package(name, self._named.access_to(name, is_given=True))
        if isinstance(opened.holds, CatalogOffers):
            return CatalogFound(offers=replace(opened.holds, source=name))
        return CatalogFound(fault=opened.fault or "it is not a catalog of operators")

    async def _images(self, question: ImagesOf) -> ImagesFound:
        """The images that documents of a catalog name, whose stream is kept until the end."""
        stream, wanted = self._catalogs[question.source], frozenset(question.documents)
        images = await self._used(stream, wanted.__contains__)
        if question.source in self._catalog_by:
            self._named.learn(self._catalog_by[question.source], (one.reference for one in images))
        return ImagesFound(images=images)

    async def _used(self, stream: PackageStream, is_wanted: Callable[[int], bool]) -> tuple[UsedImage, ...]:
        """The images that the wanted documents name."""

        def read() -> tuple[UsedImage, ...]:
            with mapped_objects(stream) as objects:
                heads = tuple(one for one in objects.heads if is_wanted(one.document))
                named = stream.format.used_images().of_package(
                    replace(objects, heads=heads), self._options.crossplane
                )
                return tuple(islice(named, MOST_PLACES + 1))

        return await self._pool.run(read, on=stream.file.size)

    async def _images_in(self, reference: str) -> ImagesFound:
        """The images that the objects of a package name."""
        used: list[UsedImage] = []

        async def read(stream: PackageStream) -> None:
            used.extend(await self._used(stream, lambda _document: True))

        opened = await self._package(f"{Prefix.REGISTRY.value}{reference}", self._named.access_to(reference), read)
        self._named.learn_of(reference, (one.reference for one in used))
        fault = opened.fault or ("its size is above the price" if opened.is_priced else "")
        return ImagesFound(images=tuple(used), fault=fault, is_unreachable=opened.is_unreachable)

    async def _package(
        self, name: str, access: Access, read: Callable[[PackageStream], Awaitable[None]] | None = None
    ) -> PackageOpened:
        """What a package holds; `read` gets the stream of one that has one."""
        request = Open(source=name, options=replace(self._options, access=access))
        failures: list[Failure] = []

        async def heard(event: Event) -> None:
            if isinstance(event, PartFailed) and event.failure.kind in _UNREACHABLE:
                failures.append(event.failure)
            if isinstance(event, Progressed):
                self.waited[name.removeprefix(Prefix.REGISTRY.value)] = event.waited

        source = await resolve(
            request, heard, pool=self._pool, scratch=self._scratch.new(), stdin=None, shared=self._shared
        )
        ahead: asyncio.Task[None] | None = None
        try:
            first = await first_shown(source)
            ahead = asyncio.create_task(_read_ahead(source, first))
            shown = await open_shown(source, first, heard)
            await read_stream(source, shown, heard)
            found = await contents(source, shown)
            if failures and found.fault:
                self.advice = self.advice or failures[0].hint
                return replace(found, fault=failures[0].title, is_unreachable=True)
            if found.unfetched:
                return PackageOpened(fault=found.unfetched)
            reference = name.removeprefix(Prefix.REGISTRY.value)
            asked = self._dependencies.direct(RootPackage(source=reference, reference=reference, opened=found))
            self._named.opened(reference, source.fetcher.source.naming)
            self._named.learn_of(reference, (one.package for one in asked.packages[1:]))
            if isinstance(found.holds, CatalogOffers) and shown.stream:
                self._catalogs[found.holds.source] = shown.stream
                self._catalog_by[found.holds.source] = source.fetcher.source.naming
            if read is not None and shown.stream:
                await read(shown.stream)
            return found
        finally:
            if ahead is not None:
                ahead.cancel()
            self.fetched += source.fetcher.traffic.fetched
            self.requests += source.fetcher.traffic.requests
            with contextlib.suppress(OSError):
                source.fetcher.close()


async def _read_ahead(source: OpenedSource, first: NoImage) -> None:
    """Fetches the layer that a manifest marks as the package while the config is on its way; a try, no more."""
    if not source.is_remote:
        return
    with contextlib.suppress(XpkgError, Malformed):
        if first.entry is not None:
            data = await source.fetcher.manifest(first.entry.descriptor)
        elif source.index is None and isinstance(source.root, ImageRoot):
            data = source.root.data
        else:
            return
        image = ASSUMED_IMAGES.marks.image_of(Manifest.parse(data), None, derive=False)
        marked = [layer.descriptor for layer in image.layers if layer.mark.is_base]
        if len(marked) == 1 and marked[0].size <= _SMALL:
            await source.fetcher.blob(marked[0])
