"""One line to type into: a filter, a search, another source."""

from typing import ClassVar

from rich.cells import cell_len
from textual import events, on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, Static

from xpkgtui.app.drawing.styled_text import words as styled
from xpkgtui.app.state.outcomes import Purpose

_WIDE = 110
"""From that many columns on the hint stands beside what is typed; else in its place, until it is typed."""

_LABELS = {Purpose.FILTER: "Filter", Purpose.SEARCH: "Search"}

_BLANKS = 5
"""Cells around the label and the hint, and for the cursor."""
_LEAVING = ("enter", "ctrl+j", "escape")
"""Keys that leave the line; `enter` is the second one where it was typed before the program had the terminal."""


class Line(Input):
    """A line that says by which key it was left."""

    class Left(Message):
        """The line was left by a key."""

        def __init__(self, *, is_given_up: bool) -> None:
            super().__init__()
            self.is_given_up = is_given_up

    def on_key(self, event: events.Key) -> None:
        """Leaves the line."""
        if event.key in _LEAVING:
            event.prevent_default()
            event.stop()
            self.post_message(self.Left(is_given_up=event.key == "escape"))


class Prompt(Horizontal):
    """Stands in the footer's place while it is needed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "step(-1)", show=False, id="prompt.before"),
        Binding("down", "step(1)", show=False, id="prompt.after"),
        Binding("pageup", "page(-2)", show=False, id="prompt.page.up"),
        Binding("pagedown", "page(2)", show=False, id="prompt.page.down"),
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

    class Moved(Message):
        """While a filter is typed, the cursor of its list is to move."""

        def __init__(self, rows: int = 0, half_pages: int = 0) -> None:
            super().__init__()
            self.rows = rows
            self.half_pages = half_pages

    def __init__(self) -> None:
        super().__init__()
        self._purpose = Purpose.FILTER
        self._past: tuple[str, ...] = ()
        self._hint = ""
        """The words at the end of the line while there is nothing else to say, and room beside what is typed."""
        self._said = ""
        """The words that are there now: setting the same ones again would lay out the whole screen."""
        self._typed_last = ""
        self._recalled = 0
        """Which of them is shown; their number for none."""
        self.display = False

    def open(self, purpose: Purpose, text: str = "", hint: str = "", past: tuple[str, ...] = ()) -> None:
        """Asks for a line of text; `purpose` comes back with it.

        `hint` says what may be typed. The arrows move the cursor of the list that is filtered; elsewhere they bring
        back one of `past`, the last one first.
        """
        if not self.children:  # they were a tenth of what the first frame of a package waited for
            self.mount(Static("", markup=False), Line(compact=True, select_on_focus=False))
            self.mount(Static("", id="hint", markup=False))
        self._purpose, self._typed_last = purpose, text
        self._past, self._recalled = past, len(past)
        self.query_one(Static).update(Content.assemble((f" {_LABELS[purpose]} ", "bold $accent")))
        field = self.query_one(Line)
        with self.prevent(Input.Changed):
            field.value = text
        field.cursor_position = len(text)
        beside = self.app.size.width >= _WIDE
        field.placeholder = "" if beside else hint
        self._hint = hint if beside else ""
        self.say(purpose, "")
        self.display = True
        # At once, and not when it is drawn: the next key may be here already.
        self.screen.set_focus(field, scroll_visible=False)

    def say(self, purpose: Purpose, words: str) -> None:
        """Words at the end of the line, while it is open for this purpose; without any, the hint."""
        beside = sum(map(cell_len, (_LABELS[self._purpose], self._typed_last, self._hint))) + _BLANKS
        said = words or (self._hint if beside <= self.app.size.width else "")
        if self.children and purpose is self._purpose and said != self._said:
            self._said = said
            self.query_one("#hint", Static).update(styled(f" {said} ", "$muted") if said else "")

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        if self.display:
            self._typed_last = event.value
            if self._said in (self._hint, ""):
                self.say(self._purpose, "")
            self.post_message(self.Typed(self._purpose, event.value))

    @on(Line.Left)
    def _left(self, event: Line.Left) -> None:
        event.stop()
        self.display = False
        text = self.query_one(Line).value
        if text != self._typed_last and not event.is_given_up:
            self.post_message(self.Typed(self._purpose, text))
        self.post_message((self.Closed if event.is_given_up else self.Done)(self._purpose, text))

    def action_page(self, half_pages: int) -> None:
        """Moves the cursor of the list by half pages."""
        if self._purpose is Purpose.FILTER:
            self.post_message(self.Moved(half_pages=half_pages))

    def action_step(self, step: int) -> None:
        """Moves the cursor of the list; else brings back what was typed before."""
        if self._purpose is Purpose.FILTER:
            self.post_message(self.Moved(rows=step))
            return
        if 0 <= (at := self._recalled + step) <= len(self._past) and self._past:
            self._recalled = at
            field = self.query_one(Input)
            field.value = self._past[at] if at < len(self._past) else ""
            field.cursor_position = len(field.value)
