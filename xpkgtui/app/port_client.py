"""An application that asks a port and folds what it is told."""

from collections.abc import Callable, Coroutine
from contextlib import aclosing
from dataclasses import replace
from functools import partial
from time import monotonic
from typing import Any, cast

from textual import on
from textual.reactive import reactive
from textual.worker import Worker, WorkerState

from xpkgtui import visible
from xpkgtui.app.state.replies import Answers, Wish, is_under_way
from xpkgtui.app.typing_ahead import TypingAhead
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.inspection.events import Event, PartFailed, Resolved
from xpkgtui.inspection.folding import fold
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.parts import PartName
from xpkgtui.inspection.replies import FactsRead, FilesListed, TextFound, TextReady
from xpkgtui.inspection.requests import ListFiles, LookInto, Request
from xpkgtui.service.port import Port

_PICTURE = 0.05
"""Seconds for which a batch of a long list may wait for the next ones."""
OPENING = "open"
"""The workers that open and judge."""


class Listening(TypingAhead):
    """What is known so far, and the workers that learn more; screens are bound to both."""

    inspection: reactive[Inspection] = reactive(Inspection(source=""), init=False)
    answers: reactive[Answers] = reactive(Answers(), init=False)
    busy: reactive[bool] = reactive(False, init=False)

    def __init__(self, port: Port, *, opened: Callable[[str], None] | None = None) -> None:
        super().__init__()
        self._port = port
        self._opened = opened
        self._round = 0

    def forget(self) -> None:
        """Another image is looked at; what is still told of the one before answers nothing any more."""
        self._round += 1
        self.answers = Answers()

    def begin(self, request: Request) -> None:
        """Opens or judges; whatever did before is superseded."""
        self.busy = True
        self._work(partial(self._fold, request), OPENING)

    def answer(self, wish: Wish) -> None:
        """Asks for a folder, a text or facts, once; folders one after the other."""
        known = self.answers.known
        waits = any(is_under_way(part) and _same_list(other, wish) for other, part in known.items())
        if not waits and self.answers.is_new(wish):
            self.answers = self.answers.asked(wish)
            self._work(partial(self._answer, wish), wish.lane)

    def _work(self, work: Callable[[], Coroutine[None, None, None]], group: str) -> None:
        """What is called only when it begins: a coroutine that never does would warn at the end of the program."""
        _: Worker[None] = self.run_worker(work, group=group, exclusive=True, exit_on_error=False)

    def tell(self, words: str, *, timeout: float = 3) -> None:
        """A short word in place of the one before, which would cover ever more of the screen."""
        self.clear_notifications()
        self.notify(visible.line(words), markup=False, timeout=timeout)

    @on(Worker.StateChanged)
    def _worker_changed(self, event: Worker.StateChanged) -> None:
        if event.worker.group == OPENING and event.worker.is_finished:
            self.busy = any(worker.group == OPENING and not worker.is_finished for worker in self.workers)
        if event.state is WorkerState.ERROR:
            failure = Failure(kind=FailureKind.BUG, title=f"A mistake of our own: {event.worker.error!r}")
            self.inspection = fold(self.inspection, PartFailed(part=PartName.SERVICE, failure=failure))

    async def _fold(self, request: Request) -> None:
        """Everything that opening or judging tells."""
        async with aclosing(cast(Any, self._port.ask(request))) as told:
            async for event in told:
                self.inspection = fold(self.inspection, event)
                if isinstance(event, Resolved) and self._opened:
                    self._opened(self.inspection.source)

    async def _answer(self, wish: Wish) -> None:
        """The answer to one wish; what is told beside it is news like any other."""
        held: list[Event] = []
        taken, asked = 0.0, self._round
        try:
            async with aclosing(cast(Any, self._port.ask(wish))) as told:
                async for event in told:
                    held.append(event)
                    if not _is_followed(wish, event) or monotonic() - taken > _PICTURE:
                        if asked != self._round:
                            return
                        self._take(wish, held)
                        taken = monotonic()
            if isinstance(wish, LookInto) and asked == self._round:
                self.answers = self.answers.looked(wish)
        finally:
            if asked == self._round:
                self.answers = self.answers.given_up(wish)
            if self.inspection.progress and not self.busy:
                self.inspection = replace(self.inspection, progress=None)

    def _take(self, wish: Wish, held: list[Event]) -> None:
        """Folds what was told, and tells whoever watches once."""
        answers, inspection = self.answers, self.inspection
        for event in held:
            if isinstance(event, PartFailed | FilesListed | TextReady | FactsRead | TextFound):
                answers = answers.told(wish, event)
            else:
                inspection = fold(inspection, event)
        held.clear()
        self.answers, self.inspection = answers, inspection


def _is_followed(wish: Wish, event: Event) -> bool:
    """Whether more of the same lists is sure to come at once; then not every batch needs a picture of its own."""
    if not (isinstance(event, FilesListed) and isinstance(wish, ListFiles)):
        return False
    return event.first + len(event.rows) < event.total or event.folder != wish.folders[-1]


def _same_list(one: Wish, other: Wish) -> bool:
    """Whether both list the same files: then they wait for each other, else the newer one takes the place."""
    if not (isinstance(one, ListFiles) and isinstance(other, ListFiles)):
        return False
    return replace(one, folder="", wanted="", also=()) == replace(other, folder="", wanted="", also=())
