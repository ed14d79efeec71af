"""ctrl+c: it quits on every screen, and says so first while something is loading."""

import pytest
from builders.pilots import Show, Shown
from builders.screens import stories

LOADING = frozenset({"open"})


def told(shown: Shown) -> str:
    return " ".join(toast.message for toast in shown.app._notifications)


def has_ended(shown: Shown) -> bool:
    return shown.app.return_code is not None


@pytest.mark.parametrize("opened", ["", "question_mark", "ctrl+p", "slash", "colon"])
async def test_it_quits_on_every_screen(opened: str, show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press(*filter(None, [opened]))
        shown.app.simulate_key("ctrl+c")
        await shown.settle()
        assert has_ended(shown)


@pytest.mark.parametrize("opened", ["", "question_mark", "colon"])
async def test_while_loading_the_second_one_quits_as_the_first_one_says(opened: str, show: Show) -> None:
    async with show(stories.loading, hold=LOADING) as shown:
        await shown.press("ctrl+c", "2", "ctrl+c", "2", *filter(None, [opened]))
        assert not has_ended(shown), "another key between them begins anew"
        await shown.press("ctrl+c")
        assert "ctrl+c again quits" in told(shown)
        assert not has_ended(shown)
        await shown.press("ctrl+c")
        assert has_ended(shown)


async def test_selected_text_is_copied_and_nothing_ends(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("slash", *"abc", "shift+home", "ctrl+c")
        assert shown.app.clipboard == "abc"
        assert not has_ended(shown)
