"""The help: every key, from the declaration of commands; first those that matter where it was asked for."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input

from xpkgtui.app.commands.command import Command, Group, Scope
from xpkgtui.app.commands.table import COMMANDS
from xpkgtui.app.drawing.rows import Cell, Pane, Row, sentence
from xpkgtui.app.drawing.styled_text import words
from xpkgtui.app.views.searched_list import SearchedList
from xpkgtui.app.widgets.overlay import Overlay
from xpkgtui.inspection.filters.filter import Filter, FilterTerm

_KEYS = 16
MANUAL = Command(
    id="manual.page", keys="enter", action="manual", label="Manual", help="The manual about this", scope=Scope.APP
)
"""What the first row does."""
LEGEND = (
    "✓ fine   · worth knowing   ! accepted but surprising   ✗ refused, wrong",
    "◌ not there yet   ▸ folded, under way",
)


class Help(ModalScreen[Command], Overlay[Command]):
    """A line to type into, and the keys that match; the chosen command is the result."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,f1", "close", "Close the help", show=False, id="help.close"),
    ]
    AUTO_FOCUS = "Input"

    def __init__(
        self,
        here: Sequence[tuple[str, str]],
        scope: Scope,
        commands: Sequence[Command] = COMMANDS,
        *,
        question: str = "",
    ) -> None:
        """`question` is what the page of the manual answers that the first row opens; empty without a page."""
        super().__init__()
        self._found = partial(pane, here, scope, commands=commands, question=question)

    def compose(self) -> ComposeResult:
        """One list."""
        yield SearchedList("Keys", "a key, or what it does", self._found)

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        """The key that opens the help closes it, and a colon begins a command; the line takes all else."""
        if "?" in event.value:
            self.action_close()
        elif event.value == ":":
            self.dismiss(next(one for one in COMMANDS if one.id == "source.other"))

    @on(SearchedList.Chosen)
    def _chosen(self, event: SearchedList.Chosen) -> None:
        self.dismiss(event.value[0])


def pane(
    here: Sequence[tuple[str, str]],
    scope: Scope,
    typed: str = "",
    *,
    commands: Sequence[Command] = COMMANDS,
    question: str = "",
) -> Pane:
    """The page of the manual, the commands of the footer, then all others by group: of what has the keys first.

    Once something is typed, the commands that hold it, also behind the slash that narrows other lists; the cursor
    stands on one whose key it is.
    """
    sought = typed.strip()
    sought = sought.removeprefix("/") or sought
    every = tuple(_rows(here, scope, commands, question))
    found = tuple(_matching(every, sought)) if sought else every
    count, total = (sum(row.selectable and not _is_here(row) for row in rows) for rows in (found, every))
    counted = f"{count} of {total} match" if sought else f"{total} keys and commands"
    chosen = [row for row in found if row.selectable]
    exact = (row for row in chosen if sought in row.value[0].all_keys.split())
    return Pane(
        name="Keys",
        rows=found,
        filter=Filter(text=sought, terms=tuple(FilterTerm(key="", wanted=word) for word in sought.split())),
        note=words(f"{counted} · enter runs · esc closes", "$muted"),
        empty=(words("Nothing matches.  Type a key, or a word of what it does", "$muted"),),
        default=next((row.key for row in (*exact, *chosen)), ""),
    )


def _matching(rows: Sequence[Row], sought: str) -> Iterator[Row]:
    """The commands that hold every word, each once, under the headings of their groups."""
    wanted = sought.casefold().split()
    heading: Row | None = None
    is_first = True
    for row in rows:
        if not row.selectable:
            heading = row if row.key.startswith("heading ") else None if row.key.startswith("blank ") else heading
            continue
        command = row.value[0]
        text = f"{command.all_keys} {command.help} {command.label} {command.sought}".casefold()
        if _is_here(row) or not all(word in text for word in wanted):
            continue
        if heading is not None:
            if not is_first:
                yield sentence(f"blank of {heading.key}", Content(""))
            yield heading
            heading, is_first = None, False
        yield row


def _is_here(row: Row) -> bool:
    """Whether it stands there a second time, because it matters where the help was asked for."""
    return row.key.startswith("here ")


def _rows(here: Sequence[tuple[str, str]], scope: Scope, commands: Sequence[Command], question: str) -> Iterator[Row]:
    yield sentence("heading here", Content.styled("Here", "bold $accent"))
    if question:
        yield Row("here manual", (MANUAL, question), _cells)
    first = [found for key, _ in here if (found := _of_key(key, scope, commands)) is not None]
    for command in first:
        yield Row(f"here {command.id}", (command, command.help), _cells)
    listed: set[tuple[str, str]] = set()
    for group, members in groupby(sorted(commands, key=lambda each: _order(each, scope)), lambda each: each.group):
        yield sentence(f"blank {group}", Content(""))
        yield sentence(f"heading {group}", Content.styled(group, "bold $accent"))
        for command in members:
            if (name := (command.all_keys if command.keys else command.id, group)) not in listed:
                listed.add(name)
                yield Row(command.id, (command, command.help), _cells)
    yield sentence("blank signs", Content(""))
    yield sentence("heading signs", Content.styled("Signs", "bold $accent"))
    for line in LEGEND:
        yield sentence(line, words(f"  {line}", "$muted"))


def _of_key(key: str, scope: Scope, commands: Sequence[Command]) -> Command | None:
    """The command of a key of the footer, as what has the keys answers it."""
    found = [each for each in commands if key in each.all_keys.split()]
    return next((each for each in found if each.scope is scope), found[0] if found else None)


def _order(command: Command, scope: Scope) -> tuple[int, bool]:
    groups = [*dict.fromkeys(item.group for item in COMMANDS), Group.SHELL]
    return groups.index(command.group), command.scope in (Scope.LIST, Scope.TEXT) and command.scope is not scope


def _cells(value: tuple[Command, str], _width: int) -> tuple[Cell, ...]:
    command, does = value
    return (
        Cell(Content.styled(command.all_keys, "bold $accent"), _KEYS, keys=("",)),
        Cell(Content.styled(does, "$foreground"), keys=("",)),
    )
