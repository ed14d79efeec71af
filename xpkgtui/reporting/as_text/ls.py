"""The text of `ls`: a line for each entry, with the layer that supplies it."""

from collections.abc import Iterable

from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.inspection.rows.files import FileChange, FileRow, Whiteout
from xpkgtui.reporting.as_text.tables import INDENT, table
from xpkgtui.rules.wording import Wording
from xpkgtui.visible import line

_TYPES = {
    EntryType.DIRECTORY: "d",
    EntryType.SYMLINK: "l",
    EntryType.HARDLINK: "h",
    EntryType.DEVICE: "c",
    EntryType.FIFO: "p",
}

_HEADS = ("mode", "size", "held by", "path")


def ls(rows: Iterable[FileRow], wording: Wording, *, has_heads: bool = False) -> str:
    """The lines of mode, size, layer and path, with heads where they are not a list of files as ls prints it."""
    cells = [_row(row, wording) for row in rows]
    lines = table([_HEADS, *cells] if has_heads and cells else cells, right=frozenset({1, 2}))
    return "".join(text.removeprefix(INDENT) + "\n" for text in lines)


def heading(platform: str, *, is_first: bool) -> str:
    """The line before the list of a platform, as ls writes it before each of several folders."""
    return f"{'' if is_first else chr(10)}{line(platform) or 'no platform'}:\n"


def _row(row: FileRow, wording: Wording) -> tuple[str, ...]:
    kind = "w" if row.whiteout else _TYPES.get(row.type, "-")
    link = f" -> {row.linkname}" if row.linkname else ""
    folder = "/" if row.type is EntryType.DIRECTORY and not row.whiteout else ""
    return (
        f"{kind}{row.mode & 0o7777:04o}",
        f"{row.size:,}",
        "–" if row.layer is None else f"layer {row.layer}",
        f"{row.path}{folder}{link}{_mark(row, wording)}",
    )


def _mark(row: FileRow, wording: Wording) -> str:
    if row.hidden_by is not None:
        return f"  ({'removed' if row.change is FileChange.REMOVED else 'covered'} by layer {row.hidden_by})"
    if row.whiteout:
        return "  (hides everything below)" if row.whiteout is Whiteout.OPAQUE else f"  (whiteout{_removed(row)})"
    if row.taken:
        return f"  ({wording.program} reads this one)"
    if row.decoy:
        return "  (not read)"
    return "  (changed)" if row.change is FileChange.CHANGED else ""


def _removed(row: FileRow) -> str:
    below = next(iter(row.covers), None)
    return f": removes a {below.type} of layer {below.layer}" if below else ""
