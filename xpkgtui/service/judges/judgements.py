"""The judgements of a session: what was judged once is not judged again."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace

from xpkgtui.inspection.messages.events import Event
from xpkgtui.inspection.messages.judging import VerdictReached
from xpkgtui.inspection.messages.requests import Judge, Request
from xpkgtui.rules.case import Case
from xpkgtui.rules.likeness import Likeness
from xpkgtui.service.port import Endpoint

_MOST = 8
"""Judgements that are kept."""


class Judgements:
    """The judge, and what it said of the last cases."""

    def __init__(self, judge: Endpoint) -> None:
        self._judge = judge
        self._kept: list[tuple[Case, tuple[Event, ...]]] = []

    async def ask(self, request: Request) -> AsyncGenerator[Event, None]:
        """The events of the judgement; those of an equal case that was judged to its end are given again."""
        case = request.case if isinstance(request, Judge) and request.known is None else None
        if case is not None and (known := self._find(case)) is not None:
            for event in known:
                yield event
            return
        said: list[Event] = []
        async with aclosing(self._judge.ask(request)) as events:
            async for event in events:
                said.append(event)
                yield event
        if case is not None and any(isinstance(event, VerdictReached) for event in said):
            self._kept = [*self._kept[1 - _MOST :], (case, tuple(said))]

    def _find(self, case: Case) -> tuple[Event, ...] | None:
        """What was said of an equal case."""
        alike = [(one, said) for one, said in self._kept if _bytes(one) == _bytes(case)]
        return next((said for one, said in alike if _looked_at(one) == _looked_at(case)), None)

    def close(self) -> None:
        """Ends the judge without waiting for it."""
        self._judge.close()


def _bytes(case: Case) -> str | None:
    """The bytes that are judged, by which most cases differ."""
    return case.stream.sha256 if case.stream else None


def _looked_at(case: Case) -> str:
    """Everything that rules look at, which is the same when an image is opened again.

    Other images that were read meanwhile count only where their stream is another one.
    """
    compared = tuple(one for one in case.platforms.compared if one.likeness in (Likeness.DIFFERENT, Likeness.LACKING))
    stream = replace(case.stream, path="") if case.stream else None
    return repr(replace(case, platforms=replace(case.platforms, compared=compared), stream=stream))
