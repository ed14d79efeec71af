"""The upgrades of packages, and the ways from an installed bundle, as values for JSON."""

from collections.abc import Iterable, Mapping
from typing import Any

from xpkgtui.formats.catalog.graphs.ways import ProgramUpgrade
from xpkgtui.formats.catalog.installable import installables
from xpkgtui.formats.catalog.model.blobs import Channel, ChannelEntry
from xpkgtui.formats.catalog.model.graph import Graph
from xpkgtui.formats.catalog.model.upgrades import Installed, PackageUpgrades
from xpkgtui.formats.package_objects import PackageObjects

Value = Mapping[str, Any]


def installable(objects: PackageObjects, packages: Iterable[PackageUpgrades]) -> list[Value]:
    """The newest version of each package that OLM v1 installs."""
    return [
        {
            "package": one.package,
            "newest": one.newest or None,
            "installable": one.version or None,
            "bundle": one.bundle or None,
            "why": one.why or None,
            "known": one.is_known,
        }
        for one in installables(objects, packages)
    ]


def channels(package: PackageUpgrades, chosen: Iterable[Channel]) -> list[Value]:
    """Each channel with its entries as the catalog lists them."""
    return [_channel(package, one) for one in chosen]


def departure(package: PackageUpgrades, at: Installed, ways: Iterable[ProgramUpgrade]) -> Value:
    """The ways from one bundle."""
    release = package.releases.get(at.name)
    version = release.version if release else str(at.version.version) if at.version else ""
    return {
        "package": package.name,
        "name": at.name,
        "version": version or None,
        "known": release is not None,
        "ways": [_way(one) for one in ways],
    }


def _way(known: ProgramUpgrade) -> Value:
    return {
        "program": known.program,
        "channel": known.channel,
        "path": list(known.way.path),
        "more": known.way.goes_on,
        "reason": known.way.reason() or known.rule,
        "refusal": known.refusal or None,
    }


def _channel(package: PackageUpgrades, channel: Channel) -> Value:
    graph = package.graph(channel)
    left = package.stranded(channel)
    return {
        "package": package.name,
        "channel": channel.name,
        "default": channel.name == package.default,
        "deprecated": package.deprecated_channels.get(channel.name),
        "head": graph.heads[0] if len(graph.heads) == 1 else None,
        "heads": list(graph.heads),
        "problem": graph.problem or None,
        "entries": [_entry(package, graph, left, one) for one in channel.entries],
    }


def _entry(package: PackageUpgrades, graph: Graph, left: frozenset[str], entry: ChannelEntry) -> Value:
    release = package.releases.get(entry.name)
    return {
        "name": entry.name,
        "version": (release.version or None) if release else None,
        "replaces": entry.replaces or None,
        "skips": list(entry.skips),
        "skipRange": entry.skip_range or None,
        "deprecated": package.deprecated.get(entry.name),
        "skipped": entry.name in graph.skipped,
        "stranded": entry.name in left,
        "bundle": release.document if release else None,
    }
