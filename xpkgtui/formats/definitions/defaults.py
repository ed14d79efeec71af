"""Whether a default is a value that its own schema allows."""

from typing import Any

from xpkgtui.formats.definitions.field_errors import FieldErrors, LinkedPath, Node
from xpkgtui.formats.definitions.names import label_1035
from xpkgtui.formats.definitions.values import ValueCheck
from xpkgtui.untyped import mapping

_PRESERVE = "x-kubernetes-preserve-unknown-fields"
_EMBEDDED = "x-kubernetes-embedded-resource"
_MOST = 100_000
"""Values of one default that are looked at."""
_BEYOND = "xpkgtui checks at most 20,000 values of a default, 100 inside each other"


class _BeyondLimit(Exception):
    """A default has more values than are looked at."""


def check_default(
    node: Node, path: LinkedPath, errors: FieldErrors, *, is_root: bool = False, in_meta: bool = False
) -> None:
    """Checks unknown fields and embedded resources, and whether the value fits the schema."""
    try:
        _check(node, path.to("default"), errors, is_root=is_root, in_meta=in_meta)
    except _BeyondLimit:
        errors.undecided(path.to("default"), _BEYOND)


def _check(node: Node, place: LinkedPath, errors: FieldErrors, *, is_root: bool, in_meta: bool) -> None:
    value = node["default"]
    if not in_meta:
        whole = node | {_EMBEDDED: True} if is_root else node
        if _has_unknown(value, whole):
            errors.invalid(place, "must not have unknown fields")
        resources = FieldErrors()
        _check_resources(value, whole, place, resources)
        if resources.found:
            errors.found.extend(resources.found)
            return
    check = ValueCheck()
    found = check.run(value, node)
    if check.is_undecided:  # then not even its faults are certain, as those of `not`
        raise _BeyondLimit
    for fault in found.faults:
        there = place
        for part in fault.place:
            there = there.to(part)
        named = f"{place}.{fault.name.removeprefix('.')}" if fault.name else str(place)
        errors.add(fault.type, there, fault.message.removeprefix(" in body "), field=named)


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


def _check_type_meta(value: Node, path: LinkedPath, errors: FieldErrors) -> None:
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
