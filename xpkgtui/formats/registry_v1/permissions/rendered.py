"""The objects that OLM v1 makes of a bundle, by their names alone, some of which are made of a hash."""

import hashlib
import json
import string
from collections.abc import Iterable, Iterator
from typing import Any

from xpkgtui.formats.fact import spec
from xpkgtui.formats.permissions.granted import AccessKind, AccessObject
from xpkgtui.formats.registry_v1.layout import CRD
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
