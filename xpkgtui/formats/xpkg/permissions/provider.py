"""Which definitions of a provider are turned and active; its roles, and what it gets unasked or asks for in vain."""

import re
from collections.abc import Iterable, Iterator, Sequence

from xpkgtui.errors import parsed
from xpkgtui.formats.fact import metadata, spec
from xpkgtui.formats.package_objects import ObjectHead, PackageObjects
from xpkgtui.formats.permissions.granted import DefinitionName, InstalledMember, PackageInstallation, rules_of
from xpkgtui.formats.permissions.manifests import CRD
from xpkgtui.formats.xpkg.dependencies.references import PackageReference
from xpkgtui.formats.xpkg.objects.kinds import EXTENSIONS
from xpkgtui.formats.xpkg.permissions import roles
from xpkgtui.formats.xpkg.tools.crossplane_versions import is_turned
from xpkgtui.formats.xpkg.tools.facts import PERMISSION_REQUESTS
from xpkgtui.untyped import field, listing, mapping, text
from xpkgtui.visible import plural

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


KUBERNETES = "apiextensions.k8s.io"
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
    members = members_of(meta, installation)
    for member in members:
        found += _resources(member.definitions, is_old=is_old)
    asked = listing(field(meta, "spec", "controller", "permissionRequests"))
    made = roles.provider_roles(
        revision, found, is_safe_start=not is_old and is_safe_start(meta), requests=rules_of(asked) if is_old else ()
    )
    usual = _EVERY if made else _UNKNOWN if any(head.unread for head in package.heads) else _NONE
    return made, (usual, *_requests(len(asked), is_old=is_old), *_family(meta, installation, members))


def members_of(meta: object, installation: PackageInstallation) -> tuple[InstalledMember, ...]:
    """The packages that share their resources with a provider: of its family, from the same organization.

    Where a reference is not known, the same place is supposed.
    """
    family, place = family_of(meta), organization(installation.reference)
    return tuple(
        one
        for one in installation.members
        if family and one.family == family and (not place or organization(one.reference) in {place, ""})
    )


def groups_of(members: Iterable[InstalledMember]) -> frozenset[str]:
    """The API groups that members of a family define."""
    found = (one for each in members for one in _resources(each.definitions, is_old=False))
    return frozenset(one.group for one in found if one.group)


def _resources(definitions: Iterable[DefinitionName], *, is_old: bool) -> Iterator[roles.DefinedResource]:
    groups = {CRD: KUBERNETES} if is_old else {CRD: KUBERNETES, MRD: EXTENSIONS}
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
