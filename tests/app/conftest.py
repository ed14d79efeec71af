"""Screens without animations, and pilots over scripted packages."""

import inspect
import os
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import pytest

os.environ["TEXTUAL_ANIMATIONS"] = "none"
# Pilots paint after every key; a timer that paints between two is of no use to them.
os.environ["TEXTUAL_FPS"] = "10"

from builders.pilots import Make, Show, Shown, Stage, Staging
from builders.program.resting import painting_at_rest, without_sleeping
from builders.screens.port import ScriptedPort, Story, application
from textual._compositor import Compositor
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.css.types import CSSLocation
from textual.pilot import Pilot
from textual.style import Style
from textual.widget import Widget


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every coroutine below this folder drives a screen."""
    folder = f"{Path(__file__).parent}{os.sep}"
    for item in items:
        if str(item.path).startswith(folder) and inspect.iscoroutinefunction(getattr(item, "obj", None)):
            item.add_marker("pilot")


@pytest.fixture(scope="session", autouse=True)
def _resting() -> Iterator[None]:
    """Pilots wait several times a key until the application rests."""
    with without_sleeping():
        yield


class _Parsed:
    """Rules and styles by their text, of stylesheets with the same variables."""

    def __init__(self) -> None:
        self.rules: dict[tuple[object, ...], list[RuleSet]] = {}
        self.styles: dict[str, Style] = {}


@pytest.fixture(scope="session", autouse=True)
def _parsed_once() -> Iterator[None]:
    """Every application has the same stylesheets, and no style of a rule ever changes."""
    known: dict[tuple[object, ...], _Parsed] = {}
    of_sheet: WeakKeyDictionary[Stylesheet, tuple[dict[str, str], _Parsed]] = WeakKeyDictionary()
    parse, parse_style = Stylesheet._parse_rules, Stylesheet.parse_style

    def parsed(sheet: Stylesheet) -> _Parsed:
        if sheet not in of_sheet or of_sheet[sheet][0] is not sheet._variables:
            of_sheet[sheet] = sheet._variables, known.setdefault((*sheet._variables.items(),), _Parsed())
        return of_sheet[sheet][1]

    def parse_once(sheet: Stylesheet, css: str, read_from: CSSLocation, **more: Any) -> list[RuleSet]:
        rules, key = parsed(sheet).rules, (css, read_from, *more.items())
        if key not in rules:
            rules[key] = parse(sheet, css, read_from, **more)
        return rules[key]

    def style_once(sheet: Stylesheet, text: str | Style) -> Style:
        if isinstance(text, str) and text not in sheet._style_parse_cache:
            styles = parsed(sheet).styles
            if text not in styles:
                styles[text] = parse_style(sheet, text)
            sheet._style_parse_cache[text] = styles[text]
        return parse_style(sheet, text)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stylesheet, "_parse_rules", parse_once)
        patch.setattr(Stylesheet, "parse_style", style_once)
        yield


@pytest.fixture
def every_frame() -> None:
    """Asked for by tests that watch what is painted, and when."""


@pytest.fixture(autouse=True)
def _painting(request: pytest.FixtureRequest) -> Iterator[None]:
    """Pilots paint where they are asked to, and nothing on the way."""
    if "every_frame" in request.fixturenames:
        yield
        return
    with painting_at_rest():
        yield


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
            shown.paint()

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
