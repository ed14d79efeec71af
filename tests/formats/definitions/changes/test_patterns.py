"""Whether one pattern takes all that another one takes: tables, random patterns beside Python's, and hostile ones."""

import re
from itertools import chain, product

import pytest
from builders.cases import each_row
from builders.gate import few
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.formats.definitions.changes.patterns import Coverage, inclusion

NAME = "[a-z0-9]([-a-z0-9]*[a-z0-9])?"
LETTERS = "ab1 \n"
SHORT_TEXTS = tuple(map("".join, chain.from_iterable(product(LETTERS, repeat=size) for size in range(5))))


@each_row(
    ("old", "new"),
    [
        ("^[A-Z]+$", "^[A-Z]+( [A-Z]+)*$"),
        (f"^{NAME}$", rf"^{NAME}(\.{NAME})*$"),
        (f"^{NAME}$", NAME),
        ("^a{1,63}$", "^a{1,253}$"),
        ("^.{0,1000}$", "^.{0,1000}b?$"),
        ("^a$", "a"),
        ("^$", ""),
        ("a", "^"),
        ("a", "^|b"),
        ("b$^", "a"),
        (".", r"[^\n]"),
        (r"^\d+$", "^[0-9]*$"),
        (r"\w", "[a-zA-Z0-9_]"),
        (r"^[\a\t\n\v\f\r]$", r"^[\x07\x09-\x0d]$"),
        (r"^[\x07\x09-\x0d]$", r"^[\a\t\n\v\f\r]$"),
        (r"\s", "[\t\n\f\r ]"),
        ("[\t\n\f\r ]", r"\s"),
        (r"^\W$", r"^[^a-zA-Z0-9_]$"),
        (r"^[\s\S]{3}$", r"^[\D\d]{2,}$"),
        (r"^\x41\x{42}\.\-\/$", "^AB[.]-/$"),
        ("^a+?b*?c??d{2}?$", "^a+b*c?dd$"),
        ("^(?:a|b|)+$", "^[ab]*$"),
        ("^(?P<name>a)$", "^a$"),
        (r"\Aa\z", "^a$"),
        (r"a\zb|a\Ab|c", "c"),
        ("^[]a]$", r"^[a\]]$"),
        ("^[a-]$", "^[-a]$"),
        ("^[$-.]$", r"^[$%&'()*+,\-.]$"),
        (r"^[\d-z]$", "^[-z0-9]$"),
        ("^a{,2}$", r"^a\{,2\}$"),
        ("^a{2,}$", "^aa+$"),
        ("^a{0}$", "^$"),
        ("^(a{2}b){2}$", "^aabaab$"),
        ("(^a|b$)", "a|b"),
        ("(^)*a", "a"),
        (r"[^\x00-\x{10FFFF}]", "a"),
        ("(?i)^k$", "^[kK\u212a]$"),
        (r"^\Q.+\E$", r"^\.\+$"),
        ("^[[:alpha:]]$", "^(?i:[a-z])$"),
        ("(?s).", r"[\x00-\x{10FFFF}]"),
        (r"^\012$", r"^\n$"),
        ("^a{01}$", r"^a\{01\}$"),
        (r"^[\x{D7FF}-\x{E000}]$", r"^[\x{D7FF}\x{E000}]$"),
    ],
)
def test_a_pattern_that_takes_all_that_another_one_takes_includes_it(old: str, new: str) -> None:
    assert inclusion(old, new).coverage is Coverage.INCLUDED


