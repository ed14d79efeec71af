"""What is in a cluster while Crossplane works on a set."""

from dataclasses import field as default
from enum import StrEnum

from xpkgtui.formats.xpkg.sets.contents import BroughtObject
from xpkgtui.formats.xpkg.sets.manifests import PackageManifest
from xpkgtui.values import dataclass


class ConditionStatus(StrEnum):
    """The status of a condition."""

    TRUE = "True"
    FALSE = "False"
    UNKNOWN = "Unknown"


class DesiredState(StrEnum):
    """What a revision is to be."""

    ACTIVE = "Active"
    INACTIVE = "Inactive"
    UNSET = ""
    """It waits for a person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """A condition: its status, and its message."""

    status: ConditionStatus = ConditionStatus.UNKNOWN
    message: str = ""
    reason: str = ""

    @property
    def is_true(self) -> bool:
        """Whether its status is True."""
        return self.status is ConditionStatus.TRUE


@dataclass(slots=True, kw_only=True)
class ClusterPackage:
    """A package object in the cluster."""

    manifest: PackageManifest
    sequence: int
    generation: int = 1
    is_derived: bool = False
    """Whether Crossplane made it for a dependency."""
    installed: Condition = default(default_factory=Condition)
    healthy: Condition = default(default_factory=Condition)
    is_paused: bool = False
    resolved: str = ""
    """What was pulled for it."""
    digest: str = ""
    revision: str = ""
    """The name of its current revision."""
    kept: str = ""
    """The revision that was there before the set, which stays while the object does not change."""
    kept_spec: str = ""

    def snapshot(self) -> tuple[object, ...]:
        """All that a controller can change of it, but for its generation."""
        return (self.manifest, self.installed, self.healthy, self.is_paused, self.resolved, self.revision)


@dataclass(slots=True, kw_only=True)
class ClusterRevision:
    """A revision of a package."""

    kind: str
    """The kind of its package."""
    name: str
    package: str
    """The name of its package."""
    number: int
    sequence: int
    manifest: PackageManifest
    """The package object as it was when the revision was last written."""
    state: DesiredState = DesiredState.UNSET
    healthy: Condition = default(default_factory=Condition)
    runtime: Condition = default(default_factory=Condition)
    active: Condition = default(default_factory=Condition)
    """Whether its runtime runs."""
    objects: tuple[tuple[str, str], ...] = ()
    """Kind and name of what it controls or owns."""
    secret: str = ""
    """The name of the secret with the certificate of its webhooks; empty until its runtime was looked at."""
    resolved: str = ""
    is_safe_start: bool = False
    is_deleted: bool = False

    @property
    def title(self) -> str:
        """Its kind and name, as owner references give them."""
        return f"{self.kind}Revision {self.name}"

    def snapshot(self) -> tuple[object, ...]:
        """All that a controller can change of it."""
        conditions = (self.healthy, self.runtime, self.active)
        return (self.name, self.number, self.state, conditions, self.objects, self.secret, self.is_deleted)


@dataclass(slots=True, kw_only=True)
class ClusterDefinition:
    """A definition, a Composition or an activation policy in the cluster."""

    brought: BroughtObject
    sequence: int
    controller: str = ""
    """Kind and name of its controller; empty without one."""
    owners: set[str] = default(default_factory=set)
    """Kind and name of its other owners."""
    is_active: bool = False
    """Whether a managed resource definition is active."""
    is_blocked: bool = False
    """Whether what it defines cannot be applied."""
    stored: set[str] = default(default_factory=set)
    """The versions in which objects were ever stored."""
    is_of_user: bool = False

    def snapshot(self) -> tuple[object, ...]:
        """All that a controller can change of it."""
        return (self.brought, self.controller, frozenset(self.owners), self.is_active, self.is_blocked)


@dataclass(slots=True, kw_only=True)
class ClusterDeployment:
    """A Deployment that Crossplane made."""

    name: str
    revision: str
    """Kind and name of the revision."""
    package: str
    account: str
    replicas: int
    sequence: int = 0
    """The number of its creation; 0 for one that was there before the set."""
    available: Condition | None = None

    def snapshot(self) -> tuple[object, ...]:
        """All that a controller can change of it."""
        return (self.name, self.sequence, self.revision, self.account, self.replicas, self.available)
