"""The controller of revisions: it joins the lock, and establishes what the package brings.

Crossplane's internal/controller/pkg/revision: reconciler.go and establisher.go.
"""

from dataclasses import replace

from xpkgtui.errors import Malformed
from xpkgtui.formats.xpkg.dependencies.lock import LockPackage
from xpkgtui.formats.xpkg.dependencies.references import PackageReference
from xpkgtui.formats.xpkg.sets.contents import CRD, ESTABLISHED, MRD, BroughtObject, MemberContents
from xpkgtui.formats.xpkg.sets.controllers.cluster import (
    ClusterDefinition,
    ClusterRevision,
    Condition,
    ConditionStatus,
    DesiredState,
    SetCluster,
    never_pulled,
)
from xpkgtui.formats.xpkg.sets.controllers.definitions import lost_versions
from xpkgtui.formats.xpkg.sets.controllers.runtimes import no_config
from xpkgtui.formats.xpkg.tools.crossplane_versions import incompatible
from xpkgtui.formats.xpkg.tools.facts import (
    CACHED_BY_DIGEST,
    FUNCTION_DEFINITIONS,
    MANAGER_PARSES,
    PIPELINES_ONLY,
    RUNTIME_CONTROLLER,
    TURNS_DEFINITIONS,
)
from xpkgtui.formats.xpkg.tools.linter import not_package

_HEALTHY = Condition(status=ConditionStatus.TRUE)
_UNMANAGED = ("ProviderConfig", "ClusterProviderConfig", "ProviderConfigUsage", "ClusterProviderConfigUsage")
"""The kinds that do not become managed resource definitions."""


def revise(cluster: SetCluster, revision: ClusterRevision) -> None:
    """One look at a revision."""
    if revision.is_deleted:
        _leave(cluster, revision)
        del cluster.revisions[revision.kind, revision.name]
        return
    if revision.state is DesiredState.INACTIVE:
        _leave(cluster, revision)
        _release(cluster, revision)
        if revision.objects:
            revision.healthy = _HEALTHY
            return
    try:
        _install(cluster, revision)
    except Malformed as error:
        revision.healthy = Condition(status=ConditionStatus.FALSE, message=str(error))
        return
    revision.healthy = _HEALTHY


def _leave(cluster: SetCluster, revision: ClusterRevision) -> None:
    """Takes a revision out of the lock."""
    kept = tuple(one for one in cluster.lock.packages if one.name != revision.name)
    if len(kept) != len(cluster.lock.packages):
        cluster.lock.packages = kept


def _release(cluster: SetCluster, revision: ClusterRevision) -> None:
    """Makes a revision an owner of what it controls."""
    for key in revision.objects:
        definition = cluster.definitions.get(key)
        if definition is not None:
            if definition.controller == revision.title:
                definition.controller = ""
            definition.owners.add(revision.title)


def _install(cluster: SetCluster, revision: ClusterRevision) -> None:
    """Raises `Malformed` with what the revision says where it is not healthy."""
    if revision.kind != "Configuration" and not RUNTIME_CONTROLLER.holds(cluster.crossplane.minor):
        name, config = cluster.runtime_config_of(revision)
        if config is None:
            raise Malformed(no_config(name))
    try:
        path, found = cluster.fetched(revision.manifest)
    except Malformed as error:
        minor = cluster.crossplane.minor
        is_old = revision.manifest.is_never_pulled and not CACHED_BY_DIGEST.holds(minor)
        raise Malformed(never_pulled(minor) if is_old else f"cannot get package: {error}") from error
    revision.resolved = path
    if found.unparsed:
        raise Malformed(f"cannot parse package contents: {found.unparsed}")
    if found.invalid or found.kind != revision.kind:
        how = "validating" if MANAGER_PARSES.holds(cluster.crossplane.minor) else "linting"
        raise Malformed(f"{how} package contents failed: {found.invalid or not_package(revision.kind)}")
    revision.is_safe_start = found.is_safe_start
    if not revision.manifest.ignores_crossplane and found.constraint:
        unfit = incompatible(found.constraint, cluster.crossplane.version)
        if unfit:
            raise Malformed(f"incompatible Crossplane version: {unfit}")
    if not revision.manifest.skips_dependencies and revision.state is not DesiredState.INACTIVE:
        _resolve(cluster, revision, found)
    try:
        _establish(cluster, revision, objects_of(cluster, revision.kind, found))
    except Malformed as error:
        raise Malformed(f"cannot establish control of object: {error}") from error


