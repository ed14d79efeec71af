"""A channel as a graph of upgrades: its edges for opm, and the order in which OLM v0 looks through its entries."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache

from xpkgtui.errors import malformation, parsed
from xpkgtui.formats.catalog.model.blobs import Channel, ChannelEntry
from xpkgtui.values import dataclass
from xpkgtui.versions.blang import BlangVersion
from xpkgtui.versions.blang_range import BlangRange


@dataclass(frozen=True, kw_only=True)
class Graph:
    """One channel."""

    entries: Sequence[ChannelEntry]

    @classmethod
    def of(cls, channel: Channel) -> "Graph":
        """The graph of a channel."""
        return cls(entries=channel.entries)

    @cached_property
    def by_name(self) -> Mapping[str, ChannelEntry]:
        """The entries by their names; of several with one name the last."""
        return {entry.name: entry for entry in self.entries}

    @cached_property
    def skipped(self) -> frozenset[str]:
        """The names that an entry skips."""
        return frozenset(name for entry in self.entries for name in entry.skips)

    @cached_property
    def heads(self) -> tuple[str, ...]:
        """The entries that no other replaces or skips, by name."""
        incoming = {entry.replaces for entry in self.entries if entry.replaces} | self.skipped
        return tuple(sorted(name for name in self.by_name if name not in incoming))

    @cached_property
    def chain(self) -> tuple[str, ...]:
        """The names from the head along `replaces`; empty without exactly one head."""
        return self._walked[0]

    @cached_property
    def cycle(self) -> tuple[str, ...]:
        """The names from an entry back to itself; empty where there is no cycle on the way from the head."""
        return self._walked[1]

    @cached_property
    def stranded(self) -> tuple[str, ...]:
        """Entries that the way from the head does not reach and that no entry skips."""
        if len(self.heads) != 1 or self.cycle:
            return ()
        return tuple(sorted(set(self.by_name) - set(self.chain) - self.skipped))

    @property
    def problem(self) -> str:
        """What opm says of the channel; empty where nothing is wrong."""
        if not self.entries:
            return "channel must contain at least one bundle"
        if not self.heads:
            return "no channel head found in graph"
        if len(self.heads) > 1:
            return f"multiple channel heads found in graph: {', '.join(self.heads)}"
        if self.cycle:
            return f"detected cycle in replaces chain of upgrade graph: {' -> '.join(self.cycle)}"
        if self.stranded:
            return f"channel contains one or more stranded bundles: {', '.join(self.stranded)}"
        return ""

    @cached_property
    def _walked(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        if len(self.heads) != 1:
            return (), ()
        chain = [self.heads[0]]
        seen = {chain[0]}
        while (entry := self.by_name.get(chain[-1])) is not None and entry.replaces not in self.skipped:
            if entry.replaces in seen:
                return tuple(chain), (*chain[chain.index(entry.replaces) :], entry.replaces)
            chain.append(entry.replaces)
            seen.add(entry.replaces)
        return tuple(name for name in chain if name), ()


def range_fault(text: str) -> str:
    """The library's message about a range; empty for a good one."""
    return malformation(BlangRange.parse, text) or ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChannelOrder:
    """The way from the head along `replaces`, without skipped entries; or why there is none."""

    names: tuple[str, ...] = ()
    problem: str = ""
    """In words; empty where there is an order."""
    cycle: tuple[str, ...] = ()
    """The names from an entry back to itself, where the way from the head is a cycle."""


def order_of(entries: Sequence[ChannelEntry]) -> ChannelOrder:
    """The order as OLM v0 makes it: unlike opm it goes on behind entries that are skipped."""
    by_name = {entry.name: entry for entry in entries}
    skipped = {name for entry in entries for name in entry.skips}
    followed = skipped | {entry.replaces for entry in entries if entry.replaces}
    heads = [name for name in by_name if name not in followed]
    if len(heads) != 1:
        return ChannelOrder(problem=f"the channel has {len(heads)} heads" if heads else "the channel has no head")
    names = []
    seen: dict[str, int] = {}
    following = heads[0]
    while following in by_name:
        if following in seen:
            cycle = (*list(seen)[seen[following] :], following)
            return ChannelOrder(problem="the way from the head is a cycle", cycle=cycle)
        seen[following] = len(seen)
        if following not in skipped:
            names.append(following)
        following = by_name[following].replaces
        if not following:
            break
    return ChannelOrder(names=tuple(names))


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
