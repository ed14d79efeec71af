"""Grants that are made of roles and bindings, and put in order."""

from collections.abc import Iterable, Iterator, Sequence

from xpkgtui.formats.permissions.granted import AccessKind, AccessObject, Granter, RoleGrant, RoleSubject, as_objects
from xpkgtui.formats.permissions.in_words import wide
from xpkgtui.visible import few

_ADMIN = "cluster-admin"
_BINDINGS = (AccessKind.CLUSTER_ROLE_BINDING, AccessKind.ROLE_BINDING)
ROLES = (AccessKind.CLUSTER_ROLE, AccessKind.ROLE)
_FEW = 3
_AGGREGATES = "rbac.authorization.k8s.io/aggregate-to-"


def grant(
    role: AccessObject, to: str, own: frozenset[str], *, is_cluster_wide: bool = True, note: str = ""
) -> RoleGrant:
    """A role and who gets it; `own` are the API groups of the package."""
    reasons = wide(as_objects(role.rules), own)
    if not is_cluster_wide:
        reasons = tuple(f"{one}, in its namespace" for one in reasons)
    return RoleGrant(to=to, role=role, is_cluster_wide=is_cluster_wide, wide=reasons, note=note)


def bound(objects: Sequence[AccessObject], own: frozenset[str]) -> Iterator[RoleGrant]:
    """A grant for each role and those whom bindings give it to, and one for each binding to a role from elsewhere."""
    roles = {(one.kind.value, _place(one), one.name): one for one in objects if one.kind in ROLES}
    given: dict[tuple[str, str, str], list[AccessObject]] = {}
    for one in objects:
        if one.kind in _BINDINGS:
            place = one.namespace if one.role_kind == AccessKind.ROLE.value else ""
            given.setdefault((one.role_kind, place, one.role), []).append(one)
    for key, role in roles.items():
        bindings = given.pop(key, [])
        everywhere = [one for one in bindings if one.kind is AccessKind.CLUSTER_ROLE_BINDING]
        for those in (everywhere, [one for one in bindings if one.kind is AccessKind.ROLE_BINDING]):
            if those:
                to = whom(subject for one in those for subject in one.subjects)
                yield grant(role, to, own, is_cluster_wide=those is everywhere)
        if not bindings:
            to, added = _unbound(role)
            yield grant(role, to, own, is_cluster_wide=role.kind is AccessKind.CLUSTER_ROLE, note=added)
    for (kind, _, name), bindings in given.items():
        for one in bindings:
            yield _elsewhere(kind, name, one)


def _elsewhere(kind: str, name: str, binding: AccessObject) -> RoleGrant:
    """A binding to a role that the package does not have."""
    is_wide = binding.kind is AccessKind.CLUSTER_ROLE_BINDING
    role = AccessObject(
        kind=AccessKind.ROLE if kind == AccessKind.ROLE.value else AccessKind.CLUSTER_ROLE,
        name=name,
        namespace=binding.namespace if kind == AccessKind.ROLE.value else "",
        by=binding.by,
    )
    reasons = ("is cluster-admin: may do everything",) if name == _ADMIN and kind != AccessKind.ROLE.value else ()
    return RoleGrant(
        to=whom(binding.subjects),
        role=role,
        is_cluster_wide=is_wide,
        wide=reasons,
        note=f"{binding.kind} {binding.name} gives a role that is not in the package: its rules are not known here",
        is_elsewhere=True,
    )


def whom(subjects: Iterable[RoleSubject]) -> str:
    """Who gets a role, in words."""
    named = list(dict.fromkeys(map(_subject, subjects)))
    return few(named, _FEW) or "not given: the binding has no subjects"


def in_order(grants: Iterable[RoleGrant]) -> tuple[RoleGrant, ...]:
    """The widest first, by who makes them otherwise."""
    order = list(Granter)
    return tuple(sorted(grants, key=lambda one: (not one.wide, order.index(one.role.by), -len(one.wide))))


def service_account(name: str, namespace: str, by: Granter) -> AccessObject:
    """A ServiceAccount."""
    return AccessObject(kind=AccessKind.SERVICE_ACCOUNT, name=name, namespace=namespace, by=by)


def binding_of(role: AccessObject, account: str, namespace: str, *, in_namespace: str | None = None) -> AccessObject:
    """The binding of a role's name that gives it to a ServiceAccount; `in_namespace` is its own namespace."""
    is_role = role.kind is AccessKind.ROLE
    return AccessObject(
        kind=AccessKind.ROLE_BINDING if is_role else AccessKind.CLUSTER_ROLE_BINDING,
        name=role.name,
        namespace=role.namespace if in_namespace is None else in_namespace,
        role_kind=role.kind.value,
        role=role.name,
        subjects=(RoleSubject(name=account, namespace=namespace),),
        by=role.by,
    )


def _unbound(role: AccessObject) -> tuple[str, str]:
    parts = sorted(
        key.removeprefix(_AGGREGATES) for key, on in role.labels if key.startswith(_AGGREGATES) and on == "true"
    )
    if parts:
        return f"all who have ClusterRole {' or '.join(parts[:_FEW])}", "Its labels add it to these roles."
    return "not given yet", "No binding of the package gives it."


def _subject(one: RoleSubject) -> str:
    place = f"{one.namespace}/" if one.namespace else ""
    return f"{one.kind} {place}{one.name or '(no name)'}"


def _place(role: AccessObject) -> str:
    return role.namespace if role.kind is AccessKind.ROLE else ""
