"""The role that the installer of OLM v1 needs up to 1.10, as objects to apply before a bundle is installed."""

from collections.abc import Iterator, Mapping, Sequence

from xpkgtui.formats.package_objects import PackageObjects
from xpkgtui.formats.permissions.granted import AccessKind, AccessObject, Granter
from xpkgtui.formats.permissions.granting import binding_of, service_account
from xpkgtui.formats.permissions.policy_rule import PolicyRule
from xpkgtui.formats.registry_v1.layout import CSV, PACKAGE, is_manifest
from xpkgtui.formats.registry_v1.metadata_files import annotations_of
from xpkgtui.formats.registry_v1.permissions.preflight import TooMany, joined, needed
from xpkgtui.formats.registry_v1.permissions.rendered import RenderedObject, of_manifest, rendered


def installer(
    package: PackageObjects, value: object, access: Sequence[AccessObject], namespace: str
) -> tuple[tuple[AccessObject, ...], str]:
    """A ServiceAccount, its roles and their bindings; nothing, and why, where there are too many permissions."""
    extension = annotations_of(package).get(PACKAGE, "") or "extension"
    name = f"{extension[:50]}-installer"
    made = [one for one in access if one.by is Granter.OLM_V1]
    try:
        found = needed(rendered(value, made, manifests(package, namespace), namespace), access, extension)
    except TooMany:
        return (), "what OLM v1's installer needs is too much to be listed"
    return tuple(_objects(found, name, namespace)), ""


def manifests(package: PackageObjects, namespace: str) -> Iterator[RenderedObject]:
    """The objects of manifests/, as they are applied; by their first lines alone."""
    for head in package.heads:
        if head.api_version and head.kind not in (None, CSV) and is_manifest(head.file or "manifests/bundle.yaml"):
            yield of_manifest(head.api_version, head.kind or "", head.name or "", namespace)


def _objects(found: Mapping[str, tuple[PolicyRule, ...]], name: str, namespace: str) -> Iterator[AccessObject]:
    yield service_account(name, namespace, Granter.INSTALLER)
    for place, rules in found.items():
        role = AccessObject(
            kind=AccessKind.ROLE if place else AccessKind.CLUSTER_ROLE,
            name=name,
            namespace=place,
            rules=joined(rules),
            by=Granter.INSTALLER,
        )
        yield role
        yield binding_of(role, name, namespace)
