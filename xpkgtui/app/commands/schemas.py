"""The commands of the screen that shows the schemas of a definition."""

from xpkgtui.app.commands.command import Command, Group, Scope, commands
from xpkgtui.app.commands.table import COMMANDS

OWN: tuple[Command, ...] = (
    *commands(Scope.SCREEN, Group.GOING,
        ("schemas.pane", "tab", "next_pane(1)", "Next pane", "Next pane"),
        ("schemas.pane.before", "shift+tab", "next_pane(-1)", "Previous pane", "Previous pane"),
        ("schemas.detail", "0", "pane(2)", "Detail", "Go to Detail"),
        ("schemas.versions", "1", "pane(0)", "Versions", "Go to the versions"),
        ("schemas.fields", "2", "pane(1)", "Fields", "Go to the fields"),
        ("schemas.tab.next", "right_square_bracket", "tab(1)", "Next tab", "Next tab"),
        ("schemas.tab.previous", "left_square_bracket", "tab(-1)", "Previous tab", "Previous tab"),
        ("schemas.close", "escape,minus,S", "close", "Back", "Clear the filter, or go back"),
    ),
    *commands(Scope.SCREEN, Group.LOOKING,
        ("schemas.version", "v", "schema_version", "Version", "Show the next version", "p"),
        ("schemas.compare", "c", "schema_compare", "Compare versions", "Compare it with the version before", "p"),
        ("schemas.why", "x", "why", "Why", "Why the package is accepted or refused, by every tool", "p"),
        ("schemas.open.all", "O", "open_all(True)", "Open all", "Open every field, or block of the text", "p"),
        ("schemas.close.all", "X", "open_all(False)", "Close all", "Close every field, or block of the text", "p"),
    ),
    *commands(Scope.SCREEN, Group.FINDING,
        ("schemas.filter", "slash", "filter", "Filter", "Filter the fields, or search the text"),
        ("schemas.search", "a", "search_fields", "Find a field", "Find a field of all definitions", "p"),
    ),
    *commands(Scope.SCREEN, Group.TAKING,
        ("schemas.copy", "y", "copy", "Copy path", "Copy the path of the field", "p"),
        ("schemas.copy.as", "Y", "copy_as", "Copy as", "Copy as: path, kubectl explain, YAML …", "p"),
    ),
)  # fmt: skip
KEYS: tuple[Command, ...] = (
    *OWN,
    *(one for one in COMMANDS if one.scope is not Scope.SCREEN and not one.priority),
)
"""All that the screen answers, but for what counts on every screen."""
_BY_ID = {one.id: one for one in KEYS}
_FOOTER = (
    "schemas.version",
    "schemas.filter",
    "schemas.compare",
    "schemas.search",
    "schemas.copy",
    "schemas.copy.as",
)


def hints(*, has_versions: bool, has_other: bool, is_compared: bool, is_text: bool) -> tuple[tuple[str, str], ...]:
    """Keys and labels of the footer; `has_other` says that the kind has another version."""
    idle = {"schemas.version": not has_versions, "schemas.compare": not has_other}
    labels = {
        "schemas.filter": "Search" if is_text else "",
        "schemas.compare": "End comparison" if is_compared else "",
    }
    named = (*(name for name in _FOOTER if not idle.get(name)), "schemas.close", "help", "quit")
    return tuple((_BY_ID[name].key, labels.get(name) or _BY_ID[name].label) for name in named)
