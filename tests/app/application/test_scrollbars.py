"""Where one is: every list and text that is longer than its place has a scrollbar."""

import pytest
from builders.pilots import Show
from builders.screens import stories

from xpkgtui.app.widgets.row_list import RowList
from xpkgtui.app.widgets.text_view import TextView

PLACES = {
    "objects": (),
    "detail": ("0",),
    "why": ("x",),
    "manual": ("F", "enter"),
    "help": ("?",),
    "palette": ("ctrl+p",),
}


@pytest.mark.parametrize("place", PLACES)
async def test_what_is_longer_than_its_place_has_a_scrollbar(place: str, show: Show) -> None:
    async with show(stories.warned, size=(60, 20)) as shown:
        await shown.press(*PLACES[place])
        screen = shown.app.screen
        there = [each for each in (*screen.query(RowList), *screen.query(TextView)) if each.region.height]
        longer = [each for each in there if each.virtual_size.height > each.scrollable_content_region.height]
        assert longer
        assert [each for each in longer if not each.show_vertical_scrollbar] == []
