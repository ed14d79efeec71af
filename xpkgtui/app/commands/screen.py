"""The keys of the application and of the screen of a package."""

from xpkgtui.app.commands.command import Command, Group, Scope, section

COMMANDS: tuple[Command, ...] = (
    *section(
        Scope.SCREEN,
        Group.GOING,
        Command(id="pane.detail", keys="0", action="go('pane', 0)", label="Detail", help="Go to Detail"),
        Command(
            id="pane.platforms",
            keys="1",
            action="go('pane', 1)",
            label="Platforms",
            help="Go to the platforms",
            palette=True,
        ),
        Command(
            id="pane.layers", keys="2", action="go('pane', 2)", label="Layers", help="Go to the layers", palette=True
        ),
        Command(
            id="pane.files", keys="3", action="go('pane', 3)", label="Files", help="Go to the files", palette=True
        ),
        Command(
            id="pane.objects",
            keys="4",
            action="go('pane', 4)",
            label="Objects",
            help="Go to the objects",
            palette=True,
        ),
        Command(id="pane.next", keys="tab", action="go('next_pane', 1)", label="Next pane", help="Next pane"),
        Command(
            id="pane.previous",
            keys="shift+tab",
            action="go('next_pane', -1)",
            label="Previous pane",
            help="Previous pane",
        ),
        Command(id="tab.next", keys="right_square_bracket", action="go('tab', 1)", label="Next tab", help="Next tab"),
        Command(
            id="tab.previous",
            keys="left_square_bracket",
            action="go('tab', -1)",
            label="Previous tab",
            help="Previous tab",
        ),
        Command(
            id="place.back",
            keys="minus",
            action="go('back')",
            label="Back",
            help="Back to the previous place",
            palette=True,
        ),
        Command(
            id="source.other", keys="colon", action="other", label="Other", help="Open another source", palette=True
        ),
        Command(id="cancel", keys="escape", action="cancel", label="Cancel", help="Close, or stop loading"),
    ),
    *section(
        Scope.SCREEN,
        Group.LOOKING,
        Command(
            id="verdict.why",
            keys="x",
            action="go('why')",
            label="Why",
            help="Why it is accepted or refused, by every tool",
            palette=True,
        ),
        Command(
            id="layer.what_if",
            keys="b",
            action="go('what_if')",
            label="What if",
            help="As if this layer were base; again: as it is",
            palette=True,
        ),
        Command(
            id="verdict.findings",
            keys="F",
            action="go('findings')",
            label="Findings",
            help="List all findings",
            palette=True,
        ),
        Command(
            id="profile.next", keys="p", action="profile", label="Profile", help="Switch rule profile", palette=True
        ),
        Command(
            id="files.view", keys="t", action="go('view')", label="View", help="Next view of files", palette=True
        ),
        Command(
            id="objects.flat",
            keys="B",
            action="go('flat')",
            label="Flat",
            help="Group objects by API group, or list them flat",
            palette=True,
        ),
        Command(
            id="problems",
            keys="z",
            action="go('problems_only')",
            label="Problems only",
            help="Show problems only, or everything",
            palette=True,
        ),
        Command(id="raw", keys="i", action="go('raw')", label="Raw", help="Show raw JSON, or go back", palette=True),
        Command(
            id="wrap", keys="w", action="go('wrap')", label="Wrap", help="Wrap long lines, or cut them", palette=True
        ),
        Command(
            id="full",
            keys="f",
            action="go('full')",
            label="Full screen",
            help="Show one pane only, or all",
            palette=True,
        ),
        Command(
            id="open.all",
            keys="O",
            action="go('fold_all', True)",
            label="Open all",
            help="Open every group, folder or block of a text",
            palette=True,
        ),
        Command(
            id="close.all",
            keys="X",
            action="go('fold_all', False)",
            label="Close all",
            help="Close every group, folder or block of a text",
            palette=True,
        ),
    ),
    *section(
        Scope.SCREEN,
        Group.FINDING,
        Command(id="filter", keys="slash", action="filter", label="Filter", help="Filter a list or search a text"),
        Command(
            id="finding.next",
            keys="greater_than_sign",
            action="go('finding', 1)",
            label="Next finding",
            help="Go to the next finding",
            palette=True,
        ),
        Command(
            id="finding.previous",
            keys="less_than_sign",
            action="go('finding', -1)",
            label="Previous finding",
            help="Go to the previous finding",
            palette=True,
        ),
    ),
    *section(
        Scope.SCREEN,
        Group.TAKING,
        Command(
            id="copy", keys="y", action="copy", label="Copy", help="Copy digest, path, name or text", palette=True
        ),
        Command(
            id="copy.as",
            keys="Y",
            action="copy_as",
            label="Copy as",
            help="Copy as: references, YAML, commands …",
            palette=True,
        ),
    ),
    *section(
        Scope.APP,
        Group.TAKING,
        Command(
            id="picture",
            keys="f8",
            action="picture",
            label="Picture",
            help="Save the screen as an SVG file",
            palette=True,
            priority=True,
        ),
    ),
    *section(
        Scope.SCREEN,
        Group.PROGRAM,
        Command(id="refresh", keys="r", action="refresh(False)", label="Refresh", help="Reload", palette=True),
        Command(
            id="refresh.all",
            keys="ctrl+r",
            action="refresh(True)",
            label="Reload all",
            help="Reload, ignoring the cache",
            palette=True,
        ),
    ),
    *section(
        Scope.APP,
        Group.LOOKING,
        *(
            Command(id=f"theme.{name}", keys="", action=f"theme('xpkg-{name}')", label=label, help=does, palette=True)
            for name, label, does in (
                ("dark", "Dark", "Theme: dark"),
                ("light", "Light", "Theme: light"),
                ("ansi", "16 colors", "Theme: the terminal's 16 colors"),
            )
        ),
    ),
    *section(
        Scope.APP,
        Group.PROGRAM,
        Command(id="help", keys="question_mark,f1", action="help", label="Keys", help="Show all keys"),
        Command(
            id="palette",
            keys="ctrl+p",
            action="command_palette",
            label="Palette",
            help="Find commands, objects and rules by name",
        ),
        Command(id="quit", keys="q", action="quit", label="Quit", help="Quit", palette=True),
        Command(
            id="interrupt",
            keys="ctrl+c",
            action="interrupt",
            label="Quit",
            help="Quit (twice while loading), or copy selected text",
            priority=True,
        ),
        Command(
            id="suspend",
            keys="ctrl+z",
            action="suspend_process",
            label="Suspend",
            help="Back to the shell until fg",
            priority=True,
        ),
    ),
)
