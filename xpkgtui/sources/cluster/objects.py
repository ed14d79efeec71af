"""What objects of a cluster say of themselves, and what it has beside a package; nothing of it is believed."""

import json
from collections.abc import Iterator, Mapping

from xpkgtui.errors import Unreachable
from xpkgtui.sources.cluster.kubectl import ClusterClient, UnknownKind, objects
from xpkgtui.sources.cluster.naming import ClusterName, InstalledKind, is_definition_name
from xpkgtui.sources.installed import ClusterCondition, ClusterObject
from xpkgtui.untyped import field, listing, mapping, text
from xpkgtui.visible import clip

_CONDITIONS = 32
_NAME = 100
_MESSAGE = 4_096
"""Characters of a message; those of Crossplane may quote a whole list of dependencies."""


def of_kind(value: object, kind: str) -> Mapping[str, object]:
    """The object, which is of that kind; raises `Unreachable` where it is another one."""
    found = text(field(value, "kind"))
    if found != kind:
        raise Unreachable(f"kubectl answered with something else: {clip(found, _NAME) or 'no kind'}, not {kind}")
    return mapping(value)


def told(value: Mapping[str, object], facts: Mapping[str, object]) -> ClusterObject:
    """An object with its conditions, and with those facts that are not empty."""
    return ClusterObject(
        kind=_brief(value.get("kind")),
        name=_brief(field(value, "metadata", "name")),
        namespace=_brief(field(value, "metadata", "namespace")),
        facts=tuple((label, said) for label, fact in facts.items() if (said := _fact(fact))),
        conditions=tuple(_conditions(value)),
    )


def _conditions(value: Mapping[str, object]) -> Iterator[ClusterCondition]:
    for one in listing(field(value, "status", "conditions"))[:_CONDITIONS]:
        if type_ := _brief(field(one, "type")):
            yield ClusterCondition(
                type=type_,
                status=_brief(field(one, "status")),
                reason=_brief(field(one, "reason")),
                message=clip(text(field(one, "message")), _MESSAGE),
            )


def _brief(value: object) -> str:
    return clip(text(value), _NAME * 3)


def _fact(value: object) -> str:
    return (
        str(value)
        if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 1 << 63
        else _brief(value)
    )


_CRDS = "customresourcedefinitions.apiextensions.k8s.io"
_AT_ONCE = 10
"""Definitions of one question: each may have 1.5 MB."""
_MOST_VERSIONS = 100


def lock_and_configs(cluster: ClusterClient) -> tuple[str, str]:
    """The Lock and the ImageConfigs as JSON; empty where the cluster has none."""
    lock = _found(cluster, "locks.pkg.crossplane.io", "lock", "--ignore-not-found")
    return lock, _found(cluster, "imageconfigs.pkg.crossplane.io")


def stored_versions(
    name: ClusterName, definitions: tuple[str, ...], cluster: ClusterClient
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """`status.storedVersions` of the definitions that the cluster has of those, by their names."""
    if name.kind is InstalledKind.CLUSTER_EXTENSION:
        owner = f"--selector=olm.operatorframework.io/owner-name={name.name}"
        return tuple(_stored(cluster.get(_CRDS, owner)))
    found: list[tuple[str, tuple[str, ...]]] = []
    for first in range(0, len(definitions), _AT_ONCE):
        names = filter(is_definition_name, definitions[first : first + _AT_ONCE])
        found += _stored(cluster.get(_CRDS, *names, "--ignore-not-found"))
    return tuple(found)


def _stored(answer: dict[str, object]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for one in objects(answer):
        crd = of_kind(one, "CustomResourceDefinition")
        versions = listing(field(crd, "status", "storedVersions"))[:_MOST_VERSIONS]
        yield text(field(crd, "metadata", "name")), tuple(filter(None, map(text, versions)))


def _found(cluster: ClusterClient, *words: str) -> str:
    try:
        answer = cluster.get(*words)
    except UnknownKind:
        return ""
    return json.dumps(answer) if objects(answer) else ""
