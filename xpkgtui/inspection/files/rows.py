"""Files as rows: where each comes from, what the layer does to it, and where links lead."""

from xpkgtui.filesystem.changeset import Mark
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.filesystem.tree.differences import Compared, Comparison, TreeChange
from xpkgtui.filesystem.tree.hidden import HiddenFile
from xpkgtui.filesystem.tree.links import LinkEnd, LinkFollower
from xpkgtui.filesystem.tree.node import FileNode, LowerEntry
from xpkgtui.inspection.files.folders import reasons_of
from xpkgtui.inspection.rows.files import Cover, DeadEnd, FileChange, FileRow, Whiteout
from xpkgtui.readers.reader import Reading

_MOST = 20
"""Covered layers that are named."""
_LINKS = (EntryType.SYMLINK, EntryType.HARDLINK)
_DEAD_ENDS = {LinkEnd.NOWHERE: DeadEnd.NOWHERE, LinkEnd.CIRCLE: DeadEnd.CIRCLE}


class RowMaker:
    """Makes the rows of one list."""

    def __init__(self, view: Comparison, reading: Reading | None, stream_file: str) -> None:
        self._view = view
        self._reading = reading
        self._stream_file = stream_file
        self._reasons = reasons_of(reading.files) if reading else {}
        self._follower = LinkFollower(view.now)

    def row(self, path: str, one: Compared) -> FileRow:
        """One entry as a row."""
        node = one.node
        gone = one.change is TreeChange.REMOVED
        shown = one.below if gone and one.below is not None else node
        entry = shown.entry
        taken = not gone and self._is_taken(node)
        leads, target, leaves = self._lead(path, node) if not gone else (None, "", False)
        is_link = shown.type in _LINKS
        reason = self._reasons.get(path, "") if not gone and not taken else ""
        return FileRow(
            path=path,
            type=_shown_type(shown.type),
            size=shown.size,
            mode=entry.mode & 0o7777 if entry else 0o755 if shown.is_directory else 0,
            uid=entry.uid if entry else 0,
            gid=entry.gid if entry else 0,
            layer=self._layer(path, node, gone=gone),
            linkname=shown.linkname if is_link else "",
            whiteout=_whiteout(node, gone=gone),
            change=FileChange(one.change) if one.change and (self._view.is_compared or gone) else None,
            covers=tuple(Cover(layer=c.layer, type=c.type, size=c.size) for c in _covers(one, gone)[:_MOST]),
            leads=leads,
            target=target,
            leaves=leaves,
            children=len(shown.children),
            decoy=not gone and not taken and (bool(reason) or self._is_decoy(path, node)),
            reason=reason,
            taken=taken,
        )

    def _layer(self, path: str, node: FileNode, *, gone: bool) -> int:
        if gone and not node.is_whiteout:
            return self._view.remover(path)
        return node.layer if node.layer is not None else 0

    def _is_taken(self, node: FileNode) -> bool:
        reading = self._reading
        return bool(
            reading
            and reading.has_bytes
            and node.entry is not None
            and node.layer is not None
            and reading.takes(node.layer, node.entry.name)
        )

    def _is_decoy(self, path: str, node: FileNode) -> bool:
        """Whether it only has the name of the stream's file; folders that are read as they lie have no such file."""
        return bool(self._stream_file) and node.name == self._stream_file and not self._holds_taken(path)

    def _holds_taken(self, path: str) -> bool:
        """Whether a part of the package is below."""
        parts = self._reading.parts if self._reading else ()
        return any(part.name.removeprefix("./").startswith(f"{path}/") for part in parts)

    def _lead(self, path: str, node: FileNode) -> tuple[EntryType | DeadEnd | None, str, bool]:
        if node.type not in _LINKS:
            return None, "", False
        lead = self._follower.follow(path, node)
        if lead.end is LinkEnd.THERE and lead.node is not None:
            return lead.node.type, lead.path, lead.leaves
        return _DEAD_ENDS.get(lead.end), lead.path, lead.leaves


def hidden_row(one: HiddenFile) -> FileRow:
    """A file that is not seen."""
    return FileRow(
        path=one.path,
        type=_shown_type(one.entry.type),
        size=one.entry.size,
        mode=one.entry.mode & 0o7777,
        uid=one.entry.uid,
        gid=one.entry.gid,
        layer=one.layer,
        change=FileChange.REMOVED if one.is_removed else FileChange.CHANGED,
        hidden_by=one.by,
    )


def _whiteout(node: FileNode, *, gone: bool) -> Whiteout | None:
    if node.mark in (Mark.FILE, Mark.OPAQUE):
        return Whiteout(node.mark)
    return Whiteout.FILE if gone else None


def _shown_type(found: EntryType) -> EntryType:
    return EntryType.DEVICE if found is EntryType.OTHER else found


def _covers(one: Compared, gone: bool) -> tuple[LowerEntry, ...]:
    """What lies beneath; a removed entry covers what it removes, and so does a layer by itself."""
    below = one.below
    if below is None or below.layer is None or (one.node.lower and not gone):
        return () if gone else one.node.lower
    if not gone and one.change is None:
        return ()
    return (LowerEntry(layer=below.layer, type=below.type, size=below.size), *below.lower)
