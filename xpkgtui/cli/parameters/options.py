"""Options that several commands share, `--platform` among them: one platform of a source, or each in turn."""

import logging
import sys
from collections.abc import Awaitable, Callable
from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.types import IntParamType

from xpkgtui.cli.output import knows_escapes, say
from xpkgtui.cli.parameters import completions
from xpkgtui.errors import Usage
from xpkgtui.limits import TABLE

if TYPE_CHECKING:
    from xpkgtui.inspection.inspection import Inspection
    from xpkgtui.inspection.messages.requests import Options
    from xpkgtui.service.port import Port


_LEVELS = (logging.WARNING, logging.INFO, logging.DEBUG)
_ASKED = "xpkgtui.verbose"
_CLEAR = "\r\x1b[2K"


class _Saying(logging.Handler):
    """Writes messages, which are safe to print, over the line of progress."""

    def emit(self, record: logging.LogRecord) -> None:
        clear = _CLEAR if knows_escapes(sys.stderr) else ""
        say(f"{clear}{record.getMessage()}\n")


def _listen(click_context: click.Context, _parameter: click.Parameter, count: int) -> None:
    """Prints what is logged about requests until the command ends."""
    if not count or click_context.resilient_parsing:
        return
    click_context.meta[_ASKED] = True
    from xpkgtui.sources.access import REQUESTS

    handler = _Saying()
    REQUESTS.addHandler(handler)
    REQUESTS.setLevel(_LEVELS[min(count, 2)])

    def stop() -> None:
        REQUESTS.removeHandler(handler)
        REQUESTS.setLevel(logging.WARNING)

    click_context.call_on_close(stop)


def is_verbose(click_context: click.Context) -> bool:
    """Whether `--verbose` was given."""
    return _ASKED in click_context.meta


VERBOSE = click.option(
    "-v",
    "--verbose",
    count=True,
    expose_value=False,
    callback=_listen,
    help="Log every request and its time to standard error; -vv also logs headers.",
)


Command = TypeVar("Command", bound=Callable[..., Any])


class OutputFormat(StrEnum):
    """The form in which a command prints."""

    TEXT = "text"
    CONCISE = "concise"
    """One line a finding."""
    JSON = "json"
    JSONL = "jsonl"
    """One result a line, as soon as it is there."""
    MARKDOWN = "markdown"
    GITHUB = "github"
    """Workflow commands, which become annotations."""
    GITLAB = "gitlab"
    """A code quality report."""
    JUNIT = "junit"
    SARIF = "sarif"
    HTML = "html"
    """A page that needs nothing else."""
    YAML = "yaml"
    """Manifests to apply."""


_LIMITS = ", ".join(
    f"{one.name}={one.amount(one.default).replace(' ', '').replace(',', '')}" for one in TABLE.values()
)
_ACCESS = (
    click.option("--offline", is_flag=True, help="Use the cache only; send no requests."),
    click.option("--refresh", is_flag=True, help="Request everything again, ignoring the cache."),
    click.option("--cache-dir", metavar="DIR", shell_complete=completions.folders, help="Cache fetched data in DIR."),
    click.option("--no-cache", is_flag=True, help="Do not cache anything."),
    click.option("--plain-http", metavar="HOST", multiple=True, help="Use HTTP without TLS for HOST (repeatable)."),
    click.option("--insecure", metavar="HOST", multiple=True, help="Accept any certificate of HOST (repeatable)."),
    click.option(
        "--private-storage",
        metavar="HOST",
        multiple=True,
        help="Let HOST redirect to a private network (repeatable).",
    ),
    click.option(
        "--token-server",
        metavar="HOST",
        multiple=True,
        help="Let a registry have its tokens made by HOST, with your credentials (repeatable).",
    ),
    click.option(
        "--auth-file",
        metavar="FILE",
        shell_complete=completions.files,
        help="Read credentials from FILE first: a config.json, or a Secret of Kubernetes.",
    ),
    click.option(
        "--ca-file", metavar="FILE", shell_complete=completions.files, help="Also trust the certificates in FILE."
    ),
    click.option("--mirrors", is_flag=True, help="Ask mirrors of registries.conf first, which Crossplane does not."),
    click.option(
        "--limit",
        "limits",
        metavar="NAME=VALUE",
        multiple=True,
        help=f"Change a limit on what is read (repeatable). The defaults: {_LIMITS}.",
    ),
    click.option(
        "--exclude",
        metavar="PATTERN",
        multiple=True,
        help="Ignore files of a folder of sources, as `xpkg build --ignore` does (repeatable).",
    ),
    VERBOSE,
)


def access_options(command: Command) -> Command:
    """Adds the options for registries and the cache."""
    return add_options(command, _ACCESS)


def format_option(command: Command) -> Command:
    """Adds `--format`: text or json."""
    return _format_option(command, (OutputFormat.TEXT, OutputFormat.JSON), "text (default) or json.")


def choice_of_format(words: str, *names: str) -> Callable[[Command], Command]:
    """Makes `--format` of a command with forms of its own; text is the default."""
    return click.option("--format", "format", type=click.Choice(names), default="text", help=words)


def matrix_format_option(command: Command) -> Command:
    """Adds `--format` of a command that prints a table."""
    return _format_option(
        command, (OutputFormat.TEXT, OutputFormat.JSON, OutputFormat.MARKDOWN), "text (default), json or markdown."
    )


def _format_option(command: Command, formats: tuple[OutputFormat, ...], words: str) -> Command:
    option = click.option(
        "--format",
        type=click.Choice([one.value for one in formats]),
        default=OutputFormat.TEXT.value,
        callback=lambda _context, _parameter, value: OutputFormat(value),
        help=words,
    )
    return add_options(command, (option,))


def add_options(command: Command, options: tuple[Callable[[Command], Command], ...]) -> Command:
    """Adds options to a command, in the order of its help."""
    for option in reversed(options):
        command = option(command)
    return command


class WholeNumber(IntParamType):
    """A whole number from 0."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number; fails with a sentence for any other word."""
        number: int = super().convert(value, param, ctx)
        if number < 0:
            self.fail(f"{value} is below 0.", param, ctx)
        return number


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
        from xpkgtui.oci.descriptor import Platform
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
