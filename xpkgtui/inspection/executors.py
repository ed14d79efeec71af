"""A small pool of daemon threads: work in it never keeps the program from ending."""

import asyncio
import queue
import threading
from collections.abc import Callable
from typing import TypeVar

Value = TypeVar("Value")


class Pool:
    """Runs blocking or busy functions off the event loop.

    Unlike `concurrent.futures`, whose threads are joined when the interpreter ends, a thread that hangs here is left
    behind.
    """

    def __init__(self, threads: int, name: str) -> None:
        self._work: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._threads = threads
        self._name = name
        self._started = 0

    async def run(self, function: Callable[[], Value]) -> Value:
        """What `function` returns or raises; a cancelled caller leaves it running, so it should look at a flag."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Value] = loop.create_future()

        def tell(action: Callable[[], None]) -> None:
            # The loop may be closed by now: nobody waits for the answer any more.
            if not loop.is_closed():
                try:
                    loop.call_soon_threadsafe(action)
                except RuntimeError:
                    return

        def work() -> None:
            try:
                value = function()
            except BaseException as error:  # noqa: BLE001 - handed to whoever awaits, as a future does
                failure = error
                tell(lambda: None if future.done() else future.set_exception(failure))
            else:
                tell(lambda: None if future.done() else future.set_result(value))

        self._work.put(work)
        if self._started < self._threads:
            self._started += 1
            threading.Thread(target=self._serve, name=f"{self._name}-{self._started}", daemon=True).start()
        return await future

    def _serve(self) -> None:
        while True:
            self._work.get()()
