"""Whether the default of a schema fits it, as pkg/apiserver/schema/defaulting of apiextensions-apiserver asks."""

from collections.abc import Sequence
from typing import Any

from xpkgtui.formats.definitions.field_errors import FieldErrors, LinkedPath, Node
from xpkgtui.formats.definitions.names import label_1035
from xpkgtui.formats.definitions.structural import has_rules
from xpkgtui.formats.definitions.values import ValueCheck
from xpkgtui.untyped import mapping

_PRESERVE = "x-kubernetes-preserve-unknown-fields"
_EMBEDDED = "x-kubernetes-embedded-resource"
_MOST = 100_000
"""Values of one default that are looked at."""
_BEYOND = "xpkgtui checks at most 20,000 values of a default, 100 inside each other"
_METADATA = "metadata that xpkgtui does not judge"
_UNCLEAR = "a pattern or a format that xpkgtui does not judge"


class _BeyondLimit(Exception):
    """A default has more values than are looked at."""


def check_default(
    node: Node, path: LinkedPath, errors: FieldErrors, *, is_root: bool = False, resource: Node | None = None
) -> None:
    """Checks unknown fields and embedded resources, and whether the value fits the schema.

    `resource` is the least embedded resource that has the default in its metadata or type.
    """
    try:
        _check(node, path.to("default"), errors, is_root=is_root, resource=resource)
    except _BeyondLimit:
        errors.undecided(path.to("default"), _BEYOND)


def resource_around(schema: Node, steps: Sequence[LinkedPath], value: Any) -> Node:
    """The least embedded resource that has a value at the end of a path through its schema."""
    node, names, waiting = schema, list[Any](), iter(steps)
    for step in waiting:
        if node.get(_EMBEDDED):
            names = []
        part: Any = step.part
        node = mapping(node.get(part))
        if part == "properties":
            part = next(waiting).part
            node = mapping(node.get(part))
        names.append(part)
    for part in reversed(names):
        value = [value] if part == "items" else {part: value}
    return {"apiVersion": "validation/v1", "kind": "Validation", **mapping(value)}


def _check(node: Node, place: LinkedPath, errors: FieldErrors, *, is_root: bool, resource: Node | None) -> None:
    value, first = node["default"], FieldErrors()
    if resource is not None:
        _check_surroundings(resource, place, first)
    else:
        whole = node | {_EMBEDDED: True} if is_root else node
        if _has_unknown(value, whole):
            errors.invalid(place, "must not have unknown fields")
        _check_resources(value, whole, place, first)
    if first.found:
        errors.found.extend(first.found)
        return
    # Few schemas have defaults, and what reads patterns is slow to load.
    from xpkgtui.formats.definitions.objects.formats import ObjectTexts

    check = ValueCheck(ObjectTexts(), is_of_default=True)
    found = check.run(value, node)
    if check.is_undecided and not (found.faults and check.has_certain_faults):
        errors.undecided(place, _UNCLEAR if check.has_unclear_text else _BEYOND)
        return
    for fault in found.faults:
        there = place
        for part in fault.place:
            there = there.to(part)
        named = f"{place}.{fault.name.removeprefix('.')}" if fault.name else str(place)
        errors.add(fault.type, there, fault.message.removeprefix(" in body "), field=named)
    if not found.faults and has_rules(node):
        _check_rules(node, place, errors, is_root=is_root)


def _check_surroundings(resource: Node, place: LinkedPath, errors: FieldErrors) -> None:
    """Checks the embedded resource that has the default in its metadata or type."""
    inner = FieldErrors()
    _check_type_meta(resource, LinkedPath(None, ""), inner, is_made=True)
    certain = [one.message for one in inner.found if not one.is_undecided]
    if certain:
        errors.invalid(place, f"must result in valid metadata: {', '.join(certain)}")
    elif inner.found:
        errors.undecided(place, _METADATA)


