"""The forms of a catalog: the drawing of upgrades, Mermaid, Graphviz and JSON; and the notes of its objects."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from xpkgtui.errors import NotFound, parsed
from xpkgtui.formats.catalog.graphs import drawing
from xpkgtui.formats.catalog.graphs.labels import NARROW, USUAL, ProgramUpgrade, some, ways, wrapped
from xpkgtui.formats.catalog.graphs.mermaid import dot, mermaid
from xpkgtui.formats.catalog.installable import installables
from xpkgtui.formats.catalog.model.blobs import BUNDLE, CHANNEL, Channel, ChannelEntry, template_among
from xpkgtui.formats.catalog.model.graph import Graph
from xpkgtui.formats.catalog.model.upgrades import Installed, PackageUpgrades
from xpkgtui.formats.catalog.written.upgrades import each_of, upgrades_of
from xpkgtui.formats.forms import AskedForm
from xpkgtui.formats.package_objects import ObjectHead, PackageObjects
from xpkgtui.visible import few, plural

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


def listed_channels(package: PackageUpgrades, chosen: Iterable[Channel]) -> list[Value]:
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


_WIDEST = 400
"""Cells of a drawing."""
_FEW = 2
"""Channels that are named."""
_STRANDED = "stranded in"


class CatalogForms:
    """The forms of catalogs."""

    def write(self, asked: AskedForm, package: PackageObjects) -> str:
        """The text of a form; of a document that of its package, its channel, or the channels that have it."""
        head = _head(package, asked.document)
        name = (head.group or "") if head else asked.package
        found = [_narrowed(one, head, asked.channel) for one in upgrades_of(package, name)]
        chosen = [pair for pair in found if pair[1] or not (asked.channel or head)]
        if not chosen:
            raise _nothing(asked, name, package)
        installed = [(one, at, channels) for one, channels in chosen for at in _installed(one, head, asked.version)]
        installed, others = _having(installed)
        if asked.version and not installed:
            raise NotFound(f"No package has a bundle {asked.version}, and it is not a version such as 1.2.3.")
        match asked.name:
            case "mermaid":
                return mermaid(_only(one, channels) for one, channels in chosen)
            case "dot":
                return dot(_only(one, channels) for one, channels in chosen)
            case "olmv1":
                return json.dumps(installable(package, (one for one, _ in chosen)), ensure_ascii=False)
            case "json":
                return json.dumps(
                    {
                        "upgrades": [each for one, channels in chosen for each in listed_channels(one, channels)],
                        "from": [
                            departure(one, at, ways(one, at, _holding(at, channels)))
                            for one, at, channels in installed
                        ],
                    },
                    ensure_ascii=False,
                )
        width = max(NARROW, min(asked.width or USUAL, _WIDEST))
        lines = [*_drawn(chosen, installed, head, width), *_without(asked.version, others, width)]
        return "\n".join(lines) + "\n"

    def lacks(self, asked: AskedForm, package: PackageObjects) -> str:
        """How many channels cannot be read."""
        count = sum(one.unread for one in upgrades_of(package, asked.package))
        return f"{plural(count, 'channel')} cannot be read" if count else ""

    def notes(self, package: PackageObjects) -> Iterator[tuple[int, str]]:
        """What the catalog says of its objects: the default channel, how many bundles, head or skipped."""
        return (each for one in each_of(package) for each in _notes_of(one))


Chosen = tuple[PackageUpgrades, tuple[Channel, ...]]


Departure = tuple[PackageUpgrades, Installed, tuple[Channel, ...]]


def _having(installed: Sequence[Departure]) -> tuple[list[Departure], list[str]]:
    """The packages that have the version, and the names of the others; all of them where none has it."""
    having = [(one, at, channels) for one, at, channels in installed if at.name in one.releases]
    names = {one.name for one, _, _ in having}
    if not having:
        return list(installed), []
    return having, [one.name for one, _, _ in installed if one.name not in names]


def _without(version: str, names: Sequence[str], width: int) -> Iterator[str]:
    """A line for the packages that have no such version."""
    if names:
        are = f"{names[0]} has" if len(names) == 1 else f"{len(names):,} other packages have"
        rest = "" if len(names) == 1 else f": {some(names, len(names), width)}"
        yield from ("", *wrapped(f"{are} no {version}{rest}", width, 2))


def _drawn(
    chosen: Sequence[Chosen], installed: Sequence[Departure], head: ObjectHead | None, width: int
) -> Iterator[str]:
    blank = False
    for one, at, channels in installed:
        yield from [""] if blank else []
        blank = True
        yield from drawing.of_installed(one, at, _holding(at, channels), width)
    for one, channels in [] if installed else chosen:
        yield from [""] if blank else []
        blank = True
        if head is not None and head.kind == CHANNEL and len(channels) == 1:
            yield from drawing.of_channel(one, channels[0], width)
        else:
            yield from drawing.of_package(one, channels, width)


def _head(package: PackageObjects, document: int | None) -> ObjectHead | None:
    if document is None:
        return None
    found = next((one for one in package.heads if one.document == document), None)
    if found is None:
        raise NotFound(f"There is no document {document}.")
    return found


def _narrowed(package: PackageUpgrades, head: ObjectHead | None, channel: str) -> Chosen:
    """The package with the channels that are meant."""
    channels = package.channels
    if head is not None and head.kind == CHANNEL:
        channels = tuple(one for one in channels if one.document == head.document)
    elif head is not None and head.kind == BUNDLE:
        channels = package.holding(head.name or "")
    if channel:
        channels = tuple(one for one in channels if one.name == channel)
    return package, channels


def _only(package: PackageUpgrades, channels: tuple[Channel, ...]) -> PackageUpgrades:
    return replace(package, channels=channels)


def _installed(package: PackageUpgrades, head: ObjectHead | None, version: str) -> Iterator[Installed]:
    """What is installed: the bundle that is looked at, or one by its name or version; or a version that is gone."""
    if head is not None and head.kind == BUNDLE:
        yield package.installed(head.name or "")
        return
    if not version:
        return
    if version in package.releases:
        yield package.installed(version)
        return
    bare = version.removeprefix("v")
    if named := [name for name, release in package.releases.items() if release.version == bare]:
        yield from map(package.installed, named)
        return
    if installed := parsed(Installed.of, f"{package.name}.v{bare}", bare):
        yield installed


def _holding(at: Installed, channels: Sequence[Channel]) -> tuple[Channel, ...]:
    """The channels that have a bundle; all of them where none has it, as ranges may admit it."""
    found = tuple(one for one in channels if any(entry.name == at.name for entry in one.entries))
    return found or tuple(channels)


def _nothing(asked: AskedForm, name: str, package: PackageObjects) -> NotFound:
    names = sorted({one.group for one in package.heads if one.group})
    listed = f"It has {few(names, 20)}." if names else ""
    if asked.channel:
        hint = f"List the channels: leave --channel out{f', or write --package {name}' if name else ''}."
        return NotFound(f"There is no channel {asked.channel}{f' in {name}' if name else ''}.", hint=hint)
    if template := template_among(package.heads):
        return NotFound(f"A template ({template[0]}) is not a catalog yet, and has no upgrades.", hint=template[1])
    if not name:
        return NotFound("There are no packages with upgrades here.")
    return NotFound(f"There is no package {name} with channels.", hint=listed)


def _notes_of(package: PackageUpgrades) -> Iterator[tuple[int, str]]:
    """The notes of a package, its channels and its bundles, by their documents."""
    channels_by_mark: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    if package.document is not None:
        yield package.document, _of_package(package)
    for channel in package.listed:
        graph, left = package.graph(channel), package.stranded(channel)
        yield channel.document, _of_channel(package, channel, len(left))
        heads = frozenset(graph.heads)
        for name in graph.by_name:
            words = [(_STRANDED, left), ("head of", heads), ("skipped in", graph.skipped)]
            found = [word for word, names in words if name in names] or ["in"]
            for word in found:
                channels_by_mark[name][word].append(channel.name)
    for name, release in package.releases.items():
        if release.document is not None:
            marks = ["deprecated"] if name in package.deprecated else []
            marks += [f"{word} {_some(found)}" for word, found in channels_by_mark[name].items()]
            marks += [] if channels_by_mark[name] or package.unread else ["in no channel"]
            yield release.document, ("✗ " if _STRANDED in channels_by_mark[name] else "") + ", ".join(marks)


def _of_package(package: PackageUpgrades) -> str:
    words = [f"default: {package.default}" if package.default else "no default channel"]
    words += ["deprecated"] if package.deprecation else []
    words += [f"{plural(package.unread, 'channel')} cannot be read here"] if package.unread else []
    return ", ".join([*words, plural(len(package.channels), "channel"), plural(len(package.releases), "bundle")])


def _of_channel(package: PackageUpgrades, channel: Channel, left: int) -> str:
    words = [f"{left:,} stranded"] if left else []
    words += [plural(len(channel.entries), "bundle")]
    words += ["default"] if channel.name == package.default else []
    words += ["deprecated"] if channel.name in package.deprecated_channels else []
    return ", ".join(words)


def _some(channels: list[str]) -> str:
    channels = list(dict.fromkeys(channels))
    if len(channels) <= _FEW:
        return " and ".join(channels)
    return f"{channels[0]} and {len(channels) - 1:,} more"
