"""What the list of objects says of packages, channels and bundles."""

from collections import defaultdict
from collections.abc import Iterator

from xpkgtui.formats.catalog.model.blobs import Channel
from xpkgtui.formats.catalog.model.leaving import stranded
from xpkgtui.formats.catalog.model.upgrades import PackageUpgrades
from xpkgtui.formats.fact import amount

Note = tuple[int, str]
_FEW = 2
"""Channels that are named."""
_STRANDED = "stranded in"


def notes_of(package: PackageUpgrades) -> Iterator[Note]:
    """The notes of a package, its channels and its bundles, by their documents."""
    said: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    if package.document is not None:
        yield package.document, _of_package(package)
    for channel in package.listed:
        graph, left = package.graph(channel), stranded(package, channel)
        yield channel.document, _of_channel(package, channel, len(left))
        heads = frozenset(graph.heads)
        for name in graph.by_name:
            words = [(_STRANDED, left), ("head of", heads), ("skipped in", graph.skipped)]
            found = [word for word, names in words if name in names] or ["in"]
            for word in found:
                said[name][word].append(channel.name)
    for name, release in package.releases.items():
        if release.document is not None:
            marks = ["deprecated"] if name in package.deprecated else []
            marks += [f"{word} {_some(found)}" for word, found in said[name].items()]
            marks += [] if said[name] or package.unread else ["in no channel"]
            yield release.document, ("✗ " if _STRANDED in said[name] else "") + ", ".join(marks)


def _of_package(package: PackageUpgrades) -> str:
    words = [f"default: {package.default}" if package.default else "no default channel"]
    words += ["deprecated"] if package.deprecation else []
    words += [f"{amount(package.unread, 'channel')} cannot be read here"] if package.unread else []
    return ", ".join([*words, amount(len(package.channels), "channel"), amount(len(package.releases), "bundle")])


def _of_channel(package: PackageUpgrades, channel: Channel, left: int) -> str:
    words = [f"{left:,} stranded"] if left else []
    words += [amount(len(channel.entries), "bundle")]
    words += ["default"] if channel.name == package.default else []
    words += ["deprecated"] if channel.name in package.deprecated_channels else []
    return ", ".join(words)


def _some(channels: list[str]) -> str:
    channels = list(dict.fromkeys(channels))
    if len(channels) <= _FEW:
        return " and ".join(channels)
    return f"{channels[0]} and {len(channels) - 1:,} more"
