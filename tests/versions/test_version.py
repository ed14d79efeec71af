"""Versions: what is one, and which comes first."""

import pytest
from builders.cases import each_row
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.errors import Malformed
from xpkgtui.versions.version import Dialect, Version, newest_first


def test_leading_v_and_missing_parts_are_read() -> None:
    assert str(Version.parse("v1.2")) == "1.2.0"


def test_original_text_is_kept() -> None:
    assert Version.parse("v1.2").original == "v1.2"


RANGE = "value out of range"


@each_row(
    ("text", "dialect", "fault"),
    [
        ("latest", Dialect.V3, "invalid semantic version"),
        ("latest", Dialect.V3_4, "invalid semantic version"),
        ("latest", Dialect.V1, "Invalid Semantic Version"),
        ("1.2.3-", Dialect.V3, "invalid semantic version"),
        ("1" * 257, Dialect.V3, "version string is too long (max 256 bytes)"),
        ("1" * 4_097, Dialect.V3_4, "invalid semantic version"),
        ("1" * 4_097, Dialect.V1, "Invalid Semantic Version"),
        (
            "18446744073709551616",
            Dialect.V3,
            f'error parsing version segment: strconv.ParseUint: parsing "18446744073709551616": {RANGE}',
        ),
        (
            "1.9223372036854775808",
            Dialect.V1,
            f'Error parsing version segment: strconv.ParseInt: parsing "9223372036854775808": {RANGE}',
        ),
        (
            "1" * 256,
            Dialect.V3,
            f'error parsing version segment: strconv.ParseUint: parsing "{"1" * 256}": {RANGE}',
        ),
        ("1.2.3-01", Dialect.V3_4, "version segment starts with 0"),
        ("1.2.3-a.00", Dialect.V3, "version segment starts with 0"),
    ],
)
def test_what_is_no_version_has_the_words_of_the_library(text: str, dialect: Dialect, fault: str) -> None:
    with pytest.raises(Malformed) as raised:
        Version.parse(text, dialect)
    assert str(raised.value) == fault


def test_the_largest_numbers_are_versions() -> None:
    assert Version.parse("18446744073709551615").major == 2**64 - 1
    assert Version.parse("0.0.9223372036854775807", Dialect.V1).patch == 2**63 - 1
    assert Version.parse("0" * 255 + "1").major == 1


@each_row(
    ("one", "other", "order"),
    [
        ("1.0.0-18446744073709551615", "1.0.0-a", -1),
        ("1.0.0-18446744073709551616", "1.0.0-18446744073709551615", 1),
        ("1.0.0-1", "1.0.0-a", -1),
        ("1.0.0-a", "1.0.0-1", 1),
        ("1.0.0-a.1", "1.0.0-a", 1),
        ("1.0.0-2", "1.0.0-10", -1),
        ("1.0.0-b", "1.0.0-a", 1),
        ("1.0.0", "1.0.0-a", 1),
        ("1.0.0-a", "1.0.0-a", 0),
        ("2.0.0", "1.9.9", 1),
    ],
)
def test_versions_are_compared_part_by_part(one: str, other: str, order: int) -> None:
    first, second = Version.parse(one), Version.parse(other)
    assert (first.compare(second), second.compare(first)) == (order, -order)
    assert (first == second, hash(first) == hash(second)) == (order == 0, hash(first) == hash(second))


@each_row(
    ("text", "written", "is_incomplete"),
    [
        ("v1.2.3-rc.1+b.2", "1.2.3-rc.1+b.2", False),
        ("1", "1.0.0", True),
        ("v1.2-a.b.c", "1.2.0-a.b.c", True),
        ("1.2.3+a.b", "1.2.3+a.b", False),
    ],
)
def test_a_version_is_written_whole(text: str, written: str, is_incomplete: bool) -> None:
    found = Version.parse(text)
    assert (str(found), found.is_incomplete, found.original) == (written, is_incomplete, text)


def test_prerelease_may_not_start_with_zero_since_v3() -> None:
    with pytest.raises(Malformed, match="version segment starts with 0"):
        Version.parse("1.2.3-01")


def test_old_dialect_lets_a_prerelease_start_with_zero() -> None:
    assert Version.parse("1.2.3-01", Dialect.V1).prerelease == "01"


def test_number_beyond_64_bits_is_refused_in_the_words_of_the_library() -> None:
    with pytest.raises(Malformed, match="value out of range"):
        Version.parse("99999999999999999999.0.0")


def test_endless_version_is_refused() -> None:
    with pytest.raises(Malformed, match="too long"):
        Version.parse("1" * 300)


def test_prerelease_comes_before_its_release() -> None:
    assert Version.parse("1.0.0-rc.1") < Version.parse("1.0.0")


def test_numbers_in_prereleases_count_as_numbers() -> None:
    assert Version.parse("1.0.0-beta.2") < Version.parse("1.0.0-beta.11")


def test_build_metadata_does_not_count() -> None:
    assert Version.parse("1.0.0+a") == Version.parse("1.0.0+b")


def test_tag_of_one_number_is_incomplete() -> None:
    assert Version.parse("v1").is_incomplete


def test_the_sorting_key_orders_as_comparing_does() -> None:
    texts = [
        *("1.0.0-1", "1.0.0-a", "1.0.0-a.1", "1.0.0-a.b", "1.0.0-99999999999999999999", "1.0.0", "1.0.1-0", "1.1.0"),
    ]
    versions = [Version.parse(text) for text in texts]
    assert all((one.order < other.order) == (one < other) for one in versions for other in versions)


ORDERED = (
    *("alpha", "Beta", "quay-operator.v3.10.0", "quay-operator.v3.9.25", "quay-operator.v3.9.2", "stable"),
    *("stable-3.10", "stable-3.9", "v1.2.0", "v1.2.0-rc.1", "v1.2.0-beta.12", "v1.2.0-beta.2", "v1.1.9"),
)


@given(st.permutations(ORDERED))
def test_the_highest_number_comes_first_and_words_from_a_to_z(names: list[str]) -> None:
    assert sorted(names, key=newest_first) == list(ORDERED)


@given(st.lists(st.text(max_size=400), max_size=8))
def test_any_text_has_a_place(names: list[str]) -> None:
    assert len(sorted(names, key=newest_first)) == len(names)


def test_numbers_beyond_what_is_compared_are_no_trouble() -> None:
    assert newest_first("v" + "9" * 100_000) < newest_first("v1")


def test_two_hundred_characters_of_a_name_are_compared() -> None:
    assert newest_first("a" * 199 + "1") > newest_first("a" * 199 + "2")
    assert newest_first("a" * 200 + "1") == newest_first("a" * 200 + "2")
