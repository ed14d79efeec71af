"""The application's side of the plan of a set: what is read, again and again, and what is stopped."""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import aclosing
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol

from textual.app import App

from xpkgtui.app.port.background import WorkerOwner
from xpkgtui.app.state.outcomes import CompareAgain, PlanAgain, ShowPlan, StopPlan
from xpkgtui.app.state.sets import MessageLead, SetStart, ShownPlan, messages_of, read
from xpkgtui.app.toast import notify
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.formats.sets.plan import SetPlan
from xpkgtui.formats.sets.planning import PlanOptions
from xpkgtui.inspection.messages.dependencies import SetAsked, SetPlanned
from xpkgtui.inspection.messages.events import Event, PartFailed
from xpkgtui.inspection.messages.lane import Lane
from xpkgtui.inspection.messages.requests import Options, PlanSet
from xpkgtui.reporting.contents.set_plan import PlannedSet
from xpkgtui.rules.changes.change import Level
from xpkgtui.service.port import Port

if TYPE_CHECKING:
    from xpkgtui.service.set_members import ExaminedPackages

_CUT_OFF = Failure(kind=FailureKind.UNDECIDED, title="The plan did not come to its end.")
_SHARE = 4
"""Times as long as applying what is known took, for which it is not applied again: it looks at all packages."""
_READING, _ASKING = "Reading", "Asking registries"


class PlanningState(Protocol):
    """What is known of the set."""

    planned: ShownPlan


def _now() -> str:
    return datetime.now(UTC).astimezone().strftime("%H:%M:%S")


