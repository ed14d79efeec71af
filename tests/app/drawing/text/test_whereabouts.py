"""The border of a text."""

import pytest

from xpkgtui.app.drawing.page import Page
from xpkgtui.app.drawing.text.whereabouts import whereabouts

PAGE = Page(file="package.yaml", number="4 of 1,540", note="a note")


@pytest.mark.parametrize(
    ("width", "wanted"),
    [
        (60, "package.yaml · line 6,199 · 4 of 1,540"),
        (34, "package.yaml · line 6,199"),
        (20, "line 6,199"),
    ],
)
def test_the_number_goes_first_where_there_is_no_room(width: int, wanted: str) -> None:
    found = whereabouts(PAGE, 6199, wanted="", matches="", width=width)
    assert found.plain.startswith(wanted)
    assert len(found.plain) <= width


def test_a_search_says_its_word_and_the_number_of_matches() -> None:
    found = whereabouts(PAGE, 12, wanted="a\x1bb", matches="2 of 9", width=80)
    assert found.plain == "/a␛b 2 of 9 · package.yaml · line 12 · 4 of 1,540"


def test_a_page_without_lines_has_its_note() -> None:
    assert whereabouts(PAGE, None, wanted="", matches="", width=80).plain == "a note"


def test_a_note_that_is_too_long_is_cut_in_its_file() -> None:
    page = Page(note="manifests/acme.v1.2.3.clusterserviceversion.yaml · line 1 · 1 of 16")
    found = whereabouts(page, None, wanted="", matches="", width=60).plain
    assert (len(found), found) == (60, "manifests/acme.v1.2.…rserviceversion.yaml · line 1 · 1 of 16")
