"""A line to type into, and the list of what matches, in one border."""

from collections.abc import Callable
from typing import Any, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import Input, Static

from xpkgtui import visible
from xpkgtui.app.drawing.rows import Pane
from xpkgtui.app.widgets.row_list import RowList

_LONGEST = 4_000
"""Characters that are pasted at once."""


class LedList(RowList, can_focus=False, inherit_bindings=False):
    """A list that never has the keys, and is drawn as if it had."""

    has_focus: reactive[bool] = reactive(True, init=False)


class PastedLine(Input):
    """A line that takes every line of what is pasted, such as an error of several."""

    def on_paste(self, event: events.Paste) -> None:
        """Puts the lines one behind the other; Textual would take the first one alone."""
        event.prevent_default()
        event.stop()
        self.insert_text_at_cursor(visible.line(" ".join(event.text[:_LONGEST].split())))


class SearchedList(Vertical):
    """Lists what matches the line; posts the value of the row that is chosen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,tab,ctrl+n", "move(1)", show=False, id="searched.down"),
        Binding("up,shift+tab", "move(-1)", show=False, id="searched.up"),
        Binding("pagedown", "page(2)", show=False, id="searched.page.down"),
        Binding("pageup", "page(-2)", show=False, id="searched.page.up"),
    ]

    class Chosen(Message):
        """A row was chosen."""

        def __init__(self, value: Any) -> None:
            super().__init__()
            self.value = value

    def __init__(self, title: str, hint: str, found: Callable[[str], Pane]) -> None:
        """`found` gives what matches a text; `hint` stands in a line that is empty."""
        super().__init__()
        self.border_title = title
        self._hint, self._found = hint, found

    def compose(self) -> ComposeResult:
        """The line, and the list beneath it."""
        with Horizontal(id="line"):
            yield Static("› ", markup=False)
            yield PastedLine(compact=True, placeholder=self._hint)
        yield LedList("found")

    def on_mount(self) -> None:
        """Everything."""
        self.renew()

    def renew(self) -> None:
        """Lists what matches now."""
        pane = self._found(self.query_one(Input).value)
        self.query_one(LedList).pane = pane
        self.border_subtitle = pane.note

    def action_move(self, step: int) -> None:
        """Another row."""
        self.query_one(LedList).action_move(step)

    def action_page(self, halves: int) -> None:
        """Rows further on."""
        self.query_one(LedList).action_page(halves)

    @on(Input.Changed)
    def _typed(self) -> None:
        self.renew()

    @on(Input.Submitted)
    @on(RowList.Entered)
    def _chosen(self) -> None:
        row = self.query_one(LedList).row
        if row is not None:
            self.post_message(self.Chosen(row.value))
