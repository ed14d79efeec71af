"""The list of objects, by API group or flat."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app import matters
from xpkgtui.app.lettering import join, middle, safe, sign, words
from xpkgtui.app.panes.waiting import state_lines, state_word
from xpkgtui.app.rows import Cell, Pane, Row
from xpkgtui.app.selection import Selection, Spot, document_key, document_of, group_key
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.parts import Failed, Ready
from xpkgtui.inspection.rows import ObjectRow
from xpkgtui.rules.finding import Badge

NAME = "4 Objects"
BADGES = {Badge.OK: "✓", Badge.INFO: "·", Badge.WARNING: "!", Badge.ERROR: "✗", None: "◌"}
_KINDS = {
    "CustomResourceDefinition": "CRD",
    "CompositeResourceDefinition": "XRD",
    "ManagedResourceDefinition": "MRD",
    "ManagedResourceActivationPolicy": "MRAP",
    "MutatingWebhookConfiguration": "MWC",
    "ValidatingWebhookConfiguration": "VWC",
}
_FEW = 100
"""Up to that many objects every group is open."""


@dataclass(frozen=True, slots=True)
class Shown:
    """An object with the widths of its list's columns."""

    row: ObjectRow
    kind: int
    name: int
    """Cells that the longest name wants."""
    flat: bool


@dataclass(frozen=True, slots=True)
class Group:
    """An API group's heading."""

    name: str
    count: int
    is_open: bool
    errors: int
    warnings: int


def pane(inspection: Inspection, selection: Selection) -> Pane:
    """The objects of the stream; badges fill in as they are judged."""
    part = inspection.objects
    if not isinstance(part, Ready):
        return Pane(
            name=NAME,
            count="0" if inspection.verdict and isinstance(inspection.verdict, Ready) else "",
            note=words(state_word(part), "$muted"),
            empty=_not_yet(inspection),
        )
    every = listed(inspection)
    wanted = selection.filters.get(Spot.OBJECTS, "").casefold()
    found = [row for row in every if wanted in _searched(row)] if wanted else list(every)
    found = list(filter(matters.an_object, found)) if selection.matters else found
    badges = inspection.badges
    summary = badge_words(badges)
    total = max(len(every), inspection.objects_total - (len(inspection.rows) - len(every)))
    shown = f"{len(found):,} of {total:,}" if wanted or selection.matters else f"{total:,}"
    noun = ("object" if total == 1 else "objects") + (matters.SAID if selection.matters else "")
    return Pane(
        name=NAME,
        rows=tuple(_rows(found, selection, opened=bool(wanted) or selection.matters)),
        count=f"{total:,}",
        note=join((f"{shown} {noun}", "$muted"), "  " if summary.plain else "", summary),
        badges=summary,
        default=default_key(inspection, selection),
        empty=_empty(wanted, len(every) if selection.matters else 0),
    )


def listed(inspection: Inspection) -> tuple[ObjectRow, ...]:
    """Every object but the empty documents."""
    return tuple(row for row in inspection.rows if row.role != "empty")


def chosen_row(inspection: Inspection, selection: Selection) -> ObjectRow | None:
    """The object under the cursor; None where that is a heading."""
    wanted = document_of(selection.row(Spot.OBJECTS) or default_key(inspection, selection))
    return next((row for row in inspection.rows if row.document == wanted), None)


def default_key(inspection: Inspection, selection: Selection) -> str:
    """The row that the cursor stands on while nobody has chosen one: the meta object, which may come late."""
    rows = listed(inspection)
    first = next(iter(rows), None)
    if first is None:
        return ""
    meta = None if selection.flat else next((row for row in rows if row.role == "meta"), None)
    if meta or selection.flat or is_open(selection, group_of(first), len(rows)):
        return document_key((meta or first).document)
    return group_key(group_of(first))


def badge_words(badges: Counter[Badge]) -> Content:
    """`! 1  ✓ 1,539`: the worst first."""
    parts: list[Content] = []
    for badge in (Badge.ERROR, Badge.WARNING, Badge.OK):
        count = badges[badge] + (badges[Badge.INFO] if badge is Badge.OK else 0)
        if count:
            parts.append(join(sign(BADGES[badge]), (f" {count:,}", "$muted")))
    return Content("  ").join(parts)


def short_kind(row: ObjectRow) -> str:
    """`CRD`, `XRD`; the kind itself where it has no short form."""
    return _KINDS.get(row.kind or "", row.kind or "?")


def group_of(row: ObjectRow) -> str:
    """The API group that a row stands under."""
    if _is_unreadable(row):
        return "cannot be read"
    return row.group or "no API group"


def _is_unreadable(row: ObjectRow) -> bool:
    """Whether not even a kind can be told; one that Crossplane does not know is shown by its name."""
    return row.role == "broken" and not row.kind


def is_open(selection: Selection, group: str, objects: int) -> bool:
    """Whether a group shows its objects."""
    usual = selection.open_all if selection.open_all is not None else objects <= _FEW
    return usual != (group in selection.toggled)


