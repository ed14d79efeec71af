"""Rows of a list as strips, and the text of a selection in them."""

from textual.content import Content
from textual.geometry import Offset
from textual.selection import SELECT_ALL, Selection
from textual.style import Style

from xpkgtui.app.drawing.rows import Cell, Pane, Row
from xpkgtui.app.drawing.strips import ListStrips, altered, selected_rows
from xpkgtui.inspection.filters.filter import parse

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


def counted(strips: ListStrips, count: int) -> list[int]:
    """The rows that were drawn anew."""
    drawn: list[int] = []

    def draw(row: int) -> Content:
        drawn.append(row)
        return Content("a row")

    for row in range(count):
        strips.strip(row, draw, Style(), width=10, has_cursor=False, selection=None)
    return drawn


def pane(*values: str, words: str = "", is_steady: bool = True) -> Pane:
    rows = tuple(Row(value, value, _draw, is_steady=is_steady) for value in values)
    return Pane(name="", rows=rows, filter=parse(words))


def test_rows_that_neither_list_has_are_not_altered() -> None:
    before, after = pane("a", "b"), pane("a", "c", "d")
    assert list(altered(before, after, range(9))) == [1, 2]
    assert list(altered(after, before, range(9))) == [1, 2]


def _draw(_value: object, _width: int) -> tuple[Cell, ...]:
    return ()


def test_of_other_rows_those_that_are_steady_and_the_same_are_kept() -> None:
    strips = ListStrips()
    assert counted(strips, 3) == [0, 1, 2]
    strips.renew(pane("a", "b", "c"), pane("a", "x", "c"))
    assert counted(strips, 3) == [1]
    strips.renew(pane("a", "b", "c"), pane("a", "b"))
    assert counted(strips, 3) == [2]


def test_equal_rows_that_are_not_steady_and_rows_under_another_filter_are_drawn_anew() -> None:
    strips = ListStrips()
    counted(strips, 2)
    strips.renew(pane("a", "b", is_steady=False), pane("a", "b", is_steady=False))
    assert counted(strips, 2) == [0, 1]
    strips.renew(pane("a", "b"), pane("a", "b", words="b"))
    assert counted(strips, 2) == [0, 1]
