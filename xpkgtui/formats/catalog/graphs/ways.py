"""The ways from an installed bundle in words: by OLM v0 in each channel, by OLM v1 in each and in all."""

from collections.abc import Iterator, Sequence

from xpkgtui.formats.catalog.model.blobs import Channel
from xpkgtui.formats.catalog.model.upgrades import Installed, PackageUpgrades, UpgradePath
from xpkgtui.values import dataclass

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
        yield ProgramUpgrade(program=V0, channel=channel.name, way=package.way_v0(at, channel))
        yield _v1(package, channel.name, package.way_v1(at, channel))
    if len(package.channels) > 1:
        yield _v1(package, None, package.way_v1(at))


def _v1(package: PackageUpgrades, channel: str | None, way: UpgradePath) -> ProgramUpgrade:
    first = package.releases.get(way.path[0]) if way.path else None
    needs = first.requires if first else ""
    refusal = f"{V1} refuses {first.name}: it has the property {needs}" if first and needs else ""
    return ProgramUpgrade(program=V1, channel=channel, way=way, refusal=refusal)
