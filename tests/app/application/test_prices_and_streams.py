"""Lists of a package that was not read whole, and of one that has no image."""

from dataclasses import replace

import pytest
from builders.cases import each_row
from builders.inspection.ports import of_form
from builders.pilots import Show
from builders.screens import port, stories
from builders.screens.opened import open_screen

from xpkgtui.app.drawing.rows import Pane
from xpkgtui.app.files import list as file_list
from xpkgtui.app.layers import list as layer_list
from xpkgtui.app.objects import list as object_list
from xpkgtui.app.platforms import list as platform_list
from xpkgtui.app.state.keys.enter import row_target
from xpkgtui.app.state.keys.transitions import next_view
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.selection import PaneId, Selection
from xpkgtui.formats.role import Role
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import Resolved, StreamRead
from xpkgtui.inspection.messages.parts import Ready, Waiting
from xpkgtui.inspection.messages.requests import OpenPlatform, View
from xpkgtui.inspection.rows.objects import ObjectRow
from xpkgtui.readers.reader import Reading, ReadStage
from xpkgtui.sources.demos import demo_source
from xpkgtui.sources.source import SourceForm

UNREAD = Reading(reader="manager-2.4", stage=ReadStage.FETCH, message="layer 1 was not fetched", unread=1)


def text(pane: Pane) -> str:
    return "\n".join(line.plain for line in pane.empty)


@each_row("where", [PaneId.LAYERS, PaneId.FILES, PaneId.OBJECTS])
def test_enter_agrees_to_the_price_of_what_crossplane_reads_next(where: PaneId) -> None:
    state = Inspection(source="x", reading=UNREAD)
    found = row_target(state, Selection(), Replies(), where, "")
    assert isinstance(found, OpenPlatform)
    assert found.consent


def test_the_objects_say_which_layer_is_missing_and_which_key_fetches_it() -> None:
    state = Inspection(source="x", reading=UNREAD, objects=Waiting())
    assert "Layer 1 was not fetched.  enter fetches it" in text(object_list.pane(state, Selection()))


@pytest.mark.parametrize(
    ("form", "why"),
    [
        ("stream", "package.yaml read directly"),
        ("folder", "a folder of sources, not built yet"),
    ],
)
def test_what_has_no_image_says_so_in_a_line_of_each_pane(form: str, why: str) -> None:
    state = Inspection(source="x", resolved=Resolved(reference="x", digest=None, **of_form(SourceForm(form))))
    assert text(platform_list.pane(state, Selection())) == f"no platforms: {why}"
    assert text(layer_list.pane(state, Selection())) == f"no layers: {why}"
    files = "◌ waits for the folder" if form == "folder" else f"no files: {why}"
    assert text(file_list.pane(replace(state, objects=Ready(())), Selection(), Replies())) == files


async def test_consent_asks_for_the_whole_of_the_image_that_is_shown(show: Show) -> None:
    async with show(stories.accepted) as shown:
        shown.app.inspection = replace(shown.app.inspection, reading=UNREAD)
        await shown.press("2", "enter")
        (asked,) = [request for request in shown.port.asked if isinstance(request, OpenPlatform)]
        assert asked.consent


async def test_a_dear_layer_is_fetched_with_enter_and_its_footer_says_so(show: Show) -> None:
    def dear(story: port.Story) -> None:
        story.opening = [
            replace(event, reading=UNREAD) if isinstance(event, StreamRead) else event for event in story.opening
        ]

    async with show(stories.accepted, change=dear, size=(80, 24)) as shown:
        await shown.press("2")
        assert "enter Fetch" in shown.text
        await shown.press("x")
        assert "Crossplane prints" not in shown.text
        assert "Layer 1 was not fetched" in shown.text


async def test_a_narrow_screen_says_how_files_are_looked_at_and_how_many_the_filter_left(show: Show) -> None:
    async with show(stories.accepted, size=(80, 24)) as shown:
        await shown.press("3")
        assert "base layer · 330 kB" in shown.text
        await shown.press("2", "/", *"base", "enter")
        assert "1 of 4 layers" in shown.text


def test_where_no_layer_is_annotated_base_no_view_shows_it() -> None:
    state = Inspection(source="x", reading=UNREAD)
    selection = Selection()
    for _ in range(4):
        selection = next_view(state, selection)
        assert selection.view is not View.BASE


def test_a_kind_that_crossplane_does_not_know_is_shown_by_its_name() -> None:
    rows = (
        ObjectRow(
            document=1,
            line=1,
            start=0,
            end=9,
            first_line=1,
            role=Role.BROKEN,
            api_version="v1",
            kind="Secret",
            name="s",
        ),
        ObjectRow(document=2, line=5, start=9, end=18, first_line=5, role=Role.BROKEN),
    )
    state = Inspection(source="x", objects=Ready(rows), objects_total=2)
    shown = [
        "".join(cell.content.plain for cell in row.draw(row.value, 60))
        for row in object_list.pane(state, Selection()).rows
    ]
    assert any("Secret" in line and "s" in line for line in shown)
    assert any("document 2, line 5" in line for line in shown)


async def test_objects_of_rukpak_are_read_directly_from_yaml() -> None:
    async with open_screen(demo_source("rukpak")) as shown:
        assert "accepts it, but: The content of Bundle" in shown.text
        await shown.press("3")
        assert "no files: YAML read directly" in shown.text
        assert "stream" not in shown.text
