"""Replies on their way: closing cancels, and a dead channel ends them with its reason."""

import asyncio
from collections.abc import AsyncGenerator

from builders.packages.case_facts import case_about, with_facts

from xpkgtui.errors import NotFound
from xpkgtui.inspection.messages.events import Emit, Event, PartFailed, Progressed
from xpkgtui.inspection.messages.judging import Judged, VerdictReached
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.messages.requests import Judge, Open, Request
from xpkgtui.rules.case import Case, StreamFile
from xpkgtui.rules.finding import Verdict
from xpkgtui.rules.likeness import ComparedStream, Likeness
from xpkgtui.service.local import LocalEndpoint
from xpkgtui.service.routing import Judgements, PendingReplies, Router


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


CASE = case_about("x", stream=StreamFile(path="/one", size=3, sha256="aa"))
VERDICT = VerdictReached(profile="crossplane", crossplane="2.4", verdict=Verdict(acceptance=None, reason="so"))


def _compared(likeness: Likeness) -> ComparedStream:
    return ComparedStream(number=1, likeness=likeness, reference=0)


class CountingJudge:
    """Counts the cases that it judges; `ends` says whether it comes to a verdict."""

    def __init__(self, *, ends: bool = True) -> None:
        self.judged: list[Request] = []
        self._ends = ends

    async def ask(self, request: Request) -> AsyncGenerator[Event, None]:
        self.judged.append(request)
        yield Judged(restart=True)
        if self._ends:
            yield VERDICT

    def close(self) -> None:
        """Holds nothing."""


async def judged(judgements: Judgements, *cases: Case) -> list[list[Event]]:
    return [[event async for event in judgements.ask(Judge(case=case))] for case in cases]


async def test_an_equal_case_has_the_same_judgement_wherever_its_stream_lies() -> None:
    judge = CountingJudge()
    again = with_facts(
        CASE, stream=StreamFile(path="/two", size=3, sha256="aa"), compared=(_compared(Likeness.SAME),)
    )
    first, second = await judged(Judgements(judge), CASE, again)
    assert first == second == [Judged(restart=True), VERDICT]
    assert len(judge.judged) == 1


async def test_another_profile_version_stream_or_platform_is_judged() -> None:
    judge = CountingJudge()
    others = (
        with_facts(CASE, profile="upbound"),
        with_facts(CASE, crossplane="1.20"),
        with_facts(CASE, stream=StreamFile(path="/one", size=3, sha256="bb")),
        with_facts(CASE, compared=(_compared(Likeness.DIFFERENT),)),
        with_facts(CASE, shown=1),
    )
    await judged(Judgements(judge), CASE, *others)
    assert len(judge.judged) == 1 + len(others)


async def test_a_judgement_that_did_not_end_is_made_again() -> None:
    judge = CountingJudge(ends=False)
    await judged(Judgements(judge), CASE, CASE)
    assert len(judge.judged) == 2


async def test_only_the_last_judgements_are_kept() -> None:
    judge = CountingJudge()
    judgements = Judgements(judge)
    await judged(judgements, *(with_facts(CASE, shown=number) for number in range(9)), with_facts(CASE, shown=0))
    assert len(judge.judged) == 10


async def test_the_image_alone_is_judged_anew_whatever_is_kept() -> None:
    judge = CountingJudge()
    judgements = Judgements(judge)
    await judged(judgements, CASE)
    assert [event async for event in judgements.ask(Judge(case=CASE, known=()))]
    assert len(judge.judged) == 2
