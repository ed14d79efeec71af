"""Values as older programs decode them: keys in any letters, numbers as text."""

from builders.cases import each_row

from xpkgtui.formats.go_decoding.loosely import first_mismatch, lowered, text_of
from xpkgtui.formats.go_decoding.shapes import structs_of

BOAT = structs_of(
    {
        "embedded": {"v1.Boat": {"owner": "Common"}},
        "definitions": {
            "v1.Boat": {
                "name": "string:string",
                "owner": "string:string",
                "masts": "integer:int32",
                "names": ["list", "[]string", "string:string"],
                "engine": "=v1.Engine",
                "load": "!resource.Quantity",
                "port": "!intstr.IntOrString",
                "template": "!unstructured.Unstructured",
            },
            "v1.Engine": {"power": "number:float64"},
        },
    }
)["v1.Boat"]


def message(value: object, *, converts: bool = True) -> str | None:
    found = first_mismatch(value, BOAT, "v1.Boat", converts=converts)
    return found.message if found else None


def test_numbers_become_text_but_not_in_fields_of_embedded_structs() -> None:
    assert message({"name": 5, "names": [True, 1.5]}) is None
    assert message({"name": 5}, converts=False) == (
        "json: cannot unmarshal number into Go struct field Boat.name of type string"
    )
    assert message({"owner": 5}) == (
        "json: cannot unmarshal number into Go struct field Boat.Common.owner of type string"
    )


def test_keys_are_found_in_any_letters_and_reported_as_the_type_spells_them() -> None:
    found = first_mismatch({"ENGINE": {"Power": "x"}}, BOAT, "v1.Boat", converts=True)
    assert found is not None
    assert found.message == "json: cannot unmarshal string into Go struct field Engine.engine.power of type float64"
    assert str(found.path) == "ENGINE.Power"


def test_what_is_no_mapping_is_refused_as_a_whole() -> None:
    assert message([]) == "json: cannot unmarshal array into Go value of type v1.Boat"
    assert message(None) is None


def test_a_type_that_decodes_itself_stops_the_decoder() -> None:
    assert message({"masts": "x", "load": "1x"}) == (
        "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"
    )


@each_row(
    ("value", "fits"),
    [
        ({"load": "100m"}, True),
        ({"load": 1.5}, True),
        ({"load": "1Mi2"}, False),
        ({"load": ""}, False),
        ({"load": []}, False),
        ({"port": "http"}, True),
        ({"port": 80}, True),
        ({"port": 1 << 31}, False),
        ({"port": True}, False),
        ({"template": {"kind": "Boat"}}, True),
        ({"template": {"kind": "Boat", "apiVersion": "a/b/c"}}, False),
        ({"template": {"a": "<b>"}}, False),
        ({"template": []}, False),
    ],
)
def test_types_that_decode_themselves(value: dict[str, object], fits: bool) -> None:
    assert (message(value) is None) is fits


def test_an_object_without_a_kind_is_quoted_as_go_writes_json() -> None:
    assert message({"template": {"a": "<b>"}}) == "Object 'Kind' is missing in '{\"a\":\"\\u003cb\\u003e\"}'"


def test_of_one_key_in_two_spellings_the_last_in_order_counts() -> None:
    assert lowered({"name": 1, "NAME": 2}, "Name") == 1


@each_row(
    ("number", "text"),
    [
        (True, "true"),
        (12, "12"),
        (1.5, "1.5"),
        (100000.0, "100000"),
        (1e6, "1e+06"),
        (0.0001, "0.0001"),
        (0.00001, "1e-05"),
        (1234567.0, "1.234567e+06"),
        (0.1, "0.1"),
        (1e300, "+Inf"),
        (0.0, "0"),
        (-2.25, "-2.25"),
    ],
)
def test_numbers_become_text_as_go_writes_those_of_32_bits(number: float, text: str) -> None:
    assert text_of(number) == text


def test_a_key_with_a_ligature_is_another_one() -> None:
    assert lowered({"me\u00dfage": 1}, "message") is None
    assert lowered({"Me\u017f\u017fAGE": 1}, "message") == 1
