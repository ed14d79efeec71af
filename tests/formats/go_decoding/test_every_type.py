"""What Go's decoder says of each value in a field of each type, kept whole."""

from typing import Any

from builders.cases import each_row
from builders.goldens import Golden, by_outcome

from xpkgtui.formats.go_decoding.loosely import converted, first_mismatch, lowered, text_of
from xpkgtui.formats.go_decoding.mismatches import Mismatch, check, first_wrong
from xpkgtui.formats.go_decoding.shapes import fits, structs_of

SCHEMA = "v1.JSONSchemaProps"
TYPES: dict[str, Any] = {
    **{one: one for one in ("string:string", "boolean:bool", "integer:int32", "integer:uint8", "integer:int64")},
    **{one: one for one in ("number:float64", "bytes:[]uint8", "any", "=v1.Engine", f"={SCHEMA}")},
    **{one: one for one in ("!resource.Quantity", "!intstr.IntOrString", "!unstructured.Unstructured", "!v1.Time")},
    **{one: one for one in (f"!{SCHEMA}OrBool", f"!{SCHEMA}OrArray", f"!{SCHEMA}OrStringArray", "!v1.Other")},
    "[]string": ["list", "[]string", "string:string"],
    "[]v1.Engine": ["list", "[]v1.Engine", "=v1.Engine"],
    "[][]int32": ["list", "[][]int32", ["list", "[]int32", "integer:int32"]],
    "map[string]int32": ["map", "map[string]int32", "integer:int32"],
    "map[string]v1.Engine": ["map", "map[string]v1.Engine", "=v1.Engine"],
}
BOAT = structs_of(
    {
        "embedded": {"v1.Boat": {"any": "Common.Inner"}},
        "definitions": {
            "v1.Boat": {f"f{number}": spec for number, spec in enumerate(TYPES.values())} | {"any": "string:string"},
            "v1.Engine": {"power": "number:float64", "name": "string:string", "Power2": "any"},
            SCHEMA: {"type": "string:string", "items": f"!{SCHEMA}OrArray", "enum": ["list", "[]v1.JSON", "any"]},
        },
    }
)["v1.Boat"]
VALUES: tuple[Any, ...] = (
    *(None, True, 0, -1, 255, 256, 2**31 - 1, 2**31, 2**63, 1.5, 1e30, "", "x", "10Mi", "YWI=", "YW=I"),
    *("2024-01-02T03:04:05Z", "2024-01-02", [], [1], ["x", None, 3], [[1], ["y"]], [{"power": "z"}], [256, -1]),
    *({}, {"power": 1}, {"power": "x"}, {"Power": 1}, {"k": 1}, {"k": "y"}, {"k": {"power": "x"}}),
    *({"kind": "A", "apiVersion": "v1"}, {"kind": "A", "apiVersion": "a/b/c"}),
    *({"type": 5}, {"items": [{"type": 5}]}, {"items": {"typ": 5}}, {"items": "x"}, {"enum": 3}),
)


def said(found: list[Mismatch]) -> str:
    """All mismatches, and which of them Go reports."""
    first = first_wrong(found)
    return "; ".join(
        f"{'->' * (one is first)}{one.path}: unknown, like {','.join(one.near)}"
        if one.unknown
        else f"{'->' * (one is first)}{one.path}: {one.message} ({one.found}, not {one.wanted}{'!' * one.at_once})"
        for one in found
    )


def test_what_is_said_of_each_value_in_each_type(golden: Golden) -> None:
    lines = []
    for number, name in enumerate(TYPES):
        outcomes = {}
        for value in VALUES:
            document = {f"f{number}": value}
            found = list(check(document, BOAT))
            assert not (fits(document, BOAT) and found)
            loosely = first_mismatch({f"F{number}": value}, BOAT, "v1.Boat", converts=True)
            strictly = first_wrong(found)
            words = said(found) or ("fits" if fits(document, BOAT) else "fits, looked at closely")
            if (loosely and loosely.message) != (strictly and strictly.message):
                words += f"; converted: {loosely.message if loosely else 'fits'}"
            outcomes[repr(value)] = words
        lines += [name, *(f"  {line}" for line in by_outcome(outcomes.items()))]
    golden("types_of_go", "\n".join(lines) + "\n")


