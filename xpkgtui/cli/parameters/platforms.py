"""`--platform`: one platform of a source, or each of them in turn."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

import click

from xpkgtui.cli.parameters import completions
from xpkgtui.cli.parameters.options import Command, add_options
from xpkgtui.errors import Usage

if TYPE_CHECKING:
    from xpkgtui.inspection.inspection import Inspection
    from xpkgtui.inspection.messages.requests import Options
    from xpkgtui.service.port import Port

Value = TypeVar("Value")

ALL = "all"


def platform_option(command: Command) -> Command:
    """Adds `--platform` of a command that can do several in turn."""
    return _platform_option(
        command, "OS/ARCH|all", "The platform to read: linux/arm64, or all in turn (default: linux/amd64)."
    )


def one_platform_option(command: Command) -> Command:
    """Adds `--platform` of a command that shows one."""
    return _platform_option(command, "OS/ARCH", "The platform to open, such as linux/arm64 (default: linux/amd64).")


def two_platforms_option(command: Command) -> Command:
    """Adds `--platform` of a command with two sources: the platform of both, or given twice that of each."""
    words = (
        "The platform to compare, such as linux/arm64 (default: linux/amd64); given twice, that of OLD and of NEW."
    )
    check = _checked(takes_all=False)

    def checked(context: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> tuple[str, str]:
        names = tuple(check(context, parameter, value) for value in values) or ("",)
        if len(names) > 2:
            raise Usage("--platform is given more than twice", hint="Give that of OLD, then that of NEW.")
        return names[0], names[-1]

    option = click.option(
        "--platform",
        "platforms",
        metavar="OS/ARCH",
        multiple=True,
        callback=checked,
        shell_complete=completions.platforms,
        help=words,
    )
    return add_options(command, (option,))


async def for_each_platform(
    port: "Port",
    source: str,
    options: "Options",
    work: "Callable[[Inspection], Awaitable[Value]]",
    *,
    judged: bool = True,
) -> list[Value]:
    """The results of `work` for the platform of `options`, or with `all` for each one while it is open."""
    from xpkgtui.cli.reading.port_client import inspect, inspect_platform

    if options.platform != ALL:
        return [await work(await inspect(port, source, options, judged=judged))]
    first = await inspect(port, source, replace(options, platform="", every_platform=True), judged=judged)
    others = [row for row in first.entries if row.is_package and not row.selected]
    return [
        await work(first),
        *[await work(await inspect_platform(port, first, row, judged=judged)) for row in others],
    ]


def _platform_option(command: Command, metavar: str, words: str) -> Command:
    return add_options(
        command,
        (
            click.option(
                "--platform",
                metavar=metavar,
                default="",
                callback=_checked(ALL in metavar),
                shell_complete=completions.platforms,
                help=words,
            ),
        ),
    )


def _checked(takes_all: bool) -> Callable[[click.Context, click.Parameter, str], str]:
    def check(_context: click.Context, _parameter: click.Parameter, value: str) -> str:
        if not value or (takes_all and value == ALL):
            return value
        from xpkgtui.errors import Malformed
        from xpkgtui.oci.platform import Platform
        from xpkgtui.visible import clip, line

        try:
            Platform.named(value)
        except Malformed as error:
            hint = "all is for check, show, ls and cat: the screen lists every platform." if value == ALL else ""
            raise Usage(
                f"--platform is {clip(line(value), 40)!r}",
                hint=hint or f"It takes OS/ARCH{' or all' if takes_all else ''}, such as linux/arm64.",
            ) from error
        return value

    return check
