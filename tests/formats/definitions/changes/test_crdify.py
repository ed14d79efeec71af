"""What OLM v1 refuses when a definition is upgraded."""

from typing import Any

import pytest
from builders.cases import each_row
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.formats.definitions.changes.crdify import refusals

Node = dict[str, Any]


def version(name: str, schema: Any, *, served: bool = True) -> Node:
    """A version with a schema."""
    return {"name": name, "served": served, "schema": {"openAPIV3Schema": schema}}


def definition(*versions: Node, **spec: Any) -> Node:
    """A definition with these versions."""
    return {"spec": {"scope": "Namespaced", "versions": list(versions), **spec}}


def of_schemas(old: Any, new: Any) -> list[tuple[str, str, str]]:
    """Property, name and message of each error about two schemas of one version."""
    found = refusals(definition(version("v1", old)), definition(version("v1", new)))
    return [(one.property, one.name, one.message) for one in found if one.where == "same"]


def of_field(old: Node, new: Node) -> list[str]:
    """Names and messages of the errors about one property."""
    found = of_schemas({"properties": {"a": old}}, {"properties": {"a": new}})
    assert all(where == "^.a" for where, _, _ in found)
    return [f"{name}: {message}" for _, name, message in found]


def served(old: Node, new: Node) -> list[tuple[str, str, str]]:
    """Versions, property and name of each error between served versions."""
    return [(one.version, one.property, one.name) for one in refusals(old, new) if one.where == "served"]


@each_row(
    ("old", "new", "error"),
    [
        ({}, {"default": "<"}, 'default: default added when there was none previously : "\\"\\\\u003c\\""'),
        ({"default": 1}, {}, 'default: default value removed : "1"'),
        (
            {"default": {"b": 1, "a": 2}},
            {"default": []},
            'default: default value changed : "{\\"a\\":2,\\"b\\":1}" -> "[]"',
        ),
        ({}, {"enum": ["b", "a"]}, 'enum: enum constraint added when there was none previously : ["a" "b"]'),
        ({"enum": ["a", 1]}, {"enum": ["a", "1"]}, "enum: allowed enum values removed : [1]"),
        ({"enum": ["a"]}, {}, 'enum: allowed enum values removed : ["a"]'),
        ({}, {"maximum": 1e6}, "maximum: maximum constraint added when there was none previously : 1e+06"),
        ({"maximum": 1.7e308}, {"maximum": 1e308}, "maximum: maximum decreased : 1.7e+308 -> 1e+308"),
        ({"maxLength": 2}, {"maxLength": 1}, "maxLength: maximum decreased : 2 -> 1"),
        ({"maxItems": 2}, {"maxItems": 0}, "maxItems: maximum decreased : 2 -> 0"),
        ({"maxProperties": 2}, {"maxProperties": 1}, "maxProperties: maximum decreased : 2 -> 1"),
        ({}, {"minLength": 0}, "minLength: minimum constraint added when there was none previously : 0"),
        ({"minimum": 0.5}, {"minimum": 1}, "minimum: minimum increased : 0.5 -> 1"),
        ({"minItems": 1}, {"minItems": 2}, "minItems: minimum increased : 1 -> 2"),
        ({"minProperties": 1}, {"minProperties": 2}, "minProperties: minimum increased : 1 -> 2"),
        ({}, {"nullable": True}, "nullable: nullable added : false -> true"),
        ({"nullable": True}, {"nullable": False}, "nullable: nullable removed : true -> false"),
        ({"pattern": ""}, {"pattern": "a"}, 'pattern: pattern added : "" -> "a"'),
        ({"pattern": "a"}, {}, 'pattern: pattern removed : "a" -> ""'),
        ({"pattern": "a"}, {"pattern": '"'}, 'pattern: pattern changed : "a" -> "\\""'),
        ({"required": ["a"]}, {"required": ["c", "a", "b"]}, "required: new required fields: [b c]"),
        ({"type": "string"}, {"type": "integer"}, 'type: type changed : "string" -> "integer"'),
        ({"type": "string"}, {}, 'type: type changed : "string" -> ""'),
        ({}, {"format": "date"}, "unhandled: unhandled changes found : format added"),
        (
            {"oneOf": [{}], "title": "a"},
            {"title": "b"},
            "unhandled: unhandled changes found : oneOf removed, title changed",
        ),
    ],
)
def test_an_incompatible_change_is_an_error(old: Node, new: Node, error: str) -> None:
    assert of_field(old, new) == [error]


