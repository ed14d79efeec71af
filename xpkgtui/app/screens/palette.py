"""The palette: commands, objects, files and rules by name, over the screen."""

import asyncio
from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from xpkgtui.app.palette import list as palette_list
from xpkgtui.app.palette.entries import Entry
from xpkgtui.app.palette.rules import RuleTitle, titles
from xpkgtui.app.views.led_list import LedList
from xpkgtui.app.widgets.overlay import Overlay
from xpkgtui.app.widgets.row_list import RowList

Titles = tuple[RuleTitle, ...]


class Palette(ModalScreen[Entry], Overlay[Entry]):
    """A line to type into, and the entries that match; the chosen one is the result."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "Close", show=False, id="palette.close"),
        Binding("down,tab,ctrl+n", "move(1)", show=False, id="palette.down"),
        Binding("up,shift+tab", "move(-1)", show=False, id="palette.up"),
        Binding("pagedown", "page(2)", show=False, id="palette.page.down"),
        Binding("pageup", "page(-2)", show=False, id="palette.page.up"),
    ]
    AUTO_FOCUS = "Input"

    def __init__(self, offered: Callable[[Titles], Sequence[Entry]]) -> None:
        super().__init__()
        self._offered = offered
        self._rules: Titles = ()

    def compose(self) -> ComposeResult:
        """The line, and the list beneath it."""
        with Vertical(id="palette"):
            with Horizontal(id="line"):
                yield Static("› ", markup=False)
                yield Input(compact=True, placeholder="commands, objects, files and rules")
            yield LedList("matches")

    def on_mount(self) -> None:
        """Everything that is offered."""
        self.query_one("#palette").border_title = "Commands and objects"
        self._renew()
        self.run_worker(self._learn())

    def action_close(self) -> None:
        """Back to the screen."""
        self.dismiss()

    def action_move(self, step: int) -> None:
        """Another row."""
        self.query_one(LedList).action_move(step)

    def action_page(self, halves: int) -> None:
        """Rows further on."""
        self.query_one(LedList).action_page(halves)

    @on(Input.Changed)
    def _typed(self) -> None:
        self._renew()

    @on(Input.Submitted)
    @on(RowList.Entered)
    def _chosen(self) -> None:
        row = self.query_one(LedList).row
        if row is not None:
            self.dismiss(row.value.entry)

    async def _learn(self) -> None:
        """The rules, which take a moment to load."""
        self._rules = await asyncio.to_thread(titles)
        self._renew()

    def _renew(self) -> None:
        """What is offered now, as far as it matches."""
        found = palette_list.pane(self._offered(self._rules), self.query_one(Input).value)
        self.query_one(LedList).pane = found
        self.query_one("#palette").border_subtitle = found.note
