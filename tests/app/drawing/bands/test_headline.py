"""The second line: the verdict, in fewer words where there is little room."""

import pytest
from builders.inspection import ports

from xpkgtui.app.drawing.bands import headline
from xpkgtui.inspection.folding import fold
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import Progressed
from xpkgtui.inspection.messages.parts import Loading, PartName
from xpkgtui.inspection.messages.requests import Options
from xpkgtui.rules.finding import Finding, Severity

FOUND = Finding(rule="XPKG613", severity=Severity.WARNING, message="unknown field", fix="Write shortNames.")


def test_a_judgement_says_how_far_it_is_how_long_it_takes_and_what_it_found() -> None:
    state = Inspection(
        source="x", objects_total=1540, verdict=Loading("Judging", 420, 1540, 186.0), findings=(FOUND,)
    )
    found = headline.headline(state, Options(), busy=True)
    assert (found.clause, found.reason) == ("Checking:", "420 of 1,540 objects · 6 s left")
    assert found.counts.plain == "! 1 warning in all"


def test_the_time_left_is_not_guessed_before_it_can_be_told() -> None:
    state = Inspection(source="x", objects_total=1540, verdict=Loading("Judging", 3, 1540))
    assert headline.headline(state, Options(), busy=True).reason == "3 of 1,540 objects"


def test_what_is_read_already_is_not_opened_again() -> None:
    opened = Inspection(source="x")
    assert headline.headline(opened, Options(), busy=True).clause == "Opening:"
    assert headline.headline(fold(opened, ports.stream()), Options(), busy=True).clause == "Listing the objects"


@pytest.mark.parametrize(
    ("waited", "said"),
    [(0, ""), (2, ""), (3, "no answer for 3 s, 30 s at most"), (31, "no answer for 31 s")],
)
def test_a_registry_that_does_not_answer_has_a_clock_and_its_limit(waited: int, said: str) -> None:
    progress = Progressed(part=PartName.PLATFORMS, what="Opening a/b", waited=waited, limit=30)
    band = headline.headline(Inspection(source="a/b", progress=progress), Options(), busy=True)
    assert (band.clause, band.reason) == ("Opening a/b:" if said else "Opening a/b", said)
