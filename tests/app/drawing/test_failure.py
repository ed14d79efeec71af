"""The panel of an error that offers choices."""

import pytest

from xpkgtui.app.drawing import failure
from xpkgtui.app.drawing.rows import draw_row
from xpkgtui.errors import Failure, FailureKind


def drawn(failed: Failure, width: int = 70) -> list[str]:
    rows = [row for row in failure.pane(failed, width).rows if row.key.startswith("suggestion:")]
    return [" ".join(cell.content.plain for cell in row.draw(row.value, width)) for row in rows]


def test_choices_say_what_they_are() -> None:
    names = ("net.xpkg#example.org/net:configuration", "net.xpkg#2")
    failed = Failure(
        kind=FailureKind.USAGE, title="choose", suggestions=names, details=("Configuration net", "Function fn")
    )
    assert drawn(failed) == ["example.org/net:configuration Configuration net", "2 Function fn"]


def test_choices_of_which_nothing_is_known_keep_their_names() -> None:
    failed = Failure(kind=FailureKind.USAGE, title="choose", suggestions=("a.tar#1", "a.tar#2"))
    assert drawn(failed) == ["a.tar#1", "a.tar#2"]


def test_both_ends_of_a_long_choice_are_seen() -> None:
    failed = Failure(
        kind=FailureKind.USAGE, title="choose", suggestions=(f"a.tar#example.org/{'x' * 99}:arm64",), details=("F",)
    )
    (shown,) = drawn(failed, 40)
    assert shown.startswith("example.org/x")
    assert ":arm64 F" in shown


def test_details_of_a_hostile_archive_are_made_visible() -> None:
    failed = Failure(
        kind=FailureKind.USAGE, title="choose", suggestions=("a.tar#\x1b[31m",), details=("Function \x1b[31m",)
    )
    assert "\x1b" not in drawn(failed)[0]


def lines(failed: Failure, width: int = 60) -> list[str]:
    return [draw_row(row, width).plain.rstrip() for row in failure.pane(failed, width).rows]


def test_a_question_has_its_choices_before_the_way_without_a_screen() -> None:
    failed = Failure(
        kind=FailureKind.USAGE,
        title="a.tar holds 2 images",
        hint="write a.tar#1",
        suggestions=("a.tar#1",),
    )
    assert lines(failed) == ["", "a.tar holds 2 images", "", "  a.tar#1", "", "or  write a.tar#1", ""]
    assert failure.pane(failed, 60).name == "Choose an image"


def test_an_error_says_what_was_tried_before_what_was_perhaps_meant() -> None:
    failed = Failure(
        kind=FailureKind.NOT_FOUND, title="no tag v2", tried=("the tag: 404",), hint="look", suggestions=("v1", "v10")
    )
    assert lines(failed) == [
        "",
        "no tag v2",
        "",
        "tried    1  the tag: 404",
        "",
        "next     look",
        "",
        "Did you mean",
        "",
        "  v1   nearest",
        "  v10",
        "",
    ]


def test_details_stand_behind_the_longest_name() -> None:
    names = ("a.tar#one", "a.tar#twelve")
    failed = Failure(kind=FailureKind.USAGE, title="t", suggestions=names, details=("Provider a", "Provider b"))
    assert [line for line in lines(failed) if "Provider" in line] == ["  one     Provider a", "  twelve  Provider b"]


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("a.io has no repository b.", "a.io has no repository b"),
        ("It is damaged. Its digest differs.", "It is damaged. Its digest differs."),
    ],
)
def test_a_sentence_ends_in_its_last_word_wherever_it_comes_from(title: str, shown: str) -> None:
    assert lines(Failure(kind=FailureKind.NOT_FOUND, title=title)) == ["", shown, "", ""]
