"""Calls of the program: the name it goes by, its commands, and calls that no parser of options is loaded for."""

import os
import sys
from collections.abc import Callable, Sequence

from xpkgtui.cli.context import CommandContext
from xpkgtui.cli.output import has_screen

DEFAULT = "browse"
COMMANDS = (
    *("demo", "check", "why", "diff", "show", "ls", "cat", "save", "explain", "examples", "upgrades", "deps"),
    *("plan", "outdated", "images", "rbac", "tags", "referrers", "report", "rules", "manual", "schema", "cache"),
    *("config", "completion"),
)
"""The commands in the order of help; each is a module of `xpkgtui.cli.commands`."""
_DEMO = "demo"
"""The command, and the SOURCE that it opens."""


def called_name(path: str) -> str:
    """The program as it was called: `kubectl xpkg` for kubectl's plugin, `python -m xpkgtui` for the module."""
    name = os.path.basename(path)
    if name == "__main__.py":
        return "python -m xpkgtui"
    if name.startswith("kubectl-"):
        return "kubectl " + name.removeprefix("kubectl-").replace("_", "-")
    return name or "xpkgtui"


def plain_call(
    words: Sequence[str], context: CommandContext, *, has_screen: Callable[[], bool] = has_screen
) -> Callable[[], int] | None:
    """The call that opens the screen without an option: `demo`, a SOURCE, or nothing; None for any other.

    click, and the options of all commands, take as long as a twentieth of such a start.
    """
    if len(words) > 1 or any(name.endswith("_COMPLETE") for name in context.environment):
        return None
    source = words[0] if words else None
    is_demo = source == _DEMO
    if (source is not None and not is_demo and not _is_source(source)) or not has_screen():
        return None

    def call() -> int:
        from xpkgtui.cli.exit_codes import code_of_run
        from xpkgtui.cli.screen import screen

        flags = {"offline": True} if is_demo else {}
        return code_of_run(lambda: screen(context, source, flags), called_name(sys.argv[0]), context.environment)

    return call


def _is_source(word: str) -> bool:
    """Whether it can be nothing else: a word of letters may be a misspelt command."""
    if not word or word.startswith("-") or word in (*COMMANDS, DEFAULT):
        return False
    return os.path.lexists(word) or not word.isalpha()
