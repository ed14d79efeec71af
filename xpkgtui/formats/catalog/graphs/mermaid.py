"""The upgrades of packages as Mermaid, as `opm alpha render-graph` draws them, and as a graph for Graphviz."""

import re
from collections.abc import Iterable, Iterator, Sequence

from xpkgtui import visible
from xpkgtui.formats.catalog.model.blobs import Channel, ChannelEntry
from xpkgtui.formats.catalog.model.graph import SortedVersions
from xpkgtui.formats.catalog.model.upgrades import PackageUpgrades
from xpkgtui.golang.printing import quoted

_PLAIN = re.compile(r"[A-Za-z0-9._-]+")
_SPECIAL = re.compile(r"""["#&<%`]""")
_MOST_EDGES = 5_000
"""Edges of one channel; Mermaid draws far fewer."""


def mermaid(packages: Iterable[PackageUpgrades]) -> str:
    """The text; names that Mermaid would take for its own words are spelled with underscores."""
    return "\n".join(_lines(sorted(packages, key=lambda one: one.name))) + "\n"


def _lines(packages: Sequence[PackageUpgrades]) -> Iterator[str]:
    yield "graph LR"
    yield "  classDef deprecated fill:#E8960F"
    yield "  classDef skipped stroke:#FF0000,stroke-width:4px"
    yield "  classDef deprecatedskipped fill:#E8960F,stroke:#FF0000,stroke-width:4px"
    for package in packages:
        yield f"  %% package {_text(package.name)}"
        yield f"  subgraph {_text(package.name)}"
        for channel in sorted(package.channels, key=lambda one: one.name):
            yield from _channel(package, channel)
        yield "  end"
    yield from _styles(packages)


def _styles(packages: Sequence[PackageUpgrades]) -> Iterator[str]:
    for package in packages:
        if package.deprecation:
            yield f"style {identifier(package.name)} fill:#989695"
    for package in packages:
        for channel in sorted(package.channels, key=lambda one: one.name):
            if channel.name in package.deprecated_channels:
                yield f"style {identifier(f'{package.name}-{channel.name}')} fill:#DCD0FF"
    marked = sorted(
        identifier(f"{package.name}-{channel.name}-{entry.name}")
        for package in packages
        for channel in package.channels
        for entry in channel.entries
        if entry.name in package.deprecated
    )
    if marked:
        yield f"class {','.join(marked)} deprecated"


def _channel(package: PackageUpgrades, channel: Channel) -> Iterator[str]:
    of = f"{package.name}-{channel.name}"
    ascending = sorted(channel.entries, key=lambda one: package.rank(one.name).version.key)
    versions = SortedVersions([package.rank(one.name).version for one in ascending])
    left = _MOST_EDGES
    yield f"    %% channel {_text(channel.name)}"
    yield f"    subgraph {identifier(of)}[{_text(channel.name)}]"
    for entry in reversed(ascending):
        target = _node(of, entry.name)
        yield f"      {target}"
        for label, names in _edges(entry, ascending, versions):
            for name in names:
                left -= 1
                if left < 0:
                    yield f"      %% more than {_MOST_EDGES:,} edges: the rest is left out"
                    yield "    end"
                    return
                yield f"      {_node(of, name)}-- {label} --> {target}"
    yield "    end"


def _edges(
    entry: ChannelEntry, ascending: Sequence[ChannelEntry], versions: SortedVersions
) -> Iterator[tuple[str, Iterable[str]]]:
    yield "skip", entry.skips
    if entry.skip_range:
        label = f'"skipRange({_shown(entry.skip_range)})"'
        yield (
            label,
            (ascending[at].name for first, behind in versions.runs(entry.skip_range) for at in range(first, behind)),
        )
    if entry.replaces:
        yield "replace", (entry.replaces,)


def _node(of: str, name: str) -> str:
    return f"{identifier(f'{of}-{name}')}[{_text(name)}]"


def identifier(text: str) -> str:
    """A name as an identifier: what is neither letter, digit, dot nor hyphen becomes `_` and its number."""
    if _PLAIN.fullmatch(text):
        return text
    return "".join(each if _PLAIN.fullmatch(each) else f"_{ord(each):x}_" for each in text) or "_"


def _shown(text: str) -> str:
    """A text between quotation marks, without what Mermaid takes for an end, HTML, Markdown or a comment."""
    return _SPECIAL.sub(lambda found: "#quot;" if found[0] == '"' else f"#{ord(found[0])};", visible.name(text))


def _text(text: str) -> str:
    return quoted(text) if _PLAIN.fullmatch(text) else f'"{_shown(text)}"'


def dot(packages: Iterable[PackageUpgrades]) -> str:
    """The text: a cluster for each channel, and an edge from each bundle to what may follow it."""
    return "\n".join(_dot_lines(sorted(packages, key=lambda one: one.name))) + "\n"


def _dot_lines(packages: Iterable[PackageUpgrades]) -> Iterator[str]:
    yield "digraph upgrades {"
    yield '  rankdir="LR"'
    yield '  node [shape="box"]'
    number = 0
    for package in packages:
        for channel in package.listed:
            yield f"  subgraph cluster_{number} {{"
            yield f"    label={_quoted(f'{package.name} {channel.name}')}"
            yield from _dot_channel(package, channel, number)
            yield "  }"
            number += 1
    yield "}"


def _dot_channel(package: PackageUpgrades, channel: Channel, number: int) -> Iterator[str]:
    ascending = sorted(channel.entries, key=lambda one: package.key(one.name))
    graph = package.graph(channel)
    heads, stranded = set(graph.heads), set(graph.stranded)
    for entry in reversed(ascending):
        name = entry.name
        styles = ["bold"] * (name in heads) + ["dashed"] * (name in graph.skipped)
        styles += ["filled"] * (name in package.deprecated)
        attributes = [f'style="{",".join(styles)}"'] * bool(styles) + ['color="red"'] * (name in stranded)
        yield f"    {_dot_node(number, name)} [{', '.join((f'label={_quoted(name)}', *attributes))}]"
    versions = SortedVersions([package.rank(one.name).version for one in ascending])
    left = _MOST_EDGES
    for entry in reversed(ascending):
        for name, label in _dot_edges(entry, ascending, versions):
            left -= 1
            if left < 0:
                yield f"    // more than {_MOST_EDGES:,} edges: the rest is left out"
                return
            yield f"    {_dot_node(number, name)} -> {_dot_node(number, entry.name)} [label={_quoted(label)}]"


def _dot_edges(
    entry: ChannelEntry, ascending: list[ChannelEntry], versions: SortedVersions
) -> Iterator[tuple[str, str]]:
    if entry.replaces:
        yield entry.replaces, "replaces"
    for name in entry.skips:
        yield name, "skips"
    for first, behind in versions.runs(entry.skip_range) if entry.skip_range else ():
        for at in range(first, behind):
            yield ascending[at].name, f"skipRange {entry.skip_range}"


def _dot_node(number: int, name: str) -> str:
    return _quoted(f"{number}/{name}")


def _quoted(text: str) -> str:
    shown = visible.name(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{shown}"'
