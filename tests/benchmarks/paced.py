"""The program with the pieces of its loop timed: `python paced.py REPORT ARGUMENTS...`, in a terminal.

While one piece of the screen's loop runs, no key is answered and nothing is drawn. The report has the longest ones,
each with its seconds by the clock and of the processor; it is written when the screen is left, without the leaving.
"""

import json
import sys
import time
from asyncio.events import Handle
from pathlib import Path
from typing import Any

from xpkgtui.__main__ import main
from xpkgtui.app.application import Application

_KEPT = 20


class Pace:
    """Notes how long each piece takes."""

    def __init__(self, report: Path) -> None:
        self._report = report
        self._run = Handle._run
        self._leave = Application.exit
        self._pieces: list[tuple[float, float]] = []

    def run(self, handle: Handle) -> None:
        """A piece, in place of the loop's own method."""
        began, spent = time.perf_counter(), time.thread_time()
        self._run(handle)
        self._pieces.append((time.perf_counter() - began, time.thread_time() - spent))

    def leave(self, application: Application, *arguments: Any) -> None:
        """Writes the report, and leaves."""
        self._report.write_text(json.dumps(sorted(self._pieces, reverse=True)[:_KEPT]))
        self._leave(application, *arguments)


if __name__ == "__main__":
    pace = Pace(Path(sys.argv.pop(1)))
    setattr(Handle, "_run", lambda handle: pace.run(handle))  # noqa: B010, PLW0108
    setattr(Application, "exit", lambda application, *arguments: pace.leave(application, *arguments))  # noqa: B010, PLW0108
    main()
