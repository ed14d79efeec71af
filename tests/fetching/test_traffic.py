"""What one fetcher counts and logs."""

import logging

import pytest

from xpkgtui.fetching.traffic import Throttle, Traffic
from xpkgtui.sources.access import REQUESTS


def test_what_comes_from_the_store_is_counted_and_logged(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(REQUESTS, "propagate", True)
    traffic = Traffic([])
    with caplog.at_level(logging.INFO, REQUESTS.name):
        for size in (1_234, 1):
            traffic.took_from_cache(f"blob\x1b{'x' * 400}", size)
    assert traffic.cached == 1_235
    assert caplog.messages == [f"cached blob␛{'x' * 394}…  {size} bytes" for size in ("1,234", "1")]


def test_bytes_count_while_they_arrive_and_afterwards() -> None:
    traffic = Traffic([])
    for name, done in (("a", 1), ("a", 5), ("b", 2)):
        traffic.arrive(name, done)
    assert traffic.fetched == 7
    traffic.settle("a", 9)
    assert traffic.fetched == 11


def test_progress_is_reported_at_once_and_then_ten_times_a_second() -> None:
    found: list[int] = []
    times = iter([5.0, 5.0, 5.0625, 5.125, 5.1875, 5.25])
    report = Throttle(found.append, lambda: next(times))
    for done in range(6):
        report(done)
    assert found == [0, 3, 5]
