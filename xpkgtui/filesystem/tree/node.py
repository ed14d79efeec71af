"""The files of one or more layers as a tree whose nodes know their layer."""

from collections.abc import Iterator
from dataclasses import field
from enum import Enum

from xpkgtui.filesystem.changeset import Mark, mark_of
from xpkgtui.filesystem.tar.entry import Entry, EntryType
from xpkgtui.limits import HOPS, ReachedLimit
from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class LowerEntry:
    """What a lower layer has at the same path."""

    layer: int
    type: EntryType
    size: int = 0


@dataclass(slots=True, kw_only=True, eq=False)
class FileNode:
    """A file, folder or link; unchanged once its tree is handed out."""

    name: str
    type: EntryType
    layer: int | None
    """The layer that supplies it; None for a root that no layer lists."""
    entry: Entry | None = None
    """Its header; None for a folder that is only implied by what lies in it."""
    children: dict[str, "FileNode"] = field(default_factory=dict)
    content: tuple[int, int] | None = None
    """Layer and order of the entry that has its bytes: its own, or the target of a hard link."""
    size: int = 0
    length: int = 0
    """The number of characters of its path, and of a slash before it."""
    mark: Mark | None = None
    """What the node does to the layers below, in the view of a single layer."""
    lower: tuple[LowerEntry, ...] = ()
    """What lower layers have at the same path, the nearest first."""

    @property
    def is_directory(self) -> bool:
        """Whether the node may have children."""
        return self.type is EntryType.DIRECTORY

    @property
    def linkname(self) -> str:
        """Where a link points, as written."""
        return self.entry.linkname if self.entry else ""

    @property
    def is_whiteout(self) -> bool:
        """Whether it only removes its name; a layer may add the name again."""
        return self.mark is Mark.FILE and self.entry is not None and mark_of(self.entry.path) is Mark.FILE


class NoNode(Enum):
    """Why a path leads to no node."""

    MISSING = "missing"
    CIRCLE = "circle"
    """Its links do not end."""
    BELOW_FILE = "below a file"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FileTree:
    """A tree of files."""

    root: FileNode
    cut: tuple[ReachedLimit, ...] = ()
    """Limits of this program that keep files out of it."""

    def get(self, path: str) -> FileNode | None:
        """The node at exactly this path, no link followed; the empty path is the root."""
        found: FileNode | None = self.root
        for part in parts(path):
            found = found.children.get(part) if found else None
        return found

    def resolve(self, path: str, entered: dict[str, FileNode] | None = None) -> FileNode | None:
        """The node at this path with every link followed inside the root; None for a missing one and for a loop.

        The folders on the way, and the one that it leads to, are added to `entered` by where they are.
        """
        found = self.followed(path, entered)
        return found if isinstance(found, FileNode) else None

    def followed(self, path: str, entered: dict[str, FileNode] | None = None) -> FileNode | NoNode:
        """The node at this path as `resolve` finds it, or why there is none."""
        above: list[FileNode] = [self.root]
        todo = parts(path)[::-1]
        hops = 0
        while todo:
            if entered is not None:
                entered.setdefault("/" + "/".join(one.name for one in above[1:]), above[-1])
            part = todo.pop()
            if part == "..":
                above = above[:-1] or above
                continue
            node = above[-1].children.get(part)
            if node is None:
                return NoNode.MISSING
            if node.type is EntryType.SYMLINK:
                hops += 1
                if hops > HOPS:
                    return NoNode.CIRCLE
                above = [self.root] if node.linkname.startswith("/") else above
                todo.extend(parts(node.linkname)[::-1])
            elif todo and not node.is_directory:
                return NoNode.BELOW_FILE
            else:
                above.append(node)
        if entered is not None and above[-1].is_directory:
            entered.setdefault("/" + "/".join(one.name for one in above[1:]), above[-1])
        return above[-1]

    def walk(self) -> Iterator[tuple[str, FileNode]]:
        """Every node with its path, parents before children, in the order of names; without the root."""
        stack = [(name, node) for name, node in sorted(self.root.children.items(), reverse=True)]
        while stack:
            path, node = stack.pop()
            yield path, node
            if node.children:
                stack.extend((f"{path}/{name}", child) for name, child in sorted(node.children.items(), reverse=True))


def parts(path: str) -> list[str]:
    """The names in a path."""
    return [part for part in path.split("/") if part not in ("", ".")]