def _rows(found: list[ObjectRow], selection: Selection, *, opened: bool) -> Iterator[Row]:
    kinds = max((min(12, len(short_kind(row))) for row in found if row.role != "meta"), default=3)
    longest = max((len(_name(row, flat=selection.flat)) for row in found), default=0)

    def shown(row: ObjectRow) -> Row:
        value = Shown(row, max(3, kinds), longest, selection.flat)
        return Row(document_key(row.document), value, _meta_cells if row.role == "meta" else _cells)

    if selection.flat:
        yield from map(shown, found)
        return
    yield from (shown(row) for row in found if row.role == "meta")
    groups: dict[str, list[ObjectRow]] = {}
    for row in found:
        if row.role != "meta":
            groups.setdefault(group_of(row), []).append(row)
    for name, rows in groups.items():
        unfolded = opened or is_open(selection, name, len(found))
        badges = Counter(row.badge for row in rows)
        heading = Group(name, len(rows), unfolded, badges[Badge.ERROR], badges[Badge.WARNING])
        yield Row(group_key(name), heading, _group_cells, heading=True)
        if unfolded:
            yield from map(shown, rows)


def _searched(row: ObjectRow) -> str:
    return f"{row.name or ''} {row.plural or ''} {row.kind or ''} {short_kind(row)} {row.defines or ''}".casefold()


def _name(row: ObjectRow, *, flat: bool) -> str:
    if _is_unreadable(row):
        return visible.line(f"{row.file}:{row.line}") if row.file else f"document {row.document}, line {row.line:,}"
    if flat:
        return visible.line(row.name or row.plural or "(no name)")
    return visible.line(row.plural or row.name or "(no name)")


def _cells(shown: Shown, width: int) -> tuple[Cell, ...]:
    row = shown.row
    room = width - 2 - 1 - 1 - shown.kind - 1 - 1
    name = min(max(42, shown.name), room - 10) if width > 64 else room - 10
    return (
        Cell(sign(BADGES[row.badge]), 1),
        Cell(safe(short_kind(row), "$muted"), shown.kind),
        Cell(Content.styled(middle(_name(row, flat=shown.flat), max(1, name)), "$foreground"), max(1, name)),
        Cell(safe(_versions(row, room - name), "$muted")),
    )


def _meta_cells(shown: Shown, width: int) -> tuple[Cell, ...]:
    row = shown.row
    room = width - 2 - 1 - 1 - shown.kind - 1 - 1
    name = min(max(42, shown.name), room - 10) if width > 64 else room - 10
    title = join(safe(f"{row.kind or '?'} ", "$muted"), safe(row.name or "(no name)", "bold $foreground"))
    return (
        Cell(sign(BADGES[row.badge]), 1),
        Cell(title, max(1, name) + shown.kind + 1),
        Cell(safe((row.api_version or "").rpartition("/")[2], "$muted")),
    )


def _group_cells(group: Group, _width: int) -> tuple[Cell, ...]:
    note = join(sign("✗"), f" {group.errors}") if group.errors else Content("")
    if not group.errors and group.warnings:
        note = join(sign("!"), f" {group.warnings}")
    fold = ("▾", "$muted") if group.is_open else ("▸", "$accent")
    return (
        Cell(join(fold), 1),
        Cell(join(safe(group.name, "bold $muted"), (f"  {group.count}", "$muted"))),
        Cell(note, -max(3, len(note.plain))),
    )


def _versions(row: ObjectRow, room: int) -> str:
    if not row.versions:
        return (row.api_version or "").rpartition("/")[2]
    every = ", ".join(row.versions)
    if len(every) <= room or len(row.versions) == 1:
        return every
    return f"{row.stored or row.versions[0]} +{len(row.versions) - 1}"


def _not_yet(inspection: Inspection) -> tuple[Content, ...]:
    part = inspection.objects
    if isinstance(part, Failed) or (inspection.reading and not inspection.reading.has_bytes):
        lines = state_lines(part, "package.yaml") if isinstance(part, Failed) else ()
        if inspection.reading and inspection.reading.unread is not None:
            return (words(f"! Layer {inspection.reading.unread} was not fetched.  **enter** fetches it", "$muted"),)
        return lines or (words("No package.yaml was found, so there are no objects.  x says why", "$muted"),)
    layers = inspection.manifest.value.layers if isinstance(inspection.manifest, Ready) else ()
    base = next((row for row in layers if row.annotation == "base"), None)
    where = f" in layer {base.index}" if base else ""
    return (
        words(f"◌ waits for package.yaml{where}", "$muted"),
        Content(""),
        words("The list fills while the layer arrives; a filter typed now is kept.  / filters", "$muted"),
    )


def _empty(wanted: str, hidden: int) -> tuple[Content, ...]:
    if hidden:
        return (words(f"No object has an error or warning.  z shows {hidden:,}", "$muted"),)
    if wanted:
        return (words("No object matches the filter.  esc clears it", "$muted"),)
    return (words("package.yaml holds no objects.  x says why", "$muted"),)
