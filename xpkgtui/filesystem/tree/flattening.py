"""Change sets applied one after the other, as the OCI image specification says."""

from collections.abc import Iterable

from xpkgtui.filesystem.changeset import ChangeSet, Mark, mark_of, target
from xpkgtui.filesystem.tar.entry import Entry, EntryType, clean
from xpkgtui.filesystem.tree.node import FileNode, FileTree, LowerEntry
from xpkgtui.limits import HOPS, LIMITS, Limits

_STEPS = 50
"""Names that building one tree walks through for each of its files, those in links too; ordinary images need ten."""


def flatten(change_sets: Iterable[tuple[int, ChangeSet]], limits: Limits = LIMITS) -> FileTree:
    """The layers applied one after the other, the bottom one first."""
    building = _Layering(limits)
    for layer, changes in change_sets:
        building.apply(layer, changes)
    return building.tree()


def single(layer: int, changes: ChangeSet, limits: Limits = LIMITS) -> FileTree:
    """One layer by itself; what it removes or hides below is included, and marked."""
    building = _Layering(limits)
    building.apply(layer, changes, show_marks=True)
    return building.tree()


class _Layering:
    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._root = FileNode(name="", type=EntryType.DIRECTORY, layer=None)
        self._layer = 0
        self._nodes = self._steps = self._characters = 0
        self._reached: set[str] = set()
        self._folder: tuple[str, FileNode] | None = None
        """The folder of the previous entry: entries of one folder mostly follow each other."""

    def tree(self) -> FileTree:
        """What was built so far."""
        return FileTree(root=self._root, cut=tuple(map(self._limits.reached, sorted(self._reached))))

    def apply(self, layer: int, changes: ChangeSet, *, show_marks: bool = False) -> None:
        """Applies the whiteouts, which act on lower layers only, before what the layer adds."""
        self._layer, self._folder = layer, None
        marks: list[tuple[Mark, str, Entry]] = []
        added: list[tuple[str, Entry]] = []
        for entry in changes.entries:
            path = entry.path
            mark = mark_of(path) if ".wh." in path else None
            if mark is None:
                added.append((path, entry))
            else:
                marks.append((mark, target(path), entry))
        if not show_marks:
            for mark, path, _ in marks:
                if not self._is_too_much(path):
                    self._remove(mark, path)
        self._folder = None
        for path, entry in added:
            if self._is_too_much(path):
                continue
            self._add(path, entry)
        if show_marks:
            for mark, path, entry in marks:
                self._show(mark, path, entry)

    def _is_too_much(self, path: str) -> bool:
        """Whether a name is too long for any file system, or the tree too large to grow further."""
        if len(path) > self._limits.name:
            self._reached.add("name")
            return True
        return self._is_full()

    def _is_full(self) -> bool:
        """Whether the tree is too large to grow further."""
        if self._nodes >= self._limits.files or self._steps >= _STEPS * self._limits.files:
            self._reached.add("files")
            return True
        if self._characters >= self._limits.names:
            self._reached.add("names")
            return True
        return False

    def _remove(self, mark: Mark, path: str) -> None:
        if mark is Mark.OPAQUE:
            folder = self._walk(path, make=False)
            if folder is not None:
                folder.children.clear()
        elif mark is Mark.FILE:
            above, _, last = path.rpartition("/")
            folder = self._walk(above, make=False)
            if folder is not None:
                folder.children.pop(last, None)
        self._folder = None

    def _show(self, mark: Mark, path: str, entry: Entry) -> None:
        if mark not in (Mark.FILE, Mark.OPAQUE) or self._is_too_much(path):
            return
        above, _, last = path.rpartition("/")
        if mark is Mark.OPAQUE:
            node = self._walk(path, make=True)
        else:
            folder = self._walk(above, make=True)
            node = None
            if folder is not None:
                node = folder.children.get(last) or self._new(folder, last, EntryType.FILE, entry)
        if node is not None:
            node.mark = mark

    def _add(self, path: str, entry: Entry) -> None:
        if not path:
            if entry.type is EntryType.DIRECTORY:
                self._root.layer, self._root.entry = self._layer, entry
            return
        above, _, last = path.rpartition("/")
        if self._folder is not None and self._folder[0] == above:
            folder: FileNode | None = self._folder[1]
        else:
            folder = self._walk(above, make=True)
        if folder is None:
            return
        self._folder = above, folder
        before = folder.children.get(last)
        if before is not None and before.is_directory and entry.type is EntryType.DIRECTORY:
            before.lower = self._below(before)
            before.layer, before.entry = self._layer, entry
            return
        if before is not None and before.type in (EntryType.DIRECTORY, EntryType.SYMLINK):
            self._folder = None
        content, size = self._content(entry)
        node = self._new(folder, last, entry.type, entry)
        node.content, node.size = content, size
        if before is not None:
            node.lower = self._below(before)

    def _content(self, entry: Entry) -> tuple[tuple[int, int] | None, int]:
        """Layer and order of the entry with the bytes: for a hard link its target as it is now, not as it becomes."""
        if entry.type is not EntryType.HARDLINK:
            return (self._layer, entry.order), entry.size if entry.has_body else 0
        path = clean(entry.linkname)
        above, _, last = path.rpartition("/")
        folder = self._walk(above, make=False)
        target_node = folder.children.get(last) if folder is not None else None
        if target_node is None or target_node.content is None or target_node.is_directory:
            return None, 0
        return target_node.content, target_node.size

    def _below(self, before: FileNode) -> tuple[LowerEntry, ...]:
        if before.layer is None or before.layer == self._layer:
            return before.lower
        return (LowerEntry(layer=before.layer, type=before.type, size=before.size), *before.lower)

    def _new(self, folder: FileNode, name: str, kind: EntryType, entry: Entry | None) -> FileNode:
        self._nodes += 1
        node = FileNode(name=name, type=kind, layer=self._layer, entry=entry, length=folder.length + 1 + len(name))
        self._characters += node.length
        folder.children[name] = node
        return node

    def _walk(self, path: str, *, make: bool) -> FileNode | None:
        """The folder at `path`, links followed inside the root; with `make`, a missing one is made."""
        above = [self._root]
        todo = [part for part in reversed(path.split("/")) if part]
        hops = 0
        while todo:
            self._steps += 1
            part = todo.pop()
            if part in (".", ".."):
                if part == ".." and len(above) > 1:
                    above.pop()
                continue
            node = above[-1].children.get(part)
            if node is not None and node.type is EntryType.SYMLINK:
                hops += 1
                if hops > HOPS or len(node.linkname) > self._limits.name:
                    return None
                if node.linkname.startswith("/"):
                    above = [self._root]
                names = [part for part in reversed(node.linkname.split("/")) if part]
                self._steps += len(names)
                if self._is_full():
                    return None
                todo.extend(names)
                continue
            if node is None or not node.is_directory:
                node = self._make(above[-1], part, node) if make else None
            if node is None:
                return None
            above.append(node)
        return above[-1]

    def _make(self, folder: FileNode, name: str, before: FileNode | None) -> FileNode | None:
        """A folder that no entry lists; None where it would lie deeper than any name may lead."""
        if folder.length + len(name) >= self._limits.name:
            self._reached.add("name")
            return None
        node = self._new(folder, name, EntryType.DIRECTORY, None)
        node.lower = () if before is None else self._below(before)
        return node
