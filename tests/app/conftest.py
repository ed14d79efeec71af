"""Screens without animations, and pilots over scripted packages."""

import os
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest
from builders.screens import ScriptedPort, Story, application, text_of

os.environ["TEXTUAL_ANIMATIONS"] = "none"

from textual.pilot import Pilot

from xpkgtui.app.application import Application
from xpkgtui.app.screens.browsing import Browsing
from xpkgtui.app.selection import Selection


class Shown:
    """An application under a pilot's hands."""

    def __init__(self, app: Application, port: ScriptedPort, pilot: Pilot[int]) -> None:
        self.app = app
        self.port = port
        self.pilot = pilot

    @property
    def screen(self) -> Browsing:
        """The screen of the package."""
        assert isinstance(self.app.screen, Browsing)
        return self.app.screen

    @property
    def selection(self) -> Selection:
        """What is looked at."""
        return self.screen.selection

    @property
    def text(self) -> str:
        """The screen as text."""
        return text_of(self.app)

    @property
    def focus(self) -> str:
        """The id of what has the keys."""
        return (self.app.focused.id or "") if self.app.focused else ""

    async def press(self, *keys: str) -> None:
        """Keys, each with what follows from it."""
        for key in keys:
            await self.pilot.press(key)
            await self.settle()

    async def settle(self) -> None:
        """What is under way comes to its end, as far as no port holds it."""
        for _ in range(3):
            await self.pilot.pause()
        if not self.port.hold:
            await self.app.workers.wait_for_complete()
            await self.pilot.pause()
            await self.pilot.pause()


Show = Callable[..., AbstractAsyncContextManager[Shown]]


@pytest.fixture
def show(tmp_path: Path) -> Show:
    """Shows a story at a size."""

    @asynccontextmanager
    async def showing(
        make: Callable[[Path], Story],
        *,
        size: tuple[int, int] = (120, 40),
        hold: frozenset[str] = frozenset(),
        change: Callable[[Story], object] | None = None,
        **more: object,
    ) -> AsyncIterator[Shown]:
        story = make(tmp_path)
        if change:
            change(story)
        port = ScriptedPort(story, hold=hold)
        app = application(port, story.source, **more)
        async with app.run_test(size=size) as pilot:
            shown = Shown(app, port, pilot)
            await shown.settle()
            yield shown

    return showing
