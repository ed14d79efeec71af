"""What follows when a layer is chosen, or the view of the files is changed."""

from dataclasses import replace

import pytest
from builders.cases import each_row
from builders.inspection import ports

from xpkgtui.app.state.keys.transitions import (
    MOST,
    clicked,
    files_of_layer,
    findings_of,
    fold,
    fold_all,
    follow_layer,
    is_cut,
    moved,
    next_tab,
    next_view,
    onward,
    raw,
    tab_at,
    to_next_pane,
    to_pane,
)
from xpkgtui.app.state.lists import groups
from xpkgtui.app.state.lists.file_views import VIEWS
from xpkgtui.app.state.outcomes import Move
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.selection import ListId, PaneId, Selection, Subject, TabId, layer_key
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import ManifestRead
from xpkgtui.inspection.messages.parts import Ready
from xpkgtui.inspection.messages.replies import FilesListed
from xpkgtui.inspection.messages.requests import ListFiles, View
from xpkgtui.inspection.rows.files import FileRow
from xpkgtui.readers.reader import Reading


def whole() -> Inspection:
    return ports.inspection(*ports.package())


def on(state: Inspection, number: int, **more: object) -> Selection:
    """The selection of a layer."""
    row = state.layers[number]
    chosen = Selection().with_row(ListId.LAYERS, layer_key(row.index, row.digest))
    return replace(chosen, folders=frozenset({"a"}), consent=True, **more)  # type: ignore[arg-type]


def test_a_view_of_a_layer_follows_the_chosen_one_and_agrees_to_nothing() -> None:
    state = whole()
    other = state.layers[-1].index
    for view in (View.LAYER, View.UPTO):
        followed = follow_layer(state, on(state, -1, view=view, view_layer=other + 1))
        assert (followed.view, followed.view_layer) == (view, other)
        assert (followed.folders, followed.consent) == (frozenset(), False)


def test_another_view_and_the_same_layer_stay() -> None:
    state = whole()
    for selection in (
        on(state, -1, view=View.FLATTENED),
        on(state, -1, view=View.LAYER, view_layer=state.layers[-1].index),
    ):
        assert follow_layer(state, selection) is selection


def test_views_follow_each_other_and_come_round() -> None:
    state = whole()
    selection, seen = on(state, -1), []
    for _ in VIEWS:
        selection = next_view(state, selection)
        assert (selection.list_id, selection.view_layer) == (ListId.FILES, state.layers[-1].index)
        seen.append(selection.view)
    assert seen == [*VIEWS[1:], VIEWS[0]]


def test_the_files_of_a_layer_are_those_of_the_base_where_it_is_the_base() -> None:
    state = whole()
    assert state.reading is not None
    base = next(number for number, row in enumerate(state.layers) if row.index == state.reading.layer)
    shown = files_of_layer(state, on(state, base))
    assert (shown.view, shown.view_layer, shown.list_id) == (View.BASE, state.layers[base].index, ListId.FILES)
    assert files_of_layer(state, shown).folders == shown.folders


def test_without_layers_there_is_nothing_to_show() -> None:
    selection = Selection()
    assert files_of_layer(Inspection(source="s"), selection) is selection
    assert follow_layer(Inspection(source="s"), selection) is selection


MANIFEST = ManifestRead(
    digest=None, media_type="", annotations=(), config_digest=None, config_size=None, labels=(), layers=(), total=0
)
STATE = Inspection(source="x", reading=Reading(reader="manager-2.4", annotated=True), manifest=Ready(MANIFEST))
NOW = Selection(list_id=ListId.FILES, expanding=True)


def listed(replies: Replies, folder: str, *names: str, total: int | None = None) -> Replies:
    inside = f"{folder}/" if folder else ""
    rows = tuple(FileRow(path=inside + name, type=EntryType.DIRECTORY, size=0, mode=0o755, layer=0) for name in names)
    request = ListFiles(view=View.BASE, folder=folder)
    event = FilesListed(view=View.BASE, folder=folder, first=0, rows=rows, total=total or len(rows))
    return replies.with_request(request).with_event(request, event)


