"""Screens of lists beside (or above) Detail over that of a package; each says what it lists."""

from abc import abstractmethod
from dataclasses import replace
from enum import StrEnum
from typing import Any, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.content import Content
from textual.reactive import var
from textual.screen import ScreenResultType
from textual.widgets import Static

from xpkgtui.app import messages
from xpkgtui.app.commands.command import Hints
from xpkgtui.app.drawing.bands.headline import Headline
from xpkgtui.app.drawing.bands.identity import identity
from xpkgtui.app.drawing.page import Page
from xpkgtui.app.drawing.rows import Pane
from xpkgtui.app.state.list_and_detail import ListPane, ListSelection
from xpkgtui.app.state.lists import problems_only
from xpkgtui.app.state.outcomes import Purpose, StopLoading
from xpkgtui.app.state.replies import Replies, is_under_way
from xpkgtui.app.state.selection import TabId
from xpkgtui.app.textual_private import Room
from xpkgtui.app.views.pane_screen import PaneScreen, fit
from xpkgtui.app.widgets.footer_line import FooterLine
from xpkgtui.app.widgets.identity_line import IdentityLine
from xpkgtui.app.widgets.overlay import Overlay
from xpkgtui.app.widgets.prompt import Prompt
from xpkgtui.app.widgets.row_list import RowList
from xpkgtui.app.widgets.text_view import TextView
from xpkgtui.app.widgets.verdict_line import VerdictLine
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.requests import PaneRequest
from xpkgtui.values import dataclass

