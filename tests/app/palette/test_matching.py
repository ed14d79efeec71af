"""Fuzzy matching: what is found, in which order, and which letters are marked."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.app.palette.matching import folded, match


def rank(typed: str, line: str) -> int:
    found = match(typed, folded(line))
    assert found is not None
    return found.rank


def test_better_matches_have_lower_ranks() -> None:
    lines = ("schema", "schemas", "the schema of it", "globalschemas", "switch the theme")
    ranks = [rank("schem" if number else "schema", line) for number, line in enumerate(lines)]
    assert ranks == sorted(set(ranks))


def test_every_word_must_be_found() -> None:
    assert match("light dark", "light or dark colors")
    assert match("light blue", "light or dark colors") is None


def test_scattered_letters_count_only_near_each_other() -> None:
    assert match("schem", "switch the theme")
    assert match("schem", "s" + " " * 40 + "chem") is None


def test_the_smallest_stretch_is_marked() -> None:
    found = match("ace", "a b c a.c.e")
    assert found is not None
    assert found.places == (6, 8, 10)


def test_the_name_counts_before_the_kind() -> None:
    found = match("crd", "crd crds", 4)
    assert found is not None
    assert found.places == (4, 5, 6)


@pytest.mark.parametrize("typed", ["", "  "])
def test_nothing_typed_matches_everything(typed: str) -> None:
    assert match(typed, "anything") is not None


@given(st.text(min_size=1), st.text())
def test_marked_letters_are_those_that_were_typed(typed: str, line: str) -> None:
    found = match(typed, folded(line))
    if found is not None:
        marked = {folded(line)[place] for place in found.places}
        assert marked == set("".join(folded(typed).split()))


@given(st.text())
def test_folding_keeps_every_letter_in_its_place(text: str) -> None:
    assert len(folded(text)) == len(text)
