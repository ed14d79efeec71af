"""Replies on their way: closing cancels, and a dead channel ends them with its reason."""

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import replace

import pytest
from builders.cases import each_row
from builders.inspection import ports
from builders.packages.case_facts import case_about, with_facts

from xpkgtui.errors import NotFound
from xpkgtui.inspection.messages.comparing import ChangesFound, Compare, ComparisonEnded, ReadStored, StoredRead
from xpkgtui.inspection.messages.events import (
    CaseReady,
    Emit,
    Event,
    ManifestRead,
    PartFailed,
    Progressed,
    StreamRead,
)
from xpkgtui.inspection.messages.judging import ImageJudged, Judged, ReadManual, VerdictReached
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.messages.requests import Judge, Open, Request
from xpkgtui.readers.reader import Reading
from xpkgtui.rules.case import Case, StreamFile
from xpkgtui.rules.finding import Finding, Place, Severity, Stage, Verdict
from xpkgtui.rules.likeness import ComparedStream, Likeness
from xpkgtui.service.local import LocalEndpoint
from xpkgtui.service.routing import Judgements, PendingReplies, Router, foretells_large, is_small


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


class Endpoint:
    """Runs already, and holds nothing."""

    judges = False

    def ensure_started(self) -> bool:
        return False

    def close(self) -> None: ...


class CountingJudge(Endpoint):
    """Counts the cases that it judges; `ends` says whether it comes to a verdict."""

    def __init__(self, *, ends: bool = True) -> None:
        self.judged: list[Request] = []
        self._ends = ends

    async def ask(self, request: Request) -> AsyncGenerator[Event, None]:
        self.judged.append(request)
        yield Judged(restart=True)
        if self._ends:
            yield VERDICT


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


class Says(Endpoint):
    """Says the same to every request, which it remembers."""

    def __init__(self, *events: Event, judges: bool = False) -> None:
        self.judges = judges
        self.asked: list[Request] = []
        self._events = events

    async def ask(self, request: Request) -> AsyncGenerator[Event, None]:
        self.asked.append(request)
        for event in self._events:
            yield event


LOST = PartFailed(part=PartName.SERVICE, failure=NotFound("gone").failure())
FOUND = Finding(rule="XPKG101", severity=Severity.ERROR, message="", stage=Stage.INDEX, place=Place())
INSTALLED = with_facts(case_about("kube:provider/a"), is_installed=True, definitions=("a",))
CHANGED = ChangesFound(total=1)
MEBIBYTE = 1 << 20
LARGE = with_facts(CASE, stream=StreamFile(path="", size=MEBIBYTE, sha256=""))
SAID = (Judged(findings=(FOUND,)), VERDICT)
FORM = ImageJudged(findings=(FOUND,))


def of_stream(size: int | None) -> Event:
    file = None if size is None else StreamFile(path="", size=size, sha256="")
    return StreamRead(reading=Reading(reader="stream"), stream=file)


def with_layer(size: int, *, is_base: bool = True) -> Event:
    said = ports.manifest()
    assert isinstance(said, ManifestRead)
    return replace(said, layers=(replace(said.layers[0], size=size, is_base=is_base),))


@pytest.mark.parametrize(
    ("stored", "ended", "found"),
    [
        (StoredRead(), "", [CHANGED, ComparisonEnded()]),
        (StoredRead(), "too large", [CHANGED, ComparisonEnded(unread="too large")]),
        (StoredRead(unread="denied"), "", [CHANGED, ComparisonEnded(unread="denied")]),
        (StoredRead(unread="denied"), "too large", [CHANGED, ComparisonEnded(unread="denied and too large")]),
        (LOST, "", [LOST]),
    ],
)
async def test_what_is_installed_is_compared_with_what_is_stored(
    stored: Event, ended: str, found: list[Event]
) -> None:
    service, judge = Says(stored), Says(CHANGED, ComparisonEnded(unread=ended))
    asked = Router(service, judge).ask(Compare(old=INSTALLED, new=CASE))
    assert [event async for event in asked] == found
    assert service.asked == [ReadStored(source="kube:provider/a", definitions=("a",))]


