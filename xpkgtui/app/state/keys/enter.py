"""The key enter: another selection, or a request."""

import os
from dataclasses import replace

from xpkgtui.app.state.keys import jumps, transitions
from xpkgtui.app.state.keys.retry import may_pass
from xpkgtui.app.state.lists import chosen, file_views
from xpkgtui.app.state.outcomes import Move, Outcome, Retry, Scene, Sent, Tell
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.selection import ListId, PaneId, Selection, Subject, TabId, base_of, document_of
from xpkgtui.errors import FailureKind
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.parts import Failed, Ready
from xpkgtui.inspection.messages.requests import CompareReaders, LayerScope, Open, OpenPlatform, WhatIf
from xpkgtui.rules.finding import Finding

_PRICED = frozenset({PaneId.LAYERS, PaneId.FILES, PaneId.OBJECTS})
"""Lists in which enter agrees to the price of what Crossplane would read."""


def open_row(scene: Scene, where: PaneId, key: str, *, is_empty: bool, is_loading: bool) -> Outcome | None:
    """The row under the cursor of a list is opened; of an empty list, it is said why nothing is."""
    found = row_target(scene.inspection, scene.selection, scene.replies, where, key)
    if is_empty and found in (None, scene.selection):
        words = "The list is still loading." if is_loading else "Nothing to open here."
        return Tell(words)
    return Move(found, is_jump=True) if isinstance(found, Selection) else found


def open_page(scene: Scene) -> Outcome | None:
    """In Detail: from a finding to its rule's manual page, from there to the finding's place."""
    found = page_target(scene.inspection, scene.selection, scene.findings)
    return Move(found, is_jump=True) if found else None


def row_target(
    inspection: Inspection, selection: Selection, replies: Replies, where: PaneId, key: str
) -> Selection | Retry | Sent | None:
    """Opens the row under the cursor of list `where`; where a layer is priced, agrees to its price."""
    if where in _PRICED and inspection.reading is not None and inspection.reading.unread is not None:
        manifest = inspection.manifest
        digest = manifest.value.digest if isinstance(manifest, Ready) else None
        return OpenPlatform(digest=digest or "", consent=True)
    match where:
        case PaneId.FAILURE:
            name = key.partition(":")[2]
            return Open(source=suggested(inspection.source, name)) if name else None
        case PaneId.FINDINGS:
            return _enter_finding(inspection, selection, key)
        case PaneId.READERS:
            return _enter_reader(inspection, selection, key)
        case PaneId.PLATFORMS:
            return _enter_platform(inspection, selection)
        case PaneId.LAYERS:
            return transitions.files_of_layer(inspection, selection)
        case PaneId.FILES:
            return _enter_file(inspection, selection, replies)
        case PaneId.OBJECTS if document_of(key) is not None or not key:
            is_sought = "text:" in selection.filter_of(PaneId.OBJECTS).casefold()
            found = selection.with_tab(Subject.OBJECT, TabId.YAML) if is_sought else selection
            return replace(found, in_detail=True) if key else None
        case PaneId.OBJECTS:
            return transitions.fold(inspection, selection, key, None)
    return None


def page_target(inspection: Inspection, selection: Selection, findings: tuple[Finding, ...]) -> Selection | None:
    """The manual page, or the finding's place."""
    if selection.verdict_tab is TabId.MANUAL:
        return jumps.chosen_finding(inspection, selection)
    if not findings:
        return None
    at = selection.finding
    last = inspection.findings[at] if at is not None and at < len(inspection.findings) else None
    return jumps.manual(inspection, selection, last if last in findings and last else findings[0])


def suggested(source: str, name: str) -> str:
    """The source that a suggestion stands for: a tag of the same repository, or a whole name."""
    if any(mark in name for mark in "/#@:") or os.path.exists(name):
        return name
    repository = source.partition("@")[0]
    head, colon, tag = repository.rpartition(":")
    if colon and "/" not in tag:
        repository = head
    return f"{repository}:{name}" if "/" in repository else name


def _enter_finding(inspection: Inspection, selection: Selection, key: str) -> Selection | None:
    number = int(key.partition(":")[2] or -1)
    is_there = 0 <= number < len(inspection.findings)
    return jumps.manual(inspection, selection, inspection.findings[number]) if is_there else None


def _enter_reader(inspection: Inspection, selection: Selection, key: str) -> Selection | Sent | None:
    """What a reader did not read for its price is read; else its page. A layer is taken for the base."""
    base = base_of(key)
    if base is not None:
        return WhatIf(base=base) if base != inspection.what_if else None
    found = inspection.comparison.of(key.partition(":")[2]) if inspection.comparison else None
    if found is not None and found.reading.unread is not None:
        return CompareReaders(reach=LayerScope.ALL)
    return replace(selection, beneath=True)


def _enter_platform(inspection: Inspection, selection: Selection) -> Selection | OpenPlatform | None:
    row = chosen.platform_row(inspection, selection)
    if row and row.digest and inspection.is_index and not row.selected:
        return OpenPlatform(digest=row.digest, place=row.place)
    return replace(selection, in_detail=True) if row else None


def _enter_file(inspection: Inspection, selection: Selection, replies: Replies) -> Selection | Retry | None:
    root = file_views.list_request(inspection, selection)
    part = replies.get(root) if root else None
    if isinstance(part, Failed) and part.failure.kind is FailureKind.PRICE:
        return replace(selection, consent=True)
    if root and isinstance(part, Failed) and may_pass(part.failure.kind):
        return Retry((root,))
    row = file_views.file_row(inspection, selection, replies)
    if row is None:
        return None
    if row.linkname and isinstance(row.leads, EntryType):
        return jumps.reveal(selection, row.target, unfold=row.leads is EntryType.DIRECTORY)
    if row.type is EntryType.DIRECTORY and selection.filter_of(PaneId.FILES):
        return jumps.reveal(selection, row.path, unfold=True)
    if row.type is EntryType.DIRECTORY:
        return transitions.fold(inspection, replace(selection, list_id=ListId.FILES), row.path, None)
    return replace(selection.with_tab(Subject.FILE, TabId.CONTENT), in_detail=True)
