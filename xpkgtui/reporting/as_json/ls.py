"""The document of `ls`: the entries of one view."""

from collections.abc import Iterable

from xpkgtui.errors import Failure
from xpkgtui.inspection.requests import View
from xpkgtui.inspection.rows.files import FileRow
from xpkgtui.reporting.as_json import elements
from xpkgtui.reporting.as_json.writer import JSON, write


def ls(source: str, view: View, rows: Iterable[FileRow] | None, failure: Failure | None = None) -> str:
    """The text of the document; `rows` is None where nothing could be listed."""
    return write(
        {
            "schema": "xpkgtui.ls/v1",
            "source": source,
            "error": elements.error(failure),
            "view": str(view),
            "entries": None if rows is None else [_entry(row) for row in rows],
        }
    )


def _entry(row: FileRow) -> JSON:
    return {
        "path": row.path,
        "type": row.type,
        "size": row.size,
        "mode": f"{row.mode & 0o7777:04o}",
        "layer": row.layer,
        "linkname": row.linkname or None,
        "whiteout": row.whiteout,
        "change": row.change or None,
    }
