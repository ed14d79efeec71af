"""A page as it is looked at."""

from dataclasses import replace
from pathlib import Path

import pytest
from builders.cases import each_row
from textual.content import Content
from textual.geometry import Offset, Size

from xpkgtui.app.drawing.page import Page, TextRange
from xpkgtui.app.drawing.text.text_state import TextState, renderer_of
from xpkgtui.formats.forms import DRAWING

SIZE = Size(40, 10)
TEXT = "".join(f"k{n}:\n  a: {n}\n  b: {'x' * 60} end\n" for n in range(100))


def page(path: Path, text: str = TEXT, key: str = "one") -> Page:
    path.write_text(text)
    return Page(key=key, text=TextRange(path=str(path), start=0, end=path.stat().st_size, language="yaml"))


def state(path: Path, text: str = TEXT) -> TextState:
    found = TextState()
    found.lay_out(page(path, text), SIZE, wrap=False, is_same=False)
    return found


def seek(found: TextState, wanted: str, *, is_shown: bool = True) -> None:
    found.seek(wanted, is_shown=is_shown)
    seek_on(found)


def seek_on(found: TextState) -> None:
    while found.seek_on():
        pass


def rows(found: TextState) -> list[str]:
    return [found.draw(y, focused=True)[1].plain.rstrip() for y in range(SIZE.height)]


def test_two_rows_around_the_cursor_stay_in_sight(tmp_path: Path) -> None:
    found = state(tmp_path / "t")
    for _ in range(20):
        found.move(1)
    assert found.line == 21
    assert "▶ 21" in rows(found)[7]
    assert len(rows(found)[8:]) == 2


def test_the_path_of_the_cursor_stays_above_the_text(tmp_path: Path) -> None:
    found = state(tmp_path / "t")
    assert rows(found)[0] == " k0"
    found.go_to_bottom()
    assert rows(found)[0] == " k99 › b"
    found.go_to_top()
    assert rows(found)[:2] == [" k0", "▶  1▾k0:"]


def test_scrolling_takes_the_cursor_along(tmp_path: Path) -> None:
    found = state(tmp_path / "t")
    found.scroll_to(0, 50)
    assert any("▶" in row for row in rows(found))


def test_a_closed_block_says_how_many_lines_it_has(tmp_path: Path) -> None:
    found = state(tmp_path / "t")
    assert found.toggle()
    assert rows(found)[1:3] == ["▶  1▸k0: … 2 lines", "   4 k1:"]
    assert found.toggle()
    assert rows(found)[2] == "   2   a: 0"


def test_a_line_without_a_block_closes_the_one_around_it(tmp_path: Path) -> None:
    found = state(tmp_path / "t")
    found.move(2)
    assert not found.toggle()
    assert found.toggle(around=True)
    assert found.line == 1


def test_a_line_that_is_jumped_to_is_opened(tmp_path: Path) -> None:
    found = state(tmp_path / "t")
    assert found.fold_all(closed=True)
    while found.grow():
        pass
    found.show_line(200)
    assert any("▶200" in row for row in rows(found))


def test_blocks_stay_closed_at_another_width(tmp_path: Path) -> None:
    found, one = state(tmp_path / "t"), page(tmp_path / "t")
    found.toggle()
    found.lay_out(one, Size(50, 10), wrap=True, is_same=True)
    assert "k0: … 2 lines" in rows(found)[1]


def test_the_lines_in_sight_stay_when_lines_are_wrapped(tmp_path: Path) -> None:
    found, one = state(tmp_path / "t"), page(tmp_path / "t")
    found.show_line(200)
    top = found.place[1]
    found.lay_out(one, SIZE, wrap=True, is_same=True)
    while found.grow():
        pass
    assert found.place[1] == top
    assert found.line == 200


def test_a_search_jumps_to_its_first_hit_and_scrolls_sideways_to_it(tmp_path: Path) -> None:
    found = state(tmp_path / "t")
    seek(found, "END")
    assert found.line == 3
    assert found.left > 0
    assert any("end" in row for row in rows(found))
    assert found.seeker.words == "1 of 100"


