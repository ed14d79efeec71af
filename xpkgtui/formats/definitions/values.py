"""Whether a value fits a schema, with the messages of k8s.io/kube-openapi (pkg/validation/validate)."""

import json
import math
from collections.abc import Iterator
from dataclasses import field
from typing import Any, Protocol

from xpkgtui.formats.definitions.effort import meter
from xpkgtui.formats.definitions.field_errors import ErrorType, Node
from xpkgtui.golang.printing import quoted, written
from xpkgtui.untyped import listing, mapping, same
from xpkgtui.values import dataclass

_RANGES = {"int32": 2**31, "int64": 2**63}
_LARGEST_FLOAT32 = 3.4028235677973366e38
_EPSILON = 1e-9
_WHOLE = 1e21
"""From here on Go writes numbers with an exponent."""


def go_number(value: float) -> str:
    """A number as Go's `%v` writes it."""
    if isinstance(value, int) or (value.is_integer() and abs(value) < _WHOLE):
        return str(int(value))
    return repr(value)


def check_number(value: float, schema: Node, name: str) -> Iterator[tuple[str, bool]]:
    """Messages about a number, and whether each names its place; others are about the whole value."""
    kind = schema.get("type") if not schema.get("x-kubernetes-int-or-string") else None
    kind = kind if kind in {"integer", "number"} else None
    formats = {"integer": ("int32", "int64"), "number": ("float", "double")}.get(kind or "", ())
    wanted = schema.get("format") if schema.get("format") in formats else ""
    behind = f"{kind} {f'with format {wanted}' if wanted else '(default format)'} in {name}"
    if not _fits(value, kind, wanted):
        yield f"Checked value must be of type {behind}", False
    factor = schema.get("multipleOf")
    if factor is not None:
        whole = _fits(factor, kind, wanted)
        if not whole:
            yield f"MultipleOf value must be of type {behind}", False
        yield from _multiple(value, factor, name, as_integer=whole and isinstance(value, int))
    for word, sign in (("minimum", "greater"), ("maximum", "less")):
        bound, exclusive = schema.get(word), bool(schema.get(f"exclusive{word.capitalize()}"))
        if bound is None:
            continue
        whole = _fits(bound, kind, wanted)
        if not whole:
            yield f"{word.capitalize()} boundary value must be of type {behind}", False
        if whole and isinstance(value, int):
            bound = int(bound)
        beyond = value > bound if sign == "less" else value < bound
        if beyond or (exclusive and value == bound):
            how = f"{sign} than" if exclusive else f"{sign} than or equal to"
            yield f"{name} in body should be {how} {go_number(bound)}", True


def _fits(value: float, kind: str | None, wanted: Any) -> bool:
    """Whether a number is one of a type and format."""
    if kind == "integer":
        largest = _RANGES.get(wanted, _RANGES["int64"])
        return float(value).is_integer() and -largest <= value < largest
    return wanted != "float" or abs(value) <= _LARGEST_FLOAT32


def _multiple(value: float, factor: float, name: str, *, as_integer: bool) -> Iterator[tuple[str, bool]]:
    factor = int(factor) if as_integer else factor
    if factor <= 0:
        yield f"factor MultipleOf declared for {name} must be positive: {go_number(factor)}", True
    elif as_integer:
        if value % factor:
            yield f"{name} in body should be a multiple of {go_number(factor)}", True
    else:
        quotient = 1 / factor * value if factor < 1 else value / factor
        off = abs(quotient - math.trunc(quotient))
        if off and off / (abs(quotient) + abs(math.trunc(quotient))) >= _EPSILON:
            yield f"{name} in body should be a multiple of {go_number(factor)}", True


_TYPES = {dict: "object", list: "array", str: "string", bool: "boolean", int: "integer", float: "number"}
_FORMATS = {"integer": "int64", "number": "float64"}
"""The formats of Go's types."""
_DEEPEST = 100
"""Values and schemas inside each other that are compared."""
_written = json.JSONEncoder(ensure_ascii=False).encode
_NAMED = 10
"""Values of an `enum` that are named at the cost of one comparison."""
_MOST = 20_000
"""Values and schemas that are compared for one default."""
Place = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class ValueFault:
    """One reason why a value does not fit."""

    type: ErrorType
    place: Place
    """The keys and indexes below the value."""
    name: str
    """The place in the library's spelling; empty for the value itself."""
    message: str
    value: Any = ""
    """The value that the API server shows with the message."""
    is_type: bool = False
    """Whether the type is wrong; the API server then checks no CEL rules."""


class TextCheck(Protocol):
    """The patterns and formats that a program checks; None where the answer is not known."""

    def known_format(self, name: str) -> str:
        """The format, or nothing where the program ignores it."""
        ...

    def fits_pattern(self, text: str, pattern: str) -> bool | None:
        """Whether the pattern is found in the text."""
        ...

    def fits_format(self, text: str, name: str) -> bool | None:
        """Whether the text has the format."""
        ...


