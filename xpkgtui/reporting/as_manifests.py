"""Roles, bindings and ServiceAccounts as manifests of Kubernetes, to read or to apply."""

from collections.abc import Iterable, Mapping
from typing import Any

from xpkgtui.documents.yaml.writing import as_yaml
from xpkgtui.formats.permissions.granted import AccessKind, AccessObject, Granter, as_objects

_RBAC = "rbac.authorization.k8s.io"


def manifests(objects: Iterable[AccessObject], words: Mapping[Granter, str]) -> str:
    """The objects as documents of YAML, each with a comment that says who makes it."""
    found = (f"# {words[one.by]}\n{as_yaml(manifest(one))}" for one in objects)
    return "---\n".join(found)


def manifest(one: AccessObject) -> dict[str, Any]:
    """An object with the keys of Kubernetes."""
    metadata: dict[str, Any] = {"name": one.name}
    if one.namespace:
        metadata["namespace"] = one.namespace
    if one.labels:
        metadata["labels"] = dict(one.labels)
    if one.kind is AccessKind.SERVICE_ACCOUNT:
        return {"apiVersion": "v1", "kind": one.kind.value, "metadata": metadata}
    found: dict[str, Any] = {"apiVersion": f"{_RBAC}/v1", "kind": one.kind.value, "metadata": metadata}
    if one.kind in (AccessKind.ROLE, AccessKind.CLUSTER_ROLE):
        return found | {"rules": as_objects(one.rules)}
    subjects = [
        {"kind": each.kind, "name": each.name}
        | ({"namespace": each.namespace} if each.kind == AccessKind.SERVICE_ACCOUNT else {"apiGroup": _RBAC})
        for each in one.subjects
    ]
    role = {"apiGroup": _RBAC, "kind": one.role_kind, "name": one.role}
    return found | {"roleRef": role, "subjects": subjects}
