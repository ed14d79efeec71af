"""The default command: browses a SOURCE on the screen; without a terminal prints its summary."""

from collections.abc import Mapping
from pathlib import Path

import click

from xpkgtui.cli.context import CommandContext, context_of, program_name
from xpkgtui.cli.exit_codes import USAGE
from xpkgtui.cli.output import has_screen, say
from xpkgtui.cli.parameters import completions
from xpkgtui.cli.parameters.cluster import policy_option, text_of
from xpkgtui.cli.parameters.options import OutputFormat, access_options, one_platform_option
from xpkgtui.cli.parameters.profiles import profile_options
from xpkgtui.errors import Usage

_COMMANDS = ("check", "why", "show", "ls", "cat", "upgrades", "rules", "cache", "completion")
"""Those that may be meant where one stands behind a SOURCE."""


def _checked_place(_context: click.Context, _parameter: click.Parameter, value: str) -> str:
    """The text of a place that can be one; raises `Usage`."""
    if value:
        from xpkgtui.app.state.places import parse_place
        from xpkgtui.visible import clip, line

        try:
            parse_place(value)
        except ValueError as error:
            raise Usage(f"--at is {clip(line(value), 60)!r}", hint=f"{error}.") from error
    return value


at_option = click.option(
    "--at",
    metavar="PLACE",
    default="",
    callback=_checked_place,
    help="Open the screen at a place: layer/2, finding/XPKG401, file/PATH, or KIND/NAME[:FIELD], such as "
    "crd/buckets:spec.forProvider.region.",
)
"""`--at`, of the commands that open the screen."""


@click.command(
    "browse",
    hidden=True,
    epilog="\b\nExamples:\n  xpkgtui package.xpkg --at layer/2\n  xpkgtui kube:provider/acme",
)
@click.argument("source", required=False, shell_complete=completions.sources)
@click.argument("more", nargs=-1, metavar="")
@at_option
@policy_option(
    "ImageConfigs, and Secrets with their keys: what they make of the image stands in Findings and behind R"
)
@one_platform_option
@profile_options
@access_options
@click.pass_context
def command(
    click_context: click.Context,
    /,
    source: str | None,
    more: tuple[str, ...],
    at: str,
    policies: tuple[Path, ...],
    platform: str,
    **flags: object,
) -> int:
    """Open SOURCE on the screen; without SOURCE, open the start screen."""
    if more:
        raise _too_many(click_context, source or "", more)
    if source == "":
        raise Usage("SOURCE is empty", hint="Omit it to open the start screen.")
    if at and source is None:
        raise Usage("--at is a place of a package, and SOURCE is missing", hint="Name the package.")
    texts = tuple(map(text_of, policies))
    return browse(click_context, context_of(click_context), source, flags, platform=platform, at=at, policies=texts)


def browse(
    click_context: click.Context,
    context: CommandContext,
    source: str | None,
    flags: Mapping[str, object],
    *,
    platform: str = "",
    at: str = "",
    policies: tuple[str, ...] = (),
) -> int:
    """Opens the screen, or without a terminal prints the summary."""
    if has_screen():
        from xpkgtui.cli.screen import screen

        return screen(context, source, flags, platform=platform, at=at, policies=policies)
    if policies:
        raise Usage("--policy is for the screen, which needs a terminal", hint="check and referrers take --policy.")
    if source is None:
        program = program_name(click_context)
        hint = f"name a SOURCE; see {program} --help"
        say(f"{program}: the start screen needs a terminal\n  hint   {hint}\n")
        return USAGE
    from xpkgtui.cli.commands.show import show

    return show(click_context, context, source, OutputFormat.TEXT, flags, platform=platform, opened_is_fine=True)


def _too_many(click_context: click.Context, source: str, more: tuple[str, ...]) -> click.UsageError:
    """The error for more than one SOURCE: most often a command is misspelt, or follows an option."""
    import difflib

    words = (source, *more)
    command_name = next((word for word in words if word in _COMMANDS), None) or next(
        iter(difflib.get_close_matches(source, _COMMANDS, 1, 0.6)), None
    )
    advice = f"; did you mean the command {command_name}? It comes first" if command_name else ""
    return click.UsageError(f"browse opens one SOURCE at a time, not {len(words)}{advice}", click_context)
