"""The service that judges small cases itself."""

from contextlib import aclosing

from xpkgtui.inspection.messages.events import Emit
from xpkgtui.inspection.messages.requests import Request
from xpkgtui.service.jobs import Answerer
from xpkgtui.service.judges.small_cases import is_small
from xpkgtui.service.local import LocalEndpoint
from xpkgtui.service.routing import Router


class JudgingService:
    """Answers as an inspector does, and judges small cases, within the reply that has them or when that is asked."""

    def __init__(self, inspector: Answerer, judge: Answerer) -> None:
        self._inspector, self._judge = inspector, judge
        self._router = Router(LocalEndpoint(inspector), LocalEndpoint(judge), judges=is_small)

    async def answer(self, request: Request, emit: Emit) -> None:
        """Emits the events of the reply; where opening fails, one of them says so."""
        async with aclosing(self._router.ask(request)) as events:
            async for event in events:
                await emit(event)

    def close(self) -> None:
        """Releases what both hold, without waiting."""
        self._inspector.close()
        self._judge.close()
