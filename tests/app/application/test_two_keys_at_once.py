"""Two keys in one moment: what is open is closed once, and the package is still there."""

import pytest
from builders.pilots import Show
from builders.screens import stories

KEYS = {
    "question_mark": ("escape", "question_mark", "f1", "enter", "ctrl+p"),
    "ctrl+p": ("escape", "enter", "ctrl+p", "down"),
    "Y": ("escape", "Y", "enter", "n", "question_mark"),
    "slash": ("escape", "enter"),
    "colon": ("escape", "enter"),
    "x": ("escape", "x", "enter", "F"),
    "F": ("escape", "F", "enter", "Y"),
}
"""What opens something, and the keys that close it, choose in it or open something over it."""


@pytest.mark.parametrize("opens", KEYS)
async def test_what_is_open_is_closed_once(opens: str, show: Show) -> None:
    async with show(stories.warned) as shown:
        for key in KEYS[opens]:
            await shown.press(opens)
            for _ in range(2):
                shown.app.simulate_key(key)
            await shown.settle()
            await shown.press("escape", "escape", "escape", "2")
            assert (key, shown.focus, shown.app.return_code) == (key, "layers", None)
