"""A search in a text."""

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from xpkgtui import visible
from xpkgtui.app.drawing.lines.line_table import LineTable
from xpkgtui.app.drawing.lines.searching import MOST, LineSearch, RowSearch, TableSearch, folded

Write = Callable[[str], LineTable]
LETTERS = st.text(alphabet=st.sampled_from("abAB.É\x1b\t\u202e漢İ"), max_size=12)


def whole(lines: LineTable, wanted: str, line: int = 0) -> LineSearch:
    found = LineSearch(TableSearch(lines), wanted, line)
    while found.step():
        pass
    return found


def every(found: LineSearch) -> list[tuple[int, int]]:
    """All hits, from the first one on."""
    hits, hit = [], (-1, -1)
    for _ in range(found.count):
        hit = found.after(hit) or hit
        hits.append(hit)
    return hits


@given(st.lists(LETTERS, min_size=1), LETTERS.filter(bool), st.integers(0, 5))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@example(["a"], "a", 5)
def test_hits_are_those_of_the_text_as_it_is_shown(table: Write, lines: list[str], wanted: str, first: int) -> None:
    wanted = visible.line(wanted)
    hits = []
    for number, line in enumerate(lines):
        shown = folded(visible.block(line))
        at = shown.find(folded(wanted))
        while at >= 0:
            hits.append((number, at))
            at = shown.find(folded(wanted), at + len(wanted))
    found = whole(table("\n".join(lines)), wanted, first)
    assert every(found) == hits
    assert found.count == len(hits)


def test_the_first_hit_is_the_one_after_the_place_where_the_search_began(table: Write) -> None:
    found = LineSearch(TableSearch(table("x\n" * 9)), "X", 4)
    assert found.first() is None
    found.step()
    assert found.first() == (4, 0)


def test_the_search_goes_on_at_the_other_end(table: Write) -> None:
    found = whole(table("x\n\nx\n\n\n"), "x", 3)
    assert found.first() == (0, 0)
    assert found.after((2, 0)) == (0, 0)
    assert found.after((0, 0), back=True) == (2, 0)


def test_the_words_say_which_one_and_how_many(table: Write) -> None:
    found = whole(table("x x\nx\n"), "x", 1)
    assert found.words == "3 matches"
    found.current = (1, 0)
    assert found.words == "3 of 3"
    assert whole(table("y"), "x").words == "no match"
    assert whole(table("x"), "x").words == "1 match"


def test_a_long_text_is_searched_piece_by_piece(table: Write) -> None:
    found, steps = LineSearch(TableSearch(table("some words of a line\n" * 100_000)), "words", 0), 1
    found.step()
    assert 0 < found.count < 100_000
    while found.step():
        steps += 1
    assert steps > 5
    assert found.count == 100_000


def test_more_hits_than_can_be_counted_are_not_looked_for(table: Write) -> None:
    found = whole(table("x" * 500 + "\n" + "xx\n" * MOST), "x")
    assert found.count == MOST
    found.current = found.first()
    assert found.words == f"1 of {MOST:,}+"


@pytest.mark.parametrize("end", ["", "é"])
def test_what_a_long_line_does_not_show_is_found_too(table: Write, end: str) -> None:
    found = whole(table(f"{'a' * 5000}x{'b' * 5000}{end}\n"), "ax")
    assert every(found) == [(0, 4999)]


def test_rows_at_hand_are_searched_at_once() -> None:
    found = LineSearch(RowSearch(["One", "two", "one"]), "one", 1)
    assert not found.step() or not found.step()
    assert found.first() == (2, 0)
    assert found.count == 2


def test_a_word_that_is_empty_is_nowhere(table: Write) -> None:
    found = whole(table("a"), "")
    assert found.count == 0


@pytest.mark.parametrize("end", ["", "é"])
def test_of_one_line_with_very_many_hits_no_more_are_found_than_are_counted(table: Write, end: str) -> None:
    found, after = TableSearch(table("x" * (MOST + 10) + end)).hits("x", 0)
    assert len(found) == MOST
    assert found[-1] == (0, MOST - 1)
    assert after is None
