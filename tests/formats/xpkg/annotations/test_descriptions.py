"""Annotations that are missing, and descriptions of one sentence, however long they are."""

import pytest
from builders.cases import each_row

from xpkgtui.formats.xpkg.annotations.descriptions import PREFIX, RECOMMENDED, is_one_sentence, missing


@pytest.mark.timeout(20)
def test_a_description_of_many_abbreviations_is_read_in_linear_time() -> None:
    assert is_one_sentence("See e.g. a " * 20_000)
    assert not is_one_sentence("See e.g. a " * 20_000 + "One. Two")


@each_row(
    ("key", "is_v2", "given"),
    [
        (f"{PREFIX}license", False, ["license"]),
        (f"{PREFIX}license", True, ["license"]),
        ("license", True, ["license"]),
        ("license", False, []),
        ("other", True, []),
    ],
)
def test_annotations_count_under_the_names_of_their_format(key: str, is_v2: bool, given: list[str]) -> None:
    assert [name for name in RECOMMENDED if name not in missing({key: "x"}, is_v2=is_v2)] == given
