"""Running requests, each in its own task; the newest in a lane ends the older ones, and opening ends all."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Protocol

from xpkgtui.errors import Cancelled, Failure, FailureKind, OutOfMemory, XpkgError, is_out_of_memory
from xpkgtui.inspection.messages.events import Emit, Event, PartFailed
from xpkgtui.inspection.messages.lane import Lane
from xpkgtui.inspection.messages.requests import Open, OpenPlatform, Request, WhatIf

Send = Callable[[int, Event | None], Awaitable[None]]
"""Takes the number of a request and an event of its reply; None ends the reply."""


class Answerer(Protocol):
    """Answers requests."""

    async def answer(self, request: Request, emit: Emit) -> None:
        """Emits the events of the reply to `request`; raises `XpkgError` where it fails."""
        ...

    def close(self) -> None:
        """Releases what it holds, without waiting."""
        ...


class Jobs:
    """The running requests."""

    def __init__(self, answerer: Answerer, send: Send) -> None:
        self._answerer = answerer
        self._send = send
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._lanes: dict[Lane, int] = {}

    def start(self, number: int, request: Request) -> None:
        """Starts a request; an older one in its lane is cancelled, and its reply ends.

        Opening cancels all but plans of sets: requests about the previous image would be answered from the new one.
        """
        is_opening = isinstance(request, Open | OpenPlatform | WhatIf)
        for lane in tuple(self._lanes):
            if lane is request.lane or (is_opening and lane is not Lane.PLAN):
                self.cancel(self._lanes.pop(lane))
        self._lanes[request.lane] = number
        task = asyncio.create_task(self._run(number, request))
        self._tasks[number] = task
        task.add_done_callback(lambda _: self._tasks.pop(number, None))

    def cancel(self, number: int) -> None:
        """Cancels a request; the number of a complete one is ignored."""
        if task := self._tasks.get(number):
            task.cancel()

    def close(self) -> None:
        """Cancels all requests."""
        for task in tuple(self._tasks.values()):
            task.cancel()
        self._answerer.close()

    async def _run(self, number: int, request: Request) -> None:
        """Sends the events of the reply and then its end, also after a cancellation or an error."""
        with suppress(_ChannelClosed):
            try:
                await self._answerer.answer(request, partial(self._emit, number))
            except XpkgError as error:
                await self._emit(number, PartFailed(part=request.lane.part, failure=error.failure()))
            except (asyncio.CancelledError, Cancelled):
                pass
            except _ChannelClosed:
                raise
            except Exception as error:  # noqa: BLE001 - the worker reports it to the user
                failure = OutOfMemory().failure() if is_out_of_memory(error) else _bug(request, error)
                await self._emit(number, PartFailed(part=request.lane.part, failure=failure))
            await self._emit(number, None)

    async def _emit(self, number: int, event: Event | None) -> None:
        try:
            await self._send(number, event)
        except ConnectionError as error:
            raise _ChannelClosed from error


class _ChannelClosed(Exception):
    """Nothing takes the events of replies any more."""


def _bug(request: Request, error: Exception) -> Failure:
    frame = error.__traceback__
    while frame and frame.tb_next:
        frame = frame.tb_next
    where = f" in {frame.tb_frame.f_globals.get('__name__')}, line {frame.tb_lineno}" if frame else ""
    return Failure(
        kind=FailureKind.BUG,
        title=f"{type(error).__name__} while answering {type(request).__name__}: {str(error)[:300]}",
        tried=(f"it happened{where}",),
        hint="This is a bug in xpkgtui. Report it, with the package if you may share it.",
    )
