"""Values as Go's encoder writes them in JSON; what is expected was written by Go 1.26."""

from typing import Any

from builders.cases import each_row

from xpkgtui.golang.printing import as_json, json_number


@each_row(
    ("value", "wanted"),
    [
        (1e-7, "1e-7"),
        (9e-8, "9e-8"),
        (-1e-7, "-1e-7"),
        (5e-324, "5e-324"),
        (1e-6, "0.000001"),
        (0.00001, "0.00001"),
        (0.00012, "0.00012"),
        (1.5, "1.5"),
        (2.0, "2"),
        (1e20, "100000000000000000000"),
        (1.5e20, "150000000000000000000"),
        (1e21, "1e+21"),
        (1.7976931348623157e308, "1.7976931348623157e+308"),
        (10**23, "100000000000000000000000"),
    ],
)
def test_a_number(value: float, wanted: str) -> None:
    assert json_number(value) == wanted


def test_numbers_in_a_value_and_none_in_its_texts() -> None:
    value = {"b": [1e-7, {"c": 1e21}], "a": '1e-07 "1e-07"', "1e-07": True}
    assert as_json(value) == r'{"1e-07":true,"a":"1e-07 \"1e-07\"","b":[1e-7,{"c":1e+21}]}'


def test_signs_that_html_knows() -> None:
    assert as_json(["<&>", "\u2028\u2029"]) == r'["\u003c\u0026\u003e","\u2028\u2029"]'
    assert as_json(["<&>"], escapes=False) == '["<&>"]'


def nested(depth: int, inside: Any) -> Any:
    for number in range(depth):
        inside = {"b": inside, "a": "é"} if number % 2 else [inside, 1]
    return inside


def test_what_is_too_deep_for_python_is_written_alike() -> None:
    inside: Any = [{}, [], {"a": [True], "x": None}]
    opening, closing = as_json(nested(4, inside)).split(as_json(inside))
    assert as_json(nested(2_000, inside)) == opening * 500 + as_json(inside) + closing * 500
    indented = as_json(nested(2_000, inside), indent=1)
    assert indented.startswith('{\n "a": "é",\n "b": [\n  {\n   "a": "é",\n   "b": [\n')


def test_what_is_very_long_and_deep_is_cut() -> None:
    text = as_json(nested(2_000, ["x" * (1 << 20), "y"]))
    assert ("x" * (1 << 20) in text, "y" in text) == (True, False)
