"""The start screen's line: its keys."""

from xpkgtui.app.views.start_view import KEYS, TYPING


def test_the_footer_of_the_line_has_all_its_keys_but_the_one_that_leaves_it() -> None:
    assert ("escape", "List") not in TYPING
    assert len(TYPING) == len(KEYS)
