"""The words of filters, in every list."""

import re

import pytest
from builders.cases import each_row
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.inspection.filters.filter import Expression, Filter, FilterTerm, parse
from xpkgtui.inspection.filters.syntax import BadExpression

KEYS = frozenset({"kind"})
NAMES = "buckets\ns3.example.org\nCRD"


@each_row(
    ("text", "fits"),
    [
        ("", True),
        ("BUCK s3", True),
        ("buck iam", False),
        ("-iam", True),
        ("!iam", True),
        ("!buck", False),
        ("re:^s3", True),
        ("re:^example", False),
        ("!re:^example", True),
        ("RE:^Buckets$", True),
        ('re:"^no such|^crd$"', True),
        ("re:", True),
        ("re:(buck", True),
        ("re:( iam", False),
        ('"example.org"', True),
        ("-", True),
        ("kind:xrd", True),
    ],
)
def test_every_word_has_to_agree(text: str, fits: bool) -> None:
    assert parse(text, KEYS).fits(NAMES) is fits


def test_a_key_that_the_list_does_not_know_is_part_of_a_word() -> None:
    assert parse("sha256:ab", KEYS).terms == (FilterTerm("", "sha256:ab"),)
    assert parse("Kind:crd", KEYS).terms == (FilterTerm("kind", "crd"),)
    assert parse("-a !b", KEYS).terms == (FilterTerm("", "a", True), FilterTerm("", "b", True))
    assert parse("a" * 201, KEYS).terms == (FilterTerm("", "a" * 200),)


def test_a_bad_expression_says_why_and_leaves_the_other_words() -> None:
    assert parse("re:(a b") == Filter(text="re:(a b", terms=(FilterTerm("", "b"),), problem="a ( has no )")


def test_an_expression_of_two_hundred_characters_is_read() -> None:
    Expression("a?" * 100)
    with pytest.raises(BadExpression, match="too long"):
        Expression("a?" * 100 + "a")


@each_row(
    ("text", "keys", "spans"),
    [
        ("buck", ("",), [(0, 4), (8, 12)]),
        ("BUCK", ("",), [(0, 4), (8, 12)]),
        ("re:b.c", ("",), [(0, 3), (8, 11)]),
        ("re:buckets?[.]?", ("",), [(0, 8), (8, 14)]),
        ("-buck", ("",), []),
        ("kind:buck", ("",), []),
        ("kind:buck", ("", "kind"), [(0, 4), (8, 12)]),
        ("buck", ("kind",), []),
    ],
)
def test_what_a_word_matches_is_known_by_its_place(text: str, keys: tuple[str, ...], spans: list[object]) -> None:
    assert list(parse(text, KEYS).spans("buckets.bucket", keys)) == spans


_ATOMS = st.sampled_from(["a", "b", "-", ".", "[ab]", "[^a]", r"\d", r"\w", r"\.", "^", "$"])
_EXPRESSIONS = st.recursive(
    _ATOMS,
    lambda inner: st.one_of(
        st.tuples(inner, inner).map("".join),
        st.tuples(inner, inner).map(lambda two: f"(?:{two[0]}|{two[1]})"),
        st.tuples(inner, st.sampled_from(["*", "+", "?", "{2}", "{1,}", "{0,2}", "*?"])).map(
            lambda two: f"({two[0]}){two[1]}"
        ),
    ),
    max_leaves=6,
)


@given(_EXPRESSIONS, st.text("ab-1.", max_size=8))
def test_it_matches_what_re_matches(text: str, line: str) -> None:
    assert Expression(text).matches(line) == bool(re.search(text, line))


@each_row(
    ("text", "line", "is_there"),
    [
        ("^buckets$", "buckets", True),
        ("^buckets$", "mybuckets", False),
        ("BUCKET", "buckets", True),
        (r"buckets\.s3", "buckets.s3.aws", True),
        (r"buckets\.s3", "bucketsXs3", False),
        ("a.*b.*c", "xaxbxcx", True),
        ("policy|bucket", "a bucket", True),
        ("x{2,3}$", "axx", True),
        ("[[]", "a[b", True),
        ("[a-]", "-", True),
        (r"[\]]", "]", True),
        ("[]x]", "]", True),
        ("a{", "a{", True),
        ("", "anything", True),
        ("^$", "", True),
        ("$^", "", True),
        ("(^|a){2}", "", True),
        ("^^a$$", "ba", False),
        ("(^|-)(^|-)a($|-)($|-)", "a", True),
        ("a{100}b{28}", "a" * 100 + "b" * 28, True),
        ("((){100}){19}", "", True),
    ],
)
def test_it_reads_what_people_write(text: str, line: str, is_there: bool) -> None:
    assert Expression(text).matches(line) is is_there


@each_row(
    ("text", "why"),
    [
        ("(a", "a ( has no )"),
        ("a)", "a ) has no ("),
        ("[a", "a [ has no ]"),
        ("[z-a]", "[z-a] is not a set of characters"),
        ("*a", "nothing stands before *"),
        ("a**", "nothing stands before *"),
        ("a\\", "nothing stands behind \\"),
        (r"\bword", r"\b is not supported"),
        (r"(a)\1", r"\1 is not supported"),
        ("(?=a)", "(?= is not supported"),
        ("a{3,2}", "{3,2} ends before it begins"),
        ("a{1000}", "{1000} is more than 100"),
        ("((a{50}){50}){50}", "the expression is too long"),
        ("((((){100}){100}){100}){100}", "the expression is too long"),
        ("(" * 5_000, "the expression is too long"),
        ("a{100}b{29}", "the expression is too long"),
        ("((){100}){20}", "the expression is too long"),
    ],
)
def test_what_it_cannot_read_it_says(text: str, why: str) -> None:
    with pytest.raises(BadExpression) as bad:
        Expression(text)
    assert str(bad.value) == why


@each_row("text", [r"(\w+)+!", "(a|a)*b", "(a*)*b", "a*a*a*a*a*a*a*a*b", "(.*)*(.*)*x"])
def test_no_expression_takes_more_than_a_step_for_each_character(text: str) -> None:
    """Python's own `re` does not come to an end with these; there is nothing to time."""
    assert not Expression(text).matches("a" * 20_000)


def test_what_is_remembered_of_a_text_is_bounded_and_changes_nothing() -> None:
    """Every character of this text leads to another state."""
    line = "".join(chr(0x4E00 + number) for number in range(9_000))
    expression = Expression("[^a]{30}b")
    assert not expression.matches(line)
    assert expression.matches(line + "b")
    assert not expression.matches(line)


def test_places_are_as_long_as_they_can_be() -> None:
    assert list(Expression("b+|bb?").spans("abbb.b")) == [(1, 4), (5, 6)]
    assert list(Expression("^a|c$").spans("aac c")) == [(0, 1), (4, 5)]
    assert list(Expression("(^|x){2}a($|x){2}").spans("aa")) == []
    assert list(Expression("(^|x){2}a($|x){2}").spans("a")) == [(0, 1)]
    assert list(Expression("x*").spans("ab")) == []
    assert list(Expression("a(bc)").spans("aabc")) == [(1, 4)]
