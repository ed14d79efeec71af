"""Two definitions compared: every rule is tripped by a pair and spared by another, and OLM v1 answers as crdify."""

import subprocess
from pathlib import Path
from typing import Any

import pytest
from builders.cases import each_row
from builders.goldens import Golden, once
from differential.upgrades.traps import traps

from xpkgtui.commands import PrintedCommand
from xpkgtui.formats.definitions.changes import definition_rules, schema_rules, value_rules
from xpkgtui.formats.definitions.changes.comparing.validations import requirements
from xpkgtui.formats.definitions.changes.crdify import refusals
from xpkgtui.formats.definitions.changes.definition_rules import version_removed
from xpkgtui.formats.definitions.changes.definitions import compare_definitions
from xpkgtui.formats.definitions.changes.keeping import MADE_SINCE_2
from xpkgtui.formats.definitions.changes.proofs import Proofs
from xpkgtui.rules.changes.change import Level, Weight
from xpkgtui.rules.changes.rule import At, ChangeRule, Difference

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
    """The differences of two definitions, with their proofs."""
    return list(compare_definitions(old, new, Proofs()))


TEXT = {"type": "string"}
OBJECT = {"type": "object"}
ENTRY = OBJECT | {"properties": {"k": TEXT, "p": TEXT}, "required": ["k", "p"]}


def keyed(*keys: str) -> Node:
    """A list whose entries have these keys."""
    return {
        "type": "array", "items": ENTRY, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": list(keys)
    }  # fmt: skip


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
    ("CHG146", keyed("k"), {key: value for key, value in keyed("k").items() if "list" not in key}, Weight.CHECK),
    ("CHG146", keyed("k"), keyed("k", "p"), Weight.CHECK),
    ("CHG146", keyed("k", "p"), keyed("k"), Weight.BREAKS),
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


@each_row(("name", "old", "new", "weight"), FIELDS)
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


def test_short_names_that_are_gone_are_named() -> None:
    names = NAMES | {"shortNames": ["b", "c", "d"]}
    (one,) = found(definition(names=names), definition(names=NAMES | {"shortNames": ["c"]}))
    assert (one.words.message, one.words.who) == ("shortNames: b, d is gone", "Scripts that use b, d.")


def test_a_rule_that_management_policies_undo_is_told_apart() -> None:
    rules = [{"rule": f"{policies}has(self.a)"} for policies in ("", "!('*' in self.managementPolicies) || ")]
    assert [one.has_policies for one in requirements(rules, {"properties": {"a": {}}})] == [False, True]


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
OUTDATED = V1 | {"deprecated": True}
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
    ("CHG119", definition(OUTDATED), definition(OUTDATED, metadata={"labels": {"a": "b"}})),
]


@each_row(("name", "old", "new"), WHOLE)
def test_a_change_of_the_definition(name: str, old: Node, new: Node) -> None:
    assert [one.rule.id for one in found(old, new)] == [name]


def of_version(name: str, *, is_stored: bool = False, is_served: bool = True, **field: Any) -> Node:
    """A version with one field."""
    schema = {"type": "object", "properties": {"a": {"type": "string", **field}}}
    return {"name": name, "served": is_served, "storage": is_stored, "schema": {"openAPIV3Schema": schema}}


@each_row(
    ("added", "more", "said"),
    [
        (of_version("v2"), {}, "v2 is new"),
        (of_version("v2", maxLength=9), {}, "v2 is new, and takes less than v1, which is stored: a: maxLength is 9"),
        (of_version("v2", maxLength=9, is_served=False), {}, "v2 is new"),
        (of_version("v2", maxLength=9), {"conversion": {"strategy": "Webhook"}}, "v2 is new"),
    ],
)
def test_a_new_version_that_takes_less_than_what_is_stored_is_looked_at(added: Node, more: Node, said: str) -> None:
    one = of_version("v1", is_stored=True)
    every = found(definition(one, **more), definition(one, added, **more))
    change = next(each for each in every if each.rule.id == "CHG112")
    assert (change.words.message[: len(said)], change.weights.clients is Weight.CHECK) == (said, "less" in said)


