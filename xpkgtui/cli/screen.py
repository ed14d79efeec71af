"""The screen of a call: the service is started first, then the first frame is drawn, then Textual is loaded."""

import os
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from xpkgtui.cli.context import CommandContext
from xpkgtui.cli.output import is_terminal
from xpkgtui.cli.parameters.opening import known_profile, open_options, settings_of
from xpkgtui.errors import Usage
from xpkgtui.settings import state

if TYPE_CHECKING:
    from xpkgtui.app.start.choices import Offered
    from xpkgtui.inspection.messages.requests import Options, PlanSet
    from xpkgtui.settings.settings import Settings


def screen(
    context: CommandContext,
    source: str | None,
    flags: Mapping[str, object],
    *,
    platform: str = "",
    at: str = "",
    policies: tuple[str, ...] = (),
    plan: "Callable[[], PlanSet] | None" = None,
    every: int = 0,
) -> int:
    """Shows the screen until it is left; gives the exit code. Where it raises, the service ends with the program.

    `plan` makes the set that is shown in place of a source, whose name `source` is; it may read standard input.
    """
    planned = plan() if plan is not None else None
    piped = _take_keyboard(source if planned is None else None)
    # It takes as long to start as the screen, on the other core.
    connected = context.start_service(piped)
    if piped is not None:
        piped.close()
    settings = known_profile(settings_of(context, flags))
    theme = state.read_theme(context.environment)

    def opened(name: str, verdict: str, digest: str) -> None:
        state.remember_recent(name, context.environment, verdict=verdict, digest=digest)

    def theme_chosen(name: str) -> None:
        state.remember_theme(name, context.environment)

    shape = {"is_set": True} if planned is not None else {}
    # Textual reads it there.
    if context.environment.get("NO_COLOR"):
        os.environ["NO_COLOR"] = "1"
    with context.take_terminal(source, theme, context.environment, **shape):
        from xpkgtui.inspection.messages.requests import Open

        options = replace(_options(settings, context, platform), policies=policies)
        # The service answers while Textual is imported.
        port = connected(None if source is None or planned is not None else Open(source=source, options=options))
        draw = context.draw()
        return (partial(draw, plan=planned, every=every) if planned is not None else draw)(
            port,
            source if planned is None else None,
            options,
            offered=partial(_offered, context.environment, settings.cache_dir),
            opened=opened,
            theme=theme,
            theme_chosen=theme_chosen,
            at=at,
            beside=lambda: context.start_service(None)(None),
        )


def _options(settings: "Settings", context: CommandContext, platform: str) -> "Options":
    """How the screen opens a source: it asks before it fetches much, and shows the image before it is judged."""
    from xpkgtui.inspection.messages.requests import Options

    return replace(open_options(settings, context, price=Options().price, platform=platform), image_first=True)


def _offered(environment: Mapping[str, str], cache: str | None) -> "Offered":
    """What can be opened, as of now: nothing is requested."""
    from xpkgtui.app.start.choices import Offered
    from xpkgtui.fetching.cache.tag_cache import cached_references, known_tags
    from xpkgtui.settings.state import read_recents
    from xpkgtui.sources.recognition.nearby import nearby_packages

    home = os.path.expanduser("~")
    folder = os.getcwd()
    return Offered(
        recents=read_recents(environment),
        found=nearby_packages(os.curdir),
        references=cached_references(Path(cache)) if cache else (),
        repositories=known_tags(Path(cache)) if cache else (),
        folder=f"~{folder[len(home) :]}" if folder == home or folder.startswith(f"{home}/") else folder,
        now=time.time(),
    )


def _take_keyboard(source: str | None) -> BinaryIO | None:
    """Replaces a standard input that is not a terminal by the terminal; returns what was piped in, for `-`."""
    if is_terminal(sys.stdin):
        if source == "-":
            raise Usage("standard input is a terminal", hint="Pipe a package into it, or name a SOURCE.")
        return None
    if source == "-" and sys.stdin is None:
        raise Usage("standard input is closed", hint="Pipe a package into it, or name a SOURCE.")
    piped = os.fdopen(os.dup(0), "rb") if source == "-" else None
    keyboard = os.open("/dev/tty", os.O_RDWR)
    if keyboard != 0:  # a closed standard input leaves its number to the next file
        os.dup2(keyboard, 0)
        os.close(keyboard)
    if sys.stdin is None:
        sys.stdin = sys.__stdin__ = os.fdopen(0, closefd=False)  # type: ignore[misc]
    return piped
