"""The files of one or more layers as a tree whose nodes know their layer."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from xpkgtui.filesystem.changeset import Mark, mark_of
from xpkgtui.filesystem.limits import LIMITS
from xpkgtui.filesystem.tar.entry import Entry, EntryType


@dataclass(frozen=True, slots=True, kw_only=True)
class Covered:
    """What a layer below has at the same path."""

    layer: int
    type: EntryType
    size: int = 0


@dataclass(slots=True, kw_only=True, eq=False)
class FileNode:
    """A file, folder or link; not changed any more once its tree is handed out."""

    name: str
    type: EntryType
    layer: int | None
    """The layer that supplies it; None for the root, where no layer says anything of it."""
    entry: Entry | None = None
    """What its layer says of it; None for a folder that is only implied by what lies in it."""
    children: dict[str, "FileNode"] = field(default_factory=dict)
    content: tuple[int, int] | None = None
    """Layer and place of the entry that has its bytes: its own, or the one a hard link means."""
    size: int = 0
    mark: Mark | None = None
    """In the view of a single layer: what it does to the layers below, `file` or `opaque`."""
    covers: tuple[Covered, ...] = ()
    """What layers below have at the same path, the nearest first."""

    @property
    def is_directory(self) -> bool:
        """Whether it may have children."""
        return self.type is EntryType.DIRECTORY

    @property
    def overwrites(self) -> tuple[int, ...]:
        """Layers below that have the same path, the nearest first."""
        return tuple(one.layer for one in self.covers)

    @property
    def linkname(self) -> str:
        """Where a link points, as written."""
        return self.entry.linkname if self.entry else ""

    @property
    def is_whiteout(self) -> bool:
        """Whether it does nothing but remove its name; a layer may add the name again."""
        return self.mark is Mark.FILE and self.entry is not None and mark_of(self.entry.path) is Mark.FILE


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeNote:
    """Something that could not be applied as it stands."""

    layer: int
    path: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FileTree:
    """The tree with its root."""

    root: FileNode
    notes: tuple[TreeNote, ...] = ()
    hops: int = LIMITS.hops

    def get(self, path: str) -> FileNode | None:
        """The node at exactly this path, no link followed; the empty path is the root."""
        found: FileNode | None = self.root
        for part in parts(path):
            found = found.children.get(part) if found else None
        return found

    def children(self, path: str = "") -> tuple[FileNode, ...]:
        """What lies in a folder, folders first, then by name."""
        found = self.get(path)
        return () if found is None else tuple(sorted(found.children.values(), key=_folders_first))

    def resolve(self, path: str) -> FileNode | None:
        """What the path leads to when every link is followed inside the root; None for nothing, and for a loop."""
        above: list[FileNode] = [self.root]
        todo = parts(path)[::-1]
        hops = 0
        while todo:
            part = todo.pop()
            if part == "..":
                above = above[:-1] or above
                continue
            node = above[-1].children.get(part)
            if node is None:
                return None
            if node.type is EntryType.SYMLINK:
                hops += 1
                if hops > self.hops:
                    return None
                above = [self.root] if node.linkname.startswith("/") else above
                todo.extend(parts(node.linkname)[::-1])
            elif todo and not node.is_directory:
                return None
            else:
                above.append(node)
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
    """The names that a path goes through."""
    return [part for part in path.split("/") if part not in ("", ".")]


def _folders_first(node: FileNode) -> tuple[bool, str]:
    return not node.is_directory, node.name
