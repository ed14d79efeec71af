"""JSON that may be hostile: read, or malformed, and never anything else."""

import json

import pytest
from builders.cases import each_row
from builders.gate import few
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.errors import Malformed
from xpkgtui.oci.json_value import LARGEST, read_object, read_value


@given(st.binary(max_size=200) | st.text('{}[]",:\\ aeu0NI\n', max_size=80).map(str.encode))
def test_any_bytes_are_an_object_or_malformed(data: bytes) -> None:
    try:
        found = read_object(data)
    except Malformed:
        return
    assert isinstance(found, dict)


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(values, st.booleans())
def test_json_is_read_as_the_standard_library_reads_it(value: object, ascii_only: bool) -> None:
    assert read_value(json.dumps(value, ensure_ascii=ascii_only).encode("utf-8", "surrogatepass")) == value


@each_row(
    "data",
    [
        b'{"a":' * 100_000,
        b"[" * 100_000 + b"]" * 100_000,
        b"[" * 201 + b"]" * 201,
        # Closing brackets in a text must not pay for opening ones outside.
        b'{"a":"' + b"]" * 100_000 + b'","b":' + b"[" * 50_000 + b"]" * 50_000 + b"}",
        b'["\\"' + b"}" * 5000 + b'",' + b"[" * 4000,
        b'["\\\\",' + b"[" * 4000 + b"]" * 4001,
    ],
)
def test_endless_nesting_is_refused(data: bytes) -> None:
    with pytest.raises(Malformed, match="nested deeper than the 200 levels that xpkgtui reads"):
        read_value(data)


def test_brackets_in_a_text_are_no_nesting() -> None:
    assert read_object(b'{"a":"' + b"[" * 5000 + b'\\"' + b"{" * 5000 + b'"}')


def test_nesting_within_the_bound_is_read() -> None:
    assert read_value(b"[" * 200 + b"]" * 200)


@pytest.mark.parametrize("unit", few([b"[]", b'"', b'\\"', b'"\\', b'"a":', b"]", b"[{}", b"9"], 4))
def test_largest_document_of_one_unit_ends(unit: bytes) -> None:
    with pytest.raises(Malformed):
        read_object((unit * LARGEST)[:LARGEST])


def test_document_has_at_most_4_mebibytes() -> None:
    with pytest.raises(Malformed, match="4 MiB"):
        read_value(b" " * LARGEST + b"1")


@each_row("text", ["NaN", "Infinity", "-Infinity", "[NaN]", "'a'", "{1:2}", "[1,]", "\ufeff{}"])
def test_what_is_no_json_is_malformed(text: str) -> None:
    with pytest.raises(Malformed):
        read_value(text.encode())


@each_row("text", ["[]", "null", '"a"', "1"])
def test_document_that_is_no_object_is_malformed(text: str) -> None:
    with pytest.raises(Malformed, match="not an object"):
        read_object(text.encode())


def test_last_of_equal_keys_wins() -> None:
    data = b'{"a":1,"b":{"c":1,"c":2},"a":3}'
    assert read_object(data) == {"a": 3, "b": {"c": 2}}


def test_bytes_after_the_value_are_ignored() -> None:
    assert read_object(b'{"a":1} \n}') == {"a": 1}


def test_bytes_that_are_no_utf8_are_replaced() -> None:
    assert read_object(b'{"a":"\xff"}') == {"a": "\ufffd"}


def test_half_a_surrogate_pair_is_replaced_and_a_pair_is_joined() -> None:
    assert read_object(rb'{"a":"\ud800x","b":"\ud83d\ude42"}') == {"a": "\ufffdx", "b": "🙂"}


def test_number_that_no_field_can_hold_is_no_damage() -> None:
    assert read_object(b'{"a": 1, "huge": ' + b"9" * 5000 + b"}")["a"] == 1


def test_a_number_that_no_field_holds_is_a_float() -> None:
    assert read_value(b"1" * 399) == int("1" * 399)
    assert read_value(b"1" * 400) == float("inf")
