"""One command: its keys, its action, and its words."""

from collections.abc import Callable, Container, Iterator, Mapping
from enum import StrEnum, auto

from xpkgtui.values import dataclass

_SHOWN = {
    "question_mark": "?",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "greater_than_sign": ">",
    "less_than_sign": "<",
    "slash": "/",
    "colon": ":",
    "minus": "-",
    "escape": "esc",
    "pagedown": "pgdn",
    "pageup": "pgup",
}
_SPELLED = {words: key for key, words in _SHOWN.items()}


class Scope(StrEnum):
    """What answers a command: the widget that has the keys, its screen, or the application."""

    APP = auto()
    SCREEN = auto()
    LIST = auto()
    TEXT = auto()


class Group(StrEnum):
    """The headings of the help."""

    MOVING = "Move"
    LOOKING = "View"
    FINDING = "Search"
    GOING = "Navigation"
    TAKING = "Copy and save"
    PROGRAM = "Program"
    SHELL = "Commands for a shell, copied"


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """What a key or the palette does."""

    id: str
    """As a config file names it."""
    keys: str
    """As Textual spells them, with commas between; empty for a command of the palette only."""
    action: str
    label: str
    """One or two words for the footer."""
    help: str
    """A sentence for help and palette."""
    scope: Scope = Scope.SCREEN
    group: Group = Group.PROGRAM
    palette: bool = False
    """Whether the palette offers it."""
    priority: bool = False
    """Whether it counts on every screen and before whatever is typed into."""
    sought: str = ""
    """Other words that people look for it by."""

    @property
    def key(self) -> str:
        """The first key, as people write it."""
        return shown(self.keys.partition(",")[0])

    @property
    def all_keys(self) -> str:
        """Every key, as people write them; of a command for a shell its name."""
        return (
            " ".join(shown(key) for key in self.keys.split(","))
            if self.keys
            else "palette"
            if self.palette
            else self.label
        )


def shown(key: str) -> str:
    """A key as people write it."""
    return _SHOWN.get(key, key)


def spelled(key: str) -> str:
    """A key that people write so, as Textual spells it."""
    return _SPELLED.get(key, key)


Hints = tuple[tuple[str, str], ...]
"""Keys and labels of a footer."""


def footer(words: str, find: Callable[[str], Command], without: Container[str] = ()) -> Hints:
    """The footer of IDs with commas between, each with another label behind a blank where it has one there."""
    named = (each.partition(" ") for each in words.split(", "))
    listed = ((find(name), label) for name, _, label in named if name not in without)
    return tuple((command.key, label or command.label) for command, label in listed)


def commands(scope: Scope, group: Group, *rows: tuple[str, ...]) -> Iterator[Command]:
    """The commands of rows, which one scope answers.

    A row has the id, the keys, the action, the label in the footer, the sentence in help and palette, and marks:
    `p` if the palette offers it, `!` if it counts on every screen and before whatever is typed into.
    """
    for name, keys, action, label, sentence, *marks in rows:
        yield Command(
            id=name,
            keys=keys,
            action=action,
            label=label,
            help=sentence,
            scope=scope,
            group=group,
            palette="p" in marks,
            priority="!" in marks,
            sought=SOUGHT.get(name, ""),
        )


SOUGHT: Mapping[str, str] = {
    "files.view": "cover covered hide hidden waste wasted overwritten removed deleted shadowed duplicate whiteout",
    "compare": "upgrade diff changes breaking",
    "compare.mark": "upgrade diff",
    "tags": "upgrade update releases tags newest newer latest outdated",
    "dependencies": "upgrade dependency deps tree graph needs requires",
    "dependencies.composed": "check compositions",
    "referrers": "signature signed cosign sbom provenance verify",
    "examples": "samples",
    "copy": "export clipboard yank",
    "copy.as": "export clipboard save digest",
    "picture": "save export screenshot page",
    "verdict.why": "reason repair fix readers",
    "verdict.findings": "report errors warnings problems",
    "problems": "hide only errors warnings",
    "schema": "explain fields crds openapi documentation spec",
    "schema.search": "explain search",
    "source.other": "open load switch command",
    "quit": "exit leave close",
    "place.back": "undo history",
    "refresh": "refresh fetch",
    "full": "zoom fullscreen maximize",
    "theme.ansi": "palette colors",
    "pane.platforms": "architecture arm64 amd64",
    "profile.next": "version crossplane",
    "filter": "find search grep",
}
"""Other words that people look for a command by, by its ID."""
