"""The screens beside that of a package, each loaded when it is first shown: the first paint waits for none."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol

from textual.app import App
from textual.dom import DOMNode
from textual.screen import Screen
from textual.widget import Widget

from xpkgtui.app import messages
from xpkgtui.app.commands.command import Command, Scope
from xpkgtui.app.commands.table import COMMANDS
from xpkgtui.app.port.background import AppState
from xpkgtui.app.port.comparing import Comparing, ComparingState
from xpkgtui.app.port.listing import ListingState, ListingTags
from xpkgtui.app.screens.browsing import Browsing
from xpkgtui.app.start.choices import Offered
from xpkgtui.app.state.dependencies import DependencySelection, ShownDependencies, is_same_package
from xpkgtui.app.state.outcomes import (
    FindField,
    ForComparison,
    ForDefinitions,
    ForDependencies,
    ForReplies,
    ForTags,
    LookAt,
    OpenAt,
    OpenDependency,
    ReturnTo,
    ShowDependencies,
    ShowExamples,
    ShowReferrers,
    ShowSchema,
    ShowTags,
    StopTags,
)
from xpkgtui.app.state.places import ScreenPlace
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.schemas.selection import SchemaSelection
from xpkgtui.app.toast import clear_notice, notify
from xpkgtui.app.widgets.footer_line import FooterLine
from xpkgtui.app.widgets.row_list import RowList
from xpkgtui.app.widgets.text_view import TextView
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.requests import OpenPlatform, Options
from xpkgtui.inspection.messages.schemas import SearchPackages
from xpkgtui.service.port import Port

if TYPE_CHECKING:
    from xpkgtui.app.palette.entries import PaletteEntry
    from xpkgtui.app.screens.copy_as import CopyAs
    from xpkgtui.app.views.list_and_detail import ListScreen


def show_palette(app: App[Any], known: AppState, cache_dir: str | None) -> None:
    """Commands, objects, files and rules by name, of the screen that is shown."""
    from xpkgtui.app.palette.entries import PaletteEntry, entries
    from xpkgtui.app.screens.palette import Palette, Titles

    beneath = app.screen
    if beneath.is_modal:
        return
    selection = beneath.selection if isinstance(beneath, Browsing) else None

    own: tuple[Command, ...] = getattr(beneath, "keys", ())

    def answers(action: str) -> bool:
        return hasattr(beneath, f"action_{action}")

    @lru_cache(maxsize=1)
    def made(inspection: Inspection, replies: Replies, rules: Titles) -> Sequence[PaletteEntry]:
        return entries(inspection, selection, replies, rules, answers=answers, own=own)

    def offered(rules: Titles) -> Sequence[PaletteEntry]:
        return made(known.inspection, known.replies, rules)

    async def run(chosen: PaletteEntry | None) -> None:
        if chosen is not None:
            await _run(app, beneath, chosen)

    known_by: Any = type(app)
    has_fields = isinstance(beneath, Browsing) and bool(known.inspection.rows)
    packages = _packages(known.inspection, cache_dir)
    app.push_screen(Palette(offered, has_fields=has_fields, packages=packages).data_bind(known_by.replies), run)


def _packages(inspection: Inspection, cache_dir: str | None) -> SearchPackages | None:
    """The search in packages that were opened before but for the one that is open; None without a cache."""
    but = inspection.stream.sha256 if inspection.stream is not None else ""
    return SearchPackages(words="", cache_dir=cache_dir, but=but) if cache_dir else None


async def _act(app: App[Any], screen: Screen[Any], command: Command, focused: Widget | None) -> None:
    """Does what a command does where it is answered: by the application, the screen, or what has the focus."""
    places: dict[Scope, DOMNode] = {Scope.APP: app, Scope.SCREEN: screen}
    target = places.get(command.scope)
    if target is None and focused is not None:
        name = f"action_{command.action.partition('(')[0]}"
        target = next((node for node in focused.ancestors_with_self if hasattr(node, name)), None)
    if target is not None:
        await app.run_action(command.action, default_namespace=target)


async def _run(app: App[Any], screen: Screen[Any], chosen: "PaletteEntry") -> None:
    """Does what an entry of the palette says."""
    if chosen.command is not None:
        await _act(app, screen, chosen.command, app.focused)
    elif chosen.document is not None:
        screen.post_message(messages.DocumentRequested(chosen.document))
    elif chosen.found is not None:
        found = chosen.found
        version = f"{found.made}:{found.match.owner.version}"
        screen.post_message(messages.FieldRequested(found.document, version, found.match.path))
    elif chosen.elsewhere is not None:
        screen.app.post_message(messages.Requested(OpenAt(chosen.elsewhere)))
    elif chosen.rule:
        screen.post_message(messages.ManualRequested(chosen.rule))
    else:
        screen.post_message(messages.FileRequested(chosen.path))


def show_help(app: App[Any]) -> None:
    """The manual's page about this, and all keys, first those of what has the focus; runs what is chosen."""
    from xpkgtui.app.screens.chapter import ChapterScreen, chapter_about
    from xpkgtui.app.screens.help import MANUAL, Help

    beneath, focused = app.screen, app.focused
    if isinstance(beneath, Help | ChapterScreen):
        return
    chapter = chapter_about(type(beneath), beneath.selection if isinstance(beneath, Browsing) else None)
    footers = beneath.query(FooterLine)
    scope = Scope.TEXT if isinstance(focused, TextView) else Scope.LIST

    async def run(chosen: Command | None) -> None:
        if chosen is MANUAL:
            app.push_screen(ChapterScreen(chapter))
        elif chosen is not None:
            await _act(app, beneath, chosen, focused)

    hints = footers.first().hints if footers else ()
    app.push_screen(Help(hints, scope, tuple(_answered(app, beneath)), question=chapter.question), run)


