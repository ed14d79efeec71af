"""Reads that run side by side and end by one deadline."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from xpkgtui.values import dataclass

SECONDS = 30.0
"""Seconds that all manifests that an index lists may take together."""
_AT_ONCE = 6
"""Fewer than the threads of a fetcher, so that panes are served meanwhile."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deadline:
    """A moment, which several reads may share."""

    seconds: float
    """The time from its setting, for people."""
    until: float
    """By the clock of the event loop."""


def deadline(seconds: float = SECONDS) -> Deadline:
    """The moment in so many seconds."""
    return Deadline(seconds=seconds, until=asyncio.get_running_loop().time() + seconds)


async def run_all(reads: Sequence[Callable[[], Awaitable[None]]], by: Deadline) -> int:
    """Runs all of them, and cancels the rest at the deadline; gives the number of these. Raises the first error."""
    unfinished = len(reads)
    places = asyncio.Semaphore(_AT_ONCE)

    async def run(read: Callable[[], Awaitable[None]]) -> None:
        nonlocal unfinished
        async with places:
            await read()
        unfinished -= 1

    limit = asyncio.timeout_at(by.until)
    try:
        async with limit, asyncio.TaskGroup() as group:
            for read in reads:
                group.create_task(run(read))
    except TimeoutError:
        pass
    except BaseExceptionGroup as several:
        raise several.exceptions[0] from None
    return unfinished
