"""The commands of the screen that shows what a package depends on."""

from xpkgtui.app.commands.command import Command, Group, Scope, commands
from xpkgtui.app.commands.table import COMMANDS

OWN: tuple[Command, ...] = (
    *commands(Scope.SCREEN, Group.GOING,
        ("needed.pane", "tab", "next_pane(1)", "Next pane", "Next pane"),
        ("needed.pane.before", "shift+tab", "next_pane(-1)", "Previous pane", "Previous pane"),
        ("needed.detail", "0", "pane(2)", "Detail", "Go to Detail"),
        ("needed.tree", "1", "pane(0)", "Packages", "Go to the packages"),
        ("needed.versions", "2", "pane(1)", "Versions", "Go to the versions of the package"),
        ("needed.tab.next", "right_square_bracket", "tab(1)", "Next tab", "Next tab"),
        ("needed.tab.previous", "left_square_bracket", "tab(-1)", "Previous tab", "Previous tab"),
        ("needed.close", "escape,minus,P", "close", "Back", "Stop asking, clear the filter, or go back"),
    ),
    *commands(Scope.SCREEN, Group.LOOKING,
        ("needed.why", "x", "why", "Why", "Show each step of resolving, or the package again", "p"),
        ("needed.upgrades", "u", "upgrades", "Upgrades", "Resolve with upgrades of dependencies, or without", "p"),
        ("needed.rest", "a", "ask_rest", "Ask the rest", "Open packages that were not opened for their size", "p"),
        ("needed.tags", "T", "tags", "Versions", "List all versions of the package in its registry", "p"),
    ),
    *commands(Scope.SCREEN, Group.FINDING,
        ("needed.filter", "slash", "filter", "Filter", "Filter the packages"),
        ("needed.next", "greater_than_sign", "trouble(1)", "Next conflict", "Go to the next conflict", "p"),
        ("needed.previous", "less_than_sign", "trouble(-1)", "Previous conflict", "Go to the previous conflict", "p"),
    ),
    *commands(Scope.SCREEN, Group.TAKING,
        ("needed.copy", "y", "copy", "Copy", "Copy the name of the package", "p"),
        ("needed.copy.as", "Y", "copy_as", "Copy as", "Copy as tree, Graphviz, Mermaid, JSON, command …", "p"),
    ),
    *commands(Scope.SCREEN, Group.PROGRAM,
        ("needed.again", "r", "again", "Refresh", "Ask registries again", "p"),
    ),
)  # fmt: skip
KEYS: tuple[Command, ...] = (
    *OWN,
    *(one for one in COMMANDS if one.scope is not Scope.SCREEN and not one.priority),
)
"""All that the screen answers, but for what counts on every screen."""
_BY_ID = {one.id: one for one in KEYS}
_FOOTER = ("list.enter", "needed.next", "needed.rest", "needed.filter", "needed.copy.as")


def hints(*, is_failed: bool, has_trouble: bool, has_rest: bool, is_asking: bool) -> tuple[tuple[str, str], ...]:
    """Keys and labels of the footer; what has nothing to do is left out."""
    idle = {"needed.next": not has_trouble, "needed.rest": not has_rest}
    named = ("needed.again",) if is_failed else tuple(name for name in _FOOTER if not idle.get(name))
    named = ("needed.close", *named) if is_asking else (*named, "needed.close")
    shown = (_BY_ID[name] for name in (*named, "help", "quit"))
    return tuple((one.key, "Stop" if is_asking and one.id == "needed.close" else one.label) for one in shown)
