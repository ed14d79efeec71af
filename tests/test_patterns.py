"""Patterns that are compiled late do what compiled ones do."""

import re

import pytest

from xpkgtui.patterns import late


def test_it_finds_what_the_compiled_one_finds() -> None:
    pattern = late(r"a(b+)", re.IGNORECASE)
    found = [match[1] for match in pattern.finditer("xABBy ab")]
    assert (found, pattern.sub("-", "abb"), pattern.fullmatch("ac")) == (["BB", "b"], "-", None)
    assert (pattern.pattern, pattern.groups) == (r"a(b+)", 1)


def test_bytes_are_searched_with_bytes() -> None:
    pattern = late(rb"\d+")
    assert [pattern.findall(text) for text in (b"1 22", b"3")] == [[b"1", b"22"], [b"3"]]


def test_nothing_is_compiled_before_the_first_use() -> None:
    pattern = late("(")
    with pytest.raises(re.error):
        pattern.match("x")
