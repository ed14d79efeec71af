"""Both halves of the port as one: requests go to the service, cases on to the judge."""

import asyncio
import itertools
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import Protocol

from xpkgtui.inspection.events import CaseReady, Event
from xpkgtui.inspection.requests import Judge, Open, OpenPlatform, Request
from xpkgtui.rules.case import Case

_AHEAD = 64
"""Events that may wait for a slow asker before the answerer has to wait too."""


class Line(Protocol):
    """A way to an answerer: in this process, or down a socket."""

    async def send(self, number: int, request: Request | None) -> None:
        """Asks; None cancels."""
        ...

    def close(self) -> None:
        """Ends the answerer without waiting for it."""
        ...


class Mailbox:
    """Answers on their way to whoever asked, by number."""

    def __init__(self) -> None:
        self._waiting: dict[int, asyncio.Queue[Event | None]] = {}
        self._numbers = itertools.count(1)

    async def deliver(self, number: int, event: Event | None) -> None:
        """Hands over an event; what nobody waits for any more is dropped."""
        if queue := self._waiting.get(number):
            await queue.put(event)

    async def fail(self, event: Event) -> None:
        """Ends every answer with `event`."""
        for queue in tuple(self._waiting.values()):
            while queue.full():
                queue.get_nowait()
            queue.put_nowait(event)
            if queue.full():
                queue.get_nowait()
            queue.put_nowait(None)

    async def ask(self, line: Line, request: Request) -> AsyncGenerator[Event, None]:
        """The events of an answer; closing the iterator cancels the request."""
        number = next(self._numbers)
        queue = self._waiting[number] = asyncio.Queue(_AHEAD)
        ended = False
        try:
            await line.send(number, request)
            while (event := await queue.get()) is not None:
                yield event
            ended = True
        finally:
            del self._waiting[number]
            if not ended:
                await line.send(number, None)


class Counter(Protocol):
    """One answerer with its line and mailbox."""

    def ask(self, request: Request) -> AsyncGenerator[Event, None]:
        """The events that answer `request`."""
        ...

    def close(self) -> None:
        """Ends it."""
        ...


class Desk:
    """A `Port` over a service and a judge."""

    def __init__(self, service: Counter, judge: Counter) -> None:
        self._service = service
        self._judge = judge

    async def ask(self, request: Request) -> AsyncIterator[Event]:
        """The events that answer `request`; a case that comes up is judged, and the judgement follows."""
        if isinstance(request, Judge):
            async with aclosing(self._judge.ask(request)) as events:
                async for event in events:
                    yield event
            return
        case: Case | None = None
        async with aclosing(self._service.ask(request)) as events:
            async for event in events:
                if isinstance(event, CaseReady) and isinstance(request, Open | OpenPlatform):
                    case = event.case
                yield event
        if case is not None:
            async with aclosing(self._judge.ask(Judge(case=case))) as events:
                async for event in events:
                    yield event

    async def close(self) -> None:
        """Ends both."""
        self._service.close()
        self._judge.close()