def _check_rules(node: Node, place: LinkedPath, errors: FieldErrors, *, is_root: bool) -> None:
    """Checks what the rules of the schema say of its default."""
    # Few defaults have rules, and what evaluates them is slow to load.
    from xpkgtui.formats.definitions.objects.faults import NOWHERE
    from xpkgtui.formats.definitions.objects.judging import default_faults

    faults, unclear = default_faults(node["default"], node, is_resource=is_root)
    for fault in faults:
        below = "" if fault.field == NOWHERE else fault.field
        errors.add(fault.type, place, fault.detail, field=f"{place}{below and '.'}{below}".replace(".[", "["))
    if unclear and not faults:
        errors.undecided(place, unclear)


def _check_resources(value: Any, schema: Node, path: LinkedPath, errors: FieldErrors) -> None:
    """Checks type and kind of the embedded resources in a value."""
    waiting = [(value, schema, path)]
    for _ in range(_MOST):
        if not waiting or errors.is_full:
            return
        value, schema, path = waiting.pop()
        if isinstance(value, list):
            items = mapping(schema.get("items"))
            waiting.extend((item, items, path.to(number)) for number, item in enumerate(value) if items)
        if not isinstance(value, dict):
            continue
        if schema.get(_EMBEDDED):
            _check_type_meta(value, path, errors)
        properties, additional = mapping(schema.get("properties")), mapping(schema.get("additionalProperties"))
        for key, item in value.items():
            if inner := mapping(properties.get(key, additional)):
                waiting.append((item, inner, path.to(key)))
    if waiting and not errors.found:
        raise _BeyondLimit


def _check_type_meta(value: Node, path: LinkedPath, errors: FieldErrors, *, is_made: bool = False) -> None:
    for name in ("apiVersion", "kind"):
        text = value.get(name)
        if name not in value:
            errors.required(path.to(name))
        elif not isinstance(text, str):
            errors.invalid(path.to(name), "must be a string")
        elif not text:
            errors.invalid(path.to(name), "must not be empty")
        elif name == "kind" and (complaint := label_1035(text.lower())):
            errors.invalid(path.to(name), f"may have mixed case, but should otherwise match: {complaint}")
        elif name == "apiVersion" and text.count("/") > 1:
            errors.invalid(path.to(name), f"unexpected GroupVersion string: {text}")
    if "metadata" in value:
        _check_metadata(value, path, errors, is_made=is_made)


def _check_metadata(value: Node, path: LinkedPath, errors: FieldErrors, *, is_made: bool) -> None:
    """Checks the metadata of an embedded resource, which the API server decodes, and writes anew, before all else.

    Of a resource that is made around a default nothing else is looked at.
    """
    from xpkgtui.formats.definitions.objects import metadata

    meta = mapping(value["metadata"])
    if fault := metadata.decoding_fault(value):
        errors.invalid(path.to("metadata"), fault)
        return
    named = {"apiVersion": "v1", "kind": "A", "metadata": meta}
    for one in metadata.check_metadata(named, is_namespaced=bool(meta.get("namespace")), is_embedded=True):
        errors.add(one.type, path.to("metadata"), one.detail, field=f"{path}.{one.field}".removeprefix("."))
    if not errors.found and not (metadata.is_plain(named) if is_made else metadata.keeps_metadata(meta)):
        errors.undecided(path.to("metadata"), _METADATA)


def _has_unknown(value: Any, schema: Node) -> bool:
    waiting = [(value, schema)]
    for _ in range(_MOST):
        if not waiting:
            return False
        value, schema = waiting.pop()
        if isinstance(value, list) and isinstance(schema.get("items"), dict):
            waiting.extend((item, schema["items"]) for item in value)
        if not isinstance(value, dict) or schema.get("additionalProperties") is True:
            continue
        properties, additional = mapping(schema.get("properties")), schema.get("additionalProperties")
        for key, item in value.items():
            if key in properties:
                waiting.append((item, mapping(properties[key])))
            elif isinstance(additional, dict):
                waiting.append((item, additional))
            elif not schema.get(_PRESERVE) and not (
                schema.get(_EMBEDDED) and key in {"apiVersion", "kind", "metadata"}
            ):
                return True
    if waiting:
        raise _BeyondLimit
    return False
