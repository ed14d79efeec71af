"""The program with its frames counted: `python framed.py REPORT ARGUMENTS...`, in a terminal.

Sixty times a second the list that has the keys is drawn anew, so that there is a frame to count. What each frame cost
is noted in two ways: its own drawing, and everything that the screen's thread did since the frame before it, which is
what a key has to wait for. Both are times of the processor, which other programs disturb less than the clock. The
report has the frames while the package was judged, and those of some seconds after that.
"""

import json
import sys
import time
from pathlib import Path
from typing import Any

from textual.screen import Screen

from xpkgtui.__main__ import main
from xpkgtui.app.application import Application
from xpkgtui.inspection.messages.parts import Loading, Ready

RATE = 60
IDLE = 4.0
"""Seconds after the verdict."""


class Counter:
    """Notes each frame, and writes the report at the end."""

    def __init__(self, report: Path) -> None:
        self._report = report
        self._draw = Screen._on_timer_update
        self._frames: dict[str, list[tuple[float, float, float]]] = {"judged": [], "idle": []}
        """When each was drawn, and the seconds of its drawing and of all since the one before."""
        self._spent = 0.0
        self._is_ticking = False

    def update(self, screen: Screen[Any]) -> None:
        """A frame, in place of Textual's own method."""
        before = time.thread_time()
        self._draw(screen)
        after = time.thread_time()
        application = screen.app
        assert isinstance(application, Application)
        if not self._is_ticking:
            self._is_ticking = True
            application.set_interval(1 / RATE, lambda: self._tick(application))
        if phase := _phase(application):
            self._frames[phase].append((time.perf_counter(), after - before, after - self._spent))
        self._spent = after

    def _tick(self, application: Application) -> None:
        idle = self._frames["idle"]
        if idle and idle[-1][0] - idle[0][0] > IDLE:
            self._report.write_text(json.dumps(self._frames))
            application.exit()
        elif application.focused:
            application.focused.refresh()


def _phase(application: Application) -> str:
    state = application.inspection
    if isinstance(state.verdict, Ready):
        return "idle"
    return "judged" if isinstance(state.verdict, Loading) and isinstance(state.objects, Ready) else ""


if __name__ == "__main__":
    counter = Counter(Path(sys.argv.pop(1)))

    # A function, which is bound to its screen as a bound method would not be.
    setattr(Screen, "_on_timer_update", lambda screen: counter.update(screen))  # noqa: B010, PLW0108
    main()
