"""The order of names that hold versions."""

from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.versions.newest_first import newest_first

ORDERED = (
    "alpha",
    "Beta",
    "quay-operator.v3.10.0",
    "quay-operator.v3.9.25",
    "quay-operator.v3.9.2",
    "stable",
    "stable-3.10",
    "stable-3.9",
    "v1.2.0",
    "v1.2.0-rc.1",
    "v1.2.0-beta.12",
    "v1.2.0-beta.2",
    "v1.1.9",
)


@given(st.permutations(ORDERED))
def test_the_highest_number_comes_first_and_words_from_a_to_z(names: list[str]) -> None:
    assert sorted(names, key=newest_first) == list(ORDERED)


@given(st.lists(st.text(max_size=400), max_size=8))
def test_any_text_has_a_place(names: list[str]) -> None:
    assert len(sorted(names, key=newest_first)) == len(names)


def test_numbers_beyond_what_is_compared_are_no_trouble() -> None:
    assert newest_first("v" + "9" * 100_000) < newest_first("v1")