def test_a_level_opens_when_it_is_listed() -> None:
    first = onward(STATE, NOW, listed(Replies(), "", "a", "b"))
    assert first.folders == {"a", "b"}
    assert first.expanding


def test_folders_that_are_listed_already_open_at_once() -> None:
    replies = listed(listed(listed(Replies(), "", "a"), "a", "b"), "a/b")
    assert onward(STATE, NOW, replies) == replace(NOW, folders=frozenset({"a", "a/b"}), expanding=False)


@pytest.mark.parametrize("total", [1, 2])
def test_it_waits_for_the_rest_of_a_long_list(total: int) -> None:
    replies = listed(listed(Replies(), "", "a", total=total), "a")
    assert onward(STATE, replace(NOW, folders=frozenset({"a"})), replies).expanding is (total == 2)


def test_too_many_folders_stay_closed_and_that_is_known() -> None:
    replies = listed(Replies(), "", *(f"folder-{number:04}" for number in range(MOST + 5)))
    found = onward(STATE, NOW, replies)
    assert (len(found.folders), found.expanding) == (MOST, False)
    assert is_cut(STATE, found, replies)


def test_nothing_opens_by_itself() -> None:
    assert onward(STATE, Selection(list_id=ListId.FILES), listed(Replies(), "", "a")).folders == frozenset()


WHOLE = whole()
WHY = Selection(verdict=True, tabs={Subject.VERDICT: TabId.WHY})


def test_panes_follow_each_other_round_the_screen() -> None:
    selection, seen = Selection(list_id=ListId.PLATFORMS), []
    for _ in range(5):
        selection = to_next_pane(selection, 1)
        seen.append("detail" if selection.in_detail else selection.list_id)
    assert seen == [ListId.LAYERS, ListId.FILES, ListId.OBJECTS, "detail", ListId.PLATFORMS]
    assert to_next_pane(Selection(list_id=ListId.PLATFORMS), -1).in_detail
    assert to_pane(replace(WHY, in_detail=True), 2) == replace(WHY, list_id=ListId.LAYERS, verdict=False)
    assert to_pane(Selection(list_id=ListId.FILES), 0) == Selection(list_id=ListId.FILES, in_detail=True)


def test_in_why_the_keys_go_to_the_page_below_and_back() -> None:
    assert to_next_pane(WHY, 1) == to_pane(WHY, 0) == replace(WHY, beneath=True)
    assert to_next_pane(replace(WHY, beneath=True), -1) == WHY


@each_row(
    ("where", "key", "changed", "is_chosen"),
    [
        (PaneId.FINDINGS, "finding:3", {"finding": 3}, True),
        (PaneId.READERS, "reader:x", {"reader": "reader:x", "beneath": False}, False),
        (PaneId.OBJECTS, "document:1", {"rows": {ListId.OBJECTS: "document:1"}, "list_id": ListId.OBJECTS}, True),
    ],
)
def test_a_cursor_moves(where: PaneId, key: str, changed: dict[str, object], is_chosen: bool) -> None:
    found = moved(WHOLE, Selection(beneath=True), where, key)
    assert found == Move(replace(Selection(beneath=True), **changed), is_chosen=is_chosen)  # type: ignore[arg-type]
    assert moved(WHOLE, Selection(), PaneId.DETAIL, "") is None


def test_a_cursor_on_another_layer_is_followed_by_its_files() -> None:
    row = WHOLE.layers[0]
    found = moved(WHOLE, on(WHOLE, 1, view=View.LAYER, view_layer=1), PaneId.LAYERS, layer_key(row.index, row.digest))
    assert found is not None
    assert found.selection.view_layer == 0


@each_row(
    ("selection", "widget", "found"),
    [
        (replace(WHY, in_detail=True), "files", Move(replace(WHY, list_id=ListId.FILES, verdict=False))),
        (WHY, "detail", Move(replace(WHY, beneath=True), is_chosen=False)),
        (replace(WHY, beneath=True), "readers", Move(WHY, is_chosen=False)),
        (Selection(), "detail", Move(Selection(in_detail=True))),
        (Selection(), "fields", Move(Selection(in_detail=True))),
        (Selection(verdict=True, tabs={Subject.VERDICT: TabId.FINDINGS}), "detail", None),
        (Selection(), "readers", None),
        (Selection(), None, None),
    ],
)
def test_a_click_gives_the_keys_to_a_pane(selection: Selection, widget: str | None, found: Move | None) -> None:
    assert clicked(selection, widget) == found


