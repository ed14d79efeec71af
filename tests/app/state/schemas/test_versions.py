"""The versions of a definition: their order, and what differs between two of them."""

from typing import Any

from builders.cases import each_row
from builders.screens.buckets import BUCKETS, TEXT, bucket, definition, object_of, version

from xpkgtui.app.state.schemas.versions import FieldTree, beside, defined_schemas
from xpkgtui.versions.kubernetes import priority

SCHEMAS = defined_schemas([BUCKETS])


def test_the_newest_version_is_first_as_kubernetes_orders_them() -> None:
    names = ["v1alpha1", "v2", "v11beta2", "v10beta3", "v3beta1", "v1", "foo1"]
    assert sorted(names, key=priority, reverse=True) == [
        *("v2", "v1", "v11beta2", "v10beta3", "v3beta1", "v1alpha1", "foo1"),
    ]


def test_the_stored_version_is_shown_at_first() -> None:
    made = definition("a", "A", version("v1beta1", None, stored=True), version("v1", None))
    schemas = defined_schemas([made])
    assert [one.version.name for one in schemas.versions] == ["v1", "v1beta1"]
    shown = schemas.version("")
    assert shown is not None
    assert shown.version.name == "v1beta1"
    assert shown.number == 0


def test_each_version_is_compared_with_the_one_before_and_the_oldest_with_the_newest() -> None:
    pairs = [(one, SCHEMAS.before(one)) for one in SCHEMAS.versions]
    assert [(one.version.name, other.version.name if other else "") for one, other in pairs] == [
        ("v1beta2", "v1beta1"),
        ("v1beta1", "v1alpha1"),
        ("v1alpha1", "v1beta2"),
    ]


def test_a_field_is_new_moved_changed_or_gone() -> None:
    newest, older, _ = SCHEMAS.versions
    found = beside(newest, older)
    assert found.new == {"spec.forProvider.grant", "spec.initProvider.grant"}
    assert found.moved == {"spec.forProvider.versioning": "spec.versioning"}
    assert found.changed["spec.forProvider.region"] == ("no pattern", "no bounds")
    assert [one.path for one in found.gone["spec"]] == ["spec.acl", "spec.versioning"]
    assert found.inside["spec.initProvider"] == 2


@each_row("made", [[], [{}], [None, 3], [{"spec": {"versions": 5}}], [{"spec": {"versions": [7]}}]])
def test_what_has_no_versions_says_so(made: list[object]) -> None:
    schemas = defined_schemas(made)
    assert schemas.versions == ()
    assert schemas.version("") is None
    assert "no versions" in schemas.problem


def test_a_claim_has_versions_of_its_own() -> None:
    other = definition("claims", "Claim", version("v1beta2", object_of({"spec": TEXT})))
    schemas = defined_schemas([BUCKETS, other])
    assert [one.key for one in schemas.versions] == ["0:v1beta2", "0:v1beta1", "0:v1alpha1", "1:v1beta2"]
    assert schemas.has_claims
    assert schemas.before(schemas.versions[-1]) is None


def deep(levels: int) -> dict[str, Any]:
    """Objects in objects."""
    schema: dict[str, Any] = TEXT
    for _ in range(levels):
        schema = object_of({"a": schema})
    return schema


def test_what_every_object_has_is_left_out_unless_something_is_said_of_it() -> None:
    schema = object_of({"kind": TEXT, "metadata": object_of({"name": TEXT}), "spec": TEXT})
    assert [one.path for one in FieldTree(schema).top] == ["metadata", "spec"]


def test_a_path_leads_to_its_field_through_lists_and_names_with_dots() -> None:
    inner = object_of({"a": object_of({"b": TEXT}), "a.b": TEXT, "ab": TEXT})
    tree = FieldTree(object_of({"spec": {"type": "array", "items": inner}}))
    for path in ("spec[].a.b", 'spec[]["a.b"]', "spec[].ab"):
        found = tree.field(path)
        assert found is not None
        assert found.path == path
    assert tree.field("spec[].c") is None
    assert [one.path for one in tree.way("spec[].a.b")] == ["spec", "spec[].a", "spec[].a.b"]


def test_required_fields_and_rules_are_counted() -> None:
    counts = FieldTree(bucket(is_newest=True)).counts
    assert (counts.required, counts.rules) == (9, 4)


def test_letters_of_a_path_find_its_field() -> None:
    found = FieldTree(bucket(is_newest=True)).search("forprov region").best
    assert found[0].path == "spec.forProvider.region"


def test_as_many_levels_open_together_as_leave_the_list_short() -> None:
    wide = object_of({str(number): object_of({str(inner): TEXT for inner in range(80)}) for number in range(80)})
    assert FieldTree(object_of({"spec": wide})).levels == 2
    assert FieldTree(deep(100)).levels == 100


def test_a_schema_of_wrong_types_has_what_can_be_told() -> None:
    schema: dict[str, Any] = {
        "properties": {"a": 3, "b": {"properties": [1]}, "c": {"items": "x", "required": 7, "enum": {}}},
        "required": {"a": 1},
        "x-kubernetes-validations": {"rule": 1},
    }
    tree = FieldTree(schema)
    assert [one.path for one in tree.top] == ["a", "b", "c"]
    assert tree.counts.rules == 0
    assert tree.levels == 1
