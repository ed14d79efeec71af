"""The metadata of an object, as far as manifests have it."""

from collections.abc import Callable, Iterable, Iterator
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
from xpkgtui.formats.definitions.objects.faults import ObjectError, object_error
from xpkgtui.formats.go_decoding.mismatches import check, first_wrong
from xpkgtui.formats.go_decoding.shapes import object_metadata
from xpkgtui.golang.printing import as_json, type_of_go
from xpkgtui.untyped import listing, mapping, same

Naming = Callable[[str], Iterable[str]]
"""The reasons why a text is no name of an object of its kind."""
_MAPS = frozenset({"labels", "annotations"})
_SET_BY_SERVER = frozenset(
    {"uid", "creationTimestamp", "generation", "deletionTimestamp", "deletionGracePeriodSeconds", "selfLink"}
)
"""What clients may send, and the API server sets or drops."""
_GENERATED = "xxxxx"
"""In place of the random end of a generated name."""
_LONGEST_BASE = 58
"""Characters of `generateName` that are kept of a longer one."""
EXCLUSIVE = ("orphan", "foregroundDeletion")
"""Finalizers that exclude each other."""
_MOST_ANNOTATIONS = 256 << 10
"""Bytes of all annotations of an object."""
_MOST_CONTROLLERS = 10
"""Controllers beside the first of which an error is made: each shows all owners."""
_LONGEST_MANAGER = 128
_LONGEST_SUBRESOURCE = 256


def unknown_metadata(value: Node) -> list[str]:
    """The fields of the metadata that Kubernetes does not know."""
    found = check(mapping(value.get("metadata")), object_metadata(), 0)
    return [f"metadata.{one.path}" for one in found if one.unknown]


def known_metadata(meta: Node) -> Node:
    """What is kept of plain metadata."""
    kept = {key: one for key, one in meta.items() if key in object_metadata().fields.keys() - _SET_BY_SERVER and one}
    texts = {key: {name: one or "" for name, one in kept[key].items()} for key in _MAPS & kept.keys()}
    return {**kept, **texts}


def decoding_fault(value: Node) -> str:
    """What Go's decoder says of metadata that it refuses; empty where it decodes what is judged here."""
    meta = value.get("metadata")
    if not isinstance(meta, dict):
        return (
            "" if meta is None else f"json: cannot unmarshal {type_of_go(meta)} into Go value of type v1.ObjectMeta"
        )
    wrong = first_wrong(check(meta, object_metadata(), 0))
    return wrong.message if wrong else ""


def is_plain(value: Node) -> bool:
    """Whether an object whose metadata decodes has only what is judged here."""
    if not isinstance(value.get("apiVersion"), str) or not isinstance(value.get("kind"), str):
        return False
    meta = mapping(value.get("metadata"))
    return not meta.get("managedFields") and not meta.get("resourceVersion")


def name_of(value: Node) -> str:
    """The name that an object gets; one that is generated ends with `xxxxx`."""
    meta = mapping(value.get("metadata"))
    generated = (meta.get("generateName") or "")[:_LONGEST_BASE]
    return meta.get("name") or (f"{generated}{_GENERATED}" if generated else "")


def keeps_metadata(meta: Node) -> bool:
    """Whether the API server writes metadata that decodes anew as it is, but for what is empty."""
    return same(known_metadata(meta), {key: one for key, one in meta.items() if one})


def fault_of_resource(value: Node, place: str) -> ObjectError | None:
    """The error for which an embedded resource is not decoded, and nothing else is said of the whole object."""
    for name in ("apiVersion", "kind"):
        if not isinstance(value.get(name, ""), str):
            return object_error(ErrorType.INVALID, f"{place}.{name}", "must be a string", value=value[name])
    fault = decoding_fault(value)
    where = f"{place}.metadata"
    return object_error(ErrorType.INVALID, where, fault, value=value["metadata"]) if fault else None


def check_resource(value: Node, place: str) -> Iterator[ObjectError]:
    """The errors in the type and the metadata of an embedded resource that is decoded."""
    for name in ("apiVersion", "kind"):
        text, there = value.get(name), f"{place}.{name}"
        if name not in value:
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


