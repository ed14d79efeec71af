"""Rows of a list as strips, and the text of a selection in them."""

from textual.content import Content
from textual.geometry import Offset
from textual.selection import SELECT_ALL, Selection
from textual.style import Style

from xpkgtui.app.drawing.list_strips import ListStrips, selected_rows

ROWS = ("  first  ", "▶ second ", "a sentence")


def line(row: int) -> Content:
    return Content(ROWS[row])


def test_rows_are_copied_without_the_column_of_the_cursor() -> None:
    assert selected_rows(line, 3, SELECT_ALL) == "first\nsecond\na sentence"


def test_a_selection_begins_and_ends_where_the_mouse_did() -> None:
    assert selected_rows(line, 3, Selection(Offset(4, 0), Offset(5, 1))) == "rst\nsec"


def test_a_selection_beyond_the_last_row_ends_there() -> None:
    assert selected_rows(line, 2, Selection(Offset(0, 1), Offset(5, 9))) == "second"


def test_a_selected_row_stands_out_and_is_not_kept_so() -> None:
    strips = ListStrips()
    selection = Selection(Offset(2, 1), Offset(5, 1))
    marked = strips.strip(1, line, Style(), width=10, has_cursor=False, selection=selection)
    plain = strips.strip(1, line, Style(), width=10, has_cursor=False, selection=None)
    assert [part.text for part in marked if part.style and part.style.reverse] == ["sec"]
    assert not any(part.style and part.style.reverse for part in plain)
