"""The keys of lists and texts."""

from xpkgtui.app.commands.command import Command, Group, Scope, section

COMMANDS: tuple[Command, ...] = (
    *section(
        Scope.TEXT,
        Group.FINDING,
        Command(id="search.next", keys="n", action="search(False)", label="Next match", help="Next match"),
        Command(
            id="search.previous",
            keys="N",
            action="search(True)",
            label="Previous match",
            help="Previous match",
        ),
    ),
    *section(
        Scope.LIST,
        Group.MOVING,
        Command(id="list.down", keys="down,j", action="move(1)", label="Down", help="A row down"),
        Command(id="list.up", keys="up,k", action="move(-1)", label="Up", help="A row up"),
        Command(id="list.unfold", keys="right,l", action="fold(True)", label="Unfold", help="Open a group or folder"),
        Command(id="list.fold", keys="left,h", action="fold(False)", label="Fold", help="Close a group or folder"),
        Command(
            id="list.toggle",
            keys="space",
            action="toggle_row",
            label="Toggle",
            help="Open or close a group or folder",
        ),
        Command(
            id="list.enter",
            keys="enter",
            action="enter",
            label="Open",
            help="Open the row; on a finding, explain its rule",
        ),
        Command(id="list.top", keys="g,home", action="top", label="Top", help="First row"),
        Command(id="list.bottom", keys="G,end", action="bottom", label="Bottom", help="Last row"),
        Command(id="list.half.down", keys="ctrl+d", action="page(1)", label="Half down", help="Half a page down"),
        Command(id="list.half.up", keys="ctrl+u", action="page(-1)", label="Half up", help="Half a page up"),
        Command(id="list.page.down", keys="pagedown", action="page(2)", label="Page down", help="A page down"),
        Command(id="list.page.up", keys="pageup", action="page(-2)", label="Page up", help="A page up"),
    ),
    *section(
        Scope.TEXT,
        Group.MOVING,
        Command(id="text.down", keys="down,j", action="move(1)", label="Down", help="A line down"),
        Command(id="text.up", keys="up,k", action="move(-1)", label="Up", help="A line up"),
        Command(id="text.right", keys="right,l", action="aside(8)", label="Right", help="To the right"),
        Command(id="text.left", keys="left,h", action="aside(-8)", label="Left", help="To the left"),
        Command(
            id="text.toggle",
            keys="space",
            action="toggle_block",
            label="Fold",
            help="Close or open a block of YAML or JSON",
        ),
        Command(
            id="text.enter",
            keys="enter",
            action="enter",
            label="Open",
            help="Close or open a block; on a finding, its rule",
        ),
        Command(id="text.top", keys="g,home", action="top", label="Top", help="First line"),
        Command(id="text.bottom", keys="G,end", action="bottom", label="Bottom", help="Last line"),
        Command(id="text.half.down", keys="ctrl+d", action="page(1)", label="Half down", help="Half a page down"),
        Command(id="text.half.up", keys="ctrl+u", action="page(-1)", label="Half up", help="Half a page up"),
        Command(id="text.page.down", keys="pagedown", action="page(2)", label="Page down", help="A page down"),
        Command(id="text.page.up", keys="pageup", action="page(-2)", label="Page up", help="A page up"),
    ),
)
