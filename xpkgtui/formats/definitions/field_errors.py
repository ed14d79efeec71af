"""Errors of the API server about fields of a definition; paths to fields, as errors and CEL rules name them."""

import re
from dataclasses import field
from enum import StrEnum
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.patterns import late
from xpkgtui.untyped import mapping
from xpkgtui.values import dataclass

Node = dict[str, Any]
MISTYPED = (ArithmeticError, AttributeError, TypeError, ValueError, LookupError, RecursionError)
"""What is raised where a schema or an object is not one that an API server takes: any types, huge numbers."""
_MOST = 200
"""Errors of one definition that are kept; a hostile one has millions."""


class ErrorType(StrEnum):
    """Kinds of field errors, as Kubernetes prints them."""

    REQUIRED = "Required value"
    INVALID = "Invalid value"
    FORBIDDEN = "Forbidden"
    UNSUPPORTED = "Unsupported value"
    DUPLICATE = "Duplicate value"
    TOO_MANY = "Too many"
    NOT_FOUND = "Not found"
    TOO_LONG = "Too long"
    INTERNAL = "Internal error"


@dataclass(frozen=True, slots=True)
class LinkedPath:
    """The path to a field, linked from the leaf up: cheap to extend, however deep a schema is."""

    before: "LinkedPath | None"
    part: str | int
    is_key: bool = False
    """Whether the part is a key of a map, which Kubernetes writes in brackets."""

    def to(self, *parts: str | int) -> "LinkedPath":
        """The path extended by these parts."""
        path = self
        for part in parts:
            path = LinkedPath(path, part)
        return path

    def at(self, name: str, key: str) -> "LinkedPath":
        """The path extended by an entry of the map `name`."""
        return LinkedPath(LinkedPath(self, name), key, is_key=True)

    def steps(self) -> "list[LinkedPath]":
        """The steps from the root down."""
        steps: list[LinkedPath] = []
        step: LinkedPath | None = self
        while step is not None:
            steps.append(step)
            step = step.before
        return steps[::-1]

    @property
    def path(self) -> FieldPath:
        """The path in the document."""
        return FieldPath(tuple(step.part for step in self.steps()))

    def __str__(self) -> str:
        text = ""
        for step in self.steps():
            bracketed = step.is_key or isinstance(step.part, int)
            text += f"[{step.part}]" if bracketed else f".{step.part}" if text else str(step.part)
        return text


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldError:
    """One reason to refuse a definition."""

    type: ErrorType
    path: FieldPath
    """The path in the document, also of an absent field."""
    field: str
    """The path as the API server names it: what all versions share is validated where v1beta1 had it."""
    detail: str = ""
    is_undecided: bool = False
    """Whether it says only that the field was not checked whole, as `detail` has it."""

    @property
    def words(self) -> str:
        """The kind of the error and the first line of its detail, for a sentence of this program."""
        if self.is_undecided:
            return self.detail
        return self.type.lower() + (f": {self.detail.partition(chr(10))[0]}" if self.detail else "")

    @property
    def message(self) -> str:
        """The message as Kubernetes prints it, without the value."""
        return f"{self.field}: {self.type}" + (f": {self.detail}" if self.detail else "")


@dataclass(slots=True)
class FieldErrors:
    """A collection of errors, with a limit."""

    found: list[FieldError] = field(default_factory=list)

    def add(self, error_type: ErrorType, path: LinkedPath, detail: str = "", *, field: str | None = None) -> None:
        """Adds an error, up to the limit; `field` is the path as the API server names it, where it is another."""
        if not self.is_full:
            named = str(path) if field is None else field
            self.found.append(FieldError(type=error_type, path=path.path, field=named, detail=detail))

    @property
    def is_full(self) -> bool:
        """Whether further errors are not kept."""
        return len(self.found) >= _MOST

    def undecided(self, path: LinkedPath, detail: str) -> None:
        """Adds that the value of a field was not checked whole, although the collection is full."""
        one = FieldError(type=ErrorType.INVALID, path=path.path, field=str(path), detail=detail, is_undecided=True)
        self.found.append(one)

    def required(self, path: LinkedPath, detail: str = "") -> None:
        """Adds that a field is required."""
        self.add(ErrorType.REQUIRED, path, detail)

    def invalid(self, path: LinkedPath, detail: str) -> None:
        """Adds that the value of a field is wrong."""
        self.add(ErrorType.INVALID, path, detail)

    def forbidden(self, path: LinkedPath, detail: str) -> None:
        """Adds that a field is not allowed."""
        self.add(ErrorType.FORBIDDEN, path, detail)

    def unsupported(self, path: LinkedPath, *accepted: str) -> None:
        """Adds that the value of a field is not one of `accepted`."""
        self.add(ErrorType.UNSUPPORTED, path, "supported values: " + ", ".join(f'"{one}"' for one in accepted))


