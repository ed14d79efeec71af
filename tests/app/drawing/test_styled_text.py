"""Names in a border: words at its end give way first, and the active name never."""

import re
from collections.abc import Iterator

import pytest
from builders.cases import each_row
from builders.goldens import Golden, once
from builders.screens.pages import agreed
from textual.content import Content

from xpkgtui.app.drawing.styled_text import (
    BADGES,
    COLORS,
    SEVERITIES,
    block,
    broken,
    fit_right,
    head_rows,
    labeled,
    on_cursor,
    pace,
    safe,
    sides,
    silence,
    tabs,
    time_left,
    words,
    wrapped,
)
from xpkgtui.rules.finding import Badge, Severity

NAMES = ("1 Platforms 3", "2 Layers 4", "3 Files 1", "4 Objects 14")


def test_badges_stand_at_the_end() -> None:
    assert tabs(NAMES, 3, width=70, right=Content("! 1")).plain.endswith("─ ! 1")


@each_row("right", [None, Content(""), Content("! 1  ✓ 13")])
def test_the_border_has_no_hole_where_no_badge_stands(right: Content | None) -> None:
    assert "  " not in tabs(NAMES, 3, width=56, right=right).plain


@each_row("active", range(4))
def test_the_active_name_is_in_sight_on_a_small_screen(active: int) -> None:
    shown = tabs(NAMES, active, width=24)
    assert NAMES[active] in shown.plain
    assert shown.cell_length <= 24


@each_row("width", range(20, 58))
def test_a_count_is_never_cut_to_another_one(width: int) -> None:
    shown = tabs(NAMES, 0, width=width).plain
    assert set(re.findall(r"[0-9]+", shown)) <= {"1", "2", "3", "4", "14"}
    assert "1…" not in shown


def test_the_pace_of_a_transfer_says_rate_and_time_left() -> None:
    assert pace(50_000_000, 80_000_000, 10_000_000) == " · 10.0 MB/s · 3 s left"
    assert pace(10, 20, 0) == ""
    assert pace(20, 20, 5) == ""


@pytest.mark.parametrize("active", [0, 3])
def test_without_room_for_badges_the_border_goes_on_behind_the_last_name(active: int) -> None:
    shown = tabs(NAMES, active, width=60, right=Content("! 1  · 2  ✓ 1,537")).plain
    assert "─" not in shown[-3:]
    assert not shown.endswith("  ")


@each_row("text", ["", "plain", "a ** b", "**", "****", "** of two", "of two **"])
def test_words_without_stress_stay_as_they_are(text: str) -> None:
    assert (words(text).plain, words(text).spans) == (text, [])


def test_words_with_stress_are_bold_and_signs_have_their_color() -> None:
    shown = words("press **x** ✗ y", "$muted")
    styles = {shown.plain[span.start : span.end]: span.style for span in shown.spans}
    assert styles == {"press ": "$muted", "x": "bold $foreground", " ": "$muted", "✗": "bold $error", " y": "$muted"}


def rows(text: str, width: int) -> list[str]:
    return [line.plain for line in broken(Content(text), width)]


def test_a_long_path_breaks_behind_a_slash() -> None:
    found = rows("source https://git.example.org/harbour/stack-harbour", 32)
    assert found == ["source https://git.example.org/", "harbour/stack-harbour"]


def test_a_comma_stays_with_its_word() -> None:
    assert rows("see resources/moorings/vessel.yaml, icon.svg", 22) == [
        "see resources/",
        "moorings/vessel.yaml,",
        "icon.svg",
    ]


def test_a_long_name_breaks_behind_a_dot_or_hyphen() -> None:
    assert rows("one-two.three", 8) == ["one-two.", "three"]


def test_what_invites_no_break_is_cut_at_the_width() -> None:
    assert rows("x" * 10 + " end", 4) == ["xxxx", "xxxx", "xx", "end"]


def test_short_words_break_between_words_only() -> None:
    assert rows("a-b c-d e-f", 7) == ["a-b c-d", "e-f"]


def test_a_digest_takes_no_more_rows_than_it_must() -> None:
    assert rows("sha256:" + "0" * 13, 10) == ["sha256:000", "0000000000"]


def test_no_row_is_wider_than_the_room() -> None:
    text = "一二三/四五六/" + "a.b-" * 9
    assert all(len(line.plain) and line.cell_length <= 7 for line in broken(Content(text), 7))
    assert "".join(rows(text, 7)) == text


def test_a_label_has_its_text_beside_it_and_what_follows_a_sign_stands_beneath_its_text() -> None:
    def rows(label: str, text: str, width: int = 30) -> list[str]:
        return [line.plain.rstrip() for line in labeled(label, Content(text), width)]

    assert rows("fix", "do this and that and more of it") == [
        "fix       do this and that and",
        "          more of it",
    ]
    assert rows("! fix", "✓ one of the two\n  which goes on and on") == [
        "! fix     ✓ one of the two",
        "            which goes on and",
        "            on",
    ]
    assert rows("a very long label", "x", 60)[0] == "a very long l… x"
    assert rows("x", "", 60) == ["x"]


