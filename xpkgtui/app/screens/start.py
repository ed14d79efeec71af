"""The start screen, and the same over the screen of a package."""

import os
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.widgets import Static

from xpkgtui import __version__
from xpkgtui.app import first_frame
from xpkgtui.app.commands.command import Command
from xpkgtui.app.commands.footers import Situation, hints
from xpkgtui.app.commands.table import chosen_bindings
from xpkgtui.app.commands.typed import typed_command
from xpkgtui.app.messages import Requested, Sent
from xpkgtui.app.start.choices import Offered
from xpkgtui.app.state.lists import problems_only
from xpkgtui.app.state.outcomes import CompareSource, MarkSource, Purpose, ShowPlan, ShowTags
from xpkgtui.app.textual_private import PaintedScreen
from xpkgtui.app.views.start_view import KEYS, TYPING, StartView
from xpkgtui.app.widgets.footer_line import FooterLine
from xpkgtui.app.widgets.overlay import Overlay
from xpkgtui.app.widgets.prompt import Prompt
from xpkgtui.inspection.messages.requests import Open


def heading(width: int) -> Content:
    """Name, sentence and version: in one line where they have room, else the sentence beneath."""
    name, version = Content.styled("xpkgtui ", "bold $foreground"), Content.styled(__version__, "$muted")
    sentence = Content.styled(first_frame.ABOUT, "$foreground")
    left = width - name.cell_length - sentence.cell_length - version.cell_length
    if left > 3:
        return Content.assemble(name, "  ", sentence, " " * (left - 2), version)
    return Content.assemble(name, version, "\n", sentence)


class SourceScreen(Screen[None]):
    """The keys of a list of sources, and of the line above it."""

    def ask(self, request: Sent) -> None:
        """Asks the application."""
        self.app.post_message(Requested(request))

    def action_mark(self) -> None:
        """Marks the source under the cursor as the old one of a comparison."""
        view = self.query_one(StartView)
        if view.chosen:
            view.mark(view.chosen)
            self.app.post_message(Requested(MarkSource(view.chosen)))

    def action_compare(self) -> None:
        """Compares the source under the cursor with the one that is marked."""
        if chosen := self.query_one(StartView).chosen:
            self.ask(CompareSource(chosen))

    def action_tags(self) -> None:
        """Lists the versions of the source that is typed or chosen."""
        if source := self.query_one(StartView).meant:
            self.ask(ShowTags(source))

    def action_plan(self) -> None:
        """Plans the manifests at the path that is typed or chosen."""
        self.ask(ShowPlan((self.query_one(StartView).meant or os.curdir,)))


class Start(PaintedScreen, SourceScreen):
    """What can be opened, under the name of the program and one sentence."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *chosen_bindings("source.other", "filter", "compare.mark", "compare", "tags", "cancel")
    ]
    AUTO_FOCUS = "Input"

    def __init__(self, offered: Offered) -> None:
        super().__init__()
        self._offered, self._width = offered, 0

    def compose(self) -> ComposeResult:
        """The name, what can be opened, and the keys."""
        self._width = self.app.size.width
        yield Static(heading(self._width - 2), id="heading")
        yield StartView(self._offered)
        yield Prompt()
        yield FooterLine(TYPING)

    @property
    def keys(self) -> tuple[Command, ...]:
        """The keys of the line, while it has them; else none of its own."""
        return KEYS if self.query_one(StartView).is_typing else ()

    def on_resize(self, event: events.Resize) -> None:
        """Draws the heading again if the width changed."""
        if event.size.width != self._width:
            self._width = event.size.width
            self.query_one("#heading", Static).update(heading(self._width - 2))

    @on(events.DescendantFocus)
    def _focused(self) -> None:
        self.query_one(FooterLine).hints = TYPING if self.query_one(StartView).is_typing else hints(Situation.START)

    def on_paste(self, event: events.Paste) -> None:
        """What is pasted is a source, wherever the keys are; the line itself takes it where it has them."""
        event.stop()
        self.query_one(StartView).paste(event.text)

    def action_other(self) -> None:
        """Asks for a reference or a path."""
        self.query_one(StartView).type()

    def action_filter(self) -> None:
        """Filters what can be chosen."""
        view = self.query_one(StartView)
        self.query_one(FooterLine).display = False
        view.rows.is_filtered_now = True
        self.query_one(Prompt).open(Purpose.FILTER, view.filter.text, problems_only.HINT)

    def action_cancel(self) -> None:
        """Leaves the line; from the list, shows everything again."""
        view = self.query_one(StartView)
        if not view.is_typing:
            view.narrow("")
        view.choose()

    @on(Prompt.Typed)
    def _typed(self, event: Prompt.Typed) -> None:
        self.query_one(Prompt).say(Purpose.FILTER, self.query_one(StartView).narrow(event.text))

    @on(Prompt.Moved)
    def _moved(self, event: Prompt.Moved) -> None:
        self.query_one(StartView).rows.move(event.rows, event.half_pages)

    @on(Prompt.Done)
    @on(Prompt.Closed)
    def _prompt_left(self, event: Prompt.PromptMessage) -> None:
        view = self.query_one(StartView)
        if isinstance(event, Prompt.Closed):
            view.narrow("")
        self.query_one(FooterLine).display = True
        view.rows.is_filtered_now = False
        view.choose()

    @on(StartView.SourceChosen)
    def _chosen(self, event: StartView.SourceChosen) -> None:
        typed = typed_command(event.source) if event.source.startswith(":") and event.is_typed else None
        self.ask(typed or Open(source=event.source))


class StartOver(ModalScreen[None], Overlay[None], SourceScreen):
    """What can be opened, over the screen of a package."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "Close", show=False, id="start.close"),
        Binding("f1", "help", "Keys", show=False, id="start.help"),
        *chosen_bindings("compare.mark", "compare", "tags"),
    ]
    AUTO_FOCUS = "Input"

    def __init__(self, offered: Offered) -> None:
        super().__init__()
        self._offered = offered

    def compose(self) -> ComposeResult:
        """Composes the list of sources and the footer."""
        yield StartView(self._offered, with_commands=True)
        yield FooterLine()

    @property
    def keys(self) -> tuple[Command, ...]:
        """The keys of the line; a palette over it would have nothing to find."""
        return tuple(one for one in KEYS if one.id != "start.palette")

    def on_mount(self) -> None:
        """Shows the keys of the line in the footer."""
        self.query_one(FooterLine).hints = TYPING

    async def action_help(self) -> None:
        """Shows all keys; the application's own do not count over another screen."""
        await self.app.run_action("help")

    @on(StartView.SourceChosen)
    def _chosen(self, event: StartView.SourceChosen) -> None:
        typed = typed_command(event.source) if event.is_typed else None
        self.ask(typed or Open(source=event.source))

    def ask(self, request: Sent) -> None:
        """Closes the list first; the application answers, because this screen goes."""
        self.dismiss()
        super().ask(request)
