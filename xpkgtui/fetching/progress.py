"""How far a transfer is, told at most ten times a second."""

import math
import time
from collections.abc import Callable

Progress = Callable[[int, int | None], None]
"""Bytes that are there, and bytes in all where that is known. Called on the event loop."""
INTERVAL = 0.1


class Throttle:
    """Passes on the first word, and then no more than one in `INTERVAL` seconds."""

    def __init__(self, tell: Callable[[int], object], clock: Callable[[], float] = time.monotonic) -> None:
        self._tell = tell
        self._clock = clock
        self._next = -math.inf

    def __call__(self, done: int) -> None:
        """`done` bytes are there."""
        now = self._clock()
        if now >= self._next:
            self._next = now + INTERVAL
            self._tell(done)
