"""The words of filters, in every list."""

import pytest

from xpkgtui.inspection.filters.filter import Filter, FilterTerm, parse

KEYS = frozenset({"kind"})
NAMES = "buckets\ns3.example.org\nCRD"


@pytest.mark.parametrize(
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


def test_a_bad_expression_says_why_and_leaves_the_other_words() -> None:
    assert parse("re:(a b") == Filter(text="re:(a b", terms=(FilterTerm("", "b"),), problem="a ( has no )")


@pytest.mark.parametrize(
    ("text", "keys", "spans"),
    [
        ("buck", ("",), [(0, 4), (8, 12)]),
        ("BUCK", ("",), [(0, 4), (8, 12)]),
        ("re:b.c", ("",), [(0, 3), (8, 11)]),
        ("-buck", ("",), []),
        ("kind:buck", ("",), []),
        ("kind:buck", ("", "kind"), [(0, 4), (8, 12)]),
        ("buck", ("kind",), []),
    ],
)
def test_what_a_word_matches_is_known_by_its_place(text: str, keys: tuple[str, ...], spans: list[object]) -> None:
    assert list(parse(text, KEYS).spans("buckets.bucket", keys)) == spans
