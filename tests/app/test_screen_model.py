"""The whole screen as one value: when the rows of objects are made anew."""

from builders.screens.images import ROOT

from xpkgtui.app.screen_model import ScreenModel, screen_model
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.selection import PaneId, Selection
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.parts import Ready
from xpkgtui.inspection.messages.requests import Options
from xpkgtui.inspection.rows.objects import ObjectRow
from xpkgtui.rules.finding import Badge

BADGES = [None, Badge.OK, Badge.ERROR, Badge.WARNING, None, Badge.OK]


def badged(badge: Badge | None, before: ScreenModel | None) -> ScreenModel:
    """The screen of a package whose only object has this badge; its inspection is dropped at once."""
    row = ObjectRow(document=1, line=1, start=0, end=9, first_line=1, kind="Role", name="r", badge=badge)
    inspection = Inspection(source=ROOT, objects=Ready((row,)), objects_total=1)
    return screen_model(inspection, Selection(flat=True), Replies(), Options(), busy=False, width=80, before=before)


def test_rows_are_those_of_the_inspection_even_where_it_takes_the_memory_of_the_one_before() -> None:
    model = None
    for badge in BADGES:
        model = badged(badge, model)
        assert [row.value.row.badge for row in model.panes[PaneId.OBJECTS].rows] == [badge]


def test_rows_are_kept_while_nothing_changes_them() -> None:
    row = ObjectRow(document=1, line=1, start=0, end=9, first_line=1, kind="Role", name="r")
    inspection = Inspection(source=ROOT, objects=Ready((row,)), objects_total=1)
    first = screen_model(inspection, Selection(), Replies(), Options(), busy=False, width=80)
    second = screen_model(inspection, Selection(), Replies(), Options(), busy=False, width=80, before=first)
    assert second.panes[PaneId.OBJECTS].rows is first.panes[PaneId.OBJECTS].rows
