"""The rows of a list or of a page as strips, with what is selected in them."""

from collections.abc import Callable, Iterable

from textual.cache import LRUCache
from textual.content import Content
from textual.selection import Selection
from textual.strip import Strip
from textual.style import Style

from xpkgtui.app.drawing.rows import Pane
from xpkgtui.app.drawing.text.text_state import TextState

_MOST_ROWS = 20_000
"""Rows that are copied at once."""


class RowStrips:
    """Strips of rows; those that look the same until the page changes are kept."""

    def __init__(self) -> None:
        self._kept: LRUCache[tuple[int, int, bool], Strip] = LRUCache(512)

    def clear(self) -> None:
        """Rows changed."""
        self._kept.clear()

    def strip(self, state: TextState, y: int, style: Style, *, focused: bool, selection: Selection | None) -> Strip:
        """A row in sight; its offsets, by which text is selected, are a column of the line and a row of the page."""
        row, width = y + state.top, state.size.width
        if row >= state.renderer.rows:
            return Strip.blank(width, style.rich_style)
        span = selection.get_span(row) if selection else None
        cursor = focused and state.has_cursor and row == state.row
        kept = self._kept.get((row, state.left, cursor))
        if kept is not None and y and span is None:
            return kept
        key, line = state.draw(y, focused=focused)
        if span is not None:
            start, end = span
            line = line.stylize("reverse", max(0, start - state.left), None if end < 0 else max(0, end - state.left))
        strip = Strip(line.render_segments(style), width).apply_offsets(state.left, row)
        if key is not None and span is None:
            self._kept[key] = strip
        return strip


def selected_text(state: TextState, selection: Selection) -> str:
    """The text of a selection without line numbers; a line is whole beyond what is in sight, and however wrapped."""
    renderer = state.renderer
    last = renderer.rows - 1 if selection.end is None else selection.end.y
    first = 0 if selection.start is None else selection.start.y
    parts: list[str] = []
    for row in range(first, min(last, renderer.rows - 1, first + _MOST_ROWS) + 1):
        start, end = selection.get_span(row) or (0, 0)
        shown = renderer.draw(row, 0, max(state.size.width, renderer.columns)).plain
        lead, blanks = renderer.gutter if row >= (renderer.first or 0) else 0, "\n"
        if (joint := renderer.joint(row)) is not None:
            lead, blanks = lead + joint[0], joint[1]
        part = shown[max(start, lead) : len(shown) if end < 0 else end].rstrip()
        parts += [blanks, part] if parts else [part]
    return "".join(parts)


_MARGINS = ("  ", "▶ ")
"""The mark and the space before a row that can be chosen."""


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
