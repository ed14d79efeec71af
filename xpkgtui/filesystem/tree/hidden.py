"""Files of lower layers that a flattened tree does not show: they are transferred for nothing."""

from collections.abc import Iterable, Iterator, Sequence

from xpkgtui.filesystem.changeset import ChangeSet, Mark, mark_of, target
from xpkgtui.filesystem.tar.entry import Entry, EntryType
from xpkgtui.filesystem.tree.node import FileTree
from xpkgtui.values import dataclass


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
