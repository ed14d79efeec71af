"""Keys that lead away and back: the same selection, and the same top lines."""

from itertools import cycle
from pathlib import Path

import pytest
from builders.pilots import Show, Shown
from builders.screens import stories
from builders.screens.port import Story

from xpkgtui.app.state.history import History
from xpkgtui.app.state.selection import Selection
from xpkgtui.app.widgets.row_list import RowList
from xpkgtui.app.widgets.text_view import TextView
from xpkgtui.inspection.messages.requests import Open
from xpkgtui.inspection.rows.platforms import PlatformRole, PlatformRow

SIZES = [(120, 30), (80, 24)]
PANES: dict[str, tuple[str, ...]] = {
    "platforms": ("1", "j"),
    "layers": ("2", "G"),
    "files": ("3",),
    "objects": ("4", "O", *["pagedown"] * 4, "k", "k"),
    "text": ("4", "O", *["pagedown"] * 4, "enter", *["j"] * 8),
}
"""Keys that lead into each pane, and off its first row."""
AWAY = (("<",), ("F", "enter", "enter"))
OVER = ((":", "a", "escape"), ("?", "escape"), ("Y", "escape"), ("f", "f"), ("f8",))


def state(shown: Shown) -> tuple[Selection, dict[str | None, int], str]:
    """What must be the same again."""
    panes = [*shown.screen.query(RowList), *shown.screen.query(TextView)]
    seen = {pane.id: pane.scroll_offset.y for pane in panes if pane.display and pane.size.height}
    return shown.selection, seen, shown.focus


def story(folder: Path) -> Story:
    """More objects than a screen has rows, one of them with a finding."""
    return stories.warned(folder, objects=60)


async def test_minus_goes_back_to_the_same_rows(show: Show) -> None:
    async with show(story) as shown:
        for (pane, keys), size in zip(PANES.items(), cycle(SIZES), strict=False):
            await shown.anew(*keys, size=size)
            before, places = state(shown), len(shown.screen.navigator.history.visits)
            for there in AWAY:
                await shown.press(*there)
                assert state(shown) != before, (pane, there)
                for _ in shown.screen.navigator.history.visits[places:]:
                    await shown.press("-")
                assert state(shown) == before, (pane, there)


async def test_what_opens_over_the_screen_leaves_it_as_it_was(
    show: Show, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with show(story, size=(120, 30)) as shown:
        for pane in ("text", "layers"):
            await shown.anew(*PANES[pane])
            before = state(shown)
            for over in OVER:
                await shown.press(*over)
                assert state(shown) == before, (pane, over)


async def test_minus_at_the_first_place_goes_back_to_the_source_before(show: Show) -> None:
    async with show(story) as shown:
        first = shown.port.requests(Open)[0].source
        await shown.press(":", *"other", "enter", "-")
        assert [request.source for request in shown.port.requests(Open)] == [first, "other", first]
        await shown.press("-")
        assert any("No previous place" in toast.message for toast in shown.app._notifications)


def visits(history: History) -> list[dict[str, tuple[int, int | None]]]:
    return [dict(visit.tops) for visit in history.visits]


def test_the_last_hundred_visits_are_remembered() -> None:
    history = History()
    for number in range(101):
        history = history.visited(Selection(), {"files": (number, None)})
    assert visits(history) == [{"files": (number, None)} for number in range(1, 101)]
    assert all(visit.selection.touched for visit in history.visits)
    assert visits(history.returned()) == visits(history)[:-1]


def test_the_visits_of_an_entry_are_left_out_from_the_end() -> None:
    fields = {"digest": None, "media_type": "", "size": 0, "platform": None, "role": PlatformRole.IMAGE}
    first, second = (PlatformRow(place=place, **fields) for place in "12")  # type: ignore[arg-type]
    history = History()
    for number, entry in enumerate((first, None, second, second, second)):
        history = history.visited(Selection(), {"files": (number, None)}, entry)
    assert len(history.before(second).visits) == 2
    assert len(history.before(first).visits) == 5
    assert len(history.before(second).before(first).visits) == 2


def test_sources_are_kept_in_order_and_the_one_that_is_gone_back_to_is_taken_off() -> None:
    history = History().opened("a", "b").opened("b", "c")
    assert history.sources == ("a", "b")
    assert history.opened("c", "b").sources == ("a",)
    assert history.opened("c", "c").sources == ("a", "b")
    assert history.opened("-", "d").opened("", "e").sources == ("a", "b")


def test_the_last_hundred_sources_are_remembered() -> None:
    history = History()
    for number in range(101):
        history = history.opened(str(number), "next")
    assert history.sources == tuple(map(str, range(1, 101)))


def test_another_source_has_no_visits() -> None:
    assert History().visited(Selection(), {}).opened("a", "b").visits == ()
