"""One line to type into: a filter, a search, another source."""

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, Static

from xpkgtui.app.state.outcomes import Purpose

_WIDE = 110
"""From that many columns on the hint stands beside what is typed; else in its place, until it is typed."""


class Prompt(Horizontal):
    """Stands in the footer's place while it is needed."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", show=False, id="prompt.close")]

    class PromptMessage(Message):
        """A message about the text; handlers of one kind do not receive the others."""

        def __init__(self, purpose: Purpose, text: str) -> None:
            super().__init__()
            self.purpose = purpose
            self.text = text

    class Typed(PromptMessage):
        """The text changed."""

    class Done(PromptMessage):
        """Enter was pressed."""

    class Closed(PromptMessage):
        """It was given up."""

    def __init__(self) -> None:
        super().__init__()
        self._purpose = Purpose.FILTER
        self.display = False

    def compose(self) -> ComposeResult:
        """A label and the text."""
        yield Static("", markup=False)
        yield Input(compact=True, select_on_focus=False)
        yield Static("", id="hint", markup=False)

    def open(self, purpose: Purpose, label: str, text: str = "", hint: str = "") -> None:
        """Asks for a line of text; `purpose` comes back with it. `hint` says what may be typed."""
        self._purpose = purpose
        self.query_one(Static).update(Content.assemble((f" {label} ", "bold $accent")))
        field = self.query_one(Input)
        with self.prevent(Input.Changed):
            field.value = text
        field.cursor_position = len(text)
        beside = self.app.size.width >= _WIDE
        field.placeholder = "" if beside else hint
        self.query_one("#hint", Static).update(Content.styled(f" {hint} " if hint and beside else "", "$muted"))
        self.display = True
        # At once, and not when it is drawn: the next key may be here already.
        self.screen.set_focus(field, scroll_visible=False)

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        if self.display:
            self.post_message(self.Typed(self._purpose, event.value))

    @on(Input.Submitted)
    def _done(self, event: Input.Submitted) -> None:
        event.stop()
        self.display = False
        self.post_message(self.Done(self._purpose, event.value))

    def action_close(self) -> None:
        """Gives it up."""
        self.display = False
        self.post_message(self.Closed(self._purpose, self.query_one(Input).value))
