"""Expressions as RE2 matches them, and texts made of them."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.golang.regexp.matching import find, find_all, is_found, text_of
from xpkgtui.golang.regexp.syntax import parsed

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
        ("(?i)a", "A", True),
        ("(?i)[^k]", "\u212a", False),
        ("(?i)é", "É", None),
        (r"(?s)^.$", "\n", True),
        (r"(?m)^b$", "a\nb\nc", True),
        (r"a(?-m:$)", "a\n", False),
        (r"\bfoo\b", "a foo.", True),
        (r"\bfoo", "afoo", False),
        (r"\Bfoo", "afoo", True),
        (r"^\Qa.b\E$", "a.b", True),
        (r"^\x41\x{42}\103$", "ABC", True),
        (r"\pL", "a", None),
        ("a**", "a", None),
        ("(a", "a", None),
        ("[a", "a", None),
        ("a{1001}", "a", None),
        ("a{1001", "a{1001", True),
    ],
)
def test_a_pattern_is_found_as_re2_finds_it(pattern: str, text: str, found: bool | None) -> None:
    assert is_found(pattern, text) is found


def test_a_pattern_that_python_takes_forever_for_is_matched_at_once() -> None:
    assert is_found("^(a+)+$", "a" * 1000 + "b") is False


def test_a_nest_of_groups_is_not_understood_and_does_no_harm() -> None:
    assert parsed("(" * 1500 + ")" * 1500) is None


@pytest.mark.parametrize(
    ("pattern", "is_understood"),
    [
        ("(a{10}){100}", True),
        ("(a{10}){101}", False),
        ("(a*){1000}", True),
        ("(a?){1000}", True),
        ("(a{10,}){101}", False),
        ("(a{10}|b){101}", False),
        ("(ab{10}){100}", True),
    ],
)
def test_repetitions_inside_each_other_are_multiplied(pattern: str, is_understood: bool) -> None:
    assert (parsed(pattern) is not None) is is_understood


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


@pytest.mark.parametrize(
    ("pattern", "text", "found"),
    [
        ("[0-9]+", "a12b3", ["12", "3"]),
        ("a|ab", "abab", ["a", "a"]),
        ("(?:ab|a)b?", "abbab", ["abb", "ab"]),
        ("a+?", "aaa", ["a", "a", "a"]),
        ("(?U)a+", "aa", ["a", "a"]),
        ("a*", "baac", ["", "aa", ""]),
        ("", "ab", ["", "", ""]),
        ("x", "ab", []),
        ("^a", "aa", ["a"]),
    ],
)
def test_what_is_found_is_what_go_prefers(pattern: str, text: str, found: list[str]) -> None:
    assert find_all(pattern, text) == found


@given(st.lists(_PARTS, max_size=5).map("".join), st.text("abc", max_size=8))
def test_what_is_found_first_is_what_python_finds_where_both_mean_the_same(pattern: str, text: str) -> None:
    match = re.search(pattern, text)
    assert find(pattern, text) == (match.span() if match else None)


def test_what_is_found_of_what_is_not_understood_is_not_known() -> None:
    with pytest.raises(ValueError, match="pL"):
        find(r"\pL", "a")
