"""Tables: which cells widen their columns."""

from xpkgtui.reporting.as_text.tables import NAMES, grid

NAME = "xpkg.upbound.io/crossplane-contrib/function-patch-and-transform"
ROWS = ((NAME, ">=v0.1.0", "met"), ("short", "*", "met"))


def _second(width: int, widest: int = NAMES) -> str:
    return grid(ROWS, width=width, widest=widest)[1][0]


def test_a_long_name_widens_its_column_where_there_is_room() -> None:
    padded = f"  {'short':{len(NAME)}}  *         met"
    assert [_second(width) for width in (0, 120)] == [padded, padded]
    assert _second(80) == _second(0, widest=60) == "  short  *         met"


def test_a_cell_of_megabytes_is_a_screen_of_text() -> None:
    ((row,),) = grid([("a", "x" * 4_000_000)], width=0)
    assert len(row) < 4_100
    assert row.endswith("… (3,996,000 more characters; JSON has them)")


def test_what_has_no_room_beside_a_wide_cell_stands_beneath_it_near_the_edge() -> None:
    rows = [("├─ P " + NAME * 2, ">=v0.1.0", ""), ("├─ P " + NAME * 2, ">=v0.1.0", "met")]
    for lines in grid(rows, width=80, widest=200):
        assert [row[:6] for row in lines] == ["  ├─ P", "    xp", *["    " + row[4:6] for row in lines[2:]]]
        assert lines[2:][0] == "    >=v0.1.0"
