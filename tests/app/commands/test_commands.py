"""Every key of every screen with its command and its words, whole; and that what a key does is there."""

from collections.abc import Iterator, Sequence

import pytest
from builders.goldens import Golden
from textual.dom import DOMNode

from xpkgtui.app.commands import screens
from xpkgtui.app.commands.command import Command
from xpkgtui.app.commands.table import COMMANDS
from xpkgtui.app.screens.changes import ChangeScreen
from xpkgtui.app.screens.copy_as import CopyAs
from xpkgtui.app.screens.help import Help
from xpkgtui.app.screens.palette import Palette
from xpkgtui.app.screens.start import StartOver

TABLES: dict[str, Sequence[Command]] = {
    "everywhere": COMMANDS,
    "changes": screens.CHANGES.own,
    "dependencies": screens.DEPENDENCIES.own,
    "examples": screens.EXAMPLES.own,
    "referrers": screens.REFERRERS.own,
    "schemas": screens.SCHEMAS.own,
    "tags": screens.TAGS.own,
}


def _lines(commands: Sequence[Command]) -> Iterator[str]:
    for one in commands:
        yield f"{one.id}  {one.keys or '-'}  {one.action}  ({one.scope}, {one.group}{', palette' * one.palette})"
        yield f"    {one.label}: {one.help}"


@pytest.mark.parametrize("name", TABLES)
def test_commands_are_what_was_agreed(name: str, golden: Golden) -> None:
    golden(f"commands_{name}", "\n".join([*_lines(TABLES[name]), ""]))


@pytest.mark.parametrize("screen", [ChangeScreen, CopyAs, Help, Palette, StartOver])
def test_an_overlay_has_what_its_keys_do(screen: type[DOMNode]) -> None:
    actions = [one.action for one in screen.BINDINGS if not isinstance(one, tuple)]
    assert actions
    assert [one for one in actions if not hasattr(screen, f"action_{one.partition('(')[0]}")] == []
