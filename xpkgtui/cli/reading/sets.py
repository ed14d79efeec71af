"""The way `plan` asks: one request, whose reply is the plan, and then each package by itself."""

from contextlib import aclosing
from dataclasses import replace

from xpkgtui.cli.reading.port_client import ProgressLine, failure_of
from xpkgtui.formats.known import set_planner
from xpkgtui.formats.sets.examined import ExaminedSet
from xpkgtui.inspection.messages.dependencies import SetPlanned
from xpkgtui.inspection.messages.events import Event, PartFailed, Progressed
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.messages.requests import Options, PlanSet
from xpkgtui.reporting.set_plan import PlannedSet
from xpkgtui.rules.changes.weight import Level
from xpkgtui.service.port import Port
from xpkgtui.service.set_members import examine, to_examine


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

    def heard(event: Event) -> None:
        if isinstance(event, PartFailed):
            failure_of(event)

    for number, one in enumerate(members):
        what = f"Judging packages: {number:,} of {len(members):,}"
        progress.show(Progressed(part=PartName.DEPENDENCIES, what=what))
        known.append(await examine(port, one, options, is_large_compared=is_large_compared, heard=heard))
    case = ExaminedSet(plan=found.plan, found=tuple(known), level=level)
    return replace(found, plan=set_planner().examined(case))
