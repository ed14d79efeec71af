"""The way `plan` and `outdated` ask: one request about the set, and then each package by itself."""

from contextlib import aclosing
from dataclasses import replace
from io import BytesIO

from xpkgtui.cli.reading.lists import read_composed
from xpkgtui.cli.reading.port_client import ProgressLine, failure_of
from xpkgtui.errors import Failure
from xpkgtui.formats.dependencies.composed import findings_of
from xpkgtui.formats.dependencies.questions import ResolveOptions
from xpkgtui.formats.known import format_of, set_planner
from xpkgtui.formats.sets.examined import ExaminedSet
from xpkgtui.formats.sets.outdated import OutdatedMember
from xpkgtui.formats.sets.plan import MemberChanges, OwnObjects
from xpkgtui.inspection.messages.dependencies import ReadComposed, SetPlanned, VersionsListed
from xpkgtui.inspection.messages.events import Event, PartFailed, Progressed
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.messages.requests import Options, PlanSet
from xpkgtui.limits import NotRead
from xpkgtui.reporting.outdated import OutdatedPackages
from xpkgtui.reporting.set_plan import PlannedSet
from xpkgtui.rules.changes.change import Level
from xpkgtui.rules.finding import Finding
from xpkgtui.service.local import LocalPort
from xpkgtui.service.port import Port
from xpkgtui.service.set_members import compare_versions, examine, opened, to_examine


async def outdated(port: Port, request: PlanSet, level: Level | None) -> OutdatedPackages:
    """The versions of the packages of a set, compared at a level if there is one; where they are not known, why."""
    progress, found = ProgressLine(), OutdatedPackages(sources=request.paths)
    try:
        async with aclosing(port.ask(request)) as events:
            async for event in events:
                progress.show(event)
                if isinstance(event, VersionsListed):
                    found = replace(found, whole=event.whole)
                elif isinstance(event, PartFailed):
                    return replace(found, failure=failure_of(event))
        if level is None:
            return found
        members = []
        for number, one in enumerate(found.whole.members):
            what = f"Comparing versions: {number:,} of {len(found.whole.members):,}"
            progress.show(Progressed(part=PartName.DEPENDENCIES, what=what))
            members.append(await _with_changes(port, one, found, request.options, level))
        return found.with_members(tuple(members))
    finally:
        progress.clear()


async def _with_changes(
    port: Port, one: OutdatedMember, found: OutdatedPackages, options: Options, level: Level
) -> OutdatedMember:
    has = one.reference(one.has.digest or one.has.version)

    async def compared(version: str) -> MemberChanges | None:
        nonlocal one
        if version in ("", one.has.version) or not has:
            return None
        whole = await compare_versions(
            port, one.object, has, one.reference(version), options, is_large_compared=True, heard=_bugs_raise
        )
        one = replace(one, uncompared=whole.uncompared or next((each.why for each in whole.unread), ""))
        return set_planner().changes(whole, found.whole.uses, level)

    allowed = await compared(one.allowed)
    newest = allowed if one.newest == one.allowed else await compared(one.newest)
    return replace(one, changes_allowed=allowed, changes_newest=newest)


def _bugs_raise(event: Event) -> None:
    if isinstance(event, PartFailed):
        failure_of(event)


async def planned(port: Port, request: PlanSet, level: Level, *, is_large_compared: bool) -> PlannedSet:
    """The plan of a set; where there is none, why."""
    progress, found = ProgressLine(), PlannedSet(sources=request.paths)
    try:
        async with aclosing(port.ask(request)) as events:
            async for event in events:
                progress.show(event)
                if isinstance(event, SetPlanned):
                    found = replace(found, plan=event.whole)
                elif isinstance(event, PartFailed):
                    return replace(found, failure=failure_of(event))
        return await _examined(port, found, request.options, level, progress, is_large_compared=is_large_compared)
    finally:
        progress.clear()


async def _examined(
    port: Port, found: PlannedSet, options: Options, level: Level, progress: ProgressLine, *, is_large_compared: bool
) -> PlannedSet:
    members = to_examine(found.plan)
    known = []
    for number, one in enumerate(members):
        what = f"Judging packages: {number:,} of {len(members):,}"
        progress.show(Progressed(part=PartName.DEPENDENCIES, what=what))
        known.append(await examine(port, one, options, is_large_compared=is_large_compared, heard=_bugs_raise))
    said, unread = await _own_findings(found.plan.own, options)
    case = ExaminedSet(plan=found.plan, found=tuple(known), said=said, unread=unread, level=level)
    return replace(found, plan=set_planner().examined(case))


async def _own_findings(own: OwnObjects, options: Options) -> tuple[tuple[Finding, ...], tuple[NotRead, ...]]:
    """What rules say of the set's own objects, by the definitions of what it installs; and what they did not see."""
    if not own.documents:
        return (), ()
    port = LocalPort(stdin=BytesIO(own.text.encode("utf-8", "replace")))
    try:
        state = await opened(port, "-", options, _bugs_raise, judged=True)
        where = "the set's own objects"
        if state.case is None or state.failure is not None:
            why = state.failure.title if state.failure else "they were not judged"
            return (), (NotRead(where=where, what="what rules say of them", why=why.rstrip(".")),)
        resolving = ResolveOptions(crossplane=options.crossplane)
        composed = await read_composed(port, state, ReadComposed(resolve=resolving))
        if isinstance(composed, Failure):
            return state.findings, (NotRead(where=where, what="what they compose", why=composed.title.rstrip(".")),)
        more = findings_of(composed, format_of(state.case.format).ruleset(), state.case)
        lacks = (NotRead(where=where, what="what they compose", why=composed.unread),) if composed.unread else ()
        return (*state.findings, *more), lacks
    finally:
        await port.close()
