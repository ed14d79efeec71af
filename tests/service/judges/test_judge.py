"""The judge says how fast it is, once it knows."""

from itertools import count
from pathlib import Path

import pytest
from builders.oci.images import package, write_layout

from xpkgtui.inspection.inspector import Inspector
from xpkgtui.inspection.messages.events import Event
from xpkgtui.inspection.messages.judging import Judged, ManualRead, ReadManual
from xpkgtui.inspection.messages.requests import Open
from xpkgtui.service.frames import ANSWERED
from xpkgtui.service.judges.judge import JudgeAnswerer
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
