"""Waiting until an application rests, without sleeping: what pilots do after every key.

Textual's own pilots sleep until the process has used little time; here the event loop itself is asked. Where it has
nothing that is ready to run, all that is left waits for a key, a thread or a port that is held.
"""

import asyncio
from collections.abc import Iterator, Sized
from contextlib import contextmanager

import pytest
import textual.app
import textual.pilot
from textual.app import App

ROUNDS = 50
"""After so many paintings that each led to another, an application never comes to rest."""


async def rest(min_sleep: float = 0, max_sleep: float = 0) -> None:
    """Returns as soon as nothing is ready to run; the arguments are those of Textual's own."""
    ready = _ready()
    await asyncio.sleep(0)
    while ready:  # noqa: ASYNC110  # an Event would itself be ready to run
        await asyncio.sleep(0)


async def settle(app: App[int]) -> None:
    """Lets messages and paintings follow each other until neither leads to anything more."""
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
        yield


def _ready() -> Sized:
    found: Sized = asyncio.get_running_loop()._ready  # type: ignore[attr-defined]
    return found
