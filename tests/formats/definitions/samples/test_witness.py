"""Samples of versions, and witnesses of changes between two."""

import os
from pathlib import Path
from typing import Any

import pytest
from builders.cases import each_row
from builders.corpus import content, packages
from builders.definitions_text import sample
from hypothesis import given
from hypothesis import strategies as st
from ruamel.yaml import YAML

from xpkgtui.documents.document import PackageDocument, parse
from xpkgtui.documents.stream import split
from xpkgtui.documents.yaml.writing import as_yaml
from xpkgtui.formats.definitions.objects.judging import ObjectJudge, ObjectNames, ObjectOutcome
from xpkgtui.formats.definitions.samples.sample import objects
from xpkgtui.formats.definitions.samples.witness import witness

NAMES = ObjectNames(group="example.org", kind="Thing", is_namespaced=True)


def version(schema: Any, *required: str) -> dict[str, Any]:
    """A version whose spec has one field `x` with this schema."""
    spec = {"type": "object", "properties": {"x": schema} if schema else {}, "required": list(required)}
    return {"name": "v1", "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": spec}}}}


def whole(schema: Any) -> dict[str, Any]:
    """A version whose objects must have `spec.x`."""
    one = version(schema, "x")
    one["schema"]["openAPIV3Schema"]["required"] = ["spec"]
    return one


def wrapped(schema: Any) -> Any:
    """An object whose field `x` has this schema."""
    return {"type": "object", "properties": {"x": schema}}


LIST = {"type": "array", "items": {"type": "string"}}
ENTRIES = {
    "type": "array",
    "items": {
        "type": "object",
        "properties": {"k": {"type": "string"}, "v": {"type": "string"}},
        "required": ["k"],
    },
}
PAIR = {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}}
TEXT = {"type": "string"}
MAP = {"type": "object", "additionalProperties": TEXT}


@each_row(
    ("old", "new", "message"),
    [
        (TEXT, None, 'strict decoding error: unknown field "spec.x"'),
        (TEXT, {"type": "integer"}, 'must be of type integer: "string"'),
        (TEXT, TEXT | {"enum": ["b"]}, 'supported values: "b"'),
        (TEXT | {"enum": ["a", "b"]}, TEXT | {"enum": ["a"]}, 'Unsupported value: "b"'),
        (TEXT, TEXT | {"pattern": "^[0-9]+$"}, "should match '^[0-9]+$'"),
        (TEXT, TEXT | {"format": "date-time"}, "must be of type date-time"),
        (TEXT, TEXT | {"minLength": 3}, "should be at least 3 chars long"),
        (TEXT, TEXT | {"maxLength": 10}, "may not be more than 10 bytes"),
        ({"type": "integer"}, {"type": "integer", "minimum": 7}, "should be greater than or equal to 7"),
        ({"type": "integer", "maximum": 9}, {"type": "integer", "maximum": 8}, "should be less than or equal to 8"),
        ({"type": "integer"}, {"type": "integer", "multipleOf": 2}, "should be a multiple of 2"),
        ({"type": "number"}, {"type": "integer"}, 'must be of type integer: "number"'),
        (LIST, LIST | {"maxItems": 2}, "must have at most 2 items"),
        (LIST, LIST | {"minItems": 2}, "should have at least 2 items"),
        (LIST, LIST | {"x-kubernetes-list-type": "set"}, "Duplicate value"),
        (
            ENTRIES,
            ENTRIES | {"x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"]},
            "Duplicate value",
        ),
        (MAP, {"type": "object"}, 'unknown field "spec.x.key"'),
        (MAP, MAP | {"maxProperties": 1}, "must have at most 1 item"),
        (MAP | {"maxProperties": 6}, MAP | {"maxProperties": 5}, "must have at most 5 items"),
        (MAP | {"minProperties": 4}, MAP | {"minProperties": 5}, "should have at least 5 properties"),
        (PAIR, PAIR | {"required": ["b"]}, "spec.x.b: Required value"),
        (PAIR, PAIR | {"oneOf": [{"required": ["a"]}, {"required": ["b"]}]}, "one and only one schema (oneOf)"),
        (PAIR, PAIR | {"not": {"required": ["a"]}}, "must not validate the schema (not)"),
        (LIST | {"items": TEXT | {"nullable": True}}, LIST, 'must be of type string: "null"'),
    ],
)
@each_row("depth", [0, 1])
def test_a_witness_is_accepted_before_and_refused_after(old: Any, new: Any, message: str, depth: int) -> None:
    path: tuple[str, ...] = ("spec", "x")
    if depth:
        old, new = wrapped(old), wrapped(new) if new else {"type": "object"}
        path, message = ("spec", "x", "x"), message.replace("spec.x", "spec.x.x")
    before, after = version(old), version(new)
    found = witness(before, after, NAMES, path).found
    assert found is not None
    assert message in found.message
    assert ObjectJudge(NAMES, before).judge(found.manifest).outcome is ObjectOutcome.ACCEPTED
    assert ObjectJudge(NAMES, after).judge(found.manifest).outcome is ObjectOutcome.REFUSED


