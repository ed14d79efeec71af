"""The lists of the schemas of a definition: its versions, and the tree of the fields of one."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.drawing.page import Page
from xpkgtui.app.drawing.rows import Cell, Draw, Pane, Row
from xpkgtui.app.drawing.styled_text import Part, fit, join, safe, sign, tabs, words
from xpkgtui.app.schemas.loading import schemas_of
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.schemas.rows import FieldMark, FieldRow, chosen_row, rows_of, shown_version
from xpkgtui.app.state.schemas.selection import SchemaSelection
from xpkgtui.app.state.schemas.versions import DefinedSchemas, SchemaVersion, beside
from xpkgtui.app.state.selection import Selection
from xpkgtui.formats.definitions.fields.field import Mutability, Need, SchemaField, inner_of
from xpkgtui.formats.definitions.fields.tree import count, has_children
from xpkgtui.golang.printing import as_json
from xpkgtui.inspection.filters.filter import Filter, FilterTerm
from xpkgtui.untyped import listing
from xpkgtui.values import dataclass
from xpkgtui.visible import plural

_NAME = (16, 46)
"""Cells of a name and its indentation, at least and at most."""
_TYPE, _LONG_TYPE, _REQUIRED = 9, 13, 8
_NOTED_FROM, _REQUIRED_FROM, _LONG_TYPE_FROM = 40, 64, 96
"""Cells from which there is room for more than a type, for a column of what is required, and for long types."""
_LONGEST = 300
_CHOICES = 30
_SHARE = 0.44
"""The part of a row that names get at most."""
_COLORS = {FieldMark.NEW: "$success", FieldMark.GONE: "$error", FieldMark.CHANGED: "$warning"}
_STEP = 2


def field_cells(named: int) -> Draw:
    """Draws fields in a list of which `named` cells would show every name whole."""
    return partial(_field_cells, named)


def name_width(row: FieldRow) -> int:
    """The cells of a name and its indentation."""
    return len(row.field.path) if row.is_whole else _STEP * row.depth + _STEP + len(row.field.name)


def _field_cells(named: int, row: FieldRow, width: int) -> tuple[Cell, ...]:
    if row.is_whole:
        return _path_cells(row, width)
    least, most = _NAME
    has_notes = width >= _NOTED_FROM
    kind = _LONG_TYPE if width >= _LONG_TYPE_FROM else _TYPE
    room = max(least, min(named, int(width * _SHARE), most)) if has_notes else max(least, width - kind - 5)
    style = "$muted" if row.mark is FieldMark.GONE else "$yamlkey"
    mark = Cell(Content.styled(row.mark, f"bold {_COLORS[row.mark]}") if row.mark else Content(""), 1)
    cells = [Cell(_name(row, room), room), Cell(safe(row.field.kind, style), kind)]
    if not has_notes:
        return *cells, mark
    need, says = _need(row), row.difference or summary(row)
    if width >= _REQUIRED_FROM:
        return *cells, Cell(Content.styled(need, "$foreground"), _REQUIRED), mark, Cell(safe(says, "$muted"))
    both = join((need, "$foreground"), (", " if need and says else "", "$muted"), safe(says, "$muted"))
    return *cells, mark, Cell(both)


def _need(row: FieldRow) -> str:
    return "" if row.field.need is Need.OPTIONAL else "required"


def _path_cells(row: FieldRow, width: int) -> tuple[Cell, ...]:
    """The whole path of a field, its type, and whether it is required."""
    room = width - 2 - _TYPE - _REQUIRED - 2
    name = Cell(_name(row, room), room, keys=("",))
    kind = Cell(safe(row.field.kind, "$yamlkey"), _TYPE)
    return name, kind, Cell(Content.styled(_need(row), "$foreground"), _REQUIRED)


def _name(row: FieldRow, width: int) -> Content:
    """`    ▾ grant`; deep fields are indented no further than leaves room for a name."""
    one = row.field
    is_strong = one.need is not Need.OPTIONAL and row.mark is not FieldMark.GONE
    style = "$muted" if row.mark is FieldMark.GONE else "bold $foreground" if is_strong else "$foreground"
    if row.is_whole:
        path, over = visible.line(one.path), len(visible.line(one.path)) - width
        return safe(f"…{path[over + 1 :]}" if over > 0 else path, style)
    indent = min(_STEP * row.depth, max(0, (width - _STEP) // 2))
    lead: list[Part] = [" " * indent]
    lead.append("  " if row.is_open is None else join(sign("▾" if row.is_open else "▸"), " "))
    return join(*lead, safe(visible.middle(visible.line(one.name), width - indent - _STEP), style))


def summary(row: FieldRow) -> str:
    """What the last column says: what is in it, choices, immutability, bounds, its default, else what it is for."""
    one = row.field
    said = _contents(one)
    if one.mutability is not Mutability.FREE:
        said.append(str(one.mutability))
    said += [words for _, words in one.bounds]
    text = ", ".join(said)
    if row.is_open is False and one.kind in ("object", "resource"):
        text = ", ".join(filter(None, (text, plural(count(one.schema), "field"))))
    if one.has_default:
        text = f"{text} = {_value(one.default)}".lstrip()
    about = " ".join(visible.clip(one.description, _LONGEST).split())
    if about and (not text or (row.is_open is False and not said)):
        text = f"{text}; {about}" if text else about
    return visible.clip(text, _LONGEST)


def _contents(one: SchemaField) -> list[str]:
    """What a list or map has in it, by what its items are known, and what a field may be."""
    said = [f"of {one.of}"] if one.of else []
    inner = inner_of(one.schema)
    choices = one.enum or (tuple(listing(inner.get("enum"))) if inner is not None else ())
    if choices:
        names = visible.few(choices, _CHOICES, _value)
        said = [f"{said[0]}: {names}" if said else names]
    if one.list_keys:
        said = [f"by {', '.join(one.list_keys)}"]
    if one.keeps_unknown and not has_children(one):
        said.append("any fields")
    return said


def _value(value: object) -> str:
    """A value as it is written; a plain text without quotes."""
    text = value if isinstance(value, str) and value else as_json(value)
    return visible.clip(text, 80)


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionItem:
    """A version as it is listed."""

    name: str
    state: str
    fields: str
    mark: str
    says: str
    widths: tuple[int, int, int]
    is_shown: bool


def version_item(
    schemas: DefinedSchemas, one: SchemaVersion, shown: SchemaVersion, widths: tuple[int, int, int], *, is_told: bool
) -> VersionItem:
    """A version with what changed since the one before; that only where `is_told`, because it may take a while."""
    mark, says = _says(schemas, one, is_told=is_told)
    return VersionItem(
        name=version_name(schemas, one),
        state=state_of(one),
        fields=plural(one.version.fields, "field"),
        mark=mark,
        says=says,
        widths=widths,
        is_shown=one is shown,
    )


def version_name(schemas: DefinedSchemas, one: SchemaVersion) -> str:
    """`v1beta1`; where the document defines several kinds, with the kind."""
    return f"{one.kind.kind} {one.version.name}" if schemas.has_claims else one.version.name


def state_of(one: SchemaVersion) -> str:
    """`served, stored`"""
    words = ["served" if one.version.is_served else "not served"]
    words += ["stored"] if one.version.is_stored else []
    words += ["deprecated"] if one.version.is_deprecated else []
    return ", ".join(words)


def _says(schemas: DefinedSchemas, one: SchemaVersion, *, is_told: bool) -> tuple[str, str]:
    """What is said of a version beside its name: what is wrong with it, what changed, how it is converted."""
    if not one.version.is_served and not one.version.is_stored:
        return "!", "objects may still be stored in it"
    siblings = schemas.siblings(one)
    said = []
    if one is not siblings[-1] and is_told:
        other = siblings[siblings.index(one) + 1]
        found = beside(one, other).found
        new, gone = found.more
        numbers = (
            (new, "new"),
            (len(found.moved), "moved"),
            (gone, "gone"),
            (len(found.changed), "changed"),
        )
        counts = ", ".join(f"{number:,} {what}" for number, what in numbers if number)
        said.append(f"{counts} since {other.version.name}" if counts else f"as {other.version.name}")
    if one.kind.is_converted and not one.version.is_stored:
        said.append("converted by a webhook")
    elif not one.kind.is_converted and len(siblings) > 1 and not one.version.is_stored:
        said.append("not converted")
    return "", " · ".join(said)


def version_cells(item: VersionItem, width: int) -> tuple[Cell, ...]:
    """Name, state, number of fields, and what is said of it."""
    name, state, fields = item.widths
    style = "bold $foreground" if item.is_shown else "$foreground"
    lead = (sign(item.mark), " ") if item.mark else ()
    said = join(*lead, safe(item.says, "$foreground" if item.mark else "$muted"))
    cells = [
        Cell(safe(item.name, style), min(name, max(8, width // 3))),
        Cell(safe(item.state, "$muted"), state),
        Cell(fit(safe(item.fields, "$muted"), fields), fields),
        Cell(said),
    ]
    return tuple(cells)


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


def versions_pane(schemas: DefinedSchemas, selection: SchemaSelection, *, is_told: bool) -> Pane:
    """The versions of all kinds that the document defines."""
    shown = shown_version(schemas, selection)
    if shown is None:
        return Pane(name="Versions", empty=(safe(schemas.problem, "$muted"),))
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
        note += f" of {plural(len({one.made for one in all_of_them}), 'kind')}"
    elif stored:
        note += f", stored: {_line(stored)}"
    title = f"Versions of {_line(shown.kind.plural or shown.kind.kind)}.{_line(shown.kind.group)}".rstrip(".")
    return Pane(name=title, rows=rows, note=words(note, "$muted"), cursor=shown.key)


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
