"""What the objects of a package grant and run, as they are applied: grants of roles and bindings, in order."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from xpkgtui.formats.package_objects import ObjectHead, PackageObjects
from xpkgtui.formats.permissions.granted import (
    AccessKind,
    AccessObject,
    CalledWebhook,
    Granter,
    PackageInstallation,
    PackagePermissions,
    Permissions,
    RoleGrant,
    RoleSubject,
    Workload,
    as_objects,
    is_cut,
    rules_of,
)
from xpkgtui.formats.permissions.in_words import wide
from xpkgtui.formats.permissions.workloads import WEBHOOKS, costs_of, webhooks_of, workload_of
from xpkgtui.formats.role import Role
from xpkgtui.formats.used_images.pods import POD_PATHS
from xpkgtui.untyped import field, listing, mapping, text
from xpkgtui.values import dataclass
from xpkgtui.visible import few

_RBAC = "rbac.authorization.k8s.io"
CRD = "CustomResourceDefinition"
_MOST = 5_000
"""Documents that are parsed."""
_BYTES = 64 << 20
"""The bytes of these documents."""
_LONGEST = 500
"""Characters of a name that are kept."""
_WANTED = frozenset({*map(str, AccessKind), *WEBHOOKS, *POD_PATHS, "List"})


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundObjects:
    """The objects of a package that grant something, or run."""

    access: tuple[AccessObject, ...] = ()
    workloads: tuple[Workload, ...] = ()
    webhooks: tuple[CalledWebhook, ...] = ()
    unread: str = ""


class DocumentReader:
    """Parses documents of a package, up to a limit, and counts those that it does not."""

    def __init__(self, package: PackageObjects) -> None:
        self._package = package
        self._count, self._left = 0, _BYTES
        self._broken: set[int] = set()
        self._skipped = 0

    def read(self, head: ObjectHead) -> object:
        """The value of a document; None where it is broken, or where too many were read."""
        self._left -= head.end - head.start
        self._count += 1
        if self._left < 0 or self._count > _MOST:
            self._skipped += 1
            return None
        value = self._package.read(head)
        if value is None:
            self._broken.add(head.document)
        return value

    def cut(self) -> None:
        """Counts a document of which a part was not read."""
        self._skipped += 1

    @property
    def unread(self) -> str:
        """Why not all was read, in a clause; empty where all was."""
        words = (
            (len(self._broken), "of its documents cannot be parsed"),
            (self._skipped, "of its documents were not read whole: they are too many or too large"),
        )
        return " and ".join(f"{count:,} {each}" for count, each in words if count)


def objects_in(package: PackageObjects, reader: DocumentReader) -> FoundObjects:
    """The objects that grant something, or run; one of several kinds in a `List` counts as well."""
    access: list[AccessObject] = []
    workloads: list[Workload] = []
    webhooks: list[CalledWebhook] = []
    for head in package.heads:
        # A document without apiVersion is broken, or is named otherwise by its format.
        if head.role in (Role.EMPTY, Role.META) or not (head.api_version is None or head.kind in _WANTED):
            continue
        for value in _items(reader.read(head)):
            if isinstance(found := access_of(value), AccessObject):
                access.append(found)
                if found.kind in ROLES and is_cut(field(value, "rules")):
                    reader.cut()
            elif (runs := workload_of(value)) is not None:
                workloads.append(runs)
            webhooks += webhooks_of(value)
    return FoundObjects(
        access=tuple(access), workloads=tuple(workloads), webhooks=tuple(webhooks), unread=reader.unread
    )


def access_of(value: object) -> AccessObject | None:
    """A role, binding or ServiceAccount; None for other objects."""
    kind, group = text(field(value, "kind")), text(field(value, "apiVersion")).rpartition("/")[0]
    if kind not in set(AccessKind) or group != ("" if kind == AccessKind.SERVICE_ACCOUNT else _RBAC):
        return None
    labels = mapping(field(value, "metadata", "labels"))
    subjects = listing(field(value, "subjects"))
    return AccessObject(
        kind=AccessKind(kind),
        name=_name(field(value, "metadata", "name")),
        namespace=_name(field(value, "metadata", "namespace")),
        labels=tuple((_name(key), _name(one)) for key, one in labels.items()),
        rules=rules_of(field(value, "rules")),
        role_kind=_name(field(value, "roleRef", "kind")),
        role=_name(field(value, "roleRef", "name")),
        subjects=tuple(map(_subject, subjects)),
    )


def placed(one: AccessObject, namespace: str, *, is_forced: bool = False) -> AccessObject:
    """An object in the namespace that it is applied to; one that names another keeps it unless `is_forced`."""
    is_namespaced = one.kind not in (AccessKind.CLUSTER_ROLE, AccessKind.CLUSTER_ROLE_BINDING)
    kept = "" if is_forced else one.namespace
    return replace(one, namespace=kept or namespace) if is_namespaced else one


def own_groups(package: PackageObjects) -> frozenset[str]:
    """The API groups of the definitions in a package."""
    return frozenset(head.group for head in package.heads if head.defines and head.group)


def _of_package(package: PackageObjects, installation: PackageInstallation) -> PackagePermissions:
    found = objects_in(package, DocumentReader(package))
    namespace = installation.namespace
    access = [placed(one, namespace) for one in found.access] if namespace else list(found.access)
    return PackagePermissions(
        grants=in_order(bound(access, own_groups(package))),
        others=tuple(one for one in access if one.kind not in ROLES),
        workloads=found.workloads,
        webhooks=found.webhooks,
        costs=costs_of(head for head in package.heads if head.kind == CRD),
        groups=tuple(sorted(own_groups(package))),
        unread=found.unread,
    )


def _items(value: object) -> Iterator[object]:
    if text(field(value, "kind")) == "List" and text(field(value, "apiVersion")) == "v1":
        yield from (one for one in listing(field(value, "items")) if field(one, "kind") != "List")
    else:
        yield value


def _subject(value: object) -> RoleSubject:
    kind, name, namespace = (_name(field(value, key)) for key in ("kind", "name", "namespace"))
    return RoleSubject(kind=kind, name=name, namespace=namespace)


def _name(value: object) -> str:
    return text(value)[:_LONGEST]


MANIFESTS = Permissions(of_package=_of_package)
"""The permissions of a package whose objects are applied as they are."""


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
    named = list(dict.fromkeys(map(_subject_words, subjects)))
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
        return f"all who have ClusterRole {few(parts, _FEW, between=' or ')}", "Its labels add it to these roles."
    return "not given yet", "No binding of the package gives it."


def _subject_words(one: RoleSubject) -> str:
    place = f"{one.namespace}/" if one.namespace else ""
    return f"{one.kind} {place}{one.name or '(no name)'}"


def _place(role: AccessObject) -> str:
    return role.namespace if role.kind is AccessKind.ROLE else ""