def _resolve(cluster: SetCluster, revision: ClusterRevision, found: MemberContents) -> None:
    """Joins the lock; raises `Malformed`."""
    package = revision.manifest.package
    reference = PackageReference.parse(package)
    joining = LockPackage(
        name=revision.name,
        source=reference.source,
        version=reference.identifier,
        kind=revision.kind,
        dependencies=found.dependencies,
    )
    is_new = all(one.name != revision.name for one in cluster.lock.packages)
    verdict = cluster.lock.resolve(joining)
    if is_new and any(one.name == revision.name for one in cluster.lock.packages):
        cluster.note(f"{revision.kind} {revision.package} joins the lock", f"{joining.source} at {joining.version}")
    if verdict.error:
        raise Malformed(f"cannot resolve package dependencies: {verdict.error}")


def objects_of(cluster: SetCluster, kind: str, found: MemberContents) -> tuple[BroughtObject, ...]:
    """What is established of a package; its definitions as the managed resource definitions that they become."""
    minor = cluster.crossplane.minor
    permitted = ESTABLISHED.get(kind, (CRD,) if FUNCTION_DEFINITIONS.holds(minor) else ())
    kept = (one for one in found.objects if one.kind in permitted)
    if kind != "Provider" or not TURNS_DEFINITIONS.holds(minor):
        return tuple(kept)
    return tuple(replace(one, kind=MRD) if one.kind == CRD and one.defines not in _UNMANAGED else one for one in kept)


def _establish(cluster: SetCluster, revision: ClusterRevision, objects: tuple[BroughtObject, ...]) -> None:
    """Takes control of the objects, or of none of them; raises `Malformed`."""
    is_controlling = revision.state is DesiredState.ACTIVE
    if is_controlling and revision.kind != "Configuration":
        if not revision.secret:
            raise Malformed("waiting for package runtime controller to set revision's webhook TLS secret")
        if revision.secret not in cluster.secrets:
            raise Malformed(f'cannot get webhook tls secret: secrets "{revision.secret}" not found')
    named = tuple(_named(one, revision) for one in objects)
    if is_controlling:
        for one in named:
            _require_control(cluster, revision, one)
    for one in named:
        _take(cluster, revision, one, is_controlling=is_controlling)
    revision.objects = tuple((one.kind, one.name) for one in named)


def _named(one: BroughtObject, revision: ClusterRevision) -> BroughtObject:
    """The object under the name that it gets: a package's webhooks have that of the package."""
    if not one.kind.endswith("WebhookConfiguration"):
        return one
    return replace(one, name=f"crossplane-{revision.kind.lower()}-{revision.package}")


def _require_control(cluster: SetCluster, revision: ClusterRevision, one: BroughtObject) -> None:
    existing = cluster.definitions.get((one.kind, one.name))
    if existing is not None and existing.controller not in ("", revision.title):
        raise Malformed(f"{one.name} is already controlled by {existing.controller} (UID …)")
    if existing is not None and one.kind == CRD and (lost := lost_versions(existing, one)):
        raise Malformed(lost)
    if one.refusal and PIPELINES_ONLY.holds(cluster.crossplane.minor):
        raise Malformed(one.refusal)


def _take(cluster: SetCluster, revision: ClusterRevision, one: BroughtObject, *, is_controlling: bool) -> None:
    existing = cluster.definitions.get((one.kind, one.name))
    is_safe = one.kind == MRD and revision.is_safe_start
    if existing is None:
        if is_controlling:
            cluster.definitions[one.kind, one.name] = ClusterDefinition(
                brought=one,
                sequence=cluster.next(),
                controller=revision.title,
                owners={f"{revision.kind} {revision.package}"},
                is_active=one.kind == MRD and not is_safe,
                stored={one.stored} if one.kind == CRD and one.stored else set(),
            )
        return
    existing.owners.add(f"{revision.kind} {revision.package}")
    if not is_controlling:
        existing.owners.add(revision.title)
        return
    existing.owners.discard(revision.title)
    existing.controller, existing.brought = revision.title, one
    existing.is_active = existing.is_active or (one.kind == MRD and not is_safe)
    if one.kind == CRD and one.stored:
        existing.stored.add(one.stored)