class Planning(WorkerOwner):
    """Plans one set at a time; what was read before stays until it is read anew."""

    def __init__(
        self,
        port: Port,
        app: App[Any],
        known: PlanningState,
        *,
        start: SetStart,
        show: Callable[[], None],
        now: Callable[[], str] = _now,
    ) -> None:
        """`show` shows the screen of a set, unless that is there."""
        self._port, self._app, self._known, self._show, self._now = port, app, known, show, now
        self._first, self._beside = start.plan, start.beside
        self._examiner: Port | None = None
        self._examined: ExaminedPackages | None = None
        self._whole: SetPlan | None = None
        self._leads: dict[str, tuple[MessageLead, ...]] = {}

    def take(self, request: ShowPlan | PlanAgain | CompareAgain | StopPlan, options: Options) -> None:
        """Plans a set, plans it again, compares its packages again, or stops."""
        shown = self._known.planned
        match request:
            case ShowPlan(paths=paths):
                # Another set may be for another Crossplane: what was judged before answers nothing of it.
                asked, self._examined = self._asked(paths, options), None
                self._known.planned = ShownPlan(
                    request=asked, found=PlannedSet(sources=asked.paths, installed=_installed(asked)), doing=_READING
                )
                self._show()
                self._begin()
            case PlanAgain(is_unasked=is_unasked, resolve=resolve):
                if shown.request is None or (is_unasked and shown.doing):
                    return
                plan = replace(resolve, installed=shown.request.plan.installed) if resolve else shown.request.plan
                self._known.planned = replace(
                    shown, request=replace(shown.request, plan=plan), doing=_READING, judging="", is_stopped=False
                )
                self._begin()
            case CompareAgain(level=level, has_large=has_large) if shown.request is not None:
                if self._examined is not None and has_large:
                    self._examined.forget_uncompared()
                asked = replace(shown.request, level=str(level))
                self._known.planned = replace(shown, request=asked)
                if self._whole is not None:
                    self._work(partial(self._examine, asked, self._whole, has_large=has_large), Lane.PLAN)
            case StopPlan():
                self._app.workers.cancel_group(self._app, Lane.PLAN)
                self._known.planned = replace(shown, doing="", judging="", is_stopped=True)

    def _asked(self, paths: tuple[str, ...], options: Options) -> PlanSet:
        if not paths and self._first is not None:
            return replace(self._first, in_parts=True)
        plan = PlanOptions(crossplane=options.asked_crossplane)
        return PlanSet(
            paths=paths, plan=plan, options=replace(options, image_first=False, platform=""), in_parts=True
        )

    def _begin(self) -> None:
        self._work(self._read, Lane.PLAN)

    async def _read(self) -> None:
        request, self._whole = self._known.planned.request, None
        assert request is not None
        is_whole = False
        async with aclosing(self._port.ask(request)) as events:
            async for event in events:
                self._take(event)
                is_whole = is_whole or isinstance(event, PartFailed)
                if isinstance(event, SetPlanned) and event.is_done:
                    is_whole = True
        if not is_whole:
            self._stay(_CUT_OFF)
        elif self._known.planned.is_done:
            await self._lead()
            if self._whole is not None:
                await self._examine(request, self._whole)

    async def _examine(self, request: PlanSet, whole: SetPlan, *, has_large: bool = False) -> None:
        """Judges each package and compares it with what is installed; rows say it as it is known."""
        if self._beside is None:
            return
        # Knows all formats, which a screen does without until a set is shown.
        from xpkgtui.service.set_members import ExaminedPackages, examining

        self._examiner = self._examiner or self._beside()
        self._examined = self._examined or ExaminedPackages(request.options.access.asked, request.cluster or "")
        level = Level(request.level)
        parts = examining(self._examiner, self._examined, whole, request.options, has_large, lambda _: None)
        due = 0.0
        async with aclosing(parts):
            async for what in parts:
                shown, begun = self._known.planned, monotonic()
                if begun >= due or not what:
                    plan = self._examined.applied(whole, level)
                    shown, now = replace(shown, found=replace(shown.found, plan=plan)), monotonic()
                    due = now + _SHARE * (now - begun)
                self._known.planned = replace(shown, judging=what)

    def _take(self, event: Event) -> None:
        shown = self._known.planned
        if isinstance(event, SetPlanned):
            if event.is_done:
                self._whole = event.whole
                level = Level(shown.request.level) if shown.request else Level.CLIENTS
                plan = event.whole if self._examined is None else self._examined.applied(event.whole, level)
                self._known.planned = read(shown, plan, self._now())
            elif not shown.at:
                self._known.planned = replace(shown, found=replace(shown.found, plan=event.whole), doing=_ASKING)
        elif isinstance(event, SetAsked):
            self._known.planned = replace(shown, asked=event)
        elif isinstance(event, PartFailed):
            self._stay(event.failure)

    def _stay(self, failure: Failure) -> None:
        shown = self._known.planned
        if shown.at:
            self._known.planned = replace(shown, failed=failure, doing="")
            if shown.failed is None:
                notify(self._app, failure.title, timeout=5)
        else:
            self._known.planned = replace(shown, found=replace(shown.found, failure=failure), doing="")

    async def _lead(self) -> None:
        """Finds what the messages of packages that are not well lead to; each once, beside the screen."""
        said = {one for each in self._known.planned.plan.members for one in messages_of(each)} - self._leads.keys()
        if said:
            self._leads |= await asyncio.to_thread(partial(_leads_of, tuple(said)))
        if self._leads:
            self._known.planned = replace(self._known.planned, leads=dict(self._leads))


def _installed(request: PlanSet) -> str:
    return f"kube:{request.cluster}" if request.cluster is not None else "a file" if request.plan.installed else ""


def _leads_of(messages: tuple[str, ...]) -> Mapping[str, tuple[MessageLead, ...]]:
    """What each message leads to, as `rules --message` finds it."""
    # Loads the rules of all formats, which most screens do without.
    from xpkgtui.reporting.manual import pages
    from xpkgtui.reporting.messages.matching import answers

    known = pages()
    return {
        each: tuple(
            MessageLead(title=f"{one.target}: {one.title}" if one.title else one.target, command=one.command)
            for one in answers(each, known)[:_LEADS]
        )
        for each in messages
    }


_LEADS = 2
"""Places that a message leads to, of which the screen shows the likeliest."""
