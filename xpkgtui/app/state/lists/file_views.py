"""The view in which files are listed: what is requested for it, and which of its rows is chosen."""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import replace

from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.selection import ListId, PaneId, Selection
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.parts import Ready, Waiting
from xpkgtui.inspection.messages.replies import FilesListed
from xpkgtui.inspection.messages.requests import ListFiles, View
from xpkgtui.inspection.rows.files import FileRow

VIEWS = (View.BASE, View.LAYER, View.UPTO, View.FLATTENED, View.HIDDEN)
Rows = Sequence[FileRow]
Listing = Callable[[str], Rows | None]
"""The rows of a folder, as far as they are there."""


def is_folder(inspection: Inspection) -> bool:
    """Whether the files are those of a folder, which has no layers and one view."""
    return inspection.resolved is not None and inspection.resolved.is_assembled


def view_of(inspection: Inspection, selection: Selection) -> View:
    """The view that was chosen, or the one in which Crossplane looks."""
    if is_folder(inspection):
        return View.FLATTENED
    if selection.view:
        return selection.view
    return View.BASE if inspection.reading is None or inspection.reading.annotated else View.FLATTENED


def layer_of_view(inspection: Inspection, selection: Selection) -> int | None:
    """The layer of a view that is of one layer."""
    return selection.view_layer if view_of(inspection, selection) in (View.LAYER, View.UPTO) else None


def list_request(inspection: Inspection, selection: Selection, folder: str = "") -> ListFiles | None:
    """The request that lists a folder of the view; None while it cannot be listed yet."""
    if inspection.reading is None or not (isinstance(inspection.manifest, Ready) or is_folder(inspection)):
        return None
    view, layer = view_of(inspection, selection), layer_of_view(inspection, selection)
    return ListFiles(view=view, layer=layer, folder=folder, consent=selection.consent)


def search_request(inspection: Inspection, selection: Selection) -> ListFiles | None:
    """The request for what the filter finds: closed folders are searched as well."""
    root = list_request(inspection, selection)
    return replace(root, wanted=selection.filter_of(PaneId.FILES)) if root else None


def missing(inspection: Inspection, selection: Selection, replies: Replies) -> ListFiles | None:
    """The request that comes next: the view, then its open folders, or what the filter finds."""
    root = list_request(inspection, selection)
    if root and isinstance(replies.get(root), Ready) and selection.filter_of(PaneId.FILES):
        found = search_request(inspection, selection)
        return found if found and isinstance(replies.get(found), Waiting) else None
    if root is None or isinstance(replies.get(root), Waiting):
        return root
    folders = sorted(selection.folders)
    wanted = [each for each in folders if isinstance(replies.get(replace(root, folder=each)), Waiting)]
    return replace(root, folder=wanted[0], also=tuple(wanted[1:])) if wanted else None


def found_rows(inspection: Inspection, selection: Selection, replies: Replies) -> FilesListed | None:
    """What the filter finds, as far as it was searched."""
    request = search_request(inspection, selection)
    return replies.of(request, FilesListed) if request else None


def rows_before(inspection: Inspection, selection: Selection, replies: Replies) -> Rows | None:
    """What the filter found before its last letter, while the new one is being searched for."""
    request = search_request(inspection, selection)
    found = replies.found_before(request) if request else None
    return found.rows if found else None


def listing(inspection: Inspection, selection: Selection, replies: Replies) -> Listing:
    """The rows of a folder of the view."""
    root = list_request(inspection, selection)

    def rows(folder: str) -> Rows | None:
        listed = replies.of(replace(root, folder=folder), FilesListed) if root else None
        return listed.rows if listed else None

    return rows


def file_row(inspection: Inspection, selection: Selection, replies: Replies) -> FileRow | None:
    """The entry under the cursor."""
    wanted = selection.row(ListId.FILES)
    if selection.filter_of(PaneId.FILES):
        found = found_rows(inspection, selection, replies)
        matching = found.rows if found else rows_before(inspection, selection, replies)
        if matching is not None:
            key = hidden_key if view_of(inspection, selection) is View.HIDDEN else _path
            return next((row for row in matching if key(row) == wanted), matching[0] if matching else None)
    rows_of = listing(inspection, selection, replies)
    if view_of(inspection, selection) is View.HIDDEN:
        every = rows_of("") or ()
        return next((row for row in every if hidden_key(row) == wanted), every[0] if every else None)
    rows = rows_of(wanted.rpartition("/")[0]) or ()
    at = index_of(rows, wanted) if wanted else None
    if at is not None or wanted:
        return rows[at] if at is not None else None
    top = rows_of("")
    return top[0] if top else None


def hidden_key(row: FileRow) -> str:
    """The key of a hidden file: layers may have the same path."""
    return f"{row.layer}:{row.path}"


def _path(row: FileRow) -> str:
    return row.path


def index_of(rows: Rows, path: str) -> int | None:
    """The place of `path` in the list of its folder, which has folders first and then goes by name."""
    name = path.rpartition("/")[2]
    for wanted in ((False, name), (True, name)):
        at = bisect_left(rows, wanted, key=_order)
        if at < len(rows) and rows[at].path == path:
            return at
    return None


def _order(row: FileRow) -> tuple[bool, str]:
    return row.type is not EntryType.DIRECTORY, row.path.rpartition("/")[2]
