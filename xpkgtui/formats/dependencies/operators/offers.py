"""What a catalog offers: the bundles of its channels, in the order in which OLM v0 prefers them."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from functools import cached_property

from xpkgtui.formats.dependencies.operators.requirements import OfferedBundle, OperatorApi, Requirement, is_in_range
from xpkgtui.values import dataclass

INSTALLED = "what is installed"
"""The operators of a cluster, in the words that name a catalog."""


@dataclass(frozen=True, kw_only=True, eq=False)
class OfferedEntry:
    """A bundle in one channel: what OLM v0 installs, of each package one."""

    bundle: OfferedBundle
    channel: str = ""
    """Empty for a bundle that is in no catalog."""
    is_default: bool = False
    catalog: str = ""
    replaces: str = ""
    skip_range: str = ""
    """The versions that it updates although it does not replace them."""
    is_installed: bool = False
    """Whether it is in the cluster already; then `catalog` says so in words."""
    namespace: str = ""
    phase: str = ""
    """The phase of what is installed."""
    follows: str | None = None
    """The channel that the subscription of what is installed follows; None if it has none, and is never updated."""

    def updates(self, other: "OfferedEntry") -> bool:
        """Whether its channel updates what is installed to it, as a subscription wants it."""
        if not other.is_installed or self.bundle.package != other.bundle.package:
            return False
        if other.follows not in ("", self.channel):
            return False
        return self.replaces == other.bundle.name or is_in_range(other.bundle.version, self.skip_range)


@dataclass(frozen=True, kw_only=True, eq=False)
class OfferedChannel:
    """A channel."""

    package: str
    name: str
    is_default: bool = False
    bundles: tuple[OfferedBundle, ...] = ()
    """All of it, skipped ones too."""
    chain: tuple[OfferedEntry, ...] = ()
    """Those that OLM v0 may install, from the head along `replaces`, without skipped ones."""
    problem: str = ""
    """Why they have no order, which ends the resolution of the whole namespace; empty where they have one."""


@dataclass(frozen=True, kw_only=True)
class CatalogOffers:
    """A catalog."""

    source: str = ""
    channels_of: Mapping[str, tuple[OfferedChannel, ...]] = field(default_factory=dict)
    """The channels of each package: the default one first, then by name."""
    unread: str = ""
    """Why it may offer more than is here, in a clause; empty where all of it was read."""

    @cached_property
    def _by_api(self) -> Mapping[OperatorApi, Sequence[OfferedChannel]]:
        found: dict[OperatorApi, list[OfferedChannel]] = defaultdict(list)
        for channel in self._channels():
            for api in dict.fromkeys(api for bundle in channel.bundles for api in bundle.provides):
                found[api].append(channel)
        return dict(found)

    def _channels(self) -> Iterator[OfferedChannel]:
        for channels in self.channels_of.values():
            yield from channels

    def channels(self, wanted: Requirement) -> tuple[OfferedChannel, ...]:
        """The channels with a bundle that satisfies a requirement, or may do so, as OLM v0 prefers them.

        Default channels come first, whatever the package; then packages and channels count by name (`sortBundles` in
        pkg/controller/registry/resolver/resolver.go).
        """
        if wanted.kind == "Package":
            among: Sequence[OfferedChannel] = self.channels_of.get(wanted.name, ())
        elif wanted.api is not None:
            among = self._by_api.get(wanted.api, ())
        else:
            among = tuple(self._channels())
        matching = (one for one in among if any(wanted.admits(bundle) is not False for bundle in one.bundles))
        return tuple(sorted(matching, key=lambda one: (not one.is_default, one.package, one.name)))

    def entry(self, package: str, version: str = "", channel: str = "") -> OfferedEntry | None:
        """The head of the default channel of a package, or of `channel`; or its bundle of this version or name."""
        channels = [one for one in self.channels_of.get(package, ()) if not channel or one.name == channel]
        if not version:
            return next((one.chain[0] for one in channels if one.chain), None)
        wanted = (version, version.removeprefix("v"))
        for one in channels:
            offered = {each.bundle.name: each for each in one.chain}
            for bundle in one.bundles:
                if bundle.version in wanted or bundle.name == version:
                    known = offered.get(bundle.name)
                    return known or OfferedEntry(bundle=bundle, channel=one.name, catalog=self.source)
        return None
