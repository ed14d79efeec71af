"""The rows of a list as strips, with what is selected in them."""

from collections.abc import Callable, Iterable

from textual.cache import LRUCache
from textual.content import Content
from textual.selection import Selection
from textual.strip import Strip
from textual.style import Style

from xpkgtui.app.drawing.rows import Pane

_MARGINS = ("  ", "▶ ")
"""The mark and the space before a row that can be chosen."""
_MOST_ROWS = 20_000
"""Rows that are copied at once."""


class ListStrips:
    """Strips of rows; those that look the same until the list changes are kept."""

    def __init__(self) -> None:
        self._kept: LRUCache[tuple[int, bool], Strip] = LRUCache(512)

    def clear(self) -> None:
        """All may look different."""
        self._kept.clear()

    def renew(self, before: Pane, after: Pane) -> None:
        """Rows may have changed; those that are steady and the same are kept."""
        kept = tuple(self._kept.keys())
        rows = sorted({row for row, _ in kept})
        changed = set(altered(before, after, rows))
        if len(changed) == len(rows):
            self._kept.clear()
        for row in changed:
            for has_cursor in (False, True):
                self._kept.discard((row, has_cursor))

    def strip(
        self,
        row: int,
        draw: Callable[[int], Content],
        style: Style,
        *,
        width: int,
        has_cursor: bool,
        selection: Selection | None,
    ) -> Strip:
        """A row in sight; its offsets, by which text is selected, are a column and a row of the list."""
        span = selection.get_span(row) if selection else None
        key = (row, has_cursor)
        if span is None and (kept := self._kept.get(key)) is not None:
            return kept
        line = draw(row)
        if span is not None:
            line = line.stylize("reverse", span[0], None if span[1] < 0 else span[1])
        strip = Strip(line.render_segments(style), width).apply_offsets(0, row)
        if span is None:
            self._kept[key] = strip
        return strip


def altered(before: Pane, after: Pane, rows: Iterable[int]) -> Iterable[int]:
    """Those of the rows that may look different; equal rows that are steady look the same."""
    if before.filter != after.filter or not (before.rows and after.rows):
        return rows
    old, new = before.rows, after.rows
    if old is new:
        return ()
    shared, all_rows = min(len(old), len(new)), max(len(old), len(new))
    there = (row for row in rows if row < all_rows)
    return [row for row in there if row >= shared or not old[row].is_steady or old[row] != new[row]]


def selected_rows(draw: Callable[[int], Content], count: int, selection: Selection) -> str:
    """The text of a selection, without the cursor's column."""
    first = 0 if selection.start is None else selection.start.y
    last = count - 1 if selection.end is None else selection.end.y
    lines = []
    for row in range(first, min(last, count - 1, first + _MOST_ROWS) + 1):
        start, end = selection.get_span(row) or (0, 0)
        text = draw(row).plain
        lead = next((len(margin) for margin in _MARGINS if text.startswith(margin)), 0)
        lines.append(text[max(start, lead) : len(text) if end < 0 else end].rstrip())
    return "\n".join(lines)