SCALE = {"specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas"}


def scaled(**more: str) -> Node:
    """A definition whose objects can be scaled."""
    return definition(V1 | {"subresources": {"scale": SCALE | more}})


def converting(**webhook: Any) -> Node:
    """A definition whose webhook converts."""
    webhook = {"clientConfig": {"url": "https://a"}, "conversionReviewVersions": ["v1"]} | webhook
    return definition(V1, conversion={"strategy": "Webhook", "webhook": webhook})


def deprecated(**more: str) -> Node:
    """A definition whose version is deprecated."""
    return definition(V1 | {"deprecated": True, **more})


def ruled(**rule: str) -> Node:
    """A definition with a rule."""
    return of_field(TEXT, **{"x-kubernetes-validations": [{"rule": "has(self.a)", **rule}]})


@each_row(
    ("old", "new", "weight", "message"),
    [
        (scaled(), definition(V1), Weight.CHECK, "the subresource scale is removed"),
        (
            scaled(),
            scaled(specReplicasPath=".spec.n"),
            Weight.CHECK,
            'the subresource scale: specReplicasPath is ".spec.n", was ".spec.replicas"',
        ),
        (
            scaled(),
            scaled(labelSelectorPath=".status.s"),
            Weight.ADDITION,
            'the subresource scale: labelSelectorPath is ".status.s", was not set',
        ),
        (
            converting(),
            converting(clientConfig={"url": "https://b"}),
            Weight.CHECK,
            'conversion by the webhook: clientConfig.url is "https://b", was "https://a"',
        ),
        (
            converting(),
            converting(clientConfig={"url": "https://a", "caBundle": "eA=="}),
            Weight.WORDS,
            'conversion by the webhook: clientConfig.caBundle is "eA==", was not set',
        ),
        (
            converting(),
            converting(conversionReviewVersions=["v2", "v1", "v1beta1"]),
            Weight.WORDS,
            'conversion by the webhook: conversionReviewVersions is ["v2","v1","v1beta1"], was ["v1"]',
        ),
        (
            converting(),
            converting(conversionReviewVersions=["v1beta1"]),
            Weight.CHECK,
            'conversion by the webhook: conversionReviewVersions is ["v1beta1"], was ["v1"]',
        ),
        (deprecated(), definition(V1), Weight.WORDS, "v1 is no longer deprecated"),
        (deprecated(), deprecated(deprecationWarning="b"), Weight.WORDS, "v1 is deprecated in other words: b"),
        (ruled(), ruled(message="b"), Weight.WORDS, 'spec: a rule: message is "b", was not set'),
        (
            ruled(message="a", reason="FieldValueInvalid"),
            ruled(message="b", reason="FieldValueRequired"),
            Weight.WORDS,
            'spec: a rule: message is "b", was "a"; reason is "FieldValueRequired", was "FieldValueInvalid"',
        ),
    ],
)
def test_what_differs_inside_is_named_on_both_sides(old: Node, new: Node, weight: Weight, message: str) -> None:
    (one,) = found(old, new)
    assert (one.weights.clients, one.words.message) == (weight, message)


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
    tripped = (
        {row[0] for row in FIELDS} | {row[0] for row in WHOLE} | {"CHG120", "CHG121", "CHG130", "CHG133", "CHG135"}
    )
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


def test_of_thousands_of_differences_the_first_are_listed_and_the_rest_is_not_compared() -> None:
    old, new = (
        {"type": "object", "properties": dict.fromkeys(map(str, range(5_002)), one)} for one in (TEXT, OBJECT)
    )
    differences = [one for one in found(of_field(old), of_field(new)) if one.weights.clients is not None]
    assert [one.rule.id for one in differences] == ["CHG132"] * 5_000 + ["CHG161"]
    assert differences[-1].words.message == "the object was not compared: more than 5,000 of its fields differ"
    gone, new = ({"type": "object", "properties": dict.fromkeys(f"{one}{n}" for n in range(5_002))} for one in "ab")
    listed = [one.rule.id for one in found(of_field(gone), of_field(new)) if one.weights.clients is not None]
    assert listed == ["CHG150"] * 5_000 + ["CHG130"] * 5_000 + ["CHG161"]
    described = ({**one, "description": side} for one, side in ((TEXT, "a"), (TEXT, "b")))
    words = ({"type": "object", "properties": dict.fromkeys(map(str, range(5_002)), one)} for one in described)
    assert [one.rule.id for one in found(*map(of_field, words))] == ["CHG160"] * 5_002


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