def check_metadata(
    value: Node,
    *,
    is_namespaced: bool = False,
    is_embedded: bool = False,
    naming: Naming = faults_of_subdomain,
    prefixing: Naming | None = None,
) -> Iterator[ObjectError]:
    """The errors in metadata that decodes and is plain; in an embedded resource names may be nearly anything."""
    meta, name = mapping(value.get("metadata")), name_of(value)
    if (base := meta.get("generateName")) and is_embedded:
        yield from _invalid("generateName", base, faults_in_path(base))
    elif base:
        yield from _invalid("generateName", base, (prefixing or faults_of_prefix)(base))
    if is_embedded:
        name = meta.get("name") or ""
        dots = [f"may not be '{name}'"] if name in {".", ".."} else faults_in_path(name)
        yield from _invalid("name", name, dots)
    elif name:
        yield from _invalid("name", name, naming(name))
    else:
        yield object_error(ErrorType.REQUIRED, "metadata.name", "name or generateName is required")
    if (namespace := meta.get("namespace")) and is_namespaced:
        yield from _invalid("namespace", namespace, faults_of_label(namespace))
    yield from _keys(meta)
    owners = listing(meta.get("ownerReferences"))  # of equal ones the API server keeps the first
    yield from _owners(owners if is_embedded else list({as_json(one): one for one in owners}.values()))
    # Of other objects the API server sets these.
    if is_embedded and (meta.get("generation") or 0) < 0:
        yield from _invalid("generation", meta["generation"], ["must be greater than or equal to 0"])
    for number, one in enumerate(listing(meta.get("managedFields")) if is_embedded else ()):
        yield from _managed(mapping(one), f"managedFields[{number}]")


def faults_of_prefix(base: str, naming: Naming = faults_of_subdomain) -> Iterable[str]:
    """The reasons why no name can be generated of a text; one of DNS may end as no name does."""
    return naming(f"{base[:-2]}a" if len(base) > 1 and base.endswith("-") else base)


def _keys(meta: Node) -> Iterator[ObjectError]:
    """The errors in labels, annotations and finalizers."""
    for key, text in mapping(meta.get("labels")).items():
        yield from _invalid("labels", key, qualified_name(key))
        yield from _invalid("labels", text, label_value(text or ""))
    annotations = mapping(meta.get("annotations"))
    for key in annotations:
        yield from _invalid("annotations", key, qualified_name(key.lower()))
    texts = (f"{key}{one or ''}" for key, one in annotations.items())
    if sum(len(one.encode("utf-8", "replace")) for one in texts) > _MOST_ANNOTATIONS:
        limit = f"may not be more than {_MOST_ANNOTATIONS} bytes"
        yield object_error(ErrorType.TOO_LONG, "metadata.annotations", limit)
    finalizers = [one or "" for one in listing(meta.get("finalizers"))]
    for one in finalizers:
        yield from _invalid("finalizers", one, qualified_name(one))
    if {*finalizers} >= {*EXCLUSIVE}:
        detail = f"finalizer {EXCLUSIVE[0]} and {EXCLUSIVE[1]} cannot be both set"
        yield from _invalid("finalizers", finalizers, [detail])


def _owners(owners: list[Any]) -> Iterator[ObjectError]:
    controller, count = "", 0
    for owner in map(mapping, owners):
        version, kind = owner.get("apiVersion") or "", owner.get("kind") or ""
        is_read = version.count("/") <= 1
        if not is_read or not version.rpartition("/")[2]:
            yield from _invalid("ownerReferences.apiVersion", version, ["version must not be empty"])
        for name in ("kind", "name", "uid"):
            yield from _invalid(f"ownerReferences.{name}", "", () if owner.get(name) else ["must not be empty"])
        if (version, kind) == ("v1", "Event"):
            yield from _invalid("ownerReferences", owner, ["/v1, Kind=Event is disallowed from being an owner"])
        if owner.get("controller"):
            this = f"{kind}/{owner.get('name') or ''}"
            if controller and (count := count + 1) <= _MOST_CONTROLLERS:  # each shows all the owners
                detail = 'Only one reference can have Controller set to true. Found "true" in references for'
                yield from _invalid("ownerReferences", owners, [f"{detail} {controller} and {this}"])
            controller = controller or this


def _managed(entry: Node, place: str) -> Iterator[ObjectError]:
    operation, form = entry.get("operation") or "", entry.get("fieldsType") or ""
    if operation not in ("Apply", "Update"):
        yield from _invalid(f"{place}.operation", operation, ["must be `Apply` or `Update`"])
    if form not in ("", "FieldsV1"):
        yield from _invalid(f"{place}.fieldsType", form, ["must be `FieldsV1`"])
    for name, longest in (("manager", _LONGEST_MANAGER), ("subresource", _LONGEST_SUBRESOURCE)):
        if len((entry.get(name) or "").encode("utf-8", "replace")) > longest:
            limit = f"may not be more than {longest} bytes"
            yield object_error(ErrorType.TOO_LONG, f"metadata.{place}.{name}", limit)


def faults_in_path(name: str) -> list[str]:
    """The reasons why a name is no part of a path."""
    return [f"may not contain '{one}'" for one in "/%" if one in name]


def _invalid(field: str, value: Any, faults: Iterable[str]) -> Iterator[ObjectError]:
    return (object_error(ErrorType.INVALID, f"metadata.{field}", fault, value=value) for fault in faults)
