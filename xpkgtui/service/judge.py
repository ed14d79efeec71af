"""The judge: applies the rules to a case, slice by slice; it holds nothing and may be killed at any moment."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from xpkgtui.documents.chunk import StreamBytes
from xpkgtui.formats import known
from xpkgtui.inspection.events import ROWS, Emit, Judged, VerdictReached
from xpkgtui.inspection.objects.stream import mapped
from xpkgtui.inspection.requests import Judge, Request
from xpkgtui.rules import engine
from xpkgtui.rules.case import Case
from xpkgtui.rules.finding import Finding
from xpkgtui.rules.verdict import conclude

_FIRST_RATE = 0.5
"""Seconds after which a rate is known well enough."""
Alarm = Callable[[bool], None]
"""Called with True before a slice of work, with False after it."""


def _no_alarm(_armed: bool) -> None:
    """The alarm in the caller's own process, which must not be killed."""


def load_for_judging() -> None:
    """Loads rules and a parser of YAML: a child waits for its first case while the screen is starting."""
    from xpkgtui.documents.document import build

    known.rules()
    build("{}\n")


class JudgeAnswerer:
    """Answers `Judge`."""

    def __init__(self, alarm: Alarm = _no_alarm, clock: Callable[[], float] = monotonic) -> None:
        self._alarm = alarm
        self._clock = clock

    async def answer(self, request: Request, emit: Emit) -> None:
        """Emits the findings and badges of a case, then its verdict."""
        if not isinstance(request, Judge):
            raise TypeError(f"a judge does not answer {type(request).__name__}")
        case = request.case
        catalogue = known.format_of(case.format).catalogue()
        await emit(Judged(restart=True))
        findings: list[Finding] = []
        began = self._clock()
        with _text(case) as data:
            rulings = engine.judge(case, data, catalogue)
            while (ruling := self._slice(rulings)) is not None:
                findings.extend(ruling.findings)
                for event in _events(ruling, _rate(ruling.done, self._clock() - began)):
                    await emit(event)
                await asyncio.sleep(0)
        verdict = conclude(case, findings, catalogue)
        await emit(VerdictReached(profile=case.profile, crossplane=case.crossplane, verdict=verdict))

    def close(self) -> None:
        """Does nothing: no file or thread is held."""

    def _slice(self, rulings: Iterator[engine.Ruling]) -> engine.Ruling | None:
        self._alarm(True)
        try:
            return next(rulings, None)
        finally:
            self._alarm(False)


def _rate(done: int, seconds: float) -> float:
    """Documents a second, once it can be told."""
    return done / seconds if seconds >= _FIRST_RATE else 0


def _events(ruling: engine.Ruling, rate: float) -> Iterator[Judged]:
    """A ruling as events of at most `ROWS` findings and badges each."""
    most = max(len(ruling.findings), len(ruling.badges), 1)
    for first in range(0, most, ROWS):
        yield Judged(
            findings=ruling.findings[first : first + ROWS],
            badges=ruling.badges[first : first + ROWS],
            done=ruling.done,
            total=ruling.total,
            rate=rate,
        )


@contextmanager
def _text(case: Case) -> Iterator[StreamBytes | None]:
    """The stream of the case, mapped; only called in a process that may die of a truncated file."""
    if case.stream is None:
        yield None
        return
    with mapped(case.stream) as data:
        yield data