def _answered(app: App[Any], beneath: Screen[Any]) -> Iterator[Command]:
    """The commands that do something on a screen; while a line has the keys, those that are not typed into it."""
    own: tuple[Command, ...] = getattr(beneath, "keys", ())
    yield from own
    for command in COMMANDS:
        name = command.action.partition("(")[0]
        places: dict[Scope, object] = {Scope.APP: app, Scope.SCREEN: beneath}
        if own:
            is_answered = command.priority
        elif command.scope in places:
            is_answered = hasattr(places[command.scope], f"action_{name}")
        else:
            is_answered = bool(beneath.query(TextView if command.scope is Scope.TEXT else RowList))
        if is_answered:
            yield command


def start(offered: Offered) -> Screen[None]:
    """The screen of the sources that can be opened."""
    from xpkgtui.app.screens.start import Start

    return Start(offered)


def ask_source(app: App[Any], offered: Offered, marked: str = "") -> None:
    """Offers the sources that can be opened, over the screen of a package."""
    from xpkgtui.app.screens.start import StartOver

    if not app.screen.is_modal:
        clear_notice(app)
        app.push_screen(StartOver(replace(offered, marked=marked)))


OnAnotherScreen = ForComparison | ForDependencies | ForTags | ForDefinitions | ForReplies
_MOST = 100
"""Dependencies that are come back to."""


class KnownState(ComparingState, ListingState, Protocol):
    """What is known of the package that is shown, and of those that are asked about with it."""


