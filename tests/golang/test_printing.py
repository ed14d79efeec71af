"""Values of JSON as Go's fmt prints them; what is expected was printed by Go 1.26."""

from collections.abc import Callable

import pytest
from builders.cases import each_row

from xpkgtui.golang.printing import TooDeep, number, plain, quoted, truth


@each_row(
    ("value", "wanted"),
    [
        ({"c": [1, True, None, {"z": 1.5e30}], "a": "b"}, "map[a:b c:[1 true <nil> map[z:1.5e+30]]]"),
        ([], "[]"),
        ({}, "map[]"),
        ([["<a>", ""]], "[[<a> ]]"),
        (None, "<nil>"),
    ],
)
def test_any_value(value: object, wanted: str) -> None:
    assert plain(value) == wanted


def test_where_a_boolean_is_wanted_all_others_say_their_type() -> None:
    assert truth({"a": "b", "b": [True, None, 1]}) == (
        "map[%!t(string=a):%!t(string=b) %!t(string=b):[true <nil> %!t(float64=1)]]"
    )
    assert truth(None) == "%!t(<nil>)"


@each_row(
    ("value", "wanted"),
    [
        (0, "0"),
        (-0.0, "-0"),
        (100_000, "100000"),
        (123_456, "123456"),
        (1_000_000, "1e+06"),
        (123_456_789, "1.23456789e+08"),
        (0.0001, "0.0001"),
        (0.00012, "0.00012"),
        (0.00001, "1e-05"),
        (12.25, "12.25"),
        (1e100, "1e+100"),
        (10**23, "1e+23"),
    ],
)
def test_a_number(value: float, wanted: str) -> None:
    assert number(value) == wanted


def test_a_text_in_quotes() -> None:
    assert quoted('a "b" \\ \a\b\f\n\r\t\v é😀') == r'"a \"b\" \\ \a\b\f\n\r\t\v é😀"'
    assert quoted("\0\x1f\x7f\x80\u2028\uffff\U000e0001") == r'"\x00\x1f\x7f\u0080\u2028\uffff\U000e0001"'


def test_deep_nesting_is_not_printed() -> None:
    value: object = []
    for _ in range(1_000):
        value = [value]
    with pytest.raises(TooDeep):
        plain(value)


@pytest.mark.parametrize("print_", [plain, truth])
def test_values_are_printed_fifty_deep(print_: Callable[[object], str]) -> None:
    value: object = []
    for _ in range(50):
        value = [value]
    assert print_(value) == "[" * 51 + "]" * 51
    with pytest.raises(TooDeep):
        print_([value])
