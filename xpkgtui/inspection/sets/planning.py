"""A set of manifests: its files are read, its packages are opened, and the plan is made."""

import asyncio
import gc
import re
from collections.abc import Awaitable, Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from time import monotonic
from typing import NamedTuple

from xpkgtui.commands import PrintedCommand, operand
from xpkgtui.errors import Usage
from xpkgtui.fetching.threads import Threads
from xpkgtui.formats.dependencies.questions import (
    Answer,
    ContentsOf,
    PackageOpened,
    Question,
    SignaturesFound,
    SignaturesOf,
    TagsFound,
    TagsOf,
)
from xpkgtui.formats.known import PLANNED, set_planner
from xpkgtui.formats.sets.objects import ManifestFile, ManifestSet, SkipReason
from xpkgtui.formats.sets.plan import SetFinding, SetPlan, asked_so
from xpkgtui.formats.sets.reading import read_set
from xpkgtui.inspection.dependencies.reading import Whole, asked
from xpkgtui.inspection.dependencies.registries import NamedHosts, RegistryAnswers
from xpkgtui.inspection.dependencies.under_policies import admit
from xpkgtui.inspection.messages.dependencies import AskedPackage, SetAsked, SetPlanned, VersionsListed
from xpkgtui.inspection.messages.events import Emit, Progressed
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.messages.requests import PlanSet
from xpkgtui.inspection.objects.describe import mapped_objects
from xpkgtui.inspection.objects.stream import PackageStream
from xpkgtui.limits import TABLE, Limits, NotRead
from xpkgtui.sources.manifests import ManifestFiles
from xpkgtui.visible import plural


async def plan_set(request: PlanSet, pool: Threads, emit: Emit) -> None:
    """Emits the plan, or the versions; raises `Usage` where there is no set, or what is installed cannot be read."""
    text, limits = request.text.encode("utf-8", "surrogateescape"), request.options.limits
    files = await pool.run(lambda: ManifestFiles(request.paths, text, limits))
    manifests = await pool.run(lambda: read_set(files.files, files.skipped, files.unread, limits))
    if request.cluster is not None:
        # Asks with kubectl, which others do without.
        from xpkgtui.sources.installing import installed_set

        context, access = request.cluster, request.options.access
        installed = await pool.run(lambda: installed_set(context, access))
        if not installed:
            raise Usage("the cluster has no packages of Crossplane", hint="Is it the context that you mean?")
        request = replace(request, plan=replace(request.plan, installed=installed))
    if not request.plan.installed:
        _require_objects(manifests)
    if request.lists_versions:
        versions = set_planner().outdated(manifests, request.plan)
        listed, advice = await _resolved(versions, request, pool, emit, None)
        await emit(VersionsListed(whole=replace(listed, advice=advice or _raising(listed.unread, limits))))
        return

    async def tell(plan: SetPlan, is_done: bool) -> None:
        said = asked_so(plan.findings, request.options.access.asked, request.cluster or "")
        findings = tuple(_with_excerpts(said, files.files))
        await emit(SetPlanned(whole=replace(plan, findings=findings), is_done=is_done))

    looks = _Looks(make=partial(_so_far, manifests, request), tell=tell) if request.in_parts else None
    planning = set_planner().plan(manifests, request.plan)
    plan, advice = await _resolved(planning, request, pool, emit, looks)
    await tell(replace(plan, advice=advice or _raising(plan.unread, limits)), True)
    if request.cluster is not None and request.in_parts:
        # A screen asks every 15 s for days, and Python looks for such cycles once in 100 million values.
        gc.collect()


def _raising(unread: Iterable[NotRead], limits: Limits) -> str:
    """The option by which more is read; empty where none is."""
    return next((limits.reached(one.limit).advice for one in unread if one.limit in TABLE), "")


_BEFORE = 1
"""Lines that are shown before the one that is meant."""
_SECRETS = re.compile(rb"\bSecret(?:List)?\b")
"""A file that has this word is shown nowhere."""


def _with_excerpts(findings: Iterable[SetFinding], files: Iterable[ManifestFile]) -> Iterator[SetFinding]:
    """The findings with the lines that they are about; a file with secrets is shown nowhere."""
    texts = {one.path: one.data.split(b"\n") for one in files if not _SECRETS.search(one.data)}
    for finding in findings:
        lines, number = texts.get(finding.place.file or "", []), finding.place.line or 0
        if 0 < number <= len(lines):
            shown = lines[max(0, number - 1 - _BEFORE) : number]
            kept = [one for one in shown[:-1] if one.strip() and not one.startswith(b"---")] + shown[-1:]
            excerpt = tuple(one.decode("utf-8", "replace").rstrip("\r")[:_WIDEST] for one in kept)
            finding = replace(finding, excerpt=excerpt)
        yield finding


_WIDEST = 400


