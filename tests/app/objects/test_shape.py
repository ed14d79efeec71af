"""The list of objects is measured once while its objects are judged."""

from builders.work import calls

from xpkgtui.app.objects import shape
from xpkgtui.app.objects.list import pane
from xpkgtui.app.state.selection import Selection
from xpkgtui.inspection.folding import fold, fold_all
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import ObjectsListed
from xpkgtui.inspection.messages.judging import Judged
from xpkgtui.inspection.messages.replies import ObjectsNoted
from xpkgtui.inspection.rows.objects import ObjectRow
from xpkgtui.rules.finding import Badge

ROWS = tuple(
    ObjectRow(document=number, line=1, start=0, end=1, first_line=1, kind="Thing", name=f"a{number}", group=group)
    for number, group in enumerate(["g.io", "h.io"] * 750, 1)
)
LISTED = fold(Inspection(source="s"), ObjectsListed(first=0, rows=ROWS, total=len(ROWS)))


def judged(number: int) -> Judged:
    return Judged(badges=((number, Badge.ERROR),), done=number, total=len(ROWS))


def test_a_judgement_measures_nothing_anew() -> None:
    state = fold_all(LISTED, [Judged(restart=True), judged(1)])
    pane(state, Selection())
    later = fold(state, judged(2))
    assert shape.widths_of(later, flat=False) is shape.widths_of(state, flat=False)
    # A group of each, a badge of each, and no name of any.
    assert calls(lambda: pane(later, Selection())) < 6 * len(ROWS)


def test_more_objects_and_notes_of_them_are_measured() -> None:
    narrow = shape.widths_of(LISTED, flat=False)
    long = ObjectRow(document=1501, line=1, start=0, end=1, first_line=1, kind="Thing", name="a" * 40)
    more = fold(LISTED, ObjectsListed(first=1500, rows=(long,), total=1501))
    noted = fold(LISTED, ObjectsNoted(notes=((3, "deprecated, head"),)))
    assert (narrow.name, shape.widths_of(more, flat=False).name) == (5, 40)
    assert shape.widths_of(noted, flat=False).note_width > narrow.note_width


def test_the_errors_of_a_group_are_counted() -> None:
    rows = pane(fold_all(LISTED, [judged(1), judged(7)]), Selection()).rows
    assert [(row.value.errors, row.value.warnings) for row in rows if row.heading] == [(2, 0), (0, 0)]


def test_objects_that_are_still_counted_are_that_many_at_least() -> None:
    counting = fold(Inspection(source="s"), ObjectsListed(first=0, rows=ROWS[:64], total=None))
    assert shape.amount_of(counting) == "64+"
    assert pane(counting, Selection()).note.plain.startswith("64+ objects")
    assert shape.amount_of(LISTED) == "1,500"
