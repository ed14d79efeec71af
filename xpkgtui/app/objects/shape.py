"""What the list of objects looks like whatever is said of them: measured once, and not while they are judged."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from xpkgtui.app.drawing.format_words import short_kind
from xpkgtui.app.objects import cells
from xpkgtui.formats.role import Role
from xpkgtui.inspection.held import Held
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.rows.objects import ObjectRow
from xpkgtui.values import dataclass


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
    return _widths(Held(inspection.outlines), flat)


def measured(rows: Sequence[ObjectRow], *, flat: bool) -> Widths:
    """The widths of some of its rows."""
    kind, name = cells.widths(rows, flat=flat)
    notes = cells.note_width(rows)
    return Widths(kind, name, notes, cells.whole_names(kind, name, notes))


def kinds_of(inspection: Inspection) -> tuple[Counter[str], frozenset[str]]:
    """The objects by kind, and their API groups."""
    return _kinds(Held(inspection.outlines))


def amount_of(inspection: Inspection) -> str:
    """How many objects there are: `1,540`, and `64+` while they are counted."""
    return f"{inspection.objects_count:,}{'+' if inspection.objects_total is None else ''}"


@lru_cache(maxsize=4)
def _widths(rows: Held[tuple[ObjectRow, ...]], flat: bool) -> Widths:
    return measured([row for row in rows.value if row.role is not Role.EMPTY], flat=flat)


@lru_cache(maxsize=2)
def _kinds(rows: Held[tuple[ObjectRow, ...]]) -> tuple[Counter[str], frozenset[str]]:
    objects = [row for row in rows.value if row.role is Role.OBJECT]
    return Counter(map(short_kind, objects)), frozenset(row.group for row in objects if row.group)
