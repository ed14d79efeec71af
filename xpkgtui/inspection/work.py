"""Work in threads, how it is stopped and how its progress is emitted; and reads that end by one deadline."""

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import CancelledError, Future
from dataclasses import replace
from typing import Any, Self, TypeVar

from xpkgtui.errors import Cancelled
from xpkgtui.fetching.verified_blob import BlobFile
from xpkgtui.filesystem.compression.stored import ByteSource
from xpkgtui.inspection.messages.events import Emit, Progressed
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.values import dataclass

Value = TypeVar("Value")
_TICK = 0.1
"""Seconds between two events about progress."""
_TELLING = 0.5
"""Seconds after which a rate is used to estimate the rest."""


class Progress:
    """How far one piece of work has come; `clock` gives seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self.begin("")

    def begin(self, what: str, total: int | None = None, layer: int | None = None) -> None:
        """The next step begins; `what` names it in words."""
        self._what, self._done, self._total, self._layer = what, 0, total, layer
        self._began = self._clock()

    def advance(self, done: int, total: int | None) -> None:
        """So many bytes of the step are done."""
        self._done, self._total = done, total

    @property
    def rate(self) -> int:
        """Bytes a second since the step began; 0 in its first moments."""
        seconds = self._clock() - self._began
        return int(self._done / seconds) if seconds >= _TELLING else 0

    async def watch(self, work: Awaitable[Value], emit: Emit, part: PartName) -> Value:
        """What `work` returns; meanwhile its progress is emitted, ten times a second."""
        task = asyncio.ensure_future(work)
        emitted: Progressed | None = None
        try:
            while not (await asyncio.wait({task}, timeout=_TICK))[0]:
                progressed = Progressed(
                    part=part, what=self._what, done=self._done, total=self._total, layer=self._layer
                )
                if self._what and progressed != emitted:
                    emitted = progressed
                    await emit(replace(progressed, rate=self.rate))
            return await task
        finally:
            task.cancel()


async def timed(work: Awaitable[Value], emit: Emit, progressed: Progressed, second: float = 1.0) -> Value:
    """What `work` returns; meanwhile the progress is emitted each second, with the seconds so far."""
    task = asyncio.ensure_future(work)
    try:
        while not (await asyncio.wait({task}, timeout=second))[0]:
            progressed = replace(progressed, waited=progressed.waited + 1)
            await emit(progressed)
        return await task
    finally:
        task.cancel()


class Stop:
    """A flag that ends work in a thread: at its next read, or at once where it waits for the event loop.

    The end of a `with` sets it.
    """

    def __init__(self) -> None:
        self._event = threading.Event()
        self._awaited: set[Future[Any]] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.set()

    def set(self) -> None:
        """Ends the work."""
        self._event.set()
        for future in tuple(self._awaited):
            future.cancel()

    def wait_for(self, future: "Future[Value]") -> Value:
        """What another thread gives; the flag cancels it, and raises `Cancelled` here."""
        self._awaited.add(future)
        if self():
            future.cancel()
        try:
            return future.result()
        except CancelledError:
            raise Cancelled from None
        finally:
            self._awaited.discard(future)

    def __call__(self) -> bool:
        """Whether the work is to end."""
        return self._event.is_set()

    def check(self) -> None:
        """Raises `Cancelled` once the flag is set."""
        if self._event.is_set():
            raise Cancelled

    def guarding(self, file: BlobFile) -> ByteSource:
        """`file`, whose next read raises once the flag is set."""
        return _Guarded(file, self)


class _Guarded:
    """A file that stops being readable; it can start again, so that damage is located to the byte."""

    def __init__(self, file: BlobFile, stop: Stop) -> None:
        self._file = file
        self._stop = stop

    def read(self, size: int, /) -> bytes:
        """As the file, or `Cancelled`."""
        self._stop.check()
        return self._file.read(size)

    def seek(self, offset: int, /) -> int:
        """As the file."""
        return self._file.seek(offset)

    def tell(self) -> int:
        """As the file."""
        return self._file.tell()


SECONDS = 30.0
"""Seconds that all manifests that an index lists may take together."""
AT_ONCE = 6
"""Requests that are on their way at the same time: registries answer more of them with 429, and panes need the other
threads of a fetcher."""


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


async def run_all(reads: Sequence[Callable[[], Awaitable[None]]], by: Deadline | None = None) -> int:
    """Runs all of them, and cancels the rest at a deadline; gives the number of these. Raises the first error."""
    unfinished = len(reads)
    places = asyncio.Semaphore(AT_ONCE)

    async def run(read: Callable[[], Awaitable[None]]) -> None:
        nonlocal unfinished
        async with places:
            await read()
        unfinished -= 1

    limit = asyncio.timeout_at(by.until if by is not None else None)
    try:
        async with limit, asyncio.TaskGroup() as group:
            for read in reads:
                group.create_task(run(read))
    except TimeoutError:
        pass
    except BaseExceptionGroup as several:
        raise several.exceptions[0] from None
    return unfinished