@each_row("number", range(len(TRAPS)))
def test_level_olmv1_breaks_exactly_where_crdify_refuses(number: int) -> None:
    old, new = TRAPS[number]["old"], TRAPS[number]["new"]
    breaks = [one for one in found(old, new) if one.weights.at(Level.OLMV1) is Weight.BREAKS]
    assert bool(breaks) is bool(refusals(old, new))


def test_nothing_changes_where_nothing_differs() -> None:
    same = [(case["new"], one) for case in TRAPS for one in found(case["new"], case["new"])]
    assert [one for _, one in same if one.weights.clients is not None] == []


def marked(word: str, old: Any, new: Any, base: Node = TEXT) -> tuple[Node, Node]:
    """Two definitions whose field `spec.a` differs in one keyword; None where it lacks it."""
    return tuple(of_field(base if value is None else base | {word: value}) for value in (old, new))  # type: ignore[return-value]


def of_status(schema: Any) -> Node:
    """A definition with the field `status.a`, which only a controller writes."""
    status = OBJECT | {"properties": {"a": schema}, "x-kubernetes-preserve-unknown-fields": False}
    return definition(version(schema=OBJECT | {"properties": {"status": status}}, **STATUS))


def of_root(**schema: Any) -> Node:
    """A definition whose schema has these keywords at its root."""
    return definition(version(schema=OBJECT | schema))


def old_style(*versions: Node, schema: Any = None, **spec: Any) -> Node:
    """A definition of v1beta1."""
    shared = {"validation": {"openAPIV3Schema": schema}} if schema else {}
    return definition(*versions) | {
        "apiVersion": "apiextensions.k8s.io/v1beta1",
        "spec": {"group": "example.org", "scope": "Namespaced", "names": {"kind": "Bucket"}} | shared | spec,
    }


