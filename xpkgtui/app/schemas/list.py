"""The lists of the schemas of a definition: its versions, and the tree of the fields of one."""

from collections.abc import Sequence
from dataclasses import replace

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.drawing.page import Page
from xpkgtui.app.drawing.rows import Pane, Row
from xpkgtui.app.drawing.styled_text import join, safe, tabs, words
from xpkgtui.app.schemas.cells import field_cells, name_width, state_of, version_cells, version_item, version_name
from xpkgtui.app.schemas.loading import schemas_of
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.schemas.rows import FieldRow, chosen_row, rows_of, shown_version
from xpkgtui.app.state.schemas.selection import SchemaSelection
from xpkgtui.app.state.schemas.versions import DefinedSchemas, SchemaVersion
from xpkgtui.app.state.selection import Selection
from xpkgtui.inspection.filters.filter import Filter, FilterTerm
from xpkgtui.reporting.as_text.tables import plural

_MEASURED = 2_000
"""Rows whose names are measured."""


def fields_pane(
    schemas: DefinedSchemas,
    selection: SchemaSelection,
    rows: tuple[FieldRow, ...],
    *,
    before: Pane | None = None,
    is_told: bool = False,
) -> Pane:
    """The tree of fields, or those that a filter leaves; `before` is the pane of the same rows.

    Rules are counted only where `is_told`, because that goes over the whole schema.
    """
    shown = shown_version(schemas, selection)
    chosen = chosen_row(rows, selection)
    title = f"Fields of {_line(version_name(schemas, shown))}" if shown is not None else "Fields"
    return Pane(
        name=title + _beside(schemas, selection),
        rows=before.rows if before is not None else _field_rows(rows),
        filter=_filter(selection),
        note=words(_fields_note(shown, selection, rows, is_told=is_told), "$muted"),
        cursor=chosen.key if chosen is not None else "",
        empty=_no_fields(schemas, shown, selection),
    )


def _filter(selection: SchemaSelection) -> Filter:
    """The words that stand out; fields are found by their letters, which need not stand together."""
    words = selection.filter.split()
    return Filter(text=" ".join(words), terms=tuple(FilterTerm("", word) for word in words))


def _line(text: str) -> str:
    return visible.clip(visible.line(text), 60)


def _beside(schemas: DefinedSchemas, selection: SchemaSelection) -> str:
    """` beside v1beta1`, where it is compared."""
    shown = shown_version(schemas, selection)
    other = schemas.before(shown) if shown is not None and selection.is_compared else None
    return f" beside {_line(other.version.name)}" if other is not None else ""


def _field_rows(rows: Sequence[FieldRow]) -> tuple[Row, ...]:
    draw = field_cells(max(map(name_width, rows[:_MEASURED]), default=0))
    return tuple(Row(one.key, one, draw, heading=one.is_open is not None) for one in rows)


def _fields_note(
    shown: SchemaVersion | None, selection: SchemaSelection, rows: Sequence[FieldRow], *, is_told: bool
) -> str:
    """`61 fields · 9 required · 18 rules`"""
    if shown is None:
        return ""
    fields = plural(shown.version.fields, "field")
    if selection.filter.strip():
        return f"{len(rows):,} of {fields}"
    if not is_told:
        return fields
    counts = shown.tree.counts
    rules = [plural(counts.rules, "rule")] if counts.rules else []
    return " · ".join([fields, f"{counts.required:,} required", *rules])


def _no_fields(
    schemas: DefinedSchemas, shown: SchemaVersion | None, selection: SchemaSelection
) -> tuple[Content, ...]:
    """The sentence in place of rows, with a next step."""
    if shown is None:
        return (safe(schemas.problem, "$muted"),)
    if selection.filter.strip():
        return (words("No path has these letters in this order.  esc clears the filter", "$muted"),)
    if shown.tree.is_empty:
        return (
            words("This version has no schema, so nothing is said of its fields.  **v** shows the next", "$muted"),
        )
    if shown.tree.root.keeps_unknown:
        return (words("The schema names no field and keeps any.  The tab YAML shows its text", "$muted"),)
    return (words("The schema names no field.  The tab YAML shows its text", "$muted"),)


def versions_pane(schemas: DefinedSchemas, selection: SchemaSelection, *, name: str = "", is_told: bool) -> Pane:
    """The versions of all kinds that the document defines."""
    shown = shown_version(schemas, selection)
    if shown is None:
        return Pane(name=name or "Versions", empty=(safe(schemas.problem, "$muted"),))
    all_of_them = schemas.versions
    widths = (
        max(len(visible.line(version_name(schemas, one))) for one in all_of_them) + 1,
        max(len(state_of(one)) for one in all_of_them) + 1,
        max(len(plural(one.version.fields, "field")) for one in all_of_them) + 1,
    )
    draw = version_cells
    rows = tuple(
        Row(one.key, version_item(schemas, one, shown, widths, is_told=is_told), draw, is_steady=True)
        for one in all_of_them
    )
    stored = next((version_name(schemas, one) for one in all_of_them if one.version.is_stored), "")
    note = plural(len(rows), "version")
    if schemas.has_claims:
        note += f" of {len({one.made for one in all_of_them})} kinds"
    elif stored:
        note += f", stored: {_line(stored)}"
    title = f"Versions of {_line(shown.kind.plural or shown.kind.kind)}.{_line(shown.kind.group)}".rstrip(".")
    return Pane(name=name or title, rows=rows, note=words(note, "$muted"), cursor=shown.key)


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
