"""The images that the shown package needs: its own words, its dependencies, and what registries say."""

import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from itertools import chain, islice

from xpkgtui.errors import FailureKind, Malformed, Usage, XpkgError
from xpkgtui.fetching.cache.store import Store
from xpkgtui.fetching.fetcher import Fetcher
from xpkgtui.fetching.threads import Threads
from xpkgtui.formats.dependencies.needed import DependencyTree, PackageState
from xpkgtui.formats.dependencies.operators.offers import CatalogOffers
from xpkgtui.formats.dependencies.questions import ImagesFound, ImagesIn, ResolveOptions
from xpkgtui.formats.format import Format
from xpkgtui.formats.used_images.needed_images import MOST_PLACES, ImageList, NeededImage, merged
from xpkgtui.formats.used_images.used import ImageRole, UsedImage
from xpkgtui.inspection.dependencies.reading import Opened, direct, format_shown, require_catalogs, resolved
from xpkgtui.inspection.dependencies.registries import NamedHosts, RegistryAnswers
from xpkgtui.inspection.images.belonging import Belonging, Companions, Weighed, weigh
from xpkgtui.inspection.messages.dependencies import ReadDependencies
from xpkgtui.inspection.messages.events import Emit, Progressed
from xpkgtui.inspection.messages.images import ImagesRead, ReadImages
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.messages.requests import Options
from xpkgtui.inspection.objects.describe import mapped_objects
from xpkgtui.inspection.objects.stream import PackageStream
from xpkgtui.inspection.opened_image import Shown
from xpkgtui.inspection.opened_source import OpenedSource
from xpkgtui.inspection.work import run_all
from xpkgtui.oci.reference import Reference
from xpkgtui.sources.access import Exchange
from xpkgtui.sources.registry.source import RegistrySource
from xpkgtui.sources.source import ImageRoot
from xpkgtui.values import dataclass
from xpkgtui.visible import clip, plural


@dataclass(frozen=True, slots=True, kw_only=True)
class Inside:
    """What the bundles' own objects name."""

    images: tuple[UsedImage, ...] = ()
    unread: str = ""
    """How many bundles were not looked into, in a clause; empty where all were that have to be."""


async def look_into(
    used: Sequence[UsedImage],
    request: ReadImages,
    source: OpenedSource,
    named: NamedHosts,
    format: Format,
    emit: Emit,
) -> Inside:
    """Opens the bundles of which a catalog has no more than lists, where registries are asked anyway."""
    waiting = {one.reference: one.asked_by for one in used if one.holds_more}
    dependencies = format.dependencies()
    if not waiting or request.listed:
        return Inside()
    if not request.asks or dependencies is None:
        what = plural(len(waiting), "bundle was", "bundles were")
        what += f" not looked into, for images that {'it uses' if len(waiting) == 1 else 'they use'} unlisted"
        return Inside(unread=f"{what} (--sizes does, --listed leaves these out)")
    found: dict[str, ImagesFound] = {}

    async def look(reference: str) -> None:
        answer = await answers.answer(ImagesIn(reference=reference))
        assert isinstance(answer, ImagesFound)  # as every answer to this question
        found[reference] = answer
        what = f"Looking into bundles: {len(found):,} of {len(waiting):,}"
        await emit(Progressed(part=PartName.IMAGES, what=what))

    with closing(RegistryAnswers(source.options, source.pool, {}, named, dependencies)) as answers:
        await run_all([partial(look, one) for one in waiting])
    known = {(one.asked_by, one.reference) for one in used if one.listed}
    images = tuple(
        replace(image, asked_by=name, listed=image.listed or (name, image.reference) in known)
        for reference, name in waiting.items()
        for image in found[reference].images
        if isinstance(image, UsedImage)
    )
    closed = {reference: one.fault for reference, one in found.items() if one.fault}
    if not closed:
        return Inside(images=images)
    first, fault = next(iter(closed.items()))
    what = f"{plural(len(closed), 'bundle was', 'bundles were')} not looked into: {first}: {fault}"
    return Inside(images=images, unread=what.rstrip("."))


_UNREACHABLE = (FailureKind.NETWORK, FailureKind.AUTHENTICATION)
"""What says nothing of the image that was asked about."""
_LONGEST = 200


