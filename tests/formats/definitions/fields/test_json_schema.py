"""JSON Schemas: what they accept, keyword by keyword; `python -m differential schemas` asks the API server."""

from typing import Any

import jsonschema
from builders.cases import each_row

from xpkgtui.formats.definitions.fields.json_schema import json_schema, part_of

_TEXT = {"type": "string"}


def _is_valid(field: dict[str, Any], value: Any) -> bool:
    spec = {"type": "object", "properties": {"field": field}}
    schema = json_schema("example.org", "Thing", "v1", {"type": "object", "properties": {"spec": spec}})
    jsonschema.Draft202012Validator.check_schema(schema)
    thing = {
        "apiVersion": "example.org/v1",
        "kind": "Thing",
        "metadata": {"name": "a"},
        "spec": {"field": value},
    }
    return jsonschema.Draft202012Validator(schema).is_valid(thing)


@each_row("word", ["properties", "items", "additionalProperties", "not", "allOf", "anyOf", "oneOf"])
@each_row(
    ("depth", "leaf"), [(200, _TEXT), (201, {"$comment": "xpkgtui writes schemas 200 deep, and this one goes on"})]
)
def test_schemas_are_followed_two_hundred_deep(word: str, depth: int, leaf: dict[str, Any]) -> None:
    schema: Any = _TEXT
    for _ in range(depth):
        schema = {word: [schema] if word.endswith("Of") else {"a": schema} if word == "properties" else schema}
    found: Any = part_of(schema)
    for _ in range(depth):
        found = found[word][0] if word.endswith("Of") else found[word]["a"] if word == "properties" else found[word]
    assert found == leaf


_INT_OR_STRING = {"x-kubernetes-int-or-string": True, "anyOf": [{"type": "integer"}, {"type": "string"}]}
_SET = {"type": "array", "items": _TEXT, "x-kubernetes-list-type": "set"}
_OPEN = {"type": "object", "x-kubernetes-preserve-unknown-fields": True}
_DEFAULTED = {"type": "object", "required": ["a"], "properties": {"a": {"type": "string", "default": "x"}}}
_RESOURCE = {**_OPEN, "x-kubernetes-embedded-resource": True}


@each_row(
    ("field", "value", "expected"),
    [
        (_TEXT, "a", True),
        (_TEXT, 1, False),
        (_TEXT, None, False),
        (_TEXT | {"nullable": True}, None, True),
        (_TEXT | {"nullable": True, "enum": ["a"]}, None, True),
        (_INT_OR_STRING, 1, True),
        (_INT_OR_STRING, "1", True),
        (_INT_OR_STRING, 1.5, False),
        (_INT_OR_STRING | {"nullable": True}, True, False),
        ({"type": "integer", "format": "int32"}, 1 << 31, True),
        ({"type": "number", "minimum": 1, "exclusiveMinimum": True}, 1, False),
        ({"type": "number", "minimum": 1, "exclusiveMinimum": False}, 1, True),
        (_SET, ["a", "a"], False),
        ({"type": "object"}, {"a": 1}, False),
        (_OPEN, {"a": 1}, True),
        ({"type": "object", "properties": {"a": _TEXT}}, {"b": 1}, False),
        ({"type": "object", "additionalProperties": _TEXT}, {"b": "c"}, True),
        ({"type": "object", "additionalProperties": _TEXT}, {"b": 1}, False),
        (_DEFAULTED, {}, True),
        (_RESOURCE, {"apiVersion": "v1", "kind": "ConfigMap", "data": {}}, True),
        (_RESOURCE, {"kind": "ConfigMap"}, False),
        ({"type": "object", "properties": {"a": _TEXT}, "oneOf": [{"required": ["a"]}]}, {}, False),
        ({"type": "object", "properties": {"a": _TEXT}, "anyOf": [{"properties": {"a": {}}}]}, {"a": "b"}, True),
        (_TEXT | {"pattern": "^a$"}, "b", False),
        (_TEXT | {"pattern": "(?i)^a$"}, "b", True),
    ],
)
def test_values(field: dict[str, Any], value: Any, expected: bool) -> None:
    assert _is_valid(field, value) is expected


@each_row(
    ("changes", "expected"),
    [
        ({}, True),
        ({"kind": "Other"}, False),
        ({"apiVersion": "example.org/v2"}, False),
        ({"metadata": {}}, False),
        ({"metadata": {"generateName": "a-"}}, True),
        ({"metadata": {"name": "A"}}, False),
        ({"metadata": {"name": "a", "labels": {"a": 1}}}, False),
        ({"spce": {}}, False),
    ],
)
def test_objects(changes: dict[str, Any], expected: bool) -> None:
    schema = json_schema("example.org", "Thing", "v1", {"type": "object", "properties": {"spec": {"type": "object"}}})
    thing = {"apiVersion": "example.org/v1", "kind": "Thing", "metadata": {"name": "a"}, "spec": {}}
    assert jsonschema.Draft202012Validator(schema).is_valid(thing | changes) is expected


@each_row(
    ("field", "good", "bad"),
    [
        ({"type": "string", "format": "byte"}, ("YQ==", "YWJj"), ("", "YQ", "a-b_")),
        ({"type": "string", "format": "byte", "pattern": "^Y"}, ("YQ==",), ("aQ==", "Y")),
        ({"type": "integer"}, (2**63 - 1, -(2**63)), (2**63, -(2**63) - 1)),
        ({"type": "integer", "maximum": 5}, (5,), (6,)),
        ({"type": "integer", "minimum": -1e30, "maximum": 1e30}, (2**63 - 1, -(2**63)), (2**63, -(2**63) - 1)),
        (
            {"x-kubernetes-int-or-string": True, "anyOf": [{"type": "integer"}, {"type": "string"}]},
            (1, "a", 2**63),
            (),
        ),
        ({"x-kubernetes-preserve-unknown-fields": True}, (1, {}, []), (None,)),
        ({"x-kubernetes-preserve-unknown-fields": True, "nullable": True}, (None,), ()),
    ],
)
def test_a_required_field_takes_what_the_api_server_takes(
    field: dict[str, Any], good: tuple[Any, ...], bad: tuple[Any, ...]
) -> None:
    schema = part_of({"type": "object", "required": ["f"], "properties": {"f": field}})
    check = jsonschema.Draft202012Validator(schema)
    assert [one for one in good if not check.is_valid({"f": one})] == []
    assert [one for one in bad if check.is_valid({"f": one})] == []
