"""Every key of every screen with its command and its words, whole; and that what a key does is there."""

from collections.abc import Iterable, Iterator, Sequence

import pytest
from builders.cases import each_row
from builders.goldens import Golden
from textual.binding import Binding
from textual.dom import DOMNode

from xpkgtui.app.commands import screens
from xpkgtui.app.commands.command import Command, Scope, shown, spelled
from xpkgtui.app.commands.table import COMMANDS, bindings, chosen_bindings, command, offered
from xpkgtui.app.screens.changes import ChangeScreen
from xpkgtui.app.screens.copy_as import CopyAs
from xpkgtui.app.screens.help import Help
from xpkgtui.app.screens.palette import Palette
from xpkgtui.app.screens.start import StartOver

OVERLAYS = {
    "changes": screens.CHANGES,
    "dependencies": screens.DEPENDENCIES,
    "examples": screens.EXAMPLES,
    "referrers": screens.REFERRERS,
    "schemas": screens.SCHEMAS,
    "tags": screens.TAGS,
}


def _lines(commands: Sequence[Command]) -> Iterator[str]:
    for one in commands:
        marks = ", palette" * one.palette + ", everywhere" * one.priority
        place = f"({one.scope}, {one.group}{marks})"
        yield f"{one.id}  {one.keys or '-'}  {one.action}  {place}  {one.label}: {one.help}"


def _bound(bindings: Iterable[Binding]) -> list[tuple[object, ...]]:
    return [(one.id, one.key, one.action, one.description, one.show, one.priority) for one in bindings]


def _agreed(commands: Iterable[Command]) -> list[tuple[object, ...]]:
    return [(one.id, one.keys, one.action, one.help, False, one.priority) for one in commands if one.keys]


def test_commands_are_what_was_agreed(golden: Golden) -> None:
    golden("commands_everywhere", "\n".join([*_lines(COMMANDS), ""]))
    assert offered() == tuple(one for one in COMMANDS if one.palette)
    assert _bound(chosen_bindings("help", "quit")) == _agreed(map(command, ("help", "quit")))
    for scope in Scope:
        assert _bound(bindings(scope)) == _agreed(one for one in COMMANDS if one.scope is scope)


@pytest.mark.parametrize("name", OVERLAYS)
def test_commands_of_a_screen_are_what_was_agreed(name: str, golden: Golden) -> None:
    golden(f"commands_{name}", "\n".join([*_lines(OVERLAYS[name].own), ""]))
    assert _bound(OVERLAYS[name].bindings) == _agreed(OVERLAYS[name].own)


def test_a_screen_answers_its_own_commands_and_those_of_lists_and_texts() -> None:
    others = [one.id for one in screens.TAGS.all if one not in screens.TAGS.own]
    assert (others[0], others[-1]) == ("theme.dark", "text.page.up")
    assert {"help", "list.enter", "search.next"} < set(others)
    assert {"quit", "copy", "filter", "picture", "interrupt", "suspend"}.isdisjoint(others)


@each_row("name", OVERLAYS)
def test_q_goes_back_from_a_screen_over_the_first_one(name: str) -> None:
    (leaving,) = [one for one in OVERLAYS[name].own if "q" in one.keys.split(",")]
    assert (leaving.action, leaving.key) == ("close", "esc")


def test_keys_are_written_as_people_write_them() -> None:
    assert [command(name).key for name in ("help", "list.down", "tab.next", "theme.dark")] == ["?", "down", "]", ""]
    assert [command(name).all_keys for name in ("help", "theme.dark")] == ["? f1", "palette"]
    brackets = ("left_square_bracket", "right_square_bracket", "greater_than_sign", "less_than_sign")
    keys = ("question_mark", *brackets, "slash", "colon", "minus", "escape", "pagedown", "pageup", "j")
    assert " ".join(map(shown, keys)) == "? [ ] > < / : - esc pgdn pgup j"
    assert tuple(spelled(shown(key)) for key in keys) == keys


@each_row("screen", [ChangeScreen, CopyAs, Help, Palette, StartOver])
def test_an_overlay_has_what_its_keys_do(screen: type[DOMNode]) -> None:
    actions = [one.action for one in screen.BINDINGS if not isinstance(one, tuple)]
    assert actions
    assert [one for one in actions if not hasattr(screen, f"action_{one.partition('(')[0]}")] == []
