"""The judge says how fast it is, once it knows."""

from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
from builders.oci.images import package, write_layout
from builders.packages.case_facts import case_about, with_facts

from xpkgtui.documents.stream import Stream
from xpkgtui.fetching.cache import cache_folder, store
from xpkgtui.inspection.inspector import Inspector
from xpkgtui.inspection.messages.events import Event
from xpkgtui.inspection.messages.judging import Judged, ManualRead, ReadManual
from xpkgtui.inspection.messages.requests import Open
from xpkgtui.limits import LIMITS
from xpkgtui.rules.case import Case, StreamFile
from xpkgtui.rules.judging.ledger import Account, Ledger
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
