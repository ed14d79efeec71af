"""The cursor of a list: it stands on a key that is there, whatever arrives, is filtered, folded or hidden."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from xpkgtui.app.drawing.rows import Pane, Row, Table
from xpkgtui.app.state.lists import chosen, groups
from xpkgtui.app.state.selection import ListId, PaneId, Selection, group_key
from xpkgtui.inspection.inspection import Inspection


class Cursor:
    """A place among the rows of a pane."""

    def __init__(self) -> None:
        self.index = 0
        self._rows: Sequence[Row] = ()
        self._where: dict[str, int] = {}
        self._posted: list[str] = []
        """Keys that were posted and have not come back as the selection yet: quick keys outrun it."""

    @property
    def row(self) -> Row | None:
        """The row that it stands on."""
        return self._rows[self.index] if self.index < len(self._rows) and self._stands(self.index) else None

    def show(self, pane: Pane) -> None:
        """Other rows: the chosen one, else the default one, else the nearest that there is."""
        if pane.rows is not self._rows:
            self._rows = pane.rows
            is_table = isinstance(pane.rows, Table)
            self._where = {} if is_table else {row.key: number for number, row in enumerate(pane.rows)}
        for key in (self._newest(pane.cursor), pane.default):
            place = self._rows.place(key) if isinstance(self._rows, Table) else self._where.get(key)
            if place is not None:
                self.index = place
                return
        self.index = self._nearest(self.index)

    def after(self, step: int) -> int:
        """The next place in that direction; the same one where there is none."""
        index = self.index + step
        while 0 <= index < len(self._rows) and not self._stands(index):
            index += 1 if step > 0 else -1
        return index if 0 <= index < len(self._rows) else self.index

    def put(self, index: int) -> bool:
        """Stands there, or as near as it can; False where it stood there before."""
        index = self._nearest(index)
        if index >= len(self._rows) or index == self.index or not self._stands(index):
            return False
        self.index = index
        self._posted.append(self._rows[index].key)
        return True

    def _newest(self, chosen: str) -> str:
        """What was chosen; of keys that are still on their way there, the last one."""
        if chosen not in self._posted:
            self._posted.clear()
            return chosen
        del self._posted[: self._posted.index(chosen) + 1]
        return self._posted[-1] if self._posted else chosen

    def _nearest(self, index: int) -> int:
        """The nearest place on which it can stand, downwards first."""
        index = max(0, min(index, len(self._rows) - 1))
        places = chain(range(index, len(self._rows)), range(index - 1, -1, -1))
        return next((place for place in places if self._stands(place)), 0)

    def _stands(self, index: int) -> bool:
        return self._rows[index].selectable


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