SCHEMA_FIELDS = frozenset(
    [
        *("$ref", "$schema", "additionalItems", "additionalProperties", "allOf", "anyOf", "default", "definitions"),
        *("dependencies", "description", "enum", "example", "exclusiveMaximum", "exclusiveMinimum", "externalDocs"),
        *("format", "id", "items", "maxItems", "maxLength", "maxProperties", "maximum", "minItems", "minLength"),
        *("minProperties", "minimum", "multipleOf", "not", "nullable", "oneOf", "pattern", "patternProperties"),
        *("properties", "required", "title", "type", "uniqueItems", "x-kubernetes-embedded-resource"),
        *("x-kubernetes-int-or-string", "x-kubernetes-list-map-keys", "x-kubernetes-list-type"),
        *("x-kubernetes-map-type", "x-kubernetes-preserve-unknown-fields", "x-kubernetes-validations"),
    ]
)
"""The fields of a schema; others are dropped before the validation."""


_POINTERS = frozenset(
    [
        *("$ref", "additionalItems", "additionalProperties", "default", "example", "x-kubernetes-list-type"),
        *("x-kubernetes-map-type", "x-kubernetes-preserve-unknown-fields"),
    ]
)
"""Fields that are there with any value but null."""


def is_set(node: Node, name: str) -> bool:
    """Whether Go's value of a field differs from that of an absent field."""
    value = node.get(name)
    if value is None:
        return False
    return name in _POINTERS or (value is not False and value != "" and (value != 0 or name.startswith("m")))


_TOKEN = late(r"'(?:[^'\\]|\\.)*'|[.\[\]]|[^.\[\]]+", re.DOTALL)
_NO_FIELD = "does not refer to a valid field"
_ENDS = "unexpected end of JSON path"


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldPathCheck:
    """What a path refers to, or why it refers to nothing."""

    fault: str | None = None
    schema: Node | None = None
    names: tuple[str, ...] = ()


def check_field_path(text: str, schema: Node, *, brackets: bool = True) -> FieldPathCheck:
    """Follows a path through a schema; `brackets` says whether names may stand in brackets."""
    parts = iter(_TOKEN.findall(text))
    names: list[str] = []
    node: Node = schema
    for part in parts:
        if part == "[" and not brackets:
            return FieldPathCheck(fault="array notation is not allowed")
        if part not in (".", "["):
            return FieldPathCheck(fault=f"expected [ or . but got: {part}")
        name = next(parts, None)
        if name is None:
            return FieldPathCheck(fault=_ENDS)
        if part == "[":
            if len(name) < 2 or name[0] != "'" or name[-1] != "'":
                return FieldPathCheck(fault=f"expected single quoted string but got {name}")
            name = re.sub(r"\\(.)", r"\1", name[1:-1], flags=re.DOTALL)
        below = _below(node, name)
        if below is None:
            return FieldPathCheck(fault=_NO_FIELD)
        names.append(name)
        node = below
        if part == "[" and (closing := next(parts, None)) != "]":
            return FieldPathCheck(fault=_ENDS if closing is None else f"expected ] but got {closing}")
    return FieldPathCheck(schema=node, names=tuple(names))


def _below(node: Node, name: str) -> Node | None:
    if properties := mapping(node.get("properties")):
        return mapping(properties[name]) if name in properties else None
    additional = node.get("additionalProperties")
    return None if additional is None else mapping(additional)
