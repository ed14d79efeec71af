"""A page as it is looked at."""

from pathlib import Path

import pytest
from textual.content import Content
from textual.geometry import Offset, Size

from xpkgtui.app.drawing.page import Page, TextRange
from xpkgtui.app.drawing.text.text_state import TextState

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
