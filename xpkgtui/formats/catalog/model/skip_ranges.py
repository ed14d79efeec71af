"""The entries that are in ranges of versions, found in entries that are sorted by version."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import pairwise

from xpkgtui.formats.catalog.model.edges import range_of
from xpkgtui.versions.blang import BlangVersion


class SortedVersions:
    """Versions from the lowest to the highest; a range admits runs of them, so that not each one is compared."""

    def __init__(self, versions: Sequence[BlangVersion]) -> None:
        self._versions = versions
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
        if found is None:
            return ()
        bounds = {0, len(self._versions)}
        for version in found.versions:
            bounds |= {bisect_left(self._keys, version.key), bisect_right(self._keys, version.key)}
        places = sorted(bounds)
        # Between two bounds a range admits all versions, or none.
        runs: list[tuple[int, int]] = []
        for first, behind in pairwise(places):
            if not found.matches(self._versions[first]):
                continue
            if runs and runs[-1][1] == first:
                runs[-1] = (runs[-1][0], behind)
            else:
                runs.append((first, behind))
        return tuple(runs)
