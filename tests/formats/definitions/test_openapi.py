"""The rules of Kubernetes' extensions for one node of a schema, in the words of the API server."""

from typing import Any

import pytest
from builders.cases import each_row

from xpkgtui.formats.definitions.field_errors import FieldError, FieldErrors, LinkedPath
from xpkgtui.formats.definitions.field_errors import LinkedPath as Path
from xpkgtui.formats.definitions.openapi import check, check_root
from xpkgtui.formats.definitions.schema import SchemaCheck

LIST, MAP, KEYS = "x-kubernetes-list-type", "x-kubernetes-map-type", "x-kubernetes-list-map-keys"
ROOT = LinkedPath(None, "s")
KEYED = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}
LISTED = {"type": "array", LIST: "map", KEYS: ["a"]}


def complaints(node: dict[str, Any], *, forbidden: str | None = None, in_meta: bool = False) -> list[str]:
    errors = FieldErrors()
    check(node, ROOT, errors, forbidden=forbidden, in_meta=in_meta)
    return [one.message for one in errors.found]


@each_row(
    "node",
    [
        {"type": "string"},
        {"type": "object", MAP: "atomic"},
        {"type": "object", MAP: "granular"},
        {"type": "array", LIST: "atomic"},
        {"type": "array", LIST: "set", "items": {"type": "string"}},
        {"type": "array", LIST: "set", "items": {"type": "array"}},
        {"type": "array", LIST: "set", "items": {"type": "array", LIST: "atomic"}},
        {"type": "array", LIST: "set", "items": {"type": "object", MAP: "atomic"}},
        {**LISTED, "items": KEYED},
        {**LISTED, "items": {"type": "object", "properties": {"a": {"type": "string", "default": ""}}}},
        {"type": "object", "properties": {"a": {}}, "additionalProperties": True},
        {"x-kubernetes-preserve-unknown-fields": True},
        {"default": 1},
        {"$ref": None, "id": ""},
    ],
)
def test_a_good_node_is_left_alone(node: dict[str, Any]) -> None:
    assert complaints(node) == []


@each_row(
    ("node", "message"),
    [
        ({"type": "text"}, "s.type: Unsupported value: supported values: "),
        ({"id": "a"}, "s.id: Forbidden: id is not supported"),
        ({"$ref": ""}, "s.$ref: Forbidden: $ref is not supported"),
        ({"items": [{}]}, "s.items: Forbidden: items must be a schema object and not an array"),
        ({"uniqueItems": True}, "s.uniqueItems: Forbidden: uniqueItems cannot be set to true"),
        ({MAP: "atomic"}, f"s.type: Required value: must be object if {MAP} is specified"),
        ({MAP: "atomic", "type": "array"}, f"s.type: Invalid value: must be object if {MAP} is specified"),
        ({MAP: "set", "type": "object"}, f's.{MAP}: Unsupported value: supported values: "atomic", "granular"'),
        ({LIST: "atomic"}, f"s.type: Required value: must be array if {LIST} is specified"),
        ({LIST: "atomic", "type": "object"}, f"s.type: Invalid value: must be array if {LIST} is specified"),
        ({LIST: "bag", "type": "array"}, f's.{LIST}: Unsupported value: supported values: "atomic", "set", "map"'),
        ({KEYS: ["a"], "type": "array"}, f"s.{LIST}: Required value: must be map if {KEYS} is non-empty"),
        ({KEYS: ["a"], LIST: "set", "type": "array"}, f"s.{LIST}: Invalid value: must be map if {KEYS} is"),
        (
            {LIST: "set", "type": "array", "items": {"type": "array", LIST: "set"}},
            f"s.items.{LIST}: Invalid value: must be atomic as item of a list with {LIST}=set",
        ),
        (
            {LIST: "set", "type": "array", "items": {"type": "object"}},
            f"s.items.{MAP}: Invalid value: must be atomic as item of a list with {LIST}=set",
        ),
        (
            {LIST: "set", "type": "array", "items": {"type": "string", "nullable": True}},
            f"s.items.nullable: Forbidden: cannot be nullable when {LIST} is set",
        ),
        ({"type": "array", LIST: "map", "items": KEYED}, f"s.{KEYS}: Required value: must not be empty if {LIST} is"),
        (LISTED, f"s.items: Required value: must have a schema if {LIST} is map"),
        ({**LISTED, "items": {"type": "string"}}, "s.items.type: Invalid value: must be object if parent array's"),
        ({**LISTED, "items": {"type": "object"}}, f"s.{KEYS}: Invalid value: entries must all be names of item"),
        (
            {**LISTED, KEYS: ["a", "a"], "items": KEYED},
            f"s.{KEYS}: Invalid value: must not contain duplicate entries",
        ),
        (
            {**LISTED, "items": {**KEYED, "required": []}},
            f"s.items.properties[a].default: Required value: this property is in {KEYS}, so it must have a default",
        ),
        (
            {**LISTED, "items": {**KEYED, "properties": {"a": {"type": "array"}}}},
            "s.items.properties[a].type: Invalid value: must be a scalar type if parent array's",
        ),
        (
            {**LISTED, "items": {**KEYED, "properties": {"a": {"type": "string", "nullable": True}}}},
            f"s.items.properties[a].nullable: Forbidden: this property is in {KEYS}, so it cannot be nullable",
        ),
        (
            {"properties": {"a": {}}, "additionalProperties": {}},
            "s.additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive",
        ),
        (
            {"x-kubernetes-preserve-unknown-fields": False},
            "s.x-kubernetes-preserve-unknown-fields: Invalid value: must be true or undefined",
        ),
    ],
)
def test_one_fault_is_one_complaint(node: dict[str, Any], message: str) -> None:
    (found,) = complaints(node)
    assert found.startswith(message)


