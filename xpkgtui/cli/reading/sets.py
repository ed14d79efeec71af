"""The way `plan` asks: one request, whose reply is the plan."""

from contextlib import aclosing

from xpkgtui.cli.reading.port_client import ProgressLine, failure_of
from xpkgtui.inspection.messages.dependencies import SetPlanned
from xpkgtui.inspection.messages.events import PartFailed
from xpkgtui.inspection.messages.requests import PlanSet
from xpkgtui.reporting.set_plan import PlannedSet
from xpkgtui.rules.finding import Severity
from xpkgtui.service.port import Port


async def planned(port: Port, request: PlanSet, fails_on: frozenset[Severity]) -> PlannedSet:
    """The plan of a set; where there is none, why."""
    progress, found = ProgressLine(), PlannedSet(sources=request.paths, fails_on=fails_on)
    try:
        async with aclosing(port.ask(request)) as events:
            async for event in events:
                progress.show(event)
                if isinstance(event, SetPlanned):
                    found = PlannedSet(sources=request.paths, plan=event.whole, fails_on=fails_on)
                elif isinstance(event, PartFailed):
                    return PlannedSet(sources=request.paths, failure=failure_of(event))
    finally:
        progress.clear()
    return found
