"""A drawing in a file: lines that are never broken, in which lines step back and signs stand out."""

import re

from textual.cache import LRUCache
from textual.content import Content, Span

from xpkgtui.app.drawing.lines.line_table import LONGEST, LineTable, shown
from xpkgtui.app.drawing.lines.searching import LineSearch, TableSearch
from xpkgtui.app.drawing.page import TextRange
from xpkgtui.app.drawing.renderers.renderer import Renderer, highlighted
from xpkgtui.app.drawing.styled_text import fit

_MEASURED = 1_000
"""Lines whose cells are counted; those of one drawing are alike."""
_PARTS = re.compile(
    "(?P<muted>[│─┄┊╮╯┤┴┼·○◄]+)|(?P<bold>●|▲ [^ ]+(?: [^ ·─┄]+)*)|(?P<accent>◉)"
    "|(?P<bad>✗ [^ ]+(?: [^ ·─┄]+)*)|(?P<warn>! [^ ]+(?: [^ ·─┄]+)*)"
)
_STYLES = {
    "muted": "$muted",
    "bold": "bold $foreground",
    "accent": "bold $accent",
    "bad": "$error",
    "warn": "$warning",
}


class Drawing(Renderer):
    """The lines of a drawing; only what is seen is read."""

    def __init__(self, text: TextRange) -> None:
        self.text = text
        self._table = LineTable(text.path, text.start, text.end)
        self._table.grow()
        self._known: LRUCache[int, Content] = LRUCache(512)
        self._columns = max((self._line(row).cell_length for row in range(min(_MEASURED, self.rows))), default=0)

    @property
    def rows(self) -> int:
        """Lines that are known."""
        return self._table.count

    @property
    def columns(self) -> int:
        """Cells of the widest line, by the first lines."""
        return self._columns

    def draw(
        self, row: int, left: int, width: int, *, search: LineSearch | None = None, cursor: bool = False
    ) -> Content:
        """One line."""
        del cursor
        line = highlighted(self._line(row), search, row)
        return fit(line[left:] if left else line, width)

    def search(self, wanted: str, row: int, /) -> LineSearch | None:
        """A search from that line on."""
        return LineSearch(TableSearch(self._table), wanted, row)

    def grow(self) -> bool:
        """Learns of more lines."""
        return self._table.grow()

    def _line(self, row: int) -> Content:
        found = self._known.get(row)
        if found is None:
            data, size = next(iter(self._table.read(row, row + 1, LONGEST)), (b"", 0))
            found = self._known[row] = _styled(shown(data, size))
        return found


def _styled(text: str) -> Content:
    spans = [Span(0, len(text), "$foreground")]
    spans += [Span(one.start(), one.end(), _STYLES[str(one.lastgroup)]) for one in _PARTS.finditer(text)]
    return Content(text, spans)
