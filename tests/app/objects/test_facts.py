"""Facts as lines: parts with headings, tables, signs in color."""

from xpkgtui.app.drawing.page import Ends, Fact, Grid, Listed
from xpkgtui.app.objects.facts import facts
from xpkgtui.formats.fact import cells, heading


def test_a_heading_has_its_note_at_the_other_end_and_a_blank_line_above() -> None:
    first, gap, second = facts([heading("Tides v1", "CSV"), heading("Images", "2 images")])
    assert isinstance(first, Ends)
    assert (first.left.plain, first.right.plain) == ("Tides v1", "CSV")
    assert not isinstance(gap, Ends)
    assert isinstance(second, Ends)


def test_lines_of_cells_that_follow_each_other_are_a_table() -> None:
    (table,) = facts([("key", cells("file", "label")), ("package", cells("tides", "= agree"))])
    assert isinstance(table, Grid)
    assert [[cell.plain for cell in row] for row in table.rows] == [
        ["key", "file", "label"],
        ["package", "tides", "= agree"],
    ]


def test_cells_of_one_fact_stand_in_columns() -> None:
    (listed,) = facts([("modes", "\n".join((cells("✓ a", "– b"), cells("– c", "– d"))))])
    assert isinstance(listed, Listed)
    assert [[cell.plain for cell in row] for row in listed.rows] == [["✓ a", "– b"], ["– c", "– d"]]


def test_a_sign_has_its_color_and_a_tab_of_the_package_makes_no_cell() -> None:
    (one,) = facts([("requires", f"! {cells('a package')}")])
    assert isinstance(one, Fact)
    assert one.text.plain == "! a package"
    assert any("$warning" in str(span.style) for span in one.text.spans)
    assert cells("a\tb") == "a b"
