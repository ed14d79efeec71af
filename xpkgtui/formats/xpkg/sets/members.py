"""What becomes of each package of a set."""

from collections.abc import Iterator
from dataclasses import replace

from xpkgtui.errors import Malformed
from xpkgtui.formats.dependencies.needed import AskedBy
from xpkgtui.formats.sets.plan import MemberChange, MemberOrigin, MemberOutcome, MemberVersion, PlannedMember
from xpkgtui.formats.xpkg.dependencies.choosing import versions_in_order
from xpkgtui.formats.xpkg.dependencies.references import PackageReference, is_qualified
from xpkgtui.formats.xpkg.sets.case import SetCase, SetMember
from xpkgtui.formats.xpkg.sets.controllers.cluster import ClusterPackage
from xpkgtui.formats.xpkg.sets.controllers.world import ORDERS, World
from xpkgtui.formats.xpkg.sets.manifests import derived_name, source_of, version_of
from xpkgtui.rules.finding import ObjectName

_OF_OTHERS = ("cannot resolve package dependencies: ", "is already controlled by ")
"""What a package says that cannot be installed because of another one."""
_HIDDEN = "may be in what was not read of the set"


def members(case: SetCase) -> tuple[PlannedMember, ...]:
    """All packages, in the order of the manifests; what Crossplane adds stands below the first that asks for it."""
    found: list[PlannedMember] = [_member_of_set(case, one) for one in case.members]
    found += _installed(case)
    for package in case.best.cluster.packages.values():
        if package.is_derived:
            added = _member(case, package, None)
            asking = {one.package for one in added.asked_by}
            at = next((number for number, one in enumerate(found, 1) if one.name in asking), len(found))
            found.insert(at, added)
    return tuple(found)


def _member_of_set(case: SetCase, one: SetMember) -> PlannedMember:
    package = case.package(one.manifest.key)
    refusal = refused(case, one)
    if package is not None and not refusal:
        return _member(case, package, one)
    before = _before(case, one.manifest.key)
    return PlannedMember(
        object=one.object.name,
        origin=MemberOrigin.GIT,
        is_derived=derived_name(one.source) == one.name,
        source=one.source,
        asked=version_of(one.manifest.package),
        before=before,
        after=before,
        change=MemberChange.NEW if before is None else MemberChange.SAME,
        outcome=MemberOutcome.REFUSED,
        place=one.place,
        prints=refusal,
    )


def refused(case: SetCase, one: SetMember) -> str:
    """What the API server says of an object of the set that it refuses; empty where it takes it."""
    number = case.manifests.objects.index(one.object)
    return next((each.message for each in case.best.refused if each.number == number), "")


def _installed(case: SetCase) -> Iterator[PlannedMember]:
    """What is in the cluster and not in the set."""
    for one in case.installed.packages:
        if case.member(one.manifest.key) is not None:
            continue
        package = case.package(one.manifest.key)
        found = _member(case, package, None) if package else _plain(case, one.manifest.key)
        before = _before(case, one.manifest.key)
        if case.options.prune and case.manifests.may_hide((one.manifest.kind,)):
            found = replace(found, change=None, outcome=MemberOutcome.UNKNOWN, why=_HIDDEN)
        elif case.options.prune:
            found = replace(found, change=MemberChange.REMOVED, after=None, outcome=MemberOutcome.INSTALLS, prints="")
        elif found.change in (MemberChange.SAME, None) and case.manifests.files:
            found = replace(found, change=MemberChange.NOT_IN_GIT)
        yield replace(found, origin=MemberOrigin.INSTALLED, before=before)


def _plain(case: SetCase, key: tuple[str, str]) -> PlannedMember:
    name = ObjectName(api_version="pkg.crossplane.io/v1", kind=key[0], name=key[1])
    return PlannedMember(object=name, origin=MemberOrigin.INSTALLED, before=_before(case, key))


def _member(case: SetCase, package: ClusterPackage, one: SetMember | None) -> PlannedMember:
    manifest = package.manifest
    source, before = source_of(manifest.package), _before(case, manifest.key)
    contents = case.contents(package)
    after = MemberVersion(version=_tag(manifest.package), digest=package.digest or _digest(manifest.package))
    is_pulled = contents is not None and not contents.fault
    if not is_pulled:
        after = before if before is not None else None  # type: ignore[assignment]
    outcome, why = _outcome(case, package)
    return PlannedMember(
        object=ObjectName(api_version=manifest.api_version, kind=manifest.kind, name=manifest.name),
        origin=MemberOrigin.GIT if one else MemberOrigin.ADDED,
        is_derived=derived_name(source) == manifest.name,
        source=source,
        pulled=package.resolved,
        image=_pinned(package.resolved, package.digest) if is_pulled else "",
        installed_image=_installed_image(case, manifest.key),
        asked=version_of(one.manifest.package) if one else "",
        before=before,
        after=after,
        change=_change(case, package, before, after),
        outcome=outcome,
        order_matters=_order_matters(case, package),
        asked_by=tuple(
            AskedBy(package=each.manifest.name, constraint=constraint) for each, constraint in case.asked_by(source)
        ),
        place=one.place if one else None,
        prints="" if outcome is MemberOutcome.UNKNOWN else case.said(manifest.key),
        why=why,
    )


