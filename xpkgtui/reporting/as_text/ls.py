"""The text of `ls`: a line for each entry, with the layer that supplies it."""

from collections.abc import Iterable

from xpkgtui.inspection.rows.files import FileRow
from xpkgtui.reporting.as_text.tables import INDENT, table

_TYPES = {"directory": "d", "symlink": "l", "hardlink": "h", "device": "c", "fifo": "p"}


def ls(rows: Iterable[FileRow]) -> str:
    """The lines of mode, size, layer and path."""
    lines = table([_row(row) for row in rows], right=frozenset({1, 2}))
    return "".join(text.removeprefix(INDENT) + "\n" for text in lines)


def _row(row: FileRow) -> tuple[str, ...]:
    kind = "w" if row.whiteout else _TYPES.get(row.type, "-")
    link = f" -> {row.linkname}" if row.linkname else ""
    folder = "/" if row.type == "directory" and not row.whiteout else ""
    return (
        f"{kind}{row.mode & 0o7777:04o}",
        f"{row.size:,}",
        f"layer {row.layer}",
        f"{row.path}{folder}{link}{_mark(row)}",
    )


def _mark(row: FileRow) -> str:
    if row.whiteout:
        return "  (hides everything below)" if row.whiteout == "opaque" else f"  (whiteout{_removed(row)})"
    if row.taken:
        return "  (Crossplane takes this one)"
    if row.decoy:
        return "  (not taken)"
    return "  (changed)" if row.change == "changed" else ""


def _removed(row: FileRow) -> str:
    below = next(iter(row.covers), None)
    return f": removes a {below.type} of layer {below.layer}" if below else ""
