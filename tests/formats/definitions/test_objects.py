"""What the API server says of objects; the words are the oracle's."""

from typing import Any

import pytest
from builders.cases import each_row
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.formats.definitions.objects.judging import ObjectJudge, ObjectJudgement, ObjectNames, ObjectOutcome
from xpkgtui.formats.definitions.objects.preparing import prepared

NAMES = ObjectNames(group="example.org", kind="Thing", is_namespaced=False)
HEAD = {"apiVersion": "example.org/v1", "kind": "Thing", "metadata": {"name": "a"}}
REQUIRED = (
    "!('*' in self.managementPolicies || 'Create' in self.managementPolicies || 'Update' in self.managementPolicies)"
    " || has(self.forProvider.region) || (has(self.initProvider) && has(self.initProvider.region))"
)


def version(**properties: Any) -> dict[str, Any]:
    """A version whose spec has these fields."""
    spec = {"type": "object", "properties": properties}
    return {"name": "v1", "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": spec}}}}


def judged(spec: Any, **properties: Any) -> ObjectJudgement:
    """What is said of an object with this spec."""
    return ObjectJudge(NAMES, version(**properties)).judge({**HEAD, "spec": spec})


@each_row(
    ("schema", "value", "message"),
    [
        ({"type": "string"}, "b", ""),
        ({"type": "string"}, 1, 'spec.x: Invalid value: "integer": spec.x in body must be of type string: "integer"'),
        (
            {"type": "string", "pattern": "^a$"},
            "b",
            "spec.x: Invalid value: \"b\": spec.x in body should match '^a$'",
        ),
        (
            {"type": "string", "format": "uuid"},
            "b",
            'spec.x: Invalid value: "b": spec.x in body must be of type uuid: "b"',
        ),
        ({"type": "string", "format": "unheard-of"}, "b", ""),
        ({"type": "integer", "format": "int32"}, 2**40, ""),
        ({"type": "string", "maxLength": 1}, "bb", "spec.x: Too long: may not be more than 1 byte"),
        ({"type": "string", "enum": ["a"]}, "b", 'spec.x: Unsupported value: "b": supported values: "a"'),
        (
            {"type": "integer", "minimum": 2},
            1,
            "spec.x: Invalid value: 1: spec.x in body should be greater than or equal to 2",
        ),
        (
            {"x-kubernetes-int-or-string": True},
            True,
            'spec.x: Invalid value: "boolean": spec.x in body must be of type integer,string: "boolean"',
        ),
        (
            {"type": "array", "items": {"type": "string"}, "x-kubernetes-list-type": "set"},
            ["a", "a"],
            'spec.x[1]: Duplicate value: "a"',
        ),
        (
            {"type": "array", "items": {"type": "string"}, "maxItems": 1},
            ["a", "b"],
            "spec.x: Too many: 2: must have at most 1 item",
        ),
        (
            {
                "type": "array",
                "items": {"type": "object", "properties": {"k": {"type": "string"}}},
                "x-kubernetes-list-type": "map",
                "x-kubernetes-list-map-keys": ["k"],
            },
            [{"k": "a"}, {"k": "a"}],
            'spec.x[1]: Duplicate value: {"k":"a"}',
        ),
        ({"type": "string"}, None, ""),
        ({"type": "string", "default": "a", "pattern": "^a$"}, None, ""),
    ],
)
def test_errors_are_told_in_the_words_of_the_api_server(schema: Any, value: Any, message: str) -> None:
    said = judged({"x": value}, x=schema)
    assert said.message == (f'Thing.example.org "a" is invalid: {message}' if message else "")
    assert said.outcome is (ObjectOutcome.REFUSED if message else ObjectOutcome.ACCEPTED)


@each_row(
    ("schema", "value", "unknown"),
    [
        ({"type": "object"}, {"y": 1}, ("spec.x.y",)),
        ({"type": "object", "x-kubernetes-preserve-unknown-fields": True}, {"y": 1}, ()),
        ({"type": "object", "additionalProperties": {"type": "string"}}, {"y": "1"}, ()),
        ({"type": "array", "items": {"type": "object"}}, [{}, {"y": 1}], ("spec.x[1].y",)),
        ({"type": "object", "additionalProperties": {"type": "object"}}, {"k": {"y": 1}}, ("spec.x.k.y",)),
    ],
)
def test_unknown_fields_are_those_that_are_pruned(schema: Any, value: Any, unknown: tuple[str, ...]) -> None:
    assert judged({"x": value}, x=schema).unknown == unknown


def test_unknown_fields_are_refused_as_strict_validation_does() -> None:
    assert judged({"y": 1}).message == 'strict decoding error: unknown field "spec.y"'
    assert judged({"y": 1}).outcome is ObjectOutcome.REFUSED


