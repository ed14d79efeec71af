"""The widgets of the start screen: a line to type into with its completions, and what can be chosen instead."""

from dataclasses import replace
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.suggester import Suggester
from textual.widgets import Input, Static

from xpkgtui import visible
from xpkgtui.app import first_frame
from xpkgtui.app.commands.command import Group, Scope, commands
from xpkgtui.app.commands.table import command
from xpkgtui.app.drawing.rows import Pane
from xpkgtui.app.start import choices, completions
from xpkgtui.app.start import list as start_list
from xpkgtui.app.start.choices import Offered
from xpkgtui.app.start.completions import Completion
from xpkgtui.app.views.searched_list import LedList
from xpkgtui.app.widgets.row_list import RowList
from xpkgtui.inspection.filters.filter import NO_FILTER, Filter, parse
from xpkgtui.visible import without_password

_HINT = "a reference, an .xpkg, an image archive, an OCI layout, a folder, kube:provider/NAME"
KEYS = (
    *commands(
        Scope.LIST,
        Group.MOVING,
        ("start.enter", "enter", "submit", "Open", "Open what is typed, or chosen"),
        ("start.complete", "tab", "complete", "Complete", "Take the completion"),
        ("start.up", "up", "up", "Opened before", "What was opened before"),
        ("start.down", "down", "down", "List", "The completions, then the list"),
        ("start.tags", "f2", "tags", "Versions", "List the versions of the repository that is typed"),
        ("start.plan", "f3", "plan", "Plan", "Plan the manifests at the path that is typed, or of this folder"),
        ("start.leave", "escape", "cancel", "List", "Leave the line for the list"),
    ),
    *commands(
        Scope.APP,
        Group.PROGRAM,
        ("start.help", "f1", "help", "Keys", "Show all keys"),
        ("start.palette", "ctrl+p", "command_palette", "Palette", "Find commands by name"),
    ),
)
"""The keys that do something while the line has them."""
_SHOWN = [one for one in KEYS if one.id not in ("start.leave", "start.help")]
TYPING = tuple((one.key, one.label) for one in (*_SHOWN, KEYS[-2], command("interrupt")))
"""The footer while the line has the keys; help and leaving stay where it is narrow."""


class SourceSuggester(Suggester):
    """The rest of a source that is known, behind what is typed."""

    def __init__(self, every: tuple[Completion, ...]) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._every = every

    async def get_suggestion(self, value: str) -> str | None:
        """The first source that begins so; none that a terminal cannot show as it is."""
        found = (each.source for each in completions.completing(self._every, value))
        return next((name for name in found if name.startswith(value) and visible.line(name) == name), None)


