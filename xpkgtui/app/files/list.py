"""The list of files: a tree whose folders are listed when they are opened."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.drawing.rows import Pane, Row
from xpkgtui.app.drawing.styled_text import join, safe, words
from xpkgtui.app.drawing.waiting import bare, has_files, state_lines, unready, without_image
from xpkgtui.app.files.table import cells, covering_cells, flat, hidden_cells, hidden_rows, tree
from xpkgtui.app.state.keys.retry import may_pass
from xpkgtui.app.state.lists import problems_only
from xpkgtui.app.state.lists.file_views import (
    VIEWS,
    Listing,
    Rows,
    found_rows,
    is_folder,
    list_request,
    listing,
    rows_before,
    search_request,
    view_of,
)
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.selection import PaneId, Selection
from xpkgtui.errors import FailureKind
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import Progressed
from xpkgtui.inspection.messages.parts import Absent, Failed, Loading, Ready, Waiting
from xpkgtui.inspection.messages.replies import FilesListed
from xpkgtui.inspection.messages.requests import ListFiles, View
from xpkgtui.reporting.words import list_sentence
from xpkgtui.visible import plural

NAME = "3 Files"


def pane(inspection: Inspection, selection: Selection, replies: Replies) -> Pane:
    """The entries of the view, folder by folder; every row says which layer supplies it."""
    if not has_files(inspection):
        return bare(NAME, inspection)
    chosen = view_words(inspection, selection)
    root = list_request(inspection, selection)
    if root is None:
        unread = _unread(inspection)
        return replace(unread, chosen=chosen) if unread.is_loading else unread
    listed = replies.of(root, FilesListed)
    if listed is None:
        return _unlisted(replies, root, chosen, inspection.progress)
    wanted = problems_only.filter_of(selection, PaneId.FILES)
    rows: Sequence[Row] = ()
    found = found_rows(inspection, selection, replies) if wanted.text else None
    if wanted.text:
        rows = _found(inspection, selection, replies, found)
        note = _found_note(found)
    elif root.view is View.HIDDEN:
        rows = hidden_rows(listed.rows, hidden_cells)
        note = _hidden_note(listed)
    else:
        draw = covering_cells if listed.hidden is not None and listed.hidden.files else cells
        rows = tree(_visible(inspection, selection, replies), selection.folders, draw)
        note = _note(listed, len(rows))
    if selection.problems_only:
        of = f"{len(rows):,} of " if found or not wanted.text else ""
        note = join((of, "$muted"), note, (problems_only.SAID, "$muted"))
    return Pane(
        name=NAME,
        rows=rows,
        chosen=chosen,
        count=f"{listed.total:,}" if not wanted.text else f"{found.total:,}" if found else "",
        filter=wanted,
        note=note,
        empty=_empty(
            replies.get(search_request(inspection, selection) or root) if wanted.text else None,
            selection,
            listed,
            _none(inspection, selection),
        ),
    )


def view_words(inspection: Inspection, selection: Selection) -> str:
    """The view in words, and which of how many it is: `4/4 flattened`; a folder has one."""
    if is_folder(inspection):
        return "those looked at"
    view = view_of(inspection, selection)
    number = f"{VIEWS.index(view) + 1}/{len(VIEWS)}"
    match view:
        case View.BASE:
            return f"{number} base layer"
        case View.LAYER:
            return f"{number} layer {selection.view_layer}"
        case View.UPTO:
            return f"{number} layers 0 to {selection.view_layer}"
        case View.FLATTENED:
            return f"{number} flattened"
        case View.HIDDEN:
            return f"{number} covered and removed"


def _found(
    inspection: Inspection, selection: Selection, replies: Replies, found: FilesListed | None
) -> Sequence[Row]:
    """The rows that a filter leaves; until it is searched for, those that were there before its last letter."""
    rows = found.rows if found else rows_before(inspection, selection, replies)
    if rows is not None:
        left = _left(inspection, selection)(rows)
        is_hidden = view_of(inspection, selection) is View.HIDDEN
        return hidden_rows(left, hidden_cells) if is_hidden else flat(left, cells)
    search = search_request(inspection, selection)
    if search is None or not isinstance(replies.get(search), Waiting | Loading):
        return ()
    return tree(_visible(inspection, selection, replies), selection.folders, cells)


def _visible(inspection: Inspection, selection: Selection, replies: Replies) -> Listing:
    """The rows of a folder that are shown."""
    listed, left = listing(inspection, selection, replies), _left(inspection, selection)

    def rows(folder: str) -> Rows | None:
        found = listed(folder)
        return None if found is None else left(found)

    return rows


def _left(inspection: Inspection, selection: Selection) -> Callable[[Rows], Rows]:
    """Leaves all rows, or those that matter; what is wrong is looked up once for all folders."""
    if not selection.problems_only:
        return lambda rows: rows
    wrong = problems_only.paths(inspection.findings)
    return lambda rows: tuple(row for row in rows if problems_only.keeps_file(row, wrong))


def _unread(inspection: Inspection) -> Pane:
    """The list while its layers or its folder are not read, or where there are none to read."""
    if is_folder(inspection):
        part = Waiting("the folder") if isinstance(inspection.objects, Ready) else inspection.objects
        return unready(NAME, part, "the folder")
    if not isinstance(inspection.manifest, Ready):
        return unready(NAME, inspection.manifest, "the layers", without_image(inspection, "files"))
    base = inspection.base_layer
    waits = Waiting(f"layer {base.index}") if base and not isinstance(inspection.objects, Absent) else None
    return unready(NAME, waits or inspection.objects, "the layers")


def _unlisted(replies: Replies, root: ListFiles, chosen: str, progress: Progressed | None) -> Pane:
    part = replies.get(root)
    if isinstance(part, Failed) and part.failure.kind is FailureKind.PRICE:
        lines = (
            join(words("! "), safe(part.failure.title, "$foreground")),
            words(part.failure.hint.replace("enter", "**enter**", 1), "$muted"),
        )
        return Pane(name=NAME, chosen=chosen, note=words("not read", "$muted"), empty=lines)
    if isinstance(part, Failed):
        note = "stopped" if part.failure.kind is FailureKind.STOPPED else "failed"
        return Pane(name=NAME, chosen=chosen, note=words(note, "$muted"), empty=state_lines(part, ""))
    return Pane(
        name=NAME, chosen=chosen, note=words("loading", "$muted"), is_loading=True, empty=_under_way(progress)
    )


def _under_way(progress: Progressed | None) -> tuple[Content, ...]:
    if progress is None:
        return (words("◌ listing", "$muted"),)
    done = f": {visible.part_of(progress.done, progress.total)}" if progress.total else ""
    return (safe(f"▸ {progress.what}{done}", "$foreground"), words("**esc** stops it", "$muted"))


def _note(listed: FilesListed, shown: int) -> Content:
    """How many rows there are, and what the layers hold beneath them."""
    if more := list_sentence(listed.total, listed.matches, listed.gaps):
        again = "r tries again: " if any(may_pass(gap.failure) for gap in listed.gaps) else ""
        return join(words("! "), safe(f"{again}{more}", "$muted"))
    count = max(shown, listed.total)
    one = "file" if all(row.type is not EntryType.DIRECTORY for row in listed.rows) else "entry"
    note = words(f"{count:,} {one if count == 1 else 'entries'}", "$muted")
    if listed.hidden is None or not listed.hidden.files:
        return note
    files, size = listed.hidden.files, visible.size(listed.hidden.size)
    return join(note, (f" · {size} in {plural(files, 'covered file')}", "$muted"))


def _hidden_note(listed: FilesListed) -> Content:
    """How much is transferred and never seen."""
    if more := list_sentence(listed.total, listed.matches, listed.gaps):
        return join(words("! "), safe(more, "$muted"))
    size = visible.size(sum(row.size for row in listed.rows))
    return words(f"{plural(listed.total, 'file')} · {size} wasted", "$muted")


def _found_note(found: FilesListed | None) -> Content:
    if found is None:
        return words("searching", "$muted")
    if more := list_sentence(found.total, found.matches, found.gaps):
        return join(words("! "), safe(more, "$muted"))
    searched = f" of {visible.plural(found.searched, 'entry', 'entries')}" if found.searched is not None else " found"
    return words(f"{found.total:,}{searched}", "$muted")


def _none(inspection: Inspection, selection: Selection) -> str:
    """Why a view that was listed has no files, and the next step."""
    if is_folder(inspection):
        return "No file of the folder was read.  x says why"
    if not inspection.layers:
        return "The image has no layers, so there are no files.  x says why"
    if view_of(inspection, selection) is View.HIDDEN:
        return "No layer covers or removes a file of another.  t shows the next view"
    return "This view has no files.  t shows the next view"


def _empty(search: object, selection: Selection, listed: FilesListed, none: str) -> tuple[Content, ...]:
    if isinstance(search, Failed):
        return state_lines(search, "")
    found = search.value.total if isinstance(search, Ready) and isinstance(search.value, FilesListed) else 0
    hidden = listed.total if search is None else found
    if selection.problems_only and hidden:
        return (words(f"No problems here.  z shows {hidden:,}", "$muted"),)
    if isinstance(search, Ready):
        return (words("Nothing in this view matches.  esc clears the filter", "$muted"),)
    if search is not None:
        return (words("◌ searching the whole view", "$muted"),)
    return (words(none, "$muted"),)