def test_unknown_metadata_is_refused_too() -> None:
    said = ObjectJudge(NAMES, version()).judge({**HEAD, "metadata": {"name": "a", "nmae": "b"}})
    assert said.unknown == ("metadata.nmae",)


def test_a_wrong_name_is_refused() -> None:
    said = ObjectJudge(NAMES, version()).judge({**HEAD, "metadata": {"name": "-a"}})
    assert said.message.startswith(
        'Thing.example.org "-a" is invalid: metadata.name: Invalid value: "-a": a lowercase'
    )


_INTO = "json: cannot unmarshal"
_GENERATED = (
    'Thing.example.org "-axxxxx" is invalid: [metadata.generateName: Invalid value: "-a": a lowercase RFC 1123'
)
_NAMESPACE = (
    'Thing.example.org "a" is invalid: metadata.namespace: Invalid value: "B": a lowercase RFC 1123 label must'
)


@each_row(
    ("metadata", "message"),
    [
        (None, 'Thing.example.org "" is invalid: metadata.name: Required value: name or generateName is required'),
        (5, f"{_INTO} number into Go value of type v1.ObjectMeta"),
        (
            {"name": "a", "labels": {"b": True, "a": "x"}},
            f"{_INTO} bool into Go struct field ObjectMeta.labels of type",
        ),
        ({"name": "a", "annotations": 1, "labels": 2}, f"{_INTO} number into Go struct field ObjectMeta.annotations"),
        ({"name": "a", "labels": {"a": None}, "annotations": None, "finalizers": ["b/c"]}, ""),
        ({"name": "a", "creationTimestamp": None, "generation": 3, "uid": "b", "ownerReferences": []}, ""),
        ({"generateName": "a-"}, ""),
        ({"generateName": "-a"}, _GENERATED),
        ({"name": "a", "namespace": "b"}, ""),
        ({"name": "a", "namespace": "B"}, _NAMESPACE),
        (
            {"name": "a", "namespace": "b.c"},
            'Thing.example.org "a" is invalid: metadata.namespace: Invalid value: "b.c": must not',
        ),
        (
            {"name": "a", "finalizers": ["a b"]},
            'Thing.example.org "a" is invalid: metadata.finalizers: Invalid value',
        ),
    ],
)
def test_what_is_said_of_metadata(metadata: Any, message: str) -> None:
    names = ObjectNames(group="example.org", kind="Thing", is_namespaced=True)
    said = ObjectJudge(names, version()).judge({**HEAD, "metadata": metadata})
    assert (said.undecided, bool(said.message)) == ("", bool(message))
    assert said.message.startswith(message)


def test_what_is_stored_of_an_object() -> None:
    fields = {
        "a": {"type": "integer", "default": 1},
        "b": {"type": "object", "default": {}, "properties": {"c": {"type": "integer", "default": 2}}},
        "d": {"type": "string"},
        "e": {"type": "integer", "default": 3},
    }
    one = version(**fields) | {"subresources": {"status": {}}}
    one["schema"]["openAPIV3Schema"]["properties"]["status"] = {"type": "object", "properties": fields}
    value = {
        **HEAD,
        "metadata": {"name": "a", "namespace": "b", "uid": "c"},
        "spec": {"d": None, "e": None},
        "status": {},
    }
    stored = ObjectJudge(NAMES, one).stored(value)
    assert stored.value == {**HEAD, "spec": {"a": 1, "b": {"c": 2}, "e": 3}}
    assert stored.defaulted == ("spec.a", "spec.b", "spec.e")
    assert stored.dropped == ("metadata.namespace", "spec.d", "status")


@each_row("policies", [["*"], ["Observe"], None])
@each_row("given", [{"forProvider": {"region": "a"}}, {"forProvider": {}}])
def test_a_field_that_upjet_requires(policies: list[str] | None, given: Any) -> None:
    policy = {"type": "array", "items": {"type": "string"}, "default": ["*"]}
    provider = {"type": "object", "properties": {"region": {"type": "string"}}}
    one = version(forProvider=provider, initProvider=provider, managementPolicies=policy)
    spec = one["schema"]["openAPIV3Schema"]["properties"]["spec"]
    spec["x-kubernetes-validations"] = [{"rule": REQUIRED, "message": "region is a required parameter"}]
    value = given | ({"managementPolicies": policies} if policies else {})
    said = ObjectJudge(NAMES, one).judge({**HEAD, "spec": value})
    is_needed = policies != ["Observe"] and not given["forProvider"]
    assert said.message == (
        'Thing.example.org "a" is invalid: spec: Invalid value: region is a required parameter' if is_needed else ""
    )


