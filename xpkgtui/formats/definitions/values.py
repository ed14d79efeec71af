"""Whether a value fits a schema, with the messages of k8s.io/kube-openapi (pkg/validation/validate).

It matches no patterns and knows no formats of strings: these count as met.
"""

import json
from dataclasses import field
from typing import Any

from xpkgtui.formats.definitions.field_errors import ErrorType, Node
from xpkgtui.formats.definitions.numbers import check_number, go_number
from xpkgtui.golang.json_writing import written
from xpkgtui.untyped import listing, mapping, same
from xpkgtui.values import dataclass

_TYPES = {dict: "object", list: "array", str: "string", bool: "boolean", int: "integer", float: "number"}
_FORMATS = {"integer": "int64", "number": "float64"}
"""The formats of Go's types."""
_DEEPEST = 100
"""Values and schemas inside each other that are compared; deeper ones count as right."""
_MOST = 20_000
"""Values and schemas that are compared for one default."""
Place = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Fault:
    """One reason why a value does not fit."""

    type: ErrorType
    place: Place
    """The keys and indexes below the value."""
    name: str
    """The place in the library's spelling; empty for the value itself."""
    message: str


@dataclass(slots=True)
class Result:
    """The faults of a value, and how many checks were made, by which the nearest of several schemas is chosen."""

    faults: list[Fault] = field(default_factory=list)
    count: int = 0

    def merge(self, other: "Result") -> None:
        """Adds the faults of another result, each message once."""
        for fault in other.faults:
            self.add(fault)
        self.count += other.count

    def add(self, fault: Fault) -> None:
        """Adds a fault unless it is there."""
        if all((fault.name, fault.message) != (one.name, one.message) for one in self.faults):
            self.faults.append(fault)


class ValueCheck:
    """The comparison of one value with one schema."""

    def __init__(self) -> None:
        self._left = _MOST
        self._depth = 0
        """Values and schemas inside each other that are being compared."""

    def run(self, value: Any, schema: Node, place: Place = (), name: str = "") -> Result:
        """All faults of a value at a place."""
        self._left -= 1
        if self._left < 0 or self._depth > _DEEPEST:
            return Result()
        self._depth += 1
        try:
            return self._compared(value, schema, place, name)
        finally:
            self._depth -= 1

    def _compared(self, value: Any, schema: Node, place: Place, name: str) -> Result:
        result = Result()
        fault = _wrong_type(value, schema)
        if schema.get("type") or schema.get("x-kubernetes-int-or-string") or schema.get("format"):
            result.count += 1 if value is None else 2
        if fault:
            result.add(Fault(ErrorType.INVALID, place, name, f"{name} in body {fault}"))
        if value is not None:
            self._junctors(value, schema, place, name, result)
            result.count += 2
        self._by_kind(value, schema, place, name, result)
        choices = schema.get("enum")
        if choices and not any(_same(value, choice) for choice in choices):
            shown = ", ".join(json.dumps(_spelled(choice), ensure_ascii=False) for choice in choices)
            result.add(Fault(ErrorType.UNSUPPORTED, place, name, f"supported values: {shown}"))
        result.count += value is not None
        return result

    def _by_kind(self, value: Any, schema: Node, place: Place, name: str, result: Result) -> None:
        if isinstance(value, str):
            _check_text(value, schema, place, name, result)
        elif isinstance(value, int | float) and not isinstance(value, bool):
            for message, names_value in check_number(value, schema, name):
                result.add(Fault(ErrorType.INVALID, place, name if names_value else "", message))
            result.count += 1
        elif isinstance(value, list):
            self._check_list(value, schema, place, name, result)
        elif isinstance(value, dict):
            self._check_object(value, schema, place, name, result)
        result.count += value is not None and not isinstance(value, bool)

    def _check_list(self, value: list[Any], schema: Node, place: Place, name: str, result: Result) -> None:
        items = schema.get("items")
        if isinstance(items, dict):
            for number, item in enumerate(value):
                result.merge(self.run(item, items, (*place, number), f"{name}[{number}]"))
        least, most = schema.get("minItems"), schema.get("maxItems")
        if least is not None and len(value) < least:
            result.add(Fault(ErrorType.INVALID, place, name, f"{name} in body should have at least {least} items"))
        if most is not None and len(value) > most:
            result.add(Fault(ErrorType.TOO_MANY, place, name, _at_most(most)))
        result.count += 1

    def _check_object(self, value: Node, schema: Node, place: Place, name: str, result: Result) -> None:
        least, most = schema.get("minProperties"), schema.get("maxProperties")
        if least is not None and len(value) < least:
            message = f"{name} in body should have at least {least} properties"
            result.add(Fault(ErrorType.INVALID, place, name, message))
        if most is not None and len(value) > most:
            result.add(Fault(ErrorType.TOO_MANY, place, name, _at_most(most)))
        properties, additional = mapping(schema.get("properties")), schema.get("additionalProperties")
        for key, item in value.items():
            if key in properties:
                inner = f"{name}.{key}" if name else key
                result.merge(self.run(item, mapping(properties[key]), (*place, key), inner))
            elif additional is False:
                message = f"{name}.{key} in body is a forbidden property"
                result.add(Fault(ErrorType.INVALID, place, name, message))
            elif isinstance(additional, dict):
                result.merge(self.run(item, additional, (*place, key), f"{name}.{key}"))
        for key in listing(schema.get("required")):
            if key not in value:
                inner = f"{name}.{key}"
                result.add(Fault(ErrorType.REQUIRED, (*place, key), inner, ""))

    def _junctors(self, value: Any, schema: Node, place: Place, name: str, result: Result) -> None:
        quoted = json.dumps(name, ensure_ascii=False)
        if alternatives := listing(schema.get("anyOf")):
            found = [self.run(value, mapping(one), place, name) for one in alternatives]
            right = next((one for one in found if not one.faults), None)
            if right is None:
                result.add(Fault(ErrorType.INVALID, (), "", f"{quoted} must validate at least one schema (anyOf)"))
            result.merge(right or max(found, key=lambda one: one.count))
        if alternatives := listing(schema.get("oneOf")):
            self._one_of(value, alternatives, place, name, result)
        if parts := listing(schema.get("allOf")):
            found = [self.run(value, mapping(one), place, name) for one in parts]
            for one in found:
                result.merge(one)
            if any(one.faults for one in found):
                none = ". None validated" if all(one.faults for one in found) else ""
                result.add(Fault(ErrorType.INVALID, (), "", f"{quoted} must validate all the schemas (allOf){none}"))
        if schema.get("not") is not None and not self.run(value, mapping(schema["not"]), place, name).faults:
            result.add(Fault(ErrorType.INVALID, (), "", f"{quoted} must not validate the schema (not)"))

    def _one_of(self, value: Any, alternatives: list[Any], place: Place, name: str, result: Result) -> None:
        found = [self.run(value, mapping(one), place, name) for one in alternatives]
        right = [one for one in found if not one.faults]
        if len(right) == 1:
            result.merge(right[0])
            return
        said = f"Found {len(right)} valid alternatives" if right else "Found none valid"
        quoted = json.dumps(name, ensure_ascii=False)
        message = f"{quoted} must validate one and only one schema (oneOf). {said}"
        result.add(Fault(ErrorType.INVALID, (), "", message))
        if not right:
            result.merge(max(found, key=lambda one: one.count))


