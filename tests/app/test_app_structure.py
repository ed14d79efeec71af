"""The stems of widgets, screens, stylesheets and tests; and what keys mean."""

from pathlib import Path

import pytest

from xpkgtui.app import themes
from xpkgtui.app.commands.footers import FOOTERS, hints
from xpkgtui.app.commands.table import COMMANDS

PACKAGE = Path(themes.__file__).parent
TESTS = Path(__file__).parent
BASES = {"overlay"}
"""Modules of widgets that others are made of; they have no look of their own."""
ALIKE = {"dependencies", "examples", "plan", "referrers", "schemas"}
"""Screens that look as their view says."""


def stems(folder: Path, pattern: str) -> set[str]:
    return {path.stem for path in folder.glob(pattern) if not path.stem.startswith("__")}


@pytest.mark.parametrize("room", ["widgets", "screens"])
def test_every_widget_and_screen_has_a_sheet_and_a_test(room: str) -> None:
    modules = stems(PACKAGE / room, "*.py")
    assert stems(themes.folder() / room, "*.tcss") == modules - BASES - ALIKE
    assert {stem.removeprefix("test_") for stem in stems(TESTS / room, "test_*.py")} == modules


def test_a_sheet_of_views_is_that_of_one() -> None:
    sheets = stems(themes.folder() / "views", "*.tcss")
    assert sheets
    assert sheets <= stems(PACKAGE / "views", "*.py")


def test_application_is_wiring() -> None:
    assert len((PACKAGE / "application.py").read_text().splitlines()) < 170


def test_every_binding_has_an_id_of_its_own() -> None:
    ids = [command.id for command in COMMANDS]
    assert len(ids) == len(set(ids))


def test_no_key_means_two_things_in_one_scope() -> None:
    for scope in ("app", "screen", "list", "text"):
        others = {"list": ("app", "screen"), "text": ("app", "screen"), "screen": ("app",), "app": ()}[scope]
        keys = [
            key
            for command in COMMANDS
            if command.scope in (scope, *others)
            for key in filter(None, command.keys.split(","))
        ]
        assert len(keys) == len(set(keys))


def test_keys_without_a_screen_are_not_bound() -> None:
    keys = {key for command in COMMANDS for key in command.keys.split(",")}
    assert not keys & set("Lse")


def test_footers_name_commands_that_there_are() -> None:
    for situation in FOOTERS:
        assert 3 <= len(hints(situation)) <= 7
