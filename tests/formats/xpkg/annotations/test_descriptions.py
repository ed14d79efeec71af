"""Descriptions of one sentence, however long they are."""

import pytest

from xpkgtui.formats.xpkg.annotations.descriptions import is_one_sentence


@pytest.mark.timeout(20)
def test_a_description_of_many_abbreviations_is_read_in_linear_time() -> None:
    assert is_one_sentence("See e.g. a " * 40_000)
    assert not is_one_sentence("See e.g. a " * 40_000 + "One. Two")
