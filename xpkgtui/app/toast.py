"""A sentence in a corner of the screen, which goes away by itself."""

from typing import Any

from textual.app import App

from xpkgtui import visible


def tell(app: App[Any], words: str, *, timeout: float = 3) -> None:
    """Takes the place of the sentence before, so that they never cover the screen.

    The holder of a sentence would outlive it, and keep the only line from those that follow.
    """
    app.clear_notifications()
    for screen in app.screen_stack:
        screen.query("ToastHolder").remove()
    app.notify(visible.line(words), markup=False, timeout=timeout)
