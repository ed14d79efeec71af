"""Prose, laid out at a width."""

import pytest
from builders.goldens import Golden, once
from builders.screens.pages import agreed
from textual.content import Content

from xpkgtui.app.drawing.page import (
    Code,
    Ends,
    Fact,
    Grid,
    Hanging,
    LabeledRows,
    Line,
    NumberedStep,
    Ruled,
    ShellLine,
    TwoTexts,
)
from xpkgtui.app.drawing.renderers.prose import Prose
from xpkgtui.rules.changes.change import TextRow

STEP = NumberedStep(
    Content("  1 ✓ Looks for a layer"), Content("layer 2 has the annotation, the others are not looked at")
)


def lines(width: int) -> list[str]:
    renderer = Prose((STEP,), width)
    return [renderer.draw(row, 0, width).plain.rstrip() for row in range(renderer.rows)]


def test_evidence_stands_beside_its_step_and_hangs_there() -> None:
    assert lines(60) == [
        "  1 ✓ Looks for a layer layer 2 has the annotation, the",
        "                        others are not looked at",
    ]


def test_evidence_stands_beneath_its_step_where_there_is_no_room() -> None:
    assert lines(44) == [
        "  1 ✓ Looks for a layer",
        "      layer 2 has the annotation, the others",
        "      are not looked at",
    ]


def test_a_label_never_touches_its_text() -> None:
    renderer = Prose((Fact("description", Content("text")), Fact("capabilities", Content("none"))), 36)
    assert renderer.draw(0, 0, 36).plain.startswith("description text")
    assert renderer.draw(1, 0, 36).plain.startswith("capabiliti… none")


@pytest.mark.parametrize("line", [Fact("label", Content("x" * 1_000_000)), Content("x" * 1_000_000)])
def test_a_text_of_a_megabyte_is_cut_and_says_so(line: Line) -> None:
    renderer = Prose([line], 100)
    assert renderer.rows < 300
    assert "980,000 characters more" in renderer.draw(renderer.rows - 1, 0, 100).plain


def test_a_long_command_is_broken_as_a_shell_allows() -> None:
    text = "kubectl patch crd berths.example.com --type=merge -p '{\"a b\": 1}'"
    renderer = Prose((ShellLine(text),), 40)
    rows = [renderer.draw(row, 0, 40).plain.rstrip() for row in range(renderer.rows)]
    assert rows == [
        " $ kubectl patch crd \\",
        "     berths.example.com --type=merge \\",
        "     -p '{\"a b\": 1}'",
    ]


def rows(item: Line, width: int) -> list[str]:
    renderer = Prose((item,), width)
    return [renderer.draw(row, 0, width).plain.rstrip() for row in range(renderer.rows)]


def cells(*texts: str) -> tuple[Content, ...]:
    return tuple(map(Content, texts))


WANTED = LabeledRows(
    "depends on", (cells("Provider", "example.org/one", ">=v1"), cells("Function", "example.org/second", ""))
)
TABLE = Grid((cells("Kind", "Count"), cells("Bucket of many words", "12")), ("left", "right"))


def test_a_list_stands_in_columns_beside_its_label() -> None:
    assert rows(WANTED, 60) == [
        "depends on     Provider  example.org/one     >=v1",
        "               Function  example.org/second",
    ]


def test_a_list_goes_beneath_its_label_where_that_makes_it_fit() -> None:
    assert rows(WANTED, 40) == [
        "depends on",
        "  Provider  example.org/one     >=v1",
        "  Function  example.org/second",
    ]


def test_cells_run_on_where_columns_do_not_fit() -> None:
    assert rows(WANTED, 26) == [
        "depends on",
        "  Provider",
        "    example.org/one  >=v1",
        "  Function",
        "    example.org/second",
    ]


def test_words_stay_beside_their_label() -> None:
    said = LabeledRows("capabilities", (cells("safe-start", "they are inactive until then"),), is_prose=True)
    assert rows(said, 46) == [
        "capabilities   safe-start  they are inactive",
        "                 until then",
    ]


def test_a_list_with_lines_in_a_cell_keeps_its_columns() -> None:
    assert rows(LabeledRows("labels", (cells("a", "1\n2"), cells("b", "3"))), 60) == [
        "labels         a  1",
        "                  2",
        "               b  3",
    ]


def test_a_table_is_as_wide_as_it_needs() -> None:
    assert rows(TABLE, 60) == [
        "Kind                  Count",
        "────────────────────  ─────",
        "Bucket of many words     12",
    ]


def test_the_widest_column_of_a_table_gives_way() -> None:
    assert rows(TABLE, 20) == [
        "Kind           Count",
        "─────────────  ─────",
        "Bucket of         12",
        "many words",
    ]


def test_a_table_with_too_many_columns_is_running_text() -> None:
    assert rows(Grid((cells(*"abcdefgh"), cells(*"12345678")), ("left",) * 8), 12) == [
        "a · b · c ·",
        "d · e · f ·",
        "g · h",
        "1 · 2 · 3 ·",
        "4 · 5 · 6 ·",
        "7 · 8",
    ]


def test_a_margin_stands_before_every_line() -> None:
    assert rows(Hanging("1. ", "   ", Content("one two three four")), 12) == ["1. one two", "   three", "   four"]


