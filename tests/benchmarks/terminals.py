"""A program in a terminal of its own: keys go in, and what is drawn comes out with the time that it took."""

import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

ROWS, COLUMNS = 40, 120
QUIET = 0.05
"""Seconds without output of the program after which it has drawn what a key asked for."""
_KEPT = 1 << 17
"""Bytes of what was drawn that are looked back at."""
_PATIENCE = 5.0
"""Seconds after which a key is taken for one that draws nothing."""
_STEP = re.compile(rb"\x1b\[(\d+);\d+H|\xe2\x96\xb6")


class NeverDrawn(Exception):
    """The program did not draw what was awaited."""


class Took(NamedTuple):
    """Seconds from a key to what is drawn: by the clock, on the processor, and in line for it."""

    wall: float
    ran: float
    waited: float


class Terminal:
    """A program in a terminal of its own."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str] | None = None) -> None:
        self.seen = b""
        """What was drawn last."""
        self.child, self.terminal = pty.fork()
        if self.child == 0:
            os.environ.update({"TERM": "xterm-256color", "COLORTERM": "truecolor", **(environment or {})})
            os.execvp(command[0], list(command))
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))

    def read(self, timeout: float) -> bytes:
        """What is drawn within that time; empty where nothing is, or the program is gone."""
        if not select.select([self.terminal], [], [], timeout)[0]:
            return b""
        try:
            data = os.read(self.terminal, 1 << 16)
        except OSError:
            return b""
        self.seen = (self.seen + data)[-_KEPT:]
        return data

    def wait(self, mark: bytes, limit: float = 30.0) -> float:
        """Waits until `mark` is drawn, and then until nothing is any more; gives the seconds until it was."""
        took = self.until(lambda seen: mark in seen, limit)
        self.settle()
        return took

    def until(self, is_there: Callable[[bytes], bool], limit: float = 30.0) -> float:
        """The seconds until what is drawn from now on satisfies `is_there`."""
        seen, began = b"", time.perf_counter()
        while not is_there(seen):
            if time.perf_counter() - began > limit:
                raise NeverDrawn(f"nothing of the kind was drawn in {limit} s: {seen[-400:]!r}")
            seen += self.read(0.5)
        return time.perf_counter() - began

    def settle(self, quiet: float = 0.5, limit: float = 10.0) -> None:
        """Waits until nothing is drawn any more; not for ever, because the cursor of a prompt blinks."""
        end = time.perf_counter() + limit
        while self.read(quiet) and time.perf_counter() < end:
            pass

    def paste(self, text: str, is_there: Callable[[bytes], bool] = bool) -> Took:
        """The same of text that comes at once."""
        return self.press(text, is_there)

    def press(self, key: str, is_there: Callable[[bytes], bool] = bool, *, quiet: float = QUIET) -> Took:
        """How long it took from the key to what is drawn of it, by default the first thing; waits for the rest."""
        while self.read(0):
            pass
        ran, waited = self.spent()
        began = time.perf_counter()
        os.write(self.terminal, key.encode())
        with contextlib.suppress(NeverDrawn):
            self.until(is_there, _PATIENCE)
        took = time.perf_counter() - began
        after, stood = self.spent()
        self.settle(quiet, 1.0)
        return Took(took, after - ran, stood - waited)

    def spent(self) -> tuple[float, float]:
        """Seconds that the screen's threads ran, and stood in line."""
        ran = waited = 0
        for task in Path(f"/proc/{self.child}/task").glob("*/schedstat"):
            with contextlib.suppress(OSError):
                numbers = task.read_text().split()
                ran, waited = ran + int(numbers[0]), waited + int(numbers[1])
        return ran / 1e9, waited / 1e9

    def close(self) -> None:
        """Ends it."""
        os.kill(self.child, signal.SIGKILL)
        os.waitpid(self.child, 0)
        os.close(self.terminal)


def cursors(seen: bytes) -> list[int]:
    """The lines of the terminal on which the cursor of a list was drawn."""
    line, found = 0, []
    for match in _STEP.finditer(seen):
        if match[1]:
            line = int(match[1])
        else:
            found.append(line)
    return found