LIST, MAP, NUMBER = {"type": "array", "items": TEXT}, OBJECT | {"additionalProperties": TEXT}, {"type": "integer"}
PRESERVED = OBJECT | {"x-kubernetes-preserve-unknown-fields": True}
MANY = [f"value {number}" for number in range(12)]
FACTS = {"format": "date", "enum": ["a"], "default": "a", "nullable": True, "pattern": "a", "title": "t"}
PAIR = OBJECT | {"properties": {"a": TEXT, "b": TEXT}}
WEBHOOK = {"strategy": "Webhook", "webhook": {"clientConfig": {"url": "https://example.org"}}}
NAMES = {"kind": "Bucket", "plural": "buckets"}
SAID: dict[str, tuple[Node, Node]] = {
    **{
        f"{word} {one} to {other}": marked(word, one, other, base)
        for base, word, values in (
            (NUMBER, "minimum", (1, 2)),
            (NUMBER, "maximum", (2, 1)),
            (NUMBER, "multipleOf", (2, 3)),
            (NUMBER, "exclusiveMinimum", (False, True)),
            (NUMBER, "exclusiveMaximum", (False, True)),
            (LIST, "minItems", (1, 2)),
            (LIST, "maxItems", (3, 2)),
            (LIST, "uniqueItems", (False, True)),
            (MAP, "minProperties", (0, 1)),
            (MAP, "maxProperties", (2, 1)),
            (TEXT, "minLength", (1, 2)),
            (TEXT, "maxLength", ("2", 1)),
            (TEXT, "enum", (MANY, ["a"])),
            (TEXT, "enum", (MANY[:8], MANY[8:])),
            (TEXT, "enum", (["a"], None)),
            (NUMBER, "enum", ([1, 2], [True, 1])),
            (TEXT, "default", ("a", "b")),
            (TEXT, "format", ("date", "date-time")),
            (TEXT, "format", ("date", None)),
            (TEXT, "pattern", ("^a$", "^[ab]$")),
            (TEXT, "pattern", ("^[ab]$", "^a$")),
            (TEXT, "pattern", ("^a*$", "^a{0,50}$")),
            (TEXT, "pattern", (f"^({'a' * 41}|b)$", "^c$")),
            (TEXT, "pattern", ("^(?=a)a$", "^a$")),
            (TEXT, "nullable", (None, True)),
            (TEXT, "title", ("a", "b")),
            (TEXT, "example", ("a", "b")),
            (TEXT, "externalDocs", (None, {"url": "x"})),
            (LIST, "x-kubernetes-list-type", (None, "map")),
            (LIST, "x-kubernetes-list-map-keys", (["a"], ["b"])),
            (LIST, "x-kubernetes-list-type", ("set", "atomic")),
            (MAP, "x-kubernetes-map-type", ("granular", None)),
            (MAP, "x-kubernetes-embedded-resource", (None, True)),
            (MAP, "allOf", ([], [{"minProperties": 1}])),
            (MAP, "anyOf", ([{"minProperties": 1}], [{"minProperties": 2}])),
            (MAP, "not", ({"minProperties": 1}, None)),
            (MAP, "oneOf", (None, [])),
            (TEXT, "x-kubernetes-validations", (None, [{"rule": "self != 'a'", "message": "m" * 130}])),
            (TEXT, "x-kubernetes-validations", (None, [{"rule": "self == oldSelf", "message": "it is fixed"}])),
            (TEXT, "x-kubernetes-validations", ([{"rule": "true"}], [{"rule": "true", "message": "m"}])),
            (OBJECT, "properties", ({"b": TEXT}, {"b": NUMBER, "c": TEXT})),
            (MAP, "additionalProperties", (TEXT, NUMBER)),
            (MAP, "additionalProperties", (TEXT, False)),
            (MAP, "additionalProperties", (True, False)),
            (MAP, "additionalProperties", (True, {"description": "any"})),
            (OBJECT, "additionalProperties", (None, TEXT)),
            (OBJECT, "additionalProperties", (None, {})),
            (OBJECT, "additionalProperties", (TEXT, True)),
            (PRESERVED, "additionalProperties", (None, True)),
            ({"type": "array"}, "items", (None, TEXT)),
            (LIST, "items", (TEXT, NUMBER)),
        )
        for one, other in (values, values[::-1])
    },
    **{
        f"type {old} to {new}": (of_field(old), of_field(new))
        for old, new in (
            (NUMBER, TEXT),
            (TEXT, {"x-kubernetes-int-or-string": True}),
            ({}, TEXT),
            (TEXT, {}),
            (NUMBER, {"type": "number"}),
        )
    },
    **{
        f"status {old} to {new}": (of_status(old), of_status(new))
        for old, new in (
            (TEXT, NUMBER),
            (TEXT, TEXT | {"enum": ["a"]}),
            (TEXT, TEXT | {"maxLength": 3}),
            (TEXT, TEXT | {"pattern": "^a$"}),
            (TEXT, TEXT | {"default": "a"}),
            (TEXT | {"nullable": True}, TEXT),
            (LIST, LIST | {"x-kubernetes-list-type": "set"}),
            (MAP, MAP | {"anyOf": [{"minProperties": 1}]}),
            (MAP, MAP | {"x-kubernetes-embedded-resource": True}),
            (TEXT, TEXT | {"x-kubernetes-validations": [{"rule": "self != ''"}]}),
            (TEXT, TEXT | {"x-kubernetes-validations": [{"rule": "self == oldSelf"}]}),
            (PRESERVED, OBJECT),
            (MAP | {"additionalProperties": True}, MAP),
            ({"type": "array"}, LIST),
            (OBJECT | {"properties": {"b": TEXT}}, OBJECT),
            (OBJECT | {"properties": {"b": TEXT}}, OBJECT | {"properties": {"b": TEXT}, "required": ["b"]}),
        )
    },
    "required": (of_field(TEXT), of_field(TEXT, required=["a", "b"])),
    "required no more": (of_field(TEXT, required=["a", "b"]), of_field(TEXT)),
    "required at the root": (of_root(), of_root(required=["spec", "kind"])),
    "required at the root no more": (
        of_root(properties={"spec": OBJECT}, required=["spec", "kind", 3]),
        of_root(properties={"spec": OBJECT}),
    ),
    "null and required": (of_field(TEXT | {"nullable": True}, required=["a"]), of_field(TEXT, required=["a"])),
    "a field of an open object is gone": (
        of_field(PRESERVED | {"properties": {"b": TEXT}}),
        of_field(PRESERVED | {"properties": {}}),
    ),
    "a field of an open object is new": (of_field(PRESERVED), of_field(PRESERVED | {"properties": {"b": TEXT}})),
    "two fields may have taken the place": (
        of_field(OBJECT | {"properties": {"b": TEXT}}),
        of_field(OBJECT, b=TEXT, properties={"a": OBJECT, "b": TEXT, "c": OBJECT | {"properties": {"b": TEXT}}}),
    ),
    "the metadata": (
        of_root(properties={"metadata": OBJECT, "kind": TEXT, "apiVersion": TEXT}),
        of_root(properties={"metadata": OBJECT | {"properties": {"name": TEXT | {"maxLength": 9}}}}),
    ),
    "the metadata in full": (
        of_root(properties={"metadata": OBJECT | {"properties": {"name": TEXT, "generateName": TEXT}}}),
        of_root(),
    ),
    "the kind": (of_root(properties={"kind": TEXT | {"enum": ["Bucket"]}}), of_root()),
    "a rule": (of_root(**{"x-kubernetes-validations": [{"rule": "true"}]}), of_root()),
    "the status without a subresource": (
        of_root(properties={"status": OBJECT | {"properties": {"a": TEXT}}}),
        of_root(properties={"status": OBJECT}),
    ),
    "the short names": (
        definition(V1, names=NAMES | {"shortNames": ["b", "c", 3], "categories": "all"}),
        definition(V1, names=NAMES | {"shortNames": ["d", "b"], "categories": ["all", "managed"]}),
    ),
    "the singular": (definition(V1, names=NAMES | {"singular": "b"}), definition(V1, names=NAMES)),
    "the names of the list": (
        definition(V1, names=NAMES | {"listKind": "BucketList"}),
        definition(V1, names={"kind": "Pail", "plural": "pails", "listKind": "Pails"}),
    ),
    "the group": (definition(V1), definition(V1, group="example.com")),
    "the kind is gone": (definition(V1), definition(V1, names={"plural": "buckets"})),
    "the webhook": (
        definition(V1, conversion=WEBHOOK),
        definition(V1, conversion=WEBHOOK | {"webhook": {"clientConfig": {"url": "https://example.com"}}}),
    ),
    "no webhook any more": (definition(V1, conversion=WEBHOOK), definition(V1, conversion={"strategy": "None"})),
    "the labels": (definition(V1, metadata={"labels": {"a": "b"}}), definition(V1, metadata={"annotations": {}})),
    "the annotations": (definition(V1), definition(V1, metadata={"annotations": {"a": "b"}})),
    "other names of a kind without one": (definition(V1, names={"singular": "a"}), definition(V1, names=NAMES)),
    "a short name that is new": (definition(V1), definition(V1, names=NAMES | {"shortNames": ["b"]})),
    "a deprecated version that is gone": (definition(V1, V2 | {"deprecated": True}), definition(V1)),
    "another field to select by": (
        definition(V1 | {"selectableFields": [{"jsonPath": ".spec.a"}, {"jsonPath": ".spec.b"}]}),
        definition(V1 | {"selectableFields": [{"jsonPath": ".spec.c"}, {"jsonPath": ".spec.b"}]}),
    ),
    "the scale": (
        definition(V1 | {"subresources": {"scale": {"specReplicasPath": ".spec.a"}}}),
        definition(V1 | {"subresources": {"status": {}, "scale": {"specReplicasPath": ".spec.b"}}}),
    ),
    "no scale any more": (definition(V1 | {"subresources": {"scale": {}}}), definition(V1)),
    "a new scale": (definition(V1), definition(V1 | {"subresources": {"scale": {}}})),
    "more fields to select by": (definition(V1), definition(V1 | {"selectableFields": [{"jsonPath": ".spec.b"}]})),
    "columns": (definition(V1), definition(V1 | {"additionalPrinterColumns": []})),
    "a deprecated version": (
        definition(V1),
        definition(V1 | {"deprecated": True, "deprecationWarning": "use v2"}, V2 | {"deprecated": True}),
    ),
    "served again": (definition(V1, V2 | {"served": False}), definition(V1, V2)),
    "stored as another": (definition(V1), definition(V2, V1 | {"storage": False}, conversion=WEBHOOK)),
    "an equal webhook": (definition(V1, conversion=WEBHOOK), definition(V1, conversion=dict(WEBHOOK))),
    "a field with all that is said of it": (
        of_field(OBJECT | {"properties": {"b": TEXT | FACTS, "c": {"x-kubernetes-int-or-string": True}}}),
        of_field(OBJECT | {"properties": {"d": PRESERVED}}),
    ),
    "the storage moves and loses fields": (
        definition(
            version(schema=OBJECT | {"properties": {"spec": PAIR, "status": PAIR}}, **STATUS),
            version("v2", OBJECT | {"properties": {"spec": OBJECT | {"properties": {"b": TEXT, "c": TEXT}}}}),
        ),
        definition(
            version("v2", OBJECT | {"properties": {"spec": OBJECT | {"properties": {"b": NUMBER, "c": TEXT}}}}),
            version(schema=OBJECT | {"properties": {"spec": PAIR, "status": PAIR}}, **STATUS, storage=False),
        ),
    ),
    "unknown fields are kept in another way": (of_field(PRESERVED), of_field(MAP | {"additionalProperties": True})),
    "nothing is stored": (definition(V1), definition(V1 | {"storage": False})),
    "two versions of one name": (definition(V1, V1 | {"served": False}), definition(V1)),
    "of v1beta1": (
        old_style(version("v1", OBJECT | {"properties": {"spec": OBJECT}}), subresources={"status": {}}),
        old_style(schema=OBJECT, version="v1", additionalPrinterColumns=[{"name": "a"}]),
    ),
    "unknown fields of v1beta1": (
        old_style(schema=OBJECT, version="v1"),
        old_style(schema=OBJECT, version="v1", preserveUnknownFields=False),
    ),
    "the versions of v1beta1": (
        old_style(version="v1", versions=[version("v1"), version("v2")]),
        old_style(versions=[version("v1"), version("v2", OBJECT | {"required": ["spec"]})]),
    ),
}


