"""The application's side of the port: requests go out, and events are folded into what is known."""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import aclosing
from dataclasses import replace
from functools import partial
from time import monotonic
from typing import Any

from textual.app import App
from textual.worker import Worker, WorkerState

from xpkgtui.app.drawing.bands.headline import Status, headline
from xpkgtui.app.port.background import AppState, BackgroundReads, WorkerOwner
from xpkgtui.app.state.keys import retry
from xpkgtui.app.state.replies import Replies, goes_on, is_reply, is_under_way, same_list
from xpkgtui.app.toast import notify
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.inspection.folding import ended, fold, fold_all, is_slice, without_image
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import Event, ObjectsListed, PartFailed, Resolved
from xpkgtui.inspection.messages.judging import VerdictReached
from xpkgtui.inspection.messages.lane import Lane
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.messages.requests import (
    Judge,
    Open,
    OpenPlatform,
    Options,
    PaneRequest,
    Preview,
    Request,
    WhatIf,
)
from xpkgtui.rules.finding import Acceptance
from xpkgtui.service.port import Port

_FRAME = 0.05
"""Seconds for which news may wait for the next ones: drawing all of the screen takes half of it."""
_REST = 0.15
"""Seconds after a key for which slices of a judgement wait: keys that come close together are drawn at once."""
_LONGEST = 1.0
"""Seconds after which they are shown whatever is pressed."""
_ROW = 1e-5
"""Seconds more for each row that is drawn anew: counting 50,000 of them for a frame takes a while."""


class News:
    """Events that are not yet folded into what is known."""

    def __init__(
        self,
        known: AppState,
        *,
        clock: Callable[[], float],
        broke: Callable[[Exception], None],
        later: Callable[[float, Callable[[], None]], asyncio.TimerHandle] | None = None,
    ) -> None:
        """`broke` gets the exception that folding news raised, where no call waits for it."""
        self._known, self._clock, self._broke = known, clock, broke
        self._later = later
        self._held: list[Event] = []
        self._due: asyncio.TimerHandle | None = None
        self._shown = float("-inf")
        """When the last ones were shown."""
        self._pressed = float("-inf")
        """When a key was pressed last."""

    def hold(self, event: Event) -> None:
        """Shows it by the end of the frame; at once what is first in a frame, or in a list."""
        self._held.append(event)
        if isinstance(event, ObjectsListed) and not event.first:
            self._cancel()
            self._wait(0.0)
        elif self._due is None:
            wait = self._shown + _FRAME + _ROW * len(self._known.inspection.rows) - self._clock()
            self._wait(max(0.0, wait))

    def pressed(self) -> None:
        """A key was pressed."""
        self._pressed = self._clock()

    def show(self, *more: Event) -> None:
        """Shows what is held, and `more`, now."""
        self._cancel()
        held = (*self._held, *more)
        self._held.clear()
        if held:
            self._known.inspection = fold_all(self._known.inspection, held)
            self._shown = self._clock()

    def drop(self) -> None:
        """Forgets what is held."""
        self._cancel()
        self._held.clear()

    def _cancel(self) -> None:
        if self._due:
            self._due.cancel()
            self._due = None

    def _wait(self, seconds: float) -> None:
        later = self._later or asyncio.get_running_loop().call_later
        self._due = later(seconds, self._show_due)

    def _show_due(self) -> None:
        now = self._clock()
        if now < min(self._pressed + _REST, self._shown + _LONGEST) and all(map(is_slice, self._held)):
            self._wait(_REST)
            return
        try:
            self.show()
        except Exception as error:  # noqa: BLE001 - the screen reports it, as it does for a worker that breaks
            self._broke(error)


_OPENING = "open"
"""The workers that open and judge."""


