"""The cursor of a list: where its steps lead."""

from typing import Any

from builders.cases import each_row
from builders.inspection import ports

from xpkgtui.app.drawing.lists.cursor import Cursor, settled
from xpkgtui.app.drawing.rows import Cell, Pane, Row, sentence
from xpkgtui.app.state.lists import groups
from xpkgtui.app.state.selection import ListId, PaneId, Selection, Subject, TabId


def cells(value: str, _width: int) -> tuple[Cell, ...]:
    return ()


def on(index: int) -> Cursor:
    """The cursor on a row of: a, a sentence, b, c, a sentence."""
    from textual.content import Content

    rows = [Row("a", "a", cells), sentence("1", Content("s")), Row("b", "b", cells), Row("c", "c", cells)]
    made = Cursor()
    made.show(Pane(name="List", rows=(*rows, sentence("2", Content("s")))))
    made.put(index)
    return made


@each_row(
    ("index", "step", "expected"),
    [(0, 1, 2), (2, 1, 3), (3, 1, 3), (2, -1, 0), (0, -1, 0), (0, 3, 3), (0, 9, 0), (3, -1, 2), (3, -2, 0)],
)
def test_a_step_leads_to_the_next_row_that_may_be_chosen_and_not_beyond_the_ends(
    index: int, step: int, expected: int
) -> None:
    cursor = on(index)
    assert (cursor.index, cursor.after(step)) == (index, expected)


def listing(*keys: str, **facts: Any) -> Pane:
    return Pane(name="List", rows=tuple(Row(key, key, cells) for key in keys), **facts)


def test_the_chosen_row_comes_before_the_default_one_and_the_place_before_both_is_kept_without_them() -> None:
    cursor = Cursor()
    cursor.show(listing("a", "b", "c", cursor="c", default="b"))
    assert cursor.index == 2
    cursor.show(listing("a", "b", "c", cursor="x", default="b"))
    assert cursor.index == 1
    cursor.show(listing("d", cursor="x"))
    assert (cursor.index, cursor.row and cursor.row.key) == (0, "d")
    cursor.show(listing())
    assert (cursor.index, cursor.row) == (0, None)


def test_quick_keys_outrun_the_selection() -> None:
    cursor = Cursor()
    rows = listing("a", "b", "c")
    cursor.show(rows)
    assert [cursor.put(index) for index in (1, 2, 2)] == [True, True, False]
    cursor.show(Pane(name="List", rows=rows.rows, cursor="b", default="a"))
    assert cursor.index == 2
    cursor.show(Pane(name="List", rows=rows.rows, cursor="a"))
    assert cursor.index == 0
    assert [cursor.put(9), cursor.index] == [True, 2]


STATE = ports.inspection(*ports.package())
OBJECTS = Selection(list_id=ListId.OBJECTS, rows={ListId.OBJECTS: "document:2"})
GROUP = f"group:{groups.group_of(STATE.rows[1])}"
FINDINGS = Selection(verdict=True, tabs={Subject.VERDICT: TabId.FINDINGS}, filters={PaneId.FINDINGS: "x"}, finding=1)


@each_row(
    ("pane", "selection", "row", "before"),
    [
        (listing("document:2"), OBJECTS, "document:2", None),
        (listing(), OBJECTS, "document:2", None),
        (listing(GROUP), OBJECTS, GROUP, None),
        (listing("group:x"), OBJECTS, "document:2", None),
        (listing("document:7", default="document:7"), Selection(list_id=ListId.OBJECTS), "", None),
        (listing("document:7"), OBJECTS.with_filter(PaneId.OBJECTS, "x"), "document:7", "document:2"),
        (listing("document:7"), Selection(list_id=ListId.OBJECTS, problems_only=True), "document:7", ""),
    ],
)
def test_the_row_that_is_chosen_is_one_that_is_there(
    pane: Pane, selection: Selection, row: str, before: str | None
) -> None:
    found = settled(STATE, pane, selection)
    assert (found.row(ListId.OBJECTS), found.rows_before.get(ListId.OBJECTS)) == (row, before)


def test_what_was_chosen_before_a_filter_is_chosen_again_after_it() -> None:
    narrowed = settled(STATE, listing("document:7"), OBJECTS.with_filter(PaneId.OBJECTS, "x"))
    whole = listing("document:2", "document:7")
    assert settled(STATE, whole, narrowed.with_filter(PaneId.OBJECTS, "")).row(ListId.OBJECTS) == "document:2"


def test_a_folder_that_was_closed_over_a_file_takes_the_cursor() -> None:
    file = Selection(list_id=ListId.FILES, rows={ListId.FILES: "a/b/c"}, folders=frozenset({"a"}))
    assert settled(STATE, listing("a", "a/b"), file).row(ListId.FILES) == "a/b"


def test_the_finding_that_is_chosen_is_one_that_the_filter_leaves() -> None:
    heading = Row("heading", "x", cells, heading=True)
    rows = Pane(name="Findings", rows=(heading, Row("finding:4", "x", cells)))
    assert settled(STATE, rows, FINDINGS).finding == 4
    assert settled(STATE, listing("finding:1", "finding:4"), FINDINGS) is FINDINGS
    assert settled(STATE, listing(), FINDINGS) is FINDINGS
