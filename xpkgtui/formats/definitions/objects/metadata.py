"""The metadata of an object, as far as manifests have it."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from xpkgtui.formats.definitions.field_errors import ErrorType, Node
from xpkgtui.formats.definitions.names import (
    faults_of_label,
    faults_of_subdomain,
    label_1035,
    label_value,
    qualified_name,
)
from xpkgtui.formats.definitions.objects.errors import ObjectError, object_error
from xpkgtui.golang.printing import type_of_go
from xpkgtui.golang.texts import parse_moment
from xpkgtui.untyped import mapping, same

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
_TEXTS = frozenset({"name", "namespace", "generateName"})
_MAPS = frozenset({"labels", "annotations"})
_LISTS = frozenset({"finalizers", "managedFields", "ownerReferences"})
_SET_BY_SERVER = frozenset({"uid", "creationTimestamp", "generation"})
"""What clients may send, and the API server sets."""
_GENERATED = "xxxxx"
"""In place of the random end of a generated name."""
_LONGEST_BASE = 58
"""Characters of `generateName` that are kept of a longer one."""
_EXCLUSIVE = {"orphan", "foregroundDeletion"}
"""Finalizers that exclude each other."""


def unknown_metadata(value: Node) -> list[str]:
    """The fields of the metadata that Kubernetes does not know."""
    return [f"metadata.{key}" for key in mapping(value.get("metadata")) if key not in _FIELDS]


def known_metadata(meta: Node) -> Node:
    """What is kept of plain metadata."""
    kept = {key: one for key, one in meta.items() if key in _FIELDS - _SET_BY_SERVER and one}
    texts = {key: {name: one or "" for name, one in kept[key].items()} for key in _MAPS & kept.keys()}
    return {**kept, **texts}


def decoding_fault(value: Node) -> str:
    """What Go's decoder says of metadata that it refuses; empty where it decodes what is judged here."""
    meta = value.get("metadata")
    if not isinstance(meta, dict):
        return (
            "" if meta is None else f"json: cannot unmarshal {type_of_go(meta)} into Go value of type v1.ObjectMeta"
        )
    for key in sorted(meta.keys() & (_TEXTS | _MAPS)):
        one, wanted = meta[key], "map[string]string" if key in _MAPS else "string"
        if isinstance(one, dict) and key in _MAPS:
            one = next((one[inner] for inner in sorted(one) if not isinstance(one[inner], str | None)), None)
            wanted = "string"
        if one is not None and not (isinstance(one, str) and wanted == "string"):
            return f"json: cannot unmarshal {type_of_go(one)} into Go struct field ObjectMeta.{key} of type {wanted}"
    return ""


def is_plain(value: Node) -> bool:
    """Whether metadata that decodes has only what is judged here."""
    if not isinstance(value.get("apiVersion"), str) or not isinstance(value.get("kind"), str):
        return False
    meta = mapping(value.get("metadata"))
    if not meta.get("name") and len(meta.get("generateName") or "") > _LONGEST_BASE:
        return False
    return all(_is_judged(key, one) for key, one in meta.items() if key in _FIELDS)


def _is_judged(key: str, value: Any) -> bool:
    if value is None or key in _TEXTS or key in _MAPS:
        return True
    if key in _LISTS and value == []:
        return True
    if key == "finalizers":
        return isinstance(value, list) and all(isinstance(one, str) for one in value) and not {*value} >= _EXCLUSIVE
    if key == "creationTimestamp":
        return isinstance(value, str) and parse_moment(value) is not None
    if key == "generation":
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, str) and (key in {"uid", "selfLink"} or (key == "resourceVersion" and not value))


def name_of(value: Node) -> str:
    """The name that an object gets; one that is generated ends with `xxxxx`."""
    meta = mapping(value.get("metadata"))
    generated = meta.get("generateName") or ""
    return meta.get("name") or (f"{generated}{_GENERATED}" if generated else "")


def is_plain_resource(value: Node) -> bool:
    """Whether an embedded resource has only what is judged here, each of the right type."""
    texts = all(isinstance(value.get(name, ""), str) for name in ("apiVersion", "kind"))
    return texts and not decoding_fault(value) and keeps_metadata(mapping(value.get("metadata")))


def keeps_metadata(meta: Node) -> bool:
    """Whether metadata that decodes is plain, and written anew by the API server as it is, but for what is empty."""
    given = {key: one for key, one in meta.items() if one}
    return is_plain({"apiVersion": "v1", "kind": "A", "metadata": meta}) and same(known_metadata(meta), given)


def check_resource(value: Node, place: str) -> Iterator[ObjectError]:
    """The errors in the type and the metadata of an embedded resource that is plain."""
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
    meta = mapping(value.get("metadata"))
    for one in check_metadata({"metadata": meta}, is_namespaced=bool(meta.get("namespace")), is_embedded=True):
        yield replace(one, field=f"{place}.{one.field}")


def check_metadata(value: Node, *, is_namespaced: bool = False, is_embedded: bool = False) -> Iterator[ObjectError]:
    """The errors in metadata that decodes and is plain; in an embedded resource names may be nearly anything."""
    meta, name = mapping(value.get("metadata")), name_of(value)
    if (base := meta.get("generateName")) and is_embedded:
        yield from _invalid("generateName", base, _faults_in_path(base))
    elif base:
        # A prefix may end as no name does.
        prefix = f"{base[:-2]}a" if len(base) > 1 and base.endswith("-") else base
        yield from _invalid("generateName", base, faults_of_subdomain(prefix))
    if is_embedded:
        name = meta.get("name") or ""
        dots = [f"may not be '{name}'"] if name in {".", ".."} else _faults_in_path(name)
        yield from _invalid("name", name, dots)
    elif name:
        yield from _invalid("name", name, faults_of_subdomain(name))
    else:
        yield object_error(ErrorType.REQUIRED, "metadata.name", "name or generateName is required")
    if (namespace := meta.get("namespace")) and is_namespaced:
        yield from _invalid("namespace", namespace, faults_of_label(namespace))
    for key, text in mapping(meta.get("labels")).items():
        yield from _invalid("labels", key, qualified_name(key))
        yield from _invalid("labels", text, label_value(text or ""))
    for key in mapping(meta.get("annotations")):
        yield from _invalid("annotations", key, qualified_name(key.lower()))
    for one in meta.get("finalizers") or ():
        yield from _invalid("finalizers", one, qualified_name(one))


def _faults_in_path(name: str) -> list[str]:
    return [f"may not contain '{one}'" for one in "/%" if one in name]


def _invalid(field: str, value: str, faults: Iterable[str]) -> Iterator[ObjectError]:
    return (object_error(ErrorType.INVALID, f"metadata.{field}", fault, value=value) for fault in faults)
