"""Long lines in rows."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from xpkgtui.app.drawing.lines.wrapping import breaks, hanging, row_count

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


@pytest.mark.parametrize(
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
