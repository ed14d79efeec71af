"""The palette: rules and hostile names; that objects are found stands with the keys."""

from builders.pilots import Show
from builders.screens import hostile, stories
from textual.fuzzy import Matcher

from xpkgtui.app.screens.palette import lit


async def test_a_rule_opens_its_manual_page(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("ctrl+p", *"xpkg613")
        await shown.settle()
        await shown.press("enter")
        await shown.settle()
        assert "Manual XPKG613" in shown.text
        assert "no unknown fields" in shown.text


async def test_one_of_many_objects_is_found(show: Show) -> None:
    async with show(stories.warned) as shown:
        await shown.press("ctrl+p", *"things1539")
        await shown.settle()
        await shown.press("enter")
        await shown.settle()
        assert shown.selection.document == 1540


async def test_hostile_names_are_shown_safely(show: Show) -> None:
    async with show(hostile.hostile) as shown:
        await shown.press("ctrl+p", *"owned")
        await shown.settle()
        assert "\x1b" not in shown.text
        assert "\u202e" not in shown.text
        assert shown.app.is_running


def test_markup_in_a_name_is_text() -> None:
    shown = lit(Matcher("quit"), "CRD [@click=app.quit]x[/] [/")
    assert shown.plain == "CRD [@click=app.quit]x[/] [/"
    assert not any("click" in str(span.style) for span in shown.spans)
    assert len(shown.spans) == 4


async def test_two_choices_in_one_moment_are_one(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("ctrl+p", *"light and dark")
        await shown.settle()
        before = shown.app.theme
        await shown.press("down")
        for _ in range(3):
            shown.app.simulate_key("enter")
        await shown.settle()
        assert (shown.app.screen is shown.screen, shown.app.theme != before) == (True, True)
        await shown.press("2")
        assert shown.focus == "layers"