def described(one: Difference) -> str:
    """All that is said of a difference, a line each."""
    at, words, weights = one.at, one.words, one.weights
    ranks = "".join("-" if weight is None else weight.name[0] for weight in map(weights.at, Level))
    place = (at.version, at.field, at.where, f"{at.old} -> {at.new}", "/".join(at.refused_as))
    lines = [
        f"{one.rule.id} {ranks} {words.message}",
        f"at: {' | '.join(str(part) for part in place if part)}",
        f"before: {at.before}; after: {at.after}",
        *(f"{name}: {value}" for name in ("who", "narrows", "below") if (value := getattr(words, name))),
        *map(str, words.first),
        *((one.witness.says, *one.witness.manifest.splitlines()) if one.witness else ()),
    ]
    return "\n    ".join(lines)


def test_every_word_about_a_change_is_as_was_agreed(golden: Golden) -> None:
    pairs = {f"{number}": (of_field(old), of_field(new)) for number, (_, old, new, _) in enumerate(FIELDS)}
    pairs |= {f"{name} whole": (old, new) for name, old, new in WHOLE} | SAID
    parts = [(name, *map(described, compare_definitions(*pair, Proofs()))) for name, pair in pairs.items()]
    whole = (
        definition_rules.definition_removed(At(), "buckets.example.org", "Bucket", "Bucket of example.com"),
        definition_rules.definition_removed(At(), "buckets.example.org", ""),
        definition_rules.definition_added(At(), "Bucket", ["v1", "v2"]),
        definition_rules.definition_added(At(), "", []),
    )
    parts.append(("a whole definition", *map(described, whole)))
    golden("definition_changes", once("\n".join("\n  ".join(part) for part in parts) + "\n"))


