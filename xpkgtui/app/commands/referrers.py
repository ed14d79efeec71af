"""The commands of the screen that shows what belongs to an image."""

from xpkgtui.app.commands.command import Command, Group, Scope, commands
from xpkgtui.app.commands.table import COMMANDS

OWN: tuple[Command, ...] = (
    *commands(Scope.SCREEN, Group.GOING,
        ("referrers.pane", "tab", "next_pane(1)", "Next pane", "Next pane"),
        ("referrers.pane.before", "shift+tab", "next_pane(-1)", "Previous pane", "Previous pane"),
        ("referrers.detail", "0", "pane(1)", "Detail", "Go to Detail"),
        ("referrers.list", "1", "pane(0)", "Referrers", "Go to the list"),
        ("referrers.tab.next", "right_square_bracket", "tab(1)", "Next tab", "Next tab"),
        ("referrers.tab.previous", "left_square_bracket", "tab(-1)", "Previous tab", "Previous tab"),
        ("referrers.close", "escape,minus,R", "close", "Back", "Stop asking, clear the filter, or go back"),
    ),
    *commands(Scope.SCREEN, Group.LOOKING,
        ("referrers.verify", "v", "verify", "Verify", "Verify signatures by the keys of the policy", "p"),
    ),
    *commands(Scope.SCREEN, Group.FINDING,
        ("referrers.filter", "slash", "filter", "Filter", "Filter the list, or search the text"),
    ),
    *commands(Scope.SCREEN, Group.TAKING,
        ("referrers.copy", "y", "copy", "Copy", "Copy the reference, pinned by digest", "p"),
        ("referrers.copy.as", "Y", "copy_as", "Copy as", "Copy as: signer, list, JSON, command …", "p"),
    ),
    *commands(Scope.SCREEN, Group.PROGRAM,
        ("referrers.again", "r", "again", "Ask again", "Ask the registry again", "p"),
    ),
)  # fmt: skip
KEYS: tuple[Command, ...] = (
    *OWN,
    *(one for one in COMMANDS if one.scope is not Scope.SCREEN and not one.priority),
)
"""All that the screen answers, but for what counts on every screen."""
_BY_ID = {one.id: one for one in KEYS}


def hints(*, can_open: bool, can_verify: bool, is_text: bool, is_known: bool) -> tuple[tuple[str, str], ...]:
    """Keys and labels of the footer."""
    named = ["list.enter"] if can_open else []
    named += ["referrers.verify"] if can_verify else []
    named += ["referrers.filter", "referrers.copy", "referrers.copy.as"] if is_known else []
    labels = {"list.enter": "Content", "referrers.filter": "Search" if is_text else ""}
    shown = (_BY_ID[name] for name in (*named, "referrers.again", "referrers.close", "help", "quit"))
    return tuple((one.key, labels.get(one.id) or one.label) for one in shown)
