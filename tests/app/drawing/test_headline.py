"""What it has cost, in words that are true for one image and for several."""

from dataclasses import replace

from xpkgtui.app.drawing import headline
from xpkgtui.inspection.events import Fetched, Resolved
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.parts import Loading
from xpkgtui.inspection.requests import Options
from xpkgtui.rules.finding import Finding, Severity
from xpkgtui.sources.access import Exchange
from xpkgtui.sources.source import Form

FOUND = Finding(rule="XPKG613", severity=Severity.WARNING, message="unknown field", fix="Write shortNames.")


def inspected(fetched: Fetched) -> Inspection:
    return Inspection(source="x", fetched=fetched)


def test_a_total_that_is_exceeded_is_not_named() -> None:
    fetched = Fetched(fetched=0, cached=618_000, requests=0, needed=618_000, total=241_000)
    assert headline.cost(inspected(fetched)).sentence == "618 kB from the cache"


def test_a_total_is_named_as_long_as_it_is_not_exceeded() -> None:
    fetched = Fetched(fetched=200_000, cached=0, requests=2, needed=200_000, total=241_000)
    assert headline.cost(inspected(fetched)).sentence == "200 kB of 241 kB fetched · 2 requests"


def test_a_single_request_is_one() -> None:
    asked = Exchange(method="GET", host="a.example", path="/v2/", status=200, milliseconds=1, size=1)
    assert headline.cost(Inspection(source="x", exchanges=(asked,))).sentence == "1 request"


def test_the_age_of_an_old_answer_takes_the_place_of_the_bytes() -> None:
    fetched = Fetched(fetched=0, cached=618_000, requests=2, needed=618_000, total=700_000)
    stale = "cached 12 min ago; registry unreachable"
    resolved = Resolved(source="x", form=Form.REGISTRY, reference="x", digest=None, stale=stale)
    assert headline.cost(replace(inspected(fetched), resolved=resolved)).sentence == f"{stale} · 2 requests"


def test_a_reference_has_a_form_without_its_registry() -> None:
    assert headline.identity(Inspection(source="xpkg.io/org/name:v1")).short == "org/name:v1"


def test_a_path_has_no_shorter_form() -> None:
    assert headline.identity(Inspection(source="/tmp/registry.io/name.xpkg")).short == ""


def test_a_judgement_says_how_far_it_is_how_long_it_takes_and_what_it_found() -> None:
    state = Inspection(
        source="x", objects_total=1540, verdict=Loading("Judging", 420, 1540, 186.0), findings=(FOUND,)
    )
    found = headline.headline(state, Options(), busy=True)
    assert (found.clause, found.reason) == ("Checking:", "420 of 1,540 objects · 6 s left")
    assert found.counts.plain == "! 1 warning"


def test_the_time_left_is_not_guessed_before_it_can_be_told() -> None:
    state = Inspection(source="x", objects_total=1540, verdict=Loading("Judging", 3, 1540))
    assert headline.headline(state, Options(), busy=True).reason == "3 of 1,540 objects"