@pytest.mark.parametrize(("length", "ids"), [(1_017, ["CHG132"]), (1_018, ["CHG161"])])
def test_paths_of_a_thousand_characters_are_compared(length: int, ids: list[str]) -> None:
    old, new = (of_field(OBJECT | {"properties": {"x" * length: one}}) for one in (TEXT, NUMBER))
    assert [one.rule.id for one in found(old, new) if one.weights.clients is not None] == ids


def test_forty_proofs_are_sought_for_a_version() -> None:
    old, new = (
        of_field(OBJECT | {"properties": {f"f{number:02}": one for number in range(41)}}) for one in (TEXT, NUMBER)
    )
    differences = list(compare_definitions(old, new, Proofs()))
    assert [one.witness is not None for one in differences] == [True] * 40 + [False]
    assert all(one.witness is None for one in compare_definitions(old, new))
    few = list(compare_definitions(old, new, Proofs(2)))
    assert [one.witness is not None for one in few[:3]] == [True, True, False]


def test_first_steps_never_take_a_version_from_the_list_that_is_still_stored() -> None:
    def steps(old: Node, new: Node) -> list[str]:
        return [str(line) for one in found(old, new) if one.rule.id == "CHG101" for line in one.words.first]

    (replaced,) = [steps(definition(V1), definition(V2))]
    assert not any("patch" in line or "replace" in line for line in replaced)
    switched = steps(definition(V1, V2), definition(V2))
    ways = [
        next(n for n, line in enumerate(switched) if word in line)
        for word in ('/storage"', "@.storage", "replace -f")
    ]
    assert ways == sorted(ways)
    assert '"storedVersions":["v2"]' in switched[-1]
    assert '"storedVersions":["v1"]' in steps(definition(V1, V2), definition(V1))[-1]
    # The old definition stores v1 until the upgrade, although the new one stores v3.
    v3 = version("v3")
    assert '"storedVersions":["v1"]' in steps(definition(V1, V2), definition(v3, V1))[-1]


