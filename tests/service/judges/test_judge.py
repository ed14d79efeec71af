"""The judge says how fast it is, once it knows."""

from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from builders.oci.images import package, write_layout
from builders.packages.case_facts import case_about, with_facts
from builders.packages.judgements import CRD, PROVIDER

from xpkgtui.documents.stream import Stream
from xpkgtui.errors import FailureKind
from xpkgtui.fetching.cache import cache_folder, store
from xpkgtui.inspection.inspector import Inspector
from xpkgtui.inspection.messages.comparing import BothRead, ChangesFound, Compare, ComparisonEnded, ReadBoth
from xpkgtui.inspection.messages.events import ROWS, Event, PartFailed
from xpkgtui.inspection.messages.judging import Judged, ManualRead, ReadManual, VerdictReached
from xpkgtui.inspection.messages.requests import Judge, Open, Request
from xpkgtui.limits import LIMITS
from xpkgtui.rules.case import Case, StreamFile
from xpkgtui.rules.changes.change import Presence
from xpkgtui.rules.judging.documents import Account, Ledger
from xpkgtui.service.frames import ANSWERED
from xpkgtui.service.judges.judge import JudgeAnswerer, Ledgers
from xpkgtui.service.local import LocalEndpoint
from xpkgtui.service.routing import Router

META = "apiVersion: meta.pkg.crossplane.io/v1\nkind: Configuration\nmetadata:\n  name: acme\n"


async def judged(source: Path, seconds: float) -> list[Event]:
    ticks = count()
    judge = JudgeAnswerer(clock=lambda: next(ticks) * seconds)
    router = Router(LocalEndpoint(Inspector(stdin=None)), LocalEndpoint(judge))
    events = [event async for event in router.ask(Open(source=str(source)))]
    await router.close()
    return events


@pytest.mark.parametrize(("seconds", "is_told"), [(2.0, True), (0.01, False)])
async def test_a_rate_is_told_after_half_a_second(tmp_path: Path, seconds: float, is_told: bool) -> None:
    source = write_layout(tmp_path / "layout", package(META), tags=["v1"])
    last = [event for event in await judged(source, seconds) if isinstance(event, Judged)][-1]
    assert (last.done, last.rate > 0) == (1, is_told)


async def test_manual_pages_are_those_of_the_rules_that_are_asked_for() -> None:
    asked = ReadManual(format="registry+v1", rules=frozenset({"OLM025", "OLM043", "XPKG401", "nothing"}))
    (read,) = [event async for event in LocalEndpoint(JudgeAnswerer()).ask(asked)]
    assert isinstance(read, ManualRead)
    assert {page.id for page in read.pages} == {"OLM025", "OLM043"}
    assert ANSWERED.decode(ANSWERED.encode((1, read))) == (1, read)


LEDGER = Ledger(stream=Stream(chunks=()), accounts=(Account(number=1, name=None, said=(), kept="{}"),))
FILE = StreamFile(path="/one", size=2 << 20, sha256="aa")


@pytest.fixture
def case(tmp_path: Path) -> Case:
    return case_about("x", cache=str(tmp_path / "cache"), stream=FILE)


def files(case: Case) -> list[Path]:
    return list(Path(case.options.cache, cache_folder.VERSION, cache_folder.LEARNED).iterdir())


def test_it_is_found_wherever_the_bytes_are(case: Case) -> None:
    Ledgers().keep(case, LEDGER)
    again = with_facts(case, source="y", is_remote=True, stream=StreamFile(path="/two", size=2 << 20, sha256="aa"))
    assert repr(Ledgers().find(again)) == repr(LEDGER)


def test_other_bytes_profiles_versions_and_limits_have_others(case: Case) -> None:
    Ledgers().keep(case, LEDGER)
    assert Ledgers().find(replace(case, stream=StreamFile(path="/one", size=2 << 20, sha256="bb"))) is None
    assert Ledgers().find(replace(case, profile="spec")) is None
    assert Ledgers().find(replace(case, crossplane="1.20")) is None
    assert Ledgers().find(with_facts(case, limits=replace(LIMITS, document=5))) is None
    assert Ledgers().find(replace(case, format="plain+v0")) is None


def test_other_rules_have_others(case: Case) -> None:
    Ledgers(lambda: "0.1.0").keep(case, LEDGER)
    assert Ledgers(lambda: "0.1.0").find(case)
    assert Ledgers(lambda: "0.2.0").find(case) is None


def test_nothing_is_written_without_a_cache_or_for_little(case: Case, tmp_path: Path) -> None:
    Ledgers().keep(with_facts(case, cache=""), LEDGER)
    Ledgers().keep(replace(case, stream=replace(FILE, size=1000)), LEDGER)
    Ledgers().keep(replace(case, stream=None), LEDGER)
    assert not list(tmp_path.iterdir())


