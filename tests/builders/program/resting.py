"""Waiting until an application rests, without sleeping: what pilots do after every key.

Textual's own pilots sleep until the process has used little time; here the event loop itself is asked. Where it has
nothing that is ready to run, all that is left waits for a key, a thread or a port that is held.
"""

import asyncio
from collections.abc import Iterator, Sized
from contextlib import contextmanager
from weakref import WeakSet

import pytest
import textual.app
import textual.pilot
from textual._compositor import ChopsUpdate, Compositor, LayoutUpdate
from textual.app import App
from textual.pilot import Pilot

from xpkgtui.app import typing_ahead

ROUNDS = 50
"""After so many messages that each led to another, an application never comes to rest."""


async def rest(min_sleep: float = 0, max_sleep: float = 0) -> None:
    """Returns as soon as nothing is ready to run; the arguments are those of Textual's own."""
    ready, waiting = _ready(), object()
    await asyncio.sleep(0)
    _waiting.add(waiting)
    try:
        while ready:  # noqa: ASYNC110  # an Event would itself be ready to run
            await asyncio.sleep(0)
    finally:
        _waiting.discard(waiting)


_waiting: set[object] = set()
"""What waits here, and so is always ready to run itself."""


async def all_rest(_: Pilot[object]) -> bool:
    """In the place of a message to every widget of the screen, which takes three times as long as the key."""
    await rest()
    return True


def is_resting(_: asyncio.AbstractEventLoop) -> bool:
    """Whether nothing is ready to run but what waits for that."""
    return len(_ready()) <= len(_waiting)


async def settle(app: App[int]) -> None:
    """Lets messages follow each other until they lead to nothing more."""
    ready = _ready()
    for _ in range(ROUNDS):
        await rest()
        # As a pilot does, and the timer of the screen.
        app.screen._on_timer_update()
        if not ready:
            return
    raise AssertionError("the application does not come to rest")


@contextmanager
def without_sleeping() -> Iterator[None]:
    """Textual's pilots rest in the same way."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (textual.app, textual.pilot):
            patch.setattr(module, "wait_for_idle", rest)
        patch.setattr(Pilot, "_wait_for_screen", all_rest)
        patch.setattr(typing_ahead, "is_resting", is_resting)
        yield


_unpainted: WeakSet[Compositor] = WeakSet()
_painting: set[Compositor] = set()


def paint(app: App[int]) -> None:
    """Renders what has changed, as far as that was put off."""
    compositor = app.screen._compositor
    if compositor in _unpainted:
        _unpainted.discard(compositor)
        _painting.add(compositor)
        try:
            compositor.render_update(screen_stack=app._background_screens)
        finally:
            _painting.discard(compositor)


@contextmanager
def painting_at_rest() -> Iterator[None]:
    """Renders once what a key leads to: no terminal takes what is drawn in between, and rendering it took as long."""
    partly, whole = Compositor.render_partial_update, Compositor.render_full_update

    def render_partly(compositor: Compositor) -> ChopsUpdate | None:
        return partly(compositor) if _is_due(compositor) else None

    def render_whole(compositor: Compositor, simplify: bool = False) -> LayoutUpdate | None:
        if simplify or _is_due(compositor):
            return whole(compositor, simplify=simplify)
        compositor._dirty_regions.add(compositor.size.region)
        return None

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Compositor, "render_partial_update", render_partly)
        patch.setattr(Compositor, "render_full_update", render_whole)
        yield


def _is_due(compositor: Compositor) -> bool:
    """Whether it is rendered now, and not by `paint`."""
    if compositor not in _painting:
        _unpainted.add(compositor)
    return compositor in _painting


def _ready() -> Sized:
    found: Sized = asyncio.get_running_loop()._ready  # type: ignore[attr-defined]
    return found
