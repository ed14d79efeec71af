"""The roles that Crossplane's RBAC manager makes for a provider and for an XRD.

Crossplane's internal/controller/rbac/provider/roles/roles.go, .../provider/binding and .../definition/roles.go; they
are the same from 2.0 to 2.4.
"""

import hashlib
from collections.abc import Iterable, Sequence

from xpkgtui.formats.permissions.granted import (
    READS,
    AccessKind,
    AccessObject,
    Granter,
    Pair,
    PolicyRule,
    RoleSubject,
    with_verbs,
)
from xpkgtui.formats.xpkg.dependencies.references import dns_label
from xpkgtui.formats.xpkg.tools.facts import GENERATIONS_IN_NAMES, XRD_LABEL_ON_ROLES
from xpkgtui.values import dataclass

AGGREGATE = "rbac.crossplane.io/aggregate-to-"
_MANAGES = (*READS, "update", "patch", "create")
_EXTRA = PolicyRule(
    verbs=("*",), api_groups=("", "coordination.k8s.io"), resources=("secrets", "configmaps", "events", "leases")
)
"""What every provider may do that defines a resource."""
_DEFINITIONS = PolicyRule(verbs=READS, api_groups=("apiextensions.k8s.io",), resources=("customresourcedefinitions",))


@dataclass(frozen=True, slots=True, kw_only=True)
class DefinedResource:
    """A resource that a package defines."""

    group: str
    plural: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderRoles:
    """The roles of a provider; None for each where it defines nothing."""

    edit: AccessObject
    view: AccessObject
    system: AccessObject


def revision_name(name: str, digest: str, crossplane: str, generation: int = 1) -> str:
    """The name of a revision of a package object; `digest` is that of its image, or a text in place of it.

    Since Crossplane 2.4 the generation of the object counts as well.
    """
    algorithm, colon, known = digest.partition(":")
    if not colon:
        return f"{name}-{algorithm}"
    if GENERATIONS_IN_NAMES.holds(crossplane):
        known = hashlib.sha256(f"{known}|{generation}".encode()).hexdigest()
    return dns_label(f"{name[:50]}-{known[:12]}")


def resource_of(name: str) -> DefinedResource | None:
    """The resource of a definition, by its name; None where the name has no dot."""
    plural, dot, group = name.partition(".")
    return DefinedResource(group=group, plural=plural) if dot else None


def provider_roles(
    revision: str,
    resources: Iterable[DefinedResource],
    *,
    is_safe_start: bool = False,
    requests: Sequence[PolicyRule] = (),
) -> ProviderRoles | None:
    """The roles for a revision with these resources; `requests` are permissions that it asks for, and gets."""
    found = sorted(resources, key=lambda one: f"{one.plural}{one.group}".encode("utf-8", "surrogatepass"))
    if not found:
        return None
    groups: dict[str, list[str]] = {}
    for one in found:
        groups.setdefault(one.group, []).extend((one.plural, f"{one.plural}/status"))
    rules = [PolicyRule(api_groups=(group,), resources=tuple(names)) for group, names in groups.items()]
    finalizers = PolicyRule(verbs=("update",), api_groups=tuple(groups), resources=("*/finalizers",))
    own = (*with_verbs(rules, *_MANAGES), finalizers, _EXTRA, *requests)
    name = f"crossplane:provider:{revision}:"
    return ProviderRoles(
        edit=_role(f"{name}aggregate-to-edit", _aggregated("crossplane", "admin", "edit"), with_verbs(rules, "*")),
        view=_role(f"{name}aggregate-to-view", _aggregated("view"), with_verbs(rules, *READS)),
        system=_role(
            f"{name}system",
            (("rbac.crossplane.io/system", revision),),
            (*own, _DEFINITIONS) if is_safe_start else own,
        ),
    )


def provider_binding(revision: str, accounts: Iterable[tuple[str, str]]) -> AccessObject:
    """The binding of the system role to ServiceAccounts, each with its namespace; it is made without the role too."""
    name = f"crossplane:provider:{revision}:system"
    return AccessObject(
        kind=AccessKind.CLUSTER_ROLE_BINDING,
        name=name,
        role_kind=AccessKind.CLUSTER_ROLE.value,
        role=name,
        subjects=tuple(RoleSubject(name=account, namespace=namespace) for namespace, account in accounts),
        by=Granter.RBAC_MANAGER,
    )


def xrd_roles(
    name: str, group: str, plural: str, claims: str | None, crossplane: str
) -> tuple[AccessObject, AccessObject, AccessObject, AccessObject]:
    """The roles for an XRD: of Crossplane itself, to edit, to view, to browse; `claims` is the plural of claims."""
    start, is_old = f"crossplane:composite:{name}:", XRD_LABEL_ON_ROLES.holds(crossplane)
    both = [plural] if claims is None else [plural, claims]
    xrd: tuple[Pair, ...] = (("rbac.crossplane.io/xrd", name),) if is_old else ()

    def rules(verbs: tuple[str, ...], plurals: Iterable[str], *, finalizes: bool = False) -> tuple[PolicyRule, ...]:
        found = []
        for one in plurals:
            found.append(PolicyRule(verbs=verbs, api_groups=(group,), resources=(one, f"{one}/status")))
            if finalizes:
                found.append(PolicyRule(verbs=("update",), api_groups=(group,), resources=(f"{one}/finalizers",)))
        return tuple(found)

    editing = _aggregated("admin", "ns-admin", "edit", "ns-edit")
    return (
        _role(f"{start}aggregate-to-crossplane", _aggregated("crossplane"), rules(("*",), both, finalizes=True)),
        _role(f"{start}aggregate-to-edit", (*editing, *xrd), rules(("*",), both)),
        _role(f"{start}aggregate-to-view", (*_aggregated("view", "ns-view"), *xrd), rules(READS, both)),
        _role(f"{start}aggregate-to-browse", (*_aggregated("browse"), *xrd), rules(READS, [plural])),
    )


def _aggregated(*parts: str) -> tuple[Pair, ...]:
    return tuple((f"{AGGREGATE}{one}", "true") for one in parts)


def _role(name: str, labels: tuple[Pair, ...], rules: tuple[PolicyRule, ...]) -> AccessObject:
    return AccessObject(kind=AccessKind.CLUSTER_ROLE, name=name, labels=labels, rules=rules, by=Granter.RBAC_MANAGER)
