"""What is typed after `:`, where that is a command and not a source."""

from xpkgtui.app.commands.program import PROGRAM
from xpkgtui.values import dataclass

_QUIT, _HELP = ("q", "q!", "qa", "quit", "exit", "wq", "x"), ("h", "help", "keys")


@dataclass(frozen=True, slots=True)
class TypedCommand:
    """A command by its name, and what follows it."""

    name: str
    argument: str = ""


QUIT, HELP, MANUAL, RULES, TAGS, DIFF = "quit", "help", "manual", "rules", "tags", "diff"
NAMES = {
    **dict.fromkeys(_QUIT, QUIT),
    **dict.fromkeys(_HELP, HELP),
    **{name: name for name in (MANUAL, RULES)},
    **{one.name: one.name for one in PROGRAM},
}
"""The names of commands, by what is typed."""
DOES = {
    QUIT: "ends the program",
    HELP: "all keys",
    MANUAL: "the manual; a chapter may follow",
    RULES: "the findings; the ID of a rule may follow",
    **{one.name: one.does for one in PROGRAM},
}
"""What each command does, by its name."""


def typed_command(text: str) -> TypedCommand | None:
    """The command that is typed, with or without a colon; None for a source."""
    line = text.strip()
    word, _, argument = line.removeprefix(":").partition(" ")
    name = NAMES.get(word.casefold(), "")
    if name or (line.startswith(":") and word):
        return TypedCommand(name or f":{word}", argument.strip())
    return None