@dataclass(slots=True)
class Result:
    """The faults of a value, and how many checks were made, by which the nearest of several schemas is chosen."""

    faults: list[ValueFault] = field(default_factory=list)
    count: int = 0
    _said: set[tuple[str, str]] = field(default_factory=set)

    def merge(self, other: "Result") -> None:
        """Adds the faults of another result, each message once."""
        for fault in other.faults:
            self.add(fault)
        self.count += other.count

    def add(self, fault: ValueFault) -> None:
        """Adds a fault unless it is there."""
        if (said := (fault.name, fault.message)) not in self._said:
            self._said.add(said)
            self.faults.append(fault)


class ValueCheck:
    """The comparison of one value with one schema."""

    def __init__(self, texts: TextCheck, *, is_of_default: bool = False) -> None:
        self._left = _MOST
        self._texts = texts
        self._is_of_default = is_of_default
        self.has_unclear_text = False
        """Whether a pattern or a format was not compared."""
        self.is_undecided = False
        """Whether something was not compared."""
        self.has_certain_faults = True
        """Whether no combination of schemas hangs on what was not compared."""
        self._choices = 0
        self._depth = 0
        """Values and schemas inside each other that are being compared."""

    def run(self, value: Any, schema: Node, place: Place = (), name: str = "") -> Result:
        """All faults of a value at a place."""
        self._left -= 1
        meter().spent += 1
        if self._left < 0 or self._depth > _DEEPEST:
            self.is_undecided, self.has_certain_faults = True, False
            return Result()
        self._depth += 1
        try:
            return self._compared(value, schema, place, name)
        finally:
            self._depth -= 1

    def _compared(self, value: Any, schema: Node, place: Place, name: str) -> Result:
        result = Result()
        asked = self._asked(schema)
        if fault := _wrong_type(value, schema, asked, two_types=not self._is_of_default):
            message, shown = fault
            result.add(ValueFault(ErrorType.INVALID, place, name, f"{name} in body {message}", shown, is_type=True))
        if schema.get("type") or schema.get("x-kubernetes-int-or-string") or asked:
            result.count += 1 if value is None else 2
        if value is not None:
            self._choices += 1
            self._junctors(value, schema, place, name, result)
            self._choices -= 1
            result.count += 2
        self._by_kind(value, schema, place, name, result)
        choices = schema.get("enum")
        is_chosen = value in choices if choices and isinstance(value, str) else None
        if choices and not (any(_same(value, one) for one in choices) if is_chosen is None else is_chosen):
            meter().spent += len(choices) / _NAMED
            shown = ", ".join(_written(_spelled(choice)) for choice in choices)
            result.add(ValueFault(ErrorType.UNSUPPORTED, place, name, f"supported values: {shown}", value))
        result.count += value is not None
        return result

    def _asked(self, schema: Node) -> str:
        """The format that counts for the type: in a default one that is not known does too."""
        asked: str = schema.get("format") or ""
        return asked if self._is_of_default else asked and self._texts.known_format(asked)

    def _by_kind(self, value: Any, schema: Node, place: Place, name: str, result: Result) -> None:
        if isinstance(value, str):
            self._check_text(value, schema, place, name, result)
        elif isinstance(value, int | float) and not isinstance(value, bool):
            if "format" in schema:
                schema = schema | {"format": self._asked(schema)}
            for message, names_value in check_number(value, schema, name):
                shown = schema.get("multipleOf") if message.startswith("factor MultipleOf") else value
                there, shown = (name, shown) if names_value else ("", "")
                result.add(ValueFault(ErrorType.INVALID, place, there, message, shown))
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
            message = f"{name} in body should have at least {least} items"
            result.add(ValueFault(ErrorType.INVALID, place, name, message, len(value)))
        if most is not None and len(value) > most:
            result.add(ValueFault(ErrorType.TOO_MANY, place, name, _at_most(most), len(value)))
        result.count += 1

    def _check_object(self, value: Node, schema: Node, place: Place, name: str, result: Result) -> None:
        least, most = schema.get("minProperties"), schema.get("maxProperties")
        if least is not None and len(value) < least:
            message = f"{name} in body should have at least {least} properties"
            result.add(ValueFault(ErrorType.INVALID, place, name, message, len(value)))
        if most is not None and len(value) > most:
            result.add(ValueFault(ErrorType.TOO_MANY, place, name, _at_most(most), len(value)))
        properties, additional = mapping(schema.get("properties")), schema.get("additionalProperties")
        for key, item in value.items():
            if key in properties:
                inner = f"{name}.{key}" if name else key
                result.merge(self.run(item, mapping(properties[key]), (*place, key), inner))
            elif additional is False:
                message = f"{name}.{key} in body is a forbidden property"
                result.add(ValueFault(ErrorType.INVALID, place, name, message, key))
            elif isinstance(additional, dict):
                result.merge(self.run(item, additional, (*place, key), f"{name}.{key}"))
        for key in listing(schema.get("required")):
            if key not in value:
                inner = f"{name}.{key}"
                result.add(ValueFault(ErrorType.REQUIRED, (*place, key), inner, ""))

    def _check_text(self, value: str, schema: Node, place: Place, name: str, result: Result) -> None:
        most, least, pattern = schema.get("maxLength"), schema.get("minLength"), schema.get("pattern")
        if most is not None and len(value) > most:
            longest = (
                f"may not be more than {most} byte{'' if most == 1 else 's'}" if most >= 0 else "value is too long"
            )
            result.add(ValueFault(ErrorType.TOO_LONG, place, name, longest))
        elif least is not None and len(value) < least:
            message = f"{name} in body should be at least {least} chars long"
            result.add(ValueFault(ErrorType.INVALID, place, name, message, value))
        elif pattern and self._misfits(self._texts.fits_pattern(value, pattern)):
            result.add(ValueFault(ErrorType.INVALID, place, name, f"{name} in body should match '{pattern}'", value))
        if asked := self._texts.known_format(schema.get("format") or ""):
            result.count += 1
            if self._misfits(self._texts.fits_format(value, asked)):
                message = f"{name} in body must be of type {asked}: {quoted(value)}"
                result.add(ValueFault(ErrorType.INVALID, place, name, message, value, is_type=True))

    def _misfits(self, fits: bool | None) -> bool:
        self.has_unclear_text |= fits is None
        self.has_certain_faults &= fits is not None or not self._choices
        self.is_undecided |= fits is None
        return fits is False

    def _junctors(self, value: Any, schema: Node, place: Place, name: str, result: Result) -> None:
        quoted = json.dumps(name, ensure_ascii=False)
        if alternatives := listing(schema.get("anyOf")):
            found = [self.run(value, mapping(one), place, name) for one in alternatives]
            right = next((one for one in found if not one.faults), None)
            if right is None:
                result.add(
                    ValueFault(ErrorType.INVALID, (), "", f"{quoted} must validate at least one schema (anyOf)")
                )
            result.merge(right or max(found, key=lambda one: one.count))
        if alternatives := listing(schema.get("oneOf")):
            self._one_of(value, alternatives, place, name, result)
        if parts := listing(schema.get("allOf")):
            found = [self.run(value, mapping(one), place, name) for one in parts]
            for one in found:
                result.merge(one)
            if any(one.faults for one in found):
                none = ". None validated" if all(one.faults for one in found) else ""
                result.add(
                    ValueFault(ErrorType.INVALID, (), "", f"{quoted} must validate all the schemas (allOf){none}")
                )
        if schema.get("not") is not None and not self.run(value, mapping(schema["not"]), place, name).faults:
            result.add(ValueFault(ErrorType.INVALID, (), "", f"{quoted} must not validate the schema (not)"))

    def _one_of(self, value: Any, alternatives: list[Any], place: Place, name: str, result: Result) -> None:
        found = [self.run(value, mapping(one), place, name) for one in alternatives]
        right = [one for one in found if not one.faults]
        if len(right) == 1:
            result.merge(right[0])
            return
        sentence = f"Found {len(right)} valid alternatives" if right else "Found none valid"
        quoted = json.dumps(name, ensure_ascii=False)
        message = f"{quoted} must validate one and only one schema (oneOf). {sentence}"
        result.add(ValueFault(ErrorType.INVALID, (), "", message))
        if not right:
            result.merge(max(found, key=lambda one: one.count))


