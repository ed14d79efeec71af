"""The border of a list with its filter."""

import pytest

from xpkgtui.app.drawing.lists import list_border
from xpkgtui.app.drawing.rows import Pane
from xpkgtui.inspection.filters.filter import parse

NAMES = ("1 Platforms 3", "2 Layers 4", "3 Files 1", "4 Objects 12")


def title(typed: str, names: tuple[str, ...] = (), width: int = 74, chosen: str = "") -> str:
    pane = Pane(name="4 Objects", chosen=chosen, filter=parse(typed))
    return list_border.title(pane, names, 4, width, has_keys=True).plain


def test_a_filter_stays_in_the_title_behind_the_selection() -> None:
    assert title("buckets !acl") == "4 Objects · /buckets !acl"
    assert title("buckets", chosen="#2 base") == "4 Objects · #2 base · /buckets"
    assert title("") == "4 Objects"


def test_a_filter_that_is_no_expression_says_so_there() -> None:
    assert title("re:(a") == "4 Objects · /re:(a ✗ a ( has no )"


def test_control_characters_in_a_filter_stay_off_the_terminal() -> None:
    assert "\x1b" not in title("\x1b[31m")


@pytest.mark.parametrize("typed", ["buckets", "kind:crd version:v1beta1 badge:warning group:example.org"])
def test_among_the_names_of_all_lists_the_filter_gives_way_and_no_name(typed: str) -> None:
    found = title(typed, NAMES)
    assert all(name in found for name in NAMES)
    assert f" 4 Objects 12 · /{typed[:7]}" in found
    assert len(found) <= 72
