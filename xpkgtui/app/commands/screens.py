"""The commands of the screens that stand over that of a package, and their footers."""

from collections.abc import Mapping
from types import MappingProxyType

from textual.binding import Binding

from xpkgtui.app.commands.command import Command, Group, Hints, Scope, commands, footer
from xpkgtui.app.commands.table import COMMANDS, binding
from xpkgtui.rules.changes.change import Level

_PANES = (
    ("pane", "tab", "next_pane(1)", "Next pane", "Next pane"),
    ("pane.before", "shift+tab", "next_pane(-1)", "Previous pane", "Previous pane"),
)
_DETAIL = ("detail", "0", "pane(0)", "Detail", "Go to Detail")
_TABS = (
    ("tab.next", "right_square_bracket", "tab(1)", "Next tab", "Next tab"),
    ("tab.previous", "left_square_bracket", "tab(-1)", "Previous tab", "Previous tab"),
)
_EVERYWHERE = tuple(
    command
    for command in COMMANDS
    if command.scope is not Scope.SCREEN and not command.priority and command.id != "quit"
)
"""What counts on these screens too; `q` goes back, and ends the program on the first screen alone."""


class ScreenKeys:
    """What a screen answers: its own commands, and those of lists and texts; not what counts on every screen."""

    def __init__(self, screen: str, *own: Command) -> None:
        self.own = own
        self.all = (*own, *_EVERYWHERE)
        self._by_id = {command.id.removeprefix(f"{screen}."): command for command in self.all}

    @property
    def bindings(self) -> list[Binding]:
        """The bindings of its own commands."""
        return [binding(command) for command in self.own]

    def footer(self, words: str, uses: Mapping[str, bool] = MappingProxyType({})) -> Hints:
        """The footer of its commands by their names on this screen, without those that are of no use now."""
        return footer(
            f"{words}, help", self._by_id.__getitem__, [name for name, is_of_use in uses.items() if not is_of_use]
        )


Rows = tuple[tuple[str, ...], ...]
"""Commands as `commands` takes them; the name of the screen is put before each ID."""


def _screen_keys(
    screen: str,
    key: str,
    *,
    lists: Rows = (),
    close: str,
    looking: Rows = (),
    filtering: str,
    finding: Rows = (),
    copy: tuple[str, str],
    copy_as: tuple[str, str],
    program: Rows = (),
    panes: Rows = _PANES,
    leaves: str = "escape,q,minus",
) -> ScreenKeys:
    """The keys of a screen: those that all screens share, with what they say there, and its own.

    `lists` names them in the order of their numbers; `key` leads back to the package, as it led here.
    """
    numbered = tuple((name, f"{number}", f"pane({number})", *words) for number, (name, *words) in enumerate(lists, 1))
    rows: dict[Group, Rows] = {
        Group.GOING: (
            *((*panes, _DETAIL, *numbered, *_TABS) if lists else ()),
            ("other", "colon", "other", "Other", "Open another source, or type a command"),
            ("close", f"{leaves},{key}", "close", "Back", close),
        ),
        Group.LOOKING: looking,
        Group.FINDING: (("filter", "slash", "filter", "Filter", filtering), *finding),
        Group.TAKING: (("copy", "y", "copy", *copy, "p"), ("copy.as", "Y", "copy_as", *copy_as, "p")),
        Group.PROGRAM: program,
    }
    named = {group: ((f"{screen}.{name}", *row) for name, *row in some) for group, some in rows.items()}
    return ScreenKeys(
        screen, *(command for group, some in named.items() for command in commands(Scope.SCREEN, group, *some))
    )


CHANGES = _screen_keys("changes", "D",
    panes=(("pane", "tab,shift+tab", "next_pane(1)", "Other pane", "Go from the list to Detail, or back"),),
    lists=(("list", "List", "Go to the list"),),
    close="Back to the package",
    looking=(
        ("risks", "z", "risks_only", "Only risks", "Show risks only, or everything", "p"),
        ("level", "p", "level", "Level", "Next level: who must not be broken", "p"),
        ("columns", "t", "columns", "Side by side", "Old and new text side by side, or in one column", "p"),
        ("open.all", "O", "open_all(True)", "Open all", "Open every group", "p"),
        ("close.all", "X", "open_all(False)", "Close all", "Close every group", "p"),
    ),
    filtering="Filter the changes, or search a text",
    finding=(
        ("next", "greater_than_sign", "risk(1)", "Next", "Go to the next risk", "p"),
        ("previous", "less_than_sign", "risk(-1)", "Previous risk", "Go to the previous risk", "p"),
    ),
    copy=("Copy", "Copy the change"),
    copy_as=("As Markdown", "Copy the comparison as Markdown"),
    program=(("again", "r", "again", "Retry", "Compare again", "p"),),
)  # fmt: skip


