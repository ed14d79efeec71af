"""How much a search for samples has done, counted so that it ends in the same place on every machine."""

import math
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

Made = dict[Hashable, tuple[object, Any]]
"""What was made of things that are named by `id()`: each thing, which is kept, and what was made of it."""


class Meter:
    """Work in values that are compared with a schema."""

    __slots__ = ("failed", "limit", "made", "spent")

    def __init__(self, limit: float = math.inf, made: Made | None = None) -> None:
        self.limit = limit
        self.spent = 0.0
        self.failed: dict[Hashable, tuple[object, int]] = {}
        """What was tried in vain: a value that is kept, and how often."""
        self.made = made
        """What is not made twice; None where nothing is kept."""

    @property
    def is_over(self) -> bool:
        """Whether a limited search has done all that it may."""
        return self.spent >= self.limit


_METER = ContextVar("meter", default=Meter())  # noqa: B039 - it has no limit, so that what it counts is not used
meter = _METER.get
"""The meter of the search that runs."""


@contextmanager
def limited(most: float, made: Made | None = None) -> Iterator[Meter]:
    """Lets a search do so much, and no more than one that it is part of; searches share what they make."""
    outer = meter()
    inner = Meter(min(most, outer.limit - outer.spent), {} if made is None else made)
    token = _METER.set(inner)
    try:
        yield inner
    finally:
        _METER.reset(token)
        outer.spent += inner.spent
