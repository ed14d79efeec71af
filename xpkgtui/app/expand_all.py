"""Folders that are opened all at once: level by level, as their lists arrive."""

from dataclasses import replace

from xpkgtui.app.files import list as file_list
from xpkgtui.app.state.replies import Answers, is_under_way
from xpkgtui.app.state.selection import Selection
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.parts import Waiting

MOST = 200
"""Folders that are opened at once; each of them is a list to hold and to draw."""


def onward(inspection: Inspection, selection: Selection, answers: Answers) -> Selection:
    """Opens the folders that were listed meanwhile; it ends where all are open, or too many."""
    if not selection.unfolding:
        return selection
    closed, is_whole = _closed(inspection, selection, answers)
    folders = selection.folders | set(closed[: max(0, MOST - len(selection.folders))])
    is_done = len(folders) >= MOST or (is_whole and not closed)
    return replace(selection, folders=folders, unfolding=not is_done)


def is_cut(inspection: Inspection, selection: Selection, answers: Answers) -> bool:
    """Whether folders that are known stayed closed."""
    return bool(_closed(inspection, selection, answers)[0])


def _closed(inspection: Inspection, selection: Selection, answers: Answers) -> tuple[list[str], bool]:
    """The folders that are listed and closed, in order; and whether every open one is listed whole."""
    known: set[str] = set()
    is_whole = True
    for folder in ("", *selection.folders):
        wish = file_list.wish(inspection, selection, folder)
        part = answers.get(wish) if wish else Waiting()
        is_whole = is_whole and not isinstance(part, Waiting) and not is_under_way(part)
        listed = answers.folder(wish) if wish else None
        known.update(row.path for row in (listed.rows if listed else ()) if row.type is EntryType.DIRECTORY)
    return sorted(known - selection.folders), is_whole
