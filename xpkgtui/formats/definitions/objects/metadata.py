"""The metadata of an object, as far as manifests have it."""

from collections.abc import Iterator
from typing import Any

from xpkgtui.formats.definitions.field_errors import ErrorType, Node
from xpkgtui.formats.definitions.names import faults_of_subdomain, is_label, label_1035, label_value, qualified_name
from xpkgtui.formats.definitions.objects.errors import ObjectError, object_error
from xpkgtui.untyped import mapping

_FIELDS = frozenset(
    [
        "annotations",
        "creationTimestamp",
        "deletionGracePeriodSeconds",
        "deletionTimestamp",
        "finalizers",
        "generateName",
        "generation",
        "labels",
        "managedFields",
        "name",
        "namespace",
        "ownerReferences",
        "resourceVersion",
        "selfLink",
        "uid",
    ]
)
_TEXTS = frozenset({"name", "namespace"})
_MAPS = frozenset({"labels", "annotations"})


def unknown_metadata(value: Node) -> list[str]:
    """The fields of the metadata that Kubernetes does not know."""
    return [f"metadata.{key}" for key in mapping(value.get("metadata")) if key not in _FIELDS]


def known_metadata(meta: Node) -> Node:
    """The fields of metadata that Kubernetes knows, without the time that it sets itself."""
    return {key: one for key, one in meta.items() if key in _FIELDS and (key != "creationTimestamp" or one)}


def is_plain(value: Node) -> bool:
    """Whether metadata has a name and only what is judged here, each of the right type."""
    meta = value.get("metadata")
    if not isinstance(meta, dict) or "name" not in meta:
        return False
    if not isinstance(value.get("apiVersion"), str) or not isinstance(value.get("kind"), str):
        return False
    return all(_is_judged(key, one) for key, one in meta.items() if key in _FIELDS)


def _is_judged(key: str, value: Any) -> bool:
    if key in _TEXTS:
        return isinstance(value, str) and (key == "name" or not value or is_label(value))
    return key in _MAPS and isinstance(value, dict) and all(isinstance(one, str) for one in value.values())


def is_plain_resource(value: Node) -> bool:
    """Whether an embedded resource has only what is judged here, each of the right type."""
    texts = all(isinstance(value.get(name, ""), str) for name in ("apiVersion", "kind"))
    return texts and ("metadata" not in value or value["metadata"] == {})


def check_resource(value: Node, place: str) -> Iterator[ObjectError]:
    """The errors in the type of an embedded resource."""
    for name in ("apiVersion", "kind"):
        text, there = value.get(name), f"{place}.{name}"
        if text is None:
            yield object_error(ErrorType.REQUIRED, there)
        elif not text:
            yield object_error(ErrorType.INVALID, there, "must not be empty", value=text)
        elif name == "apiVersion" and text.count("/") > 1:
            yield object_error(ErrorType.INVALID, there, f"unexpected GroupVersion string: {text}", value=text)
        elif name == "kind" and (fault := label_1035(text.lower())):
            detail = f"may have mixed case, but should otherwise match: {fault}"
            yield object_error(ErrorType.INVALID, there, detail, value=text)


def check_metadata(value: Node) -> Iterator[ObjectError]:
    """The errors in the metadata."""
    meta = mapping(value.get("metadata"))
    name = meta.get("name")
    if not name:
        yield object_error(ErrorType.REQUIRED, "metadata.name", "name or generateName is required")
    else:
        for fault in faults_of_subdomain(name):
            yield object_error(ErrorType.INVALID, "metadata.name", fault, value=name)
    for key, text in mapping(meta.get("labels")).items():
        for fault in qualified_name(key):
            yield object_error(ErrorType.INVALID, "metadata.labels", fault, value=key)
        for fault in label_value(text):
            yield object_error(ErrorType.INVALID, "metadata.labels", fault, value=text)
    for key in mapping(meta.get("annotations")):
        for fault in qualified_name(key.lower()):
            yield object_error(ErrorType.INVALID, "metadata.annotations", fault, value=key)
