"""Documents in sight are previewed at while a package is judged, and only then."""

from contextlib import aclosing
from pathlib import Path

from builders.oci.images import package, write_layout
from builders.packages.judgements import CRD, PROVIDER

from xpkgtui.inspection.inspector import Inspector
from xpkgtui.inspection.messages.events import CaseReady, Event
from xpkgtui.inspection.messages.judging import Judged, Previewed, VerdictReached
from xpkgtui.inspection.messages.requests import Judge, Open, Preview
from xpkgtui.rules.finding import Badge
from xpkgtui.service.judges.judge import JudgeAnswerer
from xpkgtui.service.local import LocalEndpoint

LAST = 41
TEXT = "---\n".join([PROVIDER, *[CRD] * (LAST - 1)])


async def judge_of(tmp_path: Path, asked: Preview | None) -> tuple[list[Event], list[Event]]:
    """The events of the judgement, and those of a preview that is asked for as soon as it has begun."""
    source = write_layout(tmp_path / "layout", package(TEXT), tags=["v1"])
    service, judge = LocalEndpoint(Inspector(stdin=None)), LocalEndpoint(JudgeAnswerer())
    opened = [event async for event in service.ask(Open(source=str(source)))]
    (case,) = (event.case for event in opened if isinstance(event, CaseReady))
    said: list[Event] = []
    seen: list[Event] = []
    async with aclosing(judge.ask(Judge(case=case))) as events:
        async for event in events:
            said.append(event)
            if asked and isinstance(event, Judged) and not event.restart:
                seen += [event async for event in judge.ask(asked)]
                asked = None
    service.close()
    return said, seen


async def test_documents_in_sight_are_told_in_their_order(tmp_path: Path) -> None:
    _, seen = await judge_of(tmp_path, Preview(profile="crossplane", documents=(LAST, 7)))
    assert [(event.document, event.badge) for event in seen if isinstance(event, Previewed)] == [
        (LAST, Badge.OK),
        (7, Badge.OK),
    ]


async def test_the_judgement_is_the_same_with_and_without(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    previewed, _ = await judge_of(tmp_path / "a", Preview(profile="crossplane", documents=(LAST, 7)))
    plain, _ = await judge_of(tmp_path / "b", None)
    assert found(previewed) == found(plain)


def found(events: list[Event]) -> list[object]:
    """Findings, badges and verdict, however they are cut into slices."""
    slices = [event for event in events if isinstance(event, Judged)]
    verdicts = [event.verdict for event in events if isinstance(event, VerdictReached)]
    badges = {number: badge for event in slices for number, badge in event.badges}
    return [[one for event in slices for one in event.findings], badges, verdicts]


async def test_nothing_is_told_of_another_profile(tmp_path: Path) -> None:
    _, seen = await judge_of(tmp_path, Preview(profile="spec", documents=(LAST,)))
    assert seen == []


async def test_nothing_is_told_where_nothing_is_judged() -> None:
    judge = LocalEndpoint(JudgeAnswerer())
    assert [event async for event in judge.ask(Preview(profile="crossplane", documents=(1,)))] == []
