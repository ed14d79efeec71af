"""Transitions: one selection in, the next one out, at a key or as lists arrive."""

from collections.abc import Sequence
from dataclasses import replace

from xpkgtui.app.state.lists import chosen, groups
from xpkgtui.app.state.lists.file_views import VIEWS, list_request, view_of
from xpkgtui.app.state.outcomes import Move
from xpkgtui.app.state.replies import Replies, is_under_way
from xpkgtui.app.state.selection import (
    ListId,
    PaneId,
    Selection,
    Subject,
    TabId,
    document_key,
    document_of,
    group_key,
)
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.formats.role import Role
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.parts import Waiting
from xpkgtui.inspection.messages.replies import FilesListed
from xpkgtui.inspection.messages.requests import View

_LISTS: Sequence[ListId] = tuple(ListId)


def to_pane(selection: Selection, number: int) -> Selection:
    """To Detail (0), or to a list."""
    if not number and selection.verdict_tab is TabId.WHY:
        return replace(selection, beneath=True)
    list_id = _LISTS[number - 1] if number else selection.list_id
    return replace(selection, list_id=list_id, in_detail=not number, verdict=False)


def to_next_pane(selection: Selection, step: int) -> Selection:
    """The lists, then Detail, then the first list again; in Why the readers, and the page below them."""
    if selection.verdict_tab is TabId.WHY:
        return replace(selection, beneath=not selection.beneath)
    at = len(_LISTS) if selection.in_detail else _LISTS.index(selection.list_id)
    after = (at + step) % (len(_LISTS) + 1)
    return to_pane(selection, 0 if after == len(_LISTS) else after + 1)


def moved(inspection: Inspection, selection: Selection, where: PaneId, key: str) -> Move | None:
    """The cursor of a list on another row."""
    if where is PaneId.FINDINGS:
        return Move(replace(selection, finding=int(key.partition(":")[2])))
    if where is PaneId.READERS:
        return Move(replace(selection, reader=key, beneath=False), is_chosen=False)
    list_id = next((list_id for list_id in _LISTS if list_id.value == where.value), None)
    if list_id is None:
        return None
    found = replace(selection.with_row(list_id, key), list_id=list_id, in_detail=False)
    return Move(follow_layer(inspection, found) if list_id is ListId.LAYERS else found)


def clicked(selection: Selection, widget: str | None) -> Move | None:
    """A click into a pane gives it the keys."""
    list_id = next((list_id for list_id in _LISTS if list_id == widget), None)
    if list_id:
        return Move(replace(selection, list_id=list_id, in_detail=False, verdict=False))
    if selection.verdict_tab is TabId.WHY and widget in (PaneId.READERS, PaneId.DETAIL):
        return Move(replace(selection, beneath=widget == PaneId.DETAIL), is_chosen=False)
    is_detail = widget in (PaneId.DETAIL, PaneId.FIELDS) and not selection.verdict
    return Move(replace(selection, in_detail=True)) if is_detail else None


def next_tab(selection: Selection, subject: Subject, tabs: Sequence[TabId], now: TabId, step: int) -> Selection:
    """The next tab of Detail."""
    if len(tabs) < 2:
        return selection
    return selection.with_tab(subject, tabs[(tabs.index(now) + step) % len(tabs)])


def tab_at(selection: Selection, subject: Subject, tabs: Sequence[TabId], number: int) -> Selection:
    """The tab of that number."""
    return selection.with_tab(subject, tabs[number]) if number < len(tabs) else selection


def findings_of(selection: Selection, document: int) -> Selection:
    """The findings of an object, which takes the cursor."""
    found = selection.with_row(ListId.OBJECTS, document_key(document)).with_tab(Subject.OBJECT, TabId.FINDINGS)
    return replace(found, list_id=ListId.OBJECTS, in_detail=False, verdict=False)


def raw(selection: Selection, subject: Subject, tabs: Sequence[TabId], now: TabId) -> Selection | None:
    """The raw JSON of what Detail shows, and back to its first tab; None where there is none."""
    wanted = next((tab for tab in (TabId.JSON, TabId.RAW) if tab in tabs), None)
    if wanted is None:
        return None
    return selection.with_tab(subject, tabs[0] if now == wanted else wanted)


