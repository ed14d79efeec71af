"""How much a search for samples has done, counted so that it ends in the same place on every machine."""

import math
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Meter(threading.local):
    """The work of this thread: values that were compared with a schema, and what searches of patterns took."""

    spent: float = 0
    limit: float = math.inf

    @property
    def is_over(self) -> bool:
        """Whether a limited search has done all that it may."""
        return self.spent >= self.limit


METER = Meter()


@contextmanager
def limited(most: float) -> Iterator[None]:
    """Lets a search do so much more, and no more than it may already."""
    before = METER.limit
    METER.limit = min(before, METER.spent + most)
    try:
        yield
    finally:
        METER.limit = before
