"""Single flight: concurrent requests for the same thing share one task."""

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, TypeVar, cast

from xpkgtui.values import dataclass

Value = TypeVar("Value")


@dataclass(slots=True, eq=False)
class _Flight:
    task: "asyncio.Task[Any]"
    waiters: int = 0


class SingleFlight:
    """Running tasks by key; a task is cancelled when its last waiter leaves. Only used on the event loop."""

    def __init__(self) -> None:
        self._flights: dict[Hashable, _Flight] = {}

    async def join(self, key: Hashable, start: Callable[[], Coroutine[Any, Any, Value]]) -> Value:
        """The result of the task that runs for `key`, started by `start` where none runs.

        All waiters share its result or its error, which are not kept afterwards.
        """
        flight = self._flights.get(key)
        if flight is None:
            flight = self._flights[key] = _Flight(asyncio.get_running_loop().create_task(start()))
            flight.task.add_done_callback(lambda task: self._done(key, task))
        flight.waiters += 1
        try:
            # The task is shared, so a cancelled waiter must not take it along.
            return cast(Value, await asyncio.shield(flight.task))
        finally:
            flight.waiters -= 1
            if not flight.waiters and not flight.task.done():
                self._forget(key, flight.task)
                flight.task.cancel()

    def close(self) -> None:
        """Cancels all tasks."""
        for flight in tuple(self._flights.values()):
            flight.task.cancel()
        self._flights.clear()

    def _done(self, key: Hashable, task: "asyncio.Task[Any]") -> None:
        self._forget(key, task)
        if not task.cancelled():
            # Retrieved here too, in case all waiters have left.
            task.exception()

    def _forget(self, key: Hashable, task: "asyncio.Task[Any]") -> None:
        flight = self._flights.get(key)
        if flight is not None and flight.task is task:
            del self._flights[key]
