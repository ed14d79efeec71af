"""The rows of a tree of files: only those in sight are made, so that a folder may hold any number."""

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from typing import overload

from xpkgtui.app.drawing.rows import Draw, Row, Table
from xpkgtui.app.state.lists.file_views import Listing, Rows, hidden_key, index_of
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.inspection.rows.files import FileRow
from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True)
class FileItem:
    """An entry with its place in the tree."""

    row: FileRow
    depth: int = 0
    is_open: bool = False
    is_whole: bool = False
    """Whether the path is shown, not only its last name."""
    is_aligned: bool = False
    """Whether there are folders in the list."""


@dataclass(frozen=True, slots=True)
class _Part:
    """Neighbours of one folder: `rows[first:last]` at this depth."""

    rows: Rows
    first: int
    last: int
    depth: int
    folder: str


class FileTable(Table):
    """Open folders with what lies in them, at most one step for each open folder away."""

    def __init__(self, parts: Iterable[_Part], opened: frozenset[str], draw: Draw, *, whole: bool = False) -> None:
        self._parts = tuple(parts)
        self._opened = opened
        self._draw = draw
        self._whole = whole
        first = self._parts[0].rows[0] if self._parts and self._parts[0].rows else None
        self._aligned = not whole and first is not None and first.type is EntryType.DIRECTORY
        self._starts: list[int] = []
        self._folders: dict[str, list[int]] = {}
        self._count = 0
        self._where: dict[str, int] | None = None
        for number, part in enumerate(self._parts):
            self._starts.append(self._count)
            self._count += part.last - part.first
            self._folders.setdefault(part.folder, []).append(number)

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int, /) -> Row: ...
    @overload
    def __getitem__(self, index: slice, /) -> list[Row]: ...
    def __getitem__(self, index: int | slice, /) -> Row | list[Row]:
        """A row is made anew each time it is asked for."""
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(self._count))]
        number = index + self._count if index < 0 else index
        if not 0 <= number < self._count:
            raise IndexError(index)
        at = bisect_right(self._starts, number) - 1
        part = self._parts[at]
        row = part.rows[part.first + number - self._starts[at]]
        is_folder = row.type is EntryType.DIRECTORY
        item = FileItem(row, part.depth, is_folder and row.path in self._opened, self._whole, self._aligned)
        return Row(row.path, item, self._draw, heading=is_folder, is_steady=True)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FileTable) and self._identity == other._identity

    __hash__ = None  # type: ignore[assignment]

    def place(self, key: str) -> int | None:
        """Where the row of this path is; None where its folder is closed."""
        if self._whole:
            if self._where is None:
                self._where = {row.path: number for part in self._parts for number, row in enumerate(part.rows)}
            return self._where.get(key)
        numbers = self._folders.get(key.rpartition("/")[0], [])
        at = index_of(self._parts[numbers[0]].rows, key) if numbers else None
        if at is None:
            return None
        found = ((number, self._parts[number]) for number in numbers)
        places = (self._starts[number] + at - part.first for number, part in found if part.first <= at < part.last)
        return next(places, None)

    @property
    def _identity(self) -> tuple[object, ...]:
        """Lists are not changed once they are there, so that the same ones are the same table."""
        return (
            tuple((id(part.rows), part.first, part.last, part.depth) for part in self._parts),
            self._opened,
            self._whole,
        )


def tree(listing: Listing, opened: frozenset[str], draw: Draw) -> FileTable:
    """The folders that are open, each below its row."""
    return FileTable(_parts(listing, opened), opened, draw)


def flat(rows: Rows, draw: Draw) -> FileTable:
    """Entries of many folders, each with its whole path."""
    return FileTable([_Part(rows, 0, len(rows), 0, "")] if rows else [], frozenset(), draw, whole=True)


def _inside(opened: frozenset[str]) -> Mapping[str, list[str]]:
    found: dict[str, list[str]] = {}
    for folder in opened:
        found.setdefault(folder.rpartition("/")[0], []).append(folder)
    return found


@dataclass(slots=True)
class _Frame:
    """A folder that is being laid out."""

    folder: str
    rows: Rows
    todo: list[tuple[int, str]]
    """Its open folders with their places, the last one first."""
    at: int = 0


def _parts(listing: Listing, opened: frozenset[str]) -> Iterable[_Part]:
    inside = _inside(opened)

    def frame(folder: str) -> _Frame | None:
        rows = listing(folder)
        if rows is None:
            return None
        places = ((index_of(rows, path), path) for path in inside.get(folder, ()))
        return _Frame(folder, rows, sorted(((at, path) for at, path in places if at is not None), reverse=True))

    root = frame("")
    stack = [root] if root else []
    while stack:
        top = stack[-1]
        depth = len(stack) - 1
        if not top.todo:
            if top.at < len(top.rows):
                yield _Part(top.rows, top.at, len(top.rows), depth, top.folder)
            stack.pop()
            continue
        at, path = top.todo.pop()
        yield _Part(top.rows, top.at, at + 1, depth, top.folder)
        top.at = at + 1
        if (below := frame(path)) is not None:
            stack.append(below)


def hidden_rows(rows: Iterable[FileRow], draw: Draw) -> list[Row]:
    """Files that are not seen, by their whole paths; several layers may have the same one."""
    return [Row(hidden_key(row), FileItem(row, is_whole=True), draw, is_steady=True) for row in rows]
