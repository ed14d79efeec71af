"""What the API server says of the parts of a pod that a variable or a file takes: its fields, and resources."""

from xpkgtui.formats.definitions.field_errors import Node
from xpkgtui.formats.definitions.names import faults_of_subdomain, qualified_name
from xpkgtui.formats.definitions.objects.faults import Faults
from xpkgtui.patterns import late
from xpkgtui.untyped import text

_FIELDS = (
    *("metadata.name", "metadata.namespace", "metadata.uid", "spec.nodeName", "spec.serviceAccountName"),
    *("status.hostIP", "status.hostIPs", "status.podIP", "status.podIPs"),
)
"""The fields of a pod that an environment variable may have; also a key of labels and annotations."""
_OF_FILES = ("metadata.annotations", "metadata.labels", "metadata.name", "metadata.namespace", "metadata.uid")
"""Those that a file may have."""
_OF_CPU = ("", "0", "1", "1m")
_SUBSCRIPTED = late(r"(metadata\.(?:annotations|labels))\['(.*)'\]")
_AMOUNTS = tuple(f"{of}.{what}" for of in ("limits", "requests") for what in ("cpu", "ephemeral-storage", "memory"))


def check_source(kind: str, source: Node, place: str, faults: Faults, *, is_file: bool = False) -> None:
    """Adds what is wrong with what a variable or a file takes."""
    if kind in ("configMapKeyRef", "secretKeyRef"):
        if wrong := faults_of_subdomain(text(source.get("name"))):
            faults.invalid(f"{place}.name", text(source.get("name")), *wrong)
        if not source.get("key"):
            faults.required(f"{place}.key")
    elif kind == "resourceFieldRef":
        _resource(source, place, faults, is_file=is_file)
    elif kind == "fieldRef":
        if (version := text(source.get("apiVersion"))) not in ("", "v1"):
            detail = f"error converting fieldPath: unsupported pod version: {version}"
            faults.invalid(f"{place}.fieldPath", text(source.get("fieldPath")), detail)
            return
        _field(text(source.get("fieldPath")), f"{place}.fieldPath", faults, is_file=is_file)


def _resource(source: Node, place: str, faults: Faults, *, is_file: bool) -> None:
    resource = text(source.get("resource"))
    if is_file and not source.get("containerName"):
        faults.required(f"{place}.containerName")
    elif not resource:
        faults.required(f"{place}.resource")
    elif not resource.startswith(("limits.hugepages-", "requests.hugepages-")):
        faults.one_of(f"{place}.resource", resource, *_AMOUNTS)
    if resource.endswith(".cpu") and text(source.get("divisor")) not in _OF_CPU:
        detail = "only divisor's values 1m and 1 are supported with the cpu resource"
        faults.invalid(f"{place}.divisor", resource, detail)


def _field(path: str, place: str, faults: Faults, *, is_file: bool) -> None:
    if not path:
        faults.required(place)
    elif path in (_FIELDS if is_file else _OF_FILES) and path not in (_OF_FILES if is_file else _FIELDS):
        faults.one_of(place, path, *(_OF_FILES if is_file else _FIELDS))
    elif found := _SUBSCRIPTED.fullmatch(path):
        key = found[2].lower() if found[1] == "metadata.annotations" else found[2]
        faults.invalid(place.rpartition(".")[0], key, *qualified_name(key))
    elif path not in (*_FIELDS, *_OF_FILES) and not path.startswith(("metadata.annotations[", "metadata.labels[")):
        faults.invalid(place, path, f"error converting fieldPath: field label not supported: {path}")
