"""Versions and ranges of Operator Lifecycle Manager; the stored answers of its library are in differential/."""

from itertools import pairwise

import pytest
from builders.cases import each_row
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.errors import Malformed
from xpkgtui.versions.blang import BlangVersion
from xpkgtui.versions.blang_range import BlangRange


def test_versions_are_ordered_with_prereleases_before_their_release() -> None:
    texts = ["1.0.0-1", "1.0.0-2", "1.0.0-a", "1.0.0-a.1", "1.0.0", "1.0.1", "1.1.0", "2.0.0"]
    versions = [BlangVersion.parse(text) for text in texts]
    assert sorted([*versions[4:], *versions[:4]]) == versions
    assert [str(version) for version in versions] == texts


def test_what_is_behind_4096_characters_is_not_read() -> None:
    assert str(BlangVersion.parse(f"1.0.0-{'a' * 4090}b")) == f"1.0.0-{'a' * 4090}"
    assert str(BlangVersion.parse(f"1.0.0-{'a' * 4089}b")) == f"1.0.0-{'a' * 4089}b"
    assert BlangRange.parse(f"1.0.0{' ' * 4091}<q") == BlangRange.parse("1.0.0")
    with pytest.raises(Malformed):
        BlangRange.parse(f"1.0.0{' ' * 4089}<q")


def test_builds_do_not_count() -> None:
    assert BlangVersion.parse("1.0.0+a") == BlangVersion.parse("1.0.0+b")
    assert BlangVersion.parse("1.0.0") not in (BlangVersion.parse("1.0.1"), "1.0.0", None)
    assert str(BlangVersion.parse("1.0.0-rc.1+a.b")) == "1.0.0-rc.1+a.b"


@each_row(
    ("text", "read"),
    [("v1.2", "1.2.0"), ("01.2.03", "1.2.3"), (" v1 ", "1.0.0"), ("00.1.0", "0.1.0"), ("v0.00", "0.0.0")],
)
def test_loose_versions_are_completed(text: str, read: str) -> None:
    assert str(BlangVersion.parse_loosely(text)) == read
    with pytest.raises(Malformed):
        BlangVersion.parse(text)


@each_row(
    ("text", "fault"),
    [
        ("", "Version string empty"),
        ("1.2", "No Major.Minor.Patch elements found"),
        ("a.2.3", 'Invalid character(s) found in major number "a"'),
        ("1.b.3", 'Invalid character(s) found in minor number "b"'),
        ("1.2.c", 'Invalid character(s) found in patch number "c"'),
        ("01.2.3", 'Major number must not contain leading zeroes "01"'),
        ("1.02.3", 'Minor number must not contain leading zeroes "02"'),
        ("1.2.03", 'Patch number must not contain leading zeroes "03"'),
        ("1.2.", 'strconv.ParseUint: parsing "": invalid syntax'),
        ("1.2.18446744073709551616", 'strconv.ParseUint: parsing "18446744073709551616": value out of range'),
        ("1.2.3-", "Prerelease is empty"),
        ("1.2.3-01", 'Numeric PreRelease version must not contain leading zeroes "01"'),
        ("1.2.3-a_", 'Invalid character(s) found in prerelease "a_"'),
        ("1.2.3+", "Build meta data is empty"),
        ("1.2.3+a_", 'Invalid character(s) found in build meta data "a_"'),
    ],
)
def test_what_is_no_version_has_the_words_of_the_library(text: str, fault: str) -> None:
    with pytest.raises(Malformed) as raised:
        BlangVersion.parse(text)
    assert str(raised.value) == fault
    assert str(BlangVersion.parse("0.0.18446744073709551615+01")) == "0.0.18446744073709551615+01"


@pytest.mark.parametrize("text", ["1.2-a", "1+b"])
def test_a_short_version_has_nothing_behind_it(text: str) -> None:
    with pytest.raises(Malformed, match=r"^Short version cannot contain PreRelease/Build meta data$"):
        BlangVersion.parse_loosely(text)


def test_open_lower_bounds_are_seen() -> None:
    assert BlangRange.parse(">=1.0.0 <2.0.0 || 3.x").has_lower_bound
    assert not BlangRange.parse("<1.0.3").has_lower_bound
    assert not BlangRange.parse(">=1.0.0 || <0.1.0").has_lower_bound


VERSIONS = sorted(
    (
        BlangVersion.parse(f"{major}.{minor}.0{end}")
        for major in (0, 1, 2)
        for minor in (0, 1)
        for end in ("", "-rc.1")
    ),
    key=lambda one: one.key,
)
COMPARISON = st.builds(
    "{}{}".format, st.sampled_from(["", "=", "!=", "<", "<=", ">", ">="]), st.sampled_from([*VERSIONS, "3.0.0"])
)
ALTERNATIVE = st.lists(COMPARISON, min_size=1, max_size=4).map(" ".join)


@given(st.lists(ALTERNATIVE, min_size=1, max_size=4).map(" || ".join))
def test_the_runs_of_a_range_hold_exactly_what_it_matches(text: str) -> None:
    found = BlangRange.parse(text)
    runs = found.runs([one.key for one in VERSIONS])
    inside = [VERSIONS[at] for first, behind in runs for at in range(first, behind)]
    assert inside == [one for one in VERSIONS if found.matches(one)]
    assert all(one[1] < other[0] for one, other in pairwise(runs))


def test_a_range_of_many_alternatives_compares_each_once() -> None:
    text = " || ".join(f"{number}.0.0" for number in range(300))
    keys = [BlangVersion.parse(f"{number}.0.0").key for number in range(1_000)]
    assert BlangRange.parse(text).runs(keys) == ((0, 300),)


@each_row(("text", "is_one"), [("1.2.3", True), ("1.2.3-rc.1+b", True), ("v1.2.3", False), ("1.2", False)])
def test_what_is_a_version(text: str, is_one: bool) -> None:
    assert BlangVersion.is_one(text) is is_one
