"""How far each pane of a screen is scrolled, and scrolling back."""

from collections.abc import Iterator

from textual.widget import Widget

from xpkgtui.app.state.history import Tops
from xpkgtui.app.widgets.row_list import RowList
from xpkgtui.app.widgets.text_view import TextView


def tops(screen: Widget) -> Tops:
    """The top of each pane."""
    return {pane.id or "": pane.top for pane in _panes(screen)}


def scroll_back(screen: Widget, tops: Tops) -> None:
    """Scrolls the panes there, after whatever another selection makes them do."""
    for pane in _panes(screen):
        pane.call_after_refresh(pane.return_to, tops.get(pane.id or "", (0, None)))


def _panes(screen: Widget) -> Iterator[RowList | TextView]:
    yield from screen.query(RowList)
    yield from screen.query(TextView)