@each_row(
    ("old", "new", "line"),
    [
        (of_field(TEXT), of_field({"type": "integer"}), 4),
        (definition(V1, version("v1alpha1")), definition(V1 | {"served": False}, version("v1alpha1")), 1),
    ],
)
def test_what_manifests_are_searched_for_is_a_whole_word(old: Node, new: Node, line: int, tmp_path: Path) -> None:
    text = "apiVersion: example.org/v1\n---\napiVersion: example.org/v1alpha1\na: b\nmetadata:\n"
    (tmp_path / "all.yaml").write_text(text)
    (command,) = (one for one in found(old, new)[0].words.first if isinstance(one, PrintedCommand))
    told = subprocess.run(["bash", "-c", command.spelled], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert [one.split(":")[1] for one in told.stdout.splitlines()] == [str(line)]


STORAGE = (definition(V1, V2), definition(V2 | {"storage": True}))


def test_another_version_is_stored_in_what_crossplane_2_makes_a_definition_of_whose_versions_it_sorts() -> None:
    found = compare_definitions(*STORAGE, maker=MADE_SINCE_2)
    (removed,) = (one for one in found if one.rule is version_removed)
    patches = [str(one).split()[3] for one in removed.words.first if " patch " in str(one)]
    assert patches == ["managedresourcedefinition", "crd", "crd"]


def test_what_a_cluster_stores_decides_about_a_removed_version(golden: Golden) -> None:
    parts = [
        (name, *map(described, compare_definitions(*STORAGE, stored=stored)))
        for name, stored in (("unknown", None), ("stored", ("v2", "v1")), ("not stored", ("v2",)))
    ]
    golden("definition_versions_stored", "\n".join("\n  ".join(part) for part in parts) + "\n")
