"""The keys of a filter, at 80x24 and at 120x40: what it shows while it is typed, and after."""

from dataclasses import replace

import pytest
from builders.pilots import Show
from builders.screens import stories
from builders.screens.port import Story

from xpkgtui.app.files import list as file_list
from xpkgtui.app.state.lists import file_views
from xpkgtui.app.state.selection import ListId, PaneId
from xpkgtui.app.widgets.prompt import Prompt
from xpkgtui.errors import NotFound
from xpkgtui.inspection.messages.events import Resolved
from xpkgtui.inspection.messages.requests import View

SIZES = pytest.mark.parametrize("size", [(80, 24), (120, 40)])


@SIZES
async def test_an_accepted_filter_stays_in_the_title_and_its_counts_in_the_border(
    size: tuple[int, int], show: Show
) -> None:
    async with show(stories.accepted, size=size) as shown:
        await shown.press("/", *"lifecycle", "enter")
        assert "· /lifecycle" in shown.text
        assert "1 of 25 objects  ✓ 1" in shown.text
        assert shown.focus == "objects"


async def test_arrows_move_the_cursor_while_a_filter_is_typed(show: Show) -> None:
    async with show(stories.accepted, size=(120, 40)) as shown:
        await shown.press("/", *"bucket")
        first = shown.selection.row(ListId.OBJECTS)
        await shown.press("down", "down", "up", "a")
        assert shown.selection.filter_of(PaneId.OBJECTS) == "bucketa"
        await shown.press("backspace", "down")
        assert shown.selection.row(ListId.OBJECTS) != first
        assert any("▶" in line and "CRD" in line for line in shown.text.splitlines())
        before = shown.selection.document
        await shown.press("pagedown")
        assert (shown.selection.document or 0) > (before or 0) + 2
        chosen = shown.selection.document
        await shown.press("enter")
        assert shown.selection.document == chosen


async def test_leaving_a_filter_keeps_the_object_with_its_group_open(show: Show) -> None:
    async with show(stories.warned, size=(80, 24)) as shown:
        await shown.press("/", *"things1539")
        chosen = shown.selection.document
        assert chosen == 1540
        await shown.press("escape")
        assert shown.selection.document == chosen
        assert any("▶" in line and "things1539" in line for line in shown.text.splitlines())
        assert "· /" not in shown.text


async def test_a_filter_that_was_accepted_is_left_the_same_way(show: Show) -> None:
    async with show(stories.warned, size=(80, 24)) as shown:
        await shown.press("X", "/", *"things1539", "enter", "escape")
        assert shown.selection.document == 1540
        assert any("▶" in line and "things1539" in line for line in shown.text.splitlines())


