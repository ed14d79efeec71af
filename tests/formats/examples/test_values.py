"""The values that examples give a field: found by its way through the schema, counted, and few."""

from typing import Any

from builders.cases import each_row

from xpkgtui.formats.definitions.fields.tree import find, root_of
from xpkgtui.formats.examples.values import FieldValues, kind_examples, values_of

_TEXT = {"type": "string"}
_SPEC: dict[str, Any] = {
    "type": "object",
    "properties": {
        "region": _TEXT,
        "a.b": _TEXT,
        "properties": {"type": "object", "properties": {"items": _TEXT}},
        "labels": {"type": "object", "additionalProperties": _TEXT},
        "tags": {"type": "array", "items": {"type": "object", "properties": {"key": _TEXT}}},
    },
}
_ROOT = root_of({"type": "object", "properties": {"spec": _SPEC}})


def values(names: str, *specs: Any) -> FieldValues:
    objects = [{"where": f"e.yaml:{number}", "object": {"spec": spec}} for number, spec in enumerate(specs)]
    field, left = find(_ROOT, names.split("/"))
    assert not left
    return values_of(kind_examples({"objects": objects, "unread": ""}), field.steps)


@each_row(
    ("names", "spec", "expected"),
    [
        ("spec/region", {"region": "eu"}, ["eu"]),
        ("spec/a.b", {"a.b": "x"}, ["x"]),
        ("spec/properties/items", {"properties": {"items": "x"}}, ["x"]),
        ("spec/labels/*", {"labels": {"a": "x", "b": "y"}}, ["x", "y"]),
        ("spec/tags/key", {"tags": [{"key": "x"}, {}, {"key": "y"}]}, ["x", "y"]),
        ("spec/labels", {"labels": {"a": "x"}}, [{"a": "x"}]),
        ("spec/region", {"region": None}, [None]),
        ("spec/tags/key", {"tags": {"key": "x"}}, []),
        ("spec/tags/key", {"tags": [1, None, ["key"]]}, []),
        ("spec/labels/*", {"labels": ["x"]}, []),
        ("spec/region", "eu", []),
    ],
)
def test_values_are_where_the_schema_has_the_field(names: str, spec: Any, expected: list[Any]) -> None:
    assert [one.value for one in values(names, spec).values] == expected


def test_the_most_frequent_value_is_first_with_the_first_example_that_has_it() -> None:
    found = values("spec/region", {"region": "us"}, {"region": "eu"}, {}, {"region": "eu"})
    assert [(one.value, one.where, one.count) for one in found.values] == [
        ("eu", "e.yaml:1", 2),
        ("us", "e.yaml:0", 1),
    ]
    assert (found.objects, found.different) == (3, 2)


def test_of_many_values_a_few_are_named_and_all_are_counted() -> None:
    found = values("spec/region", *({"region": str(number)} for number in range(100)))
    assert (len(found.values), found.different, found.objects) == (8, 100, 100)


def test_one_and_true_are_two_values() -> None:
    assert values("spec/region", {"region": 1}, {"region": True}).different == 2


@each_row("document", [None, [], {"objects": {}}, {"objects": [None, 1, {"object": 1}], "unread": 5}])
def test_what_is_not_such_a_document_has_no_values(document: object) -> None:
    assert values_of(kind_examples(document), ("properties", "spec")).values == ()
