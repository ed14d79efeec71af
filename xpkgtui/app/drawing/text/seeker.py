"""A word that is sought in a page, while it is typed and afterwards."""

from xpkgtui.app.drawing.lines.searching import Hit, Search
from xpkgtui.app.drawing.renderers.renderer import Renderer


class Seeker:
    """The search in the page that is shown, and the hit that is looked at."""

    def __init__(self) -> None:
        self.wanted = ""
        self.search: Search | None = None
        """The search; None where nothing is sought, or nothing can be."""
        self._is_due = False
        """Whether the first hit is to be shown as soon as it is found."""

    @property
    def words(self) -> str:
        """How many hits there are, and which one is looked at."""
        return self.search.words if self.search else ""

    @property
    def is_missing(self) -> bool:
        """Whether the word is nowhere in the page."""
        return self.search is not None and self.search.is_whole and not self.search.count

    def begin(self, renderer: Renderer, wanted: str, row: int, *, is_shown: bool) -> None:
        """Seeks another word from a row on; with `is_shown` its first hit is looked at."""
        self.wanted = wanted
        self.search = renderer.search(wanted, row) if wanted else None
        self._is_due = is_shown

    def renew(self, renderer: Renderer, *, is_same: bool) -> None:
        """The page is laid out anew; in the same text the hit stays the same one, in another nothing is jumped to."""
        before, self.search = self.search, renderer.search(self.wanted, 0) if self.wanted else None
        if self.search and before and is_same:
            self.search.current = before.current
        self._is_due = self._is_due and is_same

    def step(self) -> tuple[bool, Hit | None]:
        """Searches on; whether there is more, and the hit that is to be shown now."""
        if self.search is None:
            return False, None
        more = self.search.step()
        if self._is_due and (hit := self.search.first()) is not None:
            self._is_due = False
            self.search.current = hit
            return more, hit
        return more, None

    def next(self, place: Hit, *, back: bool) -> Hit | None:
        """The hit after (or before) the one that is looked at, else after a place."""
        if self.search is None:
            return None
        self._is_due = False
        self.search.current = self.search.after(self.search.current or place, back=back)
        return self.search.current
