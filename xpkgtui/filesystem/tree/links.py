"""Where links lead, inside the root."""

from enum import StrEnum

from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.filesystem.tree.node import FileNode, FileTree, parts
from xpkgtui.limits import HOPS, LIMITS
from xpkgtui.values import dataclass

_STEPS = 2_000_000
"""Names that one follower walks through at most; ordinary lists need a few for each link."""


class LinkEnd(StrEnum):
    """Where following a link ends."""

    THERE = "there"
    """It leads to something."""
    NOWHERE = "nowhere"
    """It leads to nothing, or through more links than Linux follows."""
    CIRCLE = "circle"
    """It leads back to itself."""
    UNKNOWN = "unknown"
    """It was not followed: following all links costs too much."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkTarget:
    """What a link leads to."""

    end: LinkEnd
    path: str = ""
    """Where it ends, or the first missing name; free of links."""
    node: FileNode | None = None
    leaves: bool = False
    """Whether it climbs above the root, and is stopped there."""


class LinkFollower:
    """Follows the links of one tree, bounded for all of them together."""

    def __init__(self, tree: FileTree, steps: int = _STEPS) -> None:
        self._tree = tree
        self._steps = steps

    def follow(self, path: str, node: FileNode) -> LinkTarget:
        """The target of the link at `path`; a hard link names its target from the root on."""
        target = node.linkname
        if len(target) > LIMITS.name:
            return LinkTarget(end=LinkEnd.NOWHERE)
        folder = path.rpartition("/")[0]
        if node.type is EntryType.HARDLINK:
            return self._walk(parts(target), [], follow_last=False)
        start = [] if target.startswith("/") else parts(folder)
        return self._walk([*start, *parts(target)], [id(node)])

    def _walk(self, names: list[str], passed: list[int], *, follow_last: bool = True) -> LinkTarget:
        above: list[tuple[str, FileNode]] = [("", self._tree.root)]
        todo = names[::-1]
        leaves = False
        while todo:
            self._steps -= 1
            if self._steps < 0:
                return LinkTarget(end=LinkEnd.UNKNOWN)
            name = todo.pop()
            if name == "..":
                leaves = leaves or len(above) == 1
                del above[max(1, len(above) - 1) :]
                continue
            node = above[-1][1].children.get(name)
            if node is None or (todo and not node.is_directory and node.type is not EntryType.SYMLINK):
                return LinkTarget(end=LinkEnd.NOWHERE, path=_path([*above, (name, self._tree.root)]), leaves=leaves)
            if node.type is EntryType.SYMLINK and (todo or follow_last):
                passed.append(id(node))
                if len(passed) > HOPS or len(node.linkname) > LIMITS.name:
                    return LinkTarget(
                        end=LinkEnd.CIRCLE if len(set(passed)) < len(passed) else LinkEnd.NOWHERE, leaves=leaves
                    )
                if node.linkname.startswith("/"):
                    del above[1:]
                further = parts(node.linkname)[::-1]
                self._steps -= len(further)
                todo.extend(further)
                continue
            above.append((name, node))
        return LinkTarget(end=LinkEnd.THERE, path=_path(above), node=above[-1][1], leaves=leaves)


def _path(above: list[tuple[str, FileNode]]) -> str:
    return "/".join(name for name, _ in above[1:])