class _Asking:
    """The images of one list, asked for repository by repository; nothing more of a host that does not answer."""

    def __init__(
        self,
        found: ImageList,
        options: Options,
        pool: Threads,
        progress: Callable[[int, int], Awaitable[None]],
        named: NamedHosts,
        *,
        signatures: bool,
    ) -> None:
        self._named = named
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

    async def answered(self) -> ImageList:
        """The list with what registries say of each image, and behind it what belongs to its images."""
        await run_all([partial(self._ask_repository, images) for images in self._waiting.values()])
        rows = list(self._rows.values())
        rows += [one for each in self._belonging.values() for one in each.images if one.reference not in self._rows]
        unread = [self._list.unread] if self._list.unread else []
        unread += [f"{host} does not answer: {fault}" for host, fault in self._silent.items()]
        doubts = {name: one.unread for name, one in self._belonging.items() if one.unread}
        if doubts:
            name, why = next(iter(doubts.items()))
            images = "" if len(doubts) == 1 else f" and {plural(len(doubts) - 1, 'more image', 'more images')}"
            unread.append(f"what belongs to {name}{images} is not known whole: {why}")
        return replace(self._list, images=tuple(rows), is_asked=True, unread="; ".join(unread))

    async def _ask_repository(self, images: list[tuple[NeededImage, Reference]]) -> None:
        """Asks for all images of a repository over the same connections."""
        first = images[0][1]
        is_given = any(one.pulled for one, _ in images)
        options = replace(self._options, access=self._named.access_to(first.name, is_given=is_given))
        source = RegistrySource(first, options.access)
        store = Store(options.cache_dir)
        companions = Companions(source, options, self._pool, images[0][0].source) if self._signatures else None
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
        with closing(
            Fetcher(source, store, access=options.access, exchanges=exchanges, limits=options.limits, now=time.time)
        ) as fetcher:
            root = await fetcher.resolve()
            assert isinstance(root, ImageRoot)  # a registry has nothing else
            return await weigh(root, fetcher)


async def read_images(source: OpenedSource, shown: Shown, request: ReadImages, emit: Emit) -> None:
    """Emits the list; raises `NotAPackage` where nothing is known of the package."""
    format = format_shown(shown)
    tree, opened = await _needed(source, shown, format, request, emit)
    stream = shown.stream
    unread = "" if stream is not None else "the package cannot be read"
    if stream is not None:
        await stream.complete()
    used = [
        *_itself(source, tree, opened.named),
        # What a package of a catalog leads to is asked about as that of other catalogs.
        *await _used(source, None if request.package else stream, format, request, opened.named),
        *_of_tree(format, tree, opened, source.options.crossplane),
        *opened.images,
    ]
    inside = await look_into(used, request, source, opened.named, format, emit)
    used = [one for one in (*used, *inside.images) if one.listed or not request.listed]
    further: tuple[str, ...] = ()
    if format.used_images().in_catalogs and not tree.is_resolved and len(tree.packages) > 1:
        further = (f"what it requires has images too, which are not in the list: {tree.further}",)
    found, is_alone = merged(used, _name(source)), not tree.is_resolved and len(tree.packages) < 2
    found = replace(
        found,
        remarks=(*_about_itself(source), *further, *found.remarks),
        unread=" and ".join(filter(None, (unread, found.unread, inside.unread, tree.doubt))),
        advice=tree.advice,
        is_resolved=tree.is_resolved or is_alone,
        is_met=is_alone or tree.is_met,
    )
    if request.asks:

        async def progress(done: int, total: int) -> None:
            what = f"Asking registries: {done:,} of {total:,} images"
            await emit(Progressed(part=PartName.IMAGES, what=what))

        asking = _Asking(found, source.options, source.pool, progress, opened.named, signatures=request.signatures)
        found = _with_moved(await asking.answered(), _read(source, opened))
    await emit(ImagesRead(whole=found))


