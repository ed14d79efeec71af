"""The help: every key, from the declaration of commands; first those that matter where it was asked for."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import ModalScreen

from xpkgtui.app.commands.command import Command, Scope
from xpkgtui.app.commands.table import COMMANDS
from xpkgtui.app.drawing.rows import Cell, Pane, Row, sentence
from xpkgtui.app.drawing.styled_text import words
from xpkgtui.app.widgets.overlay import Overlay
from xpkgtui.app.widgets.row_list import RowList

_KEYS = 16
LEGEND = (
    "✓ fine   · worth knowing   ! accepted but surprising   ✗ refused, wrong",
    "◌ not there yet   ▸ folded, under way",
)


class Help(ModalScreen[Command], Overlay[Command]):
    """A list over the screen; the chosen command is the result."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,f1", "close", "Close the help", show=False, id="help.close"),
    ]

    def __init__(self, here: Sequence[tuple[str, str]], scope: Scope) -> None:
        super().__init__()
        self._here, self._scope = here, scope

    def compose(self) -> ComposeResult:
        """One list."""
        yield RowList("help").data_bind(pane=pane(self._here, self._scope))

    @on(RowList.Entered)
    def _chosen(self, event: RowList.Entered) -> None:
        row = event.rows.row
        if row is not None:
            self.dismiss(row.value[0])

    def action_close(self) -> None:
        """Back to the screen."""
        self.dismiss()


def pane(here: Sequence[tuple[str, str]], scope: Scope) -> Pane:
    """The commands of the footer, then all others by group: those of what has the keys before those of the rest."""
    return Pane(
        name="Keys",
        rows=tuple(_rows(here, scope)),
        note=words("enter runs · esc closes", "$muted"),
    )


def _rows(here: Sequence[tuple[str, str]], scope: Scope) -> Iterator[Row]:
    yield sentence("heading here", Content.styled("Here", "bold $accent"))
    first = [found for key, _ in here if (found := _of_key(key, scope)) is not None]
    for command in first:
        yield Row(f"here {command.id}", (command, command.help), _cells)
    listed: set[tuple[str, str]] = set()
    for group, members in groupby(sorted(COMMANDS, key=lambda each: _order(each, scope)), lambda each: each.group):
        yield sentence(f"blank {group}", Content(""))
        yield sentence(f"heading {group}", Content.styled(group, "bold $accent"))
        for command in members:
            if (command.all_keys, group) not in listed:
                listed.add((command.all_keys, group))
                yield Row(command.id, (command, command.help), _cells)
    yield sentence("blank signs", Content(""))
    yield sentence("heading signs", Content.styled("Signs", "bold $accent"))
    for line in LEGEND:
        yield sentence(line, words(f"  {line}", "$muted"))


def _of_key(key: str, scope: Scope) -> Command | None:
    """The command of a key of the footer, as what has the keys answers it."""
    found = [each for each in COMMANDS if key in each.all_keys.split()]
    return next((each for each in found if each.scope is scope), found[0] if found else None)


def _order(command: Command, scope: Scope) -> tuple[int, bool]:
    groups = list(dict.fromkeys(item.group for item in COMMANDS))
    return groups.index(command.group), command.scope in (Scope.LIST, Scope.TEXT) and command.scope is not scope


def _cells(value: tuple[Command, str], _width: int) -> tuple[Cell, ...]:
    command, does = value
    return (
        Cell(Content.styled(command.all_keys, "bold $accent"), _KEYS),
        Cell(Content.styled(does, "$foreground")),
    )