TABS = (TabId.YAML, TabId.JSON, TabId.FINDINGS)


def test_tabs_turn_in_a_circle_and_have_numbers() -> None:
    def tab(selection: Selection) -> TabId | None:
        return selection.tabs.get(Subject.OBJECT)

    now = Selection()
    steps = [
        tab(next_tab(now, Subject.OBJECT, TABS, at, step)) for at, step in ((TABS[0], 1), (TABS[2], 1), (TABS[0], -1))
    ]
    assert steps == [TABS[1], TABS[0], TABS[2]]
    assert next_tab(now, Subject.OBJECT, TABS[:1], TABS[0], 1) is now
    assert [tab(tab_at(now, Subject.OBJECT, TABS, number)) for number in (0, 2, 3)] == [TABS[0], TABS[2], None]
    assert [tab(one) for at in TABS[:2] if (one := raw(now, Subject.OBJECT, TABS, at))] == [TabId.JSON, TabId.YAML]
    assert raw(now, Subject.OBJECT, (TabId.YAML,), TabId.YAML) is None
    shown = findings_of(replace(WHY, in_detail=True), 2)
    assert (shown.list_id, shown.in_detail, shown.verdict, shown.document) == (ListId.OBJECTS, False, False, 2)
    assert tab(shown) is TabId.FINDINGS


OBJECTS = Selection(list_id=ListId.OBJECTS)


def test_an_object_closes_its_group_which_takes_the_cursor() -> None:
    group = groups.group_of(WHOLE.rows[1])
    closed = fold(WHOLE, OBJECTS, "document:2", None)
    assert (closed.row(ListId.OBJECTS), closed.toggled) == (f"group:{group}", frozenset({group}))
    assert fold(WHOLE, closed, f"group:{group}", True).toggled == frozenset()
    assert fold(WHOLE, closed, f"group:{group}", False) is closed
    for selection, key, unfold in (
        (OBJECTS, "document:1", None),
        (OBJECTS, "document:9", None),
        (OBJECTS, "document:2", True),
        (replace(OBJECTS, flat=True), f"group:{group}", None),
        (Selection(), f"group:{group}", None),
    ):
        assert fold(WHOLE, selection, key, unfold) is selection
    for cut in (OBJECTS.with_filter(PaneId.OBJECTS, "x"), replace(OBJECTS, problems_only=True)):
        found = fold(WHOLE, cut, f"group:{group}", False)
        assert (found.row(ListId.OBJECTS), found.toggled) == (f"group:{group}", frozenset())


FILES = Selection(list_id=ListId.FILES, folders=frozenset({"a", "a/b"}), expanding=True)


@each_row(
    ("key", "unfold", "folders", "row"),
    [
        ("a/b", None, {"a"}, ""),
        ("c", None, {"a", "a/b", "c"}, ""),
        ("a/b", False, {"a"}, ""),
        ("a/b", True, {"a", "a/b"}, ""),
        ("a/b/c", False, {"a"}, "a/b"),
        ("c", False, {"a", "a/b"}, ""),
        ("c", True, {"a", "a/b", "c"}, ""),
    ],
)
def test_a_folder_opens_and_closes_and_closes_the_one_above(
    key: str, unfold: bool | None, folders: set[str], row: str
) -> None:
    found = fold(WHOLE, FILES, key, unfold)
    assert (set(found.folders), found.row(ListId.FILES), found.expanding) == (folders, row, False)


def test_everything_opens_or_closes() -> None:
    assert fold_all(FILES, unfold=False) == replace(FILES, expanding=False, folders=frozenset())
    assert fold_all(FILES, unfold=True) == FILES
    assert fold_all(replace(OBJECTS, toggled=frozenset({"a"})), unfold=True) == replace(OBJECTS, open_all=True)
