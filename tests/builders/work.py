"""Work counted, where time would depend on the machine."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def counting() -> Iterator[Callable[[], int]]:
    """Yields a function that returns how many functions were called so far, those of C included."""
    count = 0

    def count_call(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(count_call)
    try:
        yield lambda: count
    finally:
        sys.setprofile(None)


def calls(work: Callable[[], object]) -> int:
    """How many functions `work` calls."""
    with counting() as count:
        work()
        return count()
