"""Objects as rows of a list: short kinds, and which end of a name stays."""

import pytest
from builders.work import calls

from xpkgtui.app.objects.cells import ObjectItem, amount_of, cells, meta_cells, name_of, note_width, widths, widths_of
from xpkgtui.app.objects.list import pane
from xpkgtui.app.state.selection import Selection
from xpkgtui.formats.role import Role
from xpkgtui.inspection.folding import fold, fold_all
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import ObjectsListed
from xpkgtui.inspection.messages.judging import Judged
from xpkgtui.inspection.messages.replies import ObjectsNoted
from xpkgtui.inspection.rows.objects import ObjectRow
from xpkgtui.rules.finding import Badge

FOLDER = ".registry/resources/moorings"


def row(role: Role = Role.OBJECT, **more: str) -> ObjectRow:
    return ObjectRow(document=1, line=1, start=0, end=1, first_line=1, role=role, **more)  # type: ignore[arg-type]


FILE = row(file=f"{FOLDER}/berth.resource.yaml", kind="berth.resource.yaml", name=FOLDER)
OBJECT = row(file=f"{FOLDER}/berth.crd.yaml", kind="Deployment", api_version="apps/v1", name="controller")


def drawn(one: ObjectRow, width: int) -> list[str]:
    kind, name = widths((one,), flat=False)
    item = ObjectItem(one, kind, name, flat=False, note_width=note_width((one,)))
    return [cell.content.plain.strip() for cell in cells(item, width)]


def test_a_document_that_is_no_object_has_the_name_of_its_file() -> None:
    assert drawn(FILE, 90)[1:3] == ["file", f"{FOLDER}/berth.resource.yaml"]
    assert drawn(OBJECT, 90)[1:3] == ["Deployment", "controller"]


def test_badge_kind_name_and_versions_have_their_room() -> None:
    kind, name = widths((OBJECT,), flat=False)
    assert [cell.width for cell in cells(ObjectItem(OBJECT, kind, name, flat=False), 90)][:2] == [1, kind]


@pytest.mark.parametrize("flat", [True, False])
def test_its_name_is_the_same_in_groups_and_without(flat: bool) -> None:
    assert name_of(FILE, flat=flat) == f"{FOLDER}/berth.resource.yaml"


def test_an_object_without_a_name_says_so() -> None:
    assert [name_of(row(kind="Thing"), flat=flat) for flat in (True, False)] == ["(no name)"] * 2


def test_the_end_of_its_path_stays() -> None:
    name = drawn(FILE, 50)[2]
    assert name.startswith("…")
    assert name.endswith("/berth.resource.yaml")


def test_the_object_of_the_package_has_its_kind_in_short() -> None:
    meta = row(Role.META, kind="ClusterServiceVersion", api_version="operators.coreos.com/v1alpha1", name="a.v1.0.0")
    title = meta_cells(ObjectItem(meta, 3, 10, flat=False), 60)[1].content.plain
    assert title.strip() == "CSV a.v1.0.0"


NOTED = row(
    kind="olm.package", name="tides", note="default: stable, deprecated, 11 channels, 7 bundles, 3 of them heads"
)
KIND = row(kind="PersistentVolumeClaim", api_version="v1", name="tides")


def test_a_note_takes_the_room_that_names_leave() -> None:
    assert drawn(NOTED, 120)[3] == NOTED.note


def test_a_note_that_is_cut_ends_at_a_word() -> None:
    said = drawn(NOTED, 58)[3]
    assert said.endswith(" …")
    assert NOTED.note.startswith(said.removesuffix(" …"))
    assert NOTED.note[len(said) - 2] in " ,"


@pytest.mark.parametrize(("width", "cells_of_kind", "most"), [(60, 16, 16), (90, 21, 24)])
def test_a_wide_list_has_room_for_long_kinds(width: int, cells_of_kind: int, most: int) -> None:
    kind, name = widths((KIND,), flat=False)
    assert cells(ObjectItem(KIND, kind, name, flat=False), width)[1].width == cells_of_kind
    assert cells(ObjectItem(KIND, 30, name, flat=False), width)[1].width == most


def test_the_sign_of_a_note_takes_the_place_of_the_badge() -> None:
    left = row(kind="olm.bundle", name="tides.v1", note="✗ stranded in stable", badge=Badge.OK)
    assert drawn(left, 60) == ["✗", "bundle", "tides.v1", "stranded in stable"]


def test_beside_notes_a_long_kind_leaves_them_room() -> None:
    own = row(kind="tidewater.chart", name="approaches")
    channel = row(kind="olm.channel", name="fast", note="1 stranded, 4 bundles")
    kind, name = widths((own, channel), flat=False)
    item = ObjectItem(channel, kind, name, flat=False, note_width=note_width((own, channel)))
    assert cells(item, 56)[1].width == 12


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
    assert widths_of(later, flat=False) is widths_of(state, flat=False)
    # A group of each, a badge of each, and no name of any.
    assert calls(lambda: pane(later, Selection())) < 6 * len(ROWS)


def test_more_objects_and_notes_of_them_are_measured() -> None:
    narrow = widths_of(LISTED, flat=False)
    long = ObjectRow(document=1501, line=1, start=0, end=1, first_line=1, kind="Thing", name="a" * 40)
    more = fold(LISTED, ObjectsListed(first=1500, rows=(long,), total=1501))
    noted = fold(LISTED, ObjectsNoted(notes=((3, "deprecated, head"),)))
    assert (narrow.name, widths_of(more, flat=False).name) == (5, 40)
    assert widths_of(noted, flat=False).note_width > narrow.note_width


def test_the_errors_of_a_group_are_counted() -> None:
    rows = pane(fold_all(LISTED, [judged(1), judged(7)]), Selection()).rows
    assert [(row.value.errors, row.value.warnings) for row in rows if row.heading] == [(2, 0), (0, 0)]


def test_objects_that_are_still_counted_are_that_many_at_least() -> None:
    counting = fold(Inspection(source="s"), ObjectsListed(first=0, rows=ROWS[:64], total=None))
    assert amount_of(counting) == "64+"
    assert pane(counting, Selection()).note.plain.startswith("64+ objects")
    assert amount_of(LISTED) == "1,500"
