"""The rows in sight."""

from builders.cases import each_row
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.app.drawing.text.text_state import jumped, kept, scrolled, scrolled_to

ROW, HEIGHT, COVERED = st.integers(0, 200), st.integers(2, 40), st.integers(0, 1)


@given(ROW, ROW, HEIGHT, COVERED)
def test_the_cursor_is_in_sight(top: int, row: int, height: int, covered: int) -> None:
    found = scrolled(top, row, height, covered=covered)
    assert found <= row < found + height
    assert found == 0 or row >= found + covered


@each_row(
    ("top", "row", "height", "covered", "found"),
    [
        (0, 7, 10, 0, 0),
        (0, 8, 10, 0, 1),
        (10, 12, 10, 0, 10),
        (10, 11, 10, 0, 9),
        (10, 12, 10, 1, 9),
        (0, 3, 5, 0, 1),
        (0, 2, 3, 1, 0),
        (0, 3, 1, 0, 3),
    ],
)
def test_two_rows_around_the_cursor_stay_in_sight_where_there_is_room(
    top: int, row: int, height: int, covered: int, found: int
) -> None:
    assert scrolled(top, row, height, covered=covered) == found


@given(ROW, ROW, HEIGHT, COVERED)
def test_a_jump_shows_its_row(top: int, row: int, height: int, covered: int) -> None:
    found = jumped(top, row, height, covered=covered)
    assert found <= row < found + height


@each_row(
    ("top", "row", "height", "covered", "found"),
    [
        (10, 12, 20, 0, 10),
        (0, 5, 10, 0, 0),
        (0, 6, 10, 0, 3),
        (10, 40, 9, 0, 37),
        (10, 11, 20, 1, 10),
        (10, 10, 20, 1, 3),
        (10, 0, 20, 0, 0),
    ],
)
def test_a_jump_to_a_row_in_sight_does_not_scroll_and_another_comes_into_the_upper_third(
    top: int, row: int, height: int, covered: int, found: int
) -> None:
    assert jumped(top, row, height, covered=covered) == found


@each_row(
    ("top", "row", "height", "covered", "found"),
    [
        (0, 0, 10, 0, 0),
        (10, 0, 10, 0, 12),
        (10, 0, 10, 1, 13),
        (10, 50, 10, 0, 17),
        (10, 0, 5, 0, 12),
        (10, 0, 1, 0, 10),
        (89, 99, 10, 0, 96),
        (90, 99, 10, 0, 99),
        (99, 99, 10, 0, 99),
    ],
)
def test_the_cursor_follows_what_is_scrolled_as_little_as_it_can(
    top: int, row: int, height: int, covered: int, found: int
) -> None:
    assert kept(top, row, height, 100, first=0, covered=covered) == found


@given(st.integers(0, 100), ROW, HEIGHT, st.integers(1, 200), st.integers(0, 5), COVERED)
def test_the_cursor_stays_on_a_row(top: int, row: int, height: int, rows: int, first: int, covered: int) -> None:
    found = kept(top, row, height, rows, first=first, covered=covered)
    assert first <= found <= max(first, rows - 1)


@given(st.integers(0, 300), st.integers(1, 20), st.integers(30, 90))
def test_a_place_is_in_sight_sideways(start: int, length: int, room: int) -> None:
    left = scrolled_to(start, start + length, room)
    assert left <= start
    assert start + length <= left + room


@each_row(
    ("start", "end", "room", "left"),
    [
        (60, 64, 72, 0),
        (70, 72, 72, 0),
        (80, 84, 72, 20),
        (80, 200, 90, 28),
        (100, 200, 30, 98),
        (100, 130, 24, 99),
        (1, 50, 10, 0),
    ],
)
def test_a_place_is_scrolled_to_with_a_few_columns_behind_it(start: int, end: int, room: int, left: int) -> None:
    assert scrolled_to(start, end, room) == left


def test_a_long_place_does_not_push_the_beginning_of_its_line_out_of_sight() -> None:
    assert scrolled_to(13, 84, 72) == 0
