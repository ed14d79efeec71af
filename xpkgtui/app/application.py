"""The application: asks the port, folds the answers, and hands them to the screen."""

from collections.abc import Callable, Sequence
from contextlib import aclosing
from dataclasses import replace
from typing import Any, cast

from textual import on
from textual.app import App
from textual.binding import BindingType
from textual.reactive import reactive
from textual.worker import Worker, WorkerState

from xpkgtui import visible
from xpkgtui.app import commands, pictures, starting, styles, theme
from xpkgtui.app.answers import Answers, Wish
from xpkgtui.app.messages import (
    AnswerWanted,
    PlatformWanted,
    ProfileWanted,
    ReopenWanted,
    SourceWanted,
    StopWanted,
)
from xpkgtui.app.palette import Palette
from xpkgtui.app.screens.browsing import Browsing
from xpkgtui.app.screens.help import Help
from xpkgtui.app.screens.start import Start
from xpkgtui.errors import Failure
from xpkgtui.inspection.events import FactsRead, FilesListed, PartFailed, Resolved, TextReady
from xpkgtui.inspection.inspection import Inspection, fold
from xpkgtui.inspection.parts import Loading
from xpkgtui.inspection.requests import Judge, Open, OpenPlatform, Options, Request
from xpkgtui.rules.profile import PROFILES
from xpkgtui.service.port import Port

_NOTHING = Inspection(source="")
_OPENING = "open"


class Application(App[int]):
    """Wiring only: every decision is made in a pure module, a screen or behind the port."""

    CSS_PATH = styles.sheets()
    COMMANDS = {Palette}
    TITLE = "xpkgtui"
    BINDINGS: list[BindingType] = [*commands.bindings("app")]

    inspection: reactive[Inspection] = reactive(_NOTHING, init=False)
    answers: reactive[Answers] = reactive(Answers(), init=False)
    busy: reactive[bool] = reactive(False, init=False)

    def __init__(
        self,
        port: Port,
        *,
        source: str | None,
        options: Options,
        choices: Sequence[starting.Choice] = (),
        opened: Callable[[str], None] | None = None,
        theme_name: str = "xpkg-dark",
    ) -> None:
        super().__init__()
        self._port = port
        self._source = source
        self._options = options
        self._choices = choices
        self._opened = opened
        for each in theme.THEMES:
            self.register_theme(each)
        self.theme = theme_name if theme_name in self.available_themes else theme.DARK.name

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Our own variables, for themes that lack them."""
        return dict(theme.DARK.variables)

    def on_mount(self) -> None:
        """The start screen, or the package."""
        if self._source is None:
            self.push_screen(Start(self._choices))
        else:
            self._browse(self._source)

    def action_help(self) -> None:
        """All keys."""
        self.push_screen(Help())

    def action_picture(self) -> None:
        """Saves the screen and says where."""
        found = pictures.save(self.export_screenshot())
        self.notify(visible.line(found), markup=False)

    @on(SourceWanted)
    def _source_wanted(self, event: SourceWanted) -> None:
        self._browse(event.source)

    @on(ReopenWanted)
    def _reopen(self, event: ReopenWanted) -> None:
        self._open(self.inspection.source, refresh=event.refresh)

    @on(PlatformWanted)
    def _platform(self, event: PlatformWanted) -> None:
        self.answers = Answers()
        self._start(OpenPlatform(digest=event.digest))

    @on(ProfileWanted)
    def _profile(self) -> None:
        case = self.inspection.case
        if case is None:
            self.notify("There is nothing to judge yet.", markup=False)
            return
        names = [str(name) for name in PROFILES]
        at = names.index(case.profile) if case.profile in names else -1
        case = replace(case, profile=names[(at + 1) % len(names)])
        self.inspection = replace(self.inspection, case=case)
        self.notify(f"Rule profile {case.profile}", markup=False, timeout=3)
        self._start(Judge(case=case))

    @on(StopWanted)
    def _stop(self) -> None:
        self.workers.cancel_group(self, _OPENING)
        self.notify("Stopped. r opens it again.", markup=False)

    @on(AnswerWanted)
    def _answer_wanted(self, event: AnswerWanted) -> None:
        lane = [part for wish, part in self.answers.known.items() if wish.lane == event.wish.lane]
        waits = event.wish.lane == "files" and any(isinstance(part, Loading) for part in lane)
        if event.wish not in self.answers.known and not waits:
            self.answers = self.answers.asked(event.wish)
            self.run_worker(self._answer(event.wish), group=event.wish.lane, exclusive=True, exit_on_error=False)

    @on(Worker.StateChanged)
    def _worker(self, event: Worker.StateChanged) -> None:
        if event.worker.group == _OPENING and event.worker.is_finished:
            self.busy = any(worker.group == _OPENING and not worker.is_finished for worker in self.workers)
        if event.state is WorkerState.ERROR:
            failure = Failure(kind="bug", title=f"A mistake of our own: {event.worker.error!r}")
            self.inspection = fold(self.inspection, PartFailed(part="service", failure=failure))

    def _browse(self, source: str) -> None:
        """Shows a package in place of whatever is shown."""
        if not isinstance(self.screen, Browsing):
            screen = Browsing(self._options)
            screen.data_bind(Application.inspection, Application.answers, Application.busy)
            self.push_screen(screen)
        self._open(source)

    def _open(self, source: str, *, refresh: bool = False) -> None:
        self.answers = Answers()
        self.inspection = Inspection(source=source)
        options = self._options
        if refresh:
            options = replace(options, access=replace(options.access, refresh=True))
        self._start(Open(source=source, options=options))

    def _start(self, request: Request) -> None:
        self.busy = True
        self.run_worker(self._fold(request), group=_OPENING, exclusive=True, exit_on_error=False)

    async def _fold(self, request: Request) -> None:
        """Everything that opening (or judging) tells."""
        async with aclosing(cast(Any, self._port.ask(request))) as told:
            async for event in told:
                self.inspection = fold(self.inspection, event)
                if isinstance(event, Resolved) and self._opened:
                    self._opened(self.inspection.source)

    async def _answer(self, wish: Wish) -> None:
        """The answer to one wish; what is told beside it is news like any other."""
        try:
            async with aclosing(cast(Any, self._port.ask(wish))) as told:
                async for event in told:
                    if isinstance(event, PartFailed | FilesListed | TextReady | FactsRead):
                        self.answers = self.answers.told(wish, event)
                    else:
                        self.inspection = fold(self.inspection, event)
        finally:
            self.answers = self.answers.given_up(wish)
            if self.inspection.progress and not self.busy:
                self.inspection = replace(self.inspection, progress=None)


def run(
    port: Port,
    source: str | None,
    options: Options,
    *,
    recents: Sequence[str] = (),
    found: Sequence[str] = (),
    opened: Callable[[str], None] | None = None,
    theme: str = "xpkg-dark",
) -> int:
    """Shows the screen until it is left; gives the exit code."""
    offered = starting.choices(recents, found)
    application = Application(port, source=source, options=options, choices=offered, opened=opened, theme_name=theme)
    return application.run() or 0
