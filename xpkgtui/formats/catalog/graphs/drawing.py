"""The upgrades of channels as lines of text, at any width: where there is more room, names and words are whole."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from xpkgtui import visible
from xpkgtui.cells import cells, cut, padded
from xpkgtui.formats.catalog.graphs.labels import (
    NARROW,
    RULES,
    V0,
    V1,
    Labels,
    ProgramUpgrade,
    longest,
    name_of,
    some,
    ways,
    ways_within,
    wrapped,
)
from xpkgtui.formats.catalog.graphs.side_lines import Arc, LaneRow, lane_rows, with_arcs
from xpkgtui.formats.catalog.model.blobs import Channel, ChannelEntry
from xpkgtui.formats.catalog.model.graph import Graph, SortedVersions
from xpkgtui.formats.catalog.model.upgrades import NO_UPGRADE, Installed, PackageUpgrades, UpgradePath
from xpkgtui.values import dataclass
from xpkgtui.visible import plural

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
            fits = longer != text and cells(longer) <= self.width
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
        names = (self.labels.of_name(self.newest_first[at].name) for at in self._inside(text))
        named = f"◄┄ skipRange {shown} ({count:,}: {some(names, count, room - cells(shown) - _AROUND_RANGE)})"
        fits = self._is_roomy and cells(named) <= room + _SKIPS
        return named if fits else f"◄┄ skipRange {shown} ({count:,})"

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


LEGEND = (
    "│ replaces  ─ skips  ┄ skipRange",
    "○ skipped or deprecated",
    f"{V0}: the {RULES[V0]}",
    f"{V1}: the {RULES[V1]}",
)
_WIDE = 160
"""Cells of facts, which are broken into lines where they are shown."""
_STEPS = 3
"""Steps of a way that are named."""
_STRANDED = 3
"""Stranded entries that are listed with their ways."""


def of_channel(package: PackageUpgrades, channel: Channel, width: int = NARROW) -> Iterator[str]:
    """A channel with its entries, and the ways from those that are stranded."""
    yield from _channel(package, channel, None, width)
    stranded = sorted(package.stranded(channel), key=package.key, reverse=True)
    for name in stranded[:_STRANDED]:
        yield ""
        yield from _from(package, package.installed(name), (channel,), width)
    if (more := len(stranded) - _STRANDED) > 0:
        yield from ("", *wrapped(f"{plural(more, 'more bundle')} stranded: --from shows the way of one", width, 2))
    yield from _legend(width)


_MOST = 2_000
"""Channels of a package that are drawn; a catalog of OpenShift has fewer in all."""


def of_package(package: PackageUpgrades, channels: Iterable[Channel], width: int = NARROW) -> Iterator[str]:
    """All channels: first each in a line, then each drawn, up to `_MOST`."""
    chosen = package.in_order(channels)
    heading = f"{package.name}   {plural(len(chosen), 'channel')}, default {package.default or '(none)'}"
    yield from wrapped(heading, width, 4)
    if package.deprecation:
        yield from wrapped(f"! deprecated: {package.deprecation}", width, 2)
    yield ""
    names = {channel.document: _called(package, channel, width) for channel in chosen}
    column = max(map(cells, names.values()), default=0)
    counts = _counts(chosen)
    for channel in chosen:
        first = f"{padded(names[channel.document], column)}   {counts[channel.document]}"
        graph = package.graph(channel)
        labels = Labels.of(package, channel.entries, width)
        newest = sorted(graph.heads, key=package.key, reverse=True)
        heads = some(map(labels.of_name, newest), len(newest), width // 2)
        parts = [first, f"head {heads}" if heads else "no head"]
        if channel.name in package.deprecated_channels:
            parts.append("deprecated")
        if graph.problem:
            parts.append("✗ opm refuses it")
        yield from wrapped("   ".join(parts), width, 4)
    for channel in chosen[:_MOST]:
        yield ""
        yield from _channel(package, channel, None, width)
    if (more := len(chosen) - _MOST) > 0:
        yield from ("", *wrapped(f"{plural(more, 'more channel')} not drawn: --channel draws one", width, 2))
    yield from _legend(width)


def of_installed(
    package: PackageUpgrades, at: Installed, channels: Iterable[Channel], width: int = NARROW
) -> Iterator[str]:
    """The ways from a bundle, then the channels that have it."""
    chosen = package.in_order(channels)
    yield from _from(package, at, chosen, width)
    for channel in chosen:
        yield ""
        yield from _channel(package, channel, at, width)
    yield from _legend(width)


def _legend(width: int) -> Iterator[str]:
    yield ""
    for line in LEGEND:
        yield from wrapped(line, width)


def _channel(package: PackageUpgrades, channel: Channel, at: Installed | None, width: int) -> Iterator[str]:
    default = " (default)" if channel.name == package.default else ""
    count = plural(len(channel.entries), "bundle")
    yield from wrapped(f"{channel.name}{default} of {package.name}   {count}", width, 4)
    if channel.name in package.deprecated_channels:
        yield from wrapped(f"! deprecated: {package.deprecated_channels[channel.name]}", width, 2)
    if problem := package.graph(channel).problem:
        yield from wrapped(f"✗ opm refuses it: {problem}", width, 2)
    elif problem := package.order(channel).problem:
        yield from wrapped(f"✗ opm accepts it, but for {V0} {problem}", width, 2)
    yield ""
    found = ChannelEntries(
        package=package,
        channel=channel,
        remarks=_remarks(package, channel, at),
        here=at.name if at else "",
        width=width,
    )
    texts, arcs = found.rows()
    yield from with_arcs(texts, arcs, widest=width)


def _remarks(package: PackageUpgrades, channel: Channel, at: Installed | None) -> dict[str, tuple[str, ...]]:
    if at is None:
        return {}
    found: dict[str, tuple[str, ...]] = {at.name: ("you are here",)}
    for known in ways_within(package, at, channel):
        if known.way.path:
            first = known.way.path[0]
            found[first] = (*found.get(first, ()), f"▲ {known.program} next")
    return found


def _from(package: PackageUpgrades, at: Installed, channels: Iterable[Channel], width: int) -> Iterator[str]:
    """`From v1.4.3`, and a line for each program and channel."""
    chosen = list(channels)
    labels = Labels.of(package, [entry for channel in chosen for entry in channel.entries], width)
    version = f"v{at.version.version}" if at.version and at.name not in package.releases else ""
    yield f"From {visible.line(version) or labels.of_name(at.name)}"
    for known in ways(package, at, chosen):
        yield from wrapped(f"  {_sentence(known, labels)}", width, 10)
        if known.refusal:
            yield from wrapped(f"          ! {known.refusal}", width, 12)
    default = next((one for one in package.channels if one.name == package.default), None)
    if default and default not in chosen and not package.way_v0(at, default).path:
        yield from wrapped(
            f"  {V0}  {_called(package, default, width)} is not reached: nothing there replaces it", width, 10
        )


def _sentence(known: ProgramUpgrade, labels: Labels) -> str:
    where = "in any channel" if known.channel is None else f"in {name_of(known.channel, labels.longest)}"
    way = known.way
    if not way.path:
        sign = "✗ " if way.why.startswith(NO_UPGRADE) else ""
        return f"{known.program}  {where}: {sign}{way.reason(labels.of_name)}"
    return f"{known.program}  {where}: {steps(way, labels)}"


def steps(way: UpgradePath, labels: Labels) -> str:
    """`v1.5.1, then v1.6.0`; of many the first ones and the last."""
    shown = ", then ".join(map(labels.of_name, way.path[: _STEPS if len(way.path) > _STEPS + 1 else None]))
    left = len(way.path) - _STEPS
    if left < 2:
        return shown
    # A way that is too long to be followed has no known end.
    more = f"at least {left} more" if way.goes_on else f"{left} more to {labels.of_name(way.path[-1])}"
    return f"{shown}, then {more}"


def way_facts(package: PackageUpgrades, name: str) -> Iterator[tuple[str, str]]:
    """The ways from a bundle, a label and a text for each."""
    channels = package.holding(name)
    labels = Labels.of(package, [entry for channel in channels for entry in channel.entries], _WIDE)
    for known in ways(package, package.installed(name), channels):
        yield "goes to", _sentence(known, labels)
        if known.refusal:
            yield "goes to", f"! {known.refusal}"


def _called(package: PackageUpgrades, channel: Channel, width: int) -> str:
    default = " (default)" if channel.name == package.default else ""
    return f"{name_of(channel.name, longest(width))}{default}"


def _counts(channels: Sequence[Channel]) -> dict[int, str]:
    """How many bundles each has, by its document: the numbers right, so that what follows stands in a column."""
    counts = {one.document: len(one.entries) for one in channels}
    digits = max((len(f"{count:,}") for count in counts.values()), default=0)
    nouns = "bundles" if any(count != 1 for count in counts.values()) else "bundle"
    return {
        number: f"{count:>{digits},} {'bundle' if count == 1 else 'bundles':<{len(nouns)}}"
        for number, count in counts.items()
    }
