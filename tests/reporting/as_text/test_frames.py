"""Code frames: the line that is meant, cut around its column, and nothing of it raw."""

from hypothesis import given
from hypothesis import strategies as st

from xpkgtui import visible
from xpkgtui.cells import cells
from xpkgtui.reporting.as_text.check import Excerpt, frame
from xpkgtui.reporting.as_text.tables import Paint
from xpkgtui.rules.finding import Place


def drawn(*rows: str, column: int | None, width: int = 60, first: int = 4) -> list[str]:
    line = first + len(rows) - 1
    place = Place(file="a.yaml", line=line, column=column)
    return list(frame(place, {("a.yaml", line): Excerpt(first, rows)}, Paint(width=width)))


def test_a_caret_stands_beneath_what_is_meant() -> None:
    assert drawn("spec:", "  resources: []", column=3) == [
        "    4 │ spec:",
        "    5 │   resources: []",
        "      │   ^^^^^^^^^",
    ]


def test_a_quoted_text_is_meant_as_a_whole() -> None:
    assert drawn('a: "b c: d"', column=4)[-1] == "      │    ^^^^^^^^"


def test_a_line_without_a_column_has_no_caret() -> None:
    assert drawn("spec:", column=None) == ["    4 │ spec:"]


def test_a_long_line_is_cut_around_its_column() -> None:
    row, below = drawn(f"{'x' * 300} here {'y' * 300}", column=302)
    assert "here" in row
    assert row[8] == row[-1] == "…"
    assert row[below.index("^") :].startswith("here")


def test_a_place_whose_text_is_not_known_has_no_frame() -> None:
    assert list(frame(Place(line=7), {}, Paint())) == []


ROWS = st.text(st.characters(exclude_characters="\n"), max_size=200)


@given(ROWS, st.integers(1, 260), st.sampled_from([0, 60, 80, 200]))
def test_nothing_is_raw_and_nothing_overflows(row: str, column: int, width: int) -> None:
    lines = drawn(row, column=column, width=width)
    assert [line for line in lines if visible.line(line) != line] == []
    assert max(map(cells, lines)) <= (width or 128)


def test_a_frame_is_twenty_cells_wide_or_as_wide_as_a_terminal_or_a_hundred_and_twelve() -> None:
    widths = [cells(drawn("x" * 300, column=1, width=width)[0].split("│ ")[1]) for width in (1, 28, 29, 0)]
    assert widths == [20, 20, 21, 112]


def test_a_line_that_fits_is_whole_wherever_its_column_is() -> None:
    assert drawn("x" * 50, column=45)[0] == f"    4 │ {'x' * 50}"
