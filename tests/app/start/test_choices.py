"""What can be opened, and moments in words."""

import time

from builders.cases import each_row

from xpkgtui.app.start.choices import DEMOS, Choice, Offered, choices, moment
from xpkgtui.settings.state import Recent

NOON = time.mktime((2025, 8, 20, 12, 0, 0, 0, 0, -1))


@each_row(
    ("passed", "words"),
    [
        (5, "just now"),
        (59, "just now"),
        (60, "1 minute ago"),
        (3599, "59 minutes ago"),
        (3600, "today, 11:00"),
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


@each_row(("verdict", "sign"), [("accepted", "✓"), ("refused", "✗"), ("undecided", "!"), ("", "◌")])
def test_what_was_opened_before_has_its_verdict_its_digest_and_its_age(verdict: str, sign: str) -> None:
    recents = (
        Recent(source="a/b:v1", verdict=verdict, at=NOON, digest=f"sha256:{'0123456789ab' * 5}"),
        Recent(source="demo", verdict="accepted", at=NOON),
    )
    first, *others = choices(Offered(recents=recents, now=NOON + 5))
    assert first == Choice(source="a/b:v1", group="Recent", sign=sign, note="@sha256:0123456789ab", when="just now")
    assert [one.source for one in others] == [*DEMOS]
