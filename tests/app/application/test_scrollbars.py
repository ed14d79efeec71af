"""Where one is: every list and text that is longer than its place has a scrollbar."""

from builders.pilots import Show, Shown
from builders.screens import stories

from xpkgtui.app.widgets.row_list import RowList
from xpkgtui.app.widgets.text_view import TextView

PLACES: dict[str, tuple[str, ...]] = {
    "objects": (),
    "detail": ("0",),
    "why": ("x",),
    "manual": ("F", "enter"),
    "help": ("?",),
    "palette": ("ctrl+p",),
}


def has_scrollbars(shown: Shown) -> bool:
    screen = shown.app.screen
    there = [each for each in (*screen.query(RowList), *screen.query(TextView)) if each.region.height]
    longer = [each for each in there if each.virtual_size.height > each.scrollable_content_region.height]
    return bool(longer) and all(each.show_vertical_scrollbar for each in longer)


async def test_what_is_longer_than_its_place_has_a_scrollbar(show: Show) -> None:
    async with show(stories.warned, size=(60, 20)) as shown:
        assert await shown.broken({name: (keys, has_scrollbars) for name, keys in PLACES.items()}) == {}
