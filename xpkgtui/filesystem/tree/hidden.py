"""Files of lower layers that a flattened tree does not show: they are transferred for nothing."""

from collections.abc import Iterable
from dataclasses import dataclass

from xpkgtui.filesystem.changeset import ChangeSet, Mark, mark_of, target
from xpkgtui.filesystem.tree.node import FileTree


@dataclass(frozen=True, slots=True, kw_only=True)
class Hidden:
    """Files that are covered or removed by layers above them, and their bytes."""

    files: int = 0
    size: int = 0


def hidden(change_sets: Iterable[tuple[int, ChangeSet]], tree: FileTree) -> Hidden:
    """What the change sets hold and `tree`, flattened from them, does not."""
    shown = {node.content for _, node in tree.walk() if node.content is not None}
    files = size = 0
    for layer, changes in change_sets:
        for entry in changes.entries:
            if entry.has_body and (layer, entry.order) not in shown and mark_of(entry.path) is None:
                files += 1
                size += entry.size
    return Hidden(files=files, size=size)


def removers(change_sets: Iterable[tuple[int, ChangeSet]]) -> dict[str, int]:
    """The paths that whiteouts remove, each with the topmost layer that does; of an opaque mark its folder."""
    found: dict[str, int] = {}
    for layer, changes in change_sets:
        for entry in changes.entries:
            if mark_of(entry.path) in (Mark.FILE, Mark.OPAQUE):
                found[target(entry.path)] = layer
    return found
