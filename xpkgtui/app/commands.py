"""Every command once: its keys, its words in footer, help and palette."""

from collections.abc import Iterator
from dataclasses import dataclass

from textual.binding import Binding

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """What a person can ask for."""

    id: str
    """As a config file names it."""
    keys: str
    """As Textual spells them, with commas between; empty for a command of the palette only."""
    action: str
    label: str
    """One or two words for the footer."""
    help: str
    """A sentence for help and palette."""
    scope: str
    """Who answers: `app`, `screen`, `list` or `text`."""
    group: str
    palette: bool = False
    """Whether the palette offers it."""

    @property
    def key(self) -> str:
        """The first key, as people write it."""
        return shown(self.keys.partition(",")[0])

    @property
    def all_keys(self) -> str:
        """Every key, as people write them."""
        return " ".join(shown(key) for key in self.keys.split(",")) if self.keys else "palette"


def shown(key: str) -> str:
    """A key as people write it."""
    return _SHOWN.get(key, key)


def _command(
    name: str, keys: str, action: str, label: str, sentence: str, scope: str, group: str, offered: bool = False
) -> Command:
    return Command(
        id=name, keys=keys, action=action, label=label, help=sentence, scope=scope, group=group, palette=offered
    )


_MOVE, _LOOK, _FIND, _GO, _TAKE, _PROGRAM = "Moving", "Looking", "Finding", "Going", "Taking away", "The program"

COMMANDS: tuple[Command, ...] = (
    _command("pane.detail", "0", "pane(0)", "Detail", "Go to Detail", "screen", _GO),
    _command("pane.platforms", "1", "pane(1)", "Platforms", "Go to the platforms", "screen", _GO, True),
    _command("pane.layers", "2", "pane(2)", "Layers", "Go to the layers", "screen", _GO, True),
    _command("pane.files", "3", "pane(3)", "Files", "Go to the files", "screen", _GO, True),
    _command("pane.objects", "4", "pane(4)", "Objects", "Go to the objects", "screen", _GO, True),
    _command("pane.next", "tab", "next_pane(1)", "Next pane", "Go to the next pane", "screen", _GO),
    _command("pane.previous", "shift+tab", "next_pane(-1)", "Previous pane", "Go to the pane before", "screen", _GO),
    _command("tab.next", "right_square_bracket", "tab(1)", "Next tab", "Next tab of Detail", "screen", _GO),
    _command("tab.previous", "left_square_bracket", "tab(-1)", "Previous tab", "Tab before", "screen", _GO),
    _command("place.back", "minus", "back", "Back", "Back to the place before", "screen", _GO, True),
    _command("source.other", "colon", "other", "Other", "Open another source", "screen", _GO, True),
    _command("cancel", "escape", "cancel", "Cancel", "Close what is open, or stop loading", "screen", _GO),
    _command("verdict.why", "x", "why", "Why", "Why Crossplane accepts or refuses it", "screen", _LOOK, True),
    _command("verdict.findings", "F", "findings", "Findings", "All findings as one list", "screen", _LOOK, True),
    _command("profile.next", "p", "profile", "Profile", "Judge by the next rule profile", "screen", _LOOK, True),
    _command("files.view", "t", "view", "View", "Next view of the files", "screen", _LOOK, True),
    _command("objects.flat", "B", "flat", "Flat", "Objects flat, or by API group", "screen", _LOOK, True),
    _command(
        "matters", "z", "matters", "What matters", "Only what matters, and everything again", "screen", _LOOK, True
    ),
    _command("raw", "i", "raw", "Raw", "Raw JSON, and back", "screen", _LOOK, True),
    _command("wrap", "w", "wrap", "Wrap", "Break long lines, or cut them", "screen", _LOOK, True),
    _command("full", "f", "full", "Full screen", "The focused pane alone, and back", "screen", _LOOK, True),
    _command("open.all", "O", "fold_all(True)", "Open all", "Open every group or folder", "screen", _LOOK, True),
    _command("close.all", "X", "fold_all(False)", "Close all", "Close every group or folder", "screen", _LOOK, True),
    _command("filter", "slash", "filter", "Filter", "Filter a list, search in a text", "screen", _FIND),
    _command(
        "finding.next",
        "greater_than_sign",
        "finding(1)",
        "Next finding",
        "Next finding, at its line",
        "screen",
        _FIND,
        True,
    ),
    _command(
        "finding.previous",
        "less_than_sign",
        "finding(-1)",
        "Previous finding",
        "Finding before, at its line",
        "screen",
        _FIND,
        True,
    ),
    _command("search.next", "n", "search(False)", "Next", "Next place of what was searched", "text", _FIND),
    _command("search.previous", "N", "search(True)", "Previous", "Place before", "text", _FIND),
    _command("copy", "y", "copy", "Copy", "Copy digest, path, name or text", "screen", _TAKE, True),
    _command("copy.as", "Y", "copy_as", "Copy as", "Copy as: references, YAML, commands …", "screen", _TAKE, True),
    _command("picture", "f8", "picture", "Picture", "Save the screen as an SVG file", "app", _TAKE, True),
    _command("refresh", "r", "refresh(False)", "Refresh", "Open it again", "screen", _PROGRAM, True),
    _command(
        "refresh.all",
        "ctrl+r",
        "refresh(True)",
        "Without the cache",
        "Open it again, passing over what is cached",
        "screen",
        _PROGRAM,
        True,
    ),
    _command("theme", "", "theme", "Colours", "Light or dark colours", "app", _LOOK, True),
    _command("help", "question_mark,f1", "help", "Keys", "All keys", "app", _PROGRAM),
    _command("palette", "ctrl+p", "command_palette", "Palette", "Commands, objects, rules by name", "app", _PROGRAM),
    _command("quit", "q", "quit", "Quit", "Quit", "app", _PROGRAM, True),
    _command("list.down", "down,j", "move(1)", "Down", "A row down", "list", _MOVE),
    _command("list.up", "up,k", "move(-1)", "Up", "A row up", "list", _MOVE),
    _command("list.unfold", "right,l", "fold(True)", "Unfold", "Open a group or folder", "list", _MOVE),
    _command("list.fold", "left,h", "fold(False)", "Fold", "Close a group or folder", "list", _MOVE),
    _command("list.toggle", "space", "toggle_row", "Toggle", "Open or close a group or folder", "list", _MOVE),
    _command(
        "list.enter",
        "enter",
        "enter",
        "Open",
        "Open what the cursor is on; of a finding its manual page",
        "list",
        _MOVE,
    ),
    _command("list.top", "g,home", "top", "Top", "First row", "list", _MOVE),
    _command("list.bottom", "G,end", "bottom", "Bottom", "Last row", "list", _MOVE),
    _command("list.half.down", "ctrl+d", "page(1)", "Half down", "Half a page down", "list", _MOVE),
    _command("list.half.up", "ctrl+u", "page(-1)", "Half up", "Half a page up", "list", _MOVE),
    _command("list.page.down", "pagedown", "page(2)", "Page down", "A page down", "list", _MOVE),
    _command("list.page.up", "pageup", "page(-2)", "Page up", "A page up", "list", _MOVE),
    _command("text.down", "down,j", "move(1)", "Down", "A line down", "text", _MOVE),
    _command("text.up", "up,k", "move(-1)", "Up", "A line up", "text", _MOVE),
    _command("text.right", "right,l", "aside(8)", "Right", "To the right", "text", _MOVE),
    _command("text.left", "left,h", "aside(-8)", "Left", "To the left", "text", _MOVE),
    _command("text.enter", "enter", "enter", "Open", "On a finding: its manual, then its place", "text", _MOVE),
    _command("text.top", "g,home", "top", "Top", "First line", "text", _MOVE),
    _command("text.bottom", "G,end", "bottom", "Bottom", "Last line", "text", _MOVE),
    _command("text.half.down", "ctrl+d", "page(1)", "Half down", "Half a page down", "text", _MOVE),
    _command("text.half.up", "ctrl+u", "page(-1)", "Half up", "Half a page up", "text", _MOVE),
    _command("text.page.down", "pagedown", "page(2)", "Page down", "A page down", "text", _MOVE),
    _command("text.page.up", "pageup", "page(-2)", "Page up", "A page up", "text", _MOVE),
)
"""By hand, in the order of the help."""

