"""`config`: every setting with its origin, the path of the config file, and what is wrong in one."""

import json
from collections.abc import Mapping
from pathlib import Path

import click

from xpkgtui.cli.context import context_of
from xpkgtui.cli.output import write
from xpkgtui.cli.parameters import completions
from xpkgtui.cli.parameters.options import OutputFormat, format_option
from xpkgtui.errors import NotFound
from xpkgtui.settings.keys import KEYS


@click.group(
    "config",
    invoke_without_command=True,
    short_help="Show the settings and their origins: show, path, validate, schema.",
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
        values = {one.name: {"value": one.value, "origin": one.origin, "where": one.where or None} for one in found}
        write(json.dumps({"schema": "xpkgtui.config/v1", "settings": values}, indent=2, sort_keys=True) + "\n")
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
    said = f"is fine: {number}" if chosen.exists() else "is not there; that is fine"
    write(f"{line(str(chosen))} {said}\n")


@command.command("schema", short_help="Print a JSON Schema of a config file.")
@click.argument("file", type=click.Choice(["config.toml", "xpkgtui.toml"]), default="config.toml")
@click.pass_context
def schema(click_context: click.Context, file: str) -> None:
    """Print a JSON Schema of the config file, or of the xpkgtui.toml of a folder of sources, for an editor."""
    from xpkgtui.settings.described import of_config, of_project

    words = setting_words(click_context.find_root())
    write(json.dumps(of_config(words) if file == "config.toml" else of_project(words), indent=2) + "\n")


_FAIL_ON = "The severity from which `check` ends with 1"


def setting_words(root: click.Context) -> Mapping[str, str]:
    """The words by the name of each setting; `root` is the context of the program."""
    group = root.command
    assert isinstance(group, click.Group)
    browse = group.get_command(root, "browse")
    helps = {
        one.opts[0]: one.help or "" for one in (browse.params if browse else ()) if isinstance(one, click.Option)
    }
    return {key.name: _short(helps.get(key.option, _FAIL_ON if key.name == "fail-on" else "")) for key in KEYS}


def _short(words: str) -> str:
    return words.partition(":")[0].rstrip(".").replace(" (repeatable)", "")