def test_a_field_that_becomes_required_is_left_out() -> None:
    found = witness(version(TEXT), version(TEXT, "x"), NAMES, ("spec", "x")).found
    assert found is not None
    assert found.manifest["spec"] == {}
    assert found.text == (
        "apiVersion: example.org/v1\nkind: Thing\nmetadata:\n  name: example\n  namespace: default\nspec: {}\n"
    )


def test_a_required_field_without_its_default_is_left_out() -> None:
    found = witness(version(TEXT | {"default": "a"}, "x"), version(TEXT, "x"), NAMES, ("spec", "x")).found
    assert found is not None
    assert "x" not in found.manifest["spec"]


def test_what_is_inside_lists_and_maps_is_reached() -> None:
    old, new = MAP | {"additionalProperties": ENTRIES}, MAP | {"additionalProperties": LIST}
    found = witness(version(old), version(new), NAMES, ("spec", "x", "*", "[]", "v")).found
    assert found is not None
    assert 'unknown field "spec.x.key[0].v"' in found.message


def test_another_change_is_not_to_blame_where_that_can_be_avoided() -> None:
    old, new = PAIR, {"type": "object", "properties": {"a": TEXT}, "required": ["a"]}
    found = witness(version(old), version(new), NAMES, ("spec", "x", "b")).found
    assert found is not None
    assert found.message == 'strict decoding error: unknown field "spec.x.b"'
    assert found.manifest["spec"]["x"] == {"a": "a", "b": "a"}


@each_row("schema", [TEXT, LIST, PAIR, MAP])
def test_two_equal_versions_have_no_witness(schema: Any) -> None:
    assert witness(version(schema), version(schema), NAMES, ("spec", "x")).found is None


def test_a_wider_version_has_no_witness() -> None:
    assert witness(version(TEXT | {"maxLength": 3}), version(TEXT), NAMES, ("spec", "x")).found is None


PLACE = ("spec", "x")
OBJECT = {
    "type": "object",
    "properties": {
        "a": {"type": "string"},
        "n": {"type": "integer"},
        "l": {"type": "array", "items": {"type": "string"}},
    },
}


@each_row(
    ("schema", "rule", "value"),
    [
        (OBJECT, "!has(self.n) || self.n < 10", {"n": 10}),
        (OBJECT, "!has(self.l) || self.l.all(x, x.startsWith('ab'))", {"l": ["0"]}),
        (OBJECT, "!(has(self.a) && has(self.n))", {"a": "0", "n": 0}),
        (OBJECT, "self.n > 3", {}),
        ({"type": "integer"}, "self % 2 == 0", 1),
        ({"type": "array", "items": {"type": "string"}}, "self.all(x, self.exists_one(y, x == y))", ["0", "0"]),
    ],
)
def test_a_new_rule_has_a_manifest_that_it_refuses(schema: Any, rule: str, value: Any) -> None:
    found = witness(
        version(schema), version(schema | {"x-kubernetes-validations": [{"rule": rule}]}), NAMES, PLACE
    ).found
    assert found is not None
    assert found.manifest["spec"]["x"] == value
    assert rule in found.message


@each_row("rule", ["self == oldSelf", "self != 'x' || true", "self.matches('')"])
def test_a_rule_that_refuses_nothing_when_an_object_is_created_has_no_witness(rule: str) -> None:
    new = version(TEXT | {"x-kubernetes-validations": [{"rule": rule}]})
    assert witness(version(TEXT), new, NAMES, PLACE).found is None


