"""A screen of one list beside (or above) Detail; the screens that are one say what they list."""

from abc import abstractmethod
from dataclasses import replace

from textual import events, on
from textual.app import ComposeResult
from textual.reactive import var

from xpkgtui.app import messages
from xpkgtui.app.drawing.bands.cost import cost_of
from xpkgtui.app.drawing.bands.headline import Headline
from xpkgtui.app.drawing.bands.identity import identity
from xpkgtui.app.drawing.page import Page
from xpkgtui.app.drawing.rows import Pane
from xpkgtui.app.state.list_and_detail import ListPane, ListSelection
from xpkgtui.app.state.lists import filtering
from xpkgtui.app.state.outcomes import Purpose, Stop
from xpkgtui.app.state.replies import Replies, is_under_way
from xpkgtui.app.toast import hush
from xpkgtui.app.tty.painting import Room
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

_NARROW, _TINY_WIDTH, _TINY_HEIGHT = 100, 60, 20
"""Cells below which the list stands above Detail, and there is room for one of them."""
_PANES = tuple(ListPane)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListScreenModel:
    """Everything such a screen shows at one moment, but for the first line."""

    headline: Headline
    pane: Pane
    page: Page
    hints: tuple[tuple[str, str], ...]


class ListScreen(Overlay[None]):
    """The first two lines, the list beside (or above) Detail, and the keys."""

    AUTO_FOCUS = f"#{ListPane.LIST}"

    inspection: var[Inspection] = var(Inspection(source=""), init=False)
    replies: var[Replies] = var(Replies(), init=False)
    busy: var[bool] = var(False, init=False)
    selection: var[ListSelection] = var(ListSelection(), init=False)

    def __init__(self) -> None:
        super().__init__()
        self._source = ""

    @abstractmethod
    def model(self) -> ListScreenModel:
        """What is shown now; asks for what is missing."""
        raise NotImplementedError

    @property
    @abstractmethod
    def asked(self) -> PaneRequest:
        """The request that fills the list."""
        raise NotImplementedError

    def enter(self) -> None:
        """The row under the cursor, or the line of Detail, is opened."""

    def compose(self) -> ComposeResult:
        """Every widget."""
        yield IdentityLine()
        yield VerdictLine()
        with Room(id="body"):
            yield RowList(ListPane.LIST, number=1)
            yield TextView(ListPane.DETAIL)
        yield Prompt()
        yield FooterLine()

    def on_mount(self) -> None:
        """What is known by now."""
        self._source = self.inspection.source
        self._draw()

    def on_resize(self, event: events.Resize) -> None:
        """The form follows the size."""
        size = event.size
        self.set_class(size.width < _NARROW, "-narrow")
        self.set_class(size.width < _TINY_WIDTH or size.height < _TINY_HEIGHT, "-tiny")
        self._draw()

    def watch_replies(self) -> None:
        """News."""
        self._draw()

    watch_selection = watch_replies

    def watch_inspection(self) -> None:
        """News of the package; once another one is open, its screen is shown instead."""
        if self._source and self.inspection.source != self._source:
            self.dismiss()
        else:
            self._draw()

    def action_close(self) -> None:
        """From Detail to the list, to all of it, then to the package; while something is read, stops that."""
        if self.selection.pane is ListPane.DETAIL:
            self.go(pane=ListPane.LIST)
        elif not self.busy and self.inspection.progress and is_under_way(self.replies.get(self.asked)):
            self.post_message(messages.Requested(Stop()))
        elif self.selection.filter:
            self.go(filter="")
        else:
            self.dismiss()

    def action_pane(self, number: int) -> None:
        """The list, or Detail."""
        self.go(pane=_PANES[number])

    def action_next_pane(self) -> None:
        """The other pane."""
        self.go(pane=_PANES[self.selection.pane is ListPane.LIST])

    def action_tab(self, step: int) -> None:
        """The tab after or before."""
        tabs = [one.id for one in self._detail.page.tabs]
        if self.selection.tab in tabs:
            self.go(tab=tabs[(tabs.index(self.selection.tab) + step) % len(tabs)])

    def action_tab_at(self, number: int) -> None:
        """The tab that was clicked."""
        self.go(tab=self._detail.page.tabs[number].id, pane=ListPane.DETAIL)

    def action_filter(self) -> None:
        """Filters the list; where a text has the keys, searches it."""
        hush(self.app)
        self.query_one(FooterLine).display = False
        if self.selection.pane is ListPane.DETAIL:
            self._detail.begin_typing()
            self.query_one(Prompt).open(Purpose.SEARCH, self._detail.search)
            return
        self._rows.is_filtered_now = True
        self.query_one(Prompt).open(Purpose.FILTER, self.selection.filter, filtering.HINT)

    @on(Prompt.Typed)
    def _typed(self, event: Prompt.Typed) -> None:
        if event.purpose is Purpose.SEARCH:
            self._detail.search = event.text
        else:
            self.go(filter=event.text)
            self.query_one(Prompt).say(Purpose.FILTER, self.selection.wanted.problem)

    @on(Prompt.Moved)
    def _prompt_moved(self, event: Prompt.Moved) -> None:
        self._rows.move(event.rows, event.half_pages)

    @on(Prompt.Done)
    @on(Prompt.Closed)
    def _prompt_left(self, event: Prompt.Done | Prompt.Closed) -> None:
        is_given_up = isinstance(event, Prompt.Closed)
        self._rows.is_filtered_now = False
        self.query_one(FooterLine).display = True
        if event.purpose is Purpose.SEARCH:
            self._detail.end_typing(is_given_up=is_given_up)
            self._detail.search = "" if is_given_up else event.text
        elif is_given_up:
            self.go(filter="")
        self._draw()

    @on(TextView.Sought)
    def _sought(self, event: TextView.Sought) -> None:
        self.query_one(Prompt).say(Purpose.SEARCH, event.words)

    @on(TextView.Entered)
    @on(RowList.Entered)
    def _entered(self) -> None:
        self.enter()

    @on(RowList.Moved)
    def _moved(self, event: RowList.Moved) -> None:
        self.go(row=event.key)

    @on(events.DescendantFocus)
    def _focused(self, event: events.DescendantFocus) -> None:
        if event.widget.id in set(_PANES):
            self.go(pane=ListPane(event.widget.id))

    def go(self, **changed: object) -> None:
        """Another selection."""
        self.selection = replace(self.selection, **changed)  # type: ignore[arg-type]

    @property
    def _rows(self) -> RowList:
        return self.query_one(f"#{ListPane.LIST}", RowList)

    @property
    def _detail(self) -> TextView:
        return self.query_one(f"#{ListPane.DETAIL}", TextView)

    def _draw(self) -> None:
        """Gives each widget what it shows, and asks for what the page needs."""
        if not self.is_mounted or not self.size.width or not self.query("FooterLine"):
            return
        model, pane = self.model(), self.selection.pane
        self.query_one(IdentityLine).identity = identity(self.inspection)
        self.query_one(VerdictLine).headline = model.headline
        self._rows.pane = model.pane
        self._detail.page = model.page
        wanted = model.page.request
        if wanted is not None and self.replies.is_new(wanted):
            self.post_message(messages.Requested(wanted))
        self.set_class(pane is ListPane.DETAIL, "-on-detail")
        focused = self.query_one(f"#{pane}")
        if self.focused is not focused and not self.query_one(Prompt).display:
            self.set_focus(focused, scroll_visible=False)
        footer = self.query_one(FooterLine)
        footer.hints = model.hints
        footer.cost = cost_of(self.inspection).sentence
