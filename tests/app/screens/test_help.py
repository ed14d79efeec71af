"""The help: made of the declaration, for where it is asked for, and runs what is chosen."""

import pytest
from builders.pilots import Show
from builders.screens import stories

from xpkgtui.app.commands.command import Command, Scope
from xpkgtui.app.commands.table import COMMANDS
from xpkgtui.app.drawing.rows import Row
from xpkgtui.app.drawing.styled_text import SEVERITIES
from xpkgtui.app.screens.help import LEGEND, Help, pane
from xpkgtui.app.views.searched_list import LedList

HINTS = (("x", "Why"), ("enter", "Open"))


def commands(scope: Scope = Scope.LIST) -> list[tuple[Row, Command]]:
    return [(row, row.value[0]) for row in pane(HINTS, scope).rows if row.selectable]


def test_help_explains_every_key() -> None:
    told = {command.all_keys for _, command in commands()}
    assert told == {command.all_keys for command in COMMANDS}


def test_no_line_is_there_twice() -> None:
    keys = [row.key for row in pane(HINTS, Scope.TEXT).rows]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize(("scope", "enter"), [(Scope.LIST, "list.enter"), (Scope.TEXT, "text.enter")])
def test_the_keys_of_the_footer_come_first(scope: Scope, enter: str) -> None:
    assert [command.id for _, command in commands(scope)[:2]] == ["verdict.why", enter]


def test_help_explains_every_sign_that_stands_for_a_severity() -> None:
    assert all(any(f"{sign} " in line for line in LEGEND) for sign in SEVERITIES.values())


async def test_enter_runs_what_is_chosen(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("?", "enter")
        assert not isinstance(shown.app.screen, Help)
        assert shown.selection.verdict


async def test_a_key_of_the_list_works_on_the_list_that_had_the_focus(show: Show) -> None:
    async with show(stories.accepted) as shown:
        before = shown.selection.document
        await shown.press("?")
        await shown.press("G", "enter")
        assert shown.selection.document != before


async def test_more_below_is_shown_by_a_scrollbar(show: Show) -> None:
    async with show(stories.accepted, size=(80, 24)) as shown:
        await shown.press("?")
        assert shown.app.screen.query_one(LedList).show_vertical_scrollbar


async def test_it_filters_while_typing_and_counts(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("?", *"group api")
        lines = [line for line in shown.text.split("\n") if "API group" in line]
        assert len(lines) == 1
        assert "▶ B" in lines[0]
        assert "1 of " in shown.text
        assert " match · enter runs" in shown.text
        await shown.press("enter")
        assert shown.selection.flat


async def test_the_key_that_opens_it_closes_it_while_letters_are_typed(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("?", "c", "?")
        assert not isinstance(shown.app.screen, Help)


def test_the_cursor_stands_on_the_command_of_the_key_that_is_typed() -> None:
    assert pane(HINTS, Scope.LIST, "x").default == "verdict.why"
    assert pane(HINTS, Scope.LIST, ":").default == "source.other"


def test_headings_stay_above_what_matches() -> None:
    found = pane(HINTS, Scope.LIST, "copy").rows
    assert next(row.key for row in found if not row.selectable) == "heading Copy and save"
    assert all(row.selectable for row in found if "copy" in row.key)


def test_what_nothing_matches_is_said() -> None:
    found = pane(HINTS, Scope.LIST, "zzz")
    assert (len(found.rows), found.default) == (0, "")
    assert "Nothing matches" in found.empty[0].plain
