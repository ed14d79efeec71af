"""Objects and their groups as cells of a list, and the widths of the whole list, measured once."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.drawing.rows import Cell
from xpkgtui.app.drawing.styled_text import BADGES, clickable, join, safe, sign
from xpkgtui.app.state.lists.groups import is_unreadable
from xpkgtui.formats.role import Role
from xpkgtui.inspection.inspection import ByIdentity, Inspection
from xpkgtui.inspection.rows.objects import ObjectRow
from xpkgtui.reporting.words import is_named_by_file, short_kind
from xpkgtui.values import dataclass

_FIXED, _VERSIONS = 2 + 1 + 1 + 1 + 1, 10
"""Cells beside kind and name: the cursor, the badge and the gaps; the versions."""
_SHORTEST, _NOTE = 16, 100
"""Cells that a name keeps beside a note, and that a note takes at most."""
_USUAL_NOTE = 60
"""Cells of a note for which a list grows."""
_KIND, _WIDE_KIND, _WIDE, _NOTED_KIND = 16, 24, 80, 12
"""Cells of a kind at most; in a list of that many columns and more; in a narrower one with notes."""
_SIGNED = ("✗ ", "! ")
"""Beginnings of a note that take the place of the badge."""
_TAIL = 16
"""Cells of the end of a group, in which `.azure.m.upbound.io` differs from `.azure.upbound.io`."""


@dataclass(frozen=True, slots=True)
class ObjectItem:
    """An object with the widths of its list's columns."""

    row: ObjectRow
    kind: int
    name: int
    """Cells that the longest name wants."""
    flat: bool
    note_width: int = _VERSIONS
    """Cells for versions and notes beside the name."""


@dataclass(frozen=True, slots=True)
class GroupHeading:
    """An API group's heading."""

    name: str
    count: int
    is_open: bool
    errors: int
    warnings: int


def name_of(row: ObjectRow, *, flat: bool) -> str:
    if is_unreadable(row):
        return visible.line(f"{row.file}:{row.line}") if row.file else f"document {row.document}, line {row.line:,}"
    if is_named_by_file(row):
        return visible.line(row.file or "")
    if flat:
        return visible.line(row.name or row.plural or row.package or "(no name)")
    name = row.plural or row.name or row.package or "(no name)"
    # Under its package a name needs not say it again.
    return visible.line(name.removeprefix(f"{row.package}.") if row.package else name)


def label(row: ObjectRow) -> Content:
    """A row in a group's page: its badge, its kind and its name as in the list."""
    return join(sign(BADGES[row.badge]), " ", safe(f"{_kind(row)} {name_of(row, flat=False)}", "$muted"))


def widths(rows: Sequence[ObjectRow], *, flat: bool) -> tuple[int, int]:
    """Cells of the widest kind, in a wide list, and of the longest name."""
    kinds = max((min(_WIDE_KIND, len(_kind(row))) for row in rows if row.role is not Role.META), default=3)
    return max(3, kinds), max((len(name_of(row, flat=flat)) for row in rows), default=0)


def note_width(rows: Sequence[ObjectRow]) -> int:
    """Cells that notes want beside the names."""
    return max(_VERSIONS, min(_NOTE, max((len(row.note) for row in rows), default=0) + 1))


def whole_names(kind: int, name: int, notes: int = _VERSIONS) -> int:
    """The width of a list in which no name and no usual note is cut, by the widest kind and the longest name."""
    return _FIXED + min(_KIND, kind) + name + max(_VERSIONS, min(_USUAL_NOTE, notes))


def _columns(item: ObjectItem, width: int) -> tuple[int, int]:
    """The cells of the kind, and what is left for the rest."""
    narrow = _NOTED_KIND if item.note_width > _VERSIONS else _KIND
    kind = min(item.kind, _WIDE_KIND if width >= _WIDE else narrow)
    return kind, width - _FIXED - kind


def cells(item: ObjectItem, width: int) -> tuple[Cell, ...]:
    row = item.row
    kind, room = _columns(item, width)
    notes = max(_VERSIONS, min(item.note_width, room - max(_SHORTEST, item.name)))
    name = min(max(42, item.name), room - notes) if width > 64 else room - notes
    return (
        Cell(_badge(row), 1),
        Cell(safe(_kind(row), "$muted"), kind, ("", "kind")),
        Cell(Content.styled(_cut(item, max(1, name)), "$foreground"), max(1, name), ("",)),
        Cell(safe(_versions(row, room - name), "$muted"), keys=("version",)),
    )