async def _needed(
    source: OpenedSource, shown: Shown, format: Format, request: ReadImages, emit: Emit
) -> tuple[DependencyTree, Opened]:
    """What it depends on, and what was opened for that; nothing where the format knows of no dependencies.

    Raises `Usage` where there are catalogs, and it is not found in such what it depends on.
    """
    dependencies, used, options = format.dependencies(), format.used_images(), request.resolve
    catalogs = options.catalogs if options is not None else ()
    asked = ReadDependencies(
        resolve=options, package=request.package, version=request.version, channel=request.channel
    )
    if dependencies is None or not (used.in_catalogs or used.of_needed or request.package):
        require_catalogs(format, asked, is_bundle=False, is_catalog=dependencies is not None)
        if catalogs:
            raise Usage(
                "--catalog adds what a package requires, and this lists all packages of a catalog",
                hint="Name one with --package; or leave --catalog out.",
            )
        return DependencyTree(), Opened(named=NamedHosts.of(source))
    stream = shown.stream
    if used.in_catalogs and not catalogs and stream is None:
        return DependencyTree(), Opened(named=NamedHosts.of(source))
    tree, root = await direct(source, shown, dependencies, asked)
    opened = Opened(named=NamedHosts.of(source))
    has_places = catalogs or (options is not None and options.installed) or not used.in_catalogs
    if request.package:
        resolving = replace(options or ResolveOptions(), images=True)
        own = root.opened.holds.source if isinstance(root.opened.holds, CatalogOffers) else ""
        streams = {own: stream} if stream else {}
        tree = await resolved(source, dependencies, root, resolving, emit, opened, own=streams)
    elif options is not None and (len(tree.packages) > 1 or options.policies) and has_places:
        tree = await resolved(source, dependencies, root, replace(options, images=True), emit, opened)
    return tree, opened


def _itself(source: OpenedSource, tree: DependencyTree, named: NamedHosts) -> Iterator[UsedImage]:
    if source.is_remote:
        named.learn(None, (source.root.reference,))
        fault = tree.root.says if tree.root is not None and tree.root.state is PackageState.MISSING else ""
        yield UsedImage(
            reference=source.root.reference,
            role=ImageRole.PACKAGE,
            asked_by=_name(source),
            pulled=source.pulled,
            fault=fault,
        )


def _about_itself(source: OpenedSource) -> tuple[str, ...]:
    if source.is_remote:
        return ()
    return (
        f"{source.name} does not come from a registry: it is not in the list, and has to be pushed to the mirror",
    )


async def _used(
    source: OpenedSource, stream: PackageStream | None, format: Format, request: ReadImages, named: NamedHosts
) -> Iterable[UsedImage]:
    """The images that its own objects name, then those of the objects of the cluster that were given."""
    used, target = format.used_images(), source.options.crossplane

    def read() -> tuple[UsedImage, ...]:
        given = (used.of_settings(text, target) for text in request.settings) if used.of_settings else ()
        others = tuple(islice(chain.from_iterable(given), MOST_PLACES + 1))
        own: tuple[UsedImage, ...] = ()
        named.learn(None, (one.reference for one in others))
        if stream is not None:
            with mapped_objects(stream) as objects:
                own = tuple(islice(used.of_package(objects, target), MOST_PLACES + 1))
        named.learn(source.fetcher.source.naming, (one.reference for one in own))
        return (*own, *others)

    return await source.pool.run(read, on=stream.file.size if stream else None)


def _of_tree(format: Format, tree: DependencyTree, opened: Opened, target: str) -> Iterator[UsedImage]:
    of_needed = format.used_images().of_needed
    if of_needed is None:
        return
    for one in tree.packages[1:]:
        found = opened.packages.get(one.reference)
        used = tuple(of_needed(one, found.meta if found else None, target))
        own = (image.reference for image in used if image.role is not ImageRole.PACKAGE)
        opened.named.learn_of(one.reference, own)
        yield from used


def _read(source: OpenedSource, opened: Opened) -> dict[str, str]:
    """The digests of the packages whose words are in the list, by the references by which they were pulled."""
    root = source.root
    own = {root.reference: root.spelled_digest} if isinstance(root, ImageRoot) and source.is_remote else {}
    return {name: one.image.digest for name, one in opened.packages.items() if one.image is not None} | own


def _with_moved(found: ImageList, read: Mapping[str, str]) -> ImageList:
    """The list, with a fault where a tag named another image when its digest was asked for."""
    rows = []
    for one in found.images:
        before = read.get(one.pulled or one.spelled, "") or read.get(one.reference, "")
        if before and one.digest and one.digest != before and not one.fault:
            fault = f"its tag moved from {before} to {one.digest} while the list was made: make it again"
            one = replace(one, fault=fault)
        rows.append(one)
    return replace(found, images=tuple(rows))


def _name(source: OpenedSource) -> str:
    return source.root.reference if source.is_remote else source.name