@each_row(
    ("old", "new"),
    [
        ({"description": "a"}, {"description": "b"}),
        ({"enum": ["a"]}, {"enum": ["b", "a"]}),
        ({"enum": [{"a": 1, "b": 2}]}, {"enum": [{"b": 2, "a": 1}]}),
        ({"maximum": 1}, {"maximum": 2}),
        ({"maximum": 1}, {}),
        ({"maximum": 1}, {"maximum": 2**1024}),
        ({"minLength": 2}, {"minLength": 1.0}),
        ({"minLength": 2}, {"minLength": None}),
        ({"required": ["a", "b"]}, {"required": ["b"]}),
        ({"properties": {}}, {"properties": {"b": {"enum": ["a"]}}}),
        ({}, {"unknown": 1}),
        (
            {"type": "string"},
            {"enum": [], "type": "string", "oneOf": [], "required": [], "title": "", "uniqueItems": False},
        ),
        ({"default": 1}, {"default": 1}),
        ({"default": None}, {}),
    ],
)
def test_a_compatible_change_is_no_error(old: Node, new: Node) -> None:
    assert of_field(old, new) == []


@each_row(
    ("old", "new"),
    [
        ({}, {"x-kubernetes-preserve-unknown-fields": False}),
        ({}, {"$ref": ""}),
        ({}, {"externalDocs": {}}),
        ({}, {"additionalProperties": False}),
        ({"additionalProperties": True}, {"additionalProperties": {}}),
        ({"x-kubernetes-validations": [{"rule": "a"}]}, {"x-kubernetes-validations": [{"rule": "a", "reason": ""}]}),
        ({"allOf": [{"items": {}}]}, {"allOf": [{"items": []}]}),
        ({"dependencies": {"a": ["b", "c"]}}, {"dependencies": {"a": ["c", "b"]}}),
        ({"not": {"description": "a"}}, {"not": {}}),
    ],
)
def test_what_go_tells_apart_is_unhandled(old: Node, new: Node) -> None:
    assert [error.partition(":")[0] for error in of_field(old, new)] == ["unhandled"]


def test_true_is_not_one() -> None:
    assert of_field({"default": 1}, {"default": True}) == ['default: default value changed : "1" -> "true"']


def test_a_removed_property_is_removed_and_compared_with_nothing() -> None:
    old = definition(version("v1", {"properties": {"a": {"type": "object", "properties": {"b": {}}}}}))
    found = refusals(old, definition(version("v1", {})))
    assert [(one.where, one.name, one.message) for one in found] == [
        ("crd", "existingFieldRemoval", "removed field : v1.^.a"),
        ("same", "type", 'type changed : "object" -> ""'),
        ("crd", "existingFieldRemoval", "removed field : v1.^.a.b"),
    ]


def test_a_schema_inside_others_has_a_path() -> None:
    text, number = {"type": "string"}, {"type": "integer"}
    words = ("items", "additionalProperties", "additionalItems", "not")

    def around(inner: Node) -> Node:
        return {
            **dict.fromkeys(words, inner),
            **{word: [{}, inner] for word in ("allOf", "anyOf", "oneOf")},
            **{word: {"x": inner} for word in ("properties", "patternProperties", "definitions", "dependencies")},
        }

    found = {where for where, name, _ in of_schemas(around(text), around(number)) if name == "type"}
    lists = {f"^.{word}[1]" for word in ("allOf", "anyOf", "oneOf")}
    maps = {f"^.{word}[x]" for word in ("patternProperties", "definitions", "dependencies")}
    assert found == {f"^.{word}" for word in words} | lists | maps | {"^.x"}
    assert of_schemas({"items": [{}, text]}, {"items": [{}, number]})[0][0] == "^.items[1]"


