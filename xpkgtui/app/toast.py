"""A sentence in a corner of the screen, which goes away by itself."""

from typing import Any

from textual.app import App
from textual.reactive import reactive
from textual.timer import Timer
from textual.widget import Widget

from xpkgtui import visible

_AROUND = 2
"""Cells of a sentence that stand empty, one at each end."""


class RoomForSentence(Widget):
    """The line in which sentences appear: meanwhile it draws nothing where they stand."""

    taken: reactive[int] = reactive(0)
    """Cells at its right end."""

    def __init__(self) -> None:
        super().__init__()
        self._freed: Timer | None = None

    def give(self, cells: int, seconds: float) -> None:
        """Keeps so many cells free for so long."""
        if self._freed:
            self._freed.stop()
        self.taken = cells
        self._freed = self.set_timer(seconds, self._free)

    def _free(self) -> None:
        self.taken = 0


def notify(app: App[Any], words: str, *, timeout: float = 3) -> None:
    """Takes the place of the sentence before, so that they never cover the screen.

    The holder of a sentence would outlive it, and keep the only line from those that follow.
    """
    clear_notice(app)
    sentence = visible.sentence(visible.line(words), app.size.width - _AROUND)
    for screen in app.screen_stack:
        for line in screen.query(RoomForSentence):
            line.give(len(sentence) + _AROUND, timeout)
    app.notify(sentence, markup=False, timeout=timeout)


def clear_notice(app: App[Any]) -> None:
    """Takes the sentence away, because something else is to be read there: a line that is typed."""
    app.clear_notifications()
    for screen in app.screen_stack:
        screen.query("ToastHolder").remove()
        for line in screen.query(RoomForSentence):
            line.taken = 0