def _wrong_type(value: Any, schema: Node, asked: str, *, two_types: bool) -> tuple[str, str] | None:
    """What the type or the format of a value must be, and what it is.

    In a default the schema of an int-or-string names no type, in an object it names two.
    """
    wanted = schema.get("type") or ""
    if two_types and schema.get("x-kubernetes-int-or-string"):
        wanted = "integer,string"
    if value is None:
        is_wrong = wanted and not schema.get("nullable")
        return (f'must be of type {wanted}: "null"', "null") if is_wrong else None
    kind, types = _TYPES[value.__class__], wanted.split(",")
    if kind == "integer" and not -_RANGES["int64"] <= value < _RANGES["int64"]:
        kind = "number"
    fits = kind in types or (kind == "integer" and "number" in types)
    fits = fits or (isinstance(value, float) and "integer" in types and _is_whole(value))
    own = _FORMATS.get(kind, "")
    if asked and not isinstance(value, str | list) and not fits and own != asked:
        return f'must be of type {asked}: "{own}"', own
    if asked and isinstance(value, str | list) and not {"number", "integer"} & set(types):
        return None
    return None if fits or not (wanted or asked) else (f'must be of type {wanted}: "{kind}"', kind)


_NEAR, _EXACT = 1e-9, (1 << 53) - 1


def _is_whole(value: float) -> bool:
    """Whether a number is taken for an integer: it is one of 64 bits, or nearly one.

    github.com/go-openapi/swag, IsFloat64AJSONInteger.
    """
    if value.is_integer():
        return -_RANGES["int64"] <= value < _RANGES["int64"]
    nearest = round(value) if abs(value) <= _EXACT else 0
    return abs(value - nearest) < _NEAR * abs(nearest)


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
