"""The edges of upgrades by what an entry replaces, skips, or has in its range, and the versions in a range."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from xpkgtui.errors import parsed
from xpkgtui.formats.catalog.model.blobs import ChannelEntry
from xpkgtui.values import dataclass
from xpkgtui.versions.blang import BlangVersion
from xpkgtui.versions.blang_range import BlangRange


@dataclass(frozen=True, slots=True, kw_only=True)
class Edges:
    """The entries that lead on from a bundle, found without looking at each of them."""

    replacing: Mapping[str, Sequence[str]]
    """The entries that replace a name."""
    skipping: Mapping[str, Sequence[str]]
    """The entries that skip a name."""
    ranges: Mapping[str, tuple[BlangRange | None, Sequence[str]]]
    """By the text of a range: the range, None for a malformed one, and the entries that have it."""

    @classmethod
    def of(cls, entries: Iterable[ChannelEntry]) -> "Edges":
        """The edges of these entries."""
        replacing: dict[str, list[str]] = defaultdict(list)
        skipping: dict[str, list[str]] = defaultdict(list)
        ranges: dict[str, list[str]] = defaultdict(list)
        for entry in entries:
            if entry.replaces:
                replacing[entry.replaces].append(entry.name)
            for name in dict.fromkeys(entry.skips):
                skipping[name].append(entry.name)
            if entry.skip_range:
                ranges[entry.skip_range].append(entry.name)
        parsed = {text: (range_of(text), names) for text, names in ranges.items()}
        return cls(replacing=dict(replacing), skipping=dict(skipping), ranges=parsed)

    def after(self, name: str, version: BlangVersion | None) -> frozenset[str]:
        """The entries that may follow a bundle; it may be among them."""
        found = {*self.replacing.get(name, ()), *self.skipping.get(name, ())}
        if version is not None:
            for one, names in self.ranges.values():
                if one is not None and one.matches(version):
                    found.update(names)
        return frozenset(found)


@lru_cache(maxsize=16_384)
def range_of(text: str) -> BlangRange | None:
    """Returns the range, or None if it is malformed."""
    return parsed(BlangRange.parse, text)


class SortedVersions:
    """Versions from the lowest to the highest; a range admits runs of them, so that not each one is compared."""

    def __init__(self, versions: Sequence[BlangVersion]) -> None:
        self._keys = [version.key for version in versions]
        self._known: dict[str, tuple[tuple[int, int], ...]] = {}

    def runs(self, text: str) -> tuple[tuple[int, int], ...]:
        """The runs `[first, behind)` of places that a range admits, in order; none for a malformed one."""
        if text not in self._known:
            found = range_of(text)
            self._known[text] = found.runs(self._keys) if found is not None else ()
        return self._known[text]

    def count(self, text: str) -> int:
        """How many versions a range admits."""
        return sum(behind - first for first, behind in self.runs(text))
