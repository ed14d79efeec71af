"""Rows that are kept as strips, and the text of a selection in them."""

from textual.content import Content
from textual.geometry import Offset, Size
from textual.selection import SELECT_ALL, Selection
from textual.style import Style

from xpkgtui.app.drawing.page import Page
from xpkgtui.app.drawing.row_strips import RowStrips, selected_text
from xpkgtui.app.drawing.text_state import TextState

PAGE = Page(key="one", body=(Content("first"), Content("second"), Content("third")))


def laid_out() -> TextState:
    state = TextState()
    state.lay_out(PAGE, Size(20, 5), wrap=False, is_same=False)
    return state


def test_the_text_of_a_selection_begins_and_ends_where_the_mouse_did() -> None:
    assert selected_text(laid_out(), Selection(Offset(2, 0), Offset(3, 1))) == "rst\nsec"


def test_all_of_a_page_is_selected_up_to_its_last_row() -> None:
    assert selected_text(laid_out(), SELECT_ALL) == "first\nsecond\nthird"


def test_a_selected_row_stands_out_and_is_not_kept_so() -> None:
    state, strips = laid_out(), RowStrips()
    selection = Selection(Offset(0, 1), Offset(3, 1))
    marked = strips.strip(state, 1, Style(), focused=False, selection=selection)
    plain = strips.strip(state, 1, Style(), focused=False, selection=None)
    assert [segment.text for segment in marked if segment.style and segment.style.reverse] == ["sec"]
    assert not any(segment.style and segment.style.reverse for segment in plain)
