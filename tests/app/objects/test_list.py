"""The list of objects as a pane."""

from builders.inspection import ports

from xpkgtui.app.drawing.rows import Row
from xpkgtui.app.objects.cells import GroupHeading, ObjectItem, cells, group_cells
from xpkgtui.app.objects.list import Sight, pane
from xpkgtui.app.state.selection import Selection, document_key
from xpkgtui.formats.role import Role
from xpkgtui.inspection.messages.events import ObjectsListed
from xpkgtui.inspection.messages.requests import Preview
from xpkgtui.inspection.rows.objects import ListStop, ObjectRow
from xpkgtui.rules.finding import Badge


def test_it_says_where_reading_stops() -> None:
    row = ports.row(1, kind="Provider", name="provider-x", role="meta")
    stop = ListStop(line=1600, says="invalid Yaml document separator: x")
    listed = ObjectsListed(first=0, rows=(row,), total=1, stop=stop)
    state = ports.inspection(ports.resolved(), ports.stream(), listed)
    assert pane(state, Selection()).note.plain.startswith("1 object, stops at line 1600")


def row(document: int, badge: Badge | None = None) -> Row:
    found = ObjectRow(
        document=document, line=1, start=0, end=1, first_line=1, role=Role.OBJECT, name="a", badge=badge
    )
    return Row(document_key(document), ObjectItem(found, 3, 10, flat=True), cells)


GROUP = Row("group:a", GroupHeading("a", 9, is_open=True, errors=0, warnings=0), group_cells, heading=True)
ROWS = (GROUP, *map(row, range(1, 5)), row(5, Badge.OK), *map(row, range(6, 100)))


def test_the_row_under_the_cursor_comes_first() -> None:
    asked = Sight().request("crossplane", ROWS, top=0, height=7, cursor=ROWS[3])
    assert asked == Preview(profile="crossplane", documents=(3, 1, 2, 4, 6))


def test_what_was_asked_for_is_not_asked_for_again() -> None:
    sight = Sight()
    sight.request("crossplane", ROWS, top=0, height=7, cursor=None)
    assert sight.request("crossplane", ROWS, top=1, height=3, cursor=None) is None


def test_what_comes_into_sight_is_asked_for_with_all_that_is_awaited() -> None:
    sight = Sight()
    sight.request("crossplane", ROWS, top=10, height=2, cursor=None)
    asked = sight.request("crossplane", ROWS, top=11, height=2, cursor=None)
    assert asked == Preview(profile="crossplane", documents=(11, 12))


def test_another_profile_asks_again() -> None:
    sight = Sight()
    sight.request("crossplane", ROWS, top=10, height=2, cursor=None)
    assert sight.request("spec", ROWS, top=10, height=2, cursor=None) is not None


def test_nothing_is_asked_for_without_a_judgement() -> None:
    sight = Sight()
    sight.request("crossplane", ROWS, top=10, height=2, cursor=None)
    assert sight.request("", ROWS, top=10, height=2, cursor=None) is None
    assert sight.request("crossplane", ROWS, top=10, height=2, cursor=None) is not None


def test_nothing_is_asked_for_where_all_is_judged() -> None:
    assert Sight().request("crossplane", ROWS, top=5, height=1, cursor=ROWS[5]) is None
