"""Rows of lists, in which what a filter matches stands out."""

from builders.cases import each_row
from textual.content import Content

from xpkgtui.app.drawing.rows import Cell, Pane, Row, draw_row
from xpkgtui.app.drawing.styled_text import words
from xpkgtui.inspection.filters.filter import parse


def underlined(typed: str, *, cursor: bool = False) -> list[str]:
    cells = (
        Cell(Content("CRD"), 4, ("", "kind")),
        Cell(Content("buckets.s3"), keys=("",)),
        Cell(Content("bucket"), -8),
    )
    row = Row("key", cells, lambda value, _width: value)
    wanted = parse(typed, frozenset({"kind"}))
    line = draw_row(row, 60, cursor=cursor, focused=True, wanted=wanted)
    return [line.plain[start:end] for start, end, style in line.spans if "underline" in str(style)]


@each_row(
    ("typed", "found"),
    [
        ("bucket", ["bucket"]),
        ("CKE s", ["cke", "s", "s"]),
        ("kind:cr", ["CR"]),
        ("cr", ["CR"]),
        ("!bucket", []),
        (r"re:\.s\d$", [".s3"]),
        ("", []),
    ],
)
def test_matches_stand_out_in_the_columns_that_are_searched(typed: str, found: list[str]) -> None:
    assert underlined(typed) == found
    assert underlined(typed, cursor=True) == found


def test_the_title_of_a_list_has_its_choice_and_its_filter() -> None:
    assert Pane(name="2 Layers").title == "2 Layers"
    assert Pane(name="2 Layers", chosen="#2").title == "2 Layers · #2"
    assert Pane(name="a", filter=parse("x")).title == "a · /x"
    assert Pane(name="a", filter=parse("x" * 41)).filter_words == f" · /{'x' * 39}…"
    assert Pane(name="a", filter=parse("re:(")).problem.startswith("✗ ")
    assert (
        Pane(name="a", filter=parse("re:(")).filter_words
        == f" · /re:( {Pane(name='a', filter=parse('re:(')).problem}"
    )


def test_a_list_can_be_filtered_while_it_has_rows_or_will_have_some() -> None:
    row = Row("key", (), lambda value, _width: value)
    assert [one.can_filter for one in (Pane(name="a"), Pane(name="a", is_loading=True))] == [False, True]
    assert Pane(name="a", rows=(row,)).can_filter is True
    assert Pane(name="a", filter=parse("x")).can_filter is True


def test_a_row_is_as_wide_as_the_list_and_its_mark_says_who_has_the_keys() -> None:
    cells = (Cell(Content("a"), 0), Cell(Content("name")), Cell(Content("12"), -4))
    row = Row("key", cells, lambda value, _width: value)
    assert draw_row(row, 16).plain == "   name       12"
    assert draw_row(row, 16, cursor=True, focused=True).plain == "▶  name       12"
    assert draw_row(row, 16, cursor=True).plain == "   name       12"
    assert draw_row(Row("key", cells, row.draw, selectable=False), 14).plain == " name       12"
    assert "on $cursor-off" in str(draw_row(row, 16, cursor=True).spans[0].style)
    assert "on $cursor-off" not in str(draw_row(row, 16, cursor=True, focused=True).spans[0].style)
    assert draw_row(Row("s", (Cell(words("**b** ✓ x")),), row.draw), 12).plain == "  b ✓ x     "
