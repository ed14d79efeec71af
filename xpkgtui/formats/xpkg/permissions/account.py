"""A package of Crossplane: who gets which roles, what runs, and what its definitions cost."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from xpkgtui.errors import parsed
from xpkgtui.formats.fact import metadata, spec
from xpkgtui.formats.overview import Pair
from xpkgtui.formats.package_objects import ObjectHead, PackageObjects
from xpkgtui.formats.permissions.granted import (
    AccessObject,
    Costs,
    DefinitionName,
    Granter,
    InstalledMember,
    PackageInstallation,
    PackagePermissions,
    RoleGrant,
    RunningContainer,
    Workload,
    as_objects,
    rules_of,
)
from xpkgtui.formats.permissions.in_words import wide
from xpkgtui.formats.permissions.manifests import (
    CRD,
    DocumentReader,
    grant,
    in_order,
    objects_in,
    own_groups,
    service_account,
)
from xpkgtui.formats.permissions.workloads import EACH, costs_of, in_words
from xpkgtui.formats.xpkg.dependencies.references import PackageReference, dns_label
from xpkgtui.formats.xpkg.objects.kinds import EXTENSIONS, PACKAGES
from xpkgtui.formats.xpkg.permissions import roles
from xpkgtui.formats.xpkg.permissions.composing import composing
from xpkgtui.formats.xpkg.tools.crossplane_versions import is_turned
from xpkgtui.formats.xpkg.tools.facts import PERMISSION_REQUESTS, RUNS_ITSELF, SCALES_TO_ZERO, TURNS_DEFINITIONS
from xpkgtui.untyped import field, listing, mapping, text
from xpkgtui.visible import plural, size

_SAFE_START = "safestart"


def divided(definitions: Sequence[ObjectHead], crossplane: str) -> tuple[Sequence[ObjectHead], Sequence[ObjectHead]]:
    """Those that are turned, and those that are not."""
    both: tuple[list[ObjectHead], list[ObjectHead]] = [], []
    for one in definitions:
        both[not is_turned(one.defines, crossplane)].append(one)
    return both


def is_safe_start(meta: object) -> bool:
    """Whether a meta object has the capability `safe-start`, in a spelling that Crossplane knows."""
    return any(_bare(one) == _SAFE_START for one in map(text, listing(spec(meta).get("capabilities"))))


def _bare(capability: str) -> str:
    """The form in which Crossplane compares capabilities."""
    return re.sub("[^a-zA-Z0-9]+", "", capability).lower()


_KUBERNETES = "apiextensions.k8s.io"
MRD = "ManagedResourceDefinition"
_FAMILY = "pkg.crossplane.io/provider-family"


def provider(
    package: PackageObjects, meta: object, revision: str, installation: PackageInstallation
) -> tuple[roles.ProviderRoles | None, tuple[str, ...]]:
    """The roles for a revision of a provider, and sentences about them; no roles where it defines nothing."""
    is_old = PERMISSION_REQUESTS.holds(installation.target)
    own = (
        DefinitionName(kind=head.kind or "", group=(head.api_version or "").rpartition("/")[0], name=head.name or "")
        for head in package.heads
    )
    found = list(_resources(own, is_old=is_old))
    members = _members_of(meta, installation)
    for member in members:
        found += _resources(member.definitions, is_old=is_old)
    asked = listing(field(meta, "spec", "controller", "permissionRequests"))
    made = roles.provider_roles(
        revision, found, is_safe_start=not is_old and is_safe_start(meta), requests=rules_of(asked) if is_old else ()
    )
    usual = _EVERY if made else _UNKNOWN if any(head.unread for head in package.heads) else _NONE
    return made, (usual, *_requests(len(asked), is_old=is_old), *_family(meta, installation, members))


def _members_of(meta: object, installation: PackageInstallation) -> tuple[InstalledMember, ...]:
    """The packages that share their resources with a provider: of its family, from the same organization.

    Where a reference is not known, the same place is supposed.
    """
    family, place = family_of(meta), organization(installation.reference)
    return tuple(
        one
        for one in installation.members
        if family and one.family == family and (not place or organization(one.reference) in {place, ""})
    )


def _groups_of(members: Iterable[InstalledMember]) -> frozenset[str]:
    """The API groups that members of a family define."""
    found = (one for each in members for one in _resources(each.definitions, is_old=False))
    return frozenset(one.group for one in found if one.group)


def _resources(definitions: Iterable[DefinitionName], *, is_old: bool) -> Iterator[roles.DefinedResource]:
    groups = {CRD: _KUBERNETES} if is_old else {CRD: _KUBERNETES, MRD: EXTENSIONS}
    for one in definitions:
        if groups.get(one.kind) == one.group and (resource := roles.resource_of(one.name)) is not None:
            yield resource


_EVERY = "Crossplane gives every provider full access to all Secrets, ConfigMaps, Events and Leases."
_NONE = "It defines no resource, so Crossplane makes no role for it; its binding gives nothing."
_UNKNOWN = "A document was not read: whether it defines a resource is not known."


def _requests(count: int, *, is_old: bool) -> Iterator[str]:
    if not count:
        return
    asks = f"It asks for {plural(count, 'more permission')} (permissionRequests)"
    if is_old:
        yield (
            f"{asks}. Unless ClusterRole crossplane:allowed-provider-permissions allows each of them, Crossplane "
            "makes no role, and the provider has no permissions. The roles here are those where all are allowed."
        )
    else:
        yield (
            f"{asks}, which Crossplane ignores since 2.0. Bind a role of your own to its ServiceAccount for what it "
            "needs."
        )


def _family(meta: object, installation: PackageInstallation, members: Sequence[InstalledMember]) -> Iterator[str]:
    family, given = family_of(meta), installation.members
    for one in given:
        if one not in members:
            yield f"{one.source[:200]} shares nothing with it: {_why_not(one, family, installation.reference)}."
    if not family:
        return
    place = organization(installation.reference)
    where = f"whose packages come from {place}" if place else "with the same registry and first path segment"
    shared = f"It is in the family {family[:100]}: it gets the same rights on the resources of all installed members"
    if members:
        count = plural(len(members), "member")
        yield f"{shared} {where}, and these get them on its own. Those of {count} that were named are in its roles."
    else:
        unknown = "Which they are is not known here; --member names one."
        yield f"{shared} {where}, and these get them on its own. {unknown}"


def _why_not(one: InstalledMember, family: str, reference: str) -> str:
    if not family:
        return "this package is in no family"
    if one.family != family:
        return f"it is in the family {one.family[:100]}" if one.family else "it is in no family"
    return f"it comes from {organization(one.reference)}, and this package from {organization(reference)}"


def in_short(meta: object, target: str) -> Iterator[str]:
    """Its family and what it asks for, in a few words."""
    if family := family_of(meta):
        yield f"the same with resources of its family {family[:100]}"
    if count := len(listing(field(meta, "spec", "controller", "permissionRequests"))):
        is_old = PERMISSION_REQUESTS.holds(target)
        ends = "unless all are allowed, it gets no role" if is_old else "which Crossplane ignores"
        yield f"asks for {plural(count, 'more permission')}: {ends}"


def family_of(meta: object) -> str:
    """The family that a provider is in; empty for none."""
    return text(mapping(metadata(meta).get("labels")).get(_FAMILY))


def organization(reference: str) -> str:
    """Registry and first path segment, by which members of a family are known; empty for what is no reference."""
    found = parsed(PackageReference.parse, reference)
    return f"{found.registry}/{found.repository.partition('/')[0]}" if found else ""


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
    return own_groups(package) | _groups_of(_members_of(meta, installation))


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


XRD = "CompositeResourceDefinition"
_IMAGES = {"Provider": ("spec", "controller", "image"), "Function": ("spec", "image")}
_SERVES = {"Provider": "9443 (webhook)", "Function": "9443 (grpc)"}
_CHART = "Crossplane's chart makes a policy that names all (*), unless provider.defaultActivations is set."


def workloads(
    package: PackageObjects, meta: object, revision: str, installation: PackageInstallation
) -> Iterator[Workload]:
    """The Deployment of a provider or function, unless a DeploymentRuntimeConfig changes it."""
    kind, target = text(field(meta, "kind")), installation.target
    if kind not in _IMAGES:
        return
    named = text(field(meta, *_IMAGES[kind]))[:_LONGEST] if not RUNS_ITSELF.holds(target) else ""
    image = RunningContainer() if named or installation.image is None else installation.image
    container = replace(
        image,
        name="package-runtime",
        image=named or installation.reference or "the image of the package",
        user=f"2000, not root{f' (its image says {image.user})' if image.user else ''}",
        ports=tuple(dict.fromkeys(("8080 (metrics)", _SERVES[kind], *image.ports))),
    )
    has_safe_start = field(meta, "kind") == "Provider" and is_safe_start(meta)
    waits = has_safe_start and SCALES_TO_ZERO.holds(target) and bool(_managed(package, target))
    yield Workload(
        kind="Deployment",
        name=revision,
        replicas=0 if waits else 1,
        account=revision,
        containers=(container,),
        note="none runs until the first of its managed resources is active (safe-start)" if waits else "",
    )


def _managed(package: PackageObjects, target: str) -> Sequence[ObjectHead]:
    turned, _ = divided(list(package.of_kind(CRD, _KUBERNETES)), target)
    return (*turned, *package.of_kind(MRD, EXTENSIONS))


def costs(package: PackageObjects, meta: object, target: str) -> Costs:
    """What the definitions of a package cost, and whether they are active at once."""
    crds, xrds = list(package.of_kind(CRD, _KUBERNETES)), list(package.of_kind(XRD, EXTENSIONS))
    if field(meta, "kind") != "Provider":
        about = ("Crossplane makes a CRD of each XRD, and a second one where it offers claims.",) if xrds else ()
        return costs_of((*crds, *xrds), remarks=about)
    managed = _managed(package, target)
    found = costs_of((*crds, *package.of_kind(MRD, EXTENSIONS), *xrds))
    if not TURNS_DEFINITIONS.holds(target):
        sentence = f"All {plural(len(crds), 'CRD')} are active at once: Crossplane before 2.0 knows no activation."
        return replace(found, memory=len(crds) * EACH, remarks=(sentence,) if crds else ())
    if not managed:
        return found
    if not is_safe_start(meta):
        sentence = f"All {plural(found.definitions, 'CRD')} are active at once: it does not declare safe-start."
        return replace(found, remarks=(sentence,))
    count, cost = len(managed), size(EACH)
    whose = (
        f"Its {plural(count, 'managed resource')} stay inactive"
        if count > 1
        else "Its managed resource stays inactive"
    )
    price = (
        f"each then costs about {cost}, all of them {size(count * EACH)}" if count > 1 else f"then costs about {cost}"
    )
    sentence = (
        f"{whose} until a ManagedResourceActivationPolicy names {'them' if count > 1 else 'it'} (safe-start, since "
        f"Crossplane 2.0){'; ' if count > 1 else ', and '}{price}."
    )
    return replace(found, memory=(found.definitions - len(managed)) * EACH, remarks=(sentence, _CHART))


def once_installed(package: PackageObjects, meta: object, target: str) -> Iterator[Pair]:
    """Labels and lines; only the first lines of objects are looked at, so that a large package costs no more."""
    if not package.heads:
        return
    installation = PackageInstallation(target=target)
    kind = field(meta, "kind")
    if any(head.unread for head in package.heads):
        yield "may do", "not known: not all documents were read"
        kind = None
    if kind == "Provider":
        made, _ = provider(package, meta, "", installation)
        rules = as_objects(made.system.rules) if made else []
        may = [f"! {one}" for one in wide(rules, own_groups(package))]
        may += ["manages its own resources, and may not delete them"] if made else ["nothing: it gets no role"]
        yield "may do", "\n".join([*may, *in_short(meta, target)])
    elif kind == "Function":
        yield "may do", "nothing: it gets no role"
    elif kind == "Configuration":
        has_xrds = any(head.kind == XRD for head in package.heads)
        others = "; those who use its composite resources get roles for them" if has_xrds else ""
        yield "may do", f"nothing itself{others}"
    for one in workloads(package, meta, "", installation):
        count = "1 replica" if one.replicas else "no replica"
        yield "runs", f"a Deployment, {count}" + (f": {one.note}" if one.note else "")
    if found := "\n".join(in_words(costs(package, meta, target))):
        yield "costs", found
