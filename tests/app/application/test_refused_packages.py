"""Every pane of every refused package ends in rows, or in a sentence that is true."""

import re
from itertools import cycle
from pathlib import Path

import pytest
from builders.inspection.inspections import inspect_source
from builders.packages.refused import IMAGES, LAYERS, OTHERS, REFUSED
from builders.pilots import Show, Shown
from builders.registry.faulty import FaultyRegistry, Reply
from builders.screens import stories
from builders.screens.opened import open_screen

from xpkgtui.app.drawing.rows import Pane
from xpkgtui.app.screen_model import screen_model
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.selection import ListId, PaneId, Selection
from xpkgtui.inspection.messages.parts import Ready
from xpkgtui.inspection.messages.requests import Options

LIKE_OTHERS = {
    "annotated layer without entries",
    "archive that ends early",
    "archive without layers",
    "config that is no JSON",
    "container image in an archive",
    "folder that is empty",
    "folder whose object is broken",
    "image without layers",
    "index of another platform",
    "layer that ends early",
    "package.yaml is a link",
    "stream of a comment",
    "stream of one long line",
}
"""Those whose panes and tabs say the same as those of another one: they are not walked through."""
LISTS = dict(zip("1234", ListId, strict=True))
_TAB = re.compile(r"the tab (\w+)(?: of (\d) )?", re.IGNORECASE)
_KEY = re.compile(r"(?:^|  )\**(\S+?)\** (?:says|shows|clears|fetches|goes|opens)")


def pane_of(shown: Shown, list_id: str) -> Pane:
    found = getattr(shown.view, f"{list_id}_pane")
    assert isinstance(found, Pane)
    return found


async def assert_keeps_its_word(shown: Shown, key: str) -> None:
    """The list has rows, or a sentence whose keys and tabs are there; each tab of its Detail has come to an end."""
    await shown.press(key)
    pane = pane_of(shown, LISTS[key])
    sentences = "  ".join(line.plain for line in pane.empty)
    assert not pane.is_loading
    assert pane.note.plain not in {"waits", "loading"}
    assert pane.rows or sentences
    if not pane.rows:
        for tab, number in _TAB.findall(sentences):
            await shown.press(number or key)
            assert tab in {one.name for one in shown.view.page.tabs}
            await shown.press(key)
        for named in _KEY.findall(sentences):
            before = shown.text
            await shown.press(named)
            assert shown.text != before, f"{named} does nothing"
            await shown.press("escape", key)
    for _ in shown.view.page.tabs:
        assert_at_rest(shown)
        await shown.press("right_square_bracket")


def assert_at_rest(shown: Shown) -> None:
    assert "◌" not in shown.text.replace("◌ undecided", "").replace("◌ Crossplane 2.4 is undecided", "")
    page = shown.view.page
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


WALKED = [name for name in (*IMAGES, *OTHERS) if name not in LIKE_OTHERS]


@pytest.mark.parametrize(("name", "size"), zip(WALKED, cycle([(80, 24), (120, 40)]), strict=False))
async def test_every_pane_of_what_is_refused_comes_to_an_end(
    name: str, size: tuple[int, int], tmp_path: Path
) -> None:
    async with open_screen({**IMAGES, **OTHERS}[name](tmp_path), size=size) as shown:
        await assert_every_pane_ends(shown)


@pytest.mark.parametrize("name", [*LAYERS, *sorted(LIKE_OTHERS)])
async def test_no_part_of_the_others_is_left_waiting(name: str, tmp_path: Path) -> None:
    state = await inspect_source(REFUSED[name](tmp_path))
    model = screen_model(state, Selection(), Replies(), Options(), busy=False, width=80)
    panes = [model.panes[PaneId(each)] for each in ListId if each is not ListId.FILES]
    if state.failure is None:
        assert not any(pane.is_loading for pane in panes)
        assert all(pane.rows or pane.empty for pane in panes)
        assert isinstance(state.verdict, Ready)


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
