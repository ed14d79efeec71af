"""Writes what the program says of itself into README.md and screenshots/KEYS.md: `python tests/readme.py`.

The text between the comments `keys` and `/keys`, and so on for `help`, `settings` and `limits`, is made here.
"""
# ruff: noqa: E402 - the checkout is put on the path before the program is imported

import re
import sys
from itertools import groupby
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT)]

from xpkgtui.app.commands.command import Command
from xpkgtui.app.commands.table import COMMANDS
from xpkgtui.cli.commands.schema import setting_words
from xpkgtui.cli.program import program
from xpkgtui.limits import TABLE
from xpkgtui.settings.keys import KEYS

PAGES = (ROOT / "README.md", ROOT / "screenshots" / "KEYS.md")


def keys() -> str:
    """Every command of the screen, by what it is for."""
    rows = ["| | keys | |", "|---|---|---|"]
    for group, commands in groupby(sorted(COMMANDS, key=_group), key=lambda command: command.group):
        title = f"**{group}**"
        told: set[str] = set()
        for command in commands:
            if command.keys in told:
                continue
            told.add(command.keys)
            spelled = " ".join(f"`{key}`" for key in command.all_keys.split(" ")).replace("|", "\\|")
            rows.append(f"| {title} | {spelled} | {command.help} |")
            title = ""
    return "\n".join(rows)


def usage() -> str:
    """What `xpkgtui --help` says."""
    context = program.make_context("xpkgtui", [], resilient_parsing=True, terminal_width=100)
    return f"```text\n{program.get_help(context).rstrip()}\n```"


def limits() -> str:
    """The table of limits."""
    rows = ["| limit | usually | of what |", "|---|---|---|"]
    rows += [f"| `{one.name}` | {one.amount(one.default)} | {one.what} |" for one in TABLE.values()]
    return "\n".join(rows)


def settings() -> str:
    """The table of settings: config file, option, environment."""
    context = program.make_context("xpkgtui", [], resilient_parsing=True)
    words = setting_words(context)
    rows = [f"| `{key.name}` | `{key.option}` | `{key.variable}` | {words[key.name]} |" for key in KEYS]
    return "\n".join(["| in the file | option | environment | |", "|---|---|---|---|", *rows])


def written(page: str) -> str:
    """A page with all its blocks as they should be."""
    blocks = {"keys": keys(), "help": usage(), "settings": settings(), "limits": limits()}
    for name, block in blocks.items():
        pattern = re.compile(f"(<!-- {name} -->\n).*?(<!-- /{name} -->)", re.DOTALL)
        page = pattern.sub(lambda match, block=block: f"{match[1]}{block}\n{match[2]}", page)  # type: ignore[misc]
    return page


def _group(command: Command) -> int:
    order = list(dict.fromkeys(each.group for each in COMMANDS))
    return order.index(command.group)


if __name__ == "__main__":
    for page in PAGES:
        page.write_text(written(page.read_text()))
