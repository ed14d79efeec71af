"""The controller of the lock: one turn of the resolver, in the cluster.

Crossplane's internal/controller/pkg/resolver/reconciler.go.
"""

from functools import partial

from xpkgtui.errors import Malformed
from xpkgtui.formats.xpkg.dependencies.lock import PACKAGE_API, PackageObject, rewritten
from xpkgtui.formats.xpkg.dependencies.reconciler import Reconciler, ResolutionStep
from xpkgtui.formats.xpkg.dependencies.references import PackageReference
from xpkgtui.formats.xpkg.sets.controllers.cluster import SetCluster
from xpkgtui.formats.xpkg.sets.manifests import PACKAGE_KINDS, PackageManifest, refusal

FAILED = "Error occurred during dependency resolution "
_CREATE = f"{FAILED}cannot create dependency package: "


def resolve_lock(cluster: SetCluster) -> None:
    """One look at the lock: the first missing package is made, or changed."""
    step = Reconciler(
        cluster.lock, cluster.package_objects(), partial(_tags_of, cluster), cluster.crossplane.flags
    ).step()
    if step.is_panic:
        cluster.crash, cluster.crashed_at = step.error, step.missing[0].package if step.missing else ""
    else:  # which a crash does not come to
        cluster.lock_says = step.message or step.error
    made = step.made
    if made is None:
        return
    if step.changed is not None:
        existing = cluster.packages[made.kind, made.name]
        cluster.change(existing, made.package)
        cluster.note(f"Changes {made.kind} {made.name} to {made.package}", _because(step))
        return
    manifest = PackageManifest(kind=made.kind, name=made.name, package=made.package, api_version=made.api_version)
    cluster.lock_says = _refused(cluster, made, manifest)
    if not cluster.lock_says and manifest.key not in cluster.packages:
        cluster.add_package(manifest.with_spec(), is_derived=True)
        cluster.note(f"Makes {made.kind} {made.name} of {made.package}", _because(step))


def _because(step: ResolutionStep) -> str:
    first = step.missing[0]
    return f"{first.package} is asked for: {first.constraints or 'any version'}"


def _refused(cluster: SetCluster, made: PackageObject, manifest: PackageManifest) -> str:
    """What the lock says where the API server does not take the package; empty where it does."""
    if made.kind not in PACKAGE_KINDS or made.api_version.partition("/")[0] != PACKAGE_API.partition("/")[0]:
        return f'{_CREATE}no matches for kind "{made.kind}" in version "{made.api_version}"'
    said = "" if cluster.crossplane.flags.takes_any_host else refusal(manifest)
    return f"{_CREATE}{said}" if said else ""


def _tags_of(cluster: SetCluster, source: str) -> tuple[str, ...]:
    """The tags, from where the cluster lists them; raises `Malformed` in the package manager's words, or `Needs`."""
    try:
        path = rewritten(source, cluster.configs)[0]
    except Malformed as error:
        raise Malformed(f"cannot get image rewrite config: {error}") from error
    try:
        name = PackageReference.parse(path).name
    except Malformed as error:
        raise Malformed(f"cannot parse package source {path}: {error}") from error
    try:
        return cluster.answers.tags(name)
    except Malformed as error:
        raise Malformed(f"cannot list tags for {path}: {error}") from error
