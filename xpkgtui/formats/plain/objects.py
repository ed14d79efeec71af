"""The objects of a document, lists taken apart, and the order in which they are applied."""

from collections.abc import Iterator
from dataclasses import replace

from xpkgtui.formats.go_decoding.lists import names_of_item
from xpkgtui.untyped import field, listing, text
from xpkgtui.values import dataclass

_ORDER = [
    "Namespace",
    "NetworkPolicy",
    "ResourceQuota",
    "LimitRange",
    "PodSecurityPolicy",
    "PodDisruptionBudget",
    "ServiceAccount",
    "Secret",
    "SecretList",
    "ConfigMap",
    "StorageClass",
    "PersistentVolume",
    "PersistentVolumeClaim",
    "CustomResourceDefinition",
    "ClusterRole",
    "ClusterRoleList",
    "ClusterRoleBinding",
    "ClusterRoleBindingList",
    "Role",
    "RoleList",
    "RoleBinding",
    "RoleBindingList",
    "Service",
    "DaemonSet",
    "Pod",
    "ReplicationController",
    "ReplicaSet",
    "Deployment",
    "HorizontalPodAutoscaler",
    "StatefulSet",
    "Job",
    "CronJob",
    "IngressClass",
    "Ingress",
    "APIService",
]
_RANKS = {kind: rank for rank, kind in enumerate(_ORDER)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Applied:
    """One object."""

    api_version: str
    kind: str
    namespace: str
    name: str
    item: int | None = None
    """Its number in a list."""

    @property
    def group(self) -> str:
        """Its API group; empty for the core group."""
        return self.api_version.rpartition("/")[0]

    @property
    def is_custom(self) -> bool:
        """Whether its kind is none of Kubernetes itself, so that it needs a definition."""
        return "." in self.group and not self.group.endswith(".k8s.io")

    @property
    def turn(self) -> tuple[int, str]:
        """Sorts objects as Helm applies them: by kind, unknown kinds at the end."""
        return _RANKS.get(self.kind, len(_RANKS)), "" if self.kind in _RANKS else self.kind

    def __str__(self) -> str:
        where = f" in {self.namespace}" if self.namespace else ""
        return f"{self.kind} {self.name or '(no name)'}{where}"


def objects_of(value: object) -> Iterator[Applied]:
    """The objects of a document: those of its `items`, where it has that key, else itself."""
    if not isinstance(value, dict):
        return
    if "items" not in value:
        yield _applied(value, None)
        return
    for number, item in enumerate(listing(value["items"])):
        yield inferred(value, item, number)


def inferred(value: object, item: object, number: int) -> Applied:
    """An item of a list; with neither kind nor apiVersion it takes those of the list, without `List` at the end."""
    api_version, kind = names_of_item(value, item)
    return replace(_applied(item, number), api_version=api_version, kind=kind)


def _applied(value: object, item: int | None) -> Applied:
    return Applied(
        api_version=text(field(value, "apiVersion")),
        kind=text(field(value, "kind")),
        namespace=text(field(value, "metadata", "namespace")),
        name=text(field(value, "metadata", "name")),
        item=item,
    )
