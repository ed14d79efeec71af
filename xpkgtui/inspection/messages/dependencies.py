"""What is asked and said of the packages that one depends on."""

from typing import TYPE_CHECKING, ClassVar

from xpkgtui.inspection.messages.lane import Lane
from xpkgtui.values import dataclass

if TYPE_CHECKING:  # most packages are read without any of these
    from xpkgtui.formats.dependencies.composed import ComposedFaults
    from xpkgtui.formats.dependencies.needed import DependencyTree
    from xpkgtui.formats.dependencies.questions import ResolveOptions
    from xpkgtui.formats.sets.outdated import OutdatedSet
    from xpkgtui.formats.sets.plan import SetPlan

LATE_TYPES = {
    "ComposedFaults": "xpkgtui.formats.dependencies.composed",
    "DependencyTree": "xpkgtui.formats.dependencies.needed",
    "ResolveOptions": "xpkgtui.formats.dependencies.questions",
    "OutdatedSet": "xpkgtui.formats.sets.outdated",
    "SetPlan": "xpkgtui.formats.sets.plan",
}
"""Where `codec` finds them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadDependencies:
    """Read what the package that is shown depends on."""

    lane: ClassVar[Lane] = Lane.DEPENDENCIES
    resolve: "ResolveOptions | None" = None
    """How it is resolved; None asks for what the package says itself, without a request."""
    consent: bool = False
    """Whether packages are opened whatever that costs."""
    package: str = ""
    """The package of a catalog that is asked about; empty for all of them."""
    version: str = ""
    """The version or the bundle of that package; empty for the head of its default channel."""
    channel: str = ""
    """The channel of that package; empty for the default one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DependenciesRead:
    """The packages that it depends on, by its own words or resolved."""

    whole: "DependencyTree"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadComposed:
    """Judge what the package that is shown composes by the definitions of its dependencies, resolved for that."""

    lane: ClassVar[Lane] = Lane.DEPENDENCIES
    resolve: "ResolveOptions"
    consent: bool = False
    """Whether packages are opened whatever that costs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComposedRead:
    """What was found."""

    whole: "ComposedFaults"


@dataclass(frozen=True, slots=True, kw_only=True)
class SetPlanned:
    """The plan of a set of manifests, as far as it is known."""

    whole: "SetPlan"
    is_done: bool = True
    """Whether no more comes; else packages that were not opened yet count as not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedPackage:
    """A package that a registry is asked for."""

    reference: str
    has_begun: bool = False
    is_answered: bool = False
    waited: int = 0
    """Whole seconds without an answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetAsked:
    """How far registries were asked for the packages of a set."""

    packages: tuple[AskedPackage, ...]
    fetched: int = 0
    """Bytes that registries sent."""
    requests: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionsListed:
    """The versions of the packages of a set, as far as they are known."""

    whole: "OutdatedSet"
