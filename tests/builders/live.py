"""An application over a port of this process, under a pilot's hands, with a cache folder of its own."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from builders.program.resting import settle
from builders.screens.port import text_of
from textual.pilot import Pilot

from xpkgtui.app.application import Application
from xpkgtui.app.screens.browsing import Browsing
from xpkgtui.app.state.selection import Selection
from xpkgtui.inspection.messages.requests import Options
from xpkgtui.service.local import LocalPort


class Live:
    """A real package on the screen."""

    def __init__(self, app: Application, pilot: Pilot[int]) -> None:
        self.app = app
        self._pilot = pilot

    @property
    def text(self) -> str:
        """The screen as text."""
        return text_of(self.app)

    @property
    def selection(self) -> Selection:
        """What is looked at."""
        assert isinstance(self.app.screen, Browsing)
        return self.app.screen.selection

    @property
    def toasts(self) -> list[str]:
        """The sentences that go away by themselves."""
        return [toast.message for toast in self.app._notifications]

    async def press(self, *keys: str) -> None:
        """Keys, each with everything that follows from it."""
        for key in keys:
            await self._pilot.press(key)
            await self.settle()

    async def begin(self, key: str) -> None:
        """A key whose work goes on."""
        await self._pilot.press(key)
        await settle(self.app)

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Waits for something that the work leads to."""
        while not is_so():
            await self._pilot.pause(0.02)
            await settle(self.app)

    async def settle(self) -> None:
        """What is under way comes to its end."""
        await settle(self.app)
        while any(not worker.is_finished for worker in self.app.workers):
            await self.app.workers.wait_for_complete()
            await settle(self.app)


@asynccontextmanager
async def live(
    source: str, folder: Path, *, size: tuple[int, int] = (120, 40), wait: bool = True
) -> AsyncIterator[Live]:
    """Opens a source, and waits until it is judged, unless `wait` is false."""
    port = LocalPort()
    app = Application(port, source=source, options=Options(cache_dir=str(folder / "cache")))
    async with app.run_test(size=size) as pilot:
        shown = Live(app, pilot)
        await (shown.settle() if wait else settle(app))
        yield shown
    await port.close()
