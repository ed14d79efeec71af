"""The document of `ls`: the entries of one view."""

from collections.abc import Iterable

from xpkgtui.errors import Failure
from xpkgtui.inspection.messages.requests import View
from xpkgtui.inspection.rows.files import FileRow
from xpkgtui.reporting.as_json import elements
from xpkgtui.reporting.as_json.writer import JSON, write
from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """The files of one image, or why they cannot be listed."""

    platform: str = ""
    """The name of the entry of an index that is listed; empty where there is no index."""
    view: View
    rows: tuple[FileRow, ...] | None = None
    """The files; None if they could not be listed."""
    failure: Failure | None = None


def ls(source: str, listing: Listing) -> str:
    """The text of the document."""
    return write(_document(source, listing))


def ls_all(source: str, listings: Iterable[Listing]) -> str:
    """The text of a list with a document for each platform."""
    return write([_document(source, listing) for listing in listings])


def _document(source: str, listing: Listing) -> JSON:
    return {
        "schema": "xpkgtui.ls/v1",
        "source": source,
        "platform": listing.platform or None,
        "error": elements.error(listing.failure),
        "view": str(listing.view),
        "entries": None if listing.rows is None else [_entry(row) for row in listing.rows],
    }


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
        "hidden_by": row.hidden_by,
    }
