"""The router of a port: requests go to the service, cases on to the judge unless they are small."""

import asyncio
import itertools
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import fields, replace
from typing import Protocol

from xpkgtui.inspection.messages.comparing import Compare, ComparisonEnded, ReadStored, StoredRead
from xpkgtui.inspection.messages.events import CaseReady, Event, ManifestRead, ObjectsListed, PartFailed, StreamRead
from xpkgtui.inspection.messages.judging import ImageJudged, Judged, VerdictReached
from xpkgtui.inspection.messages.requests import ForJudge, Judge, Open, OpenPlatform, Request, WhatIf
from xpkgtui.rules.case import Case
from xpkgtui.rules.finding import Finding
from xpkgtui.rules.likeness import Likeness
from xpkgtui.service.port import Endpoint

_QUEUED = 64
"""Events that are queued for a slow reader before the sender has to wait."""


class RequestChannel(Protocol):
    """A way to send requests: in this process, or through a socket."""

    async def send(self, number: int, request: Request | None) -> None:
        """Sends a request; None cancels it."""
        ...

    def close(self) -> None:
        """Ends the other side without waiting for it."""
        ...


class PendingReplies:
    """The replies that are not complete, by the number of their request."""

    def __init__(self) -> None:
        self._queues: dict[int, asyncio.Queue[Event | None]] = {}
        self._numbers = itertools.count(1)

    async def deliver(self, number: int, event: Event | None) -> None:
        """Queues an event; an event of a cancelled request is dropped."""
        if queue := self._queues.get(number):
            await queue.put(event)

    async def fail(self, event: Event) -> None:
        """Ends every reply with `event`."""
        for queue in tuple(self._queues.values()):
            while queue.full():
                queue.get_nowait()
            queue.put_nowait(event)
            if queue.full():
                queue.get_nowait()
            queue.put_nowait(None)

    async def ask(
        self, channel: RequestChannel, request: Request, number: int | None = None
    ) -> AsyncGenerator[Event, None]:
        """The events of the reply; closing the iterator cancels the request, whose number may be known."""
        number = next(self._numbers) if number is None else number
        queue = self._queues[number] = asyncio.Queue(_QUEUED)
        ended = False
        try:
            await channel.send(number, request)
            while (event := await queue.get()) is not None:
                yield event
            ended = True
        finally:
            del self._queues[number]
            if not ended:
                await channel.send(number, None)


