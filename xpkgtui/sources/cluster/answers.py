"""What a cluster has beside a package: its Lock and ImageConfigs, and the versions that its definitions store."""

import json
from collections.abc import Iterator

from xpkgtui.sources.cluster.kubectl import ClusterClient, UnknownKind, objects
from xpkgtui.sources.cluster.naming import ClusterName, InstalledKind, is_definition_name
from xpkgtui.sources.cluster.objects import of_kind
from xpkgtui.untyped import field, listing, text

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