@each_row(
    ("old", "new", "errors"),
    [
        # The property of this name is visited after the schema in the field, and before that of additionalProperties.
        ({"not": {}, "properties": {"not": {}}}, {"not": {"type": "a"}, "properties": {"not": {}}}, ["^ unhandled"]),
        (
            {"additionalProperties": {}, "properties": {"additionalProperties": {"type": "a"}}},
            {"additionalProperties": {}, "properties": {"additionalProperties": {"type": "b"}}},
            [],
        ),
        (
            {"properties": {"a.b": {"type": "a"}}},
            {"properties": {"a": {"properties": {"b": {"type": "b"}}}}},
            ["^.a.b type"],
        ),
        ({"properties": {"": {"type": "a"}}}, {"properties": {"": {}}}, ["^[] type"]),
    ],
)
def test_schemas_at_one_path_are_one(old: Node, new: Node, errors: list[str]) -> None:
    assert [f"{where} {name}" for where, name, _ in of_schemas(old, new)] == errors


def test_a_path_is_cut() -> None:
    name = "a" * 3_000
    old, new = ({"properties": {name: {"properties": {name: {"type": kind}}}}} for kind in ("string", "integer"))
    [(where, _, _)] = of_schemas(old, new)
    assert (len(where), where[-1]) == (4_096, "…")


def test_errors_are_kept_up_to_a_limit() -> None:
    old = definition(version("v1", {"properties": {f"p{number}": {} for number in range(100_001)}}))
    assert len(refusals(old, definition(version("v1", {})))) == 100_000


def test_the_whole_definition_is_compared() -> None:
    old = {**definition(version("v1", {})), "status": {"storedVersions": ["v1beta1", "v1", "v1alpha1"]}}
    found = refusals(old, definition(version("v1", {}), scope="Cluster"))
    assert [(one.where, one.version, one.property, one.name, one.message) for one in found] == [
        ("crd", "", "", "scope", 'scope changed : "Namespaced" -> "Cluster"'),
        ("crd", "", "", "storedVersionRemoval", "stored versions removed : [v1beta1 v1alpha1]"),
    ]


def test_a_version_that_comes_or_goes_is_no_error() -> None:
    old, new = definition(version("v1", {"type": "string"})), definition(version("v2", {"type": "integer"}))
    assert refusals(old, new) == ()


def test_of_two_versions_with_one_name_the_first_counts() -> None:
    text, number = (version("v1", {"type": kind}, served=False) for kind in ("string", "integer"))
    assert refusals(definition(text), definition(text, number)) == ()
    assert [one.name for one in refusals(definition(text), definition(number, text))] == ["type"]


