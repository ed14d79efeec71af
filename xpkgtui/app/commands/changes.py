"""The commands of the screen that shows what changes between two packages."""

from xpkgtui.app.commands.command import Command, Group, Scope, commands
from xpkgtui.app.commands.table import COMMANDS
from xpkgtui.rules.changes.weight import Level

OWN: tuple[Command, ...] = (
    *commands(Scope.SCREEN, Group.GOING,
        ("changes.pane", "tab,shift+tab", "next_pane(1)", "Other pane", "Go from the list to Detail, or back"),
        ("changes.list", "1", "pane(0)", "List", "Go to the list"),
        ("changes.detail", "0", "pane(1)", "Detail", "Go to Detail"),
        ("changes.tab.next", "right_square_bracket", "tab(1)", "Next tab", "Next tab"),
        ("changes.tab.previous", "left_square_bracket", "tab(-1)", "Previous tab", "Previous tab"),
        ("changes.close", "escape,minus,D", "close", "Back", "Back to the package"),
    ),
    *commands(Scope.SCREEN, Group.LOOKING,
        ("changes.risks", "z", "risks_only", "Only risks", "Show risks only, or everything", "p"),
        ("changes.level", "p", "level", "Level", "Next level: who must not be broken", "p"),
        ("changes.columns", "t", "columns", "Side by side", "Old and new text side by side, or in one column", "p"),
        ("changes.open.all", "O", "open_all(True)", "Open all", "Open every group", "p"),
        ("changes.close.all", "X", "open_all(False)", "Close all", "Close every group", "p"),
    ),
    *commands(Scope.SCREEN, Group.FINDING,
        ("changes.filter", "slash", "filter", "Filter", "Filter the changes, or search a text"),
        ("changes.next", "greater_than_sign", "risk(1)", "Next", "Go to the next risk", "p"),
        ("changes.previous", "less_than_sign", "risk(-1)", "Previous risk", "Go to the previous risk", "p"),
    ),
    *commands(Scope.SCREEN, Group.TAKING,
        ("changes.copy", "y", "copy", "Copy", "Copy the change", "p"),
        ("changes.copy.all", "Y", "copy_as", "As Markdown", "Copy the comparison as Markdown", "p"),
    ),
    *commands(Scope.SCREEN, Group.PROGRAM,
        ("changes.again", "r", "again", "Retry", "Compare again", "p"),
    ),
)  # fmt: skip
KEYS: tuple[Command, ...] = (
    *OWN,
    *(one for one in COMMANDS if one.scope is not Scope.SCREEN and not one.priority),
)
"""All that the screen answers, but for what counts on every screen."""
_BY_ID = {one.id: one for one in KEYS}
FOOTER = (
    "changes.next",
    "changes.risks",
    "changes.level",
    "changes.columns",
    "changes.filter",
    "changes.copy",
    "changes.copy.all",
)
"""What the footer offers beside `esc`, `?` and `q`."""
_SPARE = ("changes.columns", "changes.copy.all", "changes.level", "changes.filter", "changes.risks", "changes.next")


def spare() -> tuple[str, ...]:
    """Keys of the footer that give way first where it is narrow; leaving and copying stay."""
    return tuple(_BY_ID[name].key for name in _SPARE)


def hints(*, is_failed: bool, can_risk: bool = True, level: str = "") -> tuple[tuple[str, str], ...]:
    """Keys and labels of the footer; what has nothing to do is left out."""
    idle = {"changes.next", "changes.risks"} if not can_risk else set()
    named = ("changes.again",) if is_failed else tuple(name for name in FOOTER if name not in idle)
    shown = (_BY_ID[name] for name in (*named, "changes.close", "help", "quit"))
    is_named = level and level != Level.CLIENTS.value  # the default says nothing
    return tuple(
        (one.key, f"Level {level}" if one.id == "changes.level" and is_named else one.label) for one in shown
    )