class SecondaryScreens:
    """Opens the screens over that of the package; what they show is bound to what the application knows."""

    def __init__(
        self,
        app: App[Any],
        port: Port,
        known: KnownState,
        *,
        browse: Callable[[str, str, int | None], None],
        send: Callable[[OpenPlatform], None],
        make: Callable[[], Browsing],
    ) -> None:
        self._app, self._known, self._browse, self._make = app, known, browse, make
        self._comparing = Comparing(port, app, known, browse=browse, send=send, show=self._show_comparison)
        self._listing = ListingTags(port, app, known, show=self._show_tags)
        self._dependencies = ShownDependencies()
        """The dependencies that were shown last."""
        self._left: tuple[OpenDependency, ...] = ()

    def open(self, request: OnAnotherScreen, options: Options) -> None:
        """Opens the screen that a request is about, or has it go on."""
        match request:
            case ShowTags() | LookAt() | StopTags():
                self._listing.take(request, options)
            case ShowDependencies():
                is_known = is_same_package(self._dependencies.found.inspection, self._known.inspection)
                needed = self._dependencies if is_known else ShownDependencies()
                self._show_dependencies(options, needed, DependencySelection())
            case OpenDependency(source=source):
                self._left = (*self._left[1 - _MOST :], request)
                self._browse(source, "", None)
            case ReturnTo(source=source):
                if self._left and self._left[-1].shown.source == source:
                    left, self._left = self._left[-1], self._left[:-1]
                    self._show_dependencies(options, left.shown, left.left)
            case ShowSchema(left=schema):
                self._show_schema(schema)
            case FindField():
                find_field(self._app)
            case ShowExamples() | ShowReferrers():
                self._show_list(request)
            case _:
                self._comparing.take(request, options)

    def show_package(self) -> None:
        """Shows the screen of a package, unless it is there."""
        if not any(isinstance(screen, Browsing) for screen in self._app.screen_stack):
            self._app.push_screen(self._make())

    def _push(self, screen: Screen[Any], names: str, leave: Callable[[Any], None] | None = None) -> None:
        """Shows a screen that is bound to some of what the application knows."""
        clear_notice(self._app)
        known = type(self._app)
        bound = screen.data_bind(*(getattr(known, name) for name in names.split()))
        if isinstance(bound, Screen):
            self._app.push_screen(bound, leave)

    def _show_comparison(self, leave: Callable[[], None]) -> None:
        """Shows what changes between two packages, over the screen of the new one."""
        from xpkgtui.app.screens.changes import ChangeScreen

        self.show_package()
        self._push(ChangeScreen(), "compared both checks", lambda _: leave())

    def _show_tags(self) -> None:
        """Shows the tags of a repository over whatever is shown, unless they are."""
        from xpkgtui.app.screens.tags import TagScreen

        if not isinstance(self._app.screen, TagScreen):
            self._push(TagScreen(), "listed marked")

    def _show_dependencies(self, options: Options, needed: ShownDependencies, left: DependencySelection) -> None:
        from xpkgtui.app.screens.dependencies import DependencyScreen

        if self._nothing_is_open("dependencies"):
            return

        def shown(needed: ShownDependencies) -> None:
            self._dependencies = needed

        if not isinstance(self._app.screen, DependencyScreen):
            self._push(DependencyScreen(options, needed, left, shown), "inspection replies busy")

    def _show_schema(self, left: SchemaSelection) -> None:
        """Shows the schemas of a definition over the screen of its package, as they were looked at before."""
        from xpkgtui.app.screens.schemas import SchemaScreen

        beneath = self._app.screen

        def leave(found: messages.SchemaLeft | None) -> None:
            if found is not None:
                beneath.post_message(found)

        if isinstance(beneath, Browsing):
            self._push(SchemaScreen(left), "inspection replies", leave)

    def _show_list(self, request: ShowExamples | ShowReferrers) -> None:
        """Shows the examples of the package, or what belongs to its image."""
        is_examples = isinstance(request, ShowExamples)
        if not isinstance(self._app.screen, Browsing):
            return
        if self._nothing_is_open("examples" if is_examples else "signatures"):
            return
        screen: ListScreen
        if is_examples:
            from xpkgtui.app.screens.examples import ExampleScreen

            screen = ExampleScreen()
        else:
            from xpkgtui.app.screens.referrers import ReferrerScreen

            screen = ReferrerScreen()
        self._push(screen, "inspection replies busy")

    def _nothing_is_open(self, asked: str) -> bool:
        """Says so where it is so."""
        is_closed = self._known.inspection.failure is not None
        if is_closed:
            notify(self._app, f"Nothing is open, so nothing is known of its {asked}.")
        return is_closed


def arrive(app: App[Any], place: ScreenPlace) -> None:
    """Has the screen of a package go to a place once that is loaded."""
    for screen in app.screen_stack:
        if isinstance(screen, Browsing):
            screen.arrive(place)


def find_field(app: App[Any]) -> None:
    """Fields of all definitions by the letters of their paths, for the screen that is shown."""
    from xpkgtui.app.screens.palette import Among

    _find(app, among=Among.FIELDS, has_fields=True)


def find_package(app: App[Any], known: AppState, cache_dir: str | None) -> None:
    """Kinds and fields of packages that were opened before, over whatever is shown."""
    from xpkgtui.app.screens.palette import Among

    if cache_dir is None:
        notify(app, "Without a cache nothing is known of packages opened before.")
    else:
        _find(app, among=Among.PACKAGES, packages=_packages(known.inspection, cache_dir))


def _find(app: App[Any], **searched: Any) -> None:
    """A palette of what is searched alone."""
    from xpkgtui.app.palette.entries import PaletteEntry
    from xpkgtui.app.screens.palette import Palette

    beneath = app.screen

    async def run(chosen: PaletteEntry | None) -> None:
        if chosen is not None:
            await _run(app, beneath, chosen)

    known: Any = type(app)
    palette = Palette(lambda _: (), **searched)
    app.push_screen(palette.data_bind(known.replies), run)


def copy_as() -> "type[CopyAs]":
    """The screen of everything that can be copied of one thing."""
    from xpkgtui.app.screens.copy_as import CopyAs

    return CopyAs
