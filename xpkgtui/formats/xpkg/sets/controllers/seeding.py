"""A cluster as it is before a set is applied."""

from dataclasses import replace

from xpkgtui.errors import Malformed
from xpkgtui.formats.xpkg.sets.contents import CRD, MRD, BroughtObject, MemberContents
from xpkgtui.formats.xpkg.sets.controllers.cluster import (
    ClusterDefinition,
    ClusterDeployment,
    ClusterRevision,
    Condition,
    ConditionStatus,
    DesiredState,
    SetCluster,
)
from xpkgtui.formats.xpkg.sets.controllers.installed import InstalledRevision, InstalledState
from xpkgtui.formats.xpkg.sets.controllers.revisions import objects_of
from xpkgtui.formats.xpkg.sets.manifests import PackageManifest

_RUNS = Condition(status=ConditionStatus.TRUE)


def seed(cluster: SetCluster, installed: InstalledState) -> None:
    """Puts packages, their revisions and the lock into a cluster; raises `Needs` for what they brought."""
    is_renewed = installed.is_renewed_by(cluster.crossplane.minor)
    for one in installed.packages:
        cluster.add_package(one.manifest, is_derived=False)
        package = cluster.packages[one.manifest.key]
        package.resolved = one.resolved or one.manifest.package
        package.generation = one.generation or 1
        revision = installed.active(one.manifest.key)
        if revision is not None:
            package.revision = revision.name
            # Else Crossplane tries to change it.
            is_kept = revision.image in ("", one.manifest.package) and not is_renewed
            package.kept, package.kept_spec = revision.name if is_kept else "", one.manifest.spec
            is_active = revision.state is DesiredState.ACTIVE
            package.installed = Condition(status=ConditionStatus.TRUE if is_active else ConditionStatus.FALSE)
        message = one.message or (revision.message if revision else "")
        package.healthy = Condition(status=ConditionStatus.FALSE, message=message) if message else _RUNS
    for revision in installed.revisions:
        owner = installed.package((revision.kind, revision.package))
        if owner is not None:
            _seed_revision(
                cluster, revision, replace(owner.manifest, package=revision.image or owner.manifest.package)
            )
    cluster.lock.packages = installed.lock


def _seed_revision(cluster: SetCluster, one: InstalledRevision, manifest: PackageManifest) -> None:
    message = one.message
    revision = ClusterRevision(
        kind=one.kind,
        name=one.name,
        package=one.package,
        number=one.number,
        sequence=cluster.next(),
        manifest=manifest,
        state=one.state,
        healthy=Condition(status=ConditionStatus.FALSE, message=message) if message else _RUNS,
        runtime=_RUNS,
        active=_RUNS,
        secret=f"{one.package}-tls-server",
        resolved=manifest.package,
    )
    cluster.revisions[revision.kind, revision.name] = revision
    cluster.secrets.add(revision.secret)
    if one.state is not DesiredState.ACTIVE:
        revision.objects = one.objects
        return
    found = _contents(cluster, revision)
    revision.is_safe_start = found.is_safe_start
    objects = objects_of(cluster, one.kind, found) if found.objects else _referenced(one)
    for each in objects:
        cluster.definitions[each.kind, each.name] = ClusterDefinition(
            brought=each,
            sequence=cluster.next(),
            controller=revision.title,
            owners={f"{one.kind} {one.package}"},
            is_active=each.kind == MRD and not found.is_safe_start,
            stored={each.stored} if each.kind == CRD and each.stored else set(),
        )
    revision.objects = tuple((each.kind, each.name) for each in objects)
    if one.kind != "Configuration":
        cluster.accounts.setdefault(one.name, revision.title)
        cluster.deployments[one.name] = ClusterDeployment(
            name=one.name, revision=revision.title, package=one.package, account=one.name, replicas=1, available=_RUNS
        )


def _contents(cluster: SetCluster, revision: ClusterRevision) -> MemberContents:
    """What a running revision was made of; nothing where its registry does not have it any more."""
    try:
        return cluster.fetched(replace(revision.manifest, is_never_pulled=False))[1]
    except Malformed:
        return MemberContents()


def _referenced(one: InstalledRevision) -> tuple[BroughtObject, ...]:
    return tuple(BroughtObject(kind=kind, name=name) for kind, name in one.objects)
