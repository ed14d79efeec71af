"""The package on the screen, for what has to wait until it is read."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from textual.app import App
from textual.worker import Worker

from xpkgtui.app.port.background import AppState
from xpkgtui.inspection.inspection import Inspection


class WorkerOwner:
    """Runs coroutines as Textual workers."""

    _app: App[Any]

    def _work(self, work: Callable[[], Coroutine[None, None, None]], group: str) -> None:
        """Runs a coroutine in a worker, in place of the one before in the group.

        It is called when the worker begins: a coroutine that never does would warn at the end of the program.
        """
        _: Worker[None] = self._app.run_worker(work, group=group, exclusive=True, exit_on_error=False)


class ShownPackage:
    """Waits for the package that the application shows."""

    def __init__(self, app: App[Any], known: AppState) -> None:
        self._app, self._known = app, known
        self._changed, self._is_watching = asyncio.Event(), False

    async def until_read(self, source: str, is_wanted: Callable[[Inspection], bool] = lambda _: True) -> Inspection:
        """The package, once the source is shown and is read as it `is_wanted`, or cannot be."""

        def is_read() -> bool:
            state = self._known.inspection
            is_there = state.case is not None and is_wanted(state)
            return state.source == source and (is_there or state.failure is not None or not self._known.busy)

        return await self.until(is_read)

    async def until(self, is_so: Callable[[], bool]) -> Inspection:
        """The package, once something is so."""
        if not self._is_watching:
            self._is_watching = True
            for name in ("inspection", "busy"):
                self._app.watch(self._app, name, self._changed.set, init=False)
        while not is_so():
            self._changed.clear()
            await self._changed.wait()
        return self._known.inspection
