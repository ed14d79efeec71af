"""How much a search for samples has done, counted so that it ends in the same place on every machine."""

import math
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class Meter:
    """Work in values that are compared with a schema."""

    __slots__ = ("failed", "limit", "spent")

    def __init__(self, limit: float = math.inf) -> None:
        self.limit = limit
        self.spent = 0.0
        self.failed: dict[Hashable, tuple[object, int]] = {}
        """What was tried in vain: a value that is kept, and how often."""

    @property
    def is_over(self) -> bool:
        """Whether a limited search has done all that it may."""
        return self.spent >= self.limit


_METER = ContextVar("meter", default=Meter())  # noqa: B039 - it has no limit, so that what it counts is not used
meter = _METER.get
"""The meter of the search that runs."""


@contextmanager
def limited(most: float) -> Iterator[Meter]:
    """Lets a search do so much, and no more than one that it is part of."""
    outer = meter()
    inner = Meter(min(most, outer.limit - outer.spent))
    token = _METER.set(inner)
    try:
        yield inner
    finally:
        _METER.reset(token)
        outer.spent += inner.spent
