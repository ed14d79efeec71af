"""The entries of a channel as rows of its drawing: a node each, and beneath it what it skips."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from xpkgtui import visible
from xpkgtui.formats.catalog.graphs.arcs import Arc
from xpkgtui.formats.catalog.graphs.labels import WIDTH, Labels, cells, cut, padded, some
from xpkgtui.formats.catalog.graphs.lanes import LaneRow, lane_rows
from xpkgtui.formats.catalog.model.blobs import Channel, Entry
from xpkgtui.formats.catalog.model.graph import Graph
from xpkgtui.formats.catalog.model.leaving import left_behind
from xpkgtui.formats.catalog.model.skip_ranges import SortedVersions
from xpkgtui.formats.catalog.model.upgrades import PackageUpgrades
from xpkgtui.values import dataclass

_LONGEST_RANGE = 40
_FEW = 24
"""Entries in a range that may have arcs."""


@dataclass(frozen=True, kw_only=True, eq=False)
class ChannelEntries:
    """A channel that is drawn."""

    package: PackageUpgrades
    channel: Channel
    remarks: Mapping[str, tuple[str, ...]]
    """What is said of some entries beside what the channel says: `you are here`."""
    here: str = ""
    """The entry that is looked at."""

    @cached_property
    def graph(self) -> Graph:
        """The channel as opm sees it."""
        return self.package.graph(self.channel)

    @cached_property
    def newest_first(self) -> tuple[Entry, ...]:
        """The entries by version; those of one version as the chain has them, or the last ones of the list first."""
        steps = {name: step for step, name in enumerate(self.graph.chain)}
        listed = {name: place for place, name in enumerate(self.graph.by_name)}
        by_step = sorted(self.graph.by_name.values(), key=lambda one: (steps.get(one.name, -1), -listed[one.name]))
        return tuple(sorted(by_step, key=lambda one: self.package.key(one.name), reverse=True))

    @cached_property
    def labels(self) -> Labels:
        """What the entries are called."""
        return Labels.of(self.package, self.newest_first)

    @cached_property
    def _ascending(self) -> SortedVersions:
        return SortedVersions([self.package.rank(one.name).version for one in reversed(self.newest_first)])

    @cached_property
    def _sets(self) -> Mapping[str, frozenset[str]]:
        graph = self.graph
        return {
            "head": frozenset(graph.heads),
            "stranded": frozenset(graph.stranded),
            "left": left_behind(self.package, self.channel),
            "cycle": frozenset(graph.cycle),
        }

    def rows(self) -> tuple[list[str], list[Arc]]:
        """The rows without the arcs, and these."""
        entries = self.newest_first
        lanes = lane_rows(entries, set(self.graph.chain))
        texts: list[str] = []
        nodes: list[int] = []
        pending: list[tuple[int, Sequence[int], bool]] = []
        for place, (entry, lane) in enumerate(zip(entries, lanes, strict=True)):
            nodes.append(len(texts))
            texts.append(self._node(entry, lane))
            indent = lane.under + " " * (self.labels.width + 4)
            for text, skipped, is_dashed in self._beneath(place, entry, lane):
                pending.append((len(texts), skipped, is_dashed))
                texts.append(cut(indent + text, WIDTH))
        arcs = [
            Arc(first=row, ends=tuple(sorted(nodes[place] for place in skipped)), is_dashed=is_dashed)
            for row, skipped, is_dashed in pending
            if skipped
        ]
        return texts, arcs

    def _node(self, entry: Entry, lane: LaneRow) -> str:
        is_aside = entry.name in self.graph.skipped or entry.name in self.package.deprecated
        sign = "◉" if entry.name == self.here else "○" if is_aside else "●"
        label = padded(self.labels.of_name(entry.name), self.labels.width)
        said = "  ".join(self.words(entry))
        return cut(f"{lane.before}{sign}{lane.behind}  {label}  {said}".rstrip(), WIDTH)

    def words(self, entry: Entry) -> Iterator[str]:
        """What is said of an entry."""
        name = entry.name
        if name in self._sets["head"]:
            yield "head"
        if name in self.graph.skipped:
            yield "skipped"
        if name in self.package.deprecated:
            yield "deprecated"
        if name in self._sets["cycle"]:
            yield "✗ in a cycle"
        if name in self._sets["stranded"]:
            yield "✗ stranded"
        elif name in self._sets["left"]:
            yield "✗ stranded in OLM v0"
        if name not in self.package.releases:
            yield "✗ no bundle of this name"
        elif self.package.releases[name].requires:
            yield "! OLM v1 refuses it"
        yield from self.remarks.get(name, ())

    def _beneath(self, place: int, entry: Entry, lane: LaneRow) -> Iterator[tuple[str, Sequence[int], bool]]:
        """The rows under a node, each with the places of the entries that an arc leads to."""
        room = WIDTH - cells(lane.under) - self.labels.width - 14
        if entry.skips:
            names = dict.fromkeys(entry.skips)
            found = [self._places[name] for name in names if name in self._places] if len(names) <= _FEW else []
            yield f"◄─ skips {some(map(self.labels.of_name, names), len(names), room)}", found, False
        if entry.skip_range:
            yield self._range(entry.skip_range), self._admitted(place, entry.skip_range), True
        if entry.replaces and not lane.is_drawn:
            label = self.labels.of_name(entry.replaces)
            where = self._places.get(entry.replaces)
            reason = ", not in this channel" if where is None else ", itself" if where == place else ""
            reason = ", which is newer" if where is not None and where < place else reason
            yield f"replaces {label}{reason}", (), False

    @cached_property
    def _places(self) -> Mapping[str, int]:
        return {entry.name: place for place, entry in enumerate(self.newest_first)}

    def _range(self, text: str) -> str:
        shown = cut(visible.line(text), _LONGEST_RANGE)
        count = self._ascending.count(text)
        return f"◄┄ skipRange {shown} ({count:,})" if count else f"◄┄ skipRange {shown} (none here)"

    def _admitted(self, place: int, text: str) -> list[int]:
        """The older entries in a range; none where they are many."""
        last = len(self.newest_first) - 1
        if self._ascending.count(text) > _FEW:
            return []
        runs = self._ascending.runs(text)
        found = [last - at for first, behind in runs for at in range(first, behind)]
        return [other for other in found if other > place]
