"""What a package may do, what runs and what that costs, as values that are sent to the screen."""

from collections.abc import Callable, Iterable
from enum import StrEnum
from itertools import islice
from typing import TYPE_CHECKING, Any

from xpkgtui.untyped import field, listing
from xpkgtui.values import dataclass

if TYPE_CHECKING:
    from xpkgtui.formats.package_objects import PackageObjects


MOST_RULES = 2_000
"""Rules of one role that are read."""
_MOST_TEXTS = 10_000
"""Texts of one list in a rule that are read."""
_LONGEST = 1_000
"""Characters of one text that are kept."""
_KEYS = (
    ("verbs", "verbs"),
    ("apiGroups", "api_groups"),
    ("resources", "resources"),
    ("resourceNames", "resource_names"),
    ("nonResourceURLs", "urls"),
)
READS = ("get", "list", "watch")


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyRule:
    """Verbs that are allowed for resources, or for URLs."""

    verbs: tuple[str, ...] = ()
    api_groups: tuple[str, ...] = ()
    resources: tuple[str, ...] = ()
    resource_names: tuple[str, ...] = ()
    """Objects to which it is limited; none for all."""
    urls: tuple[str, ...] = ()

    def as_object(self) -> dict[str, Any]:
        """The rule with the keys of Kubernetes, without lists that are empty."""
        return {key: list(found) for key, name in _KEYS if (found := getattr(self, name)) or key == "verbs"}


def rule_of(value: object) -> PolicyRule:
    """The rule in a value; what is not text in its lists does not count."""
    return PolicyRule(**{name: _texts(field(value, key)) for key, name in _KEYS})


def rules_of(values: object) -> tuple[PolicyRule, ...]:
    """The rules in a list, up to `MOST_RULES`."""
    return tuple(rule_of(one) for one in listing(values)[:MOST_RULES])


def as_objects(rules: Iterable[PolicyRule]) -> list[dict[str, Any]]:
    """Rules with the keys of Kubernetes."""
    return [one.as_object() for one in rules]


def with_verbs(rules: Iterable[PolicyRule], *verbs: str) -> tuple[PolicyRule, ...]:
    """Rules about these resources with other verbs."""
    return tuple(PolicyRule(verbs=verbs, api_groups=one.api_groups, resources=one.resources) for one in rules)


def is_cut(values: object) -> bool:
    """Whether a list of rules has more than is read of it."""
    found = listing(values)
    lists = (listing(field(one, key)) for one in found[:MOST_RULES] for key, _ in _KEYS)
    return len(found) > MOST_RULES or any(len(each) > _MOST_TEXTS for each in lists)


def _texts(value: object) -> tuple[str, ...]:
    return tuple(one[:_LONGEST] for one in islice(listing(value), _MOST_TEXTS) if isinstance(one, str))


Pair = tuple[str, str]


class Granter(StrEnum):
    """What makes a role or binding, as JSON and `--by` spell it."""

    RBAC_MANAGER = "rbac-manager"
    """Crossplane's RBAC manager."""
    OLM_V1 = "olmv1"
    OLM_V0 = "olmv0"
    INSTALLER = "installer"
    """The one who installs: OLM v1 up to 1.10 needs it, and makes it not."""
    PACKAGE_MANAGER = "package-manager"
    """The package manager of Crossplane 0.12 and earlier."""
    COMPOSITIONS = "compositions"
    """The one who runs Crossplane, for what the Compositions of a package compose: nothing makes it."""
    MANIFESTS = "manifests"
    """The objects of the package itself."""


class AccessKind(StrEnum):
    """Kinds of objects that make up permissions."""

    CLUSTER_ROLE = "ClusterRole"
    ROLE = "Role"
    CLUSTER_ROLE_BINDING = "ClusterRoleBinding"
    ROLE_BINDING = "RoleBinding"
    SERVICE_ACCOUNT = "ServiceAccount"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoleSubject:
    """Who a binding gives a role to."""

    kind: str = "ServiceAccount"
    name: str
    namespace: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AccessObject:
    """A role, a binding or a ServiceAccount."""

    kind: AccessKind
    name: str
    namespace: str = ""
    labels: tuple[Pair, ...] = ()
    rules: tuple[PolicyRule, ...] = ()
    role_kind: str = ""
    """The kind of the role that a binding gives."""
    role: str = ""
    subjects: tuple[RoleSubject, ...] = ()
    by: Granter = Granter.MANIFESTS


