"""The way back: what was shown before a jump, and the sources before the one that is open."""

from collections.abc import Mapping
from dataclasses import field, replace

from xpkgtui.app.state.selection import Selection
from xpkgtui.inspection.rows.platforms import PlatformRow
from xpkgtui.values import dataclass

_MOST = 100
"""Visits that are remembered."""
Tops = Mapping[str, tuple[int, int | None]]
"""The row at the top of each pane; for a text also its line, because rows depend on the width."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Visit:
    """The selection before a jump, and how far each pane was scrolled."""

    selection: Selection
    tops: Tops
    entry: PlatformRow | None = None
    """The entry of the index that was shown."""
    what_if: int | None = None
    """The layer that was read as if it were the base."""


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """Visits of the source that is open, and the sources before it; the last ones at the end."""

    visits: tuple[Visit, ...] = ()
    sources: tuple[str, ...] = field(default=())

    def visited(
        self, selection: Selection, tops: Tops, entry: PlatformRow | None = None, what_if: int | None = None
    ) -> "History":
        """Returns the history with one more visit."""
        visit = Visit(selection=replace(selection, touched=True), tops=tops, entry=entry, what_if=what_if)
        return replace(self, visits=(*self.visits[1 - _MOST :], visit))

    def returned(self) -> "History":
        """Returns the history without the last visit."""
        return replace(self, visits=self.visits[:-1])

    def before(self, entry: PlatformRow) -> "History":
        """Returns the history without the visits since an entry of the index was opened."""
        visits = self.visits
        while visits and visits[-1].entry and visits[-1].entry.place == entry.place:
            visits = visits[:-1]
        return replace(self, visits=visits)

    def opened(self, before: str, after: str) -> "History":
        """Another source is open; going back to the one before takes it off."""
        sources = self.sources
        if sources and sources[-1] == after:
            sources = sources[:-1]
        elif before not in ("", "-", after):
            sources = (*sources[1 - _MOST :], before)
        return History(sources=sources)
