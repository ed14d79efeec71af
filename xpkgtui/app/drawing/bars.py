"""Bars: how large something is beside its neighbors, and how far a transfer has come."""

from textual.content import Content

from xpkgtui.app.drawing.styled_text import join

_WHOLE, _HALF = "━", "╸"


def share(part: int, largest: int, width: int) -> Content:
    """A bar as long as `part` is of `largest`, in half cells; whatever has a size has a bar."""
    if part <= 0 or largest <= 0 or width <= 0:
        return Content("")
    halves = max(1, 2 * width * min(part, largest) // largest)
    return Content.styled(_WHOLE * (halves // 2) + _HALF * (halves % 2), "$muted")


def progress(done: int, total: int, width: int) -> Content:
    """A bar that fills."""
    full = min(width, width * done // max(1, total))
    return join((_WHOLE * full, "$accent"), (_WHOLE * (width - full), "$line"))
