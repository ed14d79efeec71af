"""The document of `rbac`: who may do what, what runs, what it costs."""

from collections.abc import Sequence

from xpkgtui.formats.permissions.granted import (
    AccessObject,
    Costs,
    Pair,
    PolicyRule,
    RoleGrant,
    RunningContainer,
    Workload,
)
from xpkgtui.reporting.as_json import elements
from xpkgtui.reporting.as_json.writer import JSON, free_map, write
from xpkgtui.reporting.package_permissions import FoundPermissions


def rbac(found: FoundPermissions) -> str:
    """The text of the document."""
    shown = found.shown
    return write(
        {
            "schema": "xpkgtui.rbac/v1",
            "source": found.inspection.source,
            "digest": found.inspection.digest,
            "error": elements.error_of(found),
            "sentence": found.sentence,
            "unread": shown.unread or None,
            "remarks": list(shown.remarks),
            "grants": [_grant(one) for one in shown.grants],
            "objects": [_object(one) for one in shown.others],
            "runs": {
                "workloads": [_workload(one) for one in shown.workloads],
                "webhooks": [{"kind": one.kind, "name": one.name, "about": one.about} for one in shown.webhooks],
            },
            "costs": _costs(shown.costs),
        }
    )


def _grant(one: RoleGrant) -> JSON:
    return {
        "to": one.to,
        "by": str(one.role.by),
        "scope": "cluster" if one.is_cluster_wide else "namespace",
        "role": _named(one.role),
        "known": not one.is_elsewhere,
        "rules": [_rule(rule) for rule in one.role.rules],
        "wide": list(one.wide),
        "note": one.note or None,
    }


def _named(one: AccessObject) -> dict[str, JSON]:
    return {
        "kind": str(one.kind),
        "name": one.name,
        "namespace": one.namespace or None,
        "labels": free_map(dict(one.labels)),
    }


def _object(one: AccessObject) -> JSON:
    return {
        **_named(one),
        "by": str(one.by),
        "roleRef": {"kind": one.role_kind, "name": one.role} if one.role_kind else None,
        "subjects": [
            {"kind": each.kind, "name": each.name, "namespace": each.namespace or None} for each in one.subjects
        ],
        "rules": [_rule(rule) for rule in one.rules],
    }


def _rule(one: PolicyRule) -> JSON:
    return {key: list(found) for key, found in one.as_object().items()}


def _workload(one: Workload) -> JSON:
    return {
        "kind": one.kind,
        "name": one.name,
        "replicas": one.replicas,
        "service_account": one.account or None,
        "containers": [_container(each) for each in one.containers],
        "risks": list(one.risks),
        "note": one.note or None,
    }


def _container(one: RunningContainer) -> JSON:
    return {
        "name": one.name,
        "image": one.image or None,
        "init": one.is_init,
        "command": list(one.command),
        "user": one.user or None,
        "ports": list(one.ports),
        "requests": _amounts(one.requests),
        "limits": _amounts(one.limits),
        "risks": list(one.risks),
    }


def _amounts(pairs: Sequence[Pair]) -> JSON:
    return free_map(dict(pairs))


def _costs(costs: Costs) -> JSON:
    return {
        "definitions": costs.definitions,
        "versions": costs.versions,
        "size": costs.size,
        "largest": {"name": costs.largest, "size": costs.largest_size} if costs.definitions else None,
        "memory": costs.memory,
        "remarks": list(costs.remarks),
    }
