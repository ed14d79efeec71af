"""The controller of package objects: it makes revisions, and says how the package is.

Crossplane's internal/controller/pkg/manager/reconciler.go.
"""

from dataclasses import replace

from xpkgtui.errors import Malformed
from xpkgtui.formats.xpkg.permissions.roles import revision_name
from xpkgtui.formats.xpkg.sets.controllers.cluster import (
    ClusterPackage,
    ClusterRevision,
    Condition,
    ConditionStatus,
    DesiredState,
    SetCluster,
)
from xpkgtui.formats.xpkg.sets.manifests import PackageManifest
from xpkgtui.formats.xpkg.tools.facts import CACHED_BY_DIGEST

AWAITING = "AwaitingActivation"


def manage(cluster: SetCluster, package: ClusterPackage) -> None:
    """One look at a package object."""
    package.is_paused = package.manifest.is_paused
    if package.is_paused:
        return
    if package.kept and package.manifest.spec == package.kept_spec:
        _keep(cluster, package)
        return
    try:
        path, digest = _resolved(cluster, package.manifest)
    except Malformed as error:
        message = f"cannot unpack package: {error}"
        package.installed = Condition(status=ConditionStatus.FALSE, message=message, reason="UnpackingPackage")
        package.healthy = Condition(status=ConditionStatus.FALSE, message=message)
        return
    package.resolved, package.digest = path, digest
    name, kind = package.manifest.name, package.manifest.kind
    package.revision = revision_name(name, digest, cluster.crossplane.minor, package.generation)
    found = (one for one in cluster.revisions.values() if one.package == name and one.kind == kind)
    revisions = sorted(found, key=lambda one: one.sequence)
    current = next((one for one in revisions if one.name == package.revision), None)
    for one in revisions:
        if one is not current and one.state is DesiredState.ACTIVE:
            one.state = DesiredState.INACTIVE
    highest = max((one.number for one in revisions), default=0)
    limit = package.manifest.history
    if limit and len(revisions) > limit + 1:
        min(revisions, key=lambda one: one.number).is_deleted = True
    package.healthy = health(current)
    _write(cluster, package, current, highest)


def _resolved(cluster: SetCluster, manifest: PackageManifest) -> tuple[str, str]:
    """What is pulled for a package, and its digest; raises `Malformed`, or `Needs`.

    Before 2.2 a package that is never pulled is not asked for: its source stands for the digest.
    """
    if manifest.is_never_pulled and not CACHED_BY_DIGEST.holds(cluster.crossplane.minor):
        return cluster.pulled(manifest.package), manifest.package
    path, found = cluster.fetched(manifest)
    return path, found.digest


def _keep(cluster: SetCluster, package: ClusterPackage) -> None:
    """A look at a package that was there before the set, and does not change."""
    revision = cluster.revisions.get((package.manifest.kind, package.kept))
    if revision is not None and revision.state is DesiredState.ACTIVE:
        package.healthy = health(revision)


def _write(cluster: SetCluster, package: ClusterPackage, current: ClusterRevision | None, highest: int) -> None:
    """Makes the revision, or changes the one that is there."""
    manifest = package.manifest
    if current is None:
        current = ClusterRevision(
            kind=manifest.kind,
            name=package.revision,
            package=manifest.name,
            number=highest + 1,
            sequence=cluster.next(),
            manifest=manifest,
        )
        cluster.revisions[current.kind, current.name] = current
    elif current.number < highest:
        current.number = highest + 1
    current.manifest = manifest
    if not manifest.is_manual:
        current.state = DesiredState.ACTIVE
    package.installed = Condition(status=ConditionStatus.TRUE)
    if current.state is not DesiredState.ACTIVE:
        package.installed = Condition(
            status=ConditionStatus.FALSE, message="Package is inactive", reason="InactivePackageRevision"
        )


def health(revision: ClusterRevision | None) -> Condition:
    """What a package says of its revision."""
    if revision is None or not revision.healthy.is_true:
        return _unhealthy("revision", revision.healthy if revision else Condition())
    if revision.kind == "Configuration":
        return replace(revision.healthy, message="")
    if not revision.runtime.is_true:
        said = _unhealthy("runtime", revision.runtime)
        is_awaiting = revision.active.reason == AWAITING
        return (
            replace(said, message=f"{said.message}; runtime is scaled to zero awaiting activation")
            if is_awaiting
            else said
        )
    if revision.active.reason == AWAITING:
        return Condition(status=ConditionStatus.TRUE, message=revision.active.message, reason=AWAITING)
    return Condition(status=ConditionStatus.TRUE)


def _unhealthy(what: str, condition: Condition) -> Condition:
    message = f'Package {what} health is "{condition.status}"'
    if condition.message:
        message += f" with message: {condition.message}"
    return Condition(status=ConditionStatus.FALSE, message=message)
