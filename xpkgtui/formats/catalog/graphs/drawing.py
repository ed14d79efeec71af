"""The upgrades of channels as lines of text, at any width: where there is more room, names and words are whole."""

from collections.abc import Iterable, Iterator, Sequence

from xpkgtui import visible
from xpkgtui.cells import cells, padded
from xpkgtui.formats.catalog.graphs.entries import ChannelEntries
from xpkgtui.formats.catalog.graphs.labels import NARROW, Labels, longest, name_of, some, wrapped
from xpkgtui.formats.catalog.graphs.side_lines import with_arcs
from xpkgtui.formats.catalog.graphs.ways import RULES, V0, V1, ProgramUpgrade, ways
from xpkgtui.formats.catalog.model.blobs import Channel
from xpkgtui.formats.catalog.model.upgrades import NO_UPGRADE, Installed, PackageUpgrades, UpgradePath
from xpkgtui.formats.fact import amount

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
    for name in sorted(package.stranded(channel), key=package.key, reverse=True)[:_STRANDED]:
        yield ""
        yield from _from(package, package.installed(name), (channel,), width)
    yield from _legend(width)


def of_package(package: PackageUpgrades, channels: Iterable[Channel], width: int = NARROW) -> Iterator[str]:
    """All channels: first each in a line, then each drawn."""
    chosen = package.in_order(channels)
    heading = f"{package.name}   {amount(len(chosen), 'channel')}, default {package.default or '(none)'}"
    yield from wrapped(heading, width, 4)
    if package.deprecation:
        yield from wrapped(f"! deprecated: {package.deprecation}", width, 2)
    yield ""
    names = {channel.document: _called(package, channel, width) for channel in chosen}
    column = max(map(cells, names.values()), default=0)
    counts = _counts(chosen)
    for channel in chosen:
        first = f"{padded(names[channel.document], column)}   {counts[channel.document]}"
        yield from wrapped(_in_a_line(package, channel, first, width), width, 4)
    for channel in chosen:
        yield ""
        yield from _channel(package, channel, None, width)
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
    count = amount(len(channel.entries), "bundle")
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
    for known in ways(package, at, (channel,)):
        if known.channel is not None and known.way.path:
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


def _in_a_line(package: PackageUpgrades, channel: Channel, first: str, width: int) -> str:
    """A channel in a line, after its name and the number of its bundles."""
    graph = package.graph(channel)
    labels = Labels.of(package, channel.entries, width)
    newest = sorted(graph.heads, key=package.key, reverse=True)
    heads = some(map(labels.of_name, newest), len(newest), width // 2)
    parts = [
        first,
        f"head {heads}" if heads else "no head",
    ]
    if channel.name in package.deprecated_channels:
        parts.append("deprecated")
    if graph.problem:
        parts.append("✗ opm refuses it")
    return "   ".join(parts)
