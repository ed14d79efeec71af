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

_LABELS = {Purpose.FILTER: "Filter", Purpose.SEARCH: "Search", Purpose.SOURCE: "Open"}


class Prompt(Horizontal):
    """Stands in the footer's place while it is needed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", show=False, id="prompt.close"),
        Binding("up", "recall(-1)", show=False, id="prompt.before"),
        Binding("down", "recall(1)", show=False, id="prompt.after"),
    ]

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
        self._past: tuple[str, ...] = ()
        self._recalled = 0
        """Which of them is shown; their number for none."""
        self.display = False

    def compose(self) -> ComposeResult:
        """A label and the text."""
        yield Static("", markup=False)
        yield Input(compact=True, select_on_focus=False)
        yield Static("", id="hint", markup=False)

    def open(self, purpose: Purpose, text: str = "", hint: str = "", past: tuple[str, ...] = ()) -> None:
        """Asks for a line of text; `purpose` comes back with it.

        `hint` says what may be typed; the arrows bring back one of `past`, the last one first.
        """
        self._purpose = purpose
        self._past, self._recalled = past, len(past)
        self.query_one(Static).update(Content.assemble((f" {_LABELS[purpose]} ", "bold $accent")))
        field = self.query_one(Input)
        with self.prevent(Input.Changed):
            field.value = text
        field.cursor_position = len(text)
        beside = self.app.size.width >= _WIDE
        field.placeholder = "" if beside else hint
        self.say(purpose, hint if beside else "")
        self.display = True
        # At once, and not when it is drawn: the next key may be here already.
        self.screen.set_focus(field, scroll_visible=False)

    def say(self, purpose: Purpose, words: str) -> None:
        """Words at the end of the line, while it is open for this purpose."""
        if purpose is self._purpose:
            self.query_one("#hint", Static).update(Content.styled(f" {words} " if words else "", "$muted"))

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

    def action_recall(self, step: int) -> None:
        """Brings back what was typed before."""
        if 0 <= (at := self._recalled + step) <= len(self._past) and self._past:
            self._recalled = at
            field = self.query_one(Input)
            field.value = self._past[at] if at < len(self._past) else ""
            field.cursor_position = len(field.value)
