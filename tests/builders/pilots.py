"""An application or a single widget under a pilot's hands."""

from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager, suppress
from itertools import groupby
from pathlib import Path
from typing import Any

from builders.cases import failing_later
from builders.goldens import Golden
from builders.program.resting import paint, settle
from builders.screens.port import ScriptedPort, Story, text_of
from textual.app import App, ComposeResult
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input
from textual.worker import WorkerCancelled

from xpkgtui.app import themes
from xpkgtui.app.application import Application
from xpkgtui.app.drawing.page import Page
from xpkgtui.app.drawing.rows import Pane
from xpkgtui.app.screens.browsing import Browsing
from xpkgtui.app.state.history import Tops
from xpkgtui.app.state.keys.navigator import Navigator
from xpkgtui.app.state.selection import Selection
from xpkgtui.app.views.package_view import PackageView
from xpkgtui.app.widgets.prompt import Prompt
from xpkgtui.app.widgets.row_list import RowList
from xpkgtui.service.port import Port

Make = Callable[[Path], Story]
Claims = Mapping[str, tuple[tuple[str, ...], Callable[["Shown"], object]]]
"""By name: keys, and what holds after them."""
Pictures = Mapping[str, tuple[tuple[int, int], tuple[str, ...]]]
"""By the name of the golden: a size, and keys."""


class Shown:
    """An application under a pilot's hands; what is drawn is painted where a test reads it."""

    def __init__(self, app: Application, port: Port, pilot: Pilot[int]) -> None:
        self.app = app
        self.pilot = pilot
        self._port = port
        self._first: tuple[Selection, Tops] | None = None

    @property
    def port(self) -> ScriptedPort:
        """The port, where it is a script."""
        assert isinstance(self._port, ScriptedPort)
        return self._port

    @property
    def screen(self) -> Browsing:
        """The screen of the package."""
        assert isinstance(self.app.screen, Browsing)
        return self.app.screen

    @property
    def page(self) -> Page:
        """What Detail of the package shows."""
        return self.screen.detail.page

    def pane(self, name: str) -> Pane:
        """What a list of the package shows."""
        return self.screen.query_one(f"#{name}", RowList).pane

    @property
    def story(self) -> Story:
        """The replies of the port."""
        assert isinstance(self.port.script, Story)
        return self.port.script

    @property
    def selection(self) -> Selection:
        """What is looked at."""
        return self.screen.selection

    async def choose_reader(self, title: str) -> None:
        """Shows the steps of a reader in Why."""
        await self.press("x", "g")
        for _ in range(12):
            if f"Steps of {title}" in self.text:
                return
            await self.press("j")
        raise AssertionError(f"{title} is not among the readers:\n{self.text}")

    @property
    def text(self) -> str:
        """The screen as text; what lies beneath another one is in sight once that was painted."""
        if len(self.app.screen_stack) > 1:
            paint(self.app)
        return text_of(self.app)

    @property
    def toasts(self) -> list[str]:
        """The sentences that go away by themselves."""
        return [toast.message for toast in self.app._notifications]

    @property
    def focus(self) -> str:
        """The id of what has the keys."""
        return (self.app.focused.id or "") if self.app.focused else ""

    async def press(self, *keys: str) -> None:
        """Keys, each with what follows from it; of a word that goes into a line the last letter alone is a key."""
        runs: list[list[str]] = []
        for is_small, run in groupby(keys, lambda key: len(key) == 1 and not key.isupper()):
            together = list(run)
            is_word = is_small and len(set(together)) > 3
            runs += [together] if is_word else [[key] for key in together]
        for some in runs:
            line = self.app.focused
            if len(some) > 1 and isinstance(line, Input):
                line.insert_text_at_cursor("".join(some[:-1]))
                del some[:-1]
            await self.pilot.press(*some)
            await self.settle()

    async def resize(self, size: tuple[int, int]) -> None:
        """Another size of the terminal."""
        if tuple(self.app.size) != size:
            await self.pilot.resize_terminal(*size)
            await self.until(lambda: tuple(self.app.screen._compositor.size) == size)
            await self.settle()

    async def cleared(self, kind: type[Screen[Any]], size: tuple[int, int] | None) -> None:
        """Closes what lies over a screen of this kind, at a size, and forgets what was copied and said."""
        app = self.app
        while not isinstance(app.screen, kind):
            await app.pop_screen()
        prompts = app.screen.query(Prompt)
        if prompts and prompts.first().display:
            await self.press("escape")
        await self.resize(size or (app.size.width, app.size.height))
        app.clear_notifications()
        app._clipboard, app.marked = "", ""

    async def anew(self, *keys: str, size: tuple[int, int] | None = None) -> None:
        """Brings the package back to how it was at the first call, at a size, and presses keys.

        What was asked stays known.
        """
        await self.cleared(Browsing, size)
        view = self.screen.query_one(PackageView)
        self._first = self._first or (self.selection, view.tops())
        self.screen.detail.search, self.screen.navigator = "", Navigator()
        self.screen.selection, tops = self._first
        view.scroll_back(tops)
        await self.settle()
        await self.press(*keys)

    async def broken(self, claims: "Claims") -> dict[str, str]:
        """Says which claims do not hold; each begins with the package as it opened."""

        async def check(name: str) -> None:
            keys, holds = claims[name]
            await self.anew(*keys)
            assert holds(self), self.text

        return await failing_later(claims, check)

    async def differing(self, pictures: "Pictures", golden: Golden) -> dict[str, str]:
        """Says which pictures are not as they were agreed; each begins with the package as it opened."""

        async def look(name: str) -> None:
            size, keys = pictures[name]
            await self.anew(*keys, size=size)
            golden(name, self.text + "\n")

        return await failing_later(pictures, look)

    async def settle(self) -> None:
        """What is under way comes to its end, as far as no port holds it."""
        await settle(self.app)
        is_held = isinstance(self._port, ScriptedPort) and self._port.hold
        while not is_held and any(not worker.is_finished for worker in self.app.workers):
            with suppress(WorkerCancelled):  # it made room for what was asked for after it
                await self.app.workers.wait_for_complete()
            await settle(self.app)

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Waits for news that a frame still holds."""
        while not is_so():
            await self.pilot.pause(0.02)


class Stage(App[None]):
    """Holds one widget, with our themes and stylesheets."""

    CSS_PATH = themes.sheets()

    def __init__(self, widget: Widget) -> None:
        super().__init__()
        self.widget = widget
        self.register_theme(themes.DARK)
        self.theme = themes.DARK.name

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return dict(themes.DARK.variables)

    def compose(self) -> ComposeResult:
        yield self.widget

    @property
    def text(self) -> str:
        """The screen as text."""
        return "\n".join(strip.text.rstrip() for strip in self.screen._compositor.render_strips())


Show = Callable[..., AbstractAsyncContextManager[Shown]]
Staging = Callable[..., AbstractAsyncContextManager[tuple[Stage, Pilot[None]]]]
