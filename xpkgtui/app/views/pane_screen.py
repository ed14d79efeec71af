"""The frame of every screen of lists and Detail: its panes and tabs, the line that is typed into, and its form."""

from abc import abstractmethod
from enum import StrEnum

from textual import on
from textual.dom import DOMNode
from textual.geometry import Size
from textual.screen import Screen, ScreenResultType

from xpkgtui.app.commands.command import Scope
from xpkgtui.app.commands.table import COMMANDS
from xpkgtui.app.messages import Requested, Sent
from xpkgtui.app.state.lists import problems_only
from xpkgtui.app.state.outcomes import Purpose
from xpkgtui.app.toast import clear_notice
from xpkgtui.app.widgets.footer_line import FooterLine
from xpkgtui.app.widgets.prompt import Prompt
from xpkgtui.app.widgets.row_list import RowList, RowScreen
from xpkgtui.app.widgets.text_view import TextView

_NARROW, _TINY_WIDTH, _TINY_HEIGHT = 100, 60, 20
"""Widths of the narrow and of the minimal layout, and the height of the minimal one."""
_OF_ROWS = frozenset(
    key
    for command in COMMANDS
    if command.scope is Scope.LIST or command.id in ("copy", "copy.as", "schema", "layer.what_if")
    for key in command.keys.split(",")
    if key != "enter"
)
"""Keys that do nothing, or nothing of use, where a list has no rows; `enter` says that it has none yet."""


def fit(node: DOMNode, size: Size) -> None:
    """Gives a screen, or what fills it, the form for a size."""
    node.set_class(size.width < _NARROW, "-narrow")
    node.set_class(size.width < _TINY_WIDTH or size.height < _TINY_HEIGHT, "-tiny")


class PaneScreen(Screen[ScreenResultType], RowScreen):
    """Lists and Detail, one of which has the keys. What a key means is a method of the same name on every screen."""

    filtered_now: RowList | None = None
    """The list whose filter is being typed."""

    @property
    @abstractmethod
    def detail_pane(self) -> StrEnum:
        """The pane of Detail, as its widget is called."""

    @abstractmethod
    def action_pane(self, number: int) -> None:
        """Gives the keys to a list by its number, or to Detail, which is 0."""

    @abstractmethod
    def typed(self, purpose: Purpose, text: str) -> None:
        """Filters or searches after every letter."""

    @abstractmethod
    def submitted(self, purpose: Purpose, text: str) -> None:
        """The line was left with enter."""

    @abstractmethod
    def given_up(self, purpose: Purpose) -> None:
        """The line was left with escape: what it narrowed is listed again."""

    def ask(self, request: Sent) -> None:
        """Asks the application for something."""
        self.post_message(Requested(request))

    async def action_other(self) -> None:
        """Another source or a command is typed."""
        await self.run_action("app.ask_source")

    def action_list_at(self, number: int) -> None:
        """Gives the keys to the list whose name was clicked."""
        self.action_pane(number + 1)

    @property
    def detail(self) -> TextView:
        """The widget of Detail."""
        return self.query_one(f"#{self.detail_pane}", TextView)

    @property
    def has_prompt(self) -> bool:
        """Whether a line is being typed."""
        return bool(self.query_one(Prompt).display)

    def is_early(self, key: str) -> bool:
        """Whether a key comes before anything is drawn, or is about rows that are being read."""
        rows, lists = self.focused, self.query(RowList)
        if not lists or not lists.first().pane.name:
            return True
        return key in _OF_ROWS and isinstance(rows, RowList) and rows.pane.is_loading and not rows.pane.rows

    def focus_pane(self, pane: StrEnum) -> None:
        """Gives the keys to a pane, unless a line is being typed."""
        focused = self.query_one(f"#{pane}")
        if self.focused is not focused and not self.has_prompt:
            self.set_focus(focused, scroll_visible=False)

    def search_in(self, text: str, past: tuple[str, ...] = ()) -> None:
        """Asks for a word to search for in Detail."""
        self.detail.begin_typing()
        self._open_prompt(Purpose.SEARCH, text, past=past)

    def filter_list(self, rows: RowList, text: str, hint: str = problems_only.HINT) -> None:
        """Asks for the filter of a list."""
        self.filtered_now = rows
        rows.is_filtered_now = True
        self._open_prompt(Purpose.FILTER, text, hint)

    def _open_prompt(self, purpose: Purpose, text: str, hint: str = "", past: tuple[str, ...] = ()) -> None:
        clear_notice(self.app)
        self.query_one(FooterLine).display = False
        self.query_one(Prompt).open(purpose, text, hint, past)

    @on(Prompt.Typed)
    def _prompt_typed(self, event: Prompt.Typed) -> None:
        self.typed(event.purpose, event.text)

    @on(Prompt.Moved)
    def _prompt_moved(self, event: Prompt.Moved) -> None:
        if self.filtered_now is not None:
            self.filtered_now.move(event.rows, event.half_pages)

    @on(Prompt.Done)
    @on(Prompt.Closed)
    def _prompt_left(self, event: Prompt.Done | Prompt.Closed) -> None:
        is_given_up = isinstance(event, Prompt.Closed)
        if self.filtered_now is not None:
            self.filtered_now.is_filtered_now, self.filtered_now = False, None
        self.query_one(FooterLine).display = True
        self.detail.end_typing(is_given_up=is_given_up)
        if is_given_up:
            self.given_up(event.purpose)
        else:
            self.submitted(event.purpose, event.text)

    @on(TextView.SearchReported)
    def _searched(self, event: TextView.SearchReported) -> None:
        self.query_one(Prompt).say(Purpose.SEARCH, event.words)
