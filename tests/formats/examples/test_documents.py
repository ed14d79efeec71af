"""Documents of texts with examples, in YAML and in JSON."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.formats.examples.documents import ExampleDocument, documents_of
from xpkgtui.formats.examples.example import ExampleText

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**62), 2**62) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


def read(text: str) -> list[ExampleDocument]:
    found = ExampleText(data=text.encode(), file="a", line=10, document=3, field="alm", is_json=True)
    return list(documents_of(found))


@given(values=st.lists(VALUES, max_size=4), indent=st.sampled_from([None, 2]))
def test_a_list_in_json_has_its_items(values: list[Any], indent: int | None) -> None:
    found = read(json.dumps(values, indent=indent))
    assert [one.value for one in found] == values
    assert [one.place for one in found] == [f"alm[{number}]" for number in range(len(values))]


def test_an_item_knows_its_line() -> None:
    first, second = read('[\n  {"a": 1},\n  {"b":\n    {"c": 2}}\n]')
    assert (first.line, second.line, second.line_of("b.c")) == (11, 12, 13)


def test_an_object_in_json_is_one_example() -> None:
    (found,) = read('{"a": 1}')
    assert (found.value, found.place, found.number) == ({"a": 1}, "alm", 3)


@pytest.mark.parametrize(
    ("text", "line"), [("[1\n 2]", 11), ("[\n1,\n", 12), ("{} x", 10), ("", 10), ("[NaN]", 10), ("[1]]", 10)]
)
def test_what_is_not_json_says_where(text: str, line: int) -> None:
    *_, last = read(text)
    assert last.fault.startswith("it is not JSON: ")
    assert last.line == line


def test_json_that_is_too_deep_is_no_fault_of_its() -> None:
    (found,) = read("[" * 100_000)
    assert (found.is_own_limit, found.fault) == (True, "it is too deep")


def test_a_whole_number_that_fits_no_int64_is_a_float_as_in_go() -> None:
    (found,) = read(str(2**63))
    assert isinstance(found.value, float)
