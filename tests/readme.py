"""Writes the keys, the commands and the limits into README.md from the program: `python tests/readme.py`.

What stands between the comments `keys` and `/keys`, `help` and `/help`, `limits` and `/limits`, is made here.
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
from xpkgtui.cli.program import program
from xpkgtui.limits import TABLE


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


def written(readme: str) -> str:
    """README with all blocks as they should be."""
    for name, block in (("keys", keys()), ("help", usage()), ("limits", limits())):
        pattern = re.compile(f"(<!-- {name} -->\n).*?(<!-- /{name} -->)", re.DOTALL)
        readme = pattern.sub(lambda match, block=block: f"{match[1]}{block}\n{match[2]}", readme)  # type: ignore[misc]
    return readme


def _group(command: Command) -> int:
    order = list(dict.fromkeys(each.group for each in COMMANDS))
    return order.index(command.group)


if __name__ == "__main__":
    path = ROOT / "README.md"
    path.write_text(written(path.read_text()))
