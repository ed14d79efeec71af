"""The entries that are in ranges of versions, found in entries that are sorted by version."""

from collections.abc import Sequence

from xpkgtui.formats.catalog.model.edges import range_of
from xpkgtui.versions.blang import BlangVersion


class SortedVersions:
    """Versions from the lowest to the highest; a range admits runs of them, so that not each one is compared."""

    def __init__(self, versions: Sequence[BlangVersion]) -> None:
        self._keys = [version.key for version in versions]
        self._known: dict[str, tuple[tuple[int, int], ...]] = {}

    def runs(self, text: str) -> tuple[tuple[int, int], ...]:
        """The runs `[first, behind)` of places that a range admits, in order; none for a malformed one."""
        if text not in self._known:
            self._known[text] = self._runs(text)
        return self._known[text]

    def count(self, text: str) -> int:
        """How many versions a range admits."""
        return sum(behind - first for first, behind in self.runs(text))

    def _runs(self, text: str) -> tuple[tuple[int, int], ...]:
        found = range_of(text)
        return found.runs(self._keys) if found is not None else ()
