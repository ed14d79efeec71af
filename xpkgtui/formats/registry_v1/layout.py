"""The layout of a bundle: folders and files, labels of its image, order of its objects, and metadata/ in words."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from xpkgtui.formats.fact import brief
from xpkgtui.formats.package_objects import PackageObjects
from xpkgtui.untyped import field, listing, mapping, text

if TYPE_CHECKING:
    from xpkgtui.documents.chunk import Chunk

MANIFESTS, METADATA = "manifests", "metadata"
ANNOTATIONS = f"{METADATA}/annotations.yaml"
DEPENDENCIES = f"{METADATA}/dependencies.yaml"
PROPERTIES = f"{METADATA}/properties.yaml"
CHART = f"{MANIFESTS}/Chart.yaml"
METADATA_FILES = (ANNOTATIONS, DEPENDENCIES, PROPERTIES)

PREFIX = "operators.operatorframework.io.bundle."
"""The beginning of labels of an image, which metadata/annotations.yaml repeats."""
MEDIA_TYPE = f"{PREFIX}mediatype.v1"
HELM = "helm"
"""The media type of a chart in the form of a bundle."""
MANIFESTS_AT = f"{PREFIX}manifests.v1"
METADATA_AT = f"{PREFIX}metadata.v1"
PACKAGE = f"{PREFIX}package.v1"
CHANNELS = f"{PREFIX}channels.v1"
DEFAULT_CHANNEL = f"{PREFIX}channel.default.v1"
LABELS = (MEDIA_TYPE, MANIFESTS_AT, METADATA_AT, PACKAGE, CHANNELS, DEFAULT_CHANNEL)
CATALOG_LABEL = "operators.operatorframework.io.index.configs.v1"

CSV = "ClusterServiceVersion"
CRD = "CustomResourceDefinition"
KINDS = frozenset(
    {CSV, CRD, "Secret", "ClusterRole", "ClusterRoleBinding", "ConfigMap", "ServiceAccount", "Service", "Role"}
    | {"RoleBinding", "PrometheusRule", "ServiceMonitor", "PodDisruptionBudget", "PriorityClass", "NetworkPolicy"}
    | {"VerticalPodAutoscaler", "ConsoleYAMLSample", "ConsoleQuickStart", "ConsoleCLIDownload", "ConsoleLink"}
    | {"ConsolePlugin", "PodMonitor"}
)
"""The kinds of objects that a bundle may have."""
_RANKS = {
    CSV: 0,
    CRD: 1,
    "ClusterRole": 2,
    "ClusterRoleBinding": 2,
    "Role": 2,
    "RoleBinding": 2,
    "ServiceAccount": 2,
    "ValidatingWebhookConfiguration": 3,
    "MutatingWebhookConfiguration": 3,
}
RANKED = tuple(_RANKS)
"""Kinds that do not come last."""
_LAST = 4


def is_csv(head: "Chunk") -> bool:
    """Whether a document is a ClusterServiceVersion, by its first lines."""
    return head.kind == CSV


def rank_of(kind: str | None) -> int:
    """The rank of an object in lists: its ClusterServiceVersion, definitions, permissions, webhooks, the rest."""
    return _RANKS.get(kind or "", _LAST)


def is_manifest(name: str) -> bool:
    """Whether a file lies in manifests/ itself."""
    folder, _, rest = name.partition("/")
    return folder == MANIFESTS and bool(rest) and "/" not in rest


def is_hidden(name: str) -> bool:
    """Whether the name of a file begins with a dot."""
    return name.rpartition("/")[2].startswith(".")


def is_metadata(name: str) -> bool:
    """Whether a file lies in metadata/ itself."""
    folder, _, rest = name.partition("/")
    return folder == METADATA and bool(rest) and "/" not in rest


def label_reasons(labels: Iterable[str]) -> tuple[str, ...]:
    """The evidence that an image with these labels is a bundle; empty where there is none."""
    return (f"its config has the label {PACKAGE}",) if PACKAGE in labels else ()


_MANY = 20


def _file(package: PackageObjects, name: str) -> object:
    head = next((one for one in package.heads if one.file == name), None)
    return package.read(head) if head else None


def annotations_of(package: PackageObjects) -> Mapping[str, str]:
    """The annotations of the bundle."""
    found = mapping(field(_file(package, ANNOTATIONS), "annotations"))
    return {key: brief(value) for key, value in found.items()}


def required(package: PackageObjects) -> Iterator[str]:
    """What metadata/dependencies.yaml requires, in words."""
    yield from map(required_in, listing(field(_file(package, DEPENDENCIES), "dependencies"))[:_MANY])


def required_in(dependency: object) -> str:
    """One dependency in words: `package tides >1.0.0`."""
    value = mapping(field(dependency, "value"))
    match text(field(dependency, "type")):
        case "olm.package":
            return f"package {brief(value.get('packageName'))} {brief(value.get('version'))}".rstrip()
        case "olm.gvk":
            kind, version, group = (brief(value.get(key)) for key in ("kind", "version", "group"))
            return f"{kind} {version} of {group}"
        case "olm.label":
            return f"label {brief(value.get('label'))}"
        case "olm.constraint":
            return f"constraint {brief(field(value, 'cel', 'rule')) or ', '.join(map(brief, value))}"
        case other:
            return f"{brief(other) or 'something'}, which opm does not know"
