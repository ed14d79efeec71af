"""The rows in sight."""

from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.app.drawing.text.text_state import jumped, kept, scrolled, scrolled_to

ROW, HEIGHT, COVERED = st.integers(0, 200), st.integers(2, 40), st.integers(0, 1)


@given(ROW, ROW, HEIGHT, COVERED)
def test_the_cursor_is_in_sight(top: int, row: int, height: int, covered: int) -> None:
    found = scrolled(top, row, height, covered=covered)
    assert found <= row < found + height
    assert found == 0 or row >= found + covered


def test_two_rows_around_the_cursor_stay_in_sight() -> None:
    assert scrolled(0, 7, 10) == 0
    assert scrolled(0, 8, 10) == 1
    assert scrolled(10, 12, 10) == 10
    assert scrolled(10, 11, 10) == 9


def test_the_path_covers_a_row() -> None:
    assert scrolled(10, 12, 10, covered=1) == 9


@given(ROW, ROW, HEIGHT, COVERED)
def test_a_jump_shows_its_row(top: int, row: int, height: int, covered: int) -> None:
    found = jumped(top, row, height, covered=covered)
    assert found <= row < found + height


def test_a_jump_to_a_row_in_sight_does_not_scroll() -> None:
    assert jumped(10, 12, 20) == 10


@given(st.integers(0, 100), ROW, HEIGHT, st.integers(1, 200), st.integers(0, 5), COVERED)
def test_the_cursor_stays_on_a_row(top: int, row: int, height: int, rows: int, first: int, covered: int) -> None:
    found = kept(top, row, height, rows, first=first, covered=covered)
    assert first <= found <= max(first, rows - 1)


@given(st.integers(0, 300), st.integers(1, 20), st.integers(30, 90))
def test_a_place_is_in_sight_sideways(start: int, length: int, room: int) -> None:
    left = scrolled_to(start, start + length, room)
    assert left <= start
    assert start + length <= left + room


def test_a_long_place_does_not_push_the_beginning_of_its_line_out_of_sight() -> None:
    assert scrolled_to(13, 84, 72) == 0
