"""The list of readers: when there is one, and its columns."""

from dataclasses import replace

import pytest
from builders.inspection import ports
from builders.packages.case_facts import case_about

from xpkgtui.app.findings.readers import Columns, is_listed
from xpkgtui.formats.images.comparison import ReaderComparison
from xpkgtui.inspection.folding import fold
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import CaseReady


@pytest.mark.parametrize(("taken", "cells"), [(0, 23), (30, 32), (500, 200 - 28 - 11 - 4 - 31)])
def test_what_is_taken_has_the_room_that_it_needs_so_that_the_rest_stands_near(taken: int, cells: int) -> None:
    assert Columns(has_ways=True, taken=taken).room(200) == cells


def test_on_a_narrow_screen_what_is_taken_has_all_that_is_left() -> None:
    assert Columns(has_ways=True, taken=30).room(80) == 80 - 28 - 11 - 4


@pytest.mark.parametrize(
    ("state", "listed"),
    [
        (Inspection(source="x"), False),
        (fold(Inspection(source="x"), ports.stream()), True),
        (fold(fold(Inspection(source="x"), ports.platforms()), CaseReady(case=case_about("x"))), True),
        (replace(fold(Inspection(source="x"), ports.stream()), comparison=ReaderComparison()), False),
    ],
)
def test_readers_are_listed_of_what_was_read_or_has_no_image(state: Inspection, listed: bool) -> None:
    assert is_listed(state) is listed
