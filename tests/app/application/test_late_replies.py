"""Replies that come when another package is shown already."""

import asyncio
from collections.abc import AsyncGenerator, Sequence

from builders.inspection import ports
from builders.screens.port import ScriptedPort, application

from xpkgtui.inspection.messages import replies
from xpkgtui.inspection.messages.events import Event
from xpkgtui.inspection.messages.parts import Absent
from xpkgtui.inspection.messages.requests import ListFiles, Open, ReadFacts, Request, View

FACTS = ReadFacts(document=1)


class LatePort(ScriptedPort):
    """Replies to a request when it is let, as a slow service does whose last events are on their way."""

    def __init__(self) -> None:
        super().__init__(_told)
        self.may_answer = asyncio.Event()

    async def ask(self, request: Request) -> AsyncGenerator[Event, None]:
        """The scripted events, those of a reply late."""
        if not isinstance(request, Open):
            await self.may_answer.wait()
        async for event in super().ask(request):
            yield event


def _told(request: Request) -> Sequence[Event]:
    match request:
        case Open(source=source):
            return (ports.resolved(source),)
        case ReadFacts():
            return (replies.FactsRead(facts=(("object", "Provider of-before  v1"),)),)
        case ListFiles():
            return (ports.manifest(),)
    return ()


async def test_an_answer_about_the_package_before_is_dropped() -> None:
    port = LatePort()
    app = application(port, "before.xpkg")
    async with app.run_test() as pilot:
        await pilot.pause()
        app.client.send(FACTS)
        app.client.send(ListFiles(view=View.BASE))
        await pilot.pause()
        app.client.send(Open(source="after.xpkg"))
        port.may_answer.set()
        await app.workers.wait_for_complete()
        assert not app.replies.known
        assert app.inspection.source == "after.xpkg"
        assert isinstance(app.inspection.manifest, Absent)
