"""Writes what the program prints into README.md and the manual: `python tests/readme.py [PAGE...]`.

The text between the comments `keys` and `/keys`, and so on for `help`, `settings` and `limits`, is made here. So is
what stands between `run: ARGUMENTS` and `/run`: the output of xpkgtui with these arguments, which name packages that
`builders/manual.py` makes. `run 1-9 14: ARGUMENTS` shows these lines alone. Snippets get the address of the project.
"""
# ruff: noqa: E402 - the checkout is put on the path before the program is imported

import re
import sys
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from builders.manual import HOST, fill, lay_out, printed
from builders.registry.registries import DebianRegistry

from xpkgtui import __version__
from xpkgtui.app.commands.command import Command
from xpkgtui.app.commands.table import COMMANDS
from xpkgtui.cli.commands.schema import setting_words
from xpkgtui.cli.program import program
from xpkgtui.limits import TABLE
from xpkgtui.reporting.addresses import HOME
from xpkgtui.reporting.chapters import NAMES
from xpkgtui.settings.keys import KEYS

PAGES = (ROOT / "README.md", *(ROOT / "xpkgtui" / "manual" / f"{name}.md" for name in NAMES))
ADDRESSES = {
    r"git\+https://\S+": f"git+{HOME.repository}@v{__version__}",
    r"(?<=uses: )\S+/check@v[\w.]+": f"{HOME.project}/.github/actions/check@v{__version__}",
    r"(?<=repo: )https://\S+": HOME.repository,
    r"(?<=rev: )v[\w.]+": f"v{__version__}",
    r"(?<=image: )ghcr\.io/\S+": f"{HOME.image}:{__version__}",
}
"""Where a snippet names the project or its version."""
_RUN = re.compile(r"(<!-- run(?: ([0-9 -]+))?: (.+?) -->\n).*?(<!-- /run -->)", re.DOTALL)


def keys() -> str:
    """Every command of the screen, by what it is for."""
    rows = ["| | keys | |", "|---|---|---|"]
    for group, commands in groupby(sorted(COMMANDS, key=_group), key=lambda command: command.group):
        title = f"**{group}**"
        told: set[str] = set()
        for command in commands:
            if (command.keys or command.help) in told:
                continue
            told.add(command.keys or command.help)
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
    for pattern_of, address in ADDRESSES.items():
        page = re.sub(pattern_of, address, page)
    return page


def has_runs(page: str, *, of_registry: bool) -> bool:
    """Whether a page shows the output of a command, of one that needs a registry or of one that does not."""
    return any((HOST in call) is of_registry for _, _, call, _ in _RUN.findall(page))


def with_outputs(page: str, folder: Path, host: str = "") -> str:
    """A page with the outputs of its commands, which run in a folder; without `host` those of a registry stay."""

    def block(match: re.Match[str]) -> str:
        head, lines, call, end = match.groups()
        if HOST in call and not host:
            return match[0]
        rows = _chosen(printed(call, folder, host if HOST in call else "").rstrip().split("\n"), lines or "")
        return "\n".join([f"{head}```text", f"$ xpkgtui {call}", *rows, "```", end])

    return _RUN.sub(block, page)


def _chosen(rows: list[str], lines: str) -> list[str]:
    """The lines `1-9 14`, counted from 1, with `…` for what is left out; all where none are named."""
    if not lines.strip():
        return rows
    found: list[str] = []
    last = 0
    for part in lines.split():
        first, _, end = part.partition("-")
        found += ["…"] if int(first) > last + 1 else []
        last = min(int(end or first), len(rows))
        found += rows[int(first) - 1 : last]
    return found + (["…"] if last < len(rows) else [])


def _group(command: Command) -> int:
    order = list(dict.fromkeys(each.group for each in COMMANDS))
    return order.index(command.group)


def _write(names: list[str]) -> None:
    registry = DebianRegistry(forgets=True).start()
    try:
        with TemporaryDirectory() as made:
            folder = Path(made)
            lay_out(folder)
            fill(registry, folder)
            for page in PAGES:
                if not names or page.stem in names:
                    page.write_text(with_outputs(written(page.read_text()), folder, registry.host))
    finally:
        registry.remove()


if __name__ == "__main__":
    _write(sys.argv[1:])
