"""Rows and lines of a text."""

from collections.abc import Callable, Sequence

import pytest
from builders.cases import each_row
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from xpkgtui.app.drawing.lines.line_table import LineTable
from xpkgtui.app.drawing.lines.row_map import RowMap, breaks, hanging, joint, row_count

Write = Callable[[str], LineTable]


def known(table: LineTable, notes: dict[int, int], room: int | None) -> RowMap:
    """A map of the whole text."""
    found = RowMap(table, notes, room)
    while found.measure():
        pass
    return found


@given(
    sizes=st.lists(st.integers(0, 40), min_size=1, max_size=30),
    notes=st.dictionaries(st.integers(0, 29), st.integers(1, 3), max_size=4),
    edges=st.lists(st.integers(1, 30), unique=True, max_size=6),
    room=st.sampled_from([None, 10]),
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_rows_are_those_of_the_lines_that_are_not_hidden(
    table: Write, sizes: list[int], notes: dict[int, int], edges: list[int], room: int | None
) -> None:
    count = len(sizes)
    lines = ["x" * size for size in sizes]
    notes = {line: rows for line, rows in notes.items() if line < count}
    blocks = _blocks(sorted(edge for edge in edges if edge <= count))
    found = known(table("".join(f"{line}\n" for line in lines)), notes, room)
    found.hide(blocks)
    wanted = [
        (line, inner)
        for line in range(count)
        if not any(first <= line < end for first, end in blocks)
        for inner in range((row_count(lines[line], room) if room else 1) + notes.get(line, 0))
    ]
    assert found.rows == len(wanted)
    assert [found.locate(row) for row in range(found.rows)] == wanted
    for row, (line, inner) in enumerate(wanted):
        if not inner:
            assert found.first_row(line) == row


def _blocks(edges: Sequence[int]) -> list[tuple[int, int]]:
    return list(zip(edges[::2], edges[1::2], strict=False))


@pytest.mark.parametrize("room", [None, 10])
def test_a_hidden_line_is_where_its_block_is_closed(table: Write, room: int | None) -> None:
    found = known(table("a:\n  b:\n    c\nd:\n"), {}, room)
    found.hide([(1, 3)])
    assert [found.first_row(line) for line in range(4)] == [0, 0, 0, 1]
    assert found.hiding(2) == (1, 3)
    assert found.hiding(3) is None


def test_measuring_a_long_text_takes_several_steps(table: Write) -> None:
    lines = table("key: value\n" * 20_000)
    found = RowMap(lines, {}, 4)
    assert 0 < found.lines < 20_000
    steps = 0
    while found.measure():
        steps += 1
    assert found.lines == 20_000
    assert steps > 0


class Counted(list[tuple[int, int]]):
    """Counts the blocks that are looked at."""

    looked = 0

    def __getitem__(self, index):  # type: ignore[no-untyped-def]
        self.looked += 1
        return super().__getitem__(index)

    def __iter__(self):  # type: ignore[no-untyped-def]
        self.looked += len(self)
        return super().__iter__()


@pytest.mark.parametrize("room", [None, 10])
def test_blocks_that_are_added_to_the_same_list_are_looked_at_alone(table: Write, room: int | None) -> None:
    found, blocks = known(table("a\n" * 4_000), {}, room), Counted()
    for line in range(0, 4_000, 2):
        blocks.append((line + 1, line + 2))
        found.hide(blocks, limit=line + 2)
    assert blocks.looked < 3 * len(blocks)
    assert found.rows == len(blocks)
    found.hide(Counted(blocks[:10]))
    assert found.rows == 4_000 - 10


TEXT = st.text(alphabet=st.sampled_from("ab:-# 漢é\"'"), max_size=120)


def rows(text: str, room: int) -> list[str]:
    starts = breaks(text, room, hanging(text, room))
    return [text[start:end] for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]


@given(TEXT, st.integers(4, 40))
def test_rows_lose_no_character_and_fit_but_for_blanks_at_their_ends(text: str, room: int) -> None:
    indent = hanging(text, room)
    found = rows(text, room)
    assert "".join(found) == text
    assert cell_len(found[0].rstrip()) <= room
    assert all(cell_len(row.rstrip()) <= max(4, room - indent) for row in found[1:])


@given(TEXT, st.integers(4, 40))
def test_rows_are_counted_as_they_are_broken(text: str, room: int) -> None:
    assert row_count(text, room) == len(rows(text, room))


def test_a_line_breaks_between_words() -> None:
    assert rows("key: some words that are long", 16) == ["key: some words ", "that are long"]


def test_a_word_that_fits_into_no_row_is_broken_where_the_row_ends() -> None:
    assert rows("key: " + "x" * 30, 16) == ["key: " + "x" * 11, "x" * 14, "x" * 5]


def test_blanks_before_the_text_are_no_place_to_break() -> None:
    assert rows("        abcdefghijkl", 12) == ["        abcd", "efghij", "kl"]


@each_row(
    ("text", "indent"),
    [
        ("key: value", 2),
        ("  key: value", 4),
        ("  - key: value", 6),
        ("  - item", 4),
        ("    text", 4),
        ('  "a b": c', 4),
    ],
)
def test_further_rows_stand_beneath_the_value_of_a_key_or_the_text(text: str, indent: int) -> None:
    assert hanging(text, 60) == indent


def test_a_deep_line_keeps_half_of_the_width() -> None:
    assert hanging(" " * 50 + "key: value", 30) == 15


@each_row(("inner", "found"), [(0, None), (1, (2, " ")), (2, (2, "")), (3, (2, "   ")), (4, None), (9, None)])
def test_a_further_row_lacks_its_indent_and_the_blanks_at_the_break_before_it(
    inner: int, found: tuple[int, str] | None
) -> None:
    text = "key: some words aaaaaaaaaaaaaabbbbbbbb   dddddd"
    assert rows(text, 16) == ["key: some words ", "aaaaaaaaaaaaaa", "bbbbbbbb   ", "dddddd"]
    assert joint(text, 16, inner) == found


@each_row(
    ("text", "room", "found"),
    [
        ("", 10, [""]),
        ("abcdefghij", 10, ["abcdefghij"]),
        ("abcdefghijk", 10, ["abcdefghij", "k"]),
        ("abcdefghij  ", 10, ["abcdefghij  "]),
        ("abcdef ghij", 10, ["abcdef ", "ghij"]),
        ("abcdefghi jklmnopqrst", 10, ["abcdefghi ", "jklmnopqrs", "t"]),
        ("漢漢漢", 4, ["漢漢", "漢"]),
        ("漢漢漢", 2, ["漢漢", "漢"]),
        ("abcdef", 1, ["abcd", "ef"]),
    ],
)
def test_a_line_is_broken_into_rows(text: str, room: int, found: list[str]) -> None:
    assert rows(text, room) == found
    assert row_count(text, room) == len(found)


def test_rows_of_wide_characters_are_counted_by_their_cells(table: Write) -> None:
    found = known(table("\u6f22\u5b57\u6f22\u5b57\u6f22\u5b57\nab\n"), {}, 6)
    assert [found.locate(row) for row in range(found.rows)] == [(0, 0), (0, 1), (1, 0)]
