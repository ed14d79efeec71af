"""The judgements of a session: what was judged once is not judged again."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace

from xpkgtui.inspection.messages.events import Event
from xpkgtui.inspection.messages.judging import VerdictReached
from xpkgtui.inspection.messages.requests import Judge, Request
from xpkgtui.rules.case import Case
from xpkgtui.rules.likeness import Likeness
from xpkgtui.service.endpoint import Endpoint

_MOST = 8
"""Judgements that are kept."""


class Judgements:
    """The judge, and what it said of the last cases."""

    def __init__(self, judge: Endpoint) -> None:
        self._judge = judge
        self._kept: dict[str, tuple[Event, ...]] = {}

    async def ask(self, request: Request) -> AsyncGenerator[Event, None]:
        """The events of the judgement; those of an equal case that was judged to its end are given again."""
        key = _key(request.case) if isinstance(request, Judge) and request.known is None else ""
        if key in self._kept:
            for event in self._kept[key]:
                yield event
            return
        said: list[Event] = []
        async with aclosing(self._judge.ask(request)) as events:
            async for event in events:
                said.append(event)
                yield event
        if key and any(isinstance(event, VerdictReached) for event in said):
            self._kept[key] = tuple(said)
            if len(self._kept) > _MOST:
                del self._kept[next(iter(self._kept))]

    def close(self) -> None:
        """Ends the judge without waiting for it."""
        self._judge.close()


def _key(case: Case) -> str:
    """Everything that rules look at, which is the same when an image is opened again.

    Other images that were read meanwhile count only where their stream is another one.
    """
    compared = tuple(one for one in case.compared if one.likeness in (Likeness.DIFFERENT, Likeness.LACKING))
    stream = replace(case.stream, path="") if case.stream else None
    return repr(replace(case, compared=compared, stream=stream))
