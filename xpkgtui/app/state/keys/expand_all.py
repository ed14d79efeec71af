"""Folders that are opened all at once: level by level, as their lists arrive."""

from dataclasses import replace

from xpkgtui.app.state.lists.file_views import list_request
from xpkgtui.app.state.replies import Replies, is_under_way
from xpkgtui.app.state.selection import Selection
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.parts import Waiting
from xpkgtui.inspection.messages.replies import FilesListed

MOST = 200
"""Folders that are opened at once; each of them is a list to hold and to draw."""


def onward(inspection: Inspection, selection: Selection, replies: Replies) -> Selection:
    """Opens the folders that were listed meanwhile; it ends where all are open, or too many."""
    if not selection.expanding:
        return selection
    closed, is_whole = _closed(inspection, selection, replies)
    folders = selection.folders | set(closed[: max(0, MOST - len(selection.folders))])
    is_done = len(folders) >= MOST or (is_whole and not closed)
    return replace(selection, folders=folders, expanding=not is_done)


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
