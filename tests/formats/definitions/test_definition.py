"""A CustomResourceDefinition as the API server checks it, field by field."""

from typing import Any

from builders.cases import each_row

from xpkgtui.formats.definitions.definition import check_definition, same_lists, same_schemas

SCHEMA = {"openAPIV3Schema": {"type": "object"}}
VERSION = {"name": "v1", "served": True, "storage": True, "schema": SCHEMA}
SPEC = {
    "group": "a.io",
    "scope": "Cluster",
    "names": {"kind": "Boat", "plural": "boats", "singular": "boat", "listKind": "BoatList"},
    "versions": [VERSION],
}


def refused(**changes: Any) -> list[str]:
    """The fields that the API server complains of."""
    spec = {key: value for key, value in {**SPEC, **changes}.items() if value is not None}
    return [one.field for one in check_definition({"spec": spec, "metadata": {"name": "boats.a.io"}})]


def test_a_good_definition_is_left_alone() -> None:
    assert refused() == []


@each_row(
    ("changes", "fields"),
    [
        ({"group": None}, ["spec.group"]),
        ({"group": "io"}, ["spec.group"]),
        ({"group": "A.io"}, ["spec.group"]),
        ({"scope": None}, ["spec.scope"]),
        ({"scope": "cluster"}, ["spec.scope"]),
        ({"scope": "Namespaced"}, []),
        ({"conversion": {"strategy": "None"}}, []),
        ({"conversion": {"strategy": "Some"}}, ["spec.conversion.strategy"]),
        ({"group": "a.k8s.io"}, ["metadata.annotations[api-approved.kubernetes.io]"]),
        ({"group": "a.kubernetes.io"}, ["metadata.annotations[api-approved.kubernetes.io]"]),
        ({"names": {**SPEC["names"], "listKind": "Boat"}}, ["spec.names.listKind"]),  # type: ignore[dict-item]
        ({"names": {**SPEC["names"], "plural": ""}}, ["spec.names.plural"]),  # type: ignore[dict-item]
        ({"names": {**SPEC["names"], "kind": ""}}, ["spec.names.kind"]),  # type: ignore[dict-item]
        ({"versions": []}, ["spec.versions"]),
        ({"versions": [{**VERSION, "storage": False}]}, ["spec.versions"]),
        ({"versions": [VERSION, VERSION]}, ["spec.versions", "spec.versions"]),
    ],
)
def test_a_fault_is_a_complaint_about_its_field(changes: dict[str, Any], fields: list[str]) -> None:
    assert sorted(refused(**changes)) == sorted(fields)


def same(one: Any, other: Any) -> bool:
    """Whether two schemas are one, in either order."""
    left, right = {"openAPIV3Schema": one}, {"openAPIV3Schema": other}
    assert same_schemas(left, right) is same_schemas(right, left)
    return same_schemas(left, right)


@each_row(
    ("one", "other"),
    [
        ({"type": "object"}, {"type": "object"}),
        ({"type": "object"}, {"type": "object", "unknown": 1}),
        ({"type": "object"}, {"type": "object", "enum": [], "properties": {}, "required": []}),
        ({"type": "object"}, {"type": "object", "x-kubernetes-validations": []}),
        ({"properties": {"a": {"type": "string"}}}, {"properties": {"a": {"type": "string", "oneOf": []}}}),
        ({"allOf": [{"type": "string"}]}, {"allOf": [{"type": "string", "unknown": {}}]}),
        *(
            ({name: {"type": "string"}}, {name: {"type": "string", "enum": []}})
            for name in ("items", "not", "additionalProperties", "additionalItems")
        ),
        *(
            ({name: {"a": {"type": "string"}}}, {name: {"a": {"type": "string", "unknown": 1}}})
            for name in ("definitions", "patternProperties", "dependencies")
        ),
        *(({name: [{}]}, {name: [{"unknown": 1}]}) for name in ("anyOf", "oneOf")),
        ({"items": [{"enum": []}]}, {"items": [{}]}),
        ({"additionalProperties": True}, {"additionalProperties": True}),
    ],
)
def test_what_go_drops_makes_no_difference(one: Any, other: Any) -> None:
    assert same(one, other)