@each_row(
    ("old", "new", "text"),
    [
        ("^[A-Z]+( [A-Z]+)*$", "^[A-Z]+$", "A A"),
        ("^a{1,63}$", "^a{1,20}$", "a" * 21),
        ("a", "^a$", "aa"),
        ("", "^a", ""),
        ("", "a|^$", "b"),
        ("^a*$", "^a+$", ""),
        ("[^a]", ".", "\n"),
        (r"^\s$", "^[ \t]$", "\n"),
        ("^.$", r"^[\x00-\x7f]$", "é"),
        ("^.$", r"^\w$", "-"),
        (r"^\v$", r"^\s$", "\v"),
        ("^.$", r"^[^\x00\n]$", "\0"),
        (r"^[\x00-\x1f]$", "a", "\n"),
        (r"^[\x{110}-\x{120}]$", "a", "\u0110"),
        ("^[ab]$", "^b$", "a"),
        ("^a$|^b$", "^a|b$^", "b"),
        ("^ab|c$", "^(ab|c)$", "ac"),
        ("(a|b)*a(a|b){9}$", "(a|b)*a(a|b){8}b$", "aaaaaaaaaa"),
        (r"^a\n?$", "^a$", "a\n"),
    ],
)
def test_a_shortest_text_that_people_can_read_shows_what_is_taken_no_more(old: str, new: str, text: str) -> None:
    found = inclusion(old, new)
    assert (found.coverage, found.counterexample) == (Coverage.NARROWER, text)


@each_row(
    "pattern",
    [
        *(
            r"\bword\b",
            "(?m)^a",
            r"\pL",
            r"\p{Greek}",
            "(?i)é",
            "(?=a)",
            "(?<!a)b",
            "(?#a)",
            r"(a)\1",
        ),
        *(
            "[[:letter:]]",
            "[a-\\d]",
            "[b-a]",
            "[a",
            "[]",
            "[^]",
            "(a",
            "a)",
            "*a",
            "(*a)",
            "{2}",
            "a**",
            "a{2}{3}",
            "a|+",
        ),
        *(
            "a{2,1}",
            "a{99999}",
            "a{1000000000000}",
            r"\y",
            r"\é",
            "\\",
            r"\x",
            r"\xg0",
            r"\x{}",
            r"\x{110000}",
        ),
        *("\udfff", "a{" + "9" * 5_000 + "}"),
    ],
)
def test_a_pattern_beyond_the_common_syntax_is_not_judged(pattern: str) -> None:
    assert inclusion(pattern, "").coverage is Coverage.UNKNOWN
    assert inclusion("a", pattern).coverage is Coverage.UNKNOWN


def _many(count: int) -> str:
    return "".join(chr(0x4E00 + 2 * number) for number in range(count))


HOSTILE = {
    "states that double with each character": ("(a|b)*a(a|b){20}$", "(a|b)*a(a|b){19}b$"),
    "a search that starts anywhere": ("a(a|b){20}$", "b(a|b){20}$"),
    "many that may be missing": ("^(a?){500}$", "^(a?){501}$"),
    "counts in counts": ("^(((a?){30}){30}){4}$", "^(((a?){30}){30}){4}$"),
    "counts of counts of counts": ("^((((a{1000}){1000}){1000}){1000}){1000}$", "a"),
    "open groups": ("(" * 10_000, "a"),
    "deep groups": ("(" * 5_000 + ")" * 5_000, "a"),
    "loops in loops": ("((" * 1_600 + "a" + ")*)+" * 1_600, "a"),
    "one character": ("a" * 10_000, "a" * 9_999),
    "open classes": ("[" * 10_000, "a"),
    "large classes": ("[" + _many(9_998) + "]", "[^" + _many(9_997) + "]"),
    "large classes, repeated": ("[" + _many(9_900) + "]{1000}", "[" + _many(9_900) + "]{999}"),
    "classes, repeated": ("[" + _many(490) + "]{1000}", "[^" + _many(490) + "]{999}"),
    "many characters": (_many(900), _many(899)),
    "many alternatives": ("|".join(_many(900)), "|".join(_many(899))),
    "empty alternatives": ("^(" + "|" * 3_900 + ")*b$", "^(" + "|" * 3_900 + ")+$"),
    "loops one behind the other": ("a*" * 900 + "$", "b" + "a*" * 900 + "$"),
    "many that may be missing, of any kind": ("(.?)" * 400 + "x$", "(.?)" * 400 + "y$"),
    "escapes": (r"\\" * 5_000, "a"),
    "braces": ("{" * 10_000, "a"),
    "open counts": ("a{1" * 3_300, "a"),
    "too many characters": ("a" * 10_001, "a"),
}


