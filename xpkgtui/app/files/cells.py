"""Entries of the list of files as cells."""

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.drawing.rows import Cell
from xpkgtui.app.drawing.styled_text import join, middle, safe, sign
from xpkgtui.app.files.table import FileItem
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.inspection.rows.files import DeadEnd, FileChange, FileRow, Whiteout

CHANGES = {FileChange.ADDED: "+", FileChange.CHANGED: "~", FileChange.REMOVED: "-"}
"""The sign beside each word, as in a diff."""
_SIZE_FROM, _WORDS_FROM, _COVERS_FROM = 40, 34, 60
"""Columns from which there is room for a size, for more than a sign and a number, and for what lies beneath."""
_DEEPEST = 20


def cells(item: FileItem, width: int) -> tuple[Cell, ...]:
    """Name, size, and which layer it is from or what that layer does to it."""
    row = item.row
    said = str(row.layer) if width < _WORDS_FROM else words(row)
    if width >= _COVERS_FROM:
        said = _covered(row) or said
    where = Cell(_where(row, said), 4 if width < _WORDS_FROM else 15 if width < _COVERS_FROM else 21)
    size = Cell(safe("" if row.linkname or row.type is EntryType.DIRECTORY else visible.size(row.size), "$muted"), -8)
    room = width - 2 - (where.width or 0) - 2 - (9 if width >= _SIZE_FROM else 0)
    name = Cell(_name(item, room), keys=("",))
    return (name, size, where) if width >= _SIZE_FROM else (name, where)


def words(row: FileRow) -> str:
    """`from layer 1`, `changed in 2`; the word says what the sign says."""
    if row.change is FileChange.CHANGED and row.type is EntryType.DIRECTORY and not row.whiteout:
        return "has changes"
    if row.change and not row.whiteout:
        return f"{'deleted' if row.change is FileChange.REMOVED else row.change} in {row.layer}"
    if row.whiteout:
        return f"deleted in {row.layer}" if row.whiteout is Whiteout.FILE else f"emptied in {row.layer}"
    return f"from layer {row.layer}"


def _covered(row: FileRow) -> str:
    """`2 covers 0, 318 kB`: which layers have the file beneath, and how much of it is not seen."""
    if not row.covers or row.type is EntryType.DIRECTORY or row.whiteout or row.change is FileChange.REMOVED:
        return ""
    first, more = row.covers[0], len(row.covers) - 1
    size = visible.size(sum(cover.size for cover in row.covers))
    return f"{row.layer} covers {first.layer}{f' +{more}' if more else ''}, {size}"


def _where(row: FileRow, said: str) -> Content:
    hidden = {Whiteout.FILE: FileChange.REMOVED, Whiteout.OPAQUE: FileChange.CHANGED}
    change = row.change or (hidden[row.whiteout] if row.whiteout else None)
    mark = (f"{CHANGES[change] if change else ' '} ", "bold $foreground")
    return join(mark, (said, "$muted"))


def _name(item: FileItem, room: int) -> Content:
    row = item.row
    last = visible.line(row.path) if item.is_whole else visible.line(row.path.rpartition("/")[2])
    indent = "  " * min(item.depth, _DEEPEST)
    style = "$muted" if row.change is FileChange.REMOVED or row.whiteout is Whiteout.FILE else "$foreground"
    decoy = ("  ", sign("!"), (" not read", "$muted")) if row.decoy else ()
    if row.type is EntryType.DIRECTORY:
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
    """A whole path is cut in its middle, because its end tells most."""
    return middle(text, max(8, room)) if item.is_whole else text