def test_while_a_word_is_typed_each_letter_searches_from_the_same_place(tmp_path: Path) -> None:
    found = state(tmp_path / "t")
    found.begin_typing()
    seek(found, "k5", is_shown=False)
    assert found.line == 16
    seek(found, "k50", is_shown=False)
    assert found.line == 151
    seek(found, "k5", is_shown=False)
    assert found.line == 16
    found.end_typing(is_given_up=True)
    assert (found.line, found.top) == (1, 0)


def test_the_next_hit_is_the_one_after_the_cursor(tmp_path: Path) -> None:
    found = state(tmp_path / "t")
    seek(found, "k5")
    found.go_to_bottom()
    assert found.next_hit(back=True)
    assert found.line == 178
    assert found.next_hit(back=False)
    assert found.line == 16


def test_a_hit_in_a_closed_block_opens_it(tmp_path: Path) -> None:
    found = state(tmp_path / "t")
    found.fold_all(closed=True)
    seek(found, "a: 70")
    assert found.line == 212
    assert any("a: 70" in row for row in rows(found))


def test_prose_is_scrolled_and_searched_without_a_cursor() -> None:
    found = TextState()
    found.lay_out(Page(key="p", body=tuple(Content(f"word {n}") for n in range(50))), SIZE, wrap=False, is_same=False)
    found.move(1)
    assert rows(found)[0] == "word 1"
    seek(found, "word 40")
    assert "word 40" in rows(found)
    assert found.line is None


@pytest.mark.parametrize(("x", "text"), [(10, "   2   a: 0"), (4, "   4 k1:")])
def test_a_click_before_the_text_closes_the_block(tmp_path: Path, x: int, text: str) -> None:
    found = state(tmp_path / "t")
    found.click(Offset(x, 1), is_twice=False)
    assert rows(found)[2] == text


def test_a_sign_says_that_more_stands_at_either_side(tmp_path: Path) -> None:
    found = state(tmp_path / "t")
    assert rows(found)[3].endswith("…")
    found.scroll_to(8, 0)
    assert rows(found)[3].startswith("   3 …")
    assert rows(found)[3].endswith("…")


def test_before_a_page_is_laid_out_there_is_nothing() -> None:
    found = TextState()
    assert (found.row, found.left, found.top, found.size, found.extent) == (0, 0, 0, Size(0, 0), Size(0, 1))
    assert (found.line, found.place, found.has_cursor) == (None, (0, None), False)


def test_half_pages_are_turned_with_the_cursor(tmp_path: Path) -> None:
    found = state(tmp_path / "t")
    places = []
    for halves in (1, 2, -1, -9):
        found.turn(halves)
        places.append((found.row, found.top))
    assert places == [(6, 3), (16, 13), (11, 8), (1, 0)]
    found.lay_out(page(tmp_path / "t"), Size(40, 1), wrap=False, is_same=True)
    found.turn(1)
    assert (found.row, found.top) == (2, 1)
    found.go_to_bottom()
    assert (found.row, found.top) == (300, 300)


def test_the_line_at_the_top_is_returned_to_whatever_the_width_is(tmp_path: Path) -> None:
    found, narrow = state(tmp_path / "t"), TextState()
    found.show_line(200)
    narrow.lay_out(page(tmp_path / "t"), Size(30, 10), wrap=True, is_same=False)
    narrow.return_to(found.place)
    while narrow.grow():
        pass
    assert (found.place, narrow.place) == ((196, 197), (391, 197))
    narrow.return_to((0, 1))
    assert (narrow.top, narrow.place[1]) == (0, 1)