@dataclass(frozen=True, slots=True, kw_only=True)
class RoleGrant:
    """A role, and who gets it."""

    to: str
    """Who gets it, in words."""
    role: AccessObject
    is_cluster_wide: bool = True
    wide: tuple[str, ...] = ()
    """Why it reaches further than it should, in words."""
    note: str = ""
    """A sentence about it."""
    is_elsewhere: bool = False
    """Whether the role is not of the package, so that only its name is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunningContainer:
    """A container of a Pod that runs."""

    name: str = ""
    image: str = ""
    is_init: bool = False
    command: tuple[str, ...] = ()
    user: str = ""
    ports: tuple[str, ...] = ()
    requests: tuple[Pair, ...] = ()
    limits: tuple[Pair, ...] = ()
    risks: tuple[str, ...] = ()
    """What its security context allows, in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Workload:
    """A Deployment or the like that runs."""

    kind: str
    name: str
    replicas: int | None = None
    account: str = ""
    """Its ServiceAccount."""
    containers: tuple[RunningContainer, ...] = ()
    risks: tuple[str, ...] = ()
    """What its Pods share with their node, in words."""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CalledWebhook:
    """A webhook that the API server calls."""

    kind: str
    name: str
    about: str = ""
    """What it is called for, in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Costs:
    """What definitions cost."""

    definitions: int = 0
    versions: int = 0
    size: int = 0
    """Bytes of all definitions in the package."""
    largest: str = ""
    """The largest definition."""
    largest_size: int = 0
    memory: int = 0
    """Bytes that an API server needs for all of them, about."""
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PackagePermissions:
    """What a package may do, what runs, and what that costs."""

    grants: tuple[RoleGrant, ...] = ()
    """The wide ones first."""
    others: tuple[AccessObject, ...] = ()
    """Bindings and ServiceAccounts."""
    remarks: tuple[str, ...] = ()
    """Sentences about what no role shows."""
    workloads: tuple[Workload, ...] = ()
    webhooks: tuple[CalledWebhook, ...] = ()
    costs: Costs = Costs()
    groups: tuple[str, ...] = ()
    """The API groups that the package defines: that it may do everything with them is no wonder."""
    unread: str = ""
    """Why this is not all, in a clause; empty where it is."""

    @property
    def objects(self) -> tuple[AccessObject, ...]:
        """All roles, bindings and ServiceAccounts."""
        return (*dict.fromkeys(one.role for one in self.grants if not one.is_elsewhere), *self.others)


@dataclass(frozen=True, slots=True, kw_only=True)
class DefinitionName:
    """A definition by its name, which is that of its resource."""

    kind: str
    group: str
    """The API group of the definition itself."""
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class InstalledMember:
    """Another package that is installed too, and may be of the same family."""

    source: str
    """The package as it was named."""
    reference: str = ""
    """The reference; empty for one that comes from no registry."""
    family: str = ""
    definitions: tuple[DefinitionName, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PackageInstallation:
    """How a package is installed, as far as that is known before."""

    target: str = "2.4"
    """The version of the program that installs it."""
    digest: str = ""
    """The digest that its reference names; empty where it is not known."""
    reference: str = ""
    namespace: str = ""
    """The namespace that it is installed in; empty for the usual one."""
    image: RunningContainer | None = None
    """What its image runs; None where its config was not read."""
    members: tuple[InstalledMember, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Permissions:
    """What a format knows of the permissions of its packages."""

    of_package: "Callable[[PackageObjects, PackageInstallation], PackagePermissions]"
    family_of: "Callable[[object], str] | None" = None
    """Says of a meta object which family shares its resources; None where packages share none."""
