"""Rows that are kept as strips, and the text of a selection in them."""

from pathlib import Path

from builders.cases import each_row
from textual.content import Content
from textual.geometry import Offset, Size
from textual.selection import SELECT_ALL, Selection
from textual.style import Style

from xpkgtui.app.drawing.page import Page, TextRange
from xpkgtui.app.drawing.strips import RowStrips, selected_text
from xpkgtui.app.drawing.text.text_state import TextState

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
    up_to = Selection(Offset(2, 0), Offset(0, 1))
    rows = [strips.strip(state, row, Style(), focused=False, selection=up_to) for row in range(4)]
    shown = ["".join(one.text for one in row if one.style and one.style.reverse).rstrip() for row in rows]
    assert shown == ["rst", "", "", ""]
    assert rows[3].text == " " * 20


LONG = "description: " + " ".join(f"word{number}" for number in range(30))
UNBROKEN = "sha256:" + "0123456789abcdef" * 12


@each_row(
    "text",
    ["a: 1\nb: 2", f"a: 1\n{LONG}\nb: 2", f"- {UNBROKEN}\n  x: {LONG}   end", "    " + "two  blanks  " * 20 + "."],
)
@each_row("width", [24, 40, 79])
def test_a_wrapped_line_is_copied_as_the_one_line_that_it_is(text: str, width: int, tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_text(text)
    state = TextState()
    page = Page(key="two", text=TextRange(path=str(path), start=0, end=len(text), first_line=1, language=""))
    state.lay_out(page, Size(width, 50), wrap=True, is_same=False)
    assert selected_text(state, SELECT_ALL) == text


def test_a_selection_within_a_wrapped_line_leaves_out_its_indent(tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_text("key: one two three four five")
    state = TextState()
    page = Page(key="two", text=TextRange(path=str(path), start=0, end=28, first_line=1, language=""))
    state.lay_out(page, Size(20, 50), wrap=True, is_same=False)
    rows = [state.renderer.draw(row, 0, 20).plain for row in range(state.renderer.rows)]
    start = rows[0].index("two")
    assert selected_text(state, Selection(Offset(start, 0), Offset(rows[1].index("four"), 1))) == "two three"
