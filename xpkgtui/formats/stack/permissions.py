"""What the package manager of Crossplane 0.12 grants to the controller of a package with `.registry`."""

from xpkgtui.formats.package_objects import PackageObjects
from xpkgtui.formats.permissions.granted import (
    AccessKind,
    AccessObject,
    Granter,
    PackageInstallation,
    PackagePermissions,
    Permissions,
    PolicyRule,
    Workload,
)
from xpkgtui.formats.permissions.manifests import CRD, grant, own_groups
from xpkgtui.formats.permissions.workloads import costs_of, pods
from xpkgtui.formats.stack.facts import unpacked
from xpkgtui.formats.stack.files import Sort, sorts_of
from xpkgtui.formats.stack.record import Record
from xpkgtui.formats.stack.shapes import found
from xpkgtui.untyped import text


def _of_package(package: PackageObjects, _installation: PackageInstallation) -> PackagePermissions:
    """The permissions of the record that unpacking makes, and the Deployment of its controller."""
    record = unpacked(package)
    scope = text(found(record.values.get(record.app), "permissionScope")) if record.app else ""
    is_cluster_wide = scope == "Cluster"
    role = AccessObject(
        kind=AccessKind.CLUSTER_ROLE,
        name="the permissions of the Package",
        rules=tuple(
            PolicyRule(verbs=("*",), api_groups=(one.group,), resources=one.resources) for one in record.permissions()
        ),
        by=Granter.PACKAGE_MANAGER,
    )
    to = "the controller of the package"
    note = "" if is_cluster_wide else "It counts in the namespace of the PackageInstall: its scope is not Cluster."
    given = grant(role, to, own_groups(package), is_cluster_wide=is_cluster_wide, note=note)
    return PackagePermissions(
        grants=(given,),
        remarks=("Crossplane 0.12 and earlier make a role of these rules; its name is not known before.",),
        workloads=tuple(_runs(record)),
        costs=costs_of(head for head in package.heads if head.kind == CRD),
        groups=tuple(sorted(own_groups(package))),
    )


def _runs(record: Record) -> list[Workload]:
    path = record.controller
    if path is None:
        return []
    value = record.values.get(path)
    if Sort.BEHAVIOR in sorts_of(path):
        return [Workload(kind="Deployment", name="the controller", note=f"runs the templates of {path}")]
    return [pods("Deployment", "the controller", found(value, "spec"), found(value, "spec", "template", "spec"))]


PERMISSIONS = Permissions(of_package=_of_package)
