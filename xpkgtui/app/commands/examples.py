"""The commands of the screen that shows the examples of a package."""

from xpkgtui.app.commands.command import Command, Group, Scope, commands
from xpkgtui.app.commands.table import COMMANDS

OWN: tuple[Command, ...] = (
    *commands(Scope.SCREEN, Group.GOING,
        ("examples.pane", "tab", "next_pane(1)", "Next pane", "Next pane"),
        ("examples.pane.before", "shift+tab", "next_pane(-1)", "Previous pane", "Previous pane"),
        ("examples.detail", "0", "pane(1)", "Detail", "Go to Detail"),
        ("examples.list", "1", "pane(0)", "Examples", "Go to the examples"),
        ("examples.tab.next", "right_square_bracket", "tab(1)", "Next tab", "Next tab"),
        ("examples.tab.previous", "left_square_bracket", "tab(-1)", "Previous tab", "Previous tab"),
        ("examples.close", "escape,minus,E", "close", "Back", "Stop reading, clear the filter, or go back"),
    ),
    *commands(Scope.SCREEN, Group.FINDING,
        ("examples.filter", "slash", "filter", "Filter", "Filter the examples, or search the text"),
    ),
    *commands(Scope.SCREEN, Group.TAKING,
        ("examples.copy", "y", "copy", "Copy name", "Copy the name of the example", "p"),
        ("examples.copy.as", "Y", "copy_as", "Copy as", "Copy as: place, message, list, JSON, command …", "p"),
    ),
    *commands(Scope.SCREEN, Group.PROGRAM,
        ("examples.again", "r", "again", "Retry", "Read examples again that could not be read", "p"),
    ),
)  # fmt: skip
KEYS: tuple[Command, ...] = (
    *OWN,
    *(one for one in COMMANDS if one.scope is not Scope.SCREEN and not one.priority),
)
"""All that the screen answers, but for what counts on every screen."""
_BY_ID = {one.id: one for one in KEYS}
_FOOTER = ("list.enter", "examples.filter", "examples.tab.next", "examples.copy", "examples.copy.as")
_UNREAD = {"examples.filter", "examples.tab.next", "examples.copy", "examples.copy.as"}


def hints(*, enter: str, is_read: bool, is_text: bool, has_failed: bool) -> tuple[tuple[str, str], ...]:
    """Keys and labels of the footer; `enter` says what that does, empty for nothing."""
    labels = {"list.enter": enter, "examples.filter": "Search" if is_text else ""}
    named = [name for name in _FOOTER if is_read or name not in _UNREAD]
    named = [name for name in named if name != "list.enter" or enter]
    named += ["examples.again"] if has_failed else []
    shown = (_BY_ID[name] for name in (*named, "examples.close", "help", "quit"))
    return tuple((one.key, labels.get(one.id) or one.label) for one in shown)
