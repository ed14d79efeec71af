"""Rows of lists, in which what a filter matches stands out."""

import pytest
from textual.content import Content

from xpkgtui.app.drawing.rows import Cell, Row, draw_row
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


@pytest.mark.parametrize(
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
