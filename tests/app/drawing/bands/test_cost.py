"""What it has cost, in words that are true for one image and for several."""

from dataclasses import replace

from xpkgtui.app.drawing.bands.cost import cost_of
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import Fetched, Resolved
from xpkgtui.sources.access import Exchange
from xpkgtui.sources.source import SourceForm


def inspected(fetched: Fetched) -> Inspection:
    return Inspection(source="x", fetched=fetched)


def test_a_total_that_is_exceeded_is_not_named() -> None:
    fetched = Fetched(fetched=0, cached=618_000, requests=0, needed=618_000, total=241_000)
    assert cost_of(inspected(fetched)).sentence == "618 kB from the cache"


def test_what_came_from_the_cache_is_said_beside_requests_that_brought_nothing() -> None:
    fetched = Fetched(fetched=0, cached=96_000, requests=4, needed=96_000, total=96_000)
    assert cost_of(inspected(fetched)).sentence == "96 kB of 96 kB from the cache · 4 requests"


def test_a_total_is_named_as_long_as_it_is_not_exceeded() -> None:
    fetched = Fetched(fetched=200_000, cached=0, requests=2, needed=200_000, total=241_000)
    assert cost_of(inspected(fetched)).sentence == "200 kB of 241 kB fetched · 2 requests"


def test_a_single_request_is_one() -> None:
    asked = Exchange(method="GET", host="a.example", path="/v2/", status=200, milliseconds=1, size=1)
    assert cost_of(Inspection(source="x", exchanges=(asked,))).sentence == "1 request"


def test_the_age_of_an_old_answer_takes_the_place_of_the_bytes() -> None:
    fetched = Fetched(fetched=0, cached=618_000, requests=2, needed=618_000, total=700_000)
    stale = "cached 12 min ago; registry unreachable"
    resolved = Resolved(form=SourceForm.REGISTRY, reference="x", digest=None, stale=stale)
    assert cost_of(replace(inspected(fetched), resolved=resolved)).sentence == f"{stale} · 2 requests"