def test_several_mismatches_come_in_order_and_go_reports_one() -> None:
    found = list(check({"any": 5, "f5": "x", "f0": 1, "b": 2, "f13": "x"}, BOAT))
    assert [str(one.path) for one in found] == ["b", "any", "f0", "f13", "f5"]
    first = first_wrong(found)
    assert first is not None
    assert str(first.path) == "f13"
    assert found[1].message == (
        "json: cannot unmarshal number into Go struct field Boat.Common.Inner.any of type string"
    )
    assert first_wrong(found[:1]) is None


@each_row(
    ("value", "words"),
    [
        ("a", "string"),
        (True, "bool"),
        ([1], "array"),
        (3, "number"),
        (3.5, "number"),
    ],
)
def test_what_is_no_mapping_is_named_by_its_kind(value: object, words: str) -> None:
    found = first_mismatch(value, BOAT, "v1.Boat", converts=True)
    assert found == Mismatch.of_all(f"json: cannot unmarshal {words} into Go value of type v1.Boat")


def test_keys_in_other_letters_are_unknown_where_they_count() -> None:
    assert first_mismatch({"F0": 1}, BOAT, "v1.Boat", converts=False, any_letters=False) is None
    assert first_mismatch({"F0": 1}, BOAT, "v1.Boat", converts=False) is not None


@each_row(
    ("value", "made"),
    [
        ({"f0": 5, "f5": 5, "any": 5}, {"f0": "5", "f5": 5, "any": 5}),
        ({"f18": [1, 2.5, True, None, "x"]}, {"f18": ["1", "2.5", "true", None, "x"]}),
        ({"f8": {"name": 1, "power": 2.0}}, {"f8": {"name": "1", "power": 2}}),
        ({"f19": [{"name": False}]}, {"f19": [{"name": "false"}]}),
        ({"f22": {"k": {"name": 7}}}, {"f22": {"k": {"name": "7"}}}),
        ({"x": 3.0, "y": 1e21, "z": [4.0]}, {"x": 3, "y": 1e21, "z": [4]}),
        (5.0, 5),
        ("x", "x"),
    ],
)
def test_numbers_become_text_where_text_is_expected(value: Any, made: Any) -> None:
    assert repr(converted(value, BOAT)) == repr(made)


def test_what_is_shared_stays_shared() -> None:
    inner = {"name": 1}
    made = converted({"f19": [inner, inner], "f20": inner}, BOAT)
    assert made["f19"][0] is made["f19"][1]
    assert made == {"f19": [{"name": "1"}] * 2, "f20": {"name": 1}}
    assert inner == {"name": 1}


@each_row(
    ("number", "text"),
    [
        (float("nan"), "NaN"),
        (float("inf"), "+Inf"),
        (float("-inf"), "-Inf"),
        (3.5e38, "+Inf"),
        (-3.5e38, "-Inf"),
        (123456.0, "123456"),
        (999999.0, "999999"),
        (12.5, "12.5"),
        (-0.0001, "-0.0001"),
        (1 / 3, "0.33333334"),
        (16777216.0, "1.6777216e+07"),
        (None, ""),
        ([], ""),
        (False, "false"),
        ("x", "x"),
    ],
)
def test_a_value_as_text(number: object, text: str) -> None:
    assert text_of(number) == text


def test_a_key_that_is_no_text_is_none() -> None:
    assert lowered({1: "x", "NAME": "y"}, "name") == "y"  # type: ignore[dict-item]
    assert lowered({"names": 1}, "name") is None
