"""Keys that come in a burst, as a fast typist or a paste sends them."""

import asyncio
from time import monotonic

from builders.pilots import Show, Shown
from builders.screens import stories
from textual import events

from xpkgtui.app.screens.browsing import Browsing
from xpkgtui.app.screens.dependencies import DependencyScreen
from xpkgtui.app.screens.schemas import SchemaScreen
from xpkgtui.app.state.selection import PaneId
from xpkgtui.app.widgets.prompt import Line, Prompt
from xpkgtui.inspection.messages.dependencies import ReadDependencies
from xpkgtui.inspection.messages.requests import Open

_CONTROLS = ("ctrl+p", "pageup", "down", "enter", "escape")


async def _burst(shown: Shown, text: str) -> None:
    names = {"^": "ctrl+p", "<": "pageup", ">": "down", "/": "slash", ":": "colon", "\r": "enter", "\x1b": "escape"}
    for character in text:
        printable = character if names.get(character, character) not in _CONTROLS else None
        shown.app.post_message(events.Key(names.get(character, character), printable))
    for _ in range(8):
        await shown.settle()


async def test_what_follows_the_slash_is_the_filter_and_no_command(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await _burst(shown, "/zq")
        assert shown.app.is_running
        assert not shown.selection.problems_only
        assert shown.selection.filters[PaneId.OBJECTS] == "zq"


async def test_a_burst_begins_at_any_pane(show: Show) -> None:
    async with show(stories.accepted) as shown:
        for pane in "024":
            await shown.anew()
            await _burst(shown, f"{pane}/xq")
            assert shown.screen.query_one(Prompt).display


async def test_a_source_that_is_pasted_is_opened(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await _burst(shown, ":xyz\r")
        assert shown.port.requests(Open)[-1].source == "xyz"


async def test_a_key_acts_on_the_row_that_the_key_before_it_reached(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("4", "G", "y")
        last = shown.app.clipboard
        await shown.press("g", "y")
        assert shown.app.clipboard != last
        await _burst(shown, "Gy")
        assert shown.app.clipboard == last


async def test_keys_that_outrun_the_palette_do_no_harm(show: Show) -> None:
    async with show(stories.accepted) as shown:
        for keys in ("^<", "^>", "^<><>\r"):
            await shown.anew()
            await _burst(shown, keys)
            assert shown.app.is_running


async def test_what_is_typed_behind_the_key_of_the_palette_is_searched(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await _burst(shown, "^all findings\r")
        assert shown.focus == "findings"


async def test_keys_behind_the_one_that_opens_a_screen_are_for_that_screen(show: Show) -> None:
    async with show(stories.accepted, size=(80, 24)) as shown:
        await _burst(shown, "P/har")
        assert isinstance(shown.app.screen, DependencyScreen)
        assert shown.app.screen.selection.filter == "har"


async def test_a_key_waits_for_the_rows_that_it_is_about_and_no_other_key_waits(show: Show) -> None:
    async with show(stories.accepted, change=lambda story: story.opening.clear(), hold=frozenset({"open"})) as shown:
        assert shown.screen.is_early("j")
        assert not shown.screen.is_early("x")
        await _burst(shown, "jx")
        assert not shown.selection.verdict
        await _burst(shown, "\x1bx")
        assert shown.selection.verdict


async def test_a_key_behind_the_filter_acts_on_what_was_found(show: Show) -> None:
    async with show(stories.accepted, size=(80, 24)) as shown:
        name = next(row.plural for row in shown.app.inspection.rows if row.plural)
        await _burst(shown, f"/{name}\rS")
        assert isinstance(shown.app.screen, SchemaScreen)
        await shown.press("escape")
        assert shown.selection.filters[PaneId.OBJECTS] == name
        await shown.anew()
        await _burst(shown, "/zzz\x1bx")
        assert shown.selection.verdict
        assert not shown.selection.filters.get(PaneId.OBJECTS)


def _is_back(shown: Shown) -> bool:
    """Whether the screen of dependencies was shown, and is left."""
    return bool(shown.port.requests(ReadDependencies)) and isinstance(shown.app.screen, Browsing)


async def slices() -> None:
    """Never rests, as what reads a long text."""
    while True:  # noqa: ASYNC110  # as the slices do
        await asyncio.sleep(0)


async def test_q_behind_the_key_of_a_screen_is_for_that_screen_on_a_slow_machine_too(show: Show) -> None:
    async with show(stories.accepted, size=(80, 24)) as shown:
        worker = shown.app.run_worker(slices(), group="search", exit_on_error=False)
        try:
            shown.screen.call_later(asyncio.sleep, 0.6)
            for character in "Pq":
                shown.app.post_message(events.Key(character, character))
            until = monotonic() + 20
            while shown.app.is_running and not _is_back(shown):
                assert monotonic() < until
                await asyncio.sleep(0.01)
            assert shown.app.is_running
        finally:
            worker.cancel()
        await shown.settle()
        assert shown.app.is_running


async def test_no_key_waits_for_the_slices_of_a_long_text(show: Show) -> None:
    async with show(stories.accepted) as shown:
        worker = shown.app.run_worker(slices(), group="search", exit_on_error=False)
        try:
            for character in "/zqxjwvk":
                shown.app.post_message(events.Key({"/": "slash"}.get(character, character), character))
            until = monotonic() + 6
            while not shown.screen.query(Line) or shown.screen.query_one(Line).value != "zqxjwvk":
                assert monotonic() < until
                await asyncio.sleep(0.01)
        finally:
            worker.cancel()
            await shown.settle()
