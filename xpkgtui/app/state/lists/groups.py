"""The API groups under which objects are listed, and which of them are open."""

from xpkgtui.app.state.selection import Selection, document_key, group_key
from xpkgtui.formats.role import Role
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.rows.objects import ObjectRow

_FEW = 100
"""Up to that many objects every group is open."""


def is_unreadable(row: ObjectRow) -> bool:
    """Whether not even a kind can be read; a kind that Crossplane does not know is shown by its name."""
    return row.role is Role.BROKEN and not row.kind


def group_of(row: ObjectRow) -> str:
    """The API group that a row stands under."""
    if is_unreadable(row):
        return "cannot be read"
    return row.group or "no API group"


def is_open(selection: Selection, group: str, objects: int) -> bool:
    """Whether a group shows its objects."""
    usual = selection.open_all if selection.open_all is not None else objects <= _FEW
    return usual != (group in selection.toggled)


def default_key(inspection: Inspection, selection: Selection) -> str:
    """The row under the cursor while nothing has been chosen: the meta object, which may come late."""
    rows = inspection.listed
    first = next(iter(rows), None)
    if first is None:
        return ""
    meta = None if selection.flat else next((row for row in rows if row.role is Role.META), None)
    if meta or selection.flat or is_open(selection, group_of(first), len(rows)):
        return document_key((meta or first).document)
    return group_key(group_of(first))