def test_a_margin_takes_half_of_the_width_at_most() -> None:
    assert rows(Hanging("│ " * 40, "│ " * 40, Content("word")), 20) == ["│ │ │ │ │ word"]


def test_code_is_never_broken() -> None:
    assert rows(Hanging("  ", "  ", Content("a: " + "b" * 20 + "\nc"), whole=True), 16)[1] == "  c"


def test_a_rule_goes_across_the_page() -> None:
    assert rows(Ruled("│ "), 10) == ["│ ────────"]


ROWS = (
    TextRow(9, 9, "    versions:", "    versions:"),
    TextRow(10, None, "    - name: v1alpha1"),
    TextRow(11, 10, "      served: true", "      served: false"),
    TextRow(12, 11, "      storage: true", "      storage: true"),
    TextRow(40, 39, "    end: \x1b[31m", "    end: \x1b[31m"),
)


def lines_of(width: int, *, one_column: bool = False) -> list[str]:
    renderer = Prose((TwoTexts(ROWS, one_column=one_column),), width)
    return [renderer.draw(row, 0, width).plain.rstrip() for row in range(renderer.rows)]


def test_old_and_new_stand_side_by_side() -> None:
    assert lines_of(63) == [
        " 9   versions:                 │  9   versions:",
        "10 - - name: v1alpha1          │",
        "11 -   served: true            │ 10 +   served: false",
        "12     storage: true           │ 11     storage: true",
        "┄" * 63,
        "40   end: ␛[31m                │ 39   end: ␛[31m",
    ]


def test_in_one_column_what_is_gone_comes_first() -> None:
    wanted = [
        " 9   versions:",
        "10 - - name: v1alpha1",
        "11 -   served: true",
        "10 +   served: false",
        "11     storage: true",
        "┄" * 40,
        "39   end: ␛[31m",
    ]
    assert lines_of(40) == wanted
    assert [line[:40] for line in lines_of(100, one_column=True)] == wanted


def test_each_part_of_the_texts_is_without_the_indentation_that_all_its_lines_have() -> None:
    rows = (
        TextRow(old=3, new=3, before="  name: a", after="  name: a"),
        TextRow(old=70, new=70, before=" " * 40 + "url:", after=" " * 40 + "url:"),
        TextRow(old=71, new=71, before=" " * 42 + "type: a", after=" " * 42 + "type: b"),
    )
    renderer = Prose((TwoTexts(rows),), 63)
    assert [renderer.draw(row, 0, 63).plain.rstrip() for row in range(renderer.rows)] == [
        " 3   name: a                   │  3   name: a",
        "┄" * 63,
        "70   url:                      │ 70   url:",
        "71 -   type: a                 │ 71 +   type: b",
    ]


def test_the_row_that_is_looked_at_first_is_that_of_the_change() -> None:
    assert Prose((TwoTexts(ROWS, focus=2),), 63).show(1) == 2
    assert Prose((Content("above"), TwoTexts(ROWS)), 63).show(1) == 1


BOTH = (
    TextRow(old=8, new=8, before="  spec:", after="  spec:"),
    TextRow(old=9, new=9, before="    mode: slow", after="    mode: fast"),
    TextRow(old=None, new=10, before="", after="    depth: 3"),
    TextRow(old=40, new=41, before="  status: {}", after="  status: {}"),
)
CELLS = (
    (Content("key"), Content("annotation"), Content("label")),
    (Content("io.crossplane.xpkg"), Content("a b"), Content("")),
)
BODY: tuple[Line, ...] = (
    Fact("media type", Content("application/vnd.oci.image.layer.v1.tar+gzip")),
    Ends(Content("the left one runs over several lines where it has to"), Content("right")),
    NumberedStep(Content(" 1  Layers"), Content("what it met, in words that need some room\nand a second line")),
    Hanging("- ", "  ", Content("some words of an item of a list")),
    Hanging("> ", "> ", Content("never broken, however long the line is"), whole=True),
    LabeledRows("labels", CELLS),
    LabeledRows("words", (*CELLS, (Content("x " * 30), Content("y"), Content(""))), is_prose=True),
    Grid(CELLS, ("left", "right", "center"), lead="  ", indent="  "),
    Grid((*CELLS, (Content("w " * 40), Content("1"), Content("2"))), ("left", "right", "center")),
    Ruled("  "),
    ShellLine(
        "xpkgtui show 'a quoted name of some length' --format json --profile crossplane --platform linux/arm64"
    ),
    Code(Content("one\ntwo"), "$panel"),
    Code(Content("never broken")),
)


def test_prose_looks_as_it_was_agreed_at_many_widths(golden: Golden) -> None:
    parts = []
    for line in BODY:
        seen = ""
        for width in (18, 24, 33, 45, 53, 54, 71, 103):
            prose = Prose((line,), width)
            rows = Content("\n").join([prose.draw(row, 0, width).rstrip() for row in range(prose.rows)])
            if rows.plain != seen:
                seen = rows.plain
                parts.append(Content(f"── {type(line).__name__} {width}\n") + rows)
    for one_column in (False, True):
        for width in (30, 53, 54, 71):
            prose = Prose((Content("above"), TwoTexts(BOTH, one_column=one_column, focus=2)), width)
            drawn = [prose.draw(row, 0, width) for row in range(prose.rows)]
            parts.append(Content(f"── {width} {prose.show(0)}\n") + Content("\n").join(drawn))
    golden("prose", once(agreed(*parts)))
