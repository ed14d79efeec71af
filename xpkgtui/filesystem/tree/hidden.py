"""Files of lower layers that a flattened tree does not show: they are transferred for nothing."""

from collections.abc import Iterable

from xpkgtui.filesystem.changeset import ChangeSet, Mark, mark_of, target
from xpkgtui.filesystem.tree.node import FileTree


def hidden(change_sets: Iterable[tuple[int, ChangeSet]], tree: FileTree) -> tuple[int, int]:
    """How many files, and bytes, the change sets hold that `tree`, flattened from them, does not."""
    shown = {node.content for _, node in tree.walk() if node.content is not None}
    files = size = 0
    for layer, changes in change_sets:
        for entry in changes.entries:
            if entry.has_body and (layer, entry.order) not in shown and mark_of(entry.path) is None:
                files += 1
                size += entry.size
    return files, size


def removers(change_sets: Iterable[tuple[int, ChangeSet]]) -> dict[str, int]:
    """The paths that whiteouts remove, each with the topmost layer that does; of an opaque mark its folder."""
    found: dict[str, int] = {}
    for layer, changes in change_sets:
        for entry in changes.entries:
            if mark_of(entry.path) in (Mark.FILE, Mark.OPAQUE):
                found[target(entry.path)] = layer
    return found