class StartView(Vertical):
    """Posts the source that is chosen or typed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "down", show=False, id="start.down"),
        Binding("up", "up", show=False, id="start.up"),
        Binding("tab", "complete", show=False, id="start.complete"),
        Binding("f2", "screen.tags", show=False, id="start.tags"),
        Binding("f3", "screen.plan", show=False, id="start.plan"),
    ]

    class SourceChosen(Message):
        """A source is to be opened."""

        def __init__(self, source: str, *, is_typed: bool = False) -> None:
            super().__init__()
            self.source = source
            self.is_typed = is_typed
            """Whether it stands in the line, where it may be a command."""

    def __init__(self, offered: Offered, *, with_commands: bool = False) -> None:
        """`with_commands` offers commands for what is typed without a colon too."""
        super().__init__()
        self._offered, self._with_commands = offered, with_commands
        self._known = completions.known(offered)
        self._past = [""] + [recent.source for recent in offered.recents]
        self._recalled = 0
        """Which of the past is shown; 0 for what is typed."""

    def compose(self) -> ComposeResult:
        """The line with its completions, and the list."""
        with Vertical(id="ask"):
            with Horizontal(id="line"):
                yield Static("› ", markup=False)
                yield Input(compact=True, placeholder=_HINT, suggester=SourceSuggester(self._known))
            yield LedList("completions")
        yield RowList("start").data_bind(pane=self._choices_fitting(NO_FILTER))

    def on_mount(self) -> None:
        """Nothing is typed yet."""
        self.query_one("#ask").border_title = first_frame.ASK
        self._complete()

    @property
    def is_typing(self) -> bool:
        """Whether the line has the keys."""
        return self.query_one(Input).has_focus

    @property
    def rows(self) -> RowList:
        """The list of what can be chosen."""
        return self.query_one("#start", RowList)

    @property
    def chosen(self) -> str:
        """The source under the cursor of the list; empty while the line has the keys."""
        row = self.rows.row
        return row.key.partition("#")[2] if row is not None and not self.is_typing else ""

    @property
    def meant(self) -> str:
        """The source under the cursor: of the list, of the completions, else what is typed."""
        rows = self._completions
        if not self.is_typing:
            return self.chosen
        return rows.row.key if rows.has_focus and rows.row else without_password(self.query_one(Input).value.strip())

    def mark(self, source: str) -> None:
        """Shows that a source is the old one of a comparison."""
        self._offered = replace(self._offered, marked=source)
        self.narrow(self.filter.text)

    @property
    def filter(self) -> Filter:
        """The filter of the list."""
        return self.rows.pane.filter

    def narrow(self, text: str) -> str:
        """Filters the list; gives what is wrong with the filter."""
        self.rows.pane = found = self._choices_fitting(parse(text))
        return found.problem

    def type(self) -> None:
        """Gives the keys to the line."""
        self.screen.set_focus(self.query_one(Input), scroll_visible=False)

    def paste(self, text: str) -> None:
        """Gives the keys to the line, with this text in it."""
        self.type()
        self._put(visible.line(text.strip().partition("\n")[0]))

    def choose(self) -> None:
        """Gives the keys to the list."""
        self.screen.set_focus(self.rows, scroll_visible=False)

    def action_down(self) -> None:
        """What was typed later; else the completions, and behind them the list."""
        rows = self._completions
        if self._recalled:
            self._recall(self._recalled - 1)
        elif not rows.pane.rows:
            self.choose()
        elif not rows.has_focus:
            rows.has_focus = True
        elif rows.row is rows.pane.rows[-1]:
            self.choose()
        else:
            rows.action_move(1)

    def action_up(self) -> None:
        """Up to the line again; from there, what was opened before."""
        rows = self._completions
        if not rows.has_focus:
            self._recall(self._recalled + 1)
        elif rows.row is rows.pane.rows[0]:
            rows.has_focus = False
        else:
            rows.action_move(-1)

    def action_complete(self) -> None:
        """Takes the completion that is marked; with nothing to complete, goes to the list."""
        row = self._completions.row
        if row is None or not self.is_typing:
            self.choose() if self.is_typing else self.type()
            return
        self._put(row.key)

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        if event.value != self._past[self._recalled]:
            self._recalled = 0
        self._complete()

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        rows = self._completions
        source = rows.row.key if rows.has_focus and rows.row else without_password(event.value.strip())
        if source:
            is_typed = not rows.has_focus or source.startswith(":")
            self.post_message(self.SourceChosen(source, is_typed=is_typed))
        else:
            self.choose()

    @on(RowList.Entered)
    def _entered(self, event: RowList.Entered) -> None:
        event.stop()
        source = event.key.partition("#")[2] if event.where == "start" else event.key
        if source:
            self.post_message(self.SourceChosen(source))

    @property
    def _completions(self) -> LedList:
        return self.query_one("#completions", LedList)

    def _choices_fitting(self, wanted: Filter) -> Pane:
        return start_list.pane(
            choices.choices(self._offered), self._offered.folder, wanted, marked=self._offered.marked
        )

    def _recall(self, at: int) -> None:
        if 0 <= at < len(self._past):
            self._recalled = at
            self._put(self._past[at])

    def _put(self, text: str) -> None:
        field = self.query_one(Input)
        field.value = text
        field.cursor_position = len(text)

    def _complete(self) -> None:
        """Completions of what is typed; none is chosen yet."""
        found = completions.pane(self._known, self.query_one(Input).value, with_commands=self._with_commands)
        rows = self._completions
        rows.has_focus = False
        rows.pane = found
        rows.display = bool(found.rows)
        self.query_one("#ask").border_subtitle = found.note
