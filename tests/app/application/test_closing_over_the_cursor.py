"""What is closed over the row under the cursor takes the cursor, so that list and Detail speak of the same."""

from builders.pilots import Show
from builders.screens import stories

from xpkgtui.app.state.selection import ListId


async def test_closing_every_group_puts_the_cursor_on_the_heading(show: Show) -> None:
    async with show(stories.warned) as shown:
        await shown.press("O", "G", "X")
        assert shown.selection.row(ListId.OBJECTS) == "group:service61.azure.upbound.io"
        assert shown.view.page.subject == "group"
        assert (len(shown.view.page.tabs), "Next tab" in shown.text) == (1, False)


async def test_clearing_a_filter_over_closed_groups_puts_the_cursor_on_the_heading(show: Show) -> None:
    async with show(stories.warned) as shown:
        await shown.press("X", "slash", *"things1539", "enter")
        assert shown.selection.document == 1540
        await shown.press("escape")
        assert shown.selection.document == 1540 or shown.view.page.subject == "group"
