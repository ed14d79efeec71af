"""The cursor of a list: where its steps lead."""

import pytest

from xpkgtui.app.drawing.lists.cursor import Cursor
from xpkgtui.app.drawing.rows import Cell, Pane, Row, sentence


def cells(value: str, _width: int) -> tuple[Cell, ...]:
    return ()


def on(index: int) -> Cursor:
    """The cursor on a row of: a, a sentence, b, c, a sentence."""
    from textual.content import Content

    rows = [Row("a", "a", cells), sentence("1", Content("s")), Row("b", "b", cells), Row("c", "c", cells)]
    made = Cursor()
    made.show(Pane(name="List", rows=(*rows, sentence("2", Content("s")))))
    made.put(index)
    return made


@pytest.mark.parametrize(
    ("index", "step", "expected"),
    [(0, 1, 2), (2, 1, 3), (3, 1, 3), (2, -1, 0), (0, -1, 0), (0, 3, 3), (0, 9, 0), (3, -1, 2), (3, -2, 0)],
)
def test_a_step_leads_to_the_next_row_that_may_be_chosen_and_not_beyond_the_ends(
    index: int, step: int, expected: int
) -> None:
    cursor = on(index)
    assert (cursor.index, cursor.after(step)) == (index, expected)
