"""A layer beside the layers below: what it adds, changes and removes, and which of their files the tree hides."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum

from xpkgtui.filesystem.changeset import ChangeSet, Mark, mark_of, target
from xpkgtui.filesystem.tar.entry import Entry, EntryType
from xpkgtui.filesystem.tree.node import FileNode, FileTree, parts
from xpkgtui.values import dataclass


class TreeChange(StrEnum):
    """What the layer does to a path."""

    ADDED = "added"
    CHANGED = "changed"
    """A file is replaced; a folder, or something in it, is changed."""
    REMOVED = "removed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """A path of a view, and what the layer does to it."""

    node: FileNode
    change: TreeChange | None = None
    below: FileNode | None = None
    """What the layers below have there."""

    @property
    def is_folder(self) -> bool:
        """Whether it can be opened; what is removed shows what it held."""
        shown = self.below if self.change is TreeChange.REMOVED and self.below is not None else self.node
        return shown.is_directory


Test = Callable[[FileNode], bool]


class Comparison:
    """A view of files, compared with the layers below it where `below` is given.

    `alone` is the view of one layer by itself: there a file counts as removed only where the layer removes it.
    With `removers` the view is of all layers, `below` is `layer` by itself, and what any other layer does counts:
    the paths that they remove, each with the layer that does.
    """

    def __init__(
        self,
        now: FileTree,
        below: FileTree | None = None,
        *,
        layer: int = 0,
        alone: bool = False,
        removers: Mapping[str, int] | None = None,
    ) -> None:
        self.now = now
        self.layer = layer
        self._below = below
        self._alone = alone
        self._removers = removers
        is_compared = below is not None and not alone
        self._touched = _touched(now, below, self._is_new) if below is not None and is_compared else frozenset()

    @property
    def is_compared(self) -> bool:
        """Whether the view is compared with lower layers."""
        return self._below is not None

    def remover(self, path: str) -> int:
        """The layer that removes a path, or a folder above it."""
        parts_of = path.split("/")
        for end in range(len(parts_of), 0, -1) if self._removers else ():
            if (found := (self._removers or {}).get("/".join(parts_of[:end]))) is not None:
                return found
        return self.layer

    def children(self, folder: str = "") -> list[Compared]:
        """The entries of a folder, removed ones too; folders first, then by name."""
        here = self.now.resolve(folder)
        there = self._below.resolve(folder) if self._below is not None else None
        found = self._within(here, there, gone=self._is_gone(folder))
        return sorted(found, key=lambda one: (not one.is_folder, one.node.name))

    def walk(self, folder: str = "") -> Iterator[tuple[str, Compared]]:
        """Everything below a folder with its path, parents before children, in the order of names."""
        here = self.now.resolve(folder)
        there = self._below.resolve(folder) if self._below is not None else None
        gone = self._is_gone(folder)
        prefix = f"{folder}/" if folder else ""
        stack = [(prefix, one, gone) for one in self._sorted(here, there, gone)]
        while stack:
            before, one, gone = stack.pop()
            path = f"{before}{one.node.name}"
            yield path, one
            if one.is_folder:
                inside = gone or one.node.mark is not None
                here = None if one.change is TreeChange.REMOVED else one.node
                below = f"{path}/"
                stack.extend((below, child, inside) for child in self._sorted(here, one.below, inside))

    def _sorted(self, here: FileNode | None, there: FileNode | None, gone: bool) -> list[Compared]:
        return sorted(self._within(here, there, gone=gone), key=lambda one: one.node.name, reverse=True)

    def _within(self, here: FileNode | None, there: FileNode | None, *, gone: bool) -> Iterator[Compared]:
        mine = here.children if here is not None else {}
        theirs = there.children if there is not None else {}
        for name, node in mine.items():
            yield self._compared(node, theirs.get(name))
        if self._alone and not gone:
            return
        for name, node in theirs.items():
            if name not in mine:
                yield Compared(node=node, change=TreeChange.REMOVED, below=node)

    def _compared(self, node: FileNode, below: FileNode | None) -> Compared:
        if node.is_whiteout:
            return Compared(node=node, change=TreeChange.REMOVED, below=below)
        if self._below is None:
            return Compared(node=node)
        return Compared(node=node, change=self._change(node, below), below=below)

    def _change(self, node: FileNode, below: FileNode | None) -> TreeChange | None:
        if below is None:
            return TreeChange.ADDED
        if not (node.is_directory and below.is_directory):
            return TreeChange.CHANGED if self._is_new(node) else None
        inside = bool(node.children) or node.mark is not None if self._alone else id(node) in self._touched
        return TreeChange.CHANGED if inside or _differs(node, below, self._is_new) else None

    def _is_new(self, node: FileNode) -> bool:
        """Whether it is from the layer that is looked at, or from any but the one that is compared with."""
        if self._removers is not None:
            return node.layer is not None and node.layer != self.layer
        return node.layer == self.layer

    def _is_gone(self, folder: str) -> bool:
        """Whether the layer removes what the layers below have in this folder."""
        if not self._alone:
            return True
        node: FileNode | None = self.now.root
        for name in parts(folder):
            if node is None or node.mark is not None:
                break
            node = node.children.get(name)
        return node is not None and node.mark is not None


def _touched(now: FileTree, below: FileTree, is_new: Test) -> frozenset[int]:
    """The folders of both trees in which something differs, by identity."""
    found: set[int] = set()
    frames: list[tuple[FileNode, FileNode, int]] = [(now.root, below.root, 0)]
    for place, (here, there, _) in enumerate(frames):
        differs = len(there.children.keys() - here.children.keys()) > 0
        for name, node in here.children.items():
            other = there.children.get(name)
            if other is not None and node.is_directory and other.is_directory:
                frames.append((node, other, place))
                differs = differs or _differs(node, other, is_new)
            elif other is None or is_new(node):
                differs = True
        up = place
        while differs and id(frames[up][0]) not in found:
            found.add(id(frames[up][0]))
            up = frames[up][2]
    return frozenset(found)


def _differs(node: FileNode, below: FileNode, is_new: Test) -> bool:
    """Whether the layer changes mode or owner of a folder that both have."""
    if not is_new(node) or node.entry is None or node.type is not EntryType.DIRECTORY:
        return False
    one, other = node.entry, below.entry
    return other is not None and (one.mode, one.uid, one.gid) != (other.mode, other.uid, other.gid)


@dataclass(frozen=True, slots=True)
class HiddenFile:
    """A file that the layers hold and the flattened tree does not show."""

    path: str
    layer: int
    entry: Entry
    by: int
    """The layer that covers or removes it; its own, where a later entry of that does."""
    is_removed: bool


def hidden(change_sets: Iterable[tuple[int, ChangeSet]], tree: FileTree) -> tuple[int, int]:
    """How many files, and bytes, the change sets hold that `tree`, flattened from them, does not."""
    files = size = 0
    for _, entry in _unseen(change_sets, tree):
        files += 1
        size += entry.size
    return files, size


def hidden_files(change_sets: Sequence[tuple[int, ChangeSet]], tree: FileTree) -> list[HiddenFile]:
    """These files, the largest first, each with the first layer above that hides it."""
    above = [(layer, _Hiding(changes)) for layer, changes in change_sets]
    found = []
    for layer, entry in _unseen(change_sets, tree):
        hiding = ((upper, one.hides(entry.path)) for upper, one in above if upper > layer)
        by, is_removed = next(((upper, removed) for upper, removed in hiding if removed is not None), (layer, False))
        found.append(HiddenFile(entry.path, layer, entry, by, is_removed))
    return sorted(found, key=lambda one: (-one.entry.size, one.path, one.layer))


def _unseen(change_sets: Iterable[tuple[int, ChangeSet]], tree: FileTree) -> Iterator[tuple[int, Entry]]:
    shown = {node.content for _, node in tree.walk() if node.content is not None}
    for layer, changes in change_sets:
        for entry in changes.entries:
            if entry.has_body and (layer, entry.order) not in shown and mark_of(entry.path) is None:
                yield layer, entry


class _Hiding:
    """What a layer does to the paths of layers below it."""

    def __init__(self, changes: ChangeSet) -> None:
        self._removed: set[str] = set()
        self._covered: set[str] = set()
        self._folders: set[str] = set()
        """Paths at which it has a folder, which covers no other folder."""
        for entry in changes.entries:
            if mark_of(entry.path) in (Mark.FILE, Mark.OPAQUE):
                self._removed.add(target(entry.path))
            else:
                (self._folders if entry.type is EntryType.DIRECTORY else self._covered).add(entry.path)

    def hides(self, path: str) -> bool | None:
        """Whether it removes the path (true) or covers it (false); None where it does neither."""
        if path in self._covered or path in self._folders:
            return False
        parts = path.split("/")
        for count in range(len(parts), -1, -1):
            if (above := "/".join(parts[:count])) in self._removed:
                return True
            if count < len(parts) and above in self._covered:
                return False  # a file where a folder was
        return None


def removers(change_sets: Iterable[tuple[int, ChangeSet]]) -> dict[str, int]:
    """The paths that whiteouts remove, each with the topmost layer that does; of an opaque mark its folder."""
    found: dict[str, int] = {}
    for layer, changes in change_sets:
        for entry in changes.entries:
            if mark_of(entry.path) in (Mark.FILE, Mark.OPAQUE):
                found[target(entry.path)] = layer
    return found
