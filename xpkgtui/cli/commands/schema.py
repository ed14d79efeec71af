"""`schema`: the JSON Schema of each document and of each file of settings."""

import json
from collections.abc import Mapping
from typing import Any

import click

from xpkgtui.cli.output import write
from xpkgtui.cli.parameters import completions
from xpkgtui.errors import Usage
from xpkgtui.settings.keys import KEYS
from xpkgtui.visible import line

_FAIL_ON = "The severity from which `check` ends with 1"


@click.command(
    "schema",
    short_help="Print the JSON Schema of a command's JSON, or of a config file.",
    epilog="\b\nExamples:\n  xpkgtui schema check",
)
@click.argument("name", metavar="[NAME]", default="", shell_complete=completions.schemas)
@click.pass_context
def command(click_context: click.Context, /, name: str) -> None:
    """Print a JSON Schema: NAME is a command that has --format json, config.toml, or xpkgtui.toml, the config file of
    a folder of sources. Without NAME, list them.
    """
    from xpkgtui.reporting.documents.schemas import DOCUMENTS
    from xpkgtui.settings.described import FILES

    root, names = click_context.find_root(), (*DOCUMENTS, *FILES)
    if not name:
        write("".join(f"{one:<{max(map(len, names))}}  {_schema(one, root)['title']}\n" for one in names))
    elif name in names:
        write(json.dumps(_schema(name, root), indent=2, ensure_ascii=False) + "\n")
    else:
        raise Usage(f"there is no schema {line(name)}", hint=f"Name one of these: {', '.join(names)}.")


def _schema(name: str, root: click.Context) -> Mapping[str, Any]:
    from xpkgtui.reporting.documents.schemas import schema_of
    from xpkgtui.settings.described import FILES, of_config, of_project

    if name not in FILES:
        return schema_of(name)
    words = setting_words(root)
    return of_config(words) if name == "config.toml" else of_project(words)


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
