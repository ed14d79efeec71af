"""The rows of a page as strips, with what is selected in them."""

from textual.cache import LRUCache
from textual.selection import Selection
from textual.strip import Strip
from textual.style import Style

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
