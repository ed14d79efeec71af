"""What follows when a layer is chosen, or the view of the files is changed."""

from dataclasses import replace

import pytest
from builders.inspection import ports

from xpkgtui.app.state.keys.transitions import MOST, files_of_layer, follow_layer, is_cut, next_view, onward
from xpkgtui.app.state.lists.file_views import VIEWS
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.selection import ListId, Selection, layer_key
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
    event = FilesListed(view=View.BASE, layer=None, folder=folder, first=0, rows=rows, total=total or len(rows))
    return replies.with_request(request).with_event(request, event)


def test_a_level_opens_when_it_is_listed() -> None:
    first = onward(STATE, NOW, listed(Replies(), "", "a", "b"))
    assert first.folders == {"a", "b"}
    assert first.expanding


def test_it_ends_where_every_folder_is_listed() -> None:
    replies = listed(listed(Replies(), "", "a"), "a")
    assert not onward(STATE, onward(STATE, NOW, replies), replies).expanding


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
