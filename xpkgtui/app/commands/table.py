"""All commands, a row each, in the order of the help; and the bindings that Textual makes of them."""

from collections.abc import Iterator

from textual.binding import Binding

from xpkgtui.app.commands.command import Command, Group, Scope, commands

COMMANDS: tuple[Command, ...] = (
    *commands(Scope.SCREEN, Group.GOING,
        ("pane.detail", "0", "pane(0)", "Detail", "Go to Detail"),
        ("pane.platforms", "1", "pane(1)", "Platforms", "Go to the platforms", "p"),
        ("pane.layers", "2", "pane(2)", "Layers", "Go to the layers", "p"),
        ("pane.files", "3", "pane(3)", "Files", "Go to the files", "p"),
        ("pane.objects", "4", "pane(4)", "Objects", "Go to the objects", "p"),
        ("pane.next", "tab", "next_pane(1)", "Next pane", "Next pane"),
        ("pane.previous", "shift+tab", "next_pane(-1)", "Previous pane", "Previous pane"),
        ("tab.next", "right_square_bracket", "tab(1)", "Next tab", "Next tab"),
        ("tab.previous", "left_square_bracket", "tab(-1)", "Previous tab", "Previous tab"),
        ("place.back", "minus", "go('back')", "Back", "Back to the previous place", "p"),
        ("source.other", "colon", "other", "Other", "Open another source, or type a command", "p"),
        ("cancel", "escape", "cancel", "Cancel", "Close, or stop loading"),
    ),
    *commands(Scope.SCREEN, Group.LOOKING,
        ("verdict.why", "x", "go('why')", "Why", "Why it is accepted or refused, by every tool", "p"),
        ("layer.what_if", "b", "go('what_if')", "What if", "As if this layer were base; again: as it is", "p"),
        ("verdict.findings", "F", "go('findings')", "Findings", "List all findings", "p"),
        ("profile.next", "p", "profile", "Profile", "Switch rule profile", "p"),
        ("files.view", "t", "go('view')", "View", "Next view of files", "p"),
        ("objects.flat", "B", "go('flat')", "Flat", "Group objects by API group, or list them flat", "p"),
        ("problems", "z", "go('problems_only')", "Problems only", "Show problems only, or everything", "p"),
        ("raw", "i", "go('raw')", "Raw", "Show raw JSON, or go back", "p"),
        ("wrap", "w", "go('wrap')", "Wrap", "Wrap long lines, or cut them", "p"),
        ("compare.mark", "m", "mark", "Mark", "Mark this package, to compare another one with it", "p"),
        ("compare", "D", "compare", "Compare", "What changes from the marked package to this one", "p"),
        ("tags", "T", "tags", "Versions", "List the versions of this package in its registry", "p"),
        ("dependencies", "P", "open('dependencies')", "Dependencies",
         "Packages that this one depends on, resolved", "p"),
        ("dependencies.composed", "", "open('composed')", "Composes",
         "What it composes, judged by its dependencies", "p"),
        ("examples", "E", "open('examples')", "Examples",
         "Examples of the package, as the API server stores them", "p"),
        ("referrers", "R", "open('referrers')", "Referrers", "Signatures, attestations and SBOMs of the image", "p"),
        ("schema", "S", "schema", "Schema", "Fields of a definition, on a screen of their own", "p"),
        ("schema.search", "a", "open('fields')", "Find a field", "Find a field of all definitions", "p"),
        ("schema.version", "v", "schema_version", "Version", "Next version of the schema that Detail shows", "p"),
        ("schema.compare", "c", "schema_compare", "Compare versions", "Compare it with the version before", "p"),
        ("full", "f", "go('full')", "Full screen", "Show one pane only, or all", "p"),
        ("open.all", "O", "go('fold_all', True)", "Open all", "Open every group, folder or block of a text", "p"),
        ("close.all", "X", "go('fold_all', False)", "Close all", "Close every group, folder or block of a text", "p"),
    ),
    *commands(Scope.SCREEN, Group.FINDING,
        ("filter", "slash", "filter", "Filter", "Filter a list or search a text"),
        ("finding.next", "greater_than_sign", "go('finding', 1)", "Next finding", "Go to the next finding", "p"),
        ("finding.previous", "less_than_sign", "go('finding', -1)", "Previous finding",
         "Go to the previous finding", "p"),
    ),
    *commands(Scope.SCREEN, Group.TAKING,
        ("copy", "y", "copy", "Copy", "Copy digest, path, name or text", "p"),
        ("copy.as", "Y", "copy_as", "Copy as", "Copy as: references, YAML, commands …", "p"),
    ),
    *commands(Scope.APP, Group.TAKING,
        ("picture", "f8", "picture", "Picture", "Save the screen as an SVG file", "p", "!"),
    ),
    *commands(Scope.SCREEN, Group.PROGRAM,
        ("refresh", "r", "refresh(False)", "Refresh", "Reload", "p"),
        ("refresh.all", "ctrl+r", "refresh(True)", "Reload all", "Reload, ignoring the cache", "p"),
    ),
    *commands(Scope.APP, Group.LOOKING,
        ("theme.dark", "", "theme('xpkg-dark')", "Dark", "Theme: dark", "p"),
        ("theme.light", "", "theme('xpkg-light')", "Light", "Theme: light", "p"),
        ("theme.ansi", "", "theme('xpkg-ansi')", "16 colors", "Theme: the terminal's 16 colors", "p"),
    ),
    *commands(Scope.APP, Group.FINDING,
        ("find.package", "", "find_package", "Find elsewhere", "Find a kind or field in packages opened before", "p"),
    ),
    *commands(Scope.APP, Group.PROGRAM,
        ("help", "question_mark,f1", "help", "Keys", "Show all keys"),
        ("palette", "ctrl+p", "command_palette", "Palette", "Find commands, objects, rules and fields"),
        ("quit", "q", "quit", "Quit", "Quit", "p"),
        ("interrupt", "ctrl+c", "interrupt", "Quit", "Quit (twice while loading), or copy selected text", "!"),
        ("suspend", "ctrl+z", "suspend_process", "Suspend", "Back to the shell until fg", "!"),
    ),
    *commands(Scope.TEXT, Group.FINDING,
        ("search.next", "n", "search(False)", "Next match", "Next match"),
        ("search.previous", "N", "search(True)", "Previous match", "Previous match"),
    ),
    *commands(Scope.LIST, Group.MOVING,
        ("list.down", "down,j", "move(1)", "Down", "A row down"),
        ("list.up", "up,k", "move(-1)", "Up", "A row up"),
        ("list.unfold", "right,l", "fold(True)", "Unfold", "Open a group or folder"),
        ("list.fold", "left,h", "fold(False)", "Fold", "Close a group or folder"),
        ("list.toggle", "space", "toggle_row", "Toggle", "Open or close a group or folder"),
        ("list.enter", "enter", "enter", "Open", "Open the row; on a finding, explain its rule"),
        ("list.top", "g,home", "top", "Top", "First row"),
        ("list.bottom", "G,end", "bottom", "Bottom", "Last row"),
        ("list.half.down", "ctrl+d", "page(1)", "Half down", "Half a page down"),
        ("list.half.up", "ctrl+u", "page(-1)", "Half up", "Half a page up"),
        ("list.page.down", "pagedown", "page(2)", "Page down", "A page down"),
        ("list.page.up", "pageup", "page(-2)", "Page up", "A page up"),
    ),
    *commands(Scope.TEXT, Group.MOVING,
        ("text.down", "down,j", "move(1)", "Down", "A line down"),
        ("text.up", "up,k", "move(-1)", "Up", "A line up"),
        ("text.right", "right,l", "sideways(8)", "Right", "To the right"),
        ("text.left", "left,h", "sideways(-8)", "Left", "To the left"),
        ("text.toggle", "space", "toggle_block", "Fold", "Close or open a block of YAML or JSON"),
        ("text.enter", "enter", "enter", "Open", "Close or open a block; on a finding, its rule"),
        ("text.top", "g,home", "top", "Top", "First line"),
        ("text.bottom", "G,end", "bottom", "Bottom", "Last line"),
        ("text.half.down", "ctrl+d", "page(1)", "Half down", "Half a page down"),
        ("text.half.up", "ctrl+u", "page(-1)", "Half up", "Half a page up"),
        ("text.page.down", "pagedown", "page(2)", "Page down", "A page down"),
        ("text.page.up", "pageup", "page(-2)", "Page up", "A page up"),
    ),
)  # fmt: skip
_BY_ID = {each.id: each for each in COMMANDS}


def command(name: str) -> Command:
    """The command of an id."""
    return _BY_ID[name]


def bindings(scope: Scope) -> Iterator[Binding]:
    """The bindings of everything that this scope answers."""
    return (binding(each) for each in COMMANDS if each.scope is scope and each.keys)


def chosen_bindings(*ids: str) -> Iterator[Binding]:
    """The bindings of some commands, for a screen that knows only these."""
    return (binding(command(name)) for name in ids)


def offered() -> tuple[Command, ...]:
    """What the palette offers."""
    return tuple(each for each in COMMANDS if each.palette)


def binding(one: Command) -> Binding:
    """The binding of a command."""
    return Binding(one.keys, one.action, one.help, show=False, id=one.id, priority=one.priority)
