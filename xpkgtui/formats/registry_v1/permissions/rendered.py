"""The objects that OLM v1 makes of a bundle, by their names alone: what its installer may be asked to manage."""

from collections.abc import Iterable, Iterator

from xpkgtui.formats.fact import spec
from xpkgtui.formats.permissions.granted import AccessKind, AccessObject
from xpkgtui.formats.registry_v1.layout import CRD
from xpkgtui.formats.registry_v1.permissions.names import suffixed
from xpkgtui.untyped import field, listing, text
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
_MOST = 2_000
"""Deployments, and webhooks, that are read."""


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
    hooks = listing(spec(service_version).get("webhookdefinitions"))[:_MOST]
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
    return listing(field(spec(service_version), "install", "spec", "deployments"))[:_MOST]
