"""What it has cost, in words that are true for one image and for several."""

from xpkgtui.app.drawing import headline
from xpkgtui.inspection.events import Fetched


def test_a_total_that_is_exceeded_is_not_named() -> None:
    fetched = Fetched(fetched=0, cached=618_000, requests=0, needed=618_000, total=241_000)
    assert headline.cost(fetched, 0).sentence == "618 kB from the cache"


def test_a_total_is_named_as_long_as_it_is_not_exceeded() -> None:
    fetched = Fetched(fetched=200_000, cached=0, requests=2, needed=200_000, total=241_000)
    assert headline.cost(fetched, 0).sentence == "200 kB of 241 kB fetched · 2 requests"


def test_a_single_request_is_one() -> None:
    assert headline.cost(None, 1).sentence == "1 request"
