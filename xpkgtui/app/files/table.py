"""The rows of a tree of files, and their cells: only those in sight are made, so a folder may hold any number."""

import stat
from bisect import bisect_right
from collections.abc import Iterable, Mapping

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.drawing.rows import Cell, Draw, Row, Table
from xpkgtui.app.drawing.styled_text import Part, join, safe, sign
from xpkgtui.app.state.lists.file_views import Listing, Rows, hidden_key, index_of
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.inspection.rows.files import DeadEnd, FileChange, FileRow, Whiteout
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
    """Neighbors of one folder: `rows[first:last]` at this depth."""

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

    def at(self, number: int) -> Row:
        """A row, which is made anew each time."""
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


CHANGES = {FileChange.ADDED: "+", FileChange.CHANGED: "~", FileChange.REMOVED: "-"}
"""The sign beside each word, as in a diff."""
_COLORS = {FileChange.ADDED: "$success", FileChange.CHANGED: "$warning", FileChange.REMOVED: "$error"}
_SIZE_FROM, _WORDS_FROM, _COVERS_FROM, _LAYERS_FROM = 40, 34, 54, 70
"""Columns from which there is room for a size, for more than a sign and a number, for what lies beneath in few words
and in more."""
_READ = len("  read")
"""Cells of what is said of a file of a folder."""
_OWNED_FROM, _MODE, _OWNER = 86, 10, 11
"""Columns from which permissions and the owner have room, and what they take."""
_KINDS = {EntryType.DIRECTORY: stat.S_IFDIR, EntryType.SYMLINK: stat.S_IFLNK, EntryType.FIFO: stat.S_IFIFO}
_DEEPEST = 20
_DECOY, _MARK = len("  ! not read"), len("  !")


def cells(item: FileItem, width: int) -> tuple[Cell, ...]:
    """Name, size, and which layer it is from or what that layer does to it."""
    said = _short(item.row) if width < _WORDS_FROM else words(item.row)
    room = _READ if item.row.layer is None else 4 if width < _WORDS_FROM else 15
    return _cells(item, width, Cell(_where(item.row, said), room))


def covering_cells(item: FileItem, width: int) -> tuple[Cell, ...]:
    """The cells of a view where layers cover files of others; a wide list says what the entry covers."""
    if width < _COVERS_FROM:
        return cells(item, width)
    is_wide = width >= _LAYERS_FROM
    said = _covered(item.row, is_wide=is_wide) or words(item.row)
    return _cells(item, width, Cell(_where(item.row, said), 31 if is_wide else 23))


def hidden_cells(item: FileItem, width: int) -> tuple[Cell, ...]:
    """A file that is not seen, and which layer covers or removes it."""
    row = item.row
    verb = "removed" if row.change is FileChange.REMOVED else "covered"
    said = f"layer {row.layer}, {verb} by {'layer ' if width >= _LAYERS_FROM else ''}{row.hidden_by}"
    return _cells(item, width, Cell(_where(row, said), 31 if width >= _LAYERS_FROM else 24))


def _cells(item: FileItem, width: int, where: Cell) -> tuple[Cell, ...]:
    row = item.row
    size = Cell(safe("" if row.linkname or row.type is EntryType.DIRECTORY else visible.size(row.size), "$muted"), -8)
    is_owned = width >= _OWNED_FROM and row.layer is not None
    room = width - 2 - (where.width or 0) - 2 - (9 if width >= _SIZE_FROM else 0)
    room -= _MODE + _OWNER + 2 if is_owned else 0
    name = Cell(_name(item, room), keys=("",))
    if width < _SIZE_FROM:
        return name, where
    return (name, *_owned(row), size, where) if is_owned else (name, size, where)


def _owned(row: FileRow) -> tuple[Cell, ...]:
    """Who may do what with it, as `ls -l` writes it, and whose it is."""
    return Cell(safe(permissions(row), "$muted"), _MODE), Cell(safe(f"{row.uid}:{row.gid}", "$muted"), _OWNER)


def permissions(row: FileRow) -> str:
    """`-rwxr-xr-x`"""
    return stat.filemode(_KINDS.get(row.type, stat.S_IFREG) | row.mode & 0o7777)


def _short(row: FileRow) -> str:
    """The number of the layer; of a file in a folder, whether it is read."""
    return str(row.layer) if row.layer is not None else "read" if row.taken else ""


def words(row: FileRow) -> str:
    """`from layer 1`, `changed in 2`, `read` in a folder; the word says what the sign says."""
    if row.layer is None:
        return _short(row)
    if row.change is FileChange.CHANGED and row.type is EntryType.DIRECTORY and not row.whiteout:
        return "has changes"
    if row.change and not row.whiteout:
        return f"{'deleted' if row.change is FileChange.REMOVED else row.change} in {row.layer}"
    if row.whiteout:
        return f"deleted in {row.layer}" if row.whiteout is Whiteout.FILE else f"emptied in {row.layer}"
    return f"from layer {row.layer}"


def _covered(row: FileRow, *, is_wide: bool) -> str:
    """`layer 2 covers 1 and 0: 318 kB`: which layers have the file beneath, and how much of it is not seen."""
    if not row.covers or row.type is EntryType.DIRECTORY or row.whiteout or row.change is FileChange.REMOVED:
        return ""
    numbers, more = [str(cover.layer) for cover in row.covers[:2]], len(row.covers)
    below = " and ".join(numbers) if more <= len(numbers) else f"{more} layers"
    size = visible.size(sum(cover.size for cover in row.covers))
    return f"{'layer ' if is_wide else ''}{row.layer} covers {below}: {size}"


def _where(row: FileRow, said: str) -> Content:
    hidden = {Whiteout.FILE: FileChange.REMOVED, Whiteout.OPAQUE: FileChange.CHANGED}
    change = row.change or (hidden[row.whiteout] if row.whiteout else None)
    mark = (f"{CHANGES[change]} ", f"bold {_COLORS[change]}") if change else "  "
    return join(mark, (said, "$muted"))


def _name(item: FileItem, room: int) -> Content:
    row = item.row
    last = visible.line(row.path) if item.is_whole else visible.line(row.path.rpartition("/")[2])
    is_folder = row.type is EntryType.DIRECTORY
    # Names stand below each other: a folder has its sign where a file has two blanks.
    indent = "  " * (min(item.depth, _DEEPEST) + (item.is_aligned and not is_folder))
    is_gone = row.hidden_by is not None or row.change is FileChange.REMOVED or row.whiteout is Whiteout.FILE
    style = "$muted" if is_gone else "$foreground"
    decoy: tuple[Part, ...] = ("  ", sign("!")) if row.decoy else ()
    if decoy and len(indent) + len(last) + _DECOY <= room:
        decoy = (*decoy, (" not read", "$muted"))
    elif decoy:
        room -= _MARK
    if is_folder:
        fold = ("▾ " if item.is_open else "▸ ", "$muted" if item.is_open else "$accent")
        count = (f"  {row.children:,}", "$muted")
        return join(indent, fold, (_fitting(last, item, room - 3), style), ("/", "$muted"), count, *decoy)
    name = join(indent, (_fitting(last, item, room), style))
    if row.linkname:
        name = join(name, (" → ", "$muted"), safe(row.linkname, "$muted"))
        if isinstance(row.leads, DeadEnd):
            name = join(name, " ", sign("!"), (f" {row.leads}", "$muted"))
    return join(name, *decoy)


def _fitting(text: str, item: FileItem, room: int) -> str:
    """A whole path is cut in its middle, because paths differ at their ends."""
    return visible.middle(text, max(8, room)) if item.is_whole else text
