"""The ServiceAccounts, roles and bindings that OLM v0 and OLM v1 make of a ClusterServiceVersion.

OLM v0 0.45: pkg/controller/registry/resolver/rbac.go. OLM v1 1.11: rukpak/render/registryv1/generators.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from xpkgtui.formats.fact import metadata, spec
from xpkgtui.formats.permissions.granted import AccessKind, AccessObject, Granter
from xpkgtui.formats.permissions.granting import binding_of, service_account
from xpkgtui.formats.permissions.policy_rule import READS, PolicyRule, rules_of
from xpkgtui.formats.registry_v1.permissions.rendered import hashed, permission_of, suffixed
from xpkgtui.untyped import field, listing, text

_RBAC = "rbac.authorization.k8s.io"
_OWNER = "olm.owner"
_HASH = "olm.permissions.hash"
NAMESPACES = PolicyRule(verbs=READS, api_groups=("",), resources=("namespaces",))
"""What both add to a role of a namespace that becomes one of the cluster."""
MOST = 500
"""Permissions of a ClusterServiceVersion that are read."""
CLUSTER, NAMESPACED = "clusterPermissions", "permissions"
DEFINITIONS = ("customresourcedefinitions", "apiservicedefinitions")


def asked(service_version: object, part: str) -> list[Any]:
    """The permissions that a ClusterServiceVersion asks for, in the cluster or in its namespace."""
    return listing(field(spec(service_version), "install", "spec", part))


def made_by_v0(service_version: object, namespace: str) -> Iterator[AccessObject]:
    """The objects of an InstallPlan in this namespace; nothing where the strategy is not `deployment`."""
    if field(spec(service_version), "install", "strategy") != "deployment":
        return
    name = text(metadata(service_version).get("name"))
    accounts: dict[str, str] = {}
    for part in (NAMESPACED, CLUSTER):
        is_cluster = part == CLUSTER
        for one in asked(service_version, part)[:MOST]:
            permission = permission_of(one)
            account = text(permission["serviceAccountName"])
            # A ServiceAccount of cluster permissions alone gets its namespace when it is applied.
            accounts.setdefault(account, namespace)
            placed = {"name": name, "namespace": namespace} if is_cluster else {"name": name}
            unique = hashed({key: value for key, value in placed.items() if value} | {"permission": permission}, 62)
            role = AccessObject(
                kind=AccessKind.CLUSTER_ROLE if is_cluster else AccessKind.ROLE,
                name=suffixed(name if is_cluster else f"{name}-{account}", unique),
                namespace="" if is_cluster else namespace,
                labels=_labels(name, namespace, hashed(permission["rules"], 62, line=False)),
                rules=rules_of(permission["rules"]),
                by=Granter.OLM_V0,
            )
            yield role
            # A ClusterRoleBinding has a namespace too, which the API server drops.
            bound = binding_of(role, account, namespace, in_namespace="" if is_cluster else namespace)
            content = {
                "RoleRef": {"apiGroup": _RBAC, "kind": role.kind.value, "name": role.name},
                "Subjects": [_subject(account, namespace)],
            }
            yield replace(bound, labels=_labels(name, namespace, hashed(content, 62, line=False)))
    for account, place in accounts.items():
        if account != "default":
            yield service_account(account, place, Granter.OLM_V0)


def lifted_by_v0(made: Iterable[AccessObject]) -> Iterator[AccessObject]:
    """What OLM v0 makes of the roles of a namespace where its OperatorGroup is for all namespaces.

    pkg/controller/operators/olm/operatorgroup.go, `ensureSingletonRBAC`; read, not run.
    """
    for one in made:
        if one.kind is AccessKind.ROLE:
            yield replace(one, kind=AccessKind.CLUSTER_ROLE, namespace="", rules=(*one.rules, NAMESPACES))
        elif one.kind is AccessKind.ROLE_BINDING:
            kind = AccessKind.CLUSTER_ROLE_BINDING
            yield replace(one, kind=kind, namespace="", role_kind=AccessKind.CLUSTER_ROLE.value)


def made_by_v1(service_version: object, namespace: str) -> Iterator[AccessObject]:
    """The objects of an operator that watches all namespaces, installed in this one."""
    name = text(metadata(service_version).get("name"))
    lifted = asked(service_version, NAMESPACED)[:MOST]
    accounts: dict[str, None] = {}
    for part, each in ((CLUSTER, asked(service_version, CLUSTER)[:MOST]), (NAMESPACED, lifted)):
        for one in each:
            permission = permission_of(one)
            account = text(permission["serviceAccountName"]) or "default"
            accounts.setdefault(account)
            if part == NAMESPACED:
                permission["rules"] = [*(permission["rules"] or ()), NAMESPACES.as_object()]
            role = AccessObject(
                kind=AccessKind.CLUSTER_ROLE,
                name=suffixed(f"{name}-{account}", hashed(permission, 36)),
                rules=rules_of(permission["rules"]),
                by=Granter.OLM_V1,
            )
            yield role
            yield binding_of(role, account, namespace)
    for account in accounts:
        if account != "default":
            yield service_account(account, namespace, Granter.OLM_V1)


def _labels(name: str, namespace: str, content: str) -> tuple[tuple[str, str], ...]:
    return (
        (_OWNER, name),
        (f"{_OWNER}.kind", "ClusterServiceVersion"),
        (f"{_OWNER}.namespace", namespace),
        (_HASH, content),
    )


def _subject(account: str, namespace: str) -> dict[str, str]:
    found = {"kind": "ServiceAccount", "name": account}
    return found | ({"namespace": namespace} if namespace else {})
