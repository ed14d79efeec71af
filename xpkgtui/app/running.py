"""Runs the application until it is left."""

from collections.abc import Callable, Sequence

from xpkgtui.app import starting
from xpkgtui.app.application import Application
from xpkgtui.inspection.requests import Options
from xpkgtui.service.port import Port


def run(
    port: Port,
    source: str | None,
    options: Options,
    *,
    recents: Sequence[str] = (),
    found: Sequence[str] = (),
    opened: Callable[[str], None] | None = None,
    theme: str = "xpkg-dark",
) -> int:
    """Shows the screen until it is left; gives the exit code."""
    choices = starting.choices(recents, found)
    application = Application(port, source=source, options=options, choices=choices, opened=opened, theme_name=theme)
    return application.run() or 0
