"""The mouse: clicks on whatever names a key, a tab or findings, and text that is selected."""

from builders.pilots import Show, Shown
from builders.screens import stories
from textual.events import MouseMove
from textual.geometry import Offset


async def test_a_click_on_a_name_shows_a_tab_or_a_list(show: Show) -> None:
    async with show(stories.accepted, size=(120, 40)) as shown:
        await click(shown, 2, "YAML", beyond=1)
        assert shown.page.tab == "yaml"
        await shown.resize((80, 24))
        await click(shown, 2, "Layers")
        assert shown.focus == "layers"


async def click(shown: Shown, row: int, word: str, *, beyond: int = 0) -> None:
    """Clicks on a word of a row of the screen."""
    line = shown.text.splitlines()[row]
    await shown.pilot.click(offset=(line.rindex(word) + beyond, row))
    await shown.settle()


async def test_a_click_on_a_key_or_a_count_presses_it(show: Show) -> None:
    size = (80, 24)
    async with show(stories.warned, size=size) as shown:
        for key, word in (("> ", "Next finding"), ("x ", "Why")):
            await shown.anew()
            before = shown.selection
            await click(shown, size[1] - 1, f"{key}{word}", beyond=len(key) + 1)
            by_mouse = shown.selection
            assert by_mouse != before
            await shown.anew(key.strip())
            assert (shown.selection.verdict, shown.selection.finding) == (by_mouse.verdict, by_mouse.finding)
        await shown.anew()
        await click(shown, 1, "! 1")
        assert shown.selection.verdict_tab == "findings"
        for other in (size, (120, 40)):
            await shown.anew(size=other)
            await click(shown, 1, "x why", beyond=2)
            assert shown.selection.verdict_tab == "why"


async def test_a_click_on_the_badge_of_an_object_shows_its_findings(show: Show) -> None:
    async with show(stories.warned, size=(120, 40)) as shown:
        await shown.press("4", "greater_than_sign")
        row = next(number for number, line in enumerate(shown.text.splitlines()) if " ! CRD" in line)
        await click(shown, row, "! CRD")
        assert shown.page.tab == "findings"
        assert shown.page.findings


async def test_text_of_detail_is_selected_without_line_numbers_and_copied(show: Show) -> None:
    async with show(stories.accepted, size=(120, 40)) as shown:
        await shown.press("4", "right_square_bracket")
        lines = shown.text.splitlines()
        first = next(number for number, line in enumerate(lines) if "apiVersion:" in line)
        start = lines[first].index("apiVersion:")
        await drag(shown, Offset(start, first), Offset(start + 4, first + 2))
        wanted = "apiVersion: meta.pkg.crossplane.io/v1\nkind: Provider\nmetad"
        assert shown.screen.get_selected_text() == wanted
        await shown.press("ctrl+c")
        assert shown.app.clipboard == wanted
        assert shown.app.return_code is None


async def test_selected_text_goes_sideways_with_the_page(show: Show) -> None:
    async with show(stories.accepted, size=(120, 40)) as shown:
        await shown.press("4", "right_square_bracket", "0", "right")
        lines = shown.text.splitlines()
        row = next(number for number, line in enumerate(lines) if "meta.pkg" in line)
        start = lines[row].index("meta.pkg")
        await drag(shown, Offset(start, row), Offset(start + 7, row))
        assert shown.screen.get_selected_text() == "meta.pkg"


async def drag(shown: Shown, start: Offset, end: Offset) -> None:
    """The mouse is pressed at one place and released at another."""
    await shown.pilot.mouse_down(offset=start)
    for at in (start, end):
        await shown.pilot._post_mouse_events([MouseMove], offset=at, button=1)
    await shown.pilot.mouse_up(offset=end)
    await shown.settle()


async def test_rows_of_a_list_are_selected_without_the_cursor_and_copied(show: Show) -> None:
    async with show(stories.accepted, size=(120, 40)) as shown:
        lines = shown.text.splitlines()
        first = next(number for number, line in enumerate(lines) if " CRD buckets " in line)
        start = lines[first].index("CRD")
        chosen = shown.selection
        await drag(shown, Offset(start, first), Offset(start + 10, first + 1))
        wanted = shown.screen.get_selected_text() or ""
        assert wanted.startswith("CRD buckets ")
        assert [line[:4] for line in wanted.splitlines()] == ["CRD ", "✓ CR"]
        assert shown.selection == chosen
        await shown.press("ctrl+c")
        assert shown.app.clipboard == wanted
