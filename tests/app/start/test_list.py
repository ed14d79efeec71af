"""The list of the start screen."""

import pytest

from xpkgtui.app.drawing.rows import draw_row
from xpkgtui.app.start import list as start_list
from xpkgtui.app.start.choices import DEMOS, Offered, choices


@pytest.mark.parametrize("width", [76, 98, 116, 196])
def test_what_a_demo_is_stands_there_whole(width: int) -> None:
    rows = start_list.pane(choices(Offered()), "").rows
    shown = "\n".join(draw_row(row, width).plain for row in rows)
    assert [note for note in DEMOS.values() if note not in shown] == []
    assert [name for name in DEMOS if f" {name} " not in shown] == []


def test_a_name_keeps_half_of_a_narrow_list() -> None:
    rows = start_list.pane(choices(Offered()), "").rows
    shown = [draw_row(row, 40).plain for row in rows]
    assert all(len(line) <= 40 for line in shown)
    assert any(" demo:catalog " in line for line in shown)
