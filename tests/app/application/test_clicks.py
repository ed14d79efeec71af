"""Clicks on names in borders."""

from builders.pilots import Show
from builders.screens import stories


async def test_a_click_on_a_tab_of_detail_shows_it(show: Show) -> None:
    async with show(stories.accepted, size=(120, 40)) as shown:
        top = shown.text.splitlines()[2]
        await shown.pilot.click(offset=(top.index("YAML") + 1, 2))
        await shown.settle()
        assert shown.view.page.tab == "yaml"


async def test_a_click_on_the_name_of_a_list_shows_it_on_a_narrow_screen(show: Show) -> None:
    async with show(stories.accepted, size=(80, 24)) as shown:
        top = shown.text.splitlines()[2]
        await shown.pilot.click(offset=(top.index("Layers"), 2))
        await shown.settle()
        assert shown.focus == "layers"
