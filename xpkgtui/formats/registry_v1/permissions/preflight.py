"""The permissions that the ServiceAccount of a ClusterExtension needs, up to OLM v1 1.10.

operator-controller 1.10: internal/operator-controller/authorization/rbac.go, as released (helm).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, product

from xpkgtui.formats.package_objects import PackageObjects
from xpkgtui.formats.permissions.granted import AccessKind, AccessObject, Granter, PolicyRule
from xpkgtui.formats.permissions.manifests import ROLES, binding_of, service_account
from xpkgtui.formats.registry_v1.layout import CSV, PACKAGE, annotations_of, is_manifest
from xpkgtui.formats.registry_v1.permissions.rendered import RenderedObject, of_manifest, rendered

_OF_ONE = ("get", "patch", "update", "delete")
_OF_ALL = ("list", "watch")
_EXTENSIONS = "olm.operatorframework.io"
_MOST = 200_000
"""Single permissions that are counted."""
Key = tuple[str, str, str, str]
"""Group, resource, name of an object, URL; of these some are empty."""


class TooMany(Exception):
    """There are more single permissions than are counted."""


def needed(
    objects: Iterable[RenderedObject], access: Sequence[AccessObject], extension: str
) -> Mapping[str, tuple[PolicyRule, ...]]:
    """The rules that are needed in each namespace, and everywhere ("").

    Raises `TooMany`.
    """
    verbs: dict[str, dict[Key, dict[str, None]]] = {}
    itself = ("", (_EXTENSIONS, "clusterextensions/finalizers", extension, ""), "update")
    for number, (namespace, key, verb) in enumerate(chain((itself,), _of_objects(objects), _of_roles(access))):
        if number >= _MOST:
            raise TooMany
        verbs.setdefault(namespace, {}).setdefault(key, {}).setdefault(verb)
    return {namespace: tuple(_rules(found)) for namespace, found in sorted(verbs.items())}


def joined(rules: Sequence[PolicyRule]) -> tuple[PolicyRule, ...]:
    """Fewer rules that allow the same: those that differ in one list alone are one."""
    named = _merged((one for one in rules if one.resource_names), "resource_names")
    urls = _merged((one for one in rules if one.urls), "urls")
    return (*_merged((one for one in rules if not one.resource_names and not one.urls), "resources"), *named, *urls)


def _merged(rules: Iterable[PolicyRule], key: str) -> Iterator[PolicyRule]:
    """Rules that differ in one list, as one with all that is in these lists."""
    alike: dict[PolicyRule, dict[str, None]] = {}
    for one in rules:
        alike.setdefault(replace(one, **{key: ()}), {}).update(dict.fromkeys(getattr(one, key)))
    for one, found in alike.items():
        yield replace(one, **{key: tuple(found)})


def _of_objects(objects: Iterable[RenderedObject]) -> Iterator[tuple[str, Key, str]]:
    """To see all, to make some in each namespace, and to manage each by its name."""
    for one in objects:
        kind = (one.group, one.resource)
        for verb in _OF_ALL:
            yield "", (*kind, "", ""), verb
        yield one.namespace, (*kind, "", ""), "create"
        for verb in _OF_ONE:
            yield one.namespace, (*kind, one.name, ""), verb


def _of_roles(access: Sequence[AccessObject]) -> Iterator[tuple[str, Key, str]]:
    """What every role allows, where it is, and where a binding gives it: only a holder may give it."""
    roles = {(one.kind.value, one.namespace, one.name): one for one in access if one.kind in ROLES}
    for one in access:
        if one.kind in ROLES:
            yield from _single(one.namespace, one.rules)
        elif one.kind is not AccessKind.SERVICE_ACCOUNT:
            place = one.namespace if one.role_kind == AccessKind.ROLE.value else ""
            if (role := roles.get((one.role_kind, place, one.role))) is not None:
                yield from _single(one.namespace, role.rules)


def _single(namespace: str, rules: Iterable[PolicyRule]) -> Iterator[tuple[str, Key, str]]:
    for one in rules:
        names = one.resource_names or ("",)
        for group, resource, name, verb in product(one.api_groups, one.resources, names, one.verbs):
            yield namespace, (group, resource, name, ""), verb
        yield from ((namespace, ("", "", "", url), verb) for url, verb in product(one.urls, one.verbs))


def _rules(found: Mapping[Key, Mapping[str, None]]) -> Iterator[PolicyRule]:
    for (group, resource, name, url), verbs in sorted(found.items()):
        each = ("*",) if "*" in verbs else tuple(sorted(verbs))
        if url:
            yield PolicyRule(verbs=each, urls=(url,))
        else:
            yield PolicyRule(
                verbs=each, api_groups=(group,), resources=(resource,), resource_names=(name,) if name else ()
            )


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
