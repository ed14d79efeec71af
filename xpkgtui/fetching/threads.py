"""Threads that nobody has to wait for: a stuck one neither starves asyncio's pool nor keeps the program alive."""

import asyncio
import contextlib
import threading
from collections.abc import Callable
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any, TypeVar

Value = TypeVar("Value")
SIZE = 8


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Job:
    work: Callable[[], object]
    loop: asyncio.AbstractEventLoop
    future: "asyncio.Future[Any]"


class Threads:
    """A small pool of daemon threads. `concurrent.futures` joins its threads at exit, which may take for ever."""

    def __init__(self, size: int = SIZE) -> None:
        self._size = size
        self._waiting: SimpleQueue[_Job | None] = SimpleQueue()
        self._started = 0
        self._busy = 0
        self._closed = False

    async def run(self, work: Callable[[], Value]) -> Value:
        """What `work` returns or raises in one of the threads; where the waiting is cancelled, it may still run."""
        if self._closed:
            raise RuntimeError("the threads are closed")
        loop = asyncio.get_running_loop()
        job = _Job(work=work, loop=loop, future=loop.create_future())
        self._busy += 1
        if self._busy > self._started and self._started < self._size:
            self._started += 1
            threading.Thread(target=_serve, args=(self._waiting,), name="fetching", daemon=True).start()
        self._waiting.put(job)
        try:
            result: Value = await job.future
        finally:
            self._busy -= 1
        return result

    def close(self) -> None:
        """Lets idle threads end; waits for none."""
        self._closed = True
        for _ in range(self._started):
            self._waiting.put(None)


def _serve(waiting: "SimpleQueue[_Job | None]") -> None:
    while (job := waiting.get()) is not None:
        if job.future.cancelled():
            continue
        value, error = None, None
        try:
            value = job.work()
        except BaseException as raised:  # noqa: BLE001  # whatever it is, it belongs to whoever waits
            error = raised
        # The loop may be gone, and with it everybody who waited.
        with contextlib.suppress(RuntimeError):
            job.loop.call_soon_threadsafe(_settle, job.future, value, error)
        del job, value, error


def _settle(future: "asyncio.Future[Any]", value: object, error: BaseException | None) -> None:
    if future.done():
        return
    if error is not None:
        future.set_exception(error)
    else:
        future.set_result(value)
