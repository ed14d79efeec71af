"""The second judge: a process that judges a long stream from its end, while the first one comes from its start."""

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager
from typing import TYPE_CHECKING

from xpkgtui.inspection.messages.judging import AccountsGiven, GiveAccounts
from xpkgtui.rules.case import Case
from xpkgtui.service.port import Endpoint

if TYPE_CHECKING:  # the engine is loaded once a case is judged
    from xpkgtui.rules.judging.engine import Judgement

_LEAST = 8 << 20
"""Bytes of a stream below which the first judge is done before another one has started."""


class SecondJudge:
    """Where it fails or is slow, the first judge does all the work."""

    def __init__(self, start: Callable[[], Endpoint], least: int = _LEAST) -> None:
        self._start = start
        self._least = least
        self._endpoint: Endpoint | None = None

    @asynccontextmanager
    async def helping(self, case: Case, judgement: "Judgement") -> AsyncIterator[None]:
        """While this is open, accounts from the end of the stream reach the judgement."""
        if case.stream is None or case.stream.size < self._least or judgement.is_known:
            yield
            return
        work = asyncio.create_task(self._learn(case, judgement))
        try:
            yield
        finally:
            work.cancel()

    async def _learn(self, case: Case, judgement: "Judgement") -> None:
        if self._endpoint is None:
            self._endpoint = self._start()
        async with aclosing(self._endpoint.ask(GiveAccounts(case=case))) as events:
            async for event in events:
                if isinstance(event, AccountsGiven):
                    judgement.learn(event.accounts)

    def close(self) -> None:
        """Ends the process."""
        if self._endpoint is not None:
            self._endpoint.close()


def processors() -> int:
    """The processors that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on macOS
        return os.cpu_count() or 1
