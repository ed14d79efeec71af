"""Defaults against their own schemas, as the API server 0.35 answered."""

from typing import Any

from builders.cases import each_row

from xpkgtui.formats.definitions.field_errors import LinkedPath
from xpkgtui.formats.definitions.schema import SchemaCheck

Node = dict[str, Any]
TEXT: Node = {"type": "string"}
EMBEDDED: Node = {
    "type": "object",
    "x-kubernetes-embedded-resource": True,
    "x-kubernetes-preserve-unknown-fields": True,
}


def resource(**metadata: Any) -> Node:
    return EMBEDDED | {"default": {"apiVersion": "v1", "kind": "A", "metadata": metadata}}


def inside(**fields: Node) -> Node:
    return EMBEDDED | {"properties": {"metadata": {"type": "object", "properties": fields}}}


REFUSED: dict[str, tuple[Node, str]] = {
    "a format": (TEXT | {"format": "uuid4", "default": "x"}, 'must be of type uuid4: "x"'),
    "a pattern": (TEXT | {"pattern": "^a", "default": "b"}, "should match '^a'"),
    "not": ({"type": "integer", "not": {"minimum": 0}, "default": 1}, '"" must not validate the schema (not)'),
    "a format in anyOf": (
        TEXT | {"anyOf": [{"format": "ipv4"}, {"format": "ipv6"}], "default": "x"},
        '"" must validate at least one schema (anyOf)',
    ),
    "a type beside a pattern that is not understood": (
        {"type": "boolean", "pattern": r"\pL", "default": "a"},
        'must be of type boolean: "string"',
    ),
    "a name in a resource": (resource(name="a/b"), "may not contain '/'"),
    "a label of a number": (
        resource(labels={"a": 5}),
        "json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string",
    ),
    "a version of a resource": (
        EMBEDDED | {"default": {"apiVersion": "a/b/c", "kind": "A"}},
        "unexpected GroupVersion string: a/b/c",
    ),
    "a name below metadata": (
        inside(name=TEXT | {"default": ".."}),
        "must result in valid metadata: metadata.name: Invalid value: may not be '..'",
    ),
    "a finalizer below metadata": (
        inside(finalizers={"type": "array", "items": TEXT | {"default": "a b"}}),
        "must result in valid metadata: metadata.finalizers: Invalid value: name part must consist of",
    ),
}
TAKEN: dict[str, Node] = {
    "a format": TEXT | {"format": "date", "default": "2024-02-29"},
    "a format that is not known": TEXT | {"format": "int32", "default": "x"},
    "a pattern": TEXT | {"pattern": "^a", "default": "ab"},
    "one of anyOf": TEXT | {"anyOf": [{"format": "ipv4"}, {"format": "ipv6"}], "default": "::1"},
    "a name with a blank": resource(name="a b"),
    "a name below metadata": inside(name=TEXT | {"default": "a b"}),
}


def found(schema: Node) -> list[tuple[bool, str]]:
    errors = SchemaCheck().run({"type": "object", "properties": {"a": schema}}, LinkedPath(None, "s"), status=False)
    return [(one.is_undecided, one.detail) for one in errors]


@each_row("schema, says", REFUSED.values(), ids=REFUSED)
def test_a_default_that_does_not_fit_is_refused(schema: Node, says: str) -> None:
    (is_undecided, detail), *_ = found(schema)
    assert (is_undecided, detail[: len(says)]) == (False, says)


@each_row("schema", TAKEN.values(), ids=TAKEN)
def test_a_default_that_fits_is_taken(schema: Node) -> None:
    assert found(schema) == []


def test_a_pattern_that_is_not_understood_leaves_the_default_undecided() -> None:
    assert [one for one, _ in found(TEXT | {"pattern": r"\pL", "default": "a"})] == [True]


def test_a_choice_that_hangs_on_such_a_pattern_is_undecided_too() -> None:
    assert [one for one, _ in found(TEXT | {"not": {"pattern": r"\pL"}, "default": ""})] == [True]