@each_row(
    ("left", "right", "width", "shown"),
    [
        ("ab", "xy", 6, "ab  xy"),
        ("abcd", "xy", 5, "ab…xy"),
        ("abcd", "xy", 3, "…xy"),
        ("abcd", "xy", 2, "a…"),
        ("abcd", "xy", 1, "…"),
    ],
)
def test_the_left_of_two_sides_gives_way(left: str, right: str, width: int, shown: str) -> None:
    assert sides(Content(left), Content(right), width).plain == shown


def test_a_head_is_one_row_where_it_fits() -> None:
    head = (Content("one"), Content("two"), Content("right"))
    assert [row.plain for row in head_rows(head, 15)] == ["one  two  right"]
    assert [row.plain for row in head_rows(head, 14)] == ["one", "two", "right"]
    assert [row.plain for row in head_rows((Content(""), Content("two")), 9)] == ["two      "]
    assert head_rows((), 9) == []
    assert [fit_right(Content("abc"), width).plain for width in (5, 3, 2, 0)] == ["  abc", "abc", "a…", ""]


HEAD = (safe("Bucket s3.example"), safe("v1beta1"), safe("! 1", "$warning"))
TABS = ("Object", "YAML", "Findings 2", "Raw")


def _drawn() -> Iterator[Content]:
    for width in range(10, 50):
        yield Content("\n").join([Content(f"head {width}"), *head_rows(HEAD, width)])
    for width in range(8, 40):
        yield sides(HEAD[0], HEAD[2], width)
        yield tabs(TABS, 2, width=width, right=HEAD[2], click="screen.tab_at")
    for active in range(4):
        yield tabs(TABS, active)
        yield tabs(TABS, active, width=46, line="$accent")
    for label in ("media type", "✓ name", "✓", "a very long label of a fact"):
        for width in (16, 30, 44, 60):
            text = Content("! some words that run over\n  an indented line of them\nlast\n")
            yield Content("\n").join(labeled(label, text, width))
            yield Content("\n").join(labeled(label, text, width, column=10))
    yield from wrapped(Content(""), 10)
    yield from wrapped(Content("one two"), 1)
    yield block("a\x1b\nb", "$muted")


def test_lines_look_as_they_were_agreed(golden: Golden) -> None:
    golden("styled_text", once(agreed(*_drawn())))


@each_row(
    ("done", "total", "rate", "words"),
    [
        (1_000_000, 9_000_000, 2_000_000, " · 2.0 MB/s · 4 s left"),
        (1, 2, 0, ""),
        (2, 2, 5, ""),
        (3, 2, 5, ""),
        (0, 1, 1, " · 1 B/s · 1 s left"),
    ],
)
def test_a_transfer_says_its_pace(done: int, total: int, rate: int, words: str) -> None:
    assert pace(done, total, rate) == words
    assert (
        time_left(done, total, rate) == words[words.rfind(" · ") :] if words else time_left(done, total, rate) == ""
    )


@each_row(
    ("waited", "limit", "words"),
    [
        (2, 60, ("", "")),
        (3, 60, ("no answer for 3 s, 60 s at most", "3 s of 60 s")),
        (60, 60, ("no answer for 60 s, 60 s at most", "60 s of 60 s")),
        (1_061, 60, ("no answer for 1,061 s", "1,061 s")),
    ],
)
def test_a_registry_that_does_not_answer_is_named_after_a_while(
    waited: int, limit: int, words: tuple[str, str]
) -> None:
    assert silence(waited, limit) == words


def test_every_badge_has_a_sign_of_its_own_with_a_color() -> None:
    assert BADGES.keys() == {*Badge, None}
    assert [COLORS[BADGES[badge]] for badge in (Badge.OK, Badge.WARNING, Badge.ERROR, Badge.INFO, None)] == [
        *("$success", "$warning", "$error", "$muted", "$muted")
    ]
    assert len(set(BADGES.values())) == len(BADGES)
    assert {severity: BADGES[Badge[severity.name]] for severity in Severity} == SEVERITIES


@each_row(
    ("color", "focused", "turned"),
    [
        ("$foreground", True, "$cursor-text"),
        ("$muted", True, "$cursor-text"),
        ("$accent", True, "$cursor-key"),
        ("$foreground", False, "$cursor-off-text"),
        ("$muted", False, "$cursor-off-muted"),
        ("$accent", False, "$accent"),
    ],
)
def test_colors_turn_on_the_row_of_the_cursor(color: str, focused: bool, turned: str) -> None:
    spans = on_cursor(Content.styled("a", color), focused=focused).spans
    assert turned in [str(span.style) for span in spans]
