"""The default command: a SOURCE on the screen; without a terminal its summary."""

import os
import sys
from collections.abc import Mapping
from typing import BinaryIO

import click

from xpkgtui.cli.failing import USAGE
from xpkgtui.cli.options import judging, opening, reaching, settle
from xpkgtui.cli.output import has_screen, is_terminal, say
from xpkgtui.cli.surroundings import Surroundings, around
from xpkgtui.errors import Usage

_COMMANDS = ("check", "show", "ls", "cat", "rules", "cache", "demo")


@click.command("browse", hidden=True)
@click.argument("source", required=False)
@click.argument("more", nargs=-1, metavar="")
@judging
@reaching
@click.pass_context
def command(context: click.Context, /, source: str | None, more: tuple[str, ...], **flags: object) -> int:
    """Browse SOURCE on the screen; without SOURCE the start screen opens."""
    if more:
        raise _too_many(context, source or "", more)
    if source == "":
        raise Usage("SOURCE is empty", hint="Leave it out for the start screen.")
    return browse(context, around(context), source, flags)


def browse(
    context: click.Context, surroundings: Surroundings, source: str | None, flags: Mapping[str, object]
) -> int:
    """Opens the screen where there is one; prints the summary otherwise."""
    if has_screen():
        return _screen(surroundings, source, flags)
    if source is None:
        program = context.find_root().info_name or "xpkgtui"
        hint = f"name a SOURCE; {program} --help tells more"
        say(f"{program}: there is no terminal for the start screen\n  hint   {hint}\n")
        return USAGE
    from xpkgtui.cli.show import show

    return show(context, surroundings, source, "text", flags, opened_is_fine=True)


def _screen(surroundings: Surroundings, source: str | None, flags: Mapping[str, object]) -> int:
    """Starts the service before textual is imported, so that both start at once, then draws."""
    from xpkgtui.cli.found import found_in
    from xpkgtui.cli.profiles import known_profile
    from xpkgtui.inspection.requests import Options
    from xpkgtui.settings import colours, recents

    settings = known_profile(settle(surroundings, flags))
    options = opening(settings, surroundings, price=Options().price)
    piped = _take_keyboard(source)
    port = surroundings.start_service(piped)
    if piped is not None:
        piped.close()

    def opened(name: str) -> None:
        recents.remember(name, surroundings.environment)

    def coloured(name: str) -> None:
        colours.remember_colours(name, surroundings.environment)

    return surroundings.draw(
        port,
        source,
        options,
        recents=recents.read_recents(surroundings.environment),
        found=found_in(os.curdir) if source is None else (),
        opened=opened,
        theme=colours.read_colours(surroundings.environment),
        coloured=coloured,
    )


def _take_keyboard(source: str | None) -> BinaryIO | None:
    """Puts the terminal in the place of a standard input that is none; gives what was piped in, for `-`."""
    if is_terminal(sys.stdin):
        if source == "-":
            raise Usage("standard input is a terminal", hint="Pipe a package into it, or name a SOURCE.")
        return None
    piped = os.fdopen(os.dup(0), "rb") if source == "-" else None
    keyboard = os.open("/dev/tty", os.O_RDWR)
    os.dup2(keyboard, 0)
    os.close(keyboard)
    return piped


def _too_many(context: click.Context, source: str, more: tuple[str, ...]) -> click.UsageError:
    """More than one SOURCE: most often a command was misspelt, or stands behind an option."""
    import difflib

    words = (source, *more)
    meant = next((word for word in words if word in _COMMANDS), None) or next(
        iter(difflib.get_close_matches(source, _COMMANDS, 1, 0.6)), None
    )
    advice = f"; perhaps the command {meant} is meant, which comes first" if meant else ""
    return click.UsageError(f"one SOURCE can be browsed at a time, not {len(words)}{advice}", context)
