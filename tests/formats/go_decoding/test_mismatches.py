"""Shapes of kinds: unknown fields and wrong types, in Go's words."""

from typing import Any

from builders.cases import each_row

from xpkgtui.formats.go_decoding.mismatches import Mismatch, check, first_of
from xpkgtui.formats.go_decoding.shapes import fits, structs_of
from xpkgtui.formats.xpkg.objects.shapes import definition_of


def _check(
    value: dict[str, Any], api_version: str = "meta.pkg.crossplane.io/v1", kind: str = "Provider"
) -> list[Mismatch]:
    struct = definition_of(api_version, kind)
    assert struct is not None
    found = list(check(value, struct))
    assert not (fits(value, struct) and found)
    return found


def _crd(schema: Any) -> list[Mismatch]:
    versions = [{"name": "v1", "schema": {"openAPIV3Schema": schema}}]
    return _check({"spec": {"versions": versions}}, "apiextensions.k8s.io/v1", "CustomResourceDefinition")


def test_whole_object_fits() -> None:
    assert _check({"apiVersion": "a", "kind": "b", "metadata": {"name": "c"}, "spec": {"dependsOn": []}}) == []


def test_null_fits_everywhere() -> None:
    assert _check({"metadata": None, "spec": {"crossplane": None, "dependsOn": None}}) == []


def test_unknown_field_names_its_neighbors() -> None:
    (found,) = _check({"spec": {"dependOn": []}})
    assert (str(found.path), found.unknown, found.near) == ("spec.dependOn", True, ("dependsOn",))


def test_other_case_is_another_field() -> None:
    (found,) = _check({"Spec": {}})
    assert found.near == ("spec",)


def test_wrong_type_is_reported_as_go_reports_it() -> None:
    (found,) = _check({"spec": {"crossplane": "v1"}})
    assert found.message == (
        "json: cannot unmarshal string into Go struct field ProviderSpec.spec.MetaSpec.crossplane"
        " of type v1.CrossplaneConstraints"
    )


def test_number_beyond_the_type_is_refused() -> None:
    (found,) = _check({"metadata": {"generation": 1 << 63}})
    assert "cannot unmarshal number 9223372036854775808" in found.message


def test_schema_is_followed_to_its_depths() -> None:
    (found,) = _crd({"properties": {"a": {"items": {"additionalProperties": {"typ": "x"}}}}})
    assert str(found.path).endswith("properties.a.items.additionalProperties.typ")


def test_schema_where_a_bool_may_stand_is_followed() -> None:
    (found,) = _crd({"additionalProperties": 5})
    assert (found.message, found.at_once) == ("boolean or JSON schema expected", True)


def test_values_of_no_type_are_left_alone() -> None:
    assert _crd({"default": {"a": [1, {"b": None}]}, "enum": [1, "x"], "example": []}) == []


def test_error_that_stops_go_at_once_comes_before_an_earlier_one() -> None:
    (error,) = [
        one for one in _check({"metadata": {"annotations": {"a": 1}, "creationTimestamp": "today"}}) if one.at_once
    ]
    assert error.message.startswith('parsing time "today"')


def test_deep_schema_is_checked_without_recursion() -> None:
    schema: dict[str, Any] = {"typ": 1}
    for _ in range(5000):
        schema = {"items": schema}
    (found,) = _crd(schema)
    assert found.unknown


@each_row("text", ["2024-02-30T00:00:00Z", "2024-13-01T00:00:00Z", "2024-01-01", ""])
def test_text_that_is_not_a_time_is_refused(text: str) -> None:
    assert len(_check({"metadata": {"creationTimestamp": text}})) == 1


def test_time_fits() -> None:
    assert _check({"metadata": {"creationTimestamp": "2024-02-29T23:59:59.5+01:00"}}) == []


def test_for_the_first_unknown_fields_alone_similar_ones_are_looked_for() -> None:
    struct = definition_of("meta.pkg.crossplane.io/v1", "Provider")
    assert struct is not None
    value: dict[str, Any] = {"spec": {"dependOn": [], "dependsOns": []}}
    assert [one.near for one in check(value, struct, 2)] == [("dependsOn",)] * 2
    assert [one.near for one in check(value, struct, 1)] == [("dependsOn",), ()]
    assert [one.near for one in check(value, struct, 0)] == [(), ()]


def test_no_similar_field_is_looked_for_where_a_key_is_very_long() -> None:
    (found,) = _check({"spec": {}, "s" * 100_000: 1})
    assert found.near == ()


STRUCT = structs_of(
    {
        "embedded": {},
        "definitions": {
            "v1.Boat": {
                "names": ["list", "[]string", "string:string"],
                "crew": ["list", "[]v1.Person", "=v1.Person"],
                "masts": "integer:int32",
            },
            "v1.Person": {"name": "string:string"},
        },
    }
)["v1.Boat"]


@each_row(
    ("value", "is_fitting"),
    [
        ({"names": ["a", None]}, True),
        ({"names": [{}]}, False),
        ({"names": [["a"]]}, False),
        ({"names": {"a": "b"}}, False),
        ({"crew": [{"name": "a"}, None]}, True),
        ({"crew": [{"name": 5}]}, False),
        ({"crew": ["a"]}, False),
        ({"crew": [{"other": "a"}]}, False),
        ({"masts": 2**31 - 1}, True),
        ({"masts": 2**31}, False),
        ({"masts": -(2**31)}, True),
        ({"masts": -(2**31) - 1}, False),
        ({"masts": True}, False),
        ({"masts": "x"}, False),
    ],
)
def test_what_fits_has_nothing_to_say(value: dict[str, Any], is_fitting: bool) -> None:
    assert fits(value, STRUCT) is is_fitting
    assert bool(list(check(value, STRUCT))) is not is_fitting


def test_unknown_fields_do_not_hide_a_wrong_type() -> None:
    found = list(first_of(_check({"spec": {**{f"a{one}": 1 for one in range(9)}, "dependsOn": 1}}), 3))
    assert [(str(one.path), one.unknown) for one in found][-2:] == [("spec.a2", True), ("spec.dependsOn", False)]
    assert len(found) == 4