def _wrong_type(value: Any, schema: Node) -> str | None:
    """What the type or the format of a value must be; the schema of an int-or-string names no type."""
    wanted, asked = schema.get("type") or "", schema.get("format") or ""
    if value is None:
        return f'must be of type {wanted}: "null"' if wanted and not schema.get("nullable") else None
    kind = _TYPES[value.__class__]
    fits = kind == wanted or (kind == "integer" and wanted == "number")
    fits = fits or (kind == "number" and wanted == "integer" and value.is_integer())
    if asked and not isinstance(value, str | list) and not fits and _FORMATS.get(kind, "") != asked:
        return f'must be of type {asked}: "{_FORMATS.get(kind, "")}"'
    if asked and isinstance(value, str | list) and wanted not in {"number", "integer"}:
        return None
    return None if fits or not (wanted or asked) else f'must be of type {wanted}: "{kind}"'


def _check_text(value: str, schema: Node, place: Place, name: str, result: Result) -> None:
    most, least = schema.get("maxLength"), schema.get("minLength")
    if most is not None and len(value) > most:
        longest = f"may not be more than {most} byte{'' if most == 1 else 's'}" if most >= 0 else "value is too long"
        result.add(Fault(ErrorType.TOO_LONG, place, name, longest))
    elif least is not None and len(value) < least:
        result.add(Fault(ErrorType.INVALID, place, name, f"{name} in body should be at least {least} chars long"))


def _at_most(most: int) -> str:
    return f"must have at most {most} item{'' if most == 1 else 's'}" if most >= 0 else "has too many items"


def _same(value: Any, choice: Any) -> bool:
    if isinstance(value, float) and isinstance(choice, int) and not isinstance(choice, bool):
        return int(value) == choice
    return same(value, choice) and isinstance(value, bool) is isinstance(choice, bool) and value is not None


def _spelled(choice: Any) -> str:
    """A choice as the message has it: text, or the JSON of anything else."""
    if isinstance(choice, str):
        return choice
    if isinstance(choice, int | float) and not isinstance(choice, bool):
        return go_number(choice)
    return written(choice)
