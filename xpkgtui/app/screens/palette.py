"""The palette: commands, objects, files and rules by name, over the screen."""

import asyncio
from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.reactive import var
from textual.screen import ModalScreen

from xpkgtui.app.drawing.rows import Pane
from xpkgtui.app.messages import Requested
from xpkgtui.app.palette import list as palette_list
from xpkgtui.app.palette.entries import PaletteEntry, RuleTitle, titles
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.views.searched_list import SearchedList
from xpkgtui.app.widgets.overlay import Overlay
from xpkgtui.inspection.messages.lane import Lane
from xpkgtui.inspection.messages.replies import FieldsFound
from xpkgtui.inspection.messages.schemas import SearchFields

Titles = tuple[RuleTitle, ...]
_HINT = "commands, objects, files and rules"
_LEAST = 3
"""Letters from which fields are looked for among everything else."""


class Palette(ModalScreen[PaletteEntry], Overlay[PaletteEntry]):
    """A line to type into, and the entries that match; the chosen one is the result."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "Close", show=False, id="palette.close"),
    ]
    AUTO_FOCUS = "Input"

    replies: var[Replies] = var(Replies(), init=False)

    def __init__(
        self,
        offered: Callable[[Titles], Sequence[PaletteEntry]],
        *,
        has_fields: bool = False,
        only_fields: bool = False,
    ) -> None:
        """`has_fields` says that fields of definitions are found too, and `only_fields` that nothing else is."""
        super().__init__()
        self._offered = offered
        self._has_fields, self._only_fields = has_fields, only_fields
        self._rules: Titles = ()
        self._sought: SearchFields | None = None
        self._last: FieldsFound | None = None
        """What was found last, which stays while more letters are typed."""

    def compose(self) -> ComposeResult:
        """One list."""
        if self._only_fields:
            yield SearchedList("Fields of all definitions", "letters of a path: forprov region", self._found)
        else:
            hint = "commands, objects, files, rules and fields" if self._has_fields else _HINT
            yield SearchedList("Commands and objects", hint, self._found)

    def on_mount(self) -> None:
        """The rules are not known yet."""
        if not self._only_fields:
            self.run_worker(self._learn())

    def on_unmount(self) -> None:
        """A search that is under way would read all definitions to its end."""
        self.app.workers.cancel_group(self.app, Lane.FIELDS)

    def watch_replies(self) -> None:
        """More fields were found."""
        lists = self.query(SearchedList)
        if lists and self._sought is not None and self.replies.of(self._sought, FieldsFound) is not self._last:
            lists.first().renew()

    def action_close(self) -> None:
        """Back to the screen."""
        self.dismiss()

    def _found(self, typed: str) -> Pane:
        """What is offered now, as far as it matches."""
        return palette_list.pane(self._offered(self._rules), typed, self._fields(typed))

    def _fields(self, typed: str) -> FieldsFound | None:
        """The fields that were found; asked for where they were not, and meanwhile those of the letters before."""
        words = " ".join(typed.split())
        self._sought = None
        if not self._has_fields or len(words) < (1 if self._only_fields else _LEAST):
            self._last = None
            return None
        self._sought = asked = SearchFields(words=words)
        if self.replies.is_new(asked):
            self.post_message(Requested(asked))
        self._last = self.replies.of(asked, FieldsFound) or self._last
        return self._last

    async def _learn(self) -> None:
        """The rules, which take a moment to load."""
        self._rules = await asyncio.to_thread(titles)
        self.query_one(SearchedList).renew()

    @on(SearchedList.Chosen)
    def _chosen(self, event: SearchedList.Chosen) -> None:
        self.dismiss(event.value.entry)
