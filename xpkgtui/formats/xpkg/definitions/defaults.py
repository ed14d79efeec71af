"""Whether a default is a value that its own schema allows."""

from typing import Any

from xpkgtui.formats.xpkg.definitions.field_errors import ErrorType, FieldErrors, LinkedPath, Node
from xpkgtui.untyped import listing, mapping

_PRESERVE = "x-kubernetes-preserve-unknown-fields"
_EMBEDDED = "x-kubernetes-embedded-resource"
_NAMES = {dict: "object", list: "array", str: "string", bool: "boolean", int: "integer", float: "number"}
_MOST = 100_000
"""Values of one default that are checked, and choices that they are compared with."""


def check_default(node: Node, path: LinkedPath, errors: FieldErrors, *, is_root: bool = False) -> None:
    """Checks unknown fields, names of a resource, types, lists of choices and bounds."""
    place = path.to("default")
    if (is_root or node.get(_EMBEDDED)) and isinstance(node["default"], dict):
        for name in ("apiVersion", "kind"):
            if not node["default"].get(name):
                errors.required(place.to(name))
    if _has_unknown(node["default"], node | {_EMBEDDED: True} if is_root else node):
        errors.invalid(place, "must not have unknown fields")
    waiting: list[tuple[Any, Node, LinkedPath]] = [(node["default"], node, place)]
    effort = 0
    while waiting and effort < _MOST and not errors.is_full:
        value, schema, here = waiting.pop()
        effort += 1 + len(listing(schema.get("enum")))
        if value is None and schema.get("nullable"):
            continue
        if _wrong_type(value, schema, here, errors):
            continue
        _check_value(value, schema, here, errors)
        waiting.extend(_children(value, schema, here))


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
    return False


def _wrong_type(value: Any, schema: Node, path: LinkedPath, errors: FieldErrors) -> bool:
    wanted = schema.get("type")
    found = "null" if value is None else _NAMES[value.__class__]
    if schema.get("x-kubernetes-int-or-string") and not wanted:
        right = value is not None and found in {"integer", "string"}
        wanted = "integer,string"
    elif not wanted:
        return False
    else:
        right = found == wanted or (wanted == "number" and found == "integer")
    if not right:
        errors.invalid(path, f'must be of type {wanted}: "{found}"')
    return not right


def _check_value(value: Any, schema: Node, path: LinkedPath, errors: FieldErrors) -> None:
    choices = listing(schema.get("enum"))
    if choices and not any(_equal(value, choice) for choice in choices):
        accepted = [str(choice) for choice in choices]
        errors.unsupported(path, *accepted)
    if isinstance(value, dict):
        for key in listing(schema.get("required")):
            if key not in value:
                errors.required(path.to(key))
    if isinstance(value, int | float) and not isinstance(value, bool):
        _check_number(value, schema, path, errors)
    if isinstance(value, str | list | dict):
        word = {str: "Length", list: "Items", dict: "Properties"}[value.__class__]
        low, high = schema.get(f"min{word}"), schema.get(f"max{word}")
        if low is not None and len(value) < low:
            errors.invalid(path, f"should be at least {low} long")
        if high is not None and len(value) > high:
            error_type = ErrorType.TOO_MANY if word == "Items" else ErrorType.INVALID
            errors.add(error_type, path, f"may not be longer than {high}")


def _check_number(value: float, schema: Node, path: LinkedPath, errors: FieldErrors) -> None:
    low, high = schema.get("minimum"), schema.get("maximum")
    if low is not None and (value < low or (value == low and schema.get("exclusiveMinimum"))):
        errors.invalid(path, f"should be greater than or equal to {low}")
    if high is not None and (value > high or (value == high and schema.get("exclusiveMaximum"))):
        errors.invalid(path, f"should be less than or equal to {high}")


def _children(value: Any, schema: Node, path: LinkedPath) -> list[tuple[Any, Node, LinkedPath]]:
    if isinstance(value, list) and isinstance(schema.get("items"), dict):
        return [(item, schema["items"], path.to(number)) for number, item in enumerate(value)]
    if not isinstance(value, dict):
        return []
    properties, additional = mapping(schema.get("properties")), schema.get("additionalProperties")
    found = []
    for key, item in value.items():
        if key in properties:
            found.append((item, mapping(properties[key]), path.to(key)))
        elif isinstance(additional, dict):
            found.append((item, additional, path.to(key)))
    return found


def _equal(one: Any, other: Any) -> bool:
    return bool(one == other) and isinstance(one, bool) is isinstance(other, bool)