def test_another_page_begins_at_its_top_and_the_same_one_stays_where_it_is(tmp_path: Path) -> None:
    found = state(tmp_path / "t")
    found.show_line(200)
    found.scroll_to(5, found.top)
    found.lay_out(page(tmp_path / "u", key="two"), SIZE, wrap=False, is_same=False)
    assert (found.row, found.left, found.top) == (1, 0, 0)
    prose = Page(key="p", body=tuple(Content(f"word {n} " + "x" * 60) for n in range(50)))
    for is_same, top in ((False, 0), (True, 7)):
        found.lay_out(prose, SIZE, wrap=False, is_same=is_same)
        assert found.place == (top, None)
        found.turn(1)
        found.move(2)


def test_it_says_whether_more_rows_may_become_known(tmp_path: Path) -> None:
    found = TextState()
    found.lay_out(page(tmp_path / "t", TEXT * 100), SIZE, wrap=True, is_same=False)
    grown = [found.grow()]
    while grown[-1]:
        grown.append(found.grow())
    assert grown[:2] == [True, True]


def test_a_page_is_drawn_as_what_it_is_and_a_drawing_of_the_same_text_once(tmp_path: Path) -> None:
    path = tmp_path / "t"
    text = page(path).text
    assert text is not None
    drawn = {
        "Prose": Page(key="", body=(Content("a"),)),
        "TextFile": Page(key="", text=text),
        "Hexadecimal": Page(key="", text=replace(text, binary=True)),
        "Drawing": Page(key="", text=replace(text, language=DRAWING)),
    }
    before = TextState().renderer
    for name, one in drawn.items():
        before = renderer_of(one, before, width=40, wrap=False)
        assert type(before).__name__ == name
    assert renderer_of(drawn["Drawing"], before, width=40, wrap=False) is before
    other = Page(key="", text=replace(text, language=DRAWING, end=text.end - 1))
    assert renderer_of(other, before, width=40, wrap=False) is not before


def test_hits_in_prose_are_walked_from_the_row_at_the_top() -> None:
    found = TextState()
    body = tuple(Content("hit" if n in (10, 30, 49) else f"word {n}") for n in range(50))
    found.lay_out(Page(key="p", body=body), SIZE, wrap=False, is_same=False)
    assert (found.seek_on(), found.next_hit(back=False), found.seeker.words) == (False, False, "")
    assert not found.seeker.is_missing
    found.turn(3)
    seek(found, "hit", is_shown=False)
    assert (found.top, found.seeker.words) == (15, "3 matches")
    walked = []
    for back in (False, False, False, True, True):
        assert found.next_hit(back=back)
        walked.append((found.top, found.seeker.words))
    assert walked == [(27, "2 of 3"), (40, "3 of 3"), (7, "1 of 3"), (40, "3 of 3"), (27, "2 of 3")]
    seek(found, "nothing")
    assert found.seeker.is_missing
    assert not found.next_hit(back=False)


def test_hits_in_lines_are_walked_from_the_cursor_wherever_it_went_meanwhile(tmp_path: Path) -> None:
    found = state(tmp_path / "t")
    seek(found, "a: 7", is_shown=False)
    lines = []
    for step in (0, 0, 100, -1, 0):
        found.move(step)
        assert found.next_hit(back=False)
        lines.append(found.line)
    assert lines == [23, 212, 23, 23, 212]
    found.lay_out(page(tmp_path / "t"), Size(60, 10), wrap=True, is_same=True)
    seek_on(found)
    assert (found.line, found.seeker.words) == (212, "2 of 11")
    found.lay_out(page(tmp_path / "u", key="two"), SIZE, wrap=False, is_same=False)
    seek_on(found)
    assert (found.line, found.seeker.words) == (1, "11 matches")


@each_row(("y", "line"), [(0, 5), (1, 1), (4, 4), (9, 5)])
def test_a_click_leads_to_a_row_that_has_a_line(tmp_path: Path, y: int, line: int) -> None:
    found = state(tmp_path / "t", "a: 1\n" * 6)
    found.show_line(5)
    found.click(Offset(20, y), is_twice=False)
    assert found.line == line


def test_where_nothing_can_be_closed_it_says_so(tmp_path: Path) -> None:
    assert not TextState().fold_all(closed=True)
    assert state(tmp_path / "t").fold_all(closed=True)