@each_row(
    ("one", "other"),
    [
        ({"type": "object"}, {"type": "string"}),
        ({"type": "object"}, {"type": "object", "title": "a"}),
        ({"properties": {"a": {}}}, {"properties": {"b": {}}}),
        ({"properties": {"a": {}}}, {"properties": {"a": {}, "b": {}}}),
        ({"properties": {"a": {"type": "string"}}}, {"properties": {"a": {"type": "integer"}}}),
        ({"allOf": [{"type": "string"}]}, {"allOf": [{"type": "string"}, {"type": "string"}]}),
        ({"allOf": [{"type": "string"}]}, {"allOf": [{"type": "integer"}]}),
        ({"items": {"type": "string"}}, {"items": [{"type": "string"}]}),
        ({"additionalProperties": True}, {"additionalProperties": {}}),
        ({"additionalProperties": True, "unknown": 1}, {"additionalProperties": 1}),
        ({"x-kubernetes-list-map-keys": ["a"]}, {"x-kubernetes-list-map-keys": ["b"]}),
    ],
)
def test_anything_else_does(one: Any, other: Any) -> None:
    assert not same(one, other)


POINTERS = {
    "$ref": "",
    "default": 0,
    "example": "",
    "additionalProperties": False,
    "additionalItems": False,
    "x-kubernetes-list-type": "",
    "x-kubernetes-map-type": "",
    "x-kubernetes-preserve-unknown-fields": False,
    **dict.fromkeys(("minimum", "maximum", "multipleOf", "minLength", "maxLength", "minItems", "maxItems"), 0),
    **dict.fromkeys(("minProperties", "maxProperties"), 0),
}
OTHERS = {
    **dict.fromkeys(("$schema", "description", "format", "id", "pattern", "title", "type"), ("a", "")),
    **dict.fromkeys(("exclusiveMaximum", "exclusiveMinimum", "nullable", "uniqueItems"), (True, False)),
    **dict.fromkeys(("x-kubernetes-embedded-resource", "x-kubernetes-int-or-string"), (True, False)),
    **dict.fromkeys(("allOf", "anyOf", "oneOf", "enum", "required"), (["a"], [])),
    **dict.fromkeys(("x-kubernetes-list-map-keys", "x-kubernetes-validations"), (["a"], [])),
    **dict.fromkeys(("definitions", "dependencies", "patternProperties", "properties"), ({"a": {}}, {})),
    **dict.fromkeys(("externalDocs", "items", "not"), ({"a": 1}, None)),
}


@each_row("name", [*POINTERS, *OTHERS])
def test_each_field_of_a_schema_makes_a_difference(name: str) -> None:
    given, empty = OTHERS.get(name, (POINTERS.get(name), None))
    assert not same({name: given}, {})
    assert same({name: empty}, {})


def test_what_is_no_mapping_is_like_nothing() -> None:
    assert not same_schemas(None, None)
    assert not same_schemas({}, [])
    assert same_schemas({}, {})


def test_lists_are_the_same_but_for_what_is_empty() -> None:
    assert same_lists([{"name": "a", "description": ""}], [{"name": "a"}])
    assert same_lists(None, [])
    assert not same_lists([{"name": "a"}], [{"name": "b"}])
    assert not same_lists([{"name": "a"}], [{"name": "a"}, {"name": "a"}])
    assert not same_lists([{"priority": 1}], [{"priority": 2}])


@each_row(
    ("changes", "field"),
    [
        ({"selectableFields": [{}]}, "selectableFields[0].jsonPath"),
        ({"additionalPrinterColumns": [{"name": "a", "type": "date"}]}, "additionalPrinterColumns[0].JSONPath"),
        ({"subresources": {"scale": {"specReplicasPath": ".spec.a"}}}, "subresources.scale.statusReplicasPath"),
    ],
)
def test_what_all_versions_share_is_complained_of_once(changes: dict[str, Any], field: str) -> None:
    second = {**VERSION, "name": "v2", "storage": False}
    assert refused(versions=[{**VERSION, **changes}, {**second, **changes}]) == [f"spec.{field}"]
    apart = refused(versions=[VERSION, {**second, **changes}])
    assert [one.startswith(f"spec.versions[1].{next(iter(changes))}") for one in apart] == [True]
