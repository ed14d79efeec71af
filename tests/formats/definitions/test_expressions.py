"""Expressions as RE2 matches them, and texts made of them."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.formats.definitions.objects.expressions import is_found, parsed, text_of

SUBDOMAIN = r"^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$"


@pytest.mark.parametrize(
    ("pattern", "text", "found"),
    [
        ("^a+$", "aaa", True),
        ("^a+$", "aab", False),
        ("b", "abc", True),
        ("^$", "", True),
        ("a$", "a\n", False),
        ("^(foo|bar)-[0-9]{2,3}$", "bar-123", True),
        ("^(foo|bar)-[0-9]{2,3}$", "bar-1234", False),
        (r"^\s$", "\v", False),
        (r"^[\w.+-]+@\w+$", "a.b@c", True),
        ("^[^a-c]$", "d", True),
        ("^[]a]+$", "]a", True),
        ("^[[:alpha:]]{2}$", "ab", True),
        (r"^\d$", "\u0661", False),
        ("^.$", "\n", False),
        (SUBDOMAIN, "a.b-c", True),
        (SUBDOMAIN, "a-", False),
        ("(?i)a", "A", None),
        (r"\bfoo", "foo", None),
        (r"\pL", "a", None),
        ("a**", "a", None),
        ("(a", "a", None),
        ("[a", "a", None),
        ("a{1001", "a", None),
    ],
)
def test_a_pattern_is_found_as_re2_finds_it(pattern: str, text: str, found: bool | None) -> None:
    assert is_found(pattern, text) is found


def test_a_pattern_that_python_takes_forever_for_is_matched_at_once() -> None:
    assert is_found("^(a+)+$", "a" * 1000 + "b") is False


def test_a_nest_of_groups_is_not_understood_and_does_no_harm() -> None:
    assert parsed("(" * 1500 + ")" * 1500) is None


def test_many_repetitions_of_many_are_not_understood() -> None:
    assert is_found("((a{1000}){1000}){1000}", "a") is None


_PARTS = st.sampled_from(["a", "b", "[ab]", "(a|b)", "(ab)?", "a*", "b{1,2}", ".", "[^a]", "(?:a+b)*"])


@given(st.lists(_PARTS, max_size=5).map("".join), st.text("abc", max_size=8), st.booleans())
def test_it_agrees_with_python_where_both_mean_the_same(pattern: str, text: str, whole: bool) -> None:
    pattern = f"^(?:{pattern})$" if whole else pattern
    assert is_found(pattern, text) is (re.search(pattern.replace("$", r"\Z"), text) is not None)


@given(st.lists(_PARTS, max_size=5).map("".join), st.integers(0, 3))
def test_a_text_made_of_a_pattern_is_found_by_it(pattern: str, longer: int) -> None:
    part = parsed(f"^{pattern}$")
    assert part is not None
    assert is_found(f"^{pattern}$", text_of(part, longer=longer))
