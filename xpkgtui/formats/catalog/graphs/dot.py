"""The upgrades of packages as a graph for Graphviz."""

from collections.abc import Iterable, Iterator

from xpkgtui import visible
from xpkgtui.formats.catalog.model.blobs import Channel, ChannelEntry
from xpkgtui.formats.catalog.model.edges import SortedVersions
from xpkgtui.formats.catalog.model.upgrades import PackageUpgrades

_MOST_EDGES = 5_000
"""Edges of one channel."""


def dot(packages: Iterable[PackageUpgrades]) -> str:
    """The text: a cluster for each channel, and an edge from each bundle to what may follow it."""
    return "\n".join(_lines(sorted(packages, key=lambda one: one.name))) + "\n"


def _lines(packages: Iterable[PackageUpgrades]) -> Iterator[str]:
    yield "digraph upgrades {"
    yield '  rankdir="LR"'
    yield '  node [shape="box"]'
    number = 0
    for package in packages:
        for channel in package.listed:
            yield f"  subgraph cluster_{number} {{"
            yield f"    label={_quoted(f'{package.name} {channel.name}')}"
            yield from _channel(package, channel, number)
            yield "  }"
            number += 1
    yield "}"


def _channel(package: PackageUpgrades, channel: Channel, number: int) -> Iterator[str]:
    ascending = sorted(channel.entries, key=lambda one: package.key(one.name))
    graph = package.graph(channel)
    heads, stranded = set(graph.heads), set(graph.stranded)
    for entry in reversed(ascending):
        name = entry.name
        styles = ["bold"] * (name in heads) + ["dashed"] * (name in graph.skipped)
        styles += ["filled"] * (name in package.deprecated)
        attributes = [f'style="{",".join(styles)}"'] * bool(styles) + ['color="red"'] * (name in stranded)
        yield f"    {_node(number, name)} [{', '.join((f'label={_quoted(name)}', *attributes))}]"
    versions = SortedVersions([package.rank(one.name).version for one in ascending])
    left = _MOST_EDGES
    for entry in reversed(ascending):
        for name, label in _edges(entry, ascending, versions):
            left -= 1
            if left < 0:
                yield f"    // more than {_MOST_EDGES:,} edges: the rest is left out"
                return
            yield f"    {_node(number, name)} -> {_node(number, entry.name)} [label={_quoted(label)}]"


def _edges(entry: ChannelEntry, ascending: list[ChannelEntry], versions: SortedVersions) -> Iterator[tuple[str, str]]:
    if entry.replaces:
        yield entry.replaces, "replaces"
    for name in entry.skips:
        yield name, "skips"
    for first, behind in versions.runs(entry.skip_range) if entry.skip_range else ():
        for at in range(first, behind):
            yield ascending[at].name, f"skipRange {entry.skip_range}"


def _node(number: int, name: str) -> str:
    return _quoted(f"{number}/{name}")


def _quoted(text: str) -> str:
    shown = visible.name(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{shown}"'
