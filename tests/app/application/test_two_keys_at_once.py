"""Two keys in one moment: what is open is closed once, and the package is still there."""

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


async def test_what_is_open_is_closed_once(show: Show) -> None:
    async with show(stories.accepted) as shown:
        for opens, key in [(opens, key) for opens, keys in KEYS.items() for key in keys]:
            await shown.press(opens)
            for _ in range(2):
                shown.app.simulate_key(key)
            await shown.settle()
            await shown.press("escape", "escape", "escape", "2")
            assert (opens, key, shown.focus, shown.app.return_code) == (opens, key, "layers", None)
