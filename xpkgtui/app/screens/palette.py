"""The palette: commands, objects, files and rules by name, over the screen."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import Enum
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.reactive import var
from textual.screen import ModalScreen
from textual.widgets import Input

from xpkgtui.app.commands.table import COMMANDS
from xpkgtui.app.drawing.rows import Pane
from xpkgtui.app.messages import Requested
from xpkgtui.app.palette import list as palette_list
from xpkgtui.app.palette.entries import PaletteEntry, RuleTitle, leads, titles
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.views.searched_list import SearchedList
from xpkgtui.app.widgets.overlay import Overlay
from xpkgtui.inspection.messages.lane import Lane
from xpkgtui.inspection.messages.parts import Loading, Waiting
from xpkgtui.inspection.messages.schemas import FieldsFound, PackagesFound, SearchFields, SearchPackages

Titles = tuple[RuleTitle, ...]
_LEAST = 3
"""Letters from which fields are looked for among everything else."""


class Among(Enum):
    """Where the palette looks: its title, and what its empty line says."""

    EVERYTHING = "Commands and objects", "commands, objects, files and rules"
    FIELDS = "Fields of all definitions", "letters of a path: forprov region"
    PACKAGES = "Packages opened before", "letters of a kind or a path: bucket, forprov region"


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
        among: Among = Among.EVERYTHING,
        has_fields: bool = False,
        packages: SearchPackages | None = None,
    ) -> None:
        """`has_fields` says that fields of definitions are found; `packages` asks those that were opened before."""
        super().__init__()
        self._offered, self._among, self._has_fields = offered, among, has_fields
        self._packages = packages
        self._rules: Titles = ()
        self._message = ""
        self._leads: Sequence[PaletteEntry] = ()
        self._sought: tuple[SearchFields | SearchPackages, ...] = ()
        self._fields: FieldsFound | None = None
        self._elsewhere: PackagesFound | None = None
        """What was found last stays while more letters are typed."""

    def compose(self) -> ComposeResult:
        """One list."""
        title, hint = self._among.value
        has_more = self._has_fields and self._among is Among.EVERYTHING
        yield SearchedList(title, "commands, objects, files, rules and fields" if has_more else hint, self._found)

    def on_mount(self) -> None:
        """The rules are not known yet."""
        if self._among is Among.EVERYTHING:
            self.run_worker(self._learn())

    def on_unmount(self) -> None:
        """A search that is under way would read all definitions to its end."""
        for lane in (Lane.FIELDS, Lane.PACKAGES):
            self.app.workers.cancel_group(self.app, lane)

    def watch_replies(self) -> None:
        """More was found."""
        lists, before = self.query(SearchedList), (self._fields, self._elsewhere)
        if lists and self._sought:
            self._take()
            if (self._fields, self._elsewhere) != before or not self._is_searching:
                lists.first().renew()

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        """A colon begins a command; the line takes all else."""
        if event.value == ":":
            other = next(one for one in COMMANDS if one.id == "source.other")
            self.dismiss(PaletteEntry(kind="command", name=other.label, command=other))

    def _found(self, typed: str) -> Pane:
        """What is offered now, as far as it matches."""
        self._follow(typed)
        self._seek("" if self._leads else " ".join(typed.split()))
        offered, is_searching = self._offered(self._rules), self._is_searching
        return palette_list.pane(
            offered, typed, self._fields, self._elsewhere, leads=self._leads, is_searching=is_searching
        )

    def _follow(self, typed: str) -> None:
        """Looks for what an error leads to, which takes a moment."""
        message = typed if self._among is Among.EVERYTHING and palette_list.is_message(typed) else ""
        if message != self._message:
            self._message, self._leads = message, ()
            if message:
                self.run_worker(self._lead(message), exclusive=True, group="leads")

    async def _lead(self, message: str) -> None:
        self._leads = await asyncio.to_thread(leads, message)
        if self._leads:
            self.query_one(SearchedList).renew()

    @property
    def _is_searching(self) -> bool:
        return any(isinstance(self.replies.get(one), Waiting | Loading) for one in self._sought)

    def _seek(self, words: str) -> None:
        """Asks for fields and kinds, unless that was asked."""
        self._sought = ()
        if len(words) < (_LEAST if self._among is Among.EVERYTHING else 1):
            self._fields = self._elsewhere = None
            return
        asked = (
            SearchFields(words=words) if self._has_fields else None,
            replace(self._packages, words=words) if self._packages is not None else None,
        )
        self._sought = tuple(one for one in asked if one is not None)
        for request in self._sought:
            if self.replies.is_new(request):
                self.post_message(Requested(request))
        self._take()

    def _take(self) -> None:
        """What was found; where it has not come yet, that of the letters before."""
        for request in self._sought:
            if isinstance(request, SearchFields):
                self._fields = self.replies.of(request, FieldsFound) or self._fields
            else:
                self._elsewhere = self.replies.of(request, PackagesFound) or self._elsewhere

    async def _learn(self) -> None:
        """The rules, which take a moment to load."""
        self._rules = await asyncio.to_thread(titles)
        self.query_one(SearchedList).renew()

    @on(SearchedList.Chosen)
    def _chosen(self, event: SearchedList.Chosen) -> None:
        self.dismiss(event.value.entry)
