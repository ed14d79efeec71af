"""News of an opening or a judgement: those that come close together change the screen once."""

import asyncio
from collections.abc import Callable

from xpkgtui.app.port.background import AppState
from xpkgtui.inspection.folding import fold_all, is_slice
from xpkgtui.inspection.messages.events import Event, ObjectsListed

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
