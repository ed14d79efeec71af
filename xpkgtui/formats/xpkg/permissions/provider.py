"""The roles of a provider, and sentences about them: what it gets unasked, and what it asks for in vain."""

from collections.abc import Iterator

from xpkgtui.errors import Malformed
from xpkgtui.formats.fact import amount, metadata
from xpkgtui.formats.package_objects import PackageObjects
from xpkgtui.formats.permissions.granted import PackageInstallation
from xpkgtui.formats.permissions.manifests import CRD
from xpkgtui.formats.permissions.policy_rule import rules_of
from xpkgtui.formats.xpkg.dependencies.references import PackageReference
from xpkgtui.formats.xpkg.objects.kinds import EXTENSIONS
from xpkgtui.formats.xpkg.permissions import roles
from xpkgtui.formats.xpkg.permissions.activation import is_safe_start
from xpkgtui.rules.wording import is_older
from xpkgtui.untyped import field, listing, mapping, text

KUBERNETES = "apiextensions.k8s.io"
MRD = "ManagedResourceDefinition"
_FAMILY = "pkg.crossplane.io/provider-family"


def provider(
    package: PackageObjects, meta: object, revision: str, installation: PackageInstallation
) -> tuple[roles.ProviderRoles | None, tuple[str, ...]]:
    """The roles for a revision of a provider, and sentences about them; no roles where it defines nothing."""
    is_old = is_older(installation.target, roles.REQUESTS_GONE)
    groups = {CRD: KUBERNETES} if is_old else {CRD: KUBERNETES, MRD: EXTENSIONS}
    found = [
        roles.resource_of(head.name or "")
        for head in package.heads
        if head.kind in groups and (head.api_version or "").rpartition("/")[0] == groups[head.kind]
    ]
    asked = listing(field(meta, "spec", "controller", "permissionRequests"))
    made = roles.provider_roles(
        revision,
        [one for one in found if one is not None],
        is_safe_start=not is_old and is_safe_start(meta),
        requests=rules_of(asked) if is_old else (),
    )
    usual = (
        _EVERY if made else "It defines no resource, so Crossplane makes no role for it; its binding gives nothing."
    )
    return made, (usual, *_requests(len(asked), is_old=is_old), *_family(meta, installation.reference))


_EVERY = (
    "Every provider that defines a resource may do everything with all Secrets, ConfigMaps, Events and Leases of all "
    "namespaces, whatever it is for; with Events of events.k8s.io it may do nothing."
)


def _requests(count: int, *, is_old: bool) -> Iterator[str]:
    if not count:
        return
    asks = f"It asks for {amount(count, 'more permission')} (permissionRequests)"
    if is_old:
        yield (
            f"{asks}. Unless ClusterRole crossplane:allowed-provider-permissions allows each of them, Crossplane "
            "makes no role at all, and the provider may do nothing. The roles here are those where all are allowed."
        )
    else:
        yield (
            f"{asks}, which Crossplane ignores since 2.0. What it needs, a role of your own has to give to its "
            "ServiceAccount."
        )


def _family(meta: object, reference: str) -> Iterator[str]:
    family = _family_of(meta)
    if not family:
        return
    place = organization(reference)
    where = f"whose packages come from {place}" if place else "with the same registry and first path segment"
    yield (
        f"It is in the family {family[:100]}: it gets the same rights on the resources of all installed members "
        f"{where}, and these get them on its own. Which they are is not known here."
    )


def in_short(meta: object, target: str) -> Iterator[str]:
    """Its family and what it asks for, in a few words."""
    if family := _family_of(meta):
        yield f"the same with resources of its family {family[:100]}"
    if count := len(listing(field(meta, "spec", "controller", "permissionRequests"))):
        is_old = is_older(target, roles.REQUESTS_GONE)
        ends = "unless all are allowed, it gets no role" if is_old else "which Crossplane ignores"
        yield f"asks for {amount(count, 'more permission')}: {ends}"


def _family_of(meta: object) -> str:
    return text(mapping(metadata(meta).get("labels")).get(_FAMILY))


def organization(reference: str) -> str:
    """Registry and first path segment, by which members of a family are known; empty for what is no reference."""
    try:
        found = PackageReference.parse(reference)
    except Malformed:
        return ""
    return f"{found.registry}/{found.repository.partition('/')[0]}"
