"""The document of `ls`: the entries of one view."""

from collections.abc import Iterable
from typing import Annotated, Literal

from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.inspection.messages.requests import View
from xpkgtui.inspection.rows.files import FileChange, FileRow, Whiteout
from xpkgtui.reporting.contents.file_list import Listing
from xpkgtui.reporting.documents import elements
from xpkgtui.reporting.documents.elements import NAMED, Count, Document, ErrorObject
from xpkgtui.reporting.documents.writer import Bounds, JsonObject, write
from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class _Entry(JsonObject):
    path: Annotated[str, "The path, without a leading slash."]
    type: Annotated[EntryType, "The type of the entry."]
    size: Annotated[Count, "The size of a file in bytes."]
    mode: Annotated[str, Bounds(pattern="^[0-7]{4}$"), "The permissions in octal: `0644`."]
    layer: Annotated[Count | None, "The layer that supplies it; null for a file of a folder, which has no layers."]
    linkname: Annotated[str | None, "The target of a link; null for other entries."]
    whiteout: Annotated[
        Whiteout | None,
        "What it removes of lower layers: one path, or all of the folder; null where it is not a whiteout.",
    ]
    change: Annotated[
        FileChange | None,
        "Against the layers below, in the views `layer` and `upto`; null where nothing is changed, or nothing was "
        "compared.",
    ]
    hidden_by: Annotated[
        int | None,
        "In the view `hidden` the layer that covers the file or, where `change` is `removed`, removes it; else null.",
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Files(Document):
    schema: Annotated[Literal["xpkgtui.ls/v1"], NAMED] = "xpkgtui.ls/v1"
    source: Annotated[str, "The source as it was given."]
    platform: Annotated[str | None, "The entry of the index that is listed, `linux/arm64`; null without an index."]
    error: Annotated[ErrorObject | None, "Why the list is missing or incomplete; null where it is whole."]
    view: Annotated[
        View,
        "What is listed: the layer annotated base, one layer, all layers up to one, all layers flattened, "
        "or what that hides.",
    ]
    entries: Annotated[
        tuple[_Entry, ...] | None, "The files and folders by path; null where they could not be listed."
    ]


DOCUMENT = _Files


def ls(source: str, listing: Listing) -> str:
    """The text of the document."""
    return write(_document(source, listing))


def ls_all(source: str, listings: Iterable[Listing]) -> str:
    """The text of a list with a document for each platform."""
    return write([_document(source, listing) for listing in listings])


def _document(source: str, listing: Listing) -> _Files:
    return _Files(
        source=source,
        platform=listing.platform or None,
        error=elements.error(listing.failure),
        view=listing.view,
        unread=elements.unread(listing.answer(source).unread),
        entries=None if listing.rows is None else tuple(map(_entry, listing.rows)),
    )


def _entry(row: FileRow) -> _Entry:
    return _Entry(
        path=row.path,
        type=row.type,
        size=row.size,
        mode=f"{row.mode & 0o7777:04o}",
        layer=row.layer,
        linkname=row.linkname or None,
        whiteout=row.whiteout,
        change=row.change or None,
        hidden_by=row.hidden_by,
    )
