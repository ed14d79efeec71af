"""The fields of a definition in the place of Detail: the list of the tab Schema."""

from dataclasses import replace

from xpkgtui.app.drawing.page import Page
from xpkgtui.app.drawing.rows import Pane
from xpkgtui.app.drawing.styled_text import join, tabs
from xpkgtui.app.schemas.list import fields_pane
from xpkgtui.app.schemas.loading import schemas_of
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.schemas.rows import FieldRow, rows_of
from xpkgtui.app.state.selection import Selection

Kept = tuple[tuple[object, ...], Pane]
"""Rows, and the list that was made of them."""


def fields(
    document: int, selection: Selection, replies: Replies, page: Page, kept: Kept | None
) -> tuple[tuple[FieldRow, ...], Pane]:
    """The rows and the list; that of `kept` stays where its rows are the same."""
    schemas = schemas_of(document, replies)
    assert schemas is not None, "asked for once its text is there"
    chosen = selection.schema.of(document)
    rows = rows_of(schemas, chosen)
    before = kept[1] if kept is not None and kept[0] is rows and rows else None
    pane = fields_pane(schemas, chosen, rows, before=before)
    names = [tab.name for tab in page.tabs]
    active = next((number for number, tab in enumerate(page.tabs) if tab.id == page.tab), 0)
    line = "$accent" if selection.in_detail else "$line"
    heading = tabs(names, active, line=line, click="screen.tab_at")
    if pane.filter_words:
        heading = join(heading, (pane.filter_words, "$muted"))
    version = pane.name.removeprefix("Fields of ")
    return rows, replace(pane, heading=heading, note=join((f"{version} · ", "$muted"), pane.note))