@each_row(
    ("rule", "outcome"),
    [
        ("self == oldSelf", ObjectOutcome.ACCEPTED),
        ("has(self.a)", ObjectOutcome.ACCEPTED),
        ("has(self.b) || has(self.a)", ObjectOutcome.ACCEPTED),
        ("has(self.b)", ObjectOutcome.REFUSED),
        ("!has(self.a) || self.a == 'x'", ObjectOutcome.ACCEPTED),
        ("self.a in ['y', 'z']", ObjectOutcome.REFUSED),
        ("(has(self.a) ? 1 : 0) + (has(self.b) ? 1 : 0) == 1", ObjectOutcome.ACCEPTED),
        ("self.b == 'x' || has(self.a)", ObjectOutcome.ACCEPTED),
        ("self.b == 'x'", ObjectOutcome.REFUSED),
        ("self.a.matches('^x$')", ObjectOutcome.ACCEPTED),
        ("self.a.matches('^y$')", ObjectOutcome.REFUSED),
        ("self.a.matches('\\\\pL')", ObjectOutcome.UNDECIDED),
        ("self.a == 'oldSelf'", ObjectOutcome.REFUSED),
        ("has(self.a) || has(self.c)", ObjectOutcome.REFUSED),
        ("((", ObjectOutcome.REFUSED),
    ],
)
def test_rules_that_are_not_understood_are_undecided(rule: str, outcome: ObjectOutcome) -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}}
    said = judged({"x": {"a": "x"}}, x=schema | {"x-kubernetes-validations": [{"rule": rule}]})
    assert said.outcome is outcome


def test_rules_are_not_checked_of_an_object_with_a_wrong_type() -> None:
    rule = [{"rule": "has(self.b)"}]
    schema = {"type": "object", "properties": {"a": {"type": "string"}}, "x-kubernetes-validations": rule}
    assert [one.field for one in judged({"x": {"a": 1}}, x=schema).errors] == ["spec.x.a", "<nil>"]


@pytest.mark.parametrize("where", ["spec", "status"])
def test_status_is_dropped_where_it_is_a_subresource(where: str) -> None:
    one = version(x={"type": "string"})
    properties = one["schema"]["openAPIV3Schema"]["properties"]
    properties["status"] = properties["spec"]
    judge = ObjectJudge(NAMES, one | {"subresources": {"status": {}}})
    assert judge.judge({**HEAD, where: {"x": 1}}).outcome is (
        ObjectOutcome.REFUSED if where == "spec" else ObjectOutcome.ACCEPTED
    )


@pytest.mark.parametrize(("schema", "value"), [({"pattern": r"\pL"}, "a"), ({"format": "email"}, "<a@b>")])
def test_what_cannot_be_matched_is_undecided(schema: Any, value: str) -> None:
    assert judged({"x": value}, x={"type": "string", **schema}).outcome is ObjectOutcome.UNDECIDED


@each_row(
    ("value", "said"),
    [
        ({"apiVersion": "v1", "kind": "A"}, []),
        ({}, ["spec.x.apiVersion: Required value", "spec.x.kind: Required value"]),
        (
            {"apiVersion": "a/b/c", "kind": ""},
            [
                'spec.x.apiVersion: Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c',
                'spec.x.kind: Invalid value: "": must not be empty',
            ],
        ),
    ],
)
def test_an_embedded_resource_has_a_type(value: Any, said: list[str]) -> None:
    schema = {
        "type": "object",
        "x-kubernetes-embedded-resource": True,
        "x-kubernetes-preserve-unknown-fields": True,
    }
    assert [str(one) for one in judged({"x": value}, x=schema).errors] == said


def test_a_deep_object_is_undecided() -> None:
    value: Any = {}
    for _ in range(4_000):
        value = {"a": [value]}
    schema = {"type": "object", "x-kubernetes-preserve-unknown-fields": True}
    assert judged({"x": value}, x=schema).outcome is ObjectOutcome.UNDECIDED


def test_a_deep_schema_is_no_burden() -> None:
    schema: Any = {"type": "string"}
    for _ in range(4_000):
        schema = {"type": "object", "properties": {"a": schema}}
    assert judged({"x": {"a": {}}}, x=schema).outcome is ObjectOutcome.ACCEPTED


def test_a_default_within_a_default_is_set() -> None:
    inner = {"type": "object", "properties": {"b": {"type": "string", "default": "c"}}, "default": {}}
    assert prepared({"a": None}, {"properties": {"a": inner}}).value == {"a": {"b": "c"}}


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=12,
)


@given(_VALUES)
def test_preparing_leaves_the_object_alone_and_changes_nothing_the_second_time(value: Any) -> None:
    schema = {
        "properties": {
            "a": {"type": "object", "properties": {"b": {"type": "string", "default": "c"}}},
            "b": {"type": "array", "items": {"type": "object", "x-kubernetes-preserve-unknown-fields": True}},
        },
    }
    before = repr(value)
    once = prepared({"a": value, "b": value}, schema).value
    assert repr(value) == before
    again = prepared(once, schema)
    assert again.value == once
    assert not again.unknown
