"""The commands of the screen that lists the tags of a repository."""

from xpkgtui.app.commands.command import Command, Group, Scope, commands
from xpkgtui.app.commands.table import COMMANDS

OWN: tuple[Command, ...] = (
    *commands(Scope.SCREEN, Group.GOING,
        ("tags.close", "escape,minus,T", "close", "Back", "Stop asking, clear the filter, or go back"),
    ),
    *commands(Scope.SCREEN, Group.LOOKING,
        ("tags.why", "x", "why", "Why", "Why the tags are in this order", "p"),
        ("tags.mark", "m", "mark", "Mark", "Mark this version, to compare another one with it", "p"),
        ("tags.compare", "D", "compare", "Compare", "What changes from the marked version to this one", "p"),
    ),
    *commands(Scope.SCREEN, Group.FINDING,
        ("tags.filter", "slash", "filter", "Filter", "Filter the tags"),
    ),
    *commands(Scope.SCREEN, Group.TAKING,
        ("tags.copy", "y", "copy", "Copy", "Copy the reference, with the digest where it is known", "p"),
        ("tags.copy.all", "Y", "copy_as", "As text", "Copy the list as text", "p"),
    ),
    *commands(Scope.SCREEN, Group.PROGRAM,
        ("tags.again", "r", "again(False)", "Refresh", "List the tags again", "p"),
        ("tags.again.all", "ctrl+r", "again(True)", "Reload all", "List the tags again, ignoring the cache", "p"),
    ),
)  # fmt: skip
KEYS: tuple[Command, ...] = (
    *OWN,
    *(one for one in COMMANDS if one.scope is not Scope.SCREEN and not one.priority),
)
"""All that the screen answers, but for what counts on every screen."""
_BY_ID = {one.id: one for one in KEYS}
_FOOTER = ("list.enter", "tags.mark", "tags.compare", "tags.filter", "tags.copy")


def hints(*, is_failed: bool = False, is_explained: bool = False, asks: bool = False) -> tuple[tuple[str, str], ...]:
    """Keys and labels of the footer; `asks` says that `enter` asks for the tag before it opens it."""
    named = ("tags.again",) if is_failed else () if is_explained else _FOOTER
    shown = (_BY_ID[name] for name in (*named, "tags.close", "help", "quit"))
    return tuple((one.key, "Ask" if asks and one.id == "list.enter" else one.label) for one in shown)
