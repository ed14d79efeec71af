"""`config`: every setting with its origin, the path of the config file, and what is wrong in one."""

from pathlib import Path

import click

from xpkgtui.cli.context import context_of
from xpkgtui.cli.output import write
from xpkgtui.cli.parameters import completions
from xpkgtui.cli.parameters.options import OutputFormat, format_option
from xpkgtui.errors import NotFound


@click.group(
    "config",
    invoke_without_command=True,
    short_help="Show the settings and their origins: show, path, validate.",
    epilog="\b\nExamples:\n  xpkgtui config show\n  xpkgtui config validate xpkgtui.toml",
)
@click.pass_context
def command(click_context: click.Context, /) -> None:
    """Show the settings, where each comes from, and what is wrong in a config file."""
    if click_context.invoked_subcommand is None:
        write(click_context.get_help() + "\n")


@command.command("show", short_help="Show each setting with its value and its origin.")
@format_option
@click.pass_context
def show(click_context: click.Context, format: OutputFormat) -> None:
    """Show each setting with its value and its origin: default, config file or environment."""
    from xpkgtui.cli.parameters.opening import require_profile, settings_of
    from xpkgtui.reporting.as_text.tables import table
    from xpkgtui.settings.described import described
    from xpkgtui.settings.folders import config_file

    context = context_of(click_context)
    settings = settings_of(context, {})
    require_profile(settings.profile)
    found = tuple(described(settings, config_file(context.environment)))
    if format is OutputFormat.JSON:
        from xpkgtui.reporting.documents.config import config

        write(config(found))
        return
    rows = [(one.name, one.value or "–", one.where or one.origin) for one in found]
    write("".join(f"{row.strip()}\n" for row in table(rows)))


@command.command("path", short_help="Print the path of the config file.")
@click.pass_context
def path(click_context: click.Context) -> None:
    """Print the path of the config file, which may not exist."""
    from xpkgtui.settings.folders import config_file
    from xpkgtui.visible import line

    write(line(str(config_file(context_of(click_context).environment))) + "\n")


@command.command("validate", short_help="Check a config file, and name the first error.")
@click.argument("file", default="", shell_complete=completions.files)
@click.pass_context
def validate(click_context: click.Context, file: str) -> None:
    """Check FILE, by default the config file: unknown keys, values that are not valid. Ends with 2 for the first one.

    A file named xpkgtui.toml is checked as that of a folder of sources.
    """
    from xpkgtui.cli.parameters.opening import require_profile
    from xpkgtui.settings.folders import config_file
    from xpkgtui.settings.settings import read_config, settings_with
    from xpkgtui.sources.folder.project_file import NAME, excluded_by_project
    from xpkgtui.visible import line

    chosen = Path(file) if file else config_file(context_of(click_context).environment)
    if file and not chosen.is_file():
        raise NotFound(f"{line(file)} is not a regular file" if chosen.exists() else f"there is no file {line(file)}")
    if chosen.name == NAME:
        excluded_by_project(chosen.parent)
        write(f"{line(str(chosen))} is fine\n")
        return
    config = read_config(chosen)
    require_profile(settings_with(config, {}, {}).profile)
    number = f"{len(config)} setting{'' if len(config) == 1 else 's'}"
    sentence = f"is fine: {number}" if chosen.exists() else "is not there; that is fine"
    write(f"{line(str(chosen))} {sentence}\n")