def test_an_undecided_change_has_no_witness() -> None:
    assert witness(version(TEXT), version(TEXT | {"pattern": r"\pL"}), NAMES, ("spec", "x")).found is None


def test_another_version_is_named_as_the_old_one() -> None:
    found = witness(version(TEXT), version(None) | {"name": "v2"}, NAMES, ("spec", "x")).found
    assert found is not None
    assert found.manifest["apiVersion"] == "example.org/v1"


@each_row(
    ("schema", "made"),
    [
        (TEXT | {"minLength": 3}, "aaa"),
        (TEXT | {"pattern": "^[0-9]{3}-(x|yy)$"}, "000-x"),
        (TEXT | {"pattern": "^a+$", "minLength": 4}, "aaaa"),
        (TEXT | {"format": "date-time"}, "2024-01-01T00:00:00Z"),
        ({"type": "integer", "minimum": 3, "multipleOf": 5}, 5),
        ({"type": "number", "minimum": 0, "exclusiveMinimum": True, "maximum": 0.75}, 0.5),
        (LIST | {"minItems": 2, "x-kubernetes-list-type": "set"}, ["a0", "a1"]),
        (PAIR | {"oneOf": [{"required": ["a"]}, {"required": ["b"]}]}, {"a": "a"}),
        (MAP | {"minProperties": 1}, {"key0": "a"}),
        ({"type": "boolean"}, True),
        ({"x-kubernetes-int-or-string": True}, 0),
        (PAIR | {"x-kubernetes-validations": [{"rule": "has(self.b)"}]}, {"b": "a"}),
    ],
)
def test_the_smallest_sample_is_made(schema: Any, made: Any) -> None:
    found = sample(NAMES, whole(schema))
    assert found is not None
    given = found["spec"]["x"]
    assert given == made or (isinstance(made, list) and len(set(given)) == len(made))


def test_a_map_of_items_that_are_no_objects_has_no_sample_of_two() -> None:
    schema = LIST | {"minItems": 2, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"]}
    assert sample(NAMES, whole(schema)) is None


@each_row("words", [{"pattern": r"\pL"}, {"minLength": 9, "maxLength": 3}, {"minLength": 10**6}])
def test_what_cannot_be_made_is_none(words: Any) -> None:
    assert sample(NAMES, whole(TEXT | words)) is None


def test_a_sample_of_a_deep_schema_is_none_or_small() -> None:
    schema: Any = TEXT
    for _ in range(4_000):
        schema = {"type": "object", "properties": {"a": schema}, "required": ["a"]}
    one = whole(schema)
    assert sample(NAMES, one) is None
    assert witness(one, version(TEXT), NAMES, ("spec", "x")).found is None


@given(
    st.dictionaries(st.text(max_size=6), st.text(max_size=6) | st.integers() | st.booleans() | st.none(), max_size=4)
)
def test_yaml_says_what_the_value_says(value: dict[str, Any]) -> None:
    text = as_yaml({"a": value, "b": [value]})
    assert YAML(typ="safe", pure=True).load(text) == {"a": value, "b": [value]}


@each_row("word", ["yes", "n", "on", "1", "1e3", "0x1", "null", "~", "2024-01-01", "a: b", "", "1:30"])
def test_texts_that_yaml_1_1_takes_for_something_else_are_quoted(word: str) -> None:
    assert as_yaml({"a": word}) == f'a: "{word}"\n'


@pytest.mark.skipif("XPKGTUI_CORPUS" not in os.environ, reason="XPKGTUI_CORPUS is not set")
def test_real_definitions_have_samples() -> None:
    data = content(packages(Path(os.environ["XPKGTUI_CORPUS"]))["assembled/provider-sql.package.yaml"])
    made = 0
    for chunk in split(data).chunks:
        document = parse(data, chunk) if chunk.kind == "CustomResourceDefinition" else None
        if isinstance(document, PackageDocument):
            spec = document.value["spec"]
            names = ObjectNames(
                group=spec["group"], kind=spec["names"]["kind"], is_namespaced=spec["scope"] == "Namespaced"
            )
            for one in spec["versions"]:
                assert sample(names, one) is not None, names
                assert list(objects(names, one, (), None))
                made += 1
    assert made > 20
