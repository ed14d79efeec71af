"""The objects that OLM v1 makes of a bundle, by their names, and what its installer needs for that up to 1.10."""

import hashlib
import json
import string
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, product
from typing import Any

from xpkgtui.formats.fact import spec
from xpkgtui.formats.package_objects import PackageObjects
from xpkgtui.formats.permissions.granted import AccessKind, AccessObject, Granter, PolicyRule
from xpkgtui.formats.permissions.manifests import ROLES, binding_of, service_account
from xpkgtui.formats.registry_v1.layout import CRD, CSV, PACKAGE, annotations_of, is_manifest
from xpkgtui.untyped import field, listing, mapping, text
from xpkgtui.values import dataclass

_RBAC = "rbac.authorization.k8s.io/v1"
_ADMISSION = "admissionregistration.k8s.io/v1"
_CERTIFICATES = "cert-manager.io/v1"
_CLUSTER_WIDE = frozenset(
    {CRD, "ClusterRole", "ClusterRoleBinding", "PriorityClass", "VerticalPodAutoscaler", "ConsoleYAMLSample"}
    | {"ConsoleQuickStart", "ConsoleCLIDownload", "ConsoleLink", "ConsolePlugin"}
)
"""Kinds of a bundle that get no namespace, by operator-registry's table."""
_HOOKS = {
    "ValidatingAdmissionWebhook": "ValidatingWebhookConfiguration",
    "MutatingAdmissionWebhook": "MutatingWebhookConfiguration",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderedObject:
    """An object by its kind and name."""

    api_version: str
    kind: str
    name: str
    namespace: str = ""

    @property
    def group(self) -> str:
        """Its API group."""
        return self.api_version.rpartition("/")[0]

    @property
    def resource(self) -> str:
        """The plural of its kind, as apimachinery guesses it."""
        name = self.kind.lower()
        if name.endswith("s"):
            return f"{name}es"
        return f"{name.removesuffix('y')}ies" if name.endswith("y") else f"{name}s"


def rendered(
    service_version: object, access: Iterable[AccessObject], others: Iterable[RenderedObject], namespace: str
) -> Iterator[RenderedObject]:
    """The objects: roles and the like, those of manifests/, deployments, webhooks with service and certificate."""
    for one in access:
        version = "v1" if one.kind is AccessKind.SERVICE_ACCOUNT else _RBAC
        yield RenderedObject(api_version=version, kind=one.kind.value, name=one.name, namespace=one.namespace)
    yield from others
    names = [text(field(one, "name")) for one in _deployments(service_version)]
    for name in names:
        yield RenderedObject(api_version="apps/v1", kind="Deployment", name=name, namespace=namespace)
    hooks = listing(spec(service_version).get("webhookdefinitions"))
    for one in hooks:
        if kind := _HOOKS.get(text(field(one, "type"))):
            name = text(field(one, "generateName")).removesuffix("-")
            # OLM v1 writes a namespace into it, and it has none: only a role of the cluster allows to make it.
            yield RenderedObject(api_version=_ADMISSION, kind=kind, name=name)
    called = dict.fromkeys(text(field(one, "deploymentName")) for one in hooks)
    for name in called:
        service = suffixed(name.replace(".", "-"), "service")
        certificate = suffixed(service, "cert")
        if name in names:
            yield RenderedObject(api_version="v1", kind="Service", name=service, namespace=namespace)
        issuer = suffixed(certificate, "selfsigned-issuer")
        yield RenderedObject(api_version=_CERTIFICATES, kind="Issuer", name=issuer, namespace=namespace)
        yield RenderedObject(api_version=_CERTIFICATES, kind="Certificate", name=certificate, namespace=namespace)


def of_manifest(api_version: str, kind: str, name: str, namespace: str) -> RenderedObject:
    """An object of manifests/ as it is applied."""
    place = "" if kind in _CLUSTER_WIDE else namespace
    return RenderedObject(api_version=api_version, kind=kind, name=name, namespace=place)


def _deployments(service_version: object) -> list[object]:
    return listing(field(spec(service_version), "install", "spec", "deployments"))


_LONGEST = 63
_DIGITS = string.digits + string.ascii_lowercase + string.ascii_uppercase
_RULE = ("verbs", "apiGroups", "resources", "resourceNames", "nonResourceURLs")
_ESCAPED = (("&", "\\u0026"), ("<", "\\u003c"), (">", "\\u003e"), ("\u2028", "\\u2028"), ("\u2029", "\\u2029"))


def permission_of(value: object) -> dict[str, Any]:
    """A permission of a ClusterServiceVersion with the fields that Go knows, in its order."""
    found = mapping(value)
    rules = found.get("rules")
    return {
        "serviceAccountName": found.get("serviceAccountName") or "",
        "rules": None if rules is None else [_rule(one) for one in listing(rules)],
    }


def hashed(value: object, base: int, *, line: bool = True) -> str:
    """The SHA-224 of a value's JSON as a number to a base; a `line` ends with a newline, as Go's encoders do."""
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    for sign, code in _ESCAPED:
        text = text.replace(sign, code)
    number = int.from_bytes(hashlib.sha224(text.encode("utf-8", "replace") + b"\n" * line).digest())
    digits = ""
    while number:
        number, rest = divmod(number, base)
        digits = _DIGITS[rest] + digits
    return digits or "0"


def suffixed(name: str, suffix: str) -> str:
    """A name with a suffix, cut in front of it so that no more than 63 bytes are left."""
    data = name.encode("utf-8", "replace")
    if len(data) + len(suffix) > _LONGEST:
        data = data[: _LONGEST - len(suffix) - 1]
    return f"{data.decode('utf-8', 'replace')}-{suffix}"


def _rule(value: object) -> dict[str, Any]:
    found = mapping(value)
    return {key: found.get(key) for key in _RULE if found.get(key) or key == "verbs"}


_OF_ONE = ("get", "patch", "update", "delete")
_OF_ALL = ("list", "watch")
_EXTENSIONS = "olm.operatorframework.io"
_MOST = 200_000
"""Single permissions that are counted."""
_Key = tuple[str, str, str, str]
"""Group, resource, name of an object, URL; of these some are empty."""


class TooMany(Exception):
    """There are more single permissions than are counted."""


def needed(
    objects: Iterable[RenderedObject], access: Sequence[AccessObject], extension: str
) -> Mapping[str, tuple[PolicyRule, ...]]:
    """The rules that are needed in each namespace, and everywhere ("").

    Raises `TooMany`.
    """
    verbs: dict[str, dict[_Key, dict[str, None]]] = {}
    itself = ("", (_EXTENSIONS, "clusterextensions/finalizers", extension, ""), "update")
    for number, (namespace, key, verb) in enumerate(chain((itself,), _of_objects(objects), _of_roles(access))):
        if number >= _MOST:
            raise TooMany
        verbs.setdefault(namespace, {}).setdefault(key, {}).setdefault(verb)
    return {namespace: tuple(_rules(found)) for namespace, found in sorted(verbs.items())}


def _joined(rules: Sequence[PolicyRule]) -> tuple[PolicyRule, ...]:
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


def _of_objects(objects: Iterable[RenderedObject]) -> Iterator[tuple[str, _Key, str]]:
    """To see all, to make some in each namespace, and to manage each by its name."""
    for one in objects:
        kind = (one.group, one.resource)
        for verb in _OF_ALL:
            yield "", (*kind, "", ""), verb
        yield one.namespace, (*kind, "", ""), "create"
        for verb in _OF_ONE:
            yield one.namespace, (*kind, one.name, ""), verb


def _of_roles(access: Sequence[AccessObject]) -> Iterator[tuple[str, _Key, str]]:
    """What every role allows, where it is, and where a binding gives it: only a holder may give it."""
    roles = {(one.kind.value, one.namespace, one.name): one for one in access if one.kind in ROLES}
    for one in access:
        if one.kind in ROLES:
            yield from _single(one.namespace, one.rules)
        elif one.kind is not AccessKind.SERVICE_ACCOUNT:
            place = one.namespace if one.role_kind == AccessKind.ROLE.value else ""
            if (role := roles.get((one.role_kind, place, one.role))) is not None:
                yield from _single(one.namespace, role.rules)


def _single(namespace: str, rules: Iterable[PolicyRule]) -> Iterator[tuple[str, _Key, str]]:
    for one in rules:
        names = one.resource_names or ("",)
        for group, resource, name, verb in product(one.api_groups, one.resources, names, one.verbs):
            yield namespace, (group, resource, name, ""), verb
        yield from ((namespace, ("", "", "", url), verb) for url, verb in product(one.urls, one.verbs))


def _rules(found: Mapping[_Key, Mapping[str, None]]) -> Iterator[PolicyRule]:
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
            rules=_joined(rules),
            by=Granter.INSTALLER,
        )
        yield role
        yield binding_of(role, name, namespace)
