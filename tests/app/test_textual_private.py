"""No frame is rendered that nobody sees, and none is forgotten."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from builders.gate import pairs
from builders.screens.port import ScriptedPort
from textual._compositor import Compositor
from textual.app import App
from textual.geometry import Region
from textual.screen import ModalScreen, Screen
from textual.widget import Widget
from textual.widgets import Static

from xpkgtui.app import themes
from xpkgtui.app.application import Application
from xpkgtui.app.screens.browsing import Browsing
from xpkgtui.app.textual_private import Ground, OncePainted, PaintedScreen
from xpkgtui.app.views.package_view import PackageView
from xpkgtui.inspection.messages.requests import Options

pytestmark = pytest.mark.usefixtures("every_frame")


class One(PaintedScreen):
    def compose(self) -> Iterable[Static]:
        yield Static("here")


class Once(OncePainted[None]):
    def compose(self) -> Iterable[Static]:
        yield Static("here")


class Shows(App[None]):
    CSS_PATH = themes.sheets()

    def __init__(self, screen: Screen[None] | None = None) -> None:
        super().__init__()
        self.one = screen or One()
        themes.registered(self, "xpkg-dark")

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return dict(themes.DARK.variables)

    def on_mount(self) -> None:
        self.push_screen(self.one)


@pytest.fixture
def rendered(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The batches that were under way at each full frame."""
    seen: list[int] = []
    render = Compositor.render_full_update

    def rendering(self: Compositor, *arguments: Any, **more: Any) -> Any:
        from textual._context import active_app

        seen.append(active_app.get()._batch_count)
        return render(self, *arguments, **more)

    monkeypatch.setattr(Compositor, "render_full_update", rendering)
    return seen


async def test_a_start_renders_what_is_seen(rendered: list[int]) -> None:
    app = Shows()
    async with app.run_test() as pilot:
        await pilot.pause()
        assert isinstance(app.screen, One)
    assert rendered
    assert not any(rendered)


async def test_what_a_batch_changes_is_seen_after_it(rendered: list[int]) -> None:
    app = Shows()
    async with app.run_test() as pilot:
        await pilot.pause()
        screen = app.screen
        with app.batch_update():
            screen.query_one(Static).update("there")
            screen._refresh_layout()
            screen._refresh_layout()
            await pilot.pause()
        await pilot.pause()
        assert "there" in "\n".join(strip.text for strip in screen._compositor.render_strips())
    assert not any(rendered)


@pytest.mark.parametrize("beneath", [One, Once])
async def test_a_screen_beneath_another_one_is_drawn_once(
    rendered: list[int], beneath: Callable[[], Screen[None]]
) -> None:
    app = Shows(beneath())
    async with app.run_test() as pilot:
        await app.push_screen(ModalScreen())
        await pilot.pause()
        app.one.query_one(Static).update("there")
        await pilot.pause()
        app.one._on_timer_update()  # what Textual's clock does, sixty times a second
        await pilot.pause()
        assert "there" in "\n".join(strip.text for strip in app.one._compositor.render_strips())
        before = len(rendered)
        app.one._on_timer_update()
        await pilot.pause()
        assert len(rendered) == before


async def test_it_is_told_that_the_screen_of_a_package_can_draw() -> None:
    told: list[bool] = []
    screen = Browsing(Options(), ready=lambda: told.append(screen.query_one(PackageView).is_mounted))
    app = Shows(screen)
    async with app.run_test() as pilot:
        await pilot.pause()
    assert told == [True]


@pytest.mark.parametrize(
    ("theme", "crop"),
    pairs(["xpkg-dark", "xpkg-light", "xpkg-ansi"], [Region(0, 0, 80, 24), Region(3, 2, 10, 5), Region(0, 0, 0, 0)]),
)
async def test_a_line_of_the_ground_stands_for_what_textual_draws(theme: str, crop: Region) -> None:
    app = Shows(Browsing(Options()))
    async with app.run_test() as pilot:
        app.theme = theme
        await pilot.pause()
        grounds = [app.screen, *app.screen.query(Ground)]
        assert len(grounds) == 4
        for ground in grounds:
            assert ground.render_lines(crop) == Widget.render_lines(ground, crop)


@pytest.mark.parametrize(("size", "is_in_one_border"), [((80, 24), True), ((120, 40), False)])
async def test_the_first_frame_has_the_form_of_its_size(
    frames: list[str], size: tuple[int, int], is_in_one_border: bool
) -> None:
    app = Application(ScriptedPort(lambda request: ()), source="a.example/b", options=Options())
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
    borders = [line for line in frames[0].split("\n") if "1 Platforms" in line]
    assert ["4 Objects" in line for line in borders] == [is_in_one_border]
