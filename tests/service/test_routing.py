"""Replies on their way: closing cancels, and a dead channel ends them with its reason."""

import asyncio

from xpkgtui.errors import NotFound
from xpkgtui.inspection.messages.events import Emit, PartFailed, Progressed
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.messages.requests import Open, Request
from xpkgtui.service.local import LocalEndpoint
from xpkgtui.service.routing import PendingReplies, Router


class Waiting:
    """Answers every request with one event and then waits for ever."""

    def __init__(self) -> None:
        self.cancelled: list[Request] = []
        self.closed = False

    async def answer(self, request: Request, emit: Emit) -> None:
        await emit(Progressed(part=PartName.PLATFORMS, what=type(request).__name__))
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.cancelled.append(request)
            raise

    def close(self) -> None:
        self.closed = True


async def test_closing_the_iterator_cancels_the_request() -> None:
    answerer = Waiting()
    endpoint = LocalEndpoint(answerer)
    events = endpoint.ask(Open(source="x"))
    await anext(events)
    await events.aclose()
    await asyncio.sleep(0)
    assert len(answerer.cancelled) == 1


async def test_closing_the_router_closes_both_answerers() -> None:
    service, judge = Waiting(), Waiting()
    await Router(LocalEndpoint(service), LocalEndpoint(judge)).close()
    assert service.closed
    assert judge.closed


async def test_a_dead_channel_ends_every_reply_with_its_reason() -> None:
    replies = PendingReplies()

    class Nowhere:
        async def send(self, number: int, request: Request | None) -> None:
            if request is not None:
                failed = PartFailed(part=PartName.SERVICE, failure=NotFound("gone").failure())
                await replies.fail(failed)

        def close(self) -> None: ...

    found = [event async for event in replies.ask(Nowhere(), Open(source="x"))]
    assert [type(event) for event in found] == [PartFailed]
