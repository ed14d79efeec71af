"""Screens without animations, and pilots over scripted packages."""

import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

os.environ["TEXTUAL_ANIMATIONS"] = "none"

import textual._wait
from builders.pilots import Make, Show, Shown, Stage, Staging
from builders.screens import ScriptedPort, Story, application
from textual.pilot import Pilot
from textual.widget import Widget

# A pilot waits several times a key for the process to rest; a hundredth of a second tells that as well as a fiftieth.
textual._wait.SLEEP_GRANULARITY = 0.01


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
