"""All commands, in the order of the help, and the bindings that Textual makes of them."""

from collections.abc import Iterator

from textual.binding import Binding

from xpkgtui.app.commands import screen, widgets
from xpkgtui.app.commands.command import Command, Scope

COMMANDS: tuple[Command, ...] = (*screen.COMMANDS, *widgets.COMMANDS)
_BY_ID = {each.id: each for each in COMMANDS}


def command(name: str) -> Command:
    """The command of an id."""
    return _BY_ID[name]


def bindings(scope: Scope) -> Iterator[Binding]:
    """The bindings of everything that this scope answers."""
    return (_binding(each) for each in COMMANDS if each.scope is scope and each.keys)


def chosen_bindings(*ids: str) -> Iterator[Binding]:
    """The bindings of some commands, for a screen that knows only these."""
    return (_binding(command(name)) for name in ids)


def offered() -> tuple[Command, ...]:
    """What the palette offers."""
    return tuple(each for each in COMMANDS if each.palette)


def _binding(one: Command) -> Binding:
    return Binding(one.keys, one.action, one.help, show=False, id=one.id, priority=one.priority)