class TestServedVersions:
    """Two served versions of the new definition."""

    text, number = version("v1beta1", {"type": "string"}), version("v1", {"type": "integer"})

    def test_are_compared(self) -> None:
        new = definition(self.number, self.text)
        assert served(definition(self.number), new) == [("v1beta1 -> v1", "^", "type")]

    def test_are_not_compared_under_webhook_conversion(self) -> None:
        new = definition(self.number, self.text, conversion={"strategy": "Webhook"})
        assert served(definition(self.number), new) == []

    def test_that_differed_before_are_known(self) -> None:
        old = definition(self.text, self.number)
        assert served(old, definition(self.text, version("v1", {"type": "integer", "maximum": 1}))) == [
            ("v1beta1 -> v1", "^", "maximum")
        ]

    def test_that_differ_otherwise_are_not_known(self) -> None:
        old, new = (
            definition(version("v1", {}), version("v2", {"format": value, "oneOf": [{}]})) for value in ("a", "b")
        )
        assert served(old, old) == []
        assert served(old, new) == [("v1 -> v2", "^", "unhandled")]

    def test_count_only_where_they_are_served(self) -> None:
        new = definition(self.text, version("v1", {"type": "integer"}, served=False))
        assert served(definition(self.text), new) == []

    def test_have_the_order_of_kubernetes(self) -> None:
        long = f"v{'9' * 5_000}"
        names = ["v10", "v002", "v1beta1", "v1alpha2", "v11alpha1", "b", "a", long, "v9223372036854775808"]
        new = definition(*(version(name, {"type": name}) for name in names))
        ordered = [long, "v9223372036854775808", "b", "a", "v1alpha2", "v11alpha1", "v1beta1", "v002", "v10"]
        expected = [f"{one} -> {two}" for at, one in enumerate(ordered) for two in ordered[at + 1 :]]
        assert [pair for pair, _, _ in served({}, new)] == expected

    def test_are_compared_up_to_a_limit(self) -> None:
        new = definition(*(version(f"v{number}", {"type": str(number)}) for number in range(40)))
        pairs = [pair for pair, _, _ in served({}, new)]
        assert (len(pairs), pairs[0], pairs[-1]) == (32 * 31 // 2, "v8 -> v9", "v38 -> v39")


@pytest.mark.parametrize(
    "new",
    [
        definition({"name": "v1"}),
        definition(version("v1", {}), {"name": "v2", "served": True, "schema": None}),
    ],
)
def test_crdify_panics_on_a_version_without_a_schema(new: Node) -> None:
    found = refusals(definition(version("v1", {}), scope="Cluster"), new)
    assert [(one.where, one.name) for one in found] == [("crd", "panic")]


@each_row(
    "new",
    [
        definition({"name": "v2"}, version("v1", {})),
        definition(version("v1", {}), {"name": "v2", "served": True}, conversion={"strategy": "Webhook"}),
        definition({"name": "v1", "served": True, "schema": {}}),
    ],
)
def test_a_version_that_is_not_compared_needs_no_schema(new: Node) -> None:
    assert [one.name for one in refusals(definition({"name": "v1", "schema": {}}), new)] == []


@pytest.mark.parametrize("word", ["items", "not", "additionalProperties", "allOf"])
def test_deep_schemas_are_compared(word: str) -> None:
    def deep(inner: Node) -> Node:
        for _ in range(1_500):
            inner = {"type": "object", word: [inner] if word == "allOf" else inner}
        return inner

    found = of_schemas(deep({"type": "string"}), deep({"type": "integer"}))
    assert [name for _, name, _ in found].count("type") == 1


_names = st.sampled_from(["a", "b", "items", "not", "a.b", "additionalProperties"])
_schemas = st.recursive(
    st.fixed_dictionaries({}, optional={"type": st.sampled_from(["string", ""]), "format": st.just("date")}),
    lambda inner: st.fixed_dictionaries(
        {},
        optional={
            "properties": st.dictionaries(_names, inner, max_size=3),
            "items": inner | st.lists(inner, max_size=2),
            "not": inner,
            "additionalProperties": inner | st.booleans(),
            "anyOf": st.lists(inner, max_size=2),
            "default": st.sampled_from([1, True, "a"]),
        },
    ),
    max_leaves=6,
)


@given(_schemas)
def test_a_schema_may_follow_itself(schema: Node) -> None:
    copied = dict(reversed(schema.items()))
    assert refusals(definition(version("v1", schema)), definition(version("v1", copied))) == ()


@given(_schemas, _schemas)
def test_a_name_with_a_dot_elsewhere_changes_nothing(old: Node, new: Node) -> None:
    """Such a name makes paths ambiguous, so all of both schemas is walked."""
    dotted = version("v2", {"properties": {"x.y": {}}}, served=False)
    plain = refusals(definition(version("v1", old)), definition(version("v1", new)))
    walked = refusals(definition(version("v1", old), dotted), definition(version("v1", new), dotted))
    assert set(plain) == set(walked)


_anything = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 2) | st.just(10**400) | st.sampled_from(["", "a", "v1"]),
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(["a", "not", "enum"]), inner, max_size=2)
    ),
    max_leaves=4,
)
_words = st.sampled_from(
    (
        *("allOf", "not", "items", "properties", "dependencies", "additionalProperties", "definitions", "type"),
        *("maximum", "required", "default", "enum", "externalDocs", "x-kubernetes-validations", "minLength"),
    )
)


@given(st.dictionaries(_words, _anything), st.dictionaries(_words, _anything))
def test_values_of_any_type_are_compared(old: Node, new: Node) -> None:
    """Go decodes no such definition; here a value of another type is none."""
    assert isinstance(of_schemas(old, new), list)
    assert of_schemas(new, new) == []


@given(_anything, _anything, _anything)
def test_definitions_of_any_shape_are_compared(spec: object, versions: object, version: object) -> None:
    shapes: tuple[Node, ...] = (
        {"spec": spec, "status": versions},
        {
            "spec": {"versions": versions, "scope": spec, "conversion": version},
            "status": {"storedVersions": versions},
        },
        {"spec": {"versions": [version, {"name": spec, "served": True, "schema": versions}]}},
    )
    assert all(isinstance(refusals(old, new), tuple) for old in shapes for new in shapes)
