"""The default command: browses a SOURCE on the screen; without a terminal prints its summary."""

import os
import sys
import time
from collections.abc import Mapping
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from xpkgtui.cli.context import CommandContext, context_of, program_name
from xpkgtui.cli.exit_codes import USAGE
from xpkgtui.cli.output import has_screen, is_terminal, say
from xpkgtui.cli.parameters import completions
from xpkgtui.cli.parameters.options import Format, access_options, open_options, settings_of
from xpkgtui.cli.parameters.platforms import one_platform_option
from xpkgtui.cli.parameters.profiles import profile_options
from xpkgtui.errors import Usage

if TYPE_CHECKING:  # the service is started before the screen is loaded
    from xpkgtui.app.start.choices import Offered
    from xpkgtui.inspection.messages.requests import Open, Options
    from xpkgtui.settings.settings import Settings

_COMMANDS = ("check", "why", "show", "ls", "cat", "upgrades", "rules", "cache", "completion")
"""Those that may be meant where one stands behind a SOURCE."""


@click.command("browse", hidden=True)
@click.argument("source", required=False, shell_complete=completions.sources)
@click.argument("more", nargs=-1, metavar="")
@one_platform_option
@profile_options
@access_options
@click.pass_context
def command(
    click_context: click.Context, /, source: str | None, more: tuple[str, ...], platform: str, **flags: object
) -> int:
    """Browse SOURCE on the screen; without SOURCE the start screen opens."""
    if more:
        raise _too_many(click_context, source or "", more)
    if source == "":
        raise Usage("SOURCE is empty", hint="Omit it to open the start screen.")
    return browse(click_context, context_of(click_context), source, flags, platform=platform)


def browse(
    click_context: click.Context,
    context: CommandContext,
    source: str | None,
    flags: Mapping[str, object],
    *,
    platform: str = "",
) -> int:
    """Opens the screen, or without a terminal prints the summary."""
    if has_screen():
        return _screen(context, source, flags, platform)
    if source is None:
        program = program_name(click_context)
        hint = f"name a SOURCE; see {program} --help"
        say(f"{program}: the start screen needs a terminal\n  hint   {hint}\n")
        return USAGE
    from xpkgtui.cli.commands.show import show

    return show(click_context, context, source, Format.TEXT, flags, platform=platform, opened_is_fine=True)


def _screen(context: CommandContext, source: str | None, flags: Mapping[str, object], platform: str) -> int:
    """Shows the first frame, starts the service before textual is imported, so that both start at once; draws."""
    from xpkgtui.cli.parameters.profiles import known_profile
    from xpkgtui.settings import state

    settings = known_profile(settings_of(context, flags))
    piped = _take_keyboard(source)
    theme = state.read_theme(context.environment)

    def opened(name: str, verdict: str, digest: str) -> None:
        state.remember_recent(name, context.environment, verdict=verdict, digest=digest)

    def theme_chosen(name: str) -> None:
        state.remember_theme(name, context.environment)

    with context.take_terminal(source, theme, context.environment):
        options = cache(lambda: _options(settings, context, platform))
        port = context.start_service(piped, lambda: _first(source, options()))
        if piped is not None:
            piped.close()
        return context.draw(
            port,
            source,
            options(),
            offered=partial(_offered, context.environment, settings.cache_dir),
            opened=opened,
            theme=theme,
            theme_chosen=theme_chosen,
        )


def _options(settings: "Settings", context: CommandContext, platform: str) -> "Options":
    """How the screen opens a source: it asks before it fetches much, and shows the image before it is judged."""
    from xpkgtui.inspection.messages.requests import Options

    return replace(open_options(settings, context, price=Options().price, platform=platform), form_first=True)


def _first(source: str | None, options: "Options") -> "Open | None":
    """What the screen asks first: the service answers while textual is imported."""
    from xpkgtui.inspection.messages.requests import Open

    return None if source is None else Open(source=source, options=options)


def _offered(environment: Mapping[str, str], cache: str | None) -> "Offered":
    """What can be opened, as of now: nothing is requested."""
    from xpkgtui.app.start.choices import Offered
    from xpkgtui.fetching.cache.tag_cache import cached_references
    from xpkgtui.fetching.cache.tag_lists import known_tags
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


def _too_many(click_context: click.Context, source: str, more: tuple[str, ...]) -> click.UsageError:
    """The error for more than one SOURCE: most often a command is misspelt, or follows an option."""
    import difflib

    words = (source, *more)
    command_name = next((word for word in words if word in _COMMANDS), None) or next(
        iter(difflib.get_close_matches(source, _COMMANDS, 1, 0.6)), None
    )
    advice = f"; did you mean the command {command_name}? It comes first" if command_name else ""
    return click.UsageError(f"browse opens one SOURCE at a time, not {len(words)}{advice}", click_context)
