"""Places that a person was at: what was chosen, and how far each pane was scrolled."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from textual.widget import Widget

from xpkgtui.app.state.selection import Selection
from xpkgtui.app.widgets.row_list import RowList
from xpkgtui.app.widgets.text_view import TextView

MOST = 100
"""Places that are remembered."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Place:
    """Where a person was before a jump."""

    selection: Selection
    tops: Mapping[str, tuple[int, int | None]]
    """By pane the row at its top; of a text also its line, because rows depend on the width."""


def here(screen: Widget, selection: Selection) -> Place:
    """This place."""
    tops = {pane.id or "": pane.top for pane in _panes(screen)}
    return Place(selection=replace(selection, touched=True), tops=tops)


def scroll_back(screen: Widget, place: Place) -> None:
    """Scrolls the panes there, after whatever the other selection makes them do."""
    for pane in _panes(screen):
        pane.call_after_refresh(pane.return_to, place.tops.get(pane.id or "", (0, None)))


def _panes(screen: Widget) -> Iterator[RowList | TextView]:
    yield from screen.query(RowList)
    yield from screen.query(TextView)