class PortClient(WorkerOwner):
    """Sends requests in workers of an application, and folds the events into what is known."""

    def __init__(
        self,
        port: Port,
        app: App[Any],
        known: AppState,
        *,
        opened: Callable[[str, str, str], None] | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._port = port
        self._app = app
        self._known = known
        self._opened = opened
        self._background = BackgroundReads(port, known, self._remember, self._fill)
        self._clock = clock
        self._round = 0
        self._news = News(known, clock=clock, broke=self._broke)
        self.pressed, self.ready = self._news.pressed, self._news.show
        """To be called at each key, and once the screen of a package can draw: its first frame has what is known."""

    def send(self, request: Request) -> None:
        """Another source or image takes the place of the one before; a judgement, of the one under way.

        A source that is opened again stays on the screen until it answers.
        """
        match request:
            case Open(source=source):
                if not is_shown(self._known.inspection, source):
                    self._forget()
                    self._known.inspection = Inspection(source=source)
                self._begin(request)
            case OpenPlatform() | WhatIf():
                self._forget()
                self._known.inspection = without_image(self._known.inspection)
                self._begin(request)
            case Judge(case=case):
                self._known.inspection = replace(self._known.inspection, case=case)
                self._begin(request)
            case Preview():
                self._work(partial(self._look, request), request.lane)
            case _ if isinstance(request, PaneRequest):
                self._fill(request)
            case _:
                raise TypeError(f"no screen asks {type(request).__name__} here")

    def switch_profile(self, options: Options) -> Options:
        """Judges by the next profile, which the next sources are judged by too."""
        if (case := self._known.inspection.case) is None:
            notify(self._app, "Nothing to check yet.")
            return options
        profile = self._known.inspection.format.profile_after(case.profile)
        notify(self._app, retry.profile_sentence(case.profile, profile))
        self.send(retry.judged_for(self._known.inspection, replace(case, profile=profile)))
        return replace(options, profile=profile, asked_profile=profile)

    def stop(self, request: PaneRequest | None = None) -> None:
        """Stops a request, or whatever opens or judges, else what panes wait for; it may be requested again."""
        known = self._known
        if request is not None:
            known.replies = known.replies.with_failure(request, retry.stopped(known.inspection, request))
            self._app.workers.cancel_group(self._app, request.lane)
            return
        self._app.workers.cancel_group(self._app, Lane.BACKGROUND)
        requests = () if known.busy else retry.being_fetched(known.inspection, known.replies)
        for request in requests:
            known.replies = known.replies.with_failure(request, retry.stopped(known.inspection, request))
            self._app.workers.cancel_group(self._app, request.lane)
        if not requests:
            self._app.workers.cancel_group(self._app, _OPENING)
            self._news.show()
            known.inspection = retry.given_up(known.inspection)
        notify(self._app, "Stopped." if requests else "Stopped. r opens it again.", timeout=5)

    def retry(self, requests: Iterable[PaneRequest]) -> None:
        """Forgets that the requests failed, so that the screen sends them again."""
        self._known.replies = self._known.replies.without_failed(requests)

    def worker_changed(self, event: Worker.StateChanged) -> None:
        """Loading ends with its last worker; a worker that breaks is a failure that is shown."""
        if event.worker.group == _OPENING and event.worker.is_finished:
            workers = self._app.workers
            self._known.busy = any(worker.group == _OPENING and not worker.is_finished for worker in workers)
            if not self._known.busy:
                self._known.inspection = ended(self._known.inspection)
        if event.state is WorkerState.ERROR:
            self._broke(event.worker.error)

    def _broke(self, error: BaseException | None) -> None:
        failure = retry.broken(error)
        self._known.inspection = fold(self._known.inspection, PartFailed(part=PartName.SERVICE, failure=failure))
        notify(self._app, failure.title, timeout=5)

    def _forget(self) -> None:
        """Another image is shown; replies about the one before are dropped."""
        self._round += 1
        self._background.forget()
        self._known.replies = Replies()

    def _begin(self, request: Request) -> None:
        """Opens or judges; whatever did before is superseded."""
        self._known.busy = True
        self._news.drop()
        self._app.workers.cancel_group(self._app, Lane.BACKGROUND)
        self._work(partial(self._fold, request), _OPENING)

    def _fill(self, request: PaneRequest) -> None:
        """Requests a folder, a text or facts, once; folders one after the other."""
        known = self._known.replies.known
        waits = any(is_under_way(part) and same_list(other, request) for other, part in known.items())
        if not waits and self._known.replies.is_new(request):
            # A worker that is superseded before it begins cannot give its request up itself.
            self._known.replies = self._known.replies.superseded_by(request).with_request(request)
            self._work(partial(self._reply, request), request.lane)

    async def _fold(self, request: Request) -> None:
        """Every event of opening or judging; what came before it breaks or ends is shown."""
        try:
            await self._follow(request)
        except Exception:
            self._news.show()
            raise
        self._news.show()
        if self._background.is_due:
            self._work(self._background.read, Lane.BACKGROUND)

    async def _follow(self, request: Request) -> None:
        is_answered = not isinstance(request, Open)
        async with aclosing(self._port.ask(request)) as events:
            async for event in events:
                if not is_answered and isinstance(event, Resolved | PartFailed):
                    self._news.show()
                    state = self._known.inspection
                    if isinstance(event, PartFailed) and state.resolved is not None:
                        self._keep(state, event.failure)
                        continue
                if not is_answered and isinstance(event, Resolved):
                    is_answered = True
                    self._begin_anew(event)
                elif isinstance(event, Resolved | VerdictReached):
                    self._news.show(event)
                    self._remember(event)
                else:
                    self._news.hold(event)

    def _begin_anew(self, event: Resolved) -> None:
        """The source that is opened has answered: what is shown until now goes."""
        self._forget()
        was_outdated = bool(self._known.inspection.outdated)
        self._known.inspection = fold(Inspection(source=self._known.inspection.source), event)
        self._remember(event)
        if event.stale:
            notify(self._app, f"{event.stale[0].upper()}{event.stale[1:]}.", timeout=5)
        elif was_outdated:
            notify(self._app, "Reloaded.")

    def _remember(self, event: Event) -> None:
        """Once it is drawn, it is among the recent ones, with its verdict; what a what-if would make of it is not."""
        known = self._known.inspection
        if self._opened and known.what_if is None:
            verdict = recent_verdict(known, event)
            self._app.call_after_refresh(self._opened, known.source, verdict, known.digest or "")

    def _keep(self, state: Inspection, failure: Failure) -> None:
        """What is shown stays, because opening it again failed; it says so until that succeeds."""
        why = "registry unreachable" if failure.kind is FailureKind.NETWORK else failure.title
        self._known.inspection = replace(state, outdated=why.rstrip("."), progress=None)
        notify(self._app, failure.title, timeout=5)

    async def _look(self, request: Preview) -> None:
        """What is said of documents in sight; a few at once, so that the list changes once."""
        held: list[Event] = []
        taken = float("-inf")
        try:
            async with aclosing(self._port.ask(request)) as events:
                async for event in events:
                    held.append(event)
                    if self._clock() - taken > _FRAME:
                        self._known.inspection = fold_all(self._known.inspection, held)
                        held.clear()
                        taken = self._clock()
        finally:
            self._known.inspection = fold_all(self._known.inspection, held)

    async def _reply(self, request: PaneRequest) -> None:
        """The reply to one request; other events among its own are news like any other."""
        held: list[Event] = []
        taken, asked = 0.0, self._round
        try:
            async with aclosing(self._port.ask(request)) as events:
                async for event in events:
                    held.append(event)
                    if not goes_on(request, event) or self._clock() - taken > _FRAME:
                        if asked != self._round:
                            return
                        self._take(request, held)
                        taken = self._clock()
            if asked == self._round:
                self._known.replies = self._known.replies.with_end(request)
        finally:
            if asked == self._round:
                self._known.replies = self._known.replies.without(request)
            if self._known.inspection.progress and not self._known.busy:
                self._known.inspection = replace(self._known.inspection, progress=None)

    def _take(self, request: PaneRequest, held: list[Event]) -> None:
        """Folds the events that were held, and changes what is known once."""
        replies, inspection = self._known.replies, self._known.inspection
        for event in held:
            if is_reply(request, event):
                replies = replies.with_event(request, event)
            else:
                inspection = fold(inspection, event)
        held.clear()
        self._known.replies, self._known.inspection = replies, inspection


def recent_verdict(inspection: Inspection, event: Event) -> str:
    """The verdict as it is remembered; empty before there is one, and of what is not a package."""
    if not isinstance(event, VerdictReached) or inspection.not_a_package:
        return ""
    acceptance = event.verdict.acceptance
    if acceptance is Acceptance.ACCEPTED and headline(inspection, Options(), busy=False).status is Status.WARN:
        return "disputed"
    return str(acceptance or "undecided")


def is_shown(inspection: Inspection, source: str) -> bool:
    """Whether the source was opened, and is still on the screen."""
    return inspection.source == source and inspection.resolved is not None and inspection.failure is None
