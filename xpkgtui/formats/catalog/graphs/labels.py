"""The names of entries in a drawing: versions where no two are equal, safe and of few cells."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from xpkgtui import visible
from xpkgtui.cells import cells, cut, ending, flow
from xpkgtui.formats.catalog.model.blobs import Channel, ChannelEntry
from xpkgtui.formats.catalog.model.upgrades import Installed, PackageUpgrades, UpgradePath
from xpkgtui.values import dataclass

NARROW = 54
"""Cells that Detail has at 120 columns; a drawing is never narrower."""
USUAL = 100
"""Cells of a drawing that is made for no screen."""
_MARGIN = 6
_LONGEST = 24
_LONGEST_TEXT = 300


@dataclass(frozen=True, kw_only=True)
class Labels:
    """The entries of a channel by what they are called in its drawing."""

    package: PackageUpgrades
    known: Mapping[str, str]
    longest: int = _LONGEST
    """Cells of a name."""

    @classmethod
    def of(cls, package: PackageUpgrades, entries: Sequence[ChannelEntry], width: int = NARROW) -> "Labels":
        """`v1.2.3` for a bundle of that version, where no other entry has it; else the name."""
        versions = {entry.name: version_of(package, entry.name) for entry in entries}
        counted = Counter(versions.values())
        known = {
            name: version if version and counted[version] == 1 else name_of(name, longest(width))
            for name, version in versions.items()
        }
        return cls(package=package, known=known, longest=longest(width))

    def of_name(self, name: str) -> str:
        """The label of an entry; of another bundle of the package its version, if no entry is called so."""
        if name in self.known:
            return self.known[name]
        version = version_of(self.package, name)
        return version if version and version not in self._taken else name_of(name, self.longest)

    @cached_property
    def _taken(self) -> frozenset[str]:
        return frozenset(self.known.values())

    @cached_property
    def width(self) -> int:
        """Cells of the longest one."""
        return max(map(cells, self.known.values()), default=0)


def longest(width: int) -> int:
    """Cells of a name in a drawing of this width."""
    return max(_LONGEST, width // 2 - _MARGIN)


def version_of(package: PackageUpgrades, name: str) -> str:
    """The version of a bundle, `v1.2.3`; empty where it has none."""
    release = package.releases.get(name)
    text = release.version if release else ""
    return f"v{cut(visible.line(text.removeprefix('v')), _LONGEST - 1)}" if text else ""


def name_of(name: str, most: int = _LONGEST) -> str:
    """A name in one line of so many cells, cut in its middle: names differ at their ends."""
    shown = visible.line(name) or "(no name)"
    if cells(shown) <= most:
        return shown
    half = most // 2
    return cut(shown, half) + ending(shown, most - half)


def some(names: Iterable[str], count: int, room: int) -> str:
    """Names in a row, as many as have room: `a, b and 12 more`."""
    shown = ""
    for number, name in enumerate(names):
        longer = f"{shown}, {name}" if shown else name
        more = f" and {count - number - 1:,} more" if number + 1 < count else ""
        if shown and cells(longer + more) > room:
            return f"{shown} and {count - number:,} more"
        shown = longer
    return shown


def wrapped(text: str, width: int, indent: int = 0) -> list[str]:
    """Text of a package in lines of the drawing."""
    shown = visible.clip(visible.line(text), _LONGEST_TEXT)
    return flow(shown, width, indent)


V0, V1 = "OLM v0", "OLM v1"
RULES = {V0: "entry nearest to the head that is not skipped", V1: "highest version, skipped or not"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramUpgrade:
    """The upgrade path that one program takes."""

    program: str
    channel: str | None
    """The channel that it follows; None where it looks at all channels."""
    way: UpgradePath
    refusal: str = ""
    """Why the program refuses the first step, though it chooses it."""

    @property
    def rule(self) -> str:
        """The rule by which the program chooses."""
        return RULES[self.program]


def ways(package: PackageUpgrades, at: Installed, channels: Sequence[Channel]) -> Iterator[ProgramUpgrade]:
    """The ways in these channels, then that of OLM v1 without a channel."""
    for channel in channels:
        yield from ways_within(package, at, channel)
    if len(package.channels) > 1:
        yield _v1(package, None, package.way_v1(at))


def ways_within(package: PackageUpgrades, at: Installed, channel: Channel) -> Iterator[ProgramUpgrade]:
    """The ways in one channel."""
    yield ProgramUpgrade(program=V0, channel=channel.name, way=package.way_v0(at, channel))
    yield _v1(package, channel.name, package.way_v1(at, channel))


def _v1(package: PackageUpgrades, channel: str | None, way: UpgradePath) -> ProgramUpgrade:
    first = package.releases.get(way.path[0]) if way.path else None
    needs = first.requires if first else ""
    refusal = f"{V1} refuses {first.name}: it has the property {needs}" if first and needs else ""
    return ProgramUpgrade(program=V1, channel=channel, way=way, refusal=refusal)
