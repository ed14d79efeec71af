"""The lines of a text as they are shown, with their colors; a few blocks of them are kept."""

from textual.cache import LRUCache
from textual.content import Content

from xpkgtui.app.drawing.lines.line_table import LineTable
from xpkgtui.app.drawing.lines.shown import LONGEST, shown

_BLOCK = 64
_BEFORE = 50
"""Lines that are lexed above a block, so that a block scalar is known as one."""


class ColoredLines:
    """Lines by number; only those that are asked for are read and colored."""

    def __init__(self, table: LineTable, language: str) -> None:
        self._table = table
        self._language = language
        self._blocks: LRUCache[int, list[Content]] = LRUCache(16)

    def line(self, number: int) -> Content:
        """One line; empty where there is none."""
        block = number // _BLOCK
        if (lines := self._blocks.get(block)) is None:
            lines = self._blocks[block] = self._colored(block)
        return lines[number % _BLOCK] if number % _BLOCK < len(lines) else Content("")

    def _colored(self, block: int) -> list[Content]:
        from xpkgtui.app.drawing.renderers.highlighting import colored

        first = block * _BLOCK
        before = max(0, first - _BEFORE)
        found = self._table.read(before, first + _BLOCK, LONGEST)
        return colored([shown(data, size) for data, size in found], self._language)[first - before :]
