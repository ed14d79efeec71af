"""The cursor of a list on a row that is there, whatever was filtered, folded or hidden."""

from dataclasses import replace

from xpkgtui.app.drawing.rows import Pane, Row, Table
from xpkgtui.app.state.lists import chosen, groups
from xpkgtui.app.state.selection import ListId, PaneId, Selection, group_key
from xpkgtui.inspection.inspection import Inspection


def settled(inspection: Inspection, pane: Pane, selection: Selection) -> Selection:
    """The cursor stands on a row that is there, so that Detail shows the same one."""
    if selection.filtered is PaneId.FINDINGS:
        return _settled_finding(pane, selection)
    if selection.filtered is PaneId.FIELDS:
        return selection
    key = selection.row(selection.list_id)
    before = selection.rows_before.get(selection.list_id, "")
    if before and not selection.problems_only and _is_there(pane, before):
        return selection.with_row(selection.list_id, before)
    if not pane.rows or _is_there(pane, key or pane.default):
        return selection
    if selection.filter_of(selection.filtered) or selection.problems_only:
        return _filtered(pane, selection)
    over = _closed_over(inspection, selection, key)
    return selection.with_row(selection.list_id, over) if over and _is_there(pane, over) else selection


def _is_there(pane: Pane, key: str) -> bool:
    if isinstance(pane.rows, Table):
        return pane.rows.place(key) is not None
    return any(row.key == key for row in pane.rows)


def _closed_over(inspection: Inspection, selection: Selection, key: str) -> str:
    """The heading or the folder that was closed over a row."""
    if selection.list_id is ListId.FILES:
        above = [key[:at] for at, character in enumerate(key) if character == "/"]
        return next((folder for folder in above if folder not in selection.folders), "")
    row = chosen.object_row(inspection, selection) if selection.list_id is ListId.OBJECTS else None
    return group_key(groups.group_of(row)) if row else ""


def _filtered(pane: Pane, selection: Selection) -> Selection:
    """A filter that hides the chosen row chooses the first one that is left; what was chosen is not forgotten."""
    list_id = selection.list_id
    key = selection.rows_before.get(list_id) or selection.row(list_id) or pane.default
    found = selection.with_row(list_id, _first(pane).key)
    return replace(found, rows_before={**selection.rows_before, list_id: key})


def _settled_finding(pane: Pane, selection: Selection) -> Selection:
    """The cursor on a finding that the filter leaves."""
    if not selection.filter_of(PaneId.FINDINGS) or not pane.rows:
        return selection
    if any(row.key == f"finding:{selection.finding}" for row in pane.rows):
        return selection
    return replace(selection, finding=int(_first(pane).key.partition(":")[2]))


def _first(pane: Pane) -> Row:
    return next((row for row in pane.rows if row.selectable and not row.heading), pane.rows[0])
