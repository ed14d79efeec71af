"""No frame is rendered that nobody sees, and none is forgotten."""

from collections.abc import Iterable
from typing import Any

import pytest
from builders.pilots import Show
from builders.screens import stories
from textual._compositor import Compositor
from textual.app import App, ComposeResult
from textual.widgets import Static

from xpkgtui.app.tty.painting import PaintedScreen


class One(PaintedScreen):
    def compose(self) -> Iterable[Static]:
        yield Static("here")


class Shows(App[None]):
    def compose(self) -> ComposeResult:
        return ()

    def on_mount(self) -> None:
        self.push_screen(One())


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
            screen._compositor_refresh()
            screen._compositor_refresh()
            await pilot.pause()
        await pilot.pause()
        assert "there" in "\n".join(strip.text for strip in screen._compositor.render_strips())
    assert not any(rendered)


async def test_what_is_known_when_the_screen_can_draw_is_in_its_first_frame(show: Show) -> None:
    async with show(stories.accepted) as shown:
        assert shown.screen._tell_ready == shown.app.client.ready
