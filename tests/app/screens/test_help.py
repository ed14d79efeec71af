"""The help: made of the declaration, for where it is asked for, and runs what is chosen."""

import importlib
import pkgutil
from collections.abc import Callable

import pytest
from builders.pilots import Claims, Show, Shown
from builders.screens import stories
from textual.screen import Screen

from xpkgtui.app import screens
from xpkgtui.app.commands.command import Command, Scope
from xpkgtui.app.commands.table import COMMANDS
from xpkgtui.app.drawing.rows import Row
from xpkgtui.app.drawing.styled_text import SEVERITIES
from xpkgtui.app.screens.chapter import OF_SCREENS, ChapterScreen
from xpkgtui.app.screens.help import LEGEND, MANUAL, Help, pane
from xpkgtui.app.widgets.text_view import TextView
from xpkgtui.reporting.chapters import NAMES

SCREENS = sorted(
    name
    for module in pkgutil.iter_modules(screens.__path__, f"{screens.__name__}.")
    for name, kind in vars(importlib.import_module(module.name)).items()
    if isinstance(kind, type) and issubclass(kind, Screen) and kind.__module__ == module.name
    if not kind.__subclasses__()
)
HINTS = (("x", "Why"), ("enter", "Open"))


def commands(scope: Scope = Scope.LIST) -> list[tuple[Row, Command]]:
    return [(row, row.value[0]) for row in pane(HINTS, scope).rows if row.selectable]


def test_help_explains_every_key() -> None:
    told = {command.all_keys for _, command in commands()}
    assert told == {command.all_keys for command in COMMANDS}


def test_no_line_is_there_twice() -> None:
    keys = [row.key for row in pane(HINTS, Scope.TEXT).rows]
    assert len(keys) == len(set(keys))
    members = [(one.group, one.all_keys) for row, one in commands() if one.keys and not row.key.startswith("here ")]
    assert len(members) == len(set(members))


@pytest.mark.parametrize(("scope", "enter"), [(Scope.LIST, "list.enter"), (Scope.TEXT, "text.enter")])
def test_the_keys_of_the_footer_come_first(scope: Scope, enter: str) -> None:
    assert [command.id for _, command in commands(scope)[:2]] == ["verdict.why", enter]


def test_help_explains_every_sign_that_stands_for_a_severity() -> None:
    assert all(any(f"{sign} " in line for line in LEGEND) for sign in SEVERITIES.values())


def is_found(shown: Shown) -> bool:
    """The one line about API groups is under the cursor, and counted."""
    lines = [line for line in shown.text.split("\n") if "API group" in line]
    return len(lines) == 1 and "▶ B" in lines[0] and "1 of " in shown.text and " match · enter runs" in shown.text


CLAIMS: Claims = {
    "enter runs what is chosen": (
        ("?", "down", "enter"),
        lambda shown: not isinstance(shown.app.screen, Help) and shown.selection.verdict,
    ),
    "a key of the list works on the list that had the focus": (
        ("?", "G", "enter"),
        lambda shown: shown.selection.document != 1,
    ),
    "it filters while typing and counts": (("?", *"group api"), is_found),
    "what is found runs": (("?", *"group api", "enter"), lambda shown: shown.selection.flat),
    "the key that opens it closes it while letters are typed": (
        ("?", "c", "?"),
        lambda shown: not isinstance(shown.app.screen, Help),
    ),
}


async def test_what_is_chosen_runs(show: Show) -> None:
    async with show(stories.accepted) as shown:
        assert await shown.broken(CLAIMS) == {}


def test_the_cursor_stands_on_the_command_of_the_key_that_is_typed() -> None:
    assert pane(HINTS, Scope.LIST, "x").default == "verdict.why"
    assert pane(HINTS, Scope.LIST, ":").default == "source.other"


def test_a_slash_before_a_word_begins_no_other_word() -> None:
    slashed, plain = (pane(HINTS, Scope.LIST, typed).rows for typed in ("/copy", "copy"))
    assert [row.key for row in slashed] == [row.key for row in plain]
    assert pane(HINTS, Scope.LIST, "/").default == "filter"


def test_headings_stay_above_what_matches() -> None:
    found = pane(HINTS, Scope.LIST, "copy").rows
    assert next(row.key for row in found if not row.selectable) == "heading Copy and save"
    assert all(row.selectable for row in found if "copy" in row.key)


def test_what_nothing_matches_is_said() -> None:
    found = pane(HINTS, Scope.LIST, "zzz")
    assert (len(found.rows), found.default) == (0, "")
    assert "Nothing matches" in found.empty[0].plain


def shows(chapter: str) -> Callable[[Shown], bool]:
    def is_shown(shown: Shown) -> bool:
        screen = shown.app.screen
        return isinstance(screen, ChapterScreen) and screen.query_one(TextView).page.key == chapter

    return is_shown


CHAPTERS: Claims = {
    "a package": (("?", "enter"), shows("keys")),
    "its platforms": (("1", "?", "enter"), shows("sources")),
    "its layers": (("2", "?", "enter"), shows("readers")),
    "the readers": (("x", "?", "enter"), shows("readers")),
    "findings": (("F", "?", "enter"), shows("verdict")),
    "the manual of a rule": (("F", "enter", "?", "enter"), shows("verdict")),
    "dependencies": (("P", "?", "enter"), shows("dependencies")),
    "signatures": (("R", "?", "enter"), shows("signatures")),
}


async def test_the_first_row_opens_the_page_about_what_is_shown(show: Show) -> None:
    async with show(stories.warned) as shown:
        assert await shown.broken(CHAPTERS) == {}


@pytest.mark.parametrize("keys", [("?", ":"), ("?", "enter", ":"), ("ctrl+p", ":")])
async def test_a_colon_begins_a_command_over_help_page_and_palette(show: Show, keys: tuple[str, ...]) -> None:
    async with show(stories.warned) as shown:
        await shown.press(*keys)
        assert type(shown.app.screen).__name__ == "StartOver"
        await shown.press("escape")
        assert type(shown.app.screen).__name__ == "Browsing"


async def test_closing_the_page_leads_back(show: Show) -> None:
    async with show(stories.accepted) as shown:
        before = shown.text
        await shown.press("?", "enter", "escape")
        assert shown.text == before


def test_every_screen_has_a_page_of_the_manual() -> None:
    screens = {name for name in SCREENS if name not in OF_SCREENS}
    assert screens == {"Browsing", "ChapterScreen", "CopyAs", "Help", "Palette"}
    assert set(OF_SCREENS.values()) <= set(NAMES)


def test_the_page_comes_first_and_does_not_count_as_a_key() -> None:
    with_page = pane(HINTS, Scope.LIST, question="Is it accepted?")
    assert next(row.value for row in with_page.rows if row.selectable) == (MANUAL, "Is it accepted?")
    assert with_page.note == pane(HINTS, Scope.LIST).note
