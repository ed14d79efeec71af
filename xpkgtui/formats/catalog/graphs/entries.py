"""The entries of a channel as rows of its drawing: a node each, and beneath it what it skips."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from xpkgtui import visible
from xpkgtui.cells import cells, cut, padded
from xpkgtui.formats.catalog.graphs.labels import NARROW, Labels, longest, name_of, some, wrapped
from xpkgtui.formats.catalog.graphs.side_lines import Arc, LaneRow, lane_rows
from xpkgtui.formats.catalog.model.blobs import Channel, ChannelEntry
from xpkgtui.formats.catalog.model.edges import SortedVersions
from xpkgtui.formats.catalog.model.graph import Graph
from xpkgtui.formats.catalog.model.upgrades import PackageUpgrades
from xpkgtui.values import dataclass

_ROOMY, _NAMED = 72, 96
"""Cells from which on words say what lines show, and from which on names stand beside versions."""
_LONGEST_RANGE = 40
_AROUND_RANGE = 20
"""Cells of the words around a range, and of arcs beside it."""
_SKIPS = 10
"""Cells of the word before what is skipped."""
_FEW = 24
"""Entries in a range that may have arcs."""


@dataclass(frozen=True, kw_only=True, eq=False)
class ChannelEntries:
    """A channel that is drawn."""

    package: PackageUpgrades
    channel: Channel
    remarks: Mapping[str, tuple[str, ...]]
    """Remarks on some entries that the channel does not hold: `you are here`."""
    here: str = ""
    """The entry that is looked at."""
    width: int = NARROW

    @cached_property
    def graph(self) -> Graph:
        """The channel as opm sees it."""
        return self.package.graph(self.channel)

    @cached_property
    def newest_first(self) -> tuple[ChannelEntry, ...]:
        """The entries by version; those of one version as the chain has them, or the last ones of the list first."""
        steps = {name: step for step, name in enumerate(self.graph.chain)}
        listed = {name: place for place, name in enumerate(self.graph.by_name)}
        by_step = sorted(self.graph.by_name.values(), key=lambda one: (steps.get(one.name, -1), -listed[one.name]))
        return tuple(sorted(by_step, key=lambda one: self.package.key(one.name), reverse=True))

    @cached_property
    def labels(self) -> Labels:
        """What the entries are called."""
        return Labels.of(self.package, self.newest_first, self.width)

    @cached_property
    def _ascending(self) -> SortedVersions:
        return SortedVersions([self.package.rank(one.name).version for one in reversed(self.newest_first)])

    @cached_property
    def _sets(self) -> Mapping[str, frozenset[str]]:
        graph = self.graph
        return {
            "head": frozenset(graph.heads),
            "stranded": frozenset(graph.stranded),
            "left": self.package.left_behind(self.channel),
            "cycle": frozenset(graph.cycle),
        }

    @cached_property
    def _titles(self) -> Mapping[str, str]:
        """The words behind the node of each entry: its label, and its name where there is room."""
        shown = {one.name: padded(self.labels.of_name(one.name), self.labels.width) for one in self.newest_first}
        if self.width < _NAMED:
            return shown
        names = {name: name_of(name, longest(self.width)) for name in shown}
        column = max(map(cells, names.values()), default=0)
        if all(shown[name].rstrip() == names[name] for name in shown):
            return shown
        return {name: f"{label}  {padded(names[name], column)}" for name, label in shown.items()}

    @cached_property
    def _column(self) -> int:
        return max(map(cells, self._titles.values()), default=0)

    def rows(self) -> tuple[list[str], list[Arc]]:
        """The rows without the arcs, and these."""
        entries = self.newest_first
        lanes = lane_rows(entries, set(self.graph.chain))
        texts: list[str] = []
        nodes: list[int] = []
        pending: list[tuple[int, Sequence[int], bool]] = []
        for place, (entry, lane) in enumerate(zip(entries, lanes, strict=True)):
            nodes.append(len(texts))
            text = self._node(entry, lane)
            longer = f"{text}  {self._replaces(place, entry)}" if entry.replaces and self._is_roomy else text
            fits = bool(entry.replaces) and longer != text and cells(longer) <= self.width
            texts.append(longer if fits else cut(text, self.width))
            indent = lane.under + " " * (self._column + 4)
            for text, skipped, is_dashed in self._beneath(place, entry, lane, is_said=fits):
                pending.append((len(texts), skipped, is_dashed))
                texts.append(cut(indent + text, self.width))
        arcs = [
            Arc(first=row, ends=tuple(sorted(nodes[place] for place in skipped)), is_dashed=is_dashed)
            for row, skipped, is_dashed in pending
            if skipped
        ]
        return texts, arcs

    def _node(self, entry: ChannelEntry, lane: LaneRow) -> str:
        is_minor = entry.name in self.graph.skipped or entry.name in self.package.deprecated
        sign = "◉" if entry.name == self.here else "○" if is_minor else "●"
        words = "  ".join(self.words(entry))
        return f"{lane.before}{sign}{lane.behind}  {self._titles[entry.name]}  {words}".rstrip()

    def words(self, entry: ChannelEntry) -> Iterator[str]:
        """The words behind the name of an entry."""
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

    def _beneath(
        self, place: int, entry: ChannelEntry, lane: LaneRow, *, is_said: bool
    ) -> Iterator[tuple[str, Sequence[int], bool]]:
        """The rows under a node, each with the places of the entries that an arc leads to.

        `is_said`: the row of the node says what it replaces.
        """
        room = self.width - cells(lane.under) - self._column - 4 - _SKIPS
        if entry.skips:
            names = dict.fromkeys(entry.skips)
            found = [self._places[name] for name in names if name in self._places] if len(names) <= _FEW else []
            yield f"◄─ skips {some(map(self.labels.of_name, names), len(names), room)}", found, False
        if entry.skip_range:
            yield self._range(entry.skip_range, room), self._admitted(place, entry.skip_range), True
        if entry.name in self.package.deprecated and self._is_roomy:
            warning = f"! deprecated: {self.package.deprecated[entry.name]}"
            yield from ((text, (), False) for text in wrapped(warning, room + _SKIPS, 2))
        if entry.replaces and not is_said and (self._is_roomy or not lane.is_drawn):
            what, comma, reason = self._replaces(place, entry).partition(", ")
            is_whole = cells(f"{what}{comma}{reason}") <= room + _SKIPS
            yield from (
                (text, (), False) for text in ([what + comma + reason] if is_whole else [what, f"  {reason}"])
            )

    @property
    def _is_roomy(self) -> bool:
        return self.width >= _ROOMY

    def _replaces(self, place: int, entry: ChannelEntry) -> str:
        """What an entry replaces, and where no line leads there why."""
        where = self._places.get(entry.replaces)
        reason = ", not in this channel" if where is None else ", itself" if where == place else ""
        reason = ", which is newer" if where is not None and where < place else reason
        return f"replaces {self.labels.of_name(entry.replaces)}{reason}"

    @cached_property
    def _places(self) -> Mapping[str, int]:
        return {entry.name: place for place, entry in enumerate(self.newest_first)}

    def _range(self, text: str, room: int) -> str:
        shown = cut(visible.line(text), max(_LONGEST_RANGE, self.width // 2))
        count = self._ascending.count(text)
        if not count:
            return f"◄┄ skipRange {shown} (none here)"
        if not self._is_roomy:
            return f"◄┄ skipRange {shown} ({count:,})"
        names = (self.labels.of_name(self.newest_first[at].name) for at in self._inside(text))
        return f"◄┄ skipRange {shown} ({count:,}: {some(names, count, room - cells(shown) - _AROUND_RANGE)})"

    def _inside(self, text: str) -> Iterator[int]:
        """The places of the entries in a range, the newest first."""
        last = len(self.newest_first) - 1
        for first, behind in reversed(self._ascending.runs(text)):
            yield from (last - at for at in range(behind - 1, first - 1, -1))

    def _admitted(self, place: int, text: str) -> list[int]:
        """The older entries in a range; none where they are many."""
        if self._ascending.count(text) > _FEW:
            return []
        return [other for other in self._inside(text) if other > place]