async def test_a_word_that_hides_the_object_for_a_while_gives_it_back(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("j", "j")
        chosen = shown.selection.document
        await shown.press("/", "!", "b")
        assert shown.selection.document != chosen
        await shown.press("z")
        assert shown.selection.document == chosen


async def test_an_object_that_the_arrows_chose_is_not_given_up_for_the_one_before(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("j", "j", "/", *"bucketa", "down")
        chosen = shown.selection.document
        await shown.press("backspace")
        assert shown.selection.document == chosen


@SIZES
async def test_a_bad_expression_says_so_in_the_prompt_and_hides_nothing(size: tuple[int, int], show: Show) -> None:
    async with show(stories.accepted, size=size) as shown:
        await shown.press("/", *"re:(acl")
        assert "✗ a ( has no )" in shown.text.splitlines()[-1]
        assert "25 of 25 objects" in shown.text
        await shown.press(")")
        assert "has no" not in shown.text
        assert "1 of 25 objects" in shown.text


async def test_an_expression_that_tries_every_way_does_not_stop_the_screen(show: Show) -> None:
    async with show(stories.warned) as shown:
        await shown.press("/", *r"re:(\w+)+!$")
        assert "0 of 1,540 objects" in shown.text


@SIZES
async def test_findings_are_filtered_too(size: tuple[int, int], show: Show) -> None:
    async with show(stories.refused, size=size) as shown:
        await shown.press("F")
        assert "/ Filter" in shown.text.splitlines()[-1]
        await shown.press("/", *"zzz")
        assert "No finding matches the filter.  esc clears it" in shown.text
        await shown.press("escape")
        assert shown.selection.verdict
        await shown.press("/", *"badge:error", "enter")
        assert "· /badge:error" in shown.text
        assert shown.focus == "findings"
        await shown.press("escape")
        assert shown.selection.verdict
        assert "· /badge:error" not in shown.text
        await shown.press("escape")
        assert not shown.selection.verdict


async def test_layers_and_platforms_speak_the_same_language(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("2", "/", *"!runtime", "enter")
        assert "2 of 4 layers" in shown.text
        await shown.press("1", "/", *"re:^linux/(amd|arm)", "enter")
        assert "2 of 3 entries" in shown.text


def a_stream(story: Story) -> None:
    story.opening = [
        replace(event, has_image=False) if isinstance(event, Resolved) else event for event in story.opening
    ]


@pytest.mark.parametrize("key", ["1", "2", "3"])
async def test_slash_is_offered_only_where_there_is_something_to_filter(key: str, show: Show) -> None:
    async with show(stories.accepted, change=a_stream) as shown:
        await shown.press("4")
        assert "/ Filter" in shown.text.splitlines()[-1]
        await shown.press(key)
        assert "/ Filter" not in shown.text.splitlines()[-1]
        await shown.press("/")
        assert not shown.screen.query_one(Prompt).display
        assert [toast.message for toast in shown.app._notifications] == ["Nothing here to filter."]


async def test_a_list_that_a_filter_emptied_can_be_filtered_anew(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("3", "/", *"zzz", "enter")
        assert "/ Filter" in shown.text.splitlines()[-1]
        await shown.press("/", *["backspace"] * 3, *"package", "enter")
        assert "1 found" in shown.text


async def test_files_that_a_filter_found_stay_under_the_cursor(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("3", "/", *"yaml")
        assert "· /yaml" in shown.text
        chosen = shown.selection.row(ListId.FILES)
        await shown.press("escape")
        assert shown.selection.row(ListId.FILES) == chosen == "package.yaml"


async def test_while_files_are_searched_none_are_counted(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("3")
        typed = shown.selection.with_filter(PaneId.FILES, "zz")
        searching = file_list.pane(shown.screen.inspection, typed, shown.screen.replies)
        assert searching.count == ""
        assert searching.note.plain == "searching"


async def test_behind_a_filter_no_group_closes_unseen(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("/", *"bucket", "enter", "left")
        assert shown.selection.row(ListId.OBJECTS).startswith("group:")
        assert not shown.selection.toggled
        await shown.press("space", "escape")
        assert not shown.selection.toggled


async def test_rows_stay_until_the_files_that_match_are_found(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("3", "/")
        before = [row.key for row in shown.view.files_pane.rows]
        typed = shown.selection.with_filter(PaneId.FILES, "yam")
        first = file_list.pane(shown.screen.inspection, typed, shown.screen.replies)
        assert [row.key for row in first.rows] == before
        await shown.press(*"yaml")
        found = [row.key for row in shown.view.files_pane.rows]
        typed = shown.selection.with_filter(PaneId.FILES, "yamlx")
        request = file_views.search_request(shown.screen.inspection, typed)
        assert request is not None
        replies = shown.screen.replies.with_request(request)
        assert [row.key for row in file_list.pane(shown.screen.inspection, typed, replies).rows] == found


async def test_rows_of_another_view_do_not_stay(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("3", "/", *"yaml", "enter")
        other = replace(shown.selection, view=View.FLATTENED)
        request = file_views.search_request(shown.screen.inspection, other)
        assert request is not None
        assert file_views.rows_before(shown.screen.inspection, other, shown.screen.replies) is None
        assert file_views.rows_before(shown.screen.inspection, shown.selection, shown.screen.replies) is None


async def test_rows_do_not_stay_where_the_search_failed(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("3", "/", *"yaml")
        typed = shown.selection.with_filter(PaneId.FILES, "yamlx")
        request = file_views.search_request(shown.screen.inspection, typed)
        assert request is not None
        replies = shown.screen.replies.with_failure(request, NotFound("gone").failure())
        assert not file_list.pane(shown.screen.inspection, typed, replies).rows


@pytest.mark.parametrize(("key", "is_offered"), [("1", False), ("2", False), ("3", False), ("4", True)])
async def test_enter_is_not_offered_where_a_source_without_image_has_nothing_to_open(
    key: str, is_offered: bool, show: Show
) -> None:
    async with show(stories.accepted, size=(120, 40), change=a_stream) as shown:
        await shown.press(key)
        assert ("enter" in shown.text.splitlines()[-1]) is is_offered