_NARROW, _WIDE = 100, 120
"""Widths between which Detail gets more cells than the lists."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PanesModel:
    """Everything such a screen shows at one moment."""

    title: Content | None = None
    """The first line, where that is not the package."""
    headline: Headline
    panes: tuple[Pane, ...]
    """The lists, in the order of their numbers."""
    names: tuple[str, ...] = ()
    """The names of the lists where one stands for all."""
    page: Page
    hints: Hints
    spare: tuple[str, ...] = ()
    """Keys of the footer that give way before all others."""
    cost: str = ""


class SelectionScreen(Overlay[ScreenResultType], PaneScreen[ScreenResultType]):
    """A screen over that of the package, whose selection has a pane, a tab and a filter."""

    panes: ClassVar[tuple[StrEnum, ...]] = tuple(ListPane)
    """The lists in the order of their numbers, then Detail, as the widgets are called."""
    filtered: ClassVar[StrEnum] = ListPane.LIST
    """The list that is filtered, from which the screen is closed."""
    hint: ClassVar[str] = problems_only.HINT
    """The example in the line for a filter."""
    short: ClassVar[int] = 0
    """Rows below which there is no room for the card."""
    has_title: ClassVar[bool] = False
    """Whether the first line is its own, and not that of the package."""

    inspection: var[Inspection] = var(Inspection(source=""), init=False)
    replies: var[Replies] = var(Replies(), init=False)
    busy: var[bool] = var(False, init=False)
    selection: var[Any]
    """Has a `pane`, a `tab`, the `filter` as it was typed and what is `wanted` by that."""

    def __init__(self) -> None:
        super().__init__()
        self._opened = ""

    @abstractmethod
    def model(self) -> PanesModel:
        """What is shown now; asks for what is missing."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        """Composes the first two lines, the panes and the keys."""
        yield Static(id="title") if self.has_title else IdentityLine()
        yield VerdictLine()
        yield from self.compose_panes()
        yield Prompt()
        yield FooterLine()

    def compose_panes(self) -> ComposeResult:
        """Composes the lists beside Detail."""
        with Room(id="body"):
            yield from self.compose_lists()
            yield TextView(self.panes[-1])

    def compose_lists(self) -> ComposeResult:
        """Composes the lists, numbered."""
        for number, pane in enumerate(self.panes[:-1], 1):
            yield RowList(pane, number=number)

    def on_mount(self) -> None:
        """Draws what is known by now."""
        self._opened = self.inspection.source
        self._draw()

    def on_resize(self, event: events.Resize) -> None:
        """Takes the form for another size."""
        fit(self, event.size)
        self.set_class(_NARROW <= event.size.width < _WIDE, "-small")
        self.set_class(event.size.height < self.short, "-short")
        self._draw()

    def watch_selection(self) -> None:
        """Draws what is new."""
        self._draw()

    watch_replies = watch_selection

    @property
    def opened(self) -> str:
        """The source of the package that is shown; empty while that is not known."""
        return self._opened

    def watch_inspection(self) -> None:
        """Draws news of the package; once another one is open, its screen is shown instead."""
        if self._is_left:
            self.dismiss()
        else:
            self._draw()

    @property
    def _is_left(self) -> bool:
        """Whether another package is shown by now."""
        return bool(self.opened) and self.inspection.source != self.opened

    def action_close(self) -> None:
        """Goes from the other panes to the list, from there to all of it, and then to the package."""
        if self.pane is not self.filtered:
            self.go(pane=self.filtered)
        elif self.stop():
            return
        elif self.selection.filter:
            self.unfilter()
        else:
            self.leave()

    def stop(self) -> bool:
        """Stops what is under way; returns False where nothing is."""
        return False

    def leave(self) -> None:
        """Closes the screen."""
        self.dismiss()

    def leave_for(self, request: messages.Sent) -> None:
        """Shows something else in place of the screen; the application answers, because this screen goes."""
        app = self.app
        self.dismiss()
        app.post_message(messages.Requested(request))

    def unfilter(self) -> None:
        """Lists all again."""
        self.go(filter="")

    def action_pane(self, number: int) -> None:
        """Gives the keys to a list by its number, or to Detail, which is 0."""
        self.go(pane=self.panes[number - 1])

    def action_next_pane(self, step: int) -> None:
        """Gives the keys to the pane after or before."""
        self.go(pane=self.panes[(self.panes.index(self.pane) + step) % len(self.panes)])

    def action_tab(self, step: int) -> None:
        """Shows the tab after or before."""
        tabs = [tab.id for tab in self.detail.page.tabs]
        if self.tab in tabs:
            self.go(tab=tabs[(tabs.index(self.tab) + step) % len(tabs)])

    def action_tab_at(self, number: int) -> None:
        """Shows the tab that was clicked."""
        self.go(tab=self.detail.page.tabs[number].id, pane=self.detail_pane)

    def action_filter(self) -> None:
        """Filters the list; where a text has the keys, searches it."""
        if self.pane is self.detail_pane:
            self.search_in(self.detail.search)
            return
        self.go(pane=self.filtered)
        self.filter_list(self.rows, self.selection.filter, self.hint)

    def typed(self, purpose: Purpose, text: str) -> None:
        """Filters or searches after every letter."""
        if purpose is Purpose.SEARCH:
            self.detail.search = text
        else:
            self.filter_by(text)

    def filter_by(self, text: str) -> None:
        """Filters by what is typed, and says what is wrong with it."""
        self.go(filter=text)
        self.query_one(Prompt).say(Purpose.FILTER, self.selection.wanted.problem)

    def submitted(self, purpose: Purpose, text: str) -> None:
        """Keeps the filter, and goes on with the word."""
        if purpose is Purpose.SEARCH:
            self.detail.search = text
        self._draw()

    def given_up(self, purpose: Purpose) -> None:
        """Lists all again, or searches for nothing."""
        if purpose is Purpose.SEARCH:
            self.detail.search = ""
        else:
            self.unfilter()
        self._draw()

    def row_moved(self, where: str, key: str) -> None:
        """The cursor stands on another row of a list."""
        del where
        self.go(row=key)

    @on(events.DescendantFocus)
    def _focused(self, event: events.DescendantFocus) -> None:
        for pane in self.panes:
            if event.widget.id == pane:
                self.go(pane=pane)

    def go(self, **changed: object) -> None:
        """Takes another selection."""
        self.selection = replace(self.selection, **changed)

    @property
    def pane(self) -> StrEnum:
        """The pane that has the keys."""
        pane: StrEnum = self.selection.pane
        return pane

    @property
    def tab(self) -> TabId:
        """The tab of Detail."""
        tab: TabId = self.selection.tab
        return tab

    @property
    def rows(self) -> RowList:
        """The list that is filtered."""
        return self.query_one(f"#{self.filtered}", RowList)

    @property
    def detail_pane(self) -> StrEnum:
        """The pane of Detail."""
        return self.panes[-1]

    def _draw(self) -> None:
        if self._is_left or not self.is_mounted or not self.size.width or not self.query("FooterLine"):
            return
        model = self.model()
        if model.title is None:
            self.query_one(IdentityLine).identity = identity(self.inspection)
        else:
            self.query_one("#title", Static).update(model.title)
        self.query_one(VerdictLine).headline = model.headline
        for name, pane in zip(self.panes, model.panes, strict=False):
            rows = self.query_one(f"#{name}", RowList)
            rows.pane, rows.names = pane, model.names
        self.detail.page = model.page
        if model.page.request is not None and self.replies.is_new(model.page.request):
            self.ask(model.page.request)
        footer = self.query_one(FooterLine)
        footer.hints, footer.spare, footer.cost = model.hints, model.spare, model.cost
        self.set_class(self.pane is self.detail_pane, "-on-detail")
        self.set_class(self.pane not in (self.filtered, self.detail_pane), "-on-second")
        self.focus_pane(self.pane)


class TwoListScreen(SelectionScreen[ScreenResultType]):
    """Two lists, one above the other, beside (or above) Detail; where it is narrow, one list stands for both."""

    def compose_lists(self) -> ComposeResult:
        """Composes the lists in a box."""
        with Room(id="lists"):
            yield from super().compose_lists()


class ListScreen(SelectionScreen[None]):
    """The first two lines, the list beside (or above) Detail, and the keys; a request fills the list."""

    AUTO_FOCUS = f"#{ListPane.LIST}"

    selection: var[ListSelection] = var(ListSelection(), init=False)

    @property
    @abstractmethod
    def asked(self) -> PaneRequest:
        """The request that fills the list."""
        raise NotImplementedError

    def enter(self) -> None:
        """The row under the cursor, or the line of Detail, is opened."""

    @on(TextView.EnterPressed)
    @on(RowList.Entered)
    def _entered(self) -> None:
        self.enter()

    def stop(self) -> bool:
        """Stops reading."""
        is_stopped = not self.busy and bool(self.inspection.progress) and is_under_way(self.replies.get(self.asked))
        if is_stopped:
            self.ask(StopLoading())
        return is_stopped
