"""A package of Crossplane: who gets which roles, what runs, and what its definitions cost."""

from xpkgtui.errors import parsed
from xpkgtui.formats.fact import metadata
from xpkgtui.formats.package_objects import ObjectHead, PackageObjects
from xpkgtui.formats.permissions.granted import (
    AccessObject,
    Granter,
    PackageInstallation,
    PackagePermissions,
    RoleGrant,
)
from xpkgtui.formats.permissions.manifests import (
    DocumentReader,
    grant,
    in_order,
    objects_in,
    own_groups,
    service_account,
)
from xpkgtui.formats.xpkg.dependencies.references import PackageReference, dns_label
from xpkgtui.formats.xpkg.objects.kinds import EXTENSIONS, PACKAGES
from xpkgtui.formats.xpkg.permissions import roles
from xpkgtui.formats.xpkg.permissions.composing import composing
from xpkgtui.formats.xpkg.permissions.provider import groups_of, members_of, provider
from xpkgtui.formats.xpkg.permissions.running import XRD, costs, workloads
from xpkgtui.untyped import field, text

_NAMESPACE = "crossplane-system"
_PENDING = "<DIGEST>"
"""The part of a name for which the digest has to be known."""
_EDITORS = "ClusterRole crossplane-admin or crossplane-edit"
_OF_XRD = (
    "Crossplane itself",
    f"all who have {_EDITORS}",
    "all who have ClusterRole crossplane-view",
    "all who have ClusterRole crossplane-browse",
)
_NO_DELETE = "It cannot delete the resources it manages. Any further permission must be granted separately."
_LONGEST = 500


def of_package(package: PackageObjects, installation: PackageInstallation) -> PackagePermissions:
    """What a version of Crossplane grants to a package and runs for it."""
    reader, meta = DocumentReader(package), package.meta_value()
    found = objects_in(package, reader)
    # The revision's name: of a package from a registry as Crossplane names a dependency.
    reference = parsed(PackageReference.parse, installation.reference)
    name = (
        dns_label(reference.repository if reference else "")
        or dns_label(text(metadata(meta).get("name")))
        or "<NAME>"
    )
    revision = roles.revision_name(name, installation.digest or _PENDING, installation.target)
    grants, others, remarks = _own(package, meta, revision, installation)
    claims = set()
    for head in package.of_kind(XRD, EXTENSIONS):
        if (value := reader.read(head)) is not None:
            claims.add((text(field(value, "spec", "group")), text(field(value, "spec", "claimNames", "kind"))))
            made = _of_xrd(head, value, installation.target)
            own = own_groups(package)
            grants += [grant(role, to, own) for role, to in zip(made, _OF_XRD, strict=True)]
    lacking, open_ = composing(package, reader, meta, installation, name, frozenset(claims))
    remarks += open_
    if field(meta, "kind") == "Configuration" and not grants:
        remarks.append("It defines no composite resource, so Crossplane makes no role for it.")
    faults = [] if meta is not None else ["its meta object cannot be read"]
    return PackagePermissions(
        grants=in_order((*grants, *lacking)),
        others=tuple(others),
        remarks=tuple(remarks),
        workloads=tuple(workloads(package, meta, revision, installation)),
        webhooks=found.webhooks,
        costs=costs(package, meta, installation.target),
        groups=tuple(sorted(_groups(package, meta, installation))),
        unread=" and ".join(filter(None, (*faults, reader.unread))),
    )


def _own(
    package: PackageObjects, meta: object, revision: str, installation: PackageInstallation
) -> tuple[list[RoleGrant], list[AccessObject], list[str]]:
    """What a package gets itself: its roles, the binding and ServiceAccount, and sentences about them."""
    kind = text(field(meta, "kind"))
    if kind not in PACKAGES:
        about = f"Crossplane does not install a {kind[:_LONGEST] or 'package without a kind'}."
        return [], [], [about] if meta is not None else []
    if kind == "Configuration":
        return [], [], []
    namespace = installation.namespace or _NAMESPACE
    account = service_account(revision, namespace, Granter.RBAC_MANAGER)
    pending = [f"{_PENDING} in names is what Crossplane makes of the digest of the package once it is pushed."]
    pending = pending if _PENDING in revision else []
    if kind == "Function":
        return (
            [],
            [account],
            ["A function gets no role: its ServiceAccount has no permissions in the cluster.", *pending],
        )
    made, remarks = provider(package, meta, revision, installation)
    binding = roles.provider_binding(revision, [(namespace, revision)])
    if made is None:
        return [], [binding, account], [*remarks, *pending]
    own = _groups(package, meta, installation)
    grants = [
        grant(made.system, f"the provider: ServiceAccount {namespace}/{revision}", own, note=_NO_DELETE),
        grant(made.edit, f"Crossplane itself, and all who have {_EDITORS}", own),
        grant(made.view, "all who have ClusterRole crossplane-view", own),
    ]
    return grants, [binding, account], [*remarks, *pending]


def _groups(package: PackageObjects, meta: object, installation: PackageInstallation) -> frozenset[str]:
    return own_groups(package) | groups_of(members_of(meta, installation))


def _of_xrd(head: ObjectHead, value: object, target: str) -> tuple[AccessObject, ...]:
    spec, name = field(value, "spec"), head.name or ""
    claims = field(spec, "claimNames")
    return roles.xrd_roles(
        name[:_LONGEST],
        text(field(spec, "group"))[:_LONGEST],
        text(field(spec, "names", "plural"))[:_LONGEST],
        text(field(claims, "plural"))[:_LONGEST] if isinstance(claims, dict) else None,
        target,
    )
