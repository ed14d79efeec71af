"""Daemon threads: a stuck one neither starves asyncio's pool nor keeps the program alive."""

import asyncio
import contextlib
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, TypeVar

from xpkgtui.values import dataclass

Value = TypeVar("Value")
SIZE = 8
_AT_ONCE = 1 << 16
"""Bytes that are worked on at once: handing the work to a thread and back takes longer."""


@dataclass(slots=True, kw_only=True, eq=False)
class _Job:
    work: Callable[[], object]
    loop: asyncio.AbstractEventLoop
    future: "asyncio.Future[Any]"
    running: bool = False
    abandoned: bool = False
    """Whether it runs although its waiter has left; its thread then no longer counts, and ends with it."""


class Threads:
    """A small pool of daemon threads. `concurrent.futures` joins its threads at exit, which may take for ever."""

    def __init__(self, size: int = SIZE) -> None:
        self._size = size
        self._waiting: SimpleQueue[_Job | None] = SimpleQueue()
        self._gate = threading.Lock()
        self._started = 0
        self._unfinished = 0
        self._closed = False

    async def run(self, work: Callable[[], Value], *, on: int | None = None) -> Value:
        """The result of `work` in one of the threads, or its error; where the wait is cancelled, it may still run.

        Work `on` few bytes that are here is done at once.
        """
        if self._closed:
            raise RuntimeError("the threads are closed")
        if on is not None and is_little(on):
            return work()
        loop = asyncio.get_running_loop()
        job = _Job(work=work, loop=loop, future=loop.create_future())
        with self._gate:
            self._unfinished += 1
            self._require_thread()
        self._waiting.put(job)
        try:
            result: Value = await job.future
        except asyncio.CancelledError:
            self._abandon(job)
            raise
        return result

    def close(self) -> None:
        """Ends idle threads, and waits for none."""
        self._closed = True
        with self._gate:
            for _ in range(self._started):
                self._waiting.put(None)

    def _require_thread(self) -> None:
        if self._unfinished > self._started and self._started < self._size:
            self._started += 1
            threading.Thread(target=self._serve, name="fetching", daemon=True).start()

    def _abandon(self, job: _Job) -> None:
        """Frees the place of a thread that may be stuck, so that other work can start."""
        with self._gate:
            if job.running and not job.abandoned:
                job.abandoned = True
                self._started -= 1
                self._unfinished -= 1
                self._require_thread()

    def _serve(self) -> None:
        while (job := self._waiting.get()) is not None:
            with self._gate:
                job.running = not job.future.cancelled()
                if not job.running:
                    self._unfinished -= 1
                    continue
            value, error = None, None
            try:
                value = job.work()
            except BaseException as raised:  # noqa: BLE001  # whatever it is, it belongs to the waiter
                error = raised
            with self._gate:
                if job.abandoned:
                    return
                job.running = False
                self._unfinished -= 1
            # The loop may be gone, and the waiters with it.
            with contextlib.suppress(RuntimeError):
                job.loop.call_soon_threadsafe(_settle, job.future, value, error)
            del job, value, error


def is_little(size: int) -> bool:
    """Whether so many bytes that are here are worked on at once."""
    return size <= _AT_ONCE


def _settle(future: "asyncio.Future[Any]", value: object, error: BaseException | None) -> None:
    if future.done():
        return
    if error is not None:
        future.set_exception(error)
    else:
        future.set_result(value)
