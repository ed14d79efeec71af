"""Types and bounds in words."""

from typing import Any

import pytest
from builders.cases import each_row

from xpkgtui.formats.definitions.fields.field import alternatives_of, bounds_of, type_words

_TEXT = {"type": "string"}
_OBJECT = {"type": "object", "properties": {"a": _TEXT}}
_ANY = {"type": "object", "x-kubernetes-preserve-unknown-fields": True}


@each_row(
    ("schema", "expected"),
    [
        (_TEXT, "string"),
        ({"type": "string", "enum": ["a"]}, "enum"),
        (_OBJECT, "object"),
        ({"type": "object"}, "object"),
        (_ANY, "any"),
        ({}, "any"),
        (_OBJECT | _ANY, "object"),
        ({"x-kubernetes-int-or-string": True, "anyOf": [{"type": "integer"}, _TEXT]}, "int or string"),
        ({"type": "array", "items": _OBJECT}, "list of objects"),
        ({"type": "array", "items": _TEXT, "x-kubernetes-list-type": "set"}, "set of string"),
        ({"type": "array", "items": _OBJECT, "x-kubernetes-list-type": "map"}, "map list of objects"),
        ({"type": "array", "items": {"type": "array", "items": _TEXT}}, "list of list of string"),
        ({"type": "object", "additionalProperties": _TEXT}, "map of string"),
        ({"type": "object", "additionalProperties": True}, "map"),
        ({"type": "object", "additionalProperties": _ANY}, "map of any"),
        ({"type": "object", "x-kubernetes-embedded-resource": True}, "resource"),
    ],
)
def test_types(schema: dict[str, Any], expected: str) -> None:
    assert type_words(schema) == expected


@each_row(
    ("schema", "expected"),
    [
        ({"minLength": 1}, [("length", "at least 1")]),
        ({"minLength": 1, "maxLength": 63}, [("length", "1 to 63")]),
        ({"minItems": 3, "maxItems": 3}, [("items", "3")]),
        ({"maximum": 10.5, "exclusiveMaximum": True}, [("value", "below 10.5")]),
        ({"minimum": 1, "maximum": 9, "exclusiveMinimum": True}, [("value", "above 1, at most 9")]),
        ({"minProperties": 0}, [("fields", "at least 0")]),
        ({"multipleOf": 0.5}, [("value", "a multiple of 0.5")]),
        ({"minimum": True, "maxLength": "x", "maximum": float("nan")}, []),
    ],
)
def test_bounds(schema: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    assert list(bounds_of(schema)) == expected


@each_row(
    ("schema", "expected"),
    [
        ({"oneOf": [{"required": ["a"]}, {"required": ["b", "c"]}]}, ("exactly one of: a, b with c",)),
        ({"anyOf": [{"required": ["a"]}, {"required": ["b"]}]}, ("at least one of: a, b",)),
        ({"anyOf": [{"pattern": "a"}, {"pattern": "b"}]}, ("at least one of 2 further schemas",)),
        ({"x-kubernetes-int-or-string": True, "anyOf": [{"type": "integer"}, _TEXT]}, ()),
    ],
)
def test_alternatives(schema: dict[str, Any], expected: tuple[str, ...]) -> None:
    assert alternatives_of(schema) == expected


@pytest.mark.parametrize(("depth", "words"), [(7, 7 * ("list",) + ("string",)), (8, 8 * ("list",))])
def test_eight_types_inside_each_other_are_named(depth: int, words: tuple[str, ...]) -> None:
    schema: dict[str, Any] = _TEXT
    for _ in range(depth):
        schema = {"type": "array", "items": schema}
    assert type_words(schema) == " of ".join(words)