def spare_changes() -> tuple[str, ...]:
    """Keys of the footer that give way first where it is narrow; leaving and copying stay."""
    return tuple(key for key, _ in CHANGES.footer("columns, copy.as, level, filter, risks, next")[:-1])


def change_hints(*, is_failed: bool, can_risk: bool, level: Level) -> Hints:
    """The footer of a comparison; what has nothing to do is left out."""
    if is_failed:
        return CHANGES.footer("again, close")
    label = f" Level {level}" if level is not Level.CLIENTS else ""  # the default says nothing
    named = f"next, risks, level{label}, columns, filter, copy, copy.as, close"
    return CHANGES.footer(named, {"next": can_risk, "risks": can_risk})


DEPENDENCIES = _screen_keys("needed", "P",
    lists=(("tree", "Packages", "Go to the packages"), ("versions", "Versions", "Go to the versions of the package")),
    close="Stop asking, clear the filter, or go back",
    looking=(
        ("why", "x", "why", "Why", "Show each step of resolving, or the package again", "p"),
        ("composed", "c", "composed", "Composes", "Judge what it composes by these packages, or go back", "p"),
        ("upgrades", "u", "upgrades", "Upgrades", "Resolve with upgrades of dependencies, or without", "p"),
        ("rest", "a", "ask_rest", "Ask the rest", "Open packages that were not opened for their size", "p"),
        ("tags", "T", "tags", "Versions", "List all versions of the package in its registry", "p"),
    ),
    filtering="Filter the packages",
    finding=(
        ("next", "greater_than_sign", "trouble(1)", "Next conflict", "Go to the next conflict", "p"),
        ("previous", "less_than_sign", "trouble(-1)", "Previous conflict", "Go to the previous conflict", "p"),
    ),
    copy=("Copy", "Copy the name of the package"),
    copy_as=("Copy as", "Copy as tree, Graphviz, Mermaid, JSON, command …"),
    program=(("again", "r", "again", "Refresh", "Ask registries again", "p"),),
)  # fmt: skip


def dependency_hints(
    *, is_failed: bool, has_trouble: bool, has_rest: bool, is_asking: bool, is_composing: bool = False
) -> Hints:
    """The footer of dependencies; what has nothing to do is left out."""
    named = "again" if is_failed else "list.enter, next, rest, composed, filter, copy.as"
    uses = {"next": has_trouble, "rest": has_rest, "composed": is_composing}
    return DEPENDENCIES.footer(f"close Stop, {named}" if is_asking else f"{named}, close", uses)


PLAN = _screen_keys("plan", "f3",
    lists=(("members", "Packages", "Go to the packages"), ("findings", "Findings", "Go to the findings")),
    close="Stop asking, clear the filter, or go back",
    leaves="escape,minus",
    looking=(
        ("steps", "x", "why", "Steps", "Show the steps in Crossplane's order, or go back", "p"),
        ("compare", "D", "compare", "What changes", "What changes in this package, from what is installed", "p"),
        ("tree", "P", "tree", "Dependencies", "Show what it needs as resolved in the set, or go back", "p"),
        ("tags", "T", "tags", "Versions", "List all versions of the package in its registry", "p"),
        ("level", "p", "level", "Level", "Next level: who must not be broken", "p"),
        ("rest", "a", "ask_rest", "Ask the rest", "Compare what was not compared for its size", "p"),
        ("problems", "z", "problems_only", "Problems only", "Show only packages that need a look, or all", "p"),
        ("upgrades", "u", "upgrades", "Upgrades", "Resolve with upgrades of dependencies, or without", "p"),
    ),
    filtering="Filter the packages, or search the text",
    finding=(
        ("next", "greater_than_sign", "finding(1)", "Next", "Go to the next finding", "p"),
        ("previous", "less_than_sign", "finding(-1)", "Previous finding", "Go to the previous finding", "p"),
    ),
    copy=("Copy", "Copy the name of the package"),
    copy_as=("Copy as", "Copy as: Markdown, JSON, activation policy, ClusterRole, commands …"),
    program=(
        ("again", "r", "again", "Read again", "Read the files and the cluster, and ask again", "p"),
        ("leave", "q", "leave", "Quit", "Go back; on the first screen end the program", "p"),
    ),
)  # fmt: skip


def plan_hints(
    *, is_asking: bool, is_failed: bool, is_live: bool, has_findings: bool, enter: str, leave: str
) -> Hints:
    """The footer of a plan; what has nothing to do is left out."""
    if is_asking:
        return PLAN.footer(f"list.enter {enter}, close Stop, steps, filter")
    named = f"again, list.enter {enter}, next, compare, steps, filter, copy.as, leave {leave}"
    return PLAN.footer(
        f"again, leave {leave}" if is_failed else named, {"again": is_failed or is_live, "next": has_findings}
    )


