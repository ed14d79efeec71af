"""Two definitions compared: every rule is tripped by a pair and spared by another, and OLM v1 answers as crdify."""

from typing import Any

import pytest
from differential.upgrades.traps import traps

from xpkgtui.formats.definitions.changes import definition_rules, schema_rules, value_rules
from xpkgtui.formats.definitions.changes.crdify import refusals
from xpkgtui.formats.definitions.changes.definitions import compare_definitions
from xpkgtui.rules.changes.rule import ChangeRule, Difference
from xpkgtui.rules.changes.weight import Level, Weight

Node = dict[str, Any]
STATUS: Node = {"subresources": {"status": {}}}


def version(name: str = "v1", schema: Any = None, **more: Any) -> Node:
    """A served version; the first of a definition is stored unless it says otherwise."""
    return {"name": name, "served": True, "schema": {"openAPIV3Schema": schema or {"type": "object"}}, **more}


def definition(*versions: Node, **spec: Any) -> Node:
    """A definition with these versions, the first of them stored."""
    marked = [{"storage": not number, **one} for number, one in enumerate(versions)]
    names = {"kind": "Bucket", "plural": "buckets"}
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "buckets.example.org", **spec.pop("metadata", {})},
        "spec": {"group": "example.org", "scope": "Namespaced", "names": names, "versions": marked, **spec},
    }


def of_field(schema: Any, **root: Any) -> Node:
    """A definition with one field `spec.a`."""
    spec = {"type": "object", "properties": {"a": schema}, **root}
    return definition(version(schema={"type": "object", "properties": {"spec": spec}}))


def found(old: Node, new: Node) -> list[Difference]:
    """The differences of two definitions."""
    return list(compare_definitions(old, new))


TEXT = {"type": "string"}
OBJECT = {"type": "object"}
FIELDS: list[tuple[str, Any, Any, Weight]] = [
    ("CHG132", TEXT, {"type": "integer"}, Weight.BREAKS),
    ("CHG132", {"type": "integer"}, {"type": "number"}, Weight.CHECK),
    ("CHG136", {**TEXT, "enum": ["a", "b"]}, {**TEXT, "enum": ["a"]}, Weight.BREAKS),
    ("CHG136", TEXT, {**TEXT, "enum": ["a"]}, Weight.BREAKS),
    ("CHG137", {**TEXT, "enum": ["a"]}, {**TEXT, "enum": ["b", "a"]}, Weight.ADDITION),
    ("CHG138", {**TEXT, "maxLength": 5}, {**TEXT, "maxLength": 4}, Weight.BREAKS),
    ("CHG138", {**TEXT, "minLength": 4}, {**TEXT, "minLength": 5}, Weight.BREAKS),
    ("CHG139", {**TEXT, "maxLength": 4}, {**TEXT, "maxLength": 5}, Weight.ADDITION),
    ("CHG140", TEXT, {**TEXT, "pattern": "^a$"}, Weight.BREAKS),
    ("CHG140", TEXT, {**TEXT, "format": "date"}, Weight.BREAKS),
    ("CHG141", {**TEXT, "pattern": "^a$"}, TEXT, Weight.ADDITION),
    ("CHG144", {**TEXT, "nullable": True}, TEXT, Weight.CHECK),
    ("CHG145", TEXT, {**TEXT, "nullable": True}, Weight.ADDITION),
    ("CHG146", {"type": "array"}, {"type": "array", "x-kubernetes-list-type": "set"}, Weight.BREAKS),
    ("CHG146", {"type": "array", "x-kubernetes-list-type": "set"}, {"type": "array"}, Weight.CHECK),
    ("CHG141", {"type": "integer"}, {"type": "integer", "format": "int64"}, Weight.ADDITION),
    ("CHG146", {"type": "array"}, {"type": "array", "x-kubernetes-list-type": "atomic"}, Weight.ADDITION),
    ("CHG146", {"type": "array", "x-kubernetes-list-type": "atomic"}, {"type": "array"}, Weight.ADDITION),
    ("CHG146", {**OBJECT, "x-kubernetes-map-type": "granular"}, OBJECT, Weight.ADDITION),
    ("CHG146", OBJECT, {**OBJECT, "x-kubernetes-map-type": "atomic"}, Weight.CHECK),
    ("CHG148", {**OBJECT, "x-kubernetes-preserve-unknown-fields": True}, OBJECT, Weight.BREAKS),
    ("CHG149", OBJECT, {**OBJECT, "x-kubernetes-preserve-unknown-fields": True}, Weight.ADDITION),
    ("CHG150", OBJECT, {**OBJECT, "properties": {"b": TEXT}}, Weight.ADDITION),
    ("CHG151", {**OBJECT, "additionalProperties": True}, {**OBJECT, "additionalProperties": TEXT}, Weight.BREAKS),
    ("CHG152", TEXT, {**TEXT, "default": "a"}, Weight.CHECK),
    ("CHG153", TEXT, {**TEXT, "x-kubernetes-validations": [{"rule": "self != ''"}]}, Weight.BREAKS),
    ("CHG153", TEXT, {**TEXT, "x-kubernetes-validations": [{"rule": "self == oldSelf"}]}, Weight.CHECK),
    ("CHG154", {**TEXT, "x-kubernetes-validations": [{"rule": "self != ''"}]}, TEXT, Weight.ADDITION),
    ("CHG156", OBJECT, {**OBJECT, "oneOf": [{"required": ["b"]}]}, Weight.BREAKS),
    ("CHG157", OBJECT, {**OBJECT, "x-kubernetes-embedded-resource": True}, Weight.BREAKS),
    ("CHG160", TEXT, {**TEXT, "description": "a"}, Weight.WORDS),
]


