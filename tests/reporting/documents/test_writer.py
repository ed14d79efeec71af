"""JSON of texts with invisible characters."""

import json

from hypothesis import given
from hypothesis import strategies as st

from xpkgtui import visible
from xpkgtui.reporting.documents.writer import free_map, write


def test_keys_are_sorted_and_indented_by_two() -> None:
    assert write({"b": 1, "a": [True]}) == '{\n  "a": [\n    true\n  ],\n  "b": 1\n}\n'


def test_letters_of_every_script_stay_themselves() -> None:
    assert '"größe 日本 ✓"' in write({"a": "größe 日本 ✓"})


def test_invisible_characters_are_escaped() -> None:
    text = write({"a": "\x1b\x7f\x85\u202e\u200b\U000e0041"})
    assert '"\\u001b\\u007f\\u0085\\u202e\\u200b\\udb40\\udc41"' in text


def test_bytes_that_are_no_text_get_a_sister() -> None:
    assert json.loads(write({"path": "a\udcff"})) == {"path": "a\ufffd", "pathBytes": "Yf8="}


def test_broken_surrogate_of_a_package_is_no_error() -> None:
    assert json.loads(write({"name": "\ud800"}))["name"] == "\ufffd"


def test_annotations_get_no_sister_among_them() -> None:
    assert json.loads(write({"labels": free_map({"a\udcff": "b\udcfe"})})) == {"labels": {"a\ufffd": "b\ufffd"}}


@given(st.text())
def test_text_comes_back_as_it_was(text: str) -> None:
    assert json.loads(write({"a": text}))["a"] == text


@given(st.text(alphabet=st.characters(categories=["Cc", "Cf", "Cn", "Co", "Cs", "Lo", "Zl", "Zp"])))
def test_nothing_invisible_is_ever_written(text: str) -> None:
    shown = write({"a": text})
    assert all(visible.line(row) == row for row in shown.split("\n"))
    shown.encode("utf-8")
