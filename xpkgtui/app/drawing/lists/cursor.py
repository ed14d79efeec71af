"""The cursor of a list: it stands on a key, whatever arrives around it."""

from collections.abc import Sequence
from itertools import chain

from xpkgtui.app.drawing.rows import Pane, Row, Table


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