def test_null_is_no_type_and_has_a_word_of_its_own() -> None:
    assert complaints({"type": "null"})[1:] == [
        "s.type: Forbidden: type cannot be set to null, use nullable as an alternative"
    ]


def test_a_default_and_an_embedded_resource_are_refused_where_they_may_not_stand() -> None:
    assert complaints({"default": 1}, forbidden="in top level type") == [
        "s.default: Forbidden: must not be set in top level type"
    ]
    assert complaints({"x-kubernetes-embedded-resource": True}) == []
    assert complaints({"x-kubernetes-embedded-resource": True}, in_meta=True) == [
        "s.x-kubernetes-embedded-resource: Forbidden: must not be used inside of resource meta"
    ]


@each_row(
    ("schema", "field"),
    [
        ({"type": "object", "properties": {}, "description": "a"}, None),
        ({"type": "string"}, "s.type"),
        ({"type": "string", "id": "a"}, "s"),
        ({"type": "object", "nullable": True}, "s"),
        ({"nullable": True}, "s"),
    ],
)
def test_the_root_beside_a_status_may_have_few_fields(schema: dict[str, Any], field: str | None) -> None:
    errors = FieldErrors()
    check_root(schema, ROOT, errors)
    assert [one.field for one in errors.found] == ([field] if field else [])


@each_row(
    ("rule", "is_refused"),
    [
        ({"rule": "oldSelf.orValue(self) == self", "optionalOldSelf": True}, False),
        ({"rule": "self != ''"}, False),
        ({"rule": "self != ''", "optionalOldSelf": True}, True),
        ({"rule": "self != 'oldSelf'", "optionalOldSelf": False}, True),
    ],
)
def test_a_rule_that_may_do_without_the_old_value_uses_it(rule: dict[str, Any], is_refused: bool) -> None:
    schema = {"type": "object", "properties": {"a": {**STRING, "x-kubernetes-validations": [rule]}}}
    place = "s.properties[a].x-kubernetes-validations[0].optionalOldSelf"
    assert [one.field for one in SchemaCheck().run(schema, ROOT, status=False)] == [place] * is_refused


STRING = {"type": "string"}
OPEN: dict[str, Any] = {"type": "object", "x-kubernetes-preserve-unknown-fields": True}


def found_in(node: dict[str, Any]) -> list[FieldError]:
    """The errors of a schema whose field a has a default."""
    return SchemaCheck().run({"type": "object", "properties": {"a": node}}, Path(None, "s"), status=False)


def listed(count: int, **more: Any) -> dict[str, Any]:
    return {"type": "array", "items": STRING, "default": [""] * count, **more}


def nested(depth: int) -> dict[str, Any]:
    schema: dict[str, Any] = STRING
    value: Any = ""
    for _ in range(depth):
        schema, value = {"type": "object", "properties": {"a": schema}}, {"a": value}
    return {**schema, "default": value}


@pytest.mark.parametrize("node", [listed(19_999), nested(100), {**OPEN, "default": {"b": [{"c": ""}] * 100_001}}])
def test_a_default_within_the_limits_is_right(node: dict[str, Any]) -> None:
    assert found_in(node) == []


@pytest.mark.parametrize(
    "node",
    [
        listed(20_000),
        listed(100_001),
        nested(101),
        listed(19_999, **{"not": {"items": {"enum": ["b"]}}}),
        {**listed(20_000), "default": [""] * 20_000 + [1]},
        {
            "type": "array",
            "default": [{"apiVersion": "v1", "kind": "A", "metadata": {}}] * 100_001,
            "items": OPEN | {"x-kubernetes-embedded-resource": True},
        },
    ],
    ids=["many", "very many", "deep", "not", "a fault beyond", "resources"],
)
def test_a_default_beyond_the_limits_is_undecided(node: dict[str, Any]) -> None:
    (error,) = found_in(node)
    assert error.is_undecided
    assert (str(error.path), error.words) == (
        "s.properties.a.default",
        "xpkgtui checks at most 20,000 values of a default, 100 inside each other",
    )


def test_unknown_fields_are_refused_beyond_the_limits_too() -> None:
    node = {"type": "object", "properties": {"b": {"type": "array", "items": STRING}}}
    found = found_in({**node, "default": {"c": 1, "b": [""] * 20_000}})
    assert [one.is_undecided for one in found] == [False, True]