class Router:
    """A `Port` over a service and a judge: it alone decides who judges, and when the judge has to start.

    What is small is judged by a service that judges, within the reply that has the case or when that is asked.
    """

    def __init__(self, service: Endpoint, judge: Endpoint, *, leaves_large: bool = False) -> None:
        """One that `leaves_large` cases has the judge of a service: the router that asks it knows another one."""
        self._service = service
        self._judge = Judgements(judge)
        self._start_judge = judge.ensure_started
        self._leaves_large = leaves_large
        self._is_small = True
        """Whether what was judged last is small."""

    async def ask(self, request: Request) -> AsyncGenerator[Event, None]:
        """The events of the reply to `request`; a case in it goes to the judge, whose events follow."""
        if isinstance(request, Judge):
            self._is_small = is_small(request.case)
        if not isinstance(request, ForJudge):
            asked = self._ask_service(request)
        elif self._service_judges:
            asked = self._service.ask(request)
        elif isinstance(request, Compare) and request.old.source.is_installed:
            asked = self._compare_installed(request)
        else:
            asked = self._judge.ask(request)
        async with aclosing(asked) as events:
            async for event in events:
                yield event

    @property
    def _service_judges(self) -> bool:
        return self._is_small and self._service.judges

    async def _ask_service(self, request: Request) -> AsyncGenerator[Event, None]:
        case: Case | None = None
        is_large = is_listed = False
        async with aclosing(self._service.ask(request)) as events:
            async for event in events:
                is_large = is_large or foretells_large(event)
                if isinstance(event, ObjectsListed):
                    is_listed = True
                elif is_large and is_listed:
                    # Not before: its start would hold up the list.
                    self._start_judge()
                if isinstance(event, CaseReady) and event.image_only:
                    event = ImageJudged(findings=await self._judge_image(event.case))
                elif isinstance(event, CaseReady):
                    self._is_small = is_small(event.case)
                    is_mine = self._is_small if self._leaves_large else not self._service_judges
                    case = event.case if is_mine and isinstance(request, Open | OpenPlatform | WhatIf) else None
                yield event
        if case is not None:
            async with aclosing(self._judge.ask(Judge(case=case))) as events:
                async for event in events:
                    yield event

    async def _compare_installed(self, request: Compare) -> AsyncGenerator[Event, None]:
        """The comparison with what is really stored; where the cluster does not say that, it is not whole."""
        known, source = StoredRead(), request.old.source
        asked = ReadStored(source=source.name, definitions=source.definitions)
        async with aclosing(self._service.ask(asked)) as events:
            async for event in events:
                if isinstance(event, StoredRead):
                    known = event
                elif isinstance(event, PartFailed):
                    yield event
                    return
        old = replace(request.old, stored=known.stored)
        async with aclosing(self._judge.ask(replace(request, old=old))) as events:
            async for event in events:
                if isinstance(event, ComparisonEnded) and known.unread:
                    event = replace(event, unread=" and ".join(filter(None, (known.unread, event.unread))))
                yield event

    async def _judge_image(self, case: Case) -> tuple[Finding, ...]:
        """The findings of the image alone."""
        findings: tuple[Finding, ...] = ()
        async with aclosing(self._judge.ask(Judge(case=case, known=()))) as events:
            async for event in events:
                findings += event.findings if isinstance(event, Judged) else ()
        return findings

    async def close(self) -> None:
        """Ends both."""
        self._service.close()
        self._judge.close()


_SMALL = 1 << 20
"""Bytes of a stream that are judged in about the time that a process takes to start and to load its rules."""


def is_small(case: Case) -> bool:
    """Whether it is judged before another process would begin."""
    return case.stream is None or case.stream.size < _SMALL


def foretells_large(event: Event) -> bool:
    """Whether the case that follows will not be small, so that the judge may start."""
    match event:
        case StreamRead(stream=stream):
            return stream is not None and stream.size >= _SMALL
        case ManifestRead(layers=layers):
            return any(layer.is_base and layer.size >= _SMALL for layer in layers)
    return False


_MOST = 8
"""Judgements that are kept."""


class Judgements:
    """The judge, and its judgements of the last cases."""

    def __init__(self, judge: Endpoint) -> None:
        self._judge = judge
        self._kept: list[tuple[list[object], tuple[Event, ...]]] = []

    async def ask(self, request: Request) -> AsyncGenerator[Event, None]:
        """The events of the judgement; those of an equal case that was judged to its end are given again."""
        case = request.case if isinstance(request, Judge) and request.known is None else None
        if case is not None and (known := self._find(case)) is not None:
            for event in known:
                yield event
            return
        judgement: list[Event] = []
        async with aclosing(self._judge.ask(request)) as events:
            async for event in events:
                judgement.append(event)
                yield event
        if case is not None and any(isinstance(event, VerdictReached) for event in judgement):
            self._kept = [*self._kept[1 - _MOST :], (_looked_at(case), tuple(judgement))]

    def _find(self, case: Case) -> tuple[Event, ...] | None:
        """The judgement of an equal case."""
        found = _looked_at(case)
        return next((judgement for kept, judgement in self._kept if kept == found), None)

    def close(self) -> None:
        """Ends the judge without waiting for it."""
        self._judge.close()


def _looked_at(case: Case) -> list[object]:
    """Everything that rules look at, which is the same when an image is opened again.

    Other images that were read meanwhile count only where their stream is another one.
    """
    compared = tuple(one for one in case.platforms.compared if one.likeness in (Likeness.DIFFERENT, Likeness.LACKING))
    stream = replace(case.stream, path="") if case.stream else None
    seen = replace(case, platforms=replace(case.platforms, compared=compared), stream=stream)
    return [getattr(seen, one.name) for one in fields(seen)]
