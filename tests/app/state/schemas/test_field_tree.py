"""The fields of a version by their paths, and what a hostile schema costs."""

from typing import Any

from builders.screens.buckets import TEXT, bucket, object_of

from xpkgtui.app.state.schemas.field_tree import FieldTree


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
