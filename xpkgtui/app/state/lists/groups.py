"""The API groups under which objects are listed, and which of them are open."""

from functools import lru_cache

from xpkgtui.app.state.selection import Selection, document_key, group_key
from xpkgtui.formats.role import Role
from xpkgtui.inspection.inspection import ByIdentity, Inspection
from xpkgtui.inspection.rows.objects import ObjectRow

_FEW = 100
"""Up to that many objects every group is open, of more only one that stands alone."""


def is_unreadable(row: ObjectRow) -> bool:
    """Whether not even a kind can be read; a kind that Crossplane does not know is shown by its name."""
    return row.role is Role.BROKEN and not row.kind


def group_of(row: ObjectRow) -> str:
    """The API group that a row stands under."""
    if is_unreadable(row):
        return "cannot be read"
    return row.group or "no API group"


def is_open(inspection: Inspection, selection: Selection, group: str) -> bool:
    """Whether a group shows its objects."""
    usual = selection.open_all
    if usual is None:
        listed = inspection.listed
        is_counted = inspection.objects_total is not None
        usual = (is_counted and len(listed) <= _FEW) or (
            inspection.is_listed and _is_one(ByIdentity(inspection.outlines))
        )
    return usual != (group in selection.toggled)


def default_key(inspection: Inspection, selection: Selection) -> str:
    """The row under the cursor while nothing has been chosen: the meta object, which may come late."""
    rows = inspection.listed
    first = next(iter(rows), None)
    if first is None:
        return ""
    meta = None if selection.flat else next((row for row in rows if row.role is Role.META), None)
    if meta or selection.flat or is_open(inspection, selection, group_of(first)):
        return document_key((meta or first).document)
    return group_key(group_of(first))


@lru_cache(maxsize=2)
def _is_one(rows: ByIdentity[tuple[ObjectRow, ...]]) -> bool:
    """Whether all objects are in one group."""
    return len({group_of(row) for row in rows.value if row.role not in (Role.META, Role.EMPTY)}) == 1