def _pinned(pulled: str, digest: str) -> str:
    """A reference by its digest; empty where one of the two is not known."""
    return f"{PackageReference.parse(pulled).name}@{digest}" if pulled and digest else ""


def _installed_image(case: SetCase, key: tuple[str, str]) -> str:
    """What was pulled for the package that is installed."""
    one, revision = case.installed.package(key), case.installed.active(key)
    image = (revision.image if revision else "") or (one.manifest.package if one else "")
    try:
        return case.best.cluster.pulled(image) if is_qualified(source_of(image)) else ""
    except Malformed:
        return ""


def _tag(package: str) -> str:
    version = version_of(package)
    return "" if version.startswith("sha256:") else version


def _digest(package: str) -> str:
    version = version_of(package)
    return version if version.startswith("sha256:") else ""


def _before(case: SetCase, key: tuple[str, str]) -> MemberVersion | None:
    """What is installed of a package; None where nothing is."""
    one = case.installed.package(key)
    if one is None:
        return None
    revision = case.installed.active(key)
    package = (revision.image if revision else "") or one.manifest.package
    return MemberVersion(version=_tag(package), digest=_digest(package))


def _change(
    case: SetCase, package: ClusterPackage, before: MemberVersion | None, after: MemberVersion | None
) -> MemberChange | None:
    if package.is_derived and case.installed.package(package.manifest.key) is None:
        return MemberChange.ADDED
    if before is None:
        return MemberChange.NEW
    if after is None:
        return None
    if before.version == after.version and (not before.version or not before.digest or before.digest == after.digest):
        return MemberChange.MOVED_TAG if case.is_moved(package) else MemberChange.SAME
    dialect = case.best.cluster.crossplane.flags.reading.dialect
    ordered = [one.original for one in versions_in_order((before.version, after.version), dialect)]
    return MemberChange.DOWNGRADE if ordered[:1] == [after.version] else MemberChange.UPGRADE


def _outcome(case: SetCase, package: ClusterPackage) -> tuple[MemberOutcome, str]:
    """How a package ends, and why that is not known."""
    contents = case.contents(package)
    if contents is not None and contents.is_unreachable:
        return MemberOutcome.UNKNOWN, contents.fault
    if package.is_paused:
        return MemberOutcome.WAITS, ""
    said, signature = case.said(package.manifest.key), case.signature(package)
    if not said and signature is not None and signature.accepted is None:
        return MemberOutcome.UNKNOWN, f"its signature is not known: {signature.says}"
    if not said:
        return (MemberOutcome.INSTALLS if package.installed.is_true else MemberOutcome.WAITS), ""
    if "missing dependencies: " in said and (why := _unreachable_dependency(case, package)):
        return MemberOutcome.UNKNOWN, why
    if any(one in said for one in _OF_OTHERS):
        return MemberOutcome.CONFLICT, ""
    if case.manifests.may_hide(("DeploymentRuntimeConfig",)) and _lacks_config(case, package):
        return MemberOutcome.UNKNOWN, f"its runtime config {_HIDDEN}"
    return MemberOutcome.REFUSED, ""


def _lacks_config(case: SetCase, package: ClusterPackage) -> bool:
    revision = case.revision(package.manifest.key)
    if revision is None or revision.kind == "Configuration":
        return False
    return case.best.cluster.runtime_config_of(revision)[1] is None


def _unreachable_dependency(case: SetCase, package: ClusterPackage) -> str:
    """Why nothing is known of what a package waits for; empty where it is known to be missing."""
    left, seen = [case.contents(package)], set[str]()
    while left:
        contents = left.pop()
        for one in contents.dependencies if contents else ():
            repository = case.pulled_repository(one.package) or ""
            if repository in seen:
                continue
            seen.add(repository)
            pulled = [
                found for name, found in case.known.items() if name.startswith((f"{repository}:", f"{repository}@"))
            ]
            for found in (case.tags.get(repository), *pulled):
                if found is not None and found.is_unreachable:
                    return found.fault
            left += pulled
    return ""


def _order_matters(case: SetCase, package: ClusterPackage) -> bool:
    """Whether a package, or what Crossplane adds for it, ends otherwise where another one comes first."""
    mine, found = _end(case.best, package.manifest.key), case.contents(package)
    asked = {one.package for one in found.dependencies} if found else set()
    return any(case.added_in[one] & asked or _end(case.worlds[one], package.manifest.key) != mine for one in ORDERS)


def _end(world: World, key: tuple[str, str]) -> tuple[str, bool] | None:
    package = world.cluster.packages.get(key)
    return (package.manifest.package, package.healthy.is_true) if package else None
