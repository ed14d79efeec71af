"""The help: every key, from the declaration of commands."""

from collections.abc import Iterator
from itertools import groupby
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import ModalScreen

from xpkgtui.app.commands.command import Command
from xpkgtui.app.commands.table import COMMANDS
from xpkgtui.app.drawing.page import Fact, Line, Page, Tab
from xpkgtui.app.drawing.styled_text import join, words
from xpkgtui.app.state.selection import Subject, TabId
from xpkgtui.app.widgets.overlay import Overlay
from xpkgtui.app.widgets.text_view import TextView


class Help(ModalScreen[None], Overlay[None]):
    """A page over the screen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,f1", "close", "Close the help", show=False, id="help.close"),
    ]

    def compose(self) -> ComposeResult:
        """One text."""
        view = TextView("help")
        view.set_reactive(TextView.page, page())
        yield view

    @on(TextView.Entered)
    def action_close(self) -> None:
        """Back to the screen."""
        self.dismiss()


def page() -> Page:
    """All commands with their keys, by group."""
    tabs = (Tab(id=TabId.KEYS, name="Keys"),)
    return Page(key="help", tabs=tabs, tab=TabId.KEYS, subject=Subject.HELP, body=tuple(_body()), note="esc closes")


def _body() -> Iterator[Line]:
    yield words(
        "✓ fine   · worth knowing   ! accepted but surprising   ✗ refused, wrong   "
        "◌ not there yet   ▸ folded, under way",
        "$muted",
    )
    listed: set[tuple[str, str]] = set()
    for group, members in groupby(sorted(COMMANDS, key=_order), key=lambda command: command.group):
        yield Content("")
        yield Content.styled(group, "bold $accent")
        for command in members:
            if (command.all_keys, command.group) in listed:
                continue
            listed.add((command.all_keys, command.group))
            yield Fact("", join((f"{command.all_keys:<16}", "bold $foreground"), (command.help, "$muted")), 2)


def _order(command: Command) -> int:
    groups = list(dict.fromkeys(item.group for item in COMMANDS))
    return groups.index(command.group)
