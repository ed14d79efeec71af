"""The start screen: the demo, packages found here, recent ones, or anything else."""

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen

from xpkgtui.app import commands, starting
from xpkgtui.app.messages import SourceWanted
from xpkgtui.app.starting import Choice
from xpkgtui.app.widgets.footer_line import FooterLine
from xpkgtui.app.widgets.prompt import Prompt
from xpkgtui.app.widgets.row_list import RowList


class Start(Screen[None]):
    """What can be opened."""

    BINDINGS: ClassVar[list[BindingType]] = [*commands.chosen_bindings("source.other", "filter", "cancel")]
    AUTO_FOCUS = "#start"

    def __init__(self, choices: Sequence[Choice]) -> None:
        super().__init__()
        self._choices = tuple(choices)
        self._filter = ""

    def compose(self) -> ComposeResult:
        """One list."""
        yield RowList("start").data_bind(pane=starting.pane(self._choices))
        yield Prompt()
        yield FooterLine()

    def on_mount(self) -> None:
        """The keys."""
        self.query_one(FooterLine).hints = commands.hints("start")

    def action_other(self) -> None:
        """Asks for a reference or a path."""
        self.query_one(FooterLine).display = False
        self.query_one(Prompt).open("source", "Open")

    def action_filter(self) -> None:
        """Filters what is offered."""
        self.query_one(FooterLine).display = False
        self.query_one(Prompt).open("filter", "Filter", self._filter)

    def action_cancel(self) -> None:
        """Everything again."""
        self._narrow("")

    @on(Prompt.Typed)
    def _typed(self, event: Prompt.Typed) -> None:
        if event.purpose == "filter":
            self._narrow(event.text)

    @on(RowList.Entered)
    def _entered(self, event: RowList.Entered) -> None:
        source = starting.source_of(event.key)
        if source:
            self.post_message(SourceWanted(source))

    @on(Prompt.Done)
    def _done(self, event: Prompt.Done) -> None:
        self._end_prompt()
        if event.purpose == "source" and event.text.strip():
            self.post_message(SourceWanted(event.text.strip()))

    @on(Prompt.Closed)
    def _given_up(self, event: Prompt.Closed) -> None:
        self._end_prompt()
        if event.purpose == "filter":
            self._narrow("")

    def _narrow(self, text: str) -> None:
        self._filter = text
        self.query_one(RowList).pane = starting.pane(self._choices, text)

    def _end_prompt(self) -> None:
        self.query_one(FooterLine).display = True
        self.query_one(RowList).focus()
