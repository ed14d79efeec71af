"""The controllers of definitions: of composite resources, of managed resources, and of activation policies."""

from dataclasses import replace

from xpkgtui.formats.xpkg.sets.contents import CRD, MRD, POLICY, XRD, BroughtObject
from xpkgtui.formats.xpkg.sets.controllers.activation import activates
from xpkgtui.formats.xpkg.sets.controllers.cluster import ClusterDefinition, SetCluster
from xpkgtui.golang.printing import quoted


def define(cluster: SetCluster, definition: ClusterDefinition) -> None:
    """One look at the definition of a composite resource: it makes a CustomResourceDefinition."""
    _make(cluster, definition, definition.brought.name)


def offer(cluster: SetCluster, definition: ClusterDefinition) -> None:
    """One look at the definition of a claim."""
    if definition.brought.claim:
        _make(cluster, definition, definition.brought.claim)


def _make(cluster: SetCluster, definition: ClusterDefinition, name: str) -> None:
    title = f"{XRD} {definition.brought.name}"
    made = replace(definition.brought, kind=CRD, name=name, claim="", stored="", names=())
    existing = cluster.definitions.get((CRD, name))
    if existing is None:
        cluster.definitions[CRD, name] = ClusterDefinition(brought=made, sequence=cluster.next(), controller=title)
    elif existing.controller in ("", title):
        existing.controller, existing.brought = title, made
    else:
        definition.is_blocked = True


def activate(cluster: SetCluster, policy: ClusterDefinition) -> None:
    """One look at an activation policy: what it names is active from then on."""
    for one in cluster.definitions_of(MRD):
        if activates(policy.brought.names, one.brought.name):
            one.is_active = True


def manage_definition(cluster: SetCluster, definition: ClusterDefinition) -> None:
    """One look at the definition of a managed resource: an active one is applied."""
    if not definition.is_active:
        return
    brought, title = replace(definition.brought, kind=CRD), f"{MRD} {definition.brought.name}"
    existing = cluster.definitions.get((CRD, brought.name))
    if brought.plural and brought.name != f"{brought.plural}.{brought.group}":
        definition.is_blocked = True  # the API server refuses it
        return
    if existing is None:
        existing = ClusterDefinition(brought=brought, sequence=cluster.next())
        cluster.definitions[CRD, brought.name] = existing
    elif existing.controller.startswith(f"{XRD} ") or lost_versions(existing, brought):
        if existing.owners == {title} and not _is_there(cluster, existing.controller):
            existing.controller = definition.controller
        definition.is_blocked = True
        return
    definition.is_blocked = False
    existing.brought, existing.controller = brought, definition.controller
    existing.owners = {title}
    existing.stored |= {brought.stored} if brought.stored else set()


def _is_there(cluster: SetCluster, title: str) -> bool:
    """Whether a revision is still there, active or not."""
    return any(one.title == title and not one.is_deleted for one in cluster.revisions.values())


def lost_versions(existing: ClusterDefinition, brought: BroughtObject) -> str:
    """The API server's message where a version in which objects were stored is gone; empty where none is."""
    listed = sorted(existing.stored)
    lost = [one for one in listed if one not in (*brought.versions, *brought.unserved)]
    if not lost:
        return ""
    return (
        f'CustomResourceDefinition.apiextensions.k8s.io "{brought.name}" is invalid: status.storedVersions'
        f"[{listed.index(lost[0])}]: Invalid value: {quoted(lost[0])}: missing from spec.versions; {lost[0]} was "
        "previously a storage version, and must remain in spec.versions until a storage migration ensures no data "
        f"remains persisted in {lost[0]} and removes {lost[0]} from status.storedVersions"
    )


def collect(cluster: SetCluster) -> None:
    """Removes what all owners are gone of, as Kubernetes does."""
    titles = {one.title for one in cluster.revisions.values()}
    titles |= {f"{one.manifest.kind} {one.manifest.name}" for one in cluster.packages.values()}
    titles |= {f"{kind} {name}" for kind, name in cluster.definitions}
    for key, one in tuple(cluster.definitions.items()):
        owners = one.owners | ({one.controller} if one.controller else set())
        if owners and not owners & titles:
            del cluster.definitions[key]
    for name, deployment in tuple(cluster.deployments.items()):
        if deployment.revision not in titles:
            del cluster.deployments[name]
    for name, owner in tuple(cluster.accounts.items()):
        if owner and owner not in titles:
            del cluster.accounts[name]
    for revision in cluster.revisions.values():
        if (revision.kind, revision.package) not in cluster.packages:
            revision.is_deleted = True


CONTROLLERS = ((XRD, define), (XRD, offer), (POLICY, activate), (MRD, manage_definition))
"""In the order in which they take their turns."""
