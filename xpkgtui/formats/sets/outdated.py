"""Which packages of a set have newer versions, and who holds them back."""

from enum import StrEnum

from xpkgtui.formats.sets.plan import MemberChanges, MemberOrigin, MemberVersion, UsedDefinition
from xpkgtui.limits import NotRead
from xpkgtui.rules.finding import ObjectName, Place
from xpkgtui.values import dataclass

CROSSPLANE = "Crossplane"
"""Who holds a version back that does not want the Crossplane asked for."""


class Distance(StrEnum):
    """How far one version is behind another, as JSON spells it."""

    MAJOR = "major"
    MINOR = "minor"
    PATCH = "patch"


class OutdatedState(StrEnum):
    """How the version of a package stands to the others, as JSON spells it."""

    CURRENT = "current"
    NEWER = "newer"
    """A newer one is allowed, and it is the newest."""
    HELD = "held"
    """The newest one is not allowed."""
    ABOVE = "above"
    """It is above what is allowed."""
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Holding:
    """A constraint that excludes the newest version."""

    package: str
    """Who has it: the name of a package object, or Crossplane."""
    constraint: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OutdatedMember:
    """The versions of one package."""

    object: ObjectName
    origin: MemberOrigin
    source: str
    """Registry and repository, as they are spelled."""
    pulled: str = ""
    """The repository after rewriting; empty where nothing can be pulled."""
    place: Place | None = None
    has: MemberVersion = MemberVersion()
    allowed: str = ""
    """The newest release that every constraint accepts; empty where there is none, or none is known."""
    newest: str = ""
    """The newest release at all."""
    behind: Distance | None = None
    """How far `has` is behind the newest; None where it is not."""
    state: OutdatedState = OutdatedState.UNKNOWN
    held_by: tuple[Holding, ...] = ()
    why: str = ""
    """Why it is not known, in a clause."""
    changes_allowed: MemberChanges | None = None
    """What changes to the allowed version, if that was compared."""
    changes_newest: MemberChanges | None = None
    """What changes to the newest version, if that was compared."""
    uncompared: str = ""
    """Why something was not compared, in a clause."""

    @property
    def name(self) -> str:
        """The name of its object."""
        return self.object.name

    @property
    def shown(self) -> str:
        """Its name, as people read it."""
        return self.name or "(no name)"

    def reference(self, version: str) -> str:
        """What is pulled of a version; empty without one."""
        mark = "@" if version.startswith("sha256:") else ":"
        return f"{self.pulled}{mark}{version}" if self.pulled and version else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutdatedSet:
    """The versions of all packages of a set."""

    crossplane: str = ""
    members: tuple[OutdatedMember, ...] = ()
    """What is held back comes first, then what is furthest behind."""
    uses: tuple[UsedDefinition, ...] = ()
    unread: tuple[NotRead, ...] = ()
    advice: str = ""
    """What to do about what did not answer; empty where no error says it."""