def fold(inspection: Inspection, selection: Selection, key: str, unfold: bool | None) -> Selection:
    """A group or folder opened or closed; on an object, its group is closed and takes the cursor."""
    if selection.list_id is ListId.FILES:
        return _fold_folder(selection, key, unfold)
    if selection.list_id is not ListId.OBJECTS or selection.flat:
        return selection
    group = key.removeprefix("group:") if key.startswith("group:") else None
    if group is None:
        row = chosen.row_of_document(inspection, document_of(key))
        if row is None or unfold or row.role is Role.META:
            return selection
        group = groups.group_of(row)
    is_cut = bool(selection.filter_of(PaneId.OBJECTS)) or selection.problems_only
    is_open = is_cut or groups.is_open(inspection, selection, group)
    if unfold is not None and unfold == is_open:
        return selection
    found = selection.with_row(ListId.OBJECTS, group_key(group))
    # What is cut to a few rows shows all of them; behind it no group opens or closes unseen.
    return found if is_cut else replace(found, toggled=selection.toggled ^ {group})


def fold_all(selection: Selection, *, unfold: bool) -> Selection:
    """Every group, or every folder as it is listed."""
    if selection.list_id is ListId.FILES:
        return replace(selection, expanding=unfold, folders=selection.folders if unfold else frozenset())
    return replace(selection, open_all=unfold, toggled=frozenset())


def next_view(inspection: Inspection, selection: Selection) -> Selection:
    """The next view of the files: base layer, the chosen one, all up to it, flattened."""
    now = view_of(inspection, selection)
    is_based = inspection.reading is None or inspection.reading.annotated
    views = VIEWS if is_based else VIEWS[1:]
    view = views[(views.index(now) + 1) % len(views)] if now in views else views[0]
    row = chosen.layer_row(inspection, selection)
    return replace(_viewing(selection, view, row.index if row else None), list_id=ListId.FILES)


def follow_layer(inspection: Inspection, selection: Selection) -> Selection:
    """Views of a layer are of the chosen one; agreeing to the price of one agrees to no other."""
    row = chosen.layer_row(inspection, selection)
    if selection.view not in (View.LAYER, View.UPTO) or row is None or row.index == selection.view_layer:
        return selection
    return _viewing(selection, selection.view, row.index)


def files_of_layer(inspection: Inspection, selection: Selection) -> Selection:
    """The files of the chosen layer."""
    row = chosen.layer_row(inspection, selection)
    if row is None:
        return selection
    base = inspection.reading is not None and inspection.reading.annotated and inspection.reading.layer == row.index
    view = View.BASE if base else View.LAYER
    same = (selection.view, selection.view_layer) == (view, row.index)
    return replace(selection if same else _viewing(selection, view, row.index), list_id=ListId.FILES)


def _viewing(selection: Selection, view: View, layer: int | None) -> Selection:
    found = replace(selection, view=view, view_layer=layer, folders=frozenset(), expanding=False, consent=False)
    return found.with_row(ListId.FILES, "")


def _fold_folder(selection: Selection, key: str, unfold: bool | None) -> Selection:
    is_open = key in selection.folders
    selection = replace(selection, expanding=False)
    if unfold is False and not is_open and "/" in key:
        parent = key.rpartition("/")[0]
        return replace(selection.with_row(ListId.FILES, parent), folders=selection.folders - {parent})
    if unfold is not None and unfold == is_open:
        return selection
    return replace(selection, folders=selection.folders ^ {key})


MOST = 200
"""Folders that are opened at once; each of them is a list to hold and to draw."""


def onward(inspection: Inspection, selection: Selection, replies: Replies) -> Selection:
    """Opens the folders that are listed, level by level; it ends where all are open, or too many."""
    if not selection.expanding:
        return selection
    closed, is_whole = _closed(inspection, selection, replies)
    while closed and len(selection.folders) < MOST:
        opened = closed[: MOST - len(selection.folders)]
        selection = replace(selection, folders=selection.folders | set(opened))
        closed, is_whole = _closed(inspection, selection, replies)
    return replace(selection, expanding=len(selection.folders) < MOST and not is_whole)


def is_cut(inspection: Inspection, selection: Selection, replies: Replies) -> bool:
    """Whether folders that are known stayed closed."""
    return bool(_closed(inspection, selection, replies)[0])


def _closed(inspection: Inspection, selection: Selection, replies: Replies) -> tuple[list[str], bool]:
    """The folders that are listed and closed, in order; and whether every open one is listed whole."""
    known: set[str] = set()
    is_whole = True
    for folder in ("", *selection.folders):
        request = list_request(inspection, selection, folder)
        part = replies.get(request) if request else Waiting()
        is_whole = is_whole and not isinstance(part, Waiting) and not is_under_way(part)
        listed = replies.of(request, FilesListed) if request else None
        known.update(row.path for row in (listed.rows if listed else ()) if row.type is EntryType.DIRECTORY)
    return sorted(known - selection.folders), is_whole