EXAMPLES = _screen_keys("examples", "E",
    lists=(("list", "Examples", "Go to the examples"),),
    close="Stop reading, clear the filter, or go back",
    filtering="Filter the examples, or search the text",
    copy=("Copy name", "Copy the name of the example"),
    copy_as=("Copy as", "Copy as: place, message, list, JSON, command …"),
    program=(("again", "r", "again", "Retry", "Read examples again that could not be read", "p"),),
)  # fmt: skip


def example_hints(*, enter: str, is_read: bool, is_text: bool, has_failed: bool) -> Hints:
    """The footer of examples; `enter` says what that does, empty for nothing."""
    named = f"filter{' Search' if is_text else ''}, tab.next, copy, copy.as, " if is_read else ""
    return EXAMPLES.footer(
        f"list.enter {enter}, {named}again, close", {"list.enter": bool(enter), "again": has_failed}
    )


REFERRERS = _screen_keys("referrers", "R",
    lists=(("list", "Referrers", "Go to the list"),),
    close="Stop asking, clear the filter, or go back",
    looking=(("verify", "v", "verify", "Verify", "Verify signatures by the keys of the policy", "p"),),
    filtering="Filter the list, or search the text",
    copy=("Copy", "Copy the reference, pinned by digest"),
    copy_as=("Copy as", "Copy as: signer, list, JSON, command …"),
    program=(("again", "r", "again", "Ask again", "Ask the registry again", "p"),),
)  # fmt: skip


def referrer_hints(*, can_open: bool, can_verify: bool, is_text: bool, is_known: bool) -> Hints:
    """The footer of what belongs to an image."""
    named = f"filter{' Search' if is_text else ''}, copy, copy.as, " if is_known else ""
    uses = {"list.enter": can_open, "verify": can_verify}
    return REFERRERS.footer(f"list.enter Content, verify, {named}again, close", uses)


SCHEMAS = _screen_keys("schemas", "S",
    lists=(("versions", "Versions", "Go to the versions"), ("fields", "Fields", "Go to the fields")),
    close="Clear the filter, or go back",
    looking=(
        ("version", "v", "schema_version", "Version", "Show the next version", "p"),
        ("compare", "c", "schema_compare", "Compare versions", "Compare it with the version before", "p"),
        ("why", "x", "why", "Why", "Why the package is accepted or refused, by every tool", "p"),
        ("open.all", "O", "open_all(True)", "Open all", "Open every field, or block of the text", "p"),
        ("close.all", "X", "open_all(False)", "Close all", "Close every field, or block of the text", "p"),
    ),
    filtering="Filter the fields, or search the text",
    finding=(("search", "a", "search_fields", "Find a field", "Find a field of all definitions", "p"),),
    copy=("Copy path", "Copy the path of the field"),
    copy_as=("Copy as", "Copy as: path, kubectl explain, YAML …"),
)  # fmt: skip


def schema_hints(*, has_versions: bool, has_other: bool, is_compared: bool, is_text: bool) -> Hints:
    """The footer of schemas; `has_other` says that the kind has another version."""
    search, compare = " Search" if is_text else "", " End comparison" if is_compared else ""
    named = f"version, filter{search}, compare{compare}, search, copy, copy.as, close"
    return SCHEMAS.footer(named, {"version": has_versions, "compare": has_other})


TAGS = _screen_keys("tags", "T",
    close="Stop asking, clear the filter, or go back",
    looking=(
        ("why", "x", "why", "Why", "Why the tags are in this order", "p"),
        ("mark", "m", "mark", "Mark", "Mark this version, to compare another one with it", "p"),
        ("compare", "D", "compare", "Compare", "What changes from the marked version to this one", "p"),
    ),
    filtering="Filter the tags",
    copy=("Copy", "Copy the reference, with the digest where it is known"),
    copy_as=("As text", "Copy the list as text"),
    program=(
        ("again", "r", "again(False)", "Refresh", "List the tags again", "p"),
        ("again.all", "ctrl+r", "again(True)", "Reload all", "List the tags again, ignoring the cache", "p"),
    ),
)  # fmt: skip


def tag_hints(*, is_failed: bool, is_explained: bool, asks: bool) -> Hints:
    """The footer of tags; `asks` says that `enter` asks for the tag before it opens it."""
    named = (
        "again, "
        if is_failed
        else ""
        if is_explained
        else f"list.enter{' Ask' if asks else ''}, mark, compare, filter, copy, "
    )
    return TAGS.footer(f"{named}close")
