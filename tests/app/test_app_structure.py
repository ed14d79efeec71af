"""The stems of widgets, screens, stylesheets and tests; colors; and who imports textual."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from xpkgtui.app import styles
from xpkgtui.app.commands.footers import FOOTERS, hints
from xpkgtui.app.commands.table import COMMANDS

PACKAGE = Path(styles.__file__).parent
TESTS = Path(__file__).parent
SHEETS = [Path(sheet) for sheet in styles.sheets()]
BASES = {"overlay"}
"""Modules of widgets that others are made of; they have no look of their own."""


def stems(folder: Path, pattern: str) -> set[str]:
    return {path.stem for path in folder.glob(pattern) if not path.stem.startswith("__")}


@pytest.mark.parametrize("room", ["widgets", "screens"])
def test_every_widget_and_screen_has_a_sheet_and_a_test(room: str) -> None:
    modules = stems(PACKAGE / room, "*.py")
    assert stems(styles.folder() / room, "*.tcss") == modules - BASES
    assert {stem.removeprefix("test_") for stem in stems(TESTS / room, "test_*.py")} == modules


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.stem)
def test_sheets_name_colours_by_variables_only(sheet: Path) -> None:
    text = sheet.read_text()
    assert not re.search(r"#[0-9a-fA-F]{3,8}\b(?=\s*;)|rgb\(|hsl\(|ansi_", text)
    for value in re.findall(r"(?:color|background):\s*([^;]+);", text):
        assert value.startswith("$") or value == "transparent"


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: path.stem)
def test_no_module_holds_css_or_grows_past_the_wall(path: Path) -> None:
    text = path.read_text()
    assert "DEFAULT_CSS" not in text
    assert len(text.splitlines()) <= 250


def test_application_is_wiring() -> None:
    assert len((PACKAGE / "application.py").read_text().splitlines()) < 150


def test_every_binding_has_an_id_of_its_own() -> None:
    ids = [command.id for command in COMMANDS]
    assert len(ids) == len(set(ids))


def test_no_key_means_two_things_in_one_scope() -> None:
    for scope in ("app", "screen", "list", "text"):
        others = {"list": ("app", "screen"), "text": ("app", "screen"), "screen": ("app",), "app": ()}[scope]
        keys = [key for command in COMMANDS if command.scope in (scope, *others) for key in command.keys.split(",")]
        assert len(keys) == len(set(keys))


def test_keys_without_a_screen_are_not_bound() -> None:
    keys = {key for command in COMMANDS for key in command.keys.split(",")}
    assert not keys & set("DTPSRLmse")


def test_footers_name_commands_that_there_are() -> None:
    for situation in FOOTERS:
        assert 3 <= len(hints(situation)) <= 7


def test_only_the_app_imports_textual() -> None:
    code = (
        "import sys, xpkgtui.service.local, xpkgtui.cli.program, xpkgtui.reporting.summary;"
        "sys.exit('textual' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
