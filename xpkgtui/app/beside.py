"""What is read beside a package once its verdict stands, so that it delays nothing; the image is then judged anew."""

from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing
from dataclasses import replace
from typing import Protocol, cast

from xpkgtui.app.state.replies import Replies
from xpkgtui.inspection.events import CaseReady, Event, Judged, PartFailed, Progressed, Resolved, VerdictReached
from xpkgtui.inspection.folding import fold_all
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.parts import Ready
from xpkgtui.inspection.requests import Judge, ReadBeside, Request
from xpkgtui.rules.finding import Finding, Severity
from xpkgtui.service.port import Port


class Known(Protocol):
    """What is known so far, to which screens are bound."""

    inspection: Inspection
    replies: Replies
    busy: bool


class Beside:
    """Reads it once for each image; `reached` is told of a verdict that is new."""

    def __init__(self, port: Port, known: Known, reached: Callable[[VerdictReached], None]) -> None:
        self._port = port
        self._known = known
        self._reached = reached
        self._is_done = False

    def forget(self) -> None:
        """Another image is shown."""
        self._is_done = False

    @property
    def is_due(self) -> bool:
        """Whether there is more to read of the image that is shown, and its verdict stands."""
        state = self._known.inspection
        if self._is_done or state.case is None or state.not_a_package or not isinstance(state.verdict, Ready):
            return False
        return state.is_index or bool(state.unread)

    async def read(self) -> None:
        """Reads it, judges the image anew, and shows that at once; what fails changes nothing."""
        case = None
        async with aclosing(self._ask(ReadBeside())) as events:
            async for event in events:
                if isinstance(event, CaseReady) and (judged := self._known.inspection.case) is not None:
                    # The profile may have changed since it was opened.
                    case = replace(event.case, profile=judged.profile, crossplane=judged.crossplane)
                elif not isinstance(event, PartFailed | Progressed | Resolved | CaseReady):
                    self._fold(event)
        if case is None:
            return
        self._fold(CaseReady(case=case))
        request = Judge(case=case, known=tuple(filter(_forbids, self._known.inspection.findings)))
        async with aclosing(self._ask(request)) as events:
            found = [event async for event in events if isinstance(event, Judged | VerdictReached)]
        self._is_done = True
        if found and isinstance(found[-1], VerdictReached):
            self._fold(*found)
            self._reached(found[-1])

    def _ask(self, request: Request) -> AsyncGenerator[Event, None]:
        events: AsyncIterator[Event] = self._port.ask(request)
        return cast("AsyncGenerator[Event, None]", events)

    def _fold(self, *events: Event) -> None:
        self._known.inspection = fold_all(self._known.inspection, events)


def _forbids(finding: Finding) -> bool:
    """Whether there is no verdict `accepted` beside it."""
    return finding.severity is Severity.ERROR or finding.undecided
