"""The way `plan` and `outdated` ask: one request about the set, and then each package by itself."""

from collections.abc import Iterator
from contextlib import aclosing, contextmanager
from dataclasses import replace

from xpkgtui.cli.reading.port_client import ProgressLine, failure_of
from xpkgtui.formats.known import set_planner
from xpkgtui.formats.sets.outdated import OutdatedMember
from xpkgtui.formats.sets.plan import MemberChanges
from xpkgtui.inspection.messages.dependencies import SetPlanned, VersionsListed
from xpkgtui.inspection.messages.events import Event, PartFailed, Progressed
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.messages.requests import Options, PlanSet
from xpkgtui.private_files import new_folder, remove_folder
from xpkgtui.reporting.contents.outdated import OutdatedPackages
from xpkgtui.reporting.contents.set_plan import PlannedSet
from xpkgtui.rules.changes.change import Level
from xpkgtui.service.port import Port
from xpkgtui.service.set_members import ExaminedPackages, compare_versions, examining
from xpkgtui.sources.files import no_room


@contextmanager
def kept(request: PlanSet) -> Iterator[PlanSet]:
    """The request with a cache of this run where there is none: a package that is resolved is judged, too."""
    if request.options.cache_dir is not None:
        yield request
        return
    try:
        folder = new_folder("xpkgtui-")
    except OSError as error:
        raise no_room(error) from error
    try:
        yield replace(request, options=replace(request.options, cache_dir=str(folder)))
    finally:
        remove_folder(folder)


async def outdated(port: Port, request: PlanSet, level: Level | None) -> OutdatedPackages:
    """The versions of the packages of a set, compared at a level if there is one; where they are not known, why."""
    found = OutdatedPackages(sources=request.paths)
    with ProgressLine() as progress:
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


async def planned(port: Port, request: PlanSet, *, is_large_compared: bool) -> PlannedSet:
    """The plan of a set; where there is none, why."""
    found = PlannedSet(sources=request.paths)
    with ProgressLine() as progress:
        async with aclosing(port.ask(request)) as events:
            async for event in events:
                progress.show(event)
                if isinstance(event, SetPlanned):
                    found = replace(found, plan=event.whole)
                elif isinstance(event, PartFailed):
                    return replace(found, failure=failure_of(event))
        known = ExaminedPackages(request.options.access.asked, request.cluster or "")
        parts = examining(port, known, found.plan, request.options, is_large_compared, _bugs_raise)
        async with aclosing(parts):
            async for what in parts:
                progress.show(Progressed(part=PartName.DEPENDENCIES, what=what))
        return replace(found, plan=known.applied(found.plan, Level(request.level)))
