"""Moments in words."""

import time

import pytest

from xpkgtui.app.start.choices import moment

NOON = time.mktime((2025, 8, 20, 12, 0, 0, 0, 0, -1))


@pytest.mark.parametrize(
    ("passed", "words"),
    [
        (5, "just now"),
        (60, "1 minute ago"),
        (3599, "59 minutes ago"),
        (3 * 3600, "today, 09:00"),
        (-60, "today, 12:01"),
        (24 * 3600, "yesterday"),
        (8 * 24 * 3600, "12 August"),
        (365 * 24 * 3600, "August 2024"),
        (NOON, ""),
        (-1e30, ""),
    ],
)
def test_moments_are_said_as_people_say_them(passed: float, words: str) -> None:
    assert moment(NOON - passed, NOON) == words