def test_a_link_is_not_followed(case: Case, tmp_path: Path) -> None:
    Ledgers().keep(case, LEDGER)
    (path,) = files(case)
    path.rename(tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")
    assert Ledgers().find(case) is None


def test_a_cache_that_cannot_be_used_costs_only_time(case: Case, tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file")
    Ledgers().keep(case, LEDGER)
    assert Ledgers().find(case) is None


def test_they_count_and_are_removed_with_the_cache(case: Case) -> None:
    Ledgers().keep(case, LEDGER)
    root = Path(case.options.cache, cache_folder.VERSION)
    assert store.measure(root).count == 1
    store.clear(root)
    assert not files(case)


OTHER = "apiVersion: nop.example.org/v1\nkind: Thong\nmetadata: {name: a, colour: red}\n"


def stream_case(path: Path, *documents: str, **facts: Any) -> Case:
    text = "---\n".join(documents)
    path.write_text(text)
    return case_about(
        "x", stream=StreamFile(path=str(path), size=len(text), sha256="aa"), has_manifest=False, **facts
    )


async def asked(request: Request, judge: JudgeAnswerer | None = None) -> list[Event]:
    return [event async for event in LocalEndpoint(judge or JudgeAnswerer()).ask(request)]


async def test_findings_come_before_the_verdict_and_few_at_a_time(tmp_path: Path) -> None:
    events = await asked(Judge(case=stream_case(tmp_path / "s", PROVIDER, *["a: [\n"] * 300)))
    assert events[0] == Judged(restart=True)
    found = [event for event in events if isinstance(event, Judged)]
    assert max(len(event.findings) for event in found) <= ROWS >= max(len(event.badges) for event in found)
    assert max(number for event in found for number, _ in event.badges) == 301
    verdict = events[-1]
    assert isinstance(verdict, VerdictReached)
    assert verdict.verdict.culprit in [one for event in found for one in event.findings]


async def test_where_rules_may_take_no_step_the_verdict_is_open(tmp_path: Path) -> None:
    case = stream_case(tmp_path / "s", PROVIDER, limits=replace(LIMITS, rules=1))
    reached = (await asked(Judge(case=case)))[-1]
    assert isinstance(reached, VerdictReached)
    assert (reached.verdict.acceptance, "1 steps of applying rules" in reached.verdict.reason) == (None, True)


async def test_an_image_is_judged_again_and_what_was_found_of_documents_stays(tmp_path: Path) -> None:
    case = stream_case(tmp_path / "s", PROVIDER, "a: [\n")
    found = [one for event in await asked(Judge(case=case)) if isinstance(event, Judged) for one in event.findings]
    again = await asked(Judge(case=replace(case, profile="crossplane"), known=tuple(found)))
    assert isinstance(again[0], Judged)
    assert "XPKG501" not in again[0].anew
    assert {"XPKG101", "XPKG207"} <= again[0].anew
    assert isinstance(again[-1], VerdictReached)
    assert again[-1].verdict.culprit is not None
    assert again[-1].verdict.culprit.rule == "XPKG501"


async def test_what_differs_is_found_and_counted(tmp_path: Path) -> None:
    old = stream_case(tmp_path / "old", PROVIDER, CRD, OTHER)
    new = stream_case(tmp_path / "new", PROVIDER, OTHER)
    *parts, end = await asked(Compare(old=old, new=new))
    assert end == ComparisonEnded(unread="")
    found = [event for event in parts if isinstance(event, ChangesFound)]
    assert [one.id for event in found for one in event.changes] == ["CHG115"]
    assert [one.presence for event in found for one in event.objects] == [Presence.GONE]
    assert (found[-1].done, found[-1].total, found[-1].equal) == (
        found[-1].total,
        found[-1].total,
        2,
    )


async def test_two_texts_stand_beside_each_other(tmp_path: Path) -> None:
    old, new = (
        stream_case(tmp_path / name, PROVIDER, text) for name, text in (("old", CRD), ("new", f"# new\n{CRD}"))
    )
    request = ReadBoth(old=old, new=new, old_document=2, new_document=2, old_line=None, new_line=None)
    (event,) = await asked(request)
    assert isinstance(event, BothRead)
    rows = event.rows
    assert [(row.old, row.new) for row in rows if not row.is_equal] == [(None, rows[0].new)]
    assert len(rows) > 3
    assert f"# new\n{CRD}".startswith("".join(f"{row.after}\n" for row in rows))


async def test_what_no_judge_answers_is_a_bug() -> None:
    (event,) = await asked(Open(source="x"))
    assert isinstance(event, PartFailed)
    assert event.failure.kind is FailureKind.BUG