def _require_objects(manifests: ManifestSet) -> None:
    """Raises `Usage` where nothing of the set is for Crossplane."""
    if manifests.objects or manifests.faults or manifests.unread:
        return
    if package := next((one.path for one in manifests.skipped if one.why is SkipReason.PACKAGE), ""):
        command = PrintedCommand(words=("xpkgtui", "check", operand(package)))
        shown = "what was piped in" if package == "-" else package
        raise Usage(f"{shown} is the content of a package", hint=f"`{command.line}` judges one package.")
    there = ", ".join(f"{kind} ({count:,})" for kind, count in manifests.others.items())
    raise Usage(
        f"there is no object for Crossplane in {plural(manifests.files, 'file')}",
        hint=f"There are {there}."
        if there
        else "Give a file or a folder with Providers, Configurations or Functions.",
    )


class _Looks(NamedTuple):
    """How a plan is shown before all is answered."""

    make: Callable[[Mapping[Question, Answer | None]], SetPlan]
    """Makes the plan of what is answered."""
    tell: Callable[[SetPlan, bool], Awaitable[None]]
    """Emits a plan, and whether it is whole."""


async def _resolved(
    asking: Generator[tuple[Question, ...], Mapping[Question, Answer], Whole],
    request: PlanSet,
    pool: Threads,
    emit: Emit,
    looks: _Looks | None,
) -> tuple[Whole, str]:
    """What it leads to, and what to do about what did not answer."""
    brought: dict[str, object] = {}
    answers: dict[Question, Answer | None] = {}

    async def read(reference: str, stream: PackageStream) -> None:
        brought[reference] = await pool.run(lambda: _brought(stream), on=stream.file.size)

    async def answer(question: Question) -> Answer:
        answers[question] = None
        found: Answer
        if isinstance(question, SignaturesOf):
            admitted = await admit(question.images, question.policies, request.options, pool, named)
            found = SignaturesFound(found=tuple(admitted))
        else:
            found = await registries.answer(question)
        if isinstance(question, ContentsOf) and isinstance(found, PackageOpened):
            found = replace(found, holds=brought.get(question.reference))
        answers[question] = found
        return found

    async def progress(done: int, total: int) -> None:
        await emit(Progressed(part=PartName.DEPENDENCIES, what="Asking registries", done=done, total=total))

    dependencies = PLANNED.dependencies()
    assert dependencies is not None  # its packages have dependencies
    named = NamedHosts(request.options.access, None)
    registries = RegistryAnswers(request.options, pool, {}, named, dependencies, read)
    parts = asyncio.create_task(_in_parts(looks, answers, registries, pool, emit)) if looks else None
    try:
        whole = await asked(asking, answer, progress, pool)
    finally:
        if parts is not None:
            parts.cancel()
            await asyncio.gather(parts, return_exceptions=True)
        registries.close()
    if looks is not None:
        await emit(_asked(answers, registries))
    return whole, registries.advice


_FRAME = 0.25
"""Seconds between two looks at what has been answered."""
_SHARE = 4
"""Times as long as a plan took, for which the next one waits: the whole one is not to wait for them."""


async def _in_parts(
    looks: _Looks,
    answers: Mapping[Question, Answer | None],
    registries: RegistryAnswers,
    pool: Threads,
    emit: Emit,
) -> None:
    """Emits the plan as far as it is known, whenever more was answered, and how far registries were asked."""
    known, due, shown = -1, 0.0, None
    while True:
        now = monotonic()
        answered = sum(one is not None for one in answers.values())
        if answered != known and now >= due:
            known, copied = answered, dict(answers)
            await looks.tell(await pool.run(lambda: looks.make(copied)), False)  # noqa: B023 - awaited at once
            due = monotonic() + _SHARE * (monotonic() - now)
        if (asked_now := _asked(answers, registries)) != shown:
            shown = asked_now
            await emit(asked_now)
        await asyncio.sleep(_FRAME)


def _asked(answers: Mapping[Question, Answer | None], registries: RegistryAnswers) -> SetAsked:
    waited = registries.waited
    packages = (
        AskedPackage(
            reference=one.reference,
            has_begun=one.reference in waited,
            is_answered=found is not None,
            waited=waited.get(one.reference, 0),
        )
        for one, found in answers.items()
        if isinstance(one, ContentsOf)
    )
    return SetAsked(packages=tuple(packages), fetched=registries.fetched, requests=registries.requests)


def _so_far(manifests: ManifestSet, request: PlanSet, answers: Mapping[Question, Answer | None]) -> SetPlan:
    """The plan with what is not answered yet as not known."""
    planning = set_planner().plan(manifests, request.plan)
    found: dict[Question, Answer] = {}
    try:
        questions = next(planning)
        while True:
            found |= {one: answers.get(one) or _not_asked(one) for one in questions}
            questions = planning.send(found)
    except StopIteration as end:
        plan: SetPlan = end.value
        return plan


def _not_asked(question: Question) -> Answer:
    kind = TagsFound if isinstance(question, TagsOf) else PackageOpened
    return kind(fault="its registry had not answered", is_unreachable=True)


def _brought(stream: PackageStream) -> object:
    """What a package brings into a cluster."""
    with mapped_objects(stream) as objects:
        return set_planner().holds(objects)