def meta_cells(item: ObjectItem, width: int) -> tuple[Cell, ...]:
    row = item.row
    kind, room = _columns(item, width)
    name = min(max(42, item.name), room - _VERSIONS) if width > 64 else room - _VERSIONS
    title = join(safe(f"{short_kind(row)} ", "$muted"), safe(row.name or "(no name)", "bold $foreground"))
    return (
        Cell(_badge(row), 1),
        Cell(title, max(1, name) + kind + 1, ("", "kind")),
        Cell(safe((row.api_version or "").rpartition("/")[2], "$muted"), keys=("version",)),
    )


def _kind(row: ObjectRow) -> str:
    return "file" if is_named_by_file(row) else short_kind(row)


def _badge(row: ObjectRow) -> Content:
    """The badge, which a click explains."""
    mark = row.note[0] if row.note.startswith(_SIGNED) else BADGES[row.badge]
    return sign(mark).stylize(clickable("", "screen.go", "badge", row.document).strip())


def group_cells(group: GroupHeading, _width: int) -> tuple[Cell, ...]:
    found = [join(sign(mark), f" {count:,}") for mark, count in (("✗", group.errors), ("!", group.warnings)) if count]
    note = Content("  ").join(found)
    fold = ("▾", "$muted") if group.is_open else ("▸", "$accent")
    return (
        Cell(join(fold), 1),
        Cell(join(safe(group.name, "bold $muted"), (f"  {group.count:,}", "$muted")), keys=("", "group")),
        Cell(note, -max(3, len(note.plain))),
    )


def _cut(item: ObjectItem, width: int) -> str:
    """The name in that many cells; of plural and group both ends stay, as twins differ there, of a path its end."""
    row, name = item.row, name_of(item.row, flat=item.flat)
    if is_named_by_file(row):
        return visible.ending(name, width)
    plural, group = visible.line(row.plural or ""), visible.line(row.group or "")
    if len(name) <= width or not plural or name != f"{plural}.{group}" or width < 2 * _TAIL:
        return visible.middle(name, width)
    room = width - len(plural) - 1
    if room >= 2 * _TAIL:
        return f"{plural}.{visible.middle(group, room)}"
    tail = max(_TAIL, room)
    return f"{visible.middle(plural, width - tail)}…{group[1 - tail :]}"


def _versions(row: ObjectRow, room: int) -> str:
    if row.note:
        words = row.note[2:] if row.note.startswith(_SIGNED) else row.note
        return visible.sentence(visible.line(words), room)
    if not row.versions:
        return (row.api_version or "").rpartition("/")[2]
    every = ", ".join(row.versions)
    if len(every) <= room or len(row.versions) == 1:
        return every
    return f"{row.stored or row.versions[0]} +{len(row.versions) - 1}"


@dataclass(frozen=True, slots=True)
class Widths:
    """Cells that the columns of a list want."""

    kind: int
    name: int
    """The width of the longest name."""
    note_width: int
    """The width of versions and notes behind the names."""
    whole: int
    """The width of a row in which no name is cut."""


def widths_of(inspection: Inspection, *, flat: bool) -> Widths:
    """The widths of the whole list."""
    return _widths(ByIdentity(inspection.outlines), flat)


def measured(rows: Sequence[ObjectRow], *, flat: bool) -> Widths:
    """The widths of some of its rows."""
    kind, name = widths(rows, flat=flat)
    notes = note_width(rows)
    return Widths(kind, name, notes, whole_names(kind, name, notes))


def kinds_of(inspection: Inspection) -> tuple[Counter[str], frozenset[str]]:
    """The objects by kind, and their API groups."""
    return _kinds(ByIdentity(inspection.outlines))


def amount_of(inspection: Inspection) -> str:
    """How many objects there are: `1,540`, and `64+` while they are counted."""
    return f"{inspection.objects_count:,}{'+' if inspection.objects_total is None else ''}"


@lru_cache(maxsize=4)
def _widths(rows: ByIdentity[tuple[ObjectRow, ...]], flat: bool) -> Widths:
    return measured([row for row in rows.value if row.role is not Role.EMPTY], flat=flat)


@lru_cache(maxsize=2)
def _kinds(rows: ByIdentity[tuple[ObjectRow, ...]]) -> tuple[Counter[str], frozenset[str]]:
    objects = [row for row in rows.value if row.role is Role.OBJECT]
    return Counter(map(short_kind, objects)), frozenset(row.group for row in objects if row.group)