async def test_what_is_stored_goes_to_the_judge_with_the_older_package() -> None:
    stored = (("a", ("v1",)),)
    judge = Says()
    asked = Router(Says(StoredRead(stored=stored)), judge).ask(Compare(old=INSTALLED, new=CASE))
    assert [event async for event in asked] == []
    assert [repr(one) for one in judge.asked] == [repr(Compare(old=replace(INSTALLED, stored=stored), new=CASE))]


@pytest.mark.parametrize(
    ("asked", "event", "judged", "found"),
    [
        (Open(source="x"), CaseReady(case=CASE), [Judge(case=CASE)], [CaseReady(case=CASE), *SAID]),
        (Open(source="x"), CaseReady(case=LARGE), [], [CaseReady(case=LARGE)]),
        (Open(source="x"), CaseReady(case=LARGE, image_only=True), [Judge(case=LARGE, known=())], [FORM]),
        (ReadStored(source="x", definitions=()), CaseReady(case=CASE), [], [CaseReady(case=CASE)]),
        (Judge(case=LARGE), LOST, [Judge(case=LARGE)], list(SAID)),
        (Compare(old=CASE, new=LARGE), LOST, [Compare(old=CASE, new=LARGE)], list(SAID)),
    ],
    ids=["a case", "of another judge", "the form", "no opening", "for the judge", "not installed"],
)
async def test_a_service_has_its_judge_judge_what_is_small(
    asked: Request, event: Event, judged: list[Request], found: list[Event]
) -> None:
    judge = Says(*SAID)
    router = Router(Says(event), judge, leaves_large=True)
    assert [each async for each in router.ask(asked)] == found
    assert judge.asked == judged


OPEN, MANUAL = Open(source="x"), ReadManual(format="xpkg", rules=frozenset())


@pytest.mark.parametrize(
    ("judges", "case", "asked", "of_service", "of_judge"),
    [
        (True, CASE, MANUAL, [OPEN, MANUAL], []),
        (True, CASE, Judge(case=CASE), [OPEN, Judge(case=CASE)], []),
        (True, CASE, Judge(case=LARGE), [OPEN], [Judge(case=LARGE)]),
        (True, LARGE, MANUAL, [OPEN], [Judge(case=LARGE), MANUAL]),
        (True, LARGE, Judge(case=CASE), [OPEN, Judge(case=CASE)], [Judge(case=LARGE)]),
        (False, CASE, MANUAL, [OPEN], [Judge(case=CASE), MANUAL]),
        (False, LARGE, Judge(case=CASE), [OPEN], [Judge(case=LARGE), Judge(case=CASE)]),
    ],
)
async def test_the_one_who_judged_last_is_asked_and_a_service_judges_what_is_small(
    judges: bool, case: Case, asked: Request, of_service: list[Request], of_judge: list[Request]
) -> None:
    service, judge = Says(CaseReady(case=case), judges=judges), Says()
    router = Router(service, judge)
    for request in (OPEN, asked):
        async for _ in router.ask(request):
            pass
    assert (service.asked, judge.asked) == (of_service, of_judge)


async def test_a_service_that_was_started_again_judges_no_more() -> None:
    service, judge = Says(judges=True), Says()
    router = Router(service, judge)
    service.judges = False
    assert [each async for each in router.ask(Judge(case=CASE))] == []
    assert (service.asked, judge.asked) == ([], [Judge(case=CASE)])


@each_row(
    ("event", "is_large"),
    [
        (of_stream(MEBIBYTE), True),
        (of_stream(MEBIBYTE - 1), False),
        (of_stream(None), False),
        (with_layer(MEBIBYTE), True),
        (with_layer(MEBIBYTE - 1), False),
        (with_layer(MEBIBYTE, is_base=False), False),
        (LOST, False),
    ],
)
def test_a_judge_starts_for_what_will_be_large(event: Event, is_large: bool) -> None:
    assert foretells_large(event) is is_large


@each_row(("size", "found"), [(None, True), (MEBIBYTE - 1, True), (MEBIBYTE, False)])
def test_a_service_judges_what_is_small(size: int | None, found: bool) -> None:
    stream = None if size is None else StreamFile(path="", size=size, sha256="")
    assert is_small(with_facts(CASE, stream=stream)) is found
