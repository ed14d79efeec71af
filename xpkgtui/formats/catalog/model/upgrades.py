"""The upgrades of one package: where OLM v0 and OLM v1 go from a bundle that is installed."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from functools import cached_property
from typing import Any, TypeVar

from xpkgtui.errors import parsed
from xpkgtui.formats.catalog.model.blobs import Channel
from xpkgtui.formats.catalog.model.graph import ChannelOrder, Edges, Graph, SortedVersions, order_of
from xpkgtui.formats.catalog.model.releases import VersionRelease
from xpkgtui.values import dataclass
from xpkgtui.versions.blang import BlangVersion
from xpkgtui.versions.version import newest_first
from xpkgtui.visible import few

Made = TypeVar("Made")
_LOWEST = VersionRelease(version=BlangVersion(major=0, minor=0, patch=0))
MOST_STEPS = 12
"""Steps of a way that are followed."""
NO_UPGRADE = "no upgrade"
"""The beginning of the reason why there is no way."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Release:
    """A bundle by its name and version."""

    name: str
    version: str = ""
    """As the catalog has it; empty where the bundle has none, or is not there."""
    document: int | None = None
    """The document of the bundle; None where it is not there."""
    requires: str = ""
    """The first property by which it requires something, which OLM v1 refuses."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Installed:
    """The bundle that an upgrade begins at; it need not be in the catalog."""

    name: str
    version: VersionRelease | None

    @classmethod
    def of(cls, name: str, version: str, release: str | None = None) -> "Installed":
        """A bundle with a version that can be read, and with a release beside it; raises `Malformed`."""
        if release is None:
            return cls(name=name, version=VersionRelease.parse(version))
        return cls(name=name, version=VersionRelease.of(version, release))


@dataclass(frozen=True, slots=True, kw_only=True)
class UpgradePath:
    """The bundles that one program goes to, one after the other."""

    path: tuple[str, ...] = ()
    """Empty where it stays."""
    goes_on: bool = False
    """Whether there are more steps than were followed."""
    why: str = ""
    """The reason why it stays; `{}` stands for `about`."""
    about: tuple[str, ...] = ()
    """The bundles that the reason is about."""

    def reason(self, called: Callable[[str], str] = str) -> str:
        """The reason, with bundles as they are `called`."""
        return self.why.replace("{}", few(self.about, 3, called))


@dataclass(frozen=True, kw_only=True)
class PackageUpgrades:
    """The channels and bundles of one package."""

    name: str
    document: int | None = None
    """The document of the package; None where it is not there."""
    default: str = ""
    channels: tuple[Channel, ...] = ()
    releases: Mapping[str, Release] = field(default_factory=dict)
    """The bundles by their names, in the order of the catalog."""
    deprecated: Mapping[str, str] = field(default_factory=dict)
    """The messages about bundles that are deprecated, by their names."""
    deprecated_channels: Mapping[str, str] = field(default_factory=dict)
    unread: int = 0
    """Channels that could not be read, so that their entries are unknown."""
    deprecation: str = ""
    """The message about the package itself."""

    @cached_property
    def versions(self) -> Mapping[str, VersionRelease]:
        """The versions of the bundles that have one."""
        return {name: found for name, release in self.releases.items() if (found := version_release(release.version))}

    def rank(self, name: str) -> VersionRelease:
        """The version by which bundles are put in order; the lowest one for a bundle without a version."""
        return self.versions.get(name, _LOWEST)

    def key(self, name: str) -> tuple[Any, ...]:
        """The key of that version, which is compared faster than the version itself."""
        return self.rank(name).key

    def installed(self, name: str) -> Installed:
        """A bundle of the catalog as one that is installed."""
        return Installed(name=name, version=self.versions.get(name))

    def holding(self, name: str) -> tuple[Channel, ...]:
        """The channels that have an entry of this name."""
        return tuple(one for one in self.listed if any(entry.name == name for entry in one.entries))

    @property
    def listed(self) -> tuple[Channel, ...]:
        """The channels as they are listed: the default one, then by the versions in their names."""
        return self.in_order(self.channels)

    def in_order(self, channels: Iterable[Channel]) -> tuple[Channel, ...]:
        """Some channels as they are listed."""
        return tuple(sorted(channels, key=lambda one: (one.name != self.default, newest_first(one.name))))

    def edges(self, channel: Channel | None = None) -> Edges:
        """The edges of a channel, or of all."""
        chosen = self.channels if channel is None else (channel,)
        return self.once("edges", channel, lambda: Edges.of(entry for one in chosen for entry in one.entries))

    def graph(self, channel: Channel) -> Graph:
        """A channel as opm sees it."""
        return self.once("graph", channel, lambda: Graph.of(channel))

    def once(self, what: str, channel: Channel | None, work: Callable[[], Made]) -> Made:
        """What is made of a channel, or of all: made when it is first asked for."""
        key = (what, channel.document, channel.name) if channel is not None else (what,)
        if key not in self._made:
            self._made[key] = work()
        made: Made = self._made[key]
        return made

    @cached_property
    def _made(self) -> dict[tuple[object, ...], Any]:
        return {}

    def successors(self, installed: Installed, channel: Channel | None = None) -> tuple[str, ...]:
        """The bundles among which OLM v1 chooses, in the order of the catalog; what is installed is among them."""
        version = installed.version
        after = self.edges(channel).after(installed.name, version.version if version else None)
        inside = None if channel is None else {entry.name for entry in channel.entries}
        alike = self._alike.get(version.key, ()) if version is not None else ()
        found = {*after, *(name for name in alike if self.versions[name] == version)} & self._places.keys()
        return tuple(sorted(found if inside is None else found & inside, key=self._places.__getitem__))

    @cached_property
    def _places(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.releases)}

    @cached_property
    def _alike(self) -> dict[tuple[Any, ...], list[str]]:
        found: dict[tuple[Any, ...], list[str]] = {}
        for name, version in self.versions.items():
            found.setdefault(version.key, []).append(name)
        return found

    def next_v1(self, installed: Installed, channel: Channel | None = None) -> str:
        """Where OLM v1 goes: to the highest version, skipped or not, and to a deprecated one last."""
        offered = self.successors(installed, channel)
        kept = [name for name in offered if name not in self.deprecated] or offered
        return max(kept, key=self.key, default="")

    def order(self, channel: Channel) -> ChannelOrder:
        """The order in which OLM v0 looks at a channel."""
        return self.once("order", channel, lambda: order_of(channel.entries))

    def next_v0(self, installed: Installed, channel: Channel, order: ChannelOrder | None = None) -> str:
        """Where OLM v0 goes: to the entry nearest to the head that is not skipped."""
        found = order or self.order(channel)
        version = installed.version
        after = self.edges(channel).after(installed.name, version.version if version else None)
        return next((name for name in found.names if name in after), "")

    def left_behind(self, channel: Channel) -> frozenset[str]:
        """The entries from which OLM v0 goes nowhere, without the head; none where it has no order."""
        return self.once("left behind", channel, lambda: self._left_behind(channel))

    def stranded(self, channel: Channel) -> frozenset[str]:
        """The entries from which OLM v0 goes nowhere, and those that opm calls stranded."""
        return self.left_behind(channel) | frozenset(self.graph(channel).stranded)

    def _left_behind(self, channel: Channel) -> frozenset[str]:
        """Visits each entry of the order once."""
        order = self.order(channel)
        if order.problem:
            return frozenset()
        by_name = {entry.name: entry for entry in channel.entries}
        known = sorted((name for name in by_name if name in self.versions), key=self.key)
        versions = SortedVersions([self.rank(name).version for name in known])
        reached = set(order.names[:1])
        covered = [0] * (len(known) + 1)
        for name in order.names:
            entry = by_name[name]
            reached |= {entry.replaces, *entry.skips}
            for first, behind in versions.runs(entry.skip_range) if entry.skip_range else ():
                covered[first] += 1
                covered[behind] -= 1
        depth = 0
        for change, name in zip(covered, known, strict=False):
            depth += change
            if depth:
                reached.add(name)
        return frozenset(by_name) - reached

    def way_v0(self, installed: Installed, channel: Channel) -> UpgradePath:
        """The steps of OLM v0 for a subscription to a channel."""
        order = self.order(channel)
        if order.problem:
            return UpgradePath(why=f"{NO_UPGRADE}: {order.problem}")
        way = self._way(installed, lambda one: self.next_v0(one, channel, order))
        return way if way.path else self._stay_v0(installed, channel, order)

    def way_v1(self, installed: Installed, channel: Channel | None = None) -> UpgradePath:
        """The steps of OLM v1, with one channel named or none."""
        way = self._way(installed, lambda one: self.next_v1(one, channel))
        if way.path:
            return way
        others = [name for name in self.successors(installed, channel) if name != installed.name]
        if others and installed.name not in self.deprecated and all(name in self.deprecated for name in others):
            return UpgradePath(why="stays: what follows is deprecated: {}", about=tuple(others))
        if others:
            return UpgradePath(why="stays: no higher version follows")
        known = self.releases if channel is None else [entry.name for entry in channel.entries]
        version = installed.version
        if version is not None and all(self.rank(name) <= version for name in known):
            return UpgradePath(why="stays: it is the highest version")
        return UpgradePath(why=f"{NO_UPGRADE}: no entry replaces or skips it")

    def _way(self, installed: Installed, following: Callable[[Installed], str]) -> UpgradePath:
        path: list[str] = []
        seen = {installed.name}
        at = installed
        while len(path) <= MOST_STEPS:
            name = following(at)
            if not name or name in seen:
                return UpgradePath(path=tuple(path))
            path.append(name)
            seen.add(name)
            at = self.installed(name)
        return UpgradePath(path=tuple(path[:MOST_STEPS]), goes_on=True)

    def _stay_v0(self, installed: Installed, channel: Channel, order: ChannelOrder) -> UpgradePath:
        if order.names and order.names[0] == installed.name:
            return UpgradePath(why="stays: it is the head")
        version = installed.version
        after = self.edges(channel).after(installed.name, version.version if version else None)
        leading = [entry.name for entry in channel.entries if entry.name in after - {installed.name}]
        skipped = {name for entry in channel.entries for name in entry.skips}
        if not leading:
            return UpgradePath(why=f"{NO_UPGRADE}: no entry replaces or skips it")
        if all(name in skipped for name in leading):
            verb = "follows, and it is" if len(leading) == 1 else "follow, and they are"
            return UpgradePath(why=f"{NO_UPGRADE}: only {{}} {verb} skipped", about=tuple(leading))
        verb = "is" if len(leading) == 1 else "are"
        return UpgradePath(
            why=f"{NO_UPGRADE}: {{}} {verb} not in the chain of replaces from the head", about=tuple(leading)
        )


def version_release(text: str) -> VersionRelease | None:
    """A version with the release in its build metadata; None for a malformed one."""
    return parsed(VersionRelease.parse, text)