@pytest.mark.parametrize(("name", "old", "new", "weight"), FIELDS)
def test_a_change_of_a_field_weighs(name: str, old: Node, new: Node, weight: Weight) -> None:
    differences = found(of_field(old), of_field(new))
    assert [(one.rule.id, one.weights.clients) for one in differences] == [(name, weight)]
    assert all((one.at.field or "").startswith("spec.a") for one in differences)


def test_names_that_follow_the_kind_are_no_change_of_their_own() -> None:
    def names(kind: str, **more: str) -> Node:
        return definition(names={"kind": kind, "plural": "buckets", "listKind": f"{kind}List", **more})

    old, new = names("Bucket", singular="bucket"), names("BUCKET", singular="bucket")
    assert [one.rule.id for one in found(old, new)] == ["CHG105"]
    other = names("Pail", singular="bin")
    assert [(one.rule.id, one.words.message) for one in found(old, other)][1:] == [
        ("CHG106", "singular: bucket is gone")
    ]


def test_a_format_that_the_api_server_does_not_check_says_so() -> None:
    (one,) = found(of_field({"type": "integer"}), of_field({"type": "integer", "format": "int64"}))
    assert one.words.message == 'spec.a: format is "int64", was not there: the API server does not check it'
    assert one.weights.olmv1 is Weight.BREAKS


def test_a_field_that_is_gone_names_the_place_it_may_have_moved_to() -> None:
    old = of_field(OBJECT | {"properties": {"region": TEXT}})
    new = of_field(OBJECT, properties={"a": OBJECT, "region": TEXT})
    gone = next(one for one in found(old, new) if one.rule.id == "CHG130")
    assert gone.words.message == "spec.a.region is removed; it may have moved to spec.region"
    assert gone.weights.clients is gone.weights.stored is Weight.BREAKS


def test_only_the_topmost_of_removed_fields_is_told() -> None:
    old = of_field(OBJECT | {"properties": {"b": OBJECT | {"properties": {"c": TEXT}}}})
    assert [one.at.field for one in found(old, of_field(OBJECT))] == ["spec.a.b"]


@pytest.mark.parametrize(
    ("extra", "weight"), [({}, Weight.BREAKS), ({"default": "x"}, Weight.ADDITION)], ids=["without", "with a default"]
)
def test_a_field_that_is_required_now(extra: Node, weight: Weight) -> None:
    differences = found(of_field(TEXT | extra), of_field(TEXT | extra, required=["a"]))
    assert [(one.rule.id, one.at.field, one.weights.clients) for one in differences] == [("CHG133", "spec.a", weight)]


def test_what_upjet_requires_by_a_rule_is_required() -> None:
    policies = "!('*' in self.managementPolicies || 'Create' in self.managementPolicies)"
    rule = f"{policies} || has(self.forProvider.a) || (has(self.initProvider) && has(self.initProvider.a))"
    provider = {"forProvider": OBJECT | {"properties": {"a": TEXT}}}

    def of(**more: Any) -> Node:
        spec = OBJECT | {"properties": provider, **more}
        return definition(version(schema=OBJECT | {"properties": {"spec": spec}}))

    (one,) = found(of(), of(**{"x-kubernetes-validations": [{"rule": rule}]}))
    assert (one.rule.id, one.at.field, one.weights.clients) == ("CHG133", "spec.forProvider.a", Weight.BREAKS)
    assert found(of(**{"x-kubernetes-validations": [{"rule": rule}]}), of())[0].rule.id == "CHG154"


def test_what_a_controller_writes_breaks_nobody_but_readers() -> None:
    def of(*fields: str, **more: Any) -> Node:
        status = OBJECT | {"properties": dict.fromkeys(fields, TEXT | more)}
        return definition(version(schema=OBJECT | {"properties": {"status": status}}, **STATUS))

    gone, narrower = found(of("a", "b"), of("a")), found(of("a"), of("a", enum=["x"]))
    assert [(one.rule.id, one.weights.clients) for one in gone] == [("CHG130", Weight.CHECK)]
    assert [(one.rule.id, one.weights.clients) for one in narrower] == [("CHG136", Weight.ADDITION)]


