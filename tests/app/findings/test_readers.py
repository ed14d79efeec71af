"""The list of readers: its columns."""

import pytest

from xpkgtui.app.findings.readers import Columns


@pytest.mark.parametrize(("taken", "cells"), [(0, 23), (30, 32), (500, 200 - 28 - 11 - 4 - 31)])
def test_what_is_taken_has_the_room_that_it_needs_so_that_the_rest_stands_near(taken: int, cells: int) -> None:
    assert Columns(has_ways=True, taken=taken).room(200) == cells


def test_on_a_narrow_screen_what_is_taken_has_all_that_is_left() -> None:
    assert Columns(has_ways=True, taken=30).room(80) == 80 - 28 - 11 - 4
