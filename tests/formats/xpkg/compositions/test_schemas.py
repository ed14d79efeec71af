"""Fields in schemas: what is open, what is missing, and which field is the nearest."""

from typing import Any

import pytest
from builders.cases import each_row

from xpkgtui.formats.xpkg.compositions.schemas import (
    BadFieldPath,
    ObjectSchema,
    Segment,
    of_crd,
    of_xrd,
    parse_field_path,
)


def _schema(spec: dict[str, Any]) -> ObjectSchema:
    root = {"type": "object", "properties": {"spec": {"type": "object", **spec}}}
    found = of_crd({"versions": [{"name": "v1", "schema": {"openAPIV3Schema": root}}]}, "v1")
    assert found is not None
    return found


@each_row(
    "spec",
    [
        {"x-kubernetes-preserve-unknown-fields": True},
        {"x-kubernetes-embedded-resource": True},
        {"additionalProperties": True},
        {"additionalProperties": {}},
        {"additionalProperties": {"type": "string"}},
        {"$ref": "#/definitions/a"},
        {"oneOf": [{"properties": {"a": {}}}]},
        {"properties": {"a": {"x-kubernetes-int-or-string": True}}},
    ],
)
def test_what_may_have_the_field_is_not_missing_it(spec: dict[str, Any]) -> None:
    assert _schema(spec).missing(("spec", "a")) is None


def test_an_object_without_properties_has_no_fields() -> None:
    found = _schema({}).missing(("spec", "a"))
    assert found is not None
    assert (found.parent, found.reason, found.near) == ("spec", "has no field a", "")


def test_of_several_fields_of_that_name_none_is_the_nearest() -> None:
    inner = {"type": "object", "properties": {"size": {"type": "integer"}}}
    found = _schema({"properties": {"one": inner, "two": inner}}).missing(("spec", "size"))
    assert found is not None
    assert found.near == ""


def test_a_version_that_is_not_there_has_no_schema() -> None:
    assert of_crd({"versions": []}, "v1") is None


def test_a_definition_that_keeps_unknown_fields_decides_nothing() -> None:
    versions = [{"name": "v1", "schema": {"openAPIV3Schema": {"type": "object"}}}]
    assert of_crd({"versions": versions, "preserveUnknownFields": True}, "v1") is None


@each_row(
    ("api_version", "scope", "is_claim", "known"),
    [
        ("v1", None, False, {"claimRef", "resourceRefs", "compositionRef"}),
        ("v1", None, True, {"resourceRef", "compositeDeletePolicy", "compositionRef"}),
        ("v1", "Namespaced", False, {"crossplane"}),
        ("v2", None, False, {"crossplane"}),
        ("v2", "Cluster", False, {"crossplane"}),
    ],
)
def test_what_crossplane_adds_to_spec(api_version: str, scope: str | None, is_claim: bool, known: set[str]) -> None:
    versions = [{"name": "v1", "schema": {"openAPIV3Schema": {"type": "object"}}}]
    names = {"claimNames": {"kind": "Claim", "plural": "claims"}} if is_claim else {}
    value = {"apiVersion": f"a/{api_version}", "spec": {"scope": scope, "versions": versions, **names}}
    schema = of_xrd(value, "v1", is_claim=is_claim)
    assert schema is not None
    every = {"claimRef", "resourceRefs", "resourceRef", "compositeDeletePolicy", "compositionRef", "crossplane"}
    assert {name for name in every if schema.missing(("spec", name)) is None} == known


@each_row(
    ("text", "segments"),
    [
        ("", ()),
        ("a.b", ("a", "b")),
        ("a[0].b", ("a", 0, "b")),
        ("a[007]", ("a", 7)),
        ("[0]", (0,)),
        ("a[-1]", ("a", "-1")),
        ("a[4294967295]", ("a", 4294967295)),
        ("a[4294967296]", ("a", "4294967296")),
        ("a[b.c/d].e", ("a", "b.c/d", "e")),
        ("a['x']", ("a", "x")),
        ("'x'.y", ("x", "y")),
        ("a[''']", ("a", "")),
        ("a[*].b", ("a", "*", "b")),
        ("a[b]c", ("a", "b", "c")),
    ],
)
def test_segments(text: str, segments: tuple[Segment, ...]) -> None:
    assert parse_field_path(text) == segments


@each_row(
    ("text", "message"),
    [
        (".a", "unexpected '.' at position 0"),
        ("a.", "unexpected '.' at position 1"),
        ("a..b", "unexpected '.' at position 2"),
        ("a.[b]", "unexpected '[' at position 2"),
        ("a]", "unexpected ']' at position 1"),
        ("a[]", "unexpected ']' at position 2"),
        ("a[b", "unterminated '[' at position 1"),
        ("a[[b]]", "unexpected '[' at position 2"),
        ("a[b]]", "unexpected ']' at position 4"),
        ("é..b", "unexpected '.' at position 3"),
    ],
)
def test_what_is_not_a_field_path_has_crossplanes_message(text: str, message: str) -> None:
    with pytest.raises(BadFieldPath) as caught:
        parse_field_path(text)
    assert caught.value.message == message
