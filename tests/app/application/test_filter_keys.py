"""The keys of a filter: what it shows while it is typed, and after."""

from collections.abc import Callable
from dataclasses import replace

from builders.pilots import Claims, Show, Shown
from builders.screens import stories
from builders.screens.port import Story

from xpkgtui.app.files import list as file_list
from xpkgtui.app.state.lists import file_views
from xpkgtui.app.state.selection import ListId, PaneId
from xpkgtui.app.widgets.prompt import Prompt
from xpkgtui.errors import NotFound
from xpkgtui.inspection.messages.events import Resolved
from xpkgtui.inspection.messages.requests import View


def chosen(document: int) -> Callable[[Shown], bool]:
    """The cursor stands on this object."""
    return lambda shown: shown.selection.document == document


def offers_filter(shown: Shown) -> bool:
    return "/ Filter" in shown.text.splitlines()[-1]


def is_on_the_last_thing(shown: Shown) -> bool:
    """The cursor is in sight on the object, and no filter is in force."""
    under = [line for line in shown.text.splitlines() if "▶" in line and "things1539" in line]
    return bool(under) and "· /" not in shown.text and shown.selection.document == 1540


ACCEPTED: Claims = {
    "an accepted filter stays in the title": (
        ("/", *"lifecycle", "enter"),
        lambda shown: "· /lifecycle" in shown.text,
    ),
    "what it left is counted": (("/", *"lifecycle", "enter"), lambda shown: "1 of 25 objects  ✓ 1" in shown.text),
    "a bad expression says so": (
        ("/", *"re:(acl"),
        lambda shown: "✗ a ( has no )" in shown.text.splitlines()[-1] and "25 of 25 objects" in shown.text,
    ),
    "until it is whole": (
        ("/", *"re:(acl)"),
        lambda shown: "has no" not in shown.text and "1 of 25 objects" in shown.text,
    ),
    "a word that hides the object": (("j", "j", "/", "!", "b"), lambda shown: shown.selection.document != 2),
    "gives it back": (("j", "j", "/", "!", "b", "z"), chosen(2)),
    "an object that the arrows chose stays": (("j", "j", "/", *"bucketa", "down", "backspace"), chosen(4)),
    "layers speak the same language": (("2", "/", *"!runtime", "enter"), lambda shown: "2 of 4 layers" in shown.text),
    "so do platforms": (
        ("1", "/", *"re:^linux/(amd|arm)", "enter"),
        lambda shown: "2 of 3 entries" in shown.text,
    ),
    "a list that a filter emptied can be filtered": (("3", "/", *"zzz", "enter"), offers_filter),
    "and is filtered anew": (
        ("3", "/", *"zzz", "enter", "/", *["backspace"] * 3, *"package", "enter"),
        lambda shown: "1 found" in shown.text,
    ),
    "files that a filter found stay under the cursor": (
        ("3", "/", *"yaml", "escape"),
        lambda shown: shown.selection.row(ListId.FILES) == "package.yaml",
    ),
    "behind a filter no group closes unseen": (
        ("/", *"bucket", "enter", "left", "space", "escape"),
        lambda shown: shown.selection.row(ListId.OBJECTS).startswith("group:") and not shown.selection.toggled,
    ),
}
NARROW: Claims = {
    "leaving a filter keeps the object with its group open": (("/", *"things1539", "escape"), is_on_the_last_thing),
    "so does leaving one that was accepted": (("X", "/", *"things1539", "enter", "escape"), is_on_the_last_thing),
    "an expression that tries every way does not stop the screen": (
        ("/", *r"re:(\w+)+!$"),
        lambda shown: "0 of 1,540 objects" in shown.text,
    ),
}
STREAM: Claims = {
    "objects can be filtered": (("4",), offers_filter),
    "enter is offered": (("4",), lambda shown: "enter" in shown.text.splitlines()[-1]),
    **{
        f"{key} offers no filter": ((key,), lambda shown: "/ Filter" not in shown.text.splitlines()[-1])
        for key in "123"
    },
    **{
        f"{key} says that there is nothing to filter": (
            (key, "/"),
            lambda shown: not shown.screen.query_one(Prompt).display and shown.toasts == ["Nothing here to filter."],
        )
        for key in "123"
    },
    **{
        f"{key} has nothing to open": ((key,), lambda shown: "enter" not in shown.text.splitlines()[-1])
        for key in "123"
    },
}


async def test_a_filter_shows_what_it_leaves_and_is_left_where_it_led(show: Show) -> None:
    async with show(stories.accepted, size=(80, 24)) as shown:
        assert await shown.broken(ACCEPTED) == {}


async def test_a_filter_among_many_objects_leads_to_one(show: Show) -> None:
    async with show(stories.warned, size=(80, 24)) as shown:
        assert await shown.broken(NARROW) == {}


async def test_where_there_is_nothing_to_filter_or_open_no_key_is_offered(show: Show) -> None:
    async with show(stories.accepted, change=a_stream) as shown:
        assert await shown.broken(STREAM) == {}


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


async def test_findings_are_filtered_too(show: Show) -> None:
    async with show(stories.refused, size=(80, 24)) as shown:
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


def a_stream(story: Story) -> None:
    story.opening = [
        replace(event, has_image=False) if isinstance(event, Resolved) else event for event in story.opening
    ]


async def test_rows_stay_until_the_files_that_match_are_found_or_the_search_fails(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("3", "/")
        state, before = shown.screen.inspection, [row.key for row in shown.pane("files").rows]
        first = file_list.pane(state, shown.selection.with_filter(PaneId.FILES, "yam"), shown.screen.replies)
        assert [row.key for row in first.rows] == before
        assert (first.count, first.note.plain) == ("", "searching")
        await shown.press(*"yaml")
        found = [row.key for row in shown.pane("files").rows]
        typed = shown.selection.with_filter(PaneId.FILES, "yamlx")
        request = file_views.search_request(state, typed)
        assert request is not None
        replies = shown.screen.replies.with_request(request)
        assert [row.key for row in file_list.pane(state, typed, replies).rows] == found
        failed = shown.screen.replies.with_failure(request, NotFound("gone").failure())
        assert not file_list.pane(state, typed, failed).rows
        other = replace(shown.selection, view=View.FLATTENED)
        assert file_views.search_request(state, other) is not None
        assert file_views.rows_before(state, other, shown.screen.replies) is None
        assert file_views.rows_before(state, shown.selection, shown.screen.replies) is None