_BY_ID = {command.id: command for command in COMMANDS}

FOOTERS: dict[str, tuple[tuple[str, str], ...]] = {
    "objects": (("verdict.why", ""), ("list.enter", ""), ("filter", ""), ("tab.next", ""), ("copy", "")),
    "warned": (("verdict.why", ""), ("finding.next", ""), ("filter", ""), ("tab.next", ""), ("copy", "")),
    "platforms": (("verdict.why", ""), ("list.enter", "Look at it"), ("filter", ""), ("tab.next", ""), ("copy", "")),
    "layers": (("verdict.why", ""), ("finding.next", ""), ("list.enter", "Files"), ("filter", ""), ("copy", "")),
    "files": (("verdict.why", ""), ("files.view", ""), ("list.enter", ""), ("filter", ""), ("copy", "")),
    "dear": (("verdict.why", ""), ("list.enter", "Fetch"), ("finding.next", ""), ("filter", ""), ("copy", "")),
    "loading": (("verdict.why", ""), ("cancel", ""), ("filter", "")),
    "detail": (("verdict.why", ""), ("filter", "Search"), ("tab.next", ""), ("wrap", ""), ("copy", "")),
    "why": (
        ("verdict.findings", ""),
        ("finding.next", ""),
        ("text.enter", "Manual"),
        ("cancel", "Back"),
        ("copy", ""),
    ),
    "fine": (("verdict.findings", ""), ("finding.next", ""), ("cancel", "Back"), ("copy", "")),
    "findings": (
        ("list.enter", "Manual"),
        ("finding.next", "Jump there"),
        ("tab.previous", "Why"),
        ("copy", ""),
        ("cancel", "Back"),
    ),
    "manual": (("text.enter", "Jump there"), ("filter", "Search"), ("copy", ""), ("cancel", "Back")),
    "error": (("list.enter", "Open this one"), ("refresh", "Retry"), ("source.other", ""), ("copy", "Copy report")),
    "lost": (("refresh", "Retry"), ("source.other", ""), ("copy", "Copy report")),
    "start": (("list.enter", ""), ("filter", ""), ("source.other", "A reference or path")),
}
"""The five or six commands that matter in each situation; `?` and `q` are always there."""


def bindings(scope: str) -> Iterator[Binding]:
    """The bindings of everything that this scope answers."""
    for command in COMMANDS:
        if command.scope == scope and command.keys:
            yield Binding(command.keys, command.action, command.help, show=False, id=command.id)


def chosen_bindings(*ids: str) -> Iterator[Binding]:
    """The bindings of some commands, for a screen that knows only these."""
    for wanted in ids:
        command = _BY_ID[wanted]
        yield Binding(command.keys, command.action, command.help, show=False, id=command.id)


def hints(situation: str) -> tuple[tuple[str, str], ...]:
    """Keys and labels of the footer."""
    named = (*FOOTERS[situation], ("help", ""), ("quit", ""))
    return tuple((_BY_ID[name].key, label or _BY_ID[name].label) for name, label in named)


def offered() -> tuple[Command, ...]:
    """What the palette offers."""
    return tuple(command for command in COMMANDS if command.palette)
