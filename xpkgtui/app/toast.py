"""A sentence in a corner of the screen, which goes away by itself."""

from typing import Any

from textual.app import App

from xpkgtui import visible


def tell(app: App[Any], words: str, *, timeout: float = 3) -> None:
    """Takes the place of the sentence before, so that they never cover the screen."""
    app.clear_notifications()
    app.notify(visible.line(words), markup=False, timeout=timeout)
