"""The dependencies of the package that is shown: its own words first, then what is asked for and installed for it."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Generator, Mapping
from contextlib import closing
from dataclasses import field, replace
from functools import partial
from time import monotonic
from typing import TypeVar, cast

from xpkgtui.errors import NotAPackage, Usage
from xpkgtui.fetching.threads import Threads
from xpkgtui.formats.dependencies.needed import DependencyTree
from xpkgtui.formats.dependencies.operators.offers import CatalogOffers
from xpkgtui.formats.dependencies.operators.requirements import OfferedBundle
from xpkgtui.formats.dependencies.questions import (
    Answer,
    ContentsOf,
    ImagesFound,
    PackageDependencies,
    PackageOpened,
    Question,
    ResolveOptions,
    RootPackage,
)
from xpkgtui.formats.format import Format
from xpkgtui.formats.used_images.used import UsedImage
from xpkgtui.inspection.dependencies.contents import contents
from xpkgtui.inspection.dependencies.registries import NamedHosts, ReadPackage, RegistryAnswers
from xpkgtui.inspection.messages.dependencies import DependenciesRead, ReadDependencies
from xpkgtui.inspection.messages.events import Emit, Progressed
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.objects.stream import PackageStream
from xpkgtui.inspection.opened_image import NoImage, OpenedImage, Shown
from xpkgtui.inspection.opened_source import OpenedSource
from xpkgtui.rules.wording import with_article
from xpkgtui.values import dataclass

Whole = TypeVar("Whole")
"""What a resolution leads to."""
_SHARE = 4
"""Times as long as a step took, for which the next one waits: each looks at all answers so far."""


async def asked(
    asking: Generator[tuple[Question, ...], Mapping[Question, Answer], Whole],
    answer: Callable[[Question], Coroutine[object, object, Answer]],
    progress: Callable[[int, int], Awaitable[None]],
    pool: Threads,
) -> Whole:
    """Runs a resolution: its questions side by side, those that only may be needed too.

    `progress` gets the number of questions that were answered, and of all. What the resolver computes between two
    questions runs in a thread, so that a cancelled request ends at once; the thread ends with that step.
    """
    tasks: dict[Question, asyncio.Task[Answer]] = {}

    try:
        answers: dict[Question, Answer] = {}
        while True:
            begun = monotonic()
            questions, whole = await pool.run(partial(_step, asking, answers))
            took = monotonic() - begun
            if questions is None:
                return cast("Whole", whole)
            for one in questions:
                if one not in tasks:
                    tasks[one] = asyncio.create_task(answer(one))
            running = [tasks[one] for one in questions if not tasks[one].done()]
            is_new = any(task.done() for one, task in tasks.items() if one not in answers)  # during the step
            if running and not is_new:
                await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
            if running := [one for one in running if not one.done()]:
                await asyncio.wait(running, timeout=_SHARE * took)
            answers = {one: task.result() for one, task in tasks.items() if task.done()}
            await progress(len(answers), len(tasks))
    finally:
        for task in tasks.values():
            task.cancel()
        await asyncio.gather(*tasks.values(), return_exceptions=True)


def _step(
    asking: Generator[tuple[Question, ...], Mapping[Question, Answer], Whole], answers: dict[Question, Answer]
) -> tuple[tuple[Question, ...] | None, Whole | None]:
    """The next questions, or None and what the resolution led to."""
    try:
        return (asking.send(answers) if answers else next(asking)), None
    except StopIteration as end:
        return None, cast("Whole", end.value)


_ALONE = ReadDependencies()


@dataclass(slots=True, kw_only=True)
class Opened:
    """What a resolution opened."""

    packages: dict[str, PackageOpened] = field(default_factory=dict)
    """By their references."""
    named: NamedHosts
    """Who names the hosts that were asked."""
    images: list[UsedImage] = field(default_factory=list)
    """What the operators that it chose in catalogs name."""


async def read_dependencies(source: OpenedSource, shown: Shown, request: ReadDependencies, emit: Emit) -> None:
    """Emits what the package asks for; then, where it is to be resolved, what that leads to."""
    format = format_shown(shown)
    dependencies = format.dependencies()
    if dependencies is None:
        raise NotAPackage(f"Nothing is known of the dependencies of {with_article(format.summary.wording.noun)}.")
    tree, root = await direct(source, shown, dependencies, request)
    await emit(DependenciesRead(whole=tree))
    if request.resolve is None:
        return
    whole = await resolved(source, dependencies, root, request.resolve, emit, consent=request.consent)
    await emit(DependenciesRead(whole=whole))


async def _as_installed(source: OpenedSource, options: ResolveOptions) -> ResolveOptions:
    """The options with the Lock and the ImageConfigs of the cluster that the source is installed in, if it is.

    What was given by hand stays. Raises what asking the cluster raises.
    """
    if source.fetcher.source.installed is None or (options.installed and options.policies):
        return options
    # Asks with kubectl, which others do without.
    from xpkgtui.sources.installing import lock_and_configs

    lock, configs = await source.pool.run(lambda: lock_and_configs(source.name, source.options.access))
    policies = options.policies or ((configs,) if configs else ())
    return replace(options, installed=options.installed or lock, policies=policies)


async def direct(
    source: OpenedSource,
    shown: Shown,
    dependencies: PackageDependencies,
    request: ReadDependencies = _ALONE,
) -> tuple[DependencyTree, RootPackage]:
    """What the package asks for itself, and the package as the one that is asked about.

    Raises `NotAPackage` where nothing of it can be read, `Usage` where the request does not fit the package.
    """
    opened = await contents(source, shown)
    if opened.meta is None and opened.holds is None:
        why = opened.fault.rstrip(".") or "its meta object cannot be parsed"
        if opened.is_priced:
            why = "what it holds was not fetched because of its size"
        raise NotAPackage(f"Its dependencies cannot be read: {why}.")
    reference = source.root.reference if source.is_remote else ""
    root = RootPackage(
        source=reference or source.name,
        reference=reference,
        opened=opened,
        package=request.package,
        version=request.version,
        channel=request.channel,
    )
    is_catalog, is_bundle = isinstance(opened.holds, CatalogOffers), isinstance(opened.holds, OfferedBundle)
    require_catalogs(format_shown(shown), request, is_bundle=is_bundle, is_catalog=is_catalog)
    return await source.pool.run(lambda: dependencies.direct(root)), root


async def resolved(
    source: OpenedSource,
    dependencies: PackageDependencies,
    root: RootPackage,
    options: ResolveOptions,
    emit: Emit,
    opened: Opened | None = None,
    *,
    consent: bool = False,
    own: Mapping[str, PackageStream] | None = None,
    read: ReadPackage | None = None,
) -> DependencyTree:
    """What a resolution leads to; what it opened for that is put into `opened`.

    With `consent` packages are opened whatever their size. `own` is the stream of a catalog that is open already, by
    the name that its entries have. `read` gets the stream of each package that is opened.
    """

    async def progress(done: int, total: int) -> None:
        await emit(Progressed(part=PartName.DEPENDENCIES, what="Asking registries", done=done, total=total))

    async def answer(question: Question) -> Answer:
        found = await registries.answer(question)
        if opened is not None and isinstance(question, ContentsOf) and isinstance(found, PackageOpened):
            opened.packages[question.reference] = found
        if opened is not None and isinstance(found, ImagesFound):
            opened.images.extend(one for one in found.images if isinstance(one, UsedImage))
        return found

    options = await _as_installed(source, options)
    opening = replace(source.options, price=-1) if consent else source.options
    named = opened.named if opened is not None else NamedHosts.of(source)
    named.learn(source.fetcher.source.naming, (one.package for one in dependencies.direct(root).packages[1:]))
    with closing(RegistryAnswers(opening, source.pool, own or {}, named, dependencies, read)) as registries:
        tree = await asked(dependencies.resolve(root, options), answer, progress, source.pool)
        tree = replace(tree, advice=registries.advice)
    if not options.policies:
        return tree
    # Asks registries for signatures, where a policy wants them.
    from xpkgtui.inspection.dependencies.under_policies import under_policies

    return await under_policies(tree, options.policies, source, named)


def format_shown(shown: Shown) -> Format:
    """The format of what is shown; raises `NotAPackage` where there is no image."""
    if isinstance(shown, NoImage):
        raise NotAPackage("There is no image here that can be read.")
    return shown.format if isinstance(shown, OpenedImage) else shown.stream.format


def require_catalogs(format: Format, request: ReadDependencies, *, is_bundle: bool, is_catalog: bool) -> None:
    """Raises `Usage` where what is asked for is a matter of catalogs, and none is there."""
    name = with_article(format.summary.wording.noun)
    if request.package and not is_catalog:
        raise Usage(f"--package is for catalogs, and this is {name}", hint="Leave --package out.")
    if request.resolve and request.resolve.catalogs and not (is_catalog or is_bundle):
        said = f"--catalog is for operator bundles and catalogs, and this is {name}"
        raise Usage(said, hint="Leave --catalog out.")
