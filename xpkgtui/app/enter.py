"""What enter does, and what a selection needs to agree with what is there."""

import os
from dataclasses import replace

from xpkgtui.app import transitions
from xpkgtui.app.drawing.page import Page
from xpkgtui.app.drawing.rows import Pane, Table
from xpkgtui.app.files import detail as file_detail
from xpkgtui.app.files import list as file_list
from xpkgtui.app.messages import ConsentWanted, PlatformWanted, SourceWanted
from xpkgtui.app.objects import list as object_list
from xpkgtui.app.platforms import list as platform_list
from xpkgtui.app.state.replies import Answers
from xpkgtui.app.state.selection import Selection, Spot, document_of, group_key
from xpkgtui.errors import FailureKind
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.parts import Failed

Wish = Selection | SourceWanted | PlatformWanted | ConsentWanted
_DEAR = frozenset({Spot.LAYERS, Spot.FILES, Spot.OBJECTS})
"""Lists in which enter agrees to the price of what Crossplane would read."""


def enter(inspection: Inspection, selection: Selection, answers: Answers, where: str, key: str) -> Wish | None:
    """Opens what the cursor of list `where` stands on; where a layer was too dear, agrees to its price."""
    if where in _DEAR and inspection.reading is not None and inspection.reading.unread is not None:
        return ConsentWanted()
    return _open(inspection, selection, answers, where, key)


def _open(inspection: Inspection, selection: Selection, answers: Answers, where: str, key: str) -> Wish | None:
    match where:
        case "failure":
            name = key.partition(":")[2]
            return SourceWanted(suggested(inspection.source, name)) if name else None
        case "findings":
            number = int(key.partition(":")[2] or -1)
            if 0 <= number < len(inspection.findings):
                return transitions.manual(inspection, selection, inspection.findings[number])
        case Spot.PLATFORMS:
            row = platform_list.chosen_row(inspection, selection)
            if row and row.digest and inspection.is_index and not row.selected:
                return PlatformWanted(row.digest, row.place)
            return replace(selection, in_detail=True) if row else None
        case Spot.LAYERS:
            return transitions.files_of_layer(inspection, selection)
        case Spot.FILES:
            return _enter_file(inspection, selection, answers)
        case Spot.OBJECTS if document_of(key) is not None or not key:
            return replace(selection, in_detail=True) if key else None
        case Spot.OBJECTS:
            return transitions.fold(inspection, selection, key, None)
    return None


def enter_page(inspection: Inspection, selection: Selection, page: Page) -> Selection | None:
    """In Detail: from a finding to its rule's manual page, from there to the finding's place."""
    if transitions.is_in_manual(selection):
        return transitions.chosen_finding(inspection, selection)
    if not page.findings:
        return None
    at = selection.finding
    last = inspection.findings[at] if at is not None and at < len(inspection.findings) else None
    return transitions.manual(inspection, selection, last if last in page.findings and last else page.findings[0])


def suggested(source: str, name: str) -> str:
    """The source that a suggestion stands for: a tag of the same repository, or a whole name."""
    if any(mark in name for mark in "/#@:") or os.path.exists(name):
        return name
    repository = source.partition("@")[0]
    head, colon, tag = repository.rpartition(":")
    if colon and "/" not in tag:
        repository = head
    return f"{repository}:{name}" if "/" in repository else name


def settled(inspection: Inspection, pane: Pane, selection: Selection) -> Selection:
    """The cursor stands on a row that is there, so that Detail speaks of the same one."""
    chosen = selection.row(selection.spot)
    if not pane.rows or _is_there(pane, chosen or pane.default):
        return selection
    if selection.filters.get(selection.spot) or selection.matters:
        return _filtered(pane, selection)
    over = _closed_over(inspection, selection, chosen)
    return selection.with_row(selection.spot, over) if over and _is_there(pane, over) else selection


def _is_there(pane: Pane, key: str) -> bool:
    return (
        pane.rows.place(key) is not None if isinstance(pane.rows, Table) else any(row.key == key for row in pane.rows)
    )


def _closed_over(inspection: Inspection, selection: Selection, key: str) -> str:
    """The heading or the folder that was closed over a row."""
    if selection.spot is Spot.FILES:
        above = [key[:at] for at, character in enumerate(key) if character == "/"]
        return next((folder for folder in above if folder not in selection.folders), "")
    row = object_list.chosen_row(inspection, selection) if selection.spot is Spot.OBJECTS else None
    return group_key(object_list.group_of(row)) if row else ""


def _filtered(pane: Pane, selection: Selection) -> Selection:
    """A filter that hides the chosen row chooses the first one that is left; what was chosen is not forgotten."""
    chosen = selection.row(selection.spot) or pane.default
    first = next((row for row in pane.rows if row.selectable and not row.heading), pane.rows[0])
    found = selection.with_row(selection.spot, first.key)
    return replace(found, aside={**selection.aside, selection.spot: chosen}) if selection.matters else found


def _enter_file(inspection: Inspection, selection: Selection, answers: Answers) -> Selection | None:
    root = file_list.wish(inspection, selection)
    part = answers.get(root) if root else None
    if isinstance(part, Failed) and part.failure.kind is FailureKind.PRICE:
        return replace(selection, consent=True)
    row = file_list.chosen_row(inspection, selection, answers)
    if row is None:
        return None
    if row.linkname and isinstance(row.leads, EntryType):
        return transitions.reveal(selection, row.target, unfold=row.leads is EntryType.DIRECTORY)
    if row.type is EntryType.DIRECTORY and selection.filters.get(Spot.FILES):
        return transitions.reveal(selection, row.path, unfold=True)
    if row.type is EntryType.DIRECTORY:
        return transitions.fold(inspection, replace(selection, spot=Spot.FILES), row.path, None)
    return replace(selection.with_tab(file_detail.SUBJECT, "content"), in_detail=True)