V1, V2 = version("v1"), version("v2")
WHOLE: list[tuple[str, Node, Node]] = [
    ("CHG101", definition(V1, V2), definition(V1)),
    ("CHG102", definition(V1, V2), definition(V1, V2 | {"served": False})),
    ("CHG103", definition(V1, V2), definition(V1 | {"storage": False}, V2 | {"storage": True})),
    ("CHG104", definition(V1), definition(V1, scope="Cluster")),
    ("CHG105", definition(V1), definition(V1, names={"kind": "Pail", "plural": "buckets"})),
    ("CHG105", definition(V1), definition(V1, names={"plural": "buckets"})),
    (
        "CHG106",
        definition(V1, names={"kind": "Bucket", "shortNames": ["b"]}),
        definition(V1, names={"kind": "Bucket"}),
    ),
    ("CHG107", definition(V1), definition(V1, conversion={"strategy": "Webhook"})),
    ("CHG108", definition(V1), definition(V1 | STATUS)),
    ("CHG110", definition(V1), definition(V1 | {"additionalPrinterColumns": [{"name": "a"}]})),
    ("CHG111", definition(V1 | {"selectableFields": [{"jsonPath": ".spec.a"}]}), definition(V1)),
    ("CHG112", definition(V1), definition(V1, V2)),
    ("CHG113", definition(V1), definition(V1 | {"deprecated": True})),
    ("CHG119", definition(V1), definition(V1, metadata={"labels": {"a": "b"}})),
]


@pytest.mark.parametrize(("name", "old", "new"), WHOLE)
def test_a_change_of_the_definition(name: str, old: Node, new: Node) -> None:
    assert [one.rule.id for one in found(old, new)] == [name]


def test_stored_objects_lose_what_the_new_storage_version_lacks() -> None:
    wide = version("v1", OBJECT | {"properties": {"spec": OBJECT | {"properties": {"a": TEXT}}}})
    narrow = version("v2", OBJECT | {"properties": {"spec": OBJECT}})
    old = definition(wide, narrow)
    new = definition(wide | {"storage": False}, narrow | {"storage": True})
    assert [(one.rule.id, one.at.field) for one in found(old, new)] == [
        ("CHG103", "spec.versions"),
        ("CHG120", "spec.a"),
    ]
    converted = definition(wide | {"storage": False}, narrow | {"storage": True}, conversion={"strategy": "Webhook"})
    assert "CHG120" not in [one.rule.id for one in found(old, converted)]


def test_every_rule_is_tripped_here_or_by_a_package() -> None:
    every = {
        one.id
        for module in (schema_rules, definition_rules, value_rules)
        for one in vars(module).values()
        if isinstance(one, ChangeRule)
    }
    tripped = {row[0] for row in FIELDS} | {row[0] for row in WHOLE} | {"CHG120", "CHG130", "CHG133", "CHG135"}
    assert every - tripped == {"CHG115", "CHG116", "CHG161", "CHG190"}


def test_what_nobody_compares_is_said() -> None:
    deep: Node = TEXT
    for _ in range(600):
        deep = OBJECT | {"properties": {"abcdefgh": deep}}
    changed: Node = {"type": "integer"}
    for _ in range(600):
        changed = OBJECT | {"properties": {"abcdefgh": changed}}
    differences = [one for one in found(of_field(deep), of_field(changed)) if one.weights.clients is not None]
    assert [one.rule.id for one in differences] == ["CHG161"]


def test_a_definition_of_v1beta1_is_compared_with_one_of_v1() -> None:
    schema = OBJECT | {"properties": {"spec": OBJECT | {"properties": {"a": TEXT}}}}
    old = {
        "apiVersion": "apiextensions.k8s.io/v1beta1",
        "metadata": {"name": "buckets.example.org"},
        "spec": {
            "scope": "Namespaced",
            "names": {"kind": "Bucket"},
            "version": "v1",
            "preserveUnknownFields": False,
            "validation": {"openAPIV3Schema": schema},
        },
    }
    assert [one.rule.id for one in found(old, definition(version(schema=schema)))] == []
    gone = found(old, definition(version(schema=OBJECT | {"properties": {"spec": OBJECT}})))
    path = gone[0].at.old
    assert path is not None
    assert str(path) == "spec.validation.openAPIV3Schema.properties.spec.properties.a"


TRAPS = tuple(traps())


@pytest.mark.parametrize("number", range(len(TRAPS)))
def test_level_olmv1_breaks_exactly_where_crdify_refuses(number: int) -> None:
    old, new = TRAPS[number]["old"], TRAPS[number]["new"]
    breaks = [one for one in found(old, new) if one.weights.at(Level.OLMV1) is Weight.BREAKS]
    assert bool(breaks) is bool(refusals(old, new))


def test_nothing_changes_where_nothing_differs() -> None:
    same = [(case["new"], one) for case in TRAPS for one in found(case["new"], case["new"])]
    assert [one for _, one in same if one.weights.clients is not None] == []
