"""What follows when a layer is chosen, or the view of the files is changed."""

from dataclasses import replace

from builders.inspection import ports

from xpkgtui.app.state.keys.transitions import files_of_layer, follow_layer, next_view
from xpkgtui.app.state.lists.file_views import VIEWS
from xpkgtui.app.state.selection import ListId, Selection, layer_key
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.requests import View


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
