"""Schemas whose keywords have values of any type: comparing, samples and examples take them without an exception."""

import json
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from xpkgtui.formats.definitions.changes.definitions import compare_definitions
from xpkgtui.formats.definitions.changes.proofs import Proofs
from xpkgtui.formats.definitions.custom_resources import versions_of
from xpkgtui.formats.definitions.fields.manifest import sample_of
from xpkgtui.formats.definitions.fields.versions import defined_kind
from xpkgtui.formats.examples.example import ExampleText, ExampleVerdict
from xpkgtui.formats.examples.judging import Definitions, judged
from xpkgtui.formats.package_objects import PackageObjects

WORDS = (
    *("type", "format", "pattern", "enum", "default", "nullable", "required", "properties", "items"),
    *("additionalProperties", "minimum", "maximum", "multipleOf", "minLength", "maxLength", "minItems", "maxItems"),
    *("minProperties", "maxProperties", "uniqueItems", "exclusiveMinimum", "allOf", "anyOf", "oneOf", "not"),
    *("x-kubernetes-int-or-string", "x-kubernetes-preserve-unknown-fields", "x-kubernetes-embedded-resource"),
    *("x-kubernetes-list-type", "x-kubernetes-list-map-keys", "x-kubernetes-validations"),
)
ODD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 5, 1.5, 10**400, -(10**400), 1e308, float("inf"), float("nan"), 5e-324, 2**63),
    *("", "a", "string", "object", "array", "integer", "number", "int64", "date-time", "(", "[a-z]{3}"),
    *([], ["a"], [None], [1], [[]], [{}], {}, {"a": 1}, {"a": {}}, {"a": None}, {"type": 5}, {"type": "string"}),
    *([{"rule": 5}], [{"rule": "self.a > 1"}], [{"required": 5}], [{"required": [5]}], [{"properties": 5}]),
)
KINDS = st.sampled_from(("string", "integer", "number", "boolean", "array", "object"))
TYPED = st.one_of(
    st.fixed_dictionaries({"type": KINDS}),
    st.fixed_dictionaries({"type": st.just("array"), "items": st.fixed_dictionaries({"type": KINDS})}),
)
KEYWORDS = st.dictionaries(st.sampled_from(WORDS), st.sampled_from(ODD), max_size=2)
LEAVES = st.builds(lambda one, more: one | more, TYPED, KEYWORDS)
SCHEMAS = st.builds(
    lambda fields, more: {"type": "object", "properties": fields} | more,
    st.dictionaries(st.sampled_from("ab"), LEAVES, max_size=2),
    KEYWORDS,
)
VALUES: st.SearchStrategy[Any] = st.sampled_from(
    ({}, {"a": 1}, {"a": 10**400}, {"a": None, "b": []}, {"a": "x", "b": {"a": [1.5]}}, None, [1])
)


HUGE = {"type": "object", "required": ["a"], "properties": {"a": {"type": "number", "minimum": 10**400}}}
PLAIN = {"type": "object", "required": ["a"], "properties": {"a": {"type": "number"}}}


def definition(spec: object) -> dict[str, Any]:
    schema = {"type": "object", "properties": {"spec": spec}}
    version = {"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": schema}}
    names = {"kind": "Thing", "plural": "things", "singular": "thing", "listKind": "ThingList"}
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "things.example.org"},
        "spec": {"group": "example.org", "scope": "Cluster", "names": names, "versions": [version]},
    }


@given(SCHEMAS, SCHEMAS)
@example(PLAIN, HUGE)
def test_two_versions_are_compared_with_their_proofs(old: object, new: object) -> None:
    for one in compare_definitions(definition(old), definition(new), Proofs()):
        assert one.rule.id


@given(SCHEMAS)
@example(HUGE)
def test_a_sample_is_made_or_the_reason_is_said(schema: object) -> None:
    made = definition(schema)
    for version in versions_of(made):
        found = sample_of(defined_kind(made), version)
        assert bool(found.refusal) == (found.manifest is None)


@given(SCHEMAS, VALUES)
@example(PLAIN, {"a": 10**400})
def test_an_example_is_judged_or_undecided(schema: object, value: object) -> None:
    definitions = Definitions(
        PackageObjects(),
        lambda one: (one,) if isinstance(one, dict) else (),
        lambda *_: (ExampleVerdict.UNDECIDED, ""),
    )
    definitions.add(definition(schema))
    thing = {"apiVersion": "example.org/v1", "kind": "Thing", "metadata": {"name": "a"}, "spec": value}
    (found,) = judged((ExampleText(file="a.yaml", data=json.dumps(thing).encode()),), definitions)
    assert found.verdict is not ExampleVerdict.UNDECIDED or found.reason
