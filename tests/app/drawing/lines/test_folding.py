"""Closed blocks."""

from collections.abc import Callable

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from xpkgtui.app.drawing.lines.indentation import Folding, Indentation
from xpkgtui.app.drawing.lines.line_table import LineTable

Write = Callable[[str], LineTable]
TEXT = "a:\n  b:\n    c: 1\n    d: 2\n  e: 3\nf:\n- g: 1\n  h: 2\n- i\n"
COUNT = 9


def shown(folding: Folding) -> list[int]:
    return [line for line in range(COUNT) if not any(first <= line < end for first, end in folding.hidden)]


def folding(lines: LineTable) -> Folding:
    return Folding(Indentation(lines, "yaml"))


def test_a_closed_block_leaves_the_line_that_begins_it(table: Write) -> None:
    found = folding(table(TEXT))
    found.toggle(1)
    assert shown(found) == [0, 1, 4, 5, 6, 7, 8]
    assert found.is_closed(1)


def test_a_block_in_a_closed_one_stays_closed(table: Write) -> None:
    found = folding(table(TEXT))
    found.toggle(1)
    found.toggle(0)
    assert shown(found) == [0, 5, 6, 7, 8]
    found.toggle(0)
    assert shown(found) == [0, 1, 4, 5, 6, 7, 8]


def test_with_all_closed_an_opened_block_shows_its_own_ones_closed(table: Write) -> None:
    found = folding(table(TEXT))
    found.set_all(closed=True)
    found.step(COUNT)
    assert shown(found) == [0, 5]
    found.toggle(0)
    found.step(COUNT)
    assert shown(found) == [0, 1, 4, 5]


def test_a_line_is_opened_to_and_nothing_else(table: Write) -> None:
    found = folding(table(TEXT))
    found.set_all(closed=True)
    found.step(COUNT)
    assert found.open_to(3)
    found.step(COUNT)
    assert shown(found) == [0, 1, 2, 3, 4, 5]
    assert not found.open_to(3)
    found.set_all(closed=True)
    assert found.open_to(1)
    assert shown(found)[:3] == [0, 1, 4], "its own block stays closed"


@given(st.lists(st.integers(0, COUNT - 1), max_size=12), st.booleans())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_closing_and_opening_again_changes_nothing(table: Write, lines: list[int], closed: bool) -> None:
    text = table(TEXT)
    found, blocks = folding(text), Indentation(text, "yaml")
    found.set_all(closed=closed)
    found.step(COUNT)
    before = shown(found)
    for line in [*lines, *reversed(lines)]:
        if blocks.is_foldable(line):
            found.toggle(line)
            while found.step(COUNT):
                pass
    assert shown(found) == before


@given(st.sets(st.integers(0, COUNT - 1)), st.booleans(), st.integers(0, COUNT - 1))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_is_opened_to_is_in_sight(table: Write, toggled: set[int], closed: bool, line: int) -> None:
    text = table(TEXT)
    found, blocks = folding(text), Indentation(text, "yaml")
    found.set_all(closed=closed)
    for each in sorted(toggled):
        if blocks.is_foldable(each):
            found.toggle(each)
    while found.step(COUNT):
        pass
    found.open_to(line)
    while found.step(COUNT):
        pass
    assert line in shown(found)


def test_a_long_text_is_closed_step_by_step(table: Write) -> None:
    found = folding(table("a:\n  b: 1\n" * 10_000))
    found.set_all(closed=True)
    assert found.step(20_000)
    assert (found.reached or 0) < 20_000
    while found.step(20_000):
        pass
    assert len(found.hidden) == 10_000


class Counted(Indentation):
    """Counts the blocks whose end is asked for."""

    asked = 0

    def end(self, line: int) -> int:
        self.asked += 1
        return super().end(line)


def test_opening_one_of_very_many_closed_blocks_looks_at_those_above_it_no_more(table: Write) -> None:
    count = 2_000
    indentation = Counted(table("a:\n  b: 1\n" * count), "yaml")
    found = Folding(indentation)
    found.set_all(closed=True)
    while found.step(2 * count):
        pass
    indentation.asked = 0
    found.toggle(2 * count - 20)
    assert indentation.asked < 20
    assert len(found.hidden) == count - 1


def test_a_line_in_one_of_very_many_closed_blocks_opens_that_one_only(table: Write) -> None:
    count = 50
    found = Folding(Indentation(table("a:\n  b: 1\n" * count), "yaml"))
    found.set_all(closed=True)
    while found.step(2 * count):
        pass
    assert found.open_to(51)
    assert not found.open_to(51)
    assert found.hidden == [(line, line + 1) for line in range(1, 2 * count, 2) if line != 51]
