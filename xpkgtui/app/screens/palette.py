"""The palette: commands, objects, files and rules by name, over the screen."""

import asyncio
from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen

from xpkgtui.app.drawing.rows import Pane
from xpkgtui.app.palette import list as palette_list
from xpkgtui.app.palette.entries import PaletteEntry, RuleTitle, titles
from xpkgtui.app.views.searched_list import SearchedList
from xpkgtui.app.widgets.overlay import Overlay

Titles = tuple[RuleTitle, ...]


class Palette(ModalScreen[PaletteEntry], Overlay[PaletteEntry]):
    """A line to type into, and the entries that match; the chosen one is the result."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "Close", show=False, id="palette.close"),
    ]
    AUTO_FOCUS = "Input"

    def __init__(self, offered: Callable[[Titles], Sequence[PaletteEntry]]) -> None:
        super().__init__()
        self._offered = offered
        self._rules: Titles = ()

    def compose(self) -> ComposeResult:
        """One list."""
        yield SearchedList("Commands and objects", "commands, objects, files and rules", self._found)

    def on_mount(self) -> None:
        """The rules are not known yet."""
        self.run_worker(self._learn())

    def action_close(self) -> None:
        """Back to the screen."""
        self.dismiss()

    def _found(self, typed: str) -> Pane:
        """What is offered now, as far as it matches."""
        return palette_list.pane(self._offered(self._rules), typed)

    async def _learn(self) -> None:
        """The rules, which take a moment to load."""
        self._rules = await asyncio.to_thread(titles)
        self.query_one(SearchedList).renew()

    @on(SearchedList.Chosen)
    def _chosen(self, event: SearchedList.Chosen) -> None:
        self.dismiss(event.value.entry)
