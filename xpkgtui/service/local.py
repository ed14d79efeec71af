"""Endpoints in this process: the port of commands without a screen, and the service that judges small cases."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from pathlib import Path
from typing import BinaryIO

from xpkgtui.documents.stream import SplitStreams
from xpkgtui.inspection.inspector import Inspector
from xpkgtui.inspection.messages.events import Emit, Event
from xpkgtui.inspection.messages.requests import Request
from xpkgtui.service.jobs import Answerer, Jobs
from xpkgtui.service.judges.judge import Alarm, JudgeAnswerer
from xpkgtui.service.judges.second_judge import SecondJudge, processors
from xpkgtui.service.port import Endpoint
from xpkgtui.service.routing import PendingReplies, Router

_KEPT = 2
"""Openings whose texts stay: a command opens one source after the other, and has read the texts of those before."""


class _LocalChannel:
    """Sends requests to an answerer in this process."""

    def __init__(self, answerer: Answerer, replies: PendingReplies) -> None:
        self._jobs = Jobs(answerer, replies.deliver)

    async def send(self, number: int, request: Request | None) -> None:
        if request is None:
            self._jobs.cancel(number)
        else:
            self._jobs.start(number, request)

    def close(self) -> None:
        self._jobs.close()


class LocalEndpoint:
    """An endpoint in this process."""

    judges = False

    def __init__(self, answerer: Answerer) -> None:
        self._replies = PendingReplies()
        self._channel = _LocalChannel(answerer, self._replies)

    def ensure_started(self) -> bool:
        return False

    def ask(self, request: Request) -> AsyncGenerator[Event, None]:
        return self._replies.ask(self._channel, request)

    def close(self) -> None:
        self._channel.close()


class LocalPort(Router):
    """A `Port` whose service and judge run in the caller's event loop."""

    def __init__(self, *, stdin: BinaryIO | None = None) -> None:
        second = SecondJudge(_another) if processors() > 1 else None
        streams = SplitStreams()
        service = Inspector(stdin=stdin, kept=_KEPT, streams=streams)
        super().__init__(LocalEndpoint(service), LocalEndpoint(JudgeAnswerer(second=second, streams=streams)))

    @classmethod
    def alone(cls, alarm: Alarm, private: Path | None) -> Router:
        """A port that starts no other process and writes into the folder `private`; `alarm` ends one that hangs."""
        return Router(LocalEndpoint(Inspector(kept=_KEPT, private=private)), LocalEndpoint(JudgeAnswerer(alarm)))


def _another() -> Endpoint:
    """A judge in a child process; few packages are large enough for it."""
    from xpkgtui.service.client import Child
    from xpkgtui.service.spawning import ChildRole

    return Child(ChildRole.JUDGE)


class JudgingService:
    """Answers as an inspector does, and judges small cases, within the reply that has them or when that is asked."""

    def __init__(self, inspector: Answerer, judge: Answerer) -> None:
        self._inspector, self._judge = inspector, judge
        self._router = Router(LocalEndpoint(inspector), LocalEndpoint(judge), leaves_large=True)

    async def answer(self, request: Request, emit: Emit) -> None:
        """Emits the events of the reply; where opening fails, one of them says so."""
        async with aclosing(self._router.ask(request)) as events:
            async for event in events:
                await emit(event)

    def close(self) -> None:
        """Releases what both hold, without waiting."""
        self._inspector.close()
        self._judge.close()