@pytest.mark.timeout(20)  # Without limits some take minutes; the slowest one takes 0.15 s.
@pytest.mark.parametrize("name", few(HOSTILE, 8))
def test_a_hostile_pattern_is_given_up(name: str) -> None:
    found = inclusion(*HOSTILE[name])
    assert found.coverage is not Coverage.INCLUDED
    assert inclusion(*HOSTILE[name]) == found


def test_deep_nesting_is_judged() -> None:
    assert inclusion("(" * 90 + "a" + ")*" * 90, "(a|b)*").coverage is Coverage.INCLUDED


def _spellings(*pairs: tuple[str, str]) -> st.SearchStrategy[tuple[str, str]]:
    return st.sampled_from(pairs)


_SAME = ["a", "b", "1", " ", ".", "[ab]", "[^a]", "[^1 ]", "[a-z]", "[0-9-]", r"\d", r"\D", r"\w", r"[\w ]", "", "^"]
_ATOMS = _spellings(
    *((one, one) for one in _SAME), ("$", r"\Z"), (r"\n", r"\n"), (r"\s", r"[ \t\n\f\r]"), (r"\S", r"[^ \t\n\f\r]")
)
"""Each as RE2 has it, and as Python does."""
_REPEATED = ["*", "+", "?", "{2}", "{0,2}", "{1,3}", "{2,}", "*?", "+?", "??", "{1,2}?"]


def _larger(inner: st.SearchStrategy[tuple[str, str]]) -> st.SearchStrategy[tuple[str, str]]:
    def joined(sign: str) -> st.SearchStrategy[tuple[str, str]]:
        parts = st.lists(inner, min_size=2, max_size=4)
        return parts.map(lambda each: (sign.join(one for one, _ in each), sign.join(other for _, other in each)))

    def repeated(pair: tuple[str, str], sign: str) -> tuple[str, str]:
        return f"({pair[0]}){sign}", f"(?:{pair[1]}){sign}"

    return joined("") | joined("|") | st.builds(repeated, inner, st.sampled_from(["", *_REPEATED]))


PATTERNS = st.recursive(_ATOMS, _larger, max_leaves=8)


@given(old=PATTERNS, new=PATTERNS, texts=st.lists(st.text(LETTERS + "Aé\x7f", max_size=12), max_size=20))
def test_it_answers_as_python_does(old: tuple[str, str], new: tuple[str, str], texts: list[str]) -> None:
    found = inclusion(old[0], new[0])
    before, after = (re.compile(one[1], re.ASCII) for one in (old, new))
    lost = [text for text in (*SHORT_TEXTS, *texts) if before.search(text) and not after.search(text)]
    if found.coverage is not Coverage.NARROWER:
        assert (found.coverage, lost) == (Coverage.INCLUDED, [])
    else:
        assert before.search(found.counterexample)
        assert not after.search(found.counterexample)
        assert len(found.counterexample) <= min(map(len, lost), default=len(found.counterexample))


@given(pattern=PATTERNS, more=PATTERNS)
def test_an_alternative_takes_what_each_of_its_parts_takes(pattern: tuple[str, str], more: tuple[str, str]) -> None:
    wider = f"({pattern[0]})|({more[0]})"
    assert inclusion(pattern[0], wider).coverage is Coverage.INCLUDED
    assert inclusion(more[0], wider).coverage is Coverage.INCLUDED


@given(old=st.text("ab^$.*+?|()[]{}\\-,12xQdsWz:P<>é\n", max_size=40), new=st.text("ab^$.*+?|()[]\\d", max_size=20))
def test_what_it_says_of_a_text_it_says_of_the_pattern_of_that_text(old: str, new: str) -> None:
    found = inclusion(old, new)
    if found.coverage is Coverage.NARROWER:
        exactly = "".join(rf"\x{{{ord(one):x}}}" for one in found.counterexample)
        assert old != new
        assert inclusion(f"^{exactly}$", old).coverage is Coverage.INCLUDED
        assert inclusion(f"^{exactly}$", new).coverage is Coverage.NARROWER
