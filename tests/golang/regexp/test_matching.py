"""Expressions as RE2 matches them, and texts made of them."""

import re

import pytest
from builders.cases import each_row
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.golang.regexp.matching import cost, find, find_all, is_found, text_of
from xpkgtui.golang.regexp.syntax import parsed

SUBDOMAIN = r"^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$"


@each_row(
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


@each_row(
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


@each_row(
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
        (r"\07", "", []),
        (r"\077", "", []),
        (r"\0777", "", []),
        (r"\17", "", []),
        (r"\177", "", []),
        (r"[\d-z]", "", []),
        ("[a-]", "", []),
        ("{", "", []),
        ("x{,2}", "", []),
        ("x{2,", "", []),
        ("x{02}", "", []),
        ("x{2,03}", "", []),
        ("(x{2}){500}", "", []),
        ("(x{1000}){1}", "", []),
        ("(x{0}){1000}", "", [""]),
        ("(x{1000}){0}", "", [""]),
        ("(x{1,}){1000}{", "", []),
        ("^*", "", [""]),
        ("$*", "", [""]),
        ("(?i:)*", "", [""]),
        (r"\b+", "", []),
        (r"\Qab", "", []),
        (r"\Qab\E+", "", []),
        (r"a\Q\E+", "", []),
        (r"\Qa+\Eb", "", []),
        ("\\Q\\", "", []),
        (r"\z", "", [""]),
        ("(?P<a>x)(?P<a>y)", "", []),
        ("a{1001", "", []),
        ("a{,", "", []),
        ("(a){1,1}", "", []),
        (r"[^\x00-\x{10FFFF}]", "", []),
        ("(x{500}|y{3}){2}", "", []),
        ("(((x{2}){2}){250}){1}", "", []),
        ("(?P<n>a)b", "ab", ["ab"]),
        ("(?<n>a)b", "ab", ["ab"]),
        ("(?i)aB", "Ab", ["Ab"]),
        ("(?i:a)b", "AB", []),
        ("(?i:a)b", "Ab", ["Ab"]),
        ("(?i)a(?-i)b", "AB", []),
        ("(?i)a(?-i)b", "Ab", ["Ab"]),
        ("(?s).", "\n", ["\n"]),
        (".", "\n", []),
        (".", "\t", ["\t"]),
        (".", "\x0b", ["\x0b"]),
        (".", "\U0010ffff", ["\U0010ffff"]),
        ("(?m)^b", "a\nb", ["b"]),
        ("(?m)a$", "a\nb", ["a"]),
        ("^b", "a\nb", []),
        ("a$", "a\nb", []),
        (r"\Ab", "ab", []),
        (r"(?m)\Ab", "a\nb", []),
        (r"a\z", "ab", []),
        (r"a\z", "ba", ["a"]),
        (r"\bb", "a b", ["b"]),
        (r"a\B", "ab", ["a"]),
        (r"a\B", "a", []),
        (r"\B", "", [""]),
        (r"\b", "", []),
        (r"\x41", "A", ["A"]),
        (r"\x{1F600}", "\U0001f600", ["\U0001f600"]),
        (r"\07", "\x07", ["\x07"]),
        (r"\077", "?", ["?"]),
        (r"\101", "A", ["A"]),
        (r"\a\f\n\r\t\v", "\x07\x0c\n\r\t\x0b", ["\x07\x0c\n\r\t\x0b"]),
        (r"\_", "", []),
        (r"\-", "-", ["-"]),
        ("[a-c]", "b", ["b"]),
        (r"[a\-c]", "b", []),
        ("[a-]", "-", ["-"]),
        ("[-a]", "-", ["-"]),
        ("[^-a]", "-", []),
        ("[]-a]", "^", ["^"]),
        ("[^]a]", "]", []),
        (r"[\]a]", "]", ["]"]),
        (r"[a\]]", "]", ["]"]),
        (r"[\d-z]", "-", ["-"]),
        (r"[^\D]", "5", ["5"]),
        (r"[\n]", "\n", ["\n"]),
        ("[[:^alpha:]]", "a", []),
        ("[[:^alpha:]]", "5", ["5"]),
        ("[[:alpha:][:digit:]]", "5", ["5"]),
        ("[[:alpha]", "[", ["["]),
        ("[:alpha:]", "p", ["p"]),
        ("(?i)[[:upper:]]", "a", ["a"]),
        ("(?i)[^[:upper:]]", "a", []),
        (r"(?i)\w", "\u017f", ["\u017f"]),
        (r"(?i)[^\w]", "\u212a", []),
        (r"(?i)\W", "\u212a", []),
        (r"\D", "5", []),
        (r"\S", " ", []),
        (r"\W", "_", []),
        ("a{2}", "aaaa", ["aa", "aa"]),
        ("a{2,}", "aaaaa", ["aaaaa"]),
        ("a{2,3}", "aaaaa", ["aaa", "aa"]),
        ("a{2,3}?", "aaaaa", ["aa", "aa"]),
        ("a{0}", "aa", ["", "", ""]),
        ("a{0,1}", "aa", ["a", "a"]),
        ("a{,2}", "a{,2}", ["a{,2}"]),
        ("a{2,", "a{2,", ["a{2,"]),
        ("a{02}", "a{02}", ["a{02}"]),
        ("(?U)a+?", "aa", ["aa"]),
        ("(?U)a{1,2}", "aa", ["a", "a"]),
        ("(?U:a+)a+", "aaa", ["aaa"]),
        ("a??", "a", ["", ""]),
        ("a|", "ba", ["", "a"]),
        ("(a|ab)(c|bcd)", "abcd", ["abcd"]),
        ("(a*)+", "b", ["", ""]),
        ("a*?b", "aab", ["aab"]),
        (r"\Qa.b", "a.b", ["a.b"]),
        (r"\Qa.b\E.", "a.bc", ["a.bc"]),
        (r"\Q\E", "a", ["", ""]),
        (r"(?i)\Qa\E", "A", ["A"]),
        ("(?i)[a-z]", "K", ["K"]),
        ("x*", "axb", ["", "x", ""]),
        ("(?i)k", "\u212a", ["\u212a"]),
        ("(?i)S", "\u017f", ["\u017f"]),
        ("(?i)[A-Z]", "\u017f", ["\u017f"]),
        (r"(?i)[@-\[]", "a", ["a"]),
        (r"(?i)[@-\[]", "{", []),
        ("(?i)[`-{]", "A", ["A"]),
        ("(?i)[`-{]", "@", []),
        (r"\x{10FFFF}", "\U0010ffff", ["\U0010ffff"]),
        (r"[\x{10FFFF}]", "\U0010ffff", ["\U0010ffff"]),
        ("a(?i)b|c", "C", ["C"]),
        ("(?i-s:a.)", "A\n", []),
        ("(a(?i)b)c", "aBC", []),
        ("(a(?i)b)c", "aBc", ["aBc"]),
        (r"a\b", "a_", []),
        (r"a\b", "a\xe9", ["a"]),
        (r"\ba", "za", []),
        ("[^a]", "\n", ["\n"]),
        ("(?:)", "a", ["", ""]),
        ("(?:a{1000})", "a", []),
        ("$^", "", [""]),
        ("(?:a|b|c)+", "xabcx", ["abc"]),
        ("a.c", "a\nc", []),
        ("[a-c-e]", "-", ["-"]),
        ("[a-c-e]", "d", []),
    ],
)
def test_what_is_found_is_what_go_prefers(pattern: str, text: str, found: list[str]) -> None:
    assert find_all(pattern, text) == found
    assert is_found(pattern, text) is bool(found)


@given(st.lists(_PARTS, max_size=5).map("".join), st.text("abc", max_size=8))
def test_what_is_found_first_is_what_python_finds_where_both_mean_the_same(pattern: str, text: str) -> None:
    match = re.search(pattern, text)
    assert find(pattern, text) == (match.span() if match else None)


def test_what_is_found_of_what_is_not_understood_is_not_known() -> None:
    with pytest.raises(ValueError, match="pL"):
        find(r"\pL", "a")


def test_a_search_begins_anywhere_and_ends_after_as_many_as_are_wanted() -> None:
    assert find("a", "aba", 1) == (2, 3)
    assert find_all("a", "aaa", 2) == ["a", "a"]
    assert find_all("a", "aaa", 0) == []


def test_expressions_of_up_to_six_thousand_states_are_matched() -> None:
    assert is_found("a{1000}" * 6, "") is False
    assert is_found("a{1000}" * 6 + "a", "") is None


def test_a_search_costs_states_times_characters() -> None:
    assert cost("ab", "xyz") == 3 * cost("ab", "x") == 9
    assert cost(r"\pL", "x") == 0


@each_row(
    ("pattern", "longer", "preferred", "text"),
    [
        ("a|bc|", 0, "a0", ""),
        ("bc|d", 0, "a0", "d"),
        ("a{2,4}b*", 0, "a0", "aa"),
        ("a{2,4}b*", 1, "a0", "aaab"),
        ("a{2,4}b*", 9, "a0", "aaaabbbbbbbbb"),
        ("[0-9a]", 0, "a0", "a"),
        ("[0-9a]", 0, "0a", "0"),
        (r"[\n!-%]", 0, "a0", "!"),
        (r"[\n ]", 0, "a0", "\n"),
        (r"[\n-$]", 0, "a0", "!"),
        (r"[^\x00-\x{10FFFF}]", 0, "a0", "\0"),
        ("^$", 0, "a0", ""),
        ("(a{2}){3}", 1, "a0", "aaaaaa"),
        ("a{1,}", 3_999, "a0", "a" * 4_000),
        ("a{1,}", 4_000, "a0", "a"),
    ],
)
def test_a_text_is_short_and_of_the_signs_that_are_preferred(
    pattern: str, longer: int, preferred: str, text: str
) -> None:
    part = parsed(pattern)
    assert part is not None
    assert text_of(part, longer=longer, preferred=preferred) == text
