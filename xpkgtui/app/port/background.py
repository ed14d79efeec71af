"""What is read beside a package once its verdict stands, so that it delays nothing.

The manual of the rules that found something comes first; then the image is judged anew, and all readers of the
package are compared.
"""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import aclosing
from dataclasses import replace
from typing import Any, Protocol

from textual.app import App
from textual.worker import Worker

from xpkgtui.app.state.replies import Replies
from xpkgtui.inspection.folding import fold_all
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import CaseReady, Event, PartFailed, Progressed, Resolved
from xpkgtui.inspection.messages.judging import Judged, ManualRead, ReadManual, VerdictReached
from xpkgtui.inspection.messages.parts import Ready
from xpkgtui.inspection.messages.requests import CompareReaders, Judge, LayerScope, ReadBackground
from xpkgtui.rules.finding import Finding, Severity
from xpkgtui.service.port import Port

_COMPARED = 2_000_000
"""Bytes of a stream that all readers parse without being asked."""


class AppState(Protocol):
    """What is known so far, to which screens are bound."""

    inspection: Inspection
    replies: Replies
    busy: bool


class BackgroundReads:
    """Reads it once for each image; `reached` receives a verdict that is new, `fill` sends what a pane shows."""

    def __init__(
        self,
        port: Port,
        known: AppState,
        reached: Callable[[VerdictReached], None],
        fill: Callable[[CompareReaders], None],
    ) -> None:
        self._port = port
        self._known = known
        self._reached = reached
        self._fill = fill
        self._is_done = False
        self._explained: set[str] = set()
        """Rules whose pages were asked for."""

    def forget(self) -> None:
        """Another image is shown."""
        self._is_done = False
        self._explained.clear()

    @property
    def is_due(self) -> bool:
        """Whether there is more to do with what is shown."""
        return bool(self._unexplained) or self._is_readable

    @property
    def _is_readable(self) -> bool:
        return _is_judged(self._known.inspection) and (self._is_unread or self._is_comparable)

    async def read(self) -> None:
        """Reads what is not read yet, and then compares all readers; what fails changes nothing."""
        await self._explain()
        if self._is_readable and self._is_unread:
            await self._read()
            await self._explain()
        if self._is_comparable:
            self._fill(CompareReaders(reach=LayerScope.CHEAP))

    @property
    def _is_unread(self) -> bool:
        state = self._known.inspection
        return not self._is_done and (state.is_index or bool(state.unread))

    @property
    def _is_comparable(self) -> bool:
        """Whether comparing is cheap: the service reads the stream again for each reader."""
        state = self._known.inspection
        size = state.stream.size if state.stream else 0
        return _is_judged(state) and state.reading is not None and state.comparison is None and size <= _COMPARED

    @property
    def _unexplained(self) -> frozenset[str]:
        """Rules that found something, and whose pages were not asked for."""
        state = self._known.inspection
        return frozenset(finding.rule for finding in state.findings) - self._explained - state.manual.keys()

    async def _explain(self) -> None:
        """Reads the manual of what was found, so that looking at it loads no rules here."""
        if not (rules := self._unexplained):
            return
        asked = ReadManual(format=self._known.inspection.format.name, rules=rules)
        async with aclosing(self._port.ask(asked)) as events:
            self._fold(*[event async for event in events if isinstance(event, ManualRead)])
        self._explained |= rules

    async def _read(self) -> None:
        """Reads it, judges the image anew, and shows that at once."""
        case = None
        async with aclosing(self._port.ask(ReadBackground())) as events:
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
        async with aclosing(self._port.ask(request)) as events:
            found = [event async for event in events if isinstance(event, Judged | VerdictReached)]
        self._is_done = True
        if found and isinstance(found[-1], VerdictReached):
            self._fold(*found)
            self._reached(found[-1])

    def _fold(self, *events: Event) -> None:
        self._known.inspection = fold_all(self._known.inspection, events)


def _is_judged(state: Inspection) -> bool:
    return state.case is not None and not state.not_a_package and isinstance(state.verdict, Ready)


def _forbids(finding: Finding) -> bool:
    """Whether there is no verdict `accepted` beside it."""
    return finding.severity is Severity.ERROR or finding.undecided


class WorkerOwner:
    """Runs coroutines as Textual workers."""

    _app: App[Any]

    def _work(self, work: Callable[[], Coroutine[None, None, None]], group: str) -> None:
        """Runs a coroutine in a worker, in place of the one before in the group.

        It is called when the worker begins: a coroutine that never does would warn at the end of the program.
        """
        _: Worker[None] = self._app.run_worker(work, group=group, exclusive=True, exit_on_error=False)


class ShownPackage:
    """Waits for the package that the application shows."""

    def __init__(self, app: App[Any], known: AppState) -> None:
        self._app, self._known = app, known
        self._changed, self._is_watching = asyncio.Event(), False

    async def until_read(self, source: str, is_wanted: Callable[[Inspection], bool] = lambda _: True) -> Inspection:
        """The package, once the source is shown and is read as it `is_wanted`, or cannot be."""

        def is_read() -> bool:
            state = self._known.inspection
            is_there = state.case is not None and is_wanted(state)
            return state.source == source and (is_there or state.failure is not None or not self._known.busy)

        return await self.until(is_read)

    async def until(self, is_so: Callable[[], bool]) -> Inspection:
        """The package, once something is so."""
        if not self._is_watching:
            self._is_watching = True
            for name in ("inspection", "busy"):
                self._app.watch(self._app, name, self._changed.set, init=False)
        while not is_so():
            self._changed.clear()
            await self._changed.wait()
        return self._known.inspection
