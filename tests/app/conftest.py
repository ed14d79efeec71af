"""Screens without animations, and pilots over scripted packages."""

import inspect
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

os.environ["TEXTUAL_ANIMATIONS"] = "none"
# Pilots paint after every key; a timer that paints between two is of no use to them.
os.environ["TEXTUAL_FPS"] = "10"

from builders.pilots import Make, Show, Shown, Stage, Staging
from builders.screens.at_rest import every_frame, painting, resting, sheets_parsed_once
from builders.screens.port import ScriptedPort, Story, application
from textual._compositor import Compositor
from textual.pilot import Pilot
from textual.widget import Widget

__all__ = ["every_frame", "painting", "resting", "sheets_parsed_once"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every coroutine below this folder drives a screen."""
    folder = f"{Path(__file__).parent}{os.sep}"
    for item in items:
        if str(item.path).startswith(folder) and inspect.iscoroutinefunction(getattr(item, "obj", None)):
            item.add_marker("pilot")


@pytest.fixture
def show(tmp_path: Path) -> Show:
    """Shows a story at a size."""

    @asynccontextmanager
    async def showing(
        make: Make,
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


@pytest.fixture
def stage() -> Staging:
    """Puts a widget on a stage of its own."""

    @asynccontextmanager
    async def staging(widget: Widget, size: tuple[int, int] = (80, 24)) -> AsyncIterator[tuple[Stage, Pilot[None]]]:
        app = Stage(widget)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            yield app, pilot

    return staging


@pytest.fixture
def frames(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts of the whole frames that are drawn."""
    drawn: list[str] = []
    render = Compositor.render_full_update

    def rendering(self: Compositor, *arguments: Any, **more: Any) -> Any:
        drawn.append("\n".join(strip.text for strip in self.render_strips()))
        return render(self, *arguments, **more)

    monkeypatch.setattr(Compositor, "render_full_update", rendering)
    return drawn
