"""The border of a list: its title, or the names of all lists as tabs, and what it says at its end."""

from collections.abc import Sequence

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.drawing.rows import Pane
from xpkgtui.app.drawing.styled_text import tabs

_LEAST = 16
"""Cells of a filter beside the names of all lists."""


class Border:
    """The words in the border of one list."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._said: tuple[Content, Content] | None = None

    def changed(
        self, pane: Pane, names: Sequence[str], extra: str, width: int, *, has_keys: bool
    ) -> tuple[Content, Content] | None:
        """Title and subtitle; None where they look as they did."""
        said = title(pane, names, self._number, width, has_keys=has_keys), subtitle(pane, names, extra)
        if self._said and all(map(Content.is_same, self._said, said)):
            return None
        self._said = said
        return said


def title(pane: Pane, names: Sequence[str], number: int, width: int, *, has_keys: bool) -> Content:
    """The name of the list with its selection and its filter; where lists are tabs, all `names`."""
    if names:
        line = "$accent" if has_keys else "$line"
        room = max(10, width - 2)
        said = _with_filter(names, number - 1, pane, room)
        return tabs(said, number - 1, line=line, width=room, right=pane.badges, click="screen.list_at")
    if pane.heading is not None:
        return pane.heading
    return Content.styled(pane.title, "bold $accent" if has_keys else "$muted")


def _with_filter(names: Sequence[str], at: int, pane: Pane, width: int) -> Sequence[str]:
    """The names, that of this list with its filter, which is cut before another name gives way."""
    if not pane.filter_words:
        return names
    left = width - sum(len(name) + 3 for name in names)
    return *names[:at], names[at] + visible.clip(pane.filter_words, max(_LEAST, left)), *names[at + 1 :]


def subtitle(pane: Pane, names: Sequence[str], extra: str) -> Content:
    """The note of the list; where lists are tabs, `extra` in its place."""
    return Content.styled(extra, "$muted") if names and extra else pane.note
