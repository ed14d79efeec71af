"""Every pane of every refused package ends in rows, or in a sentence that is true."""

import re
from itertools import cycle
from pathlib import Path

import pytest
from builders.cases import failing_later
from builders.gate import few
from builders.inspection.inspections import opened, port
from builders.packages.refused import LAYERS, REFUSED
from builders.pilots import Show, Shown
from builders.registry.faulty import FaultyRegistry, Reply
from builders.screens import stories
from builders.screens.opened import open_screen
from builders.screens.pages import Walk

from xpkgtui.app.drawing.rows import Pane
from xpkgtui.app.state.selection import ListId, PaneId, Selection
from xpkgtui.inspection.messages.parts import Ready
from xpkgtui.service.local import LocalPort

__all__ = ["port"]

ON_SCREEN = (
    "index that is empty",
    "index that lists an empty index",
    "artifact without layers",
    "container image",
    "folder whose meta object is empty",
    "stream without meta object",
    "manifest missing",
)
"""One for each sentence that stands in an empty list, and one that does not open: what they promise is tried."""
PROMISES = (
    "x says why",
    "t shows the next view",
    "The tab Raw shows it",
    "The tab Raw of 1 Platforms shows it",
    "get it again from where it came, or build it again",
)
LISTS = dict(zip("1234", ListId, strict=True))
_TAB = re.compile(r"the tab (\w+)(?: of (\d) )?", re.IGNORECASE)
_KEY = re.compile(r"(?:^|  )\**(\S+?)\** (?:says|shows|clears|fetches|goes|opens)")


def pane_of(shown: Shown, list_id: str) -> Pane:
    found = shown.pane(list_id)
    assert isinstance(found, Pane)
    return found


async def assert_keeps_its_word(shown: Shown, key: str) -> None:
    """The list has rows, or a sentence whose keys and tabs are there."""
    await shown.press(key)
    pane = pane_of(shown, LISTS[key])
    sentences = "  ".join(line.plain for line in pane.empty)
    assert not pane.is_loading
    assert pane.note.plain not in {"waits", "loading"}
    assert pane.rows or sentences
    if not pane.rows:
        for tab, number in _TAB.findall(sentences):
            await shown.press(number or key)
            assert tab in {one.name for one in shown.page.tabs}
            await shown.press(key)
        for named in _KEY.findall(sentences):
            before = shown.text
            await shown.press(named)
            assert shown.text != before, f"{named} does nothing"
            await shown.press("escape", key)
    assert_at_rest(shown)


def assert_at_rest(shown: Shown) -> None:
    assert "◌" not in shown.text.replace("◌ undecided", "").replace("◌ Crossplane 2.4 is undecided", "")
    page = shown.page
    assert page.text or page.body


async def assert_every_pane_ends(shown: Shown) -> None:
    if shown.screen.inspection.failure:
        assert (shown.focus, "◌" in shown.text) == ("failure", False)
        return
    assert_at_rest(shown)
    panes = {name: pane_of(shown, name) for name in ListId}
    focused = panes[ListId(shown.focus)]
    assert focused.rows or (focused.empty and not any(pane.rows for pane in panes.values()))
    for key in LISTS:
        await assert_keeps_its_word(shown, key)
    for key in "xF":
        await shown.press(key)
        assert_at_rest(shown)
        await shown.press("escape")


@pytest.mark.parametrize(("name", "size"), few(zip(ON_SCREEN, cycle([(80, 24), (120, 40)]), strict=False), 3))
async def test_every_pane_of_what_is_refused_comes_to_an_end(
    name: str, size: tuple[int, int], tmp_path: Path
) -> None:
    async with open_screen(REFUSED[name](tmp_path), size=size) as shown:
        await assert_every_pane_ends(shown)


async def test_no_part_of_any_is_left_waiting(tmp_path: Path, port: LocalPort) -> None:
    async def check(name: str) -> None:
        (tmp_path / name).mkdir()
        walk = Walk(REFUSED[name](tmp_path / name), port)
        walk.inspection = await opened(port, walk.inspection.source)
        if walk.inspection.failure:
            return
        assert isinstance(walk.inspection.verdict, Ready)
        for list_id in ListId if name not in LAYERS else [ListId.FILES]:
            model = await walk.model(Selection(list_id=list_id))
            for pane in model.panes.values():
                promises = [promise for line in pane.empty for promise in line.plain.split("  ")[1:]]
                assert not pane.is_loading
                assert pane.note.plain not in {"waits", "loading"}
                assert pane.rows or [one for one in promises if one not in PROMISES] == []
            pane, page = model.panes[PaneId(list_id)], model.page
            assert pane.rows or pane.empty
            here = Selection(list_id=list_id)
            for there in [here.with_tab(page.subject, tab.id) for tab in page.tabs] if page.subject else [here]:
                page = (await walk.model(there)).page
                assert page.text or page.body

    assert await failing_later(few(REFUSED, 12), check) == {}


@pytest.mark.parametrize("status", [401, 403, 404])
async def test_a_registry_that_refuses_is_a_panel(status: int, faulty: FaultyRegistry) -> None:
    faulty.routes["/v2/acme/a/manifests/v1"] = Reply(status=status)
    async with open_screen(f"{faulty.host}/acme/a:v1") as shown:
        await assert_every_pane_ends(shown)
        assert shown.focus == "failure"


async def test_opening_that_is_stopped_leaves_no_pane_waiting(show: Show) -> None:
    async with show(stories.accepted, change=lambda story: story.opening.clear(), hold=frozenset({"open"})) as shown:
        shown.app.client.stop()
        await shown.settle()
        for key, name in LISTS.items():
            await shown.press(key)
            pane = pane_of(shown, name)
            assert pane.empty
            assert not pane.is_loading
        await shown.press("F")
        assert "◌ checking" not in shown.text
