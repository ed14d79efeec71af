"""A channel as a graph of upgrades for opm, and the order in which OLM v0 looks through its entries."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from xpkgtui.errors import malformation
from xpkgtui.formats.catalog.model.blobs import Channel, ChannelEntry
from xpkgtui.values import dataclass
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
