"""An overlay is closed once, whatever is asked of it in one moment."""

from builders.pilots import Show
from builders.screens import stories

from xpkgtui.app.screens.help import Help


async def test_closing_it_twice_in_one_moment_leaves_the_package(show: Show) -> None:
    async with show(stories.accepted) as shown:
        first = shown.text.split("\n")[0]
        for key in ("Y", "ctrl+p", "question_mark"):
            await shown.anew(key)
            assert shown.app.screen is not shown.app.screen_stack[0]
            assert shown.text.split("\n")[0] == first, "the package is in sight beneath it"
        screen = shown.app.screen
        assert isinstance(screen, Help)
        screen.action_close()
        screen.action_close()
        await shown.settle()
        await shown.press("2")
        assert shown.focus == "layers"
