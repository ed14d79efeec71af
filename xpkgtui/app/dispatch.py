"""Runs what is chosen in the palette and the help, or typed as a command after `:`."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol

from textual.app import App
from textual.dom import DOMNode
from textual.reactive import var
from textual.screen import Screen
from textual.widget import Widget

from xpkgtui.app import messages
from xpkgtui.app.commands import typed as names
from xpkgtui.app.commands.command import Command, Scope
from xpkgtui.app.commands.program import PROGRAM, Filled, ProgramCommand, copying, program_command
from xpkgtui.app.commands.table import COMMANDS, command
from xpkgtui.app.commands.typed import TypedCommand
from xpkgtui.app.copy import picture
from xpkgtui.app.port.background import AppState
from xpkgtui.app.screens.browsing import Browsing
from xpkgtui.app.state.outcomes import CompareSource, MarkSource, OpenAt, ShowTags
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.toast import notify
from xpkgtui.app.typing_ahead import TypingAhead
from xpkgtui.app.widgets.footer_line import FooterLine
from xpkgtui.app.widgets.row_list import RowList
from xpkgtui.app.widgets.text_view import TextView
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.requests import Options
from xpkgtui.inspection.messages.schemas import SearchPackages

if TYPE_CHECKING:
    from xpkgtui.app.palette.entries import PaletteEntry


class ShownState(AppState, Protocol):
    """What is known of the package that is shown, and of the one that is marked."""

    marked: str


class Commanded(TypingAhead):
    """An application whose commands are found, explained and copied on every screen."""

    inspection: var[Inspection] = var(Inspection(source=""), init=False)
    replies: var[Replies] = var(Replies(), init=False)
    busy: var[bool] = var(False, init=False)
    marked: var[str] = var("", init=False)
    _options: Options

    def action_command_palette(self) -> None:
        """Commands, objects, rules and fields by name."""
        show_palette(self, self, self._options.cache_dir)

    def action_find_package(self) -> None:
        """Kinds and fields of packages that were opened before."""
        find_package(self, self, self._options.cache_dir)

    def action_help(self) -> None:
        """All keys."""
        show_help(self, self)

    def action_copy_command(self, name: str) -> None:
        """Copies a command of the program about what is shown."""
        copy_command(self, self, name)

    def action_picture(self) -> None:
        """Saves the screen and says where."""
        notify(self, picture.save(picture.self_contained(self.export_screenshot())), timeout=5)


def show_palette(app: App[Any], known: ShownState, cache_dir: str | None) -> None:
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
        return entries(inspection, selection, replies, rules, answers=answers, own=own, filled=_filled(known))

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


async def _act(app: App[Any], screen: Screen[Any], chosen: Command, focused: Widget | None) -> None:
    """Does what a command does where it is answered: by the application, the screen, or what has the focus."""
    places: dict[Scope, DOMNode] = {Scope.APP: app, Scope.SCREEN: screen}
    target = places.get(chosen.scope)
    if target is None and focused is not None:
        name = f"action_{chosen.action.partition('(')[0]}"
        target = next((node for node in focused.ancestors_with_self if hasattr(node, name)), None)
    if target is not None:
        await app.run_action(chosen.action, default_namespace=target)


async def _run(app: App[Any], screen: Screen[Any], chosen: "PaletteEntry") -> None:
    """Does what an entry of the palette says."""
    if chosen.command is not None:
        await _act(app, screen, chosen.command, app.focused)
    elif chosen.program is not None:
        await _show_or_copy(app, chosen.program)
    elif chosen.chapter:
        _show_chapter(app, chosen.chapter)
    elif chosen.document is not None:
        screen.post_message(messages.DocumentRequested(chosen.document))
    elif chosen.found is not None:
        found = chosen.found
        version = f"{found.made}:{found.match.owner.version}"
        screen.post_message(messages.FieldRequested(found.document, version, found.match.path))
    elif chosen.elsewhere is not None:
        screen.app.post_message(messages.Requested(OpenAt(chosen.elsewhere)))
    elif chosen.rule:
        _explain(app, chosen.rule)
    else:
        screen.post_message(messages.FileRequested(chosen.path))


def _explain(app: App[Any], rule: str) -> None:
    """Shows the manual page of a rule: on the screen of a package, else over the screen."""
    from xpkgtui.app.screens.chapter import ChapterScreen, chapter_of_rule

    if isinstance(app.screen, Browsing):
        app.screen.post_message(messages.ManualRequested(rule))
    elif chapter := chapter_of_rule(rule):
        app.push_screen(ChapterScreen(chapter))
    else:
        notify(app, f"There is no rule {rule}.")


def _show_chapter(app: App[Any], name: str) -> None:
    from xpkgtui.app.screens.chapter import ChapterScreen
    from xpkgtui.reporting.chapters import NAMES, chapter_of

    chapter = chapter_of(name)
    if chapter is None:
        notify(app, f"The manual has no chapter {name}; it has {', '.join(NAMES)}.")
    else:
        app.push_screen(ChapterScreen(chapter))


async def run_typed(app: App[Any], known: ShownState, typed: TypedCommand) -> None:
    """Does what was typed as a command."""
    name, argument = typed.name, typed.argument
    match name:
        case names.QUIT:
            await app.run_action("quit")
        case names.HELP:
            show_help(app, known)
        case names.MANUAL:
            _show_chapter(app, argument or "keys")
        case names.RULES if argument:
            _explain(app, argument.upper())
        case names.TAGS if argument:
            app.post_message(messages.Requested(ShowTags(argument)))
        case names.DIFF if argument and known.inspection.source:
            app.post_message(messages.Requested(MarkSource(argument)))
            app.post_message(messages.Requested(CompareSource(known.inspection.source)))
        case _ if found := program_command("check" if name == names.RULES else name):
            await _show_or_copy(app, found)
        case _:
            notify(app, f"{name} is not a command; it can be {', '.join(f':{one}' for one in names.DOES)}.")


async def _show_or_copy(app: App[Any], found: ProgramCommand) -> None:
    """Opens the screen that shows the same as a command of the program, or copies the command."""
    is_over_package = any(isinstance(screen, Browsing) for screen in app.screen_stack)
    if found.screen and is_over_package:
        while not isinstance(app.screen, Browsing):
            await app.screen.dismiss()
        await _act(app, app.screen, command(found.screen), app.focused)
    else:
        await app.run_action(f"copy_command('{found.name}')")


def copy_command(app: App[Any], known: ShownState, name: str) -> None:
    """Copies a command of the program about what is shown."""
    from xpkgtui.app.copy.clipboard import send

    found = program_command(name)
    if found is not None:
        send(app, "the command", _filled(known).line(found))


def _filled(known: ShownState) -> Filled:
    """What is put into commands of the program."""
    from xpkgtui.app.copy import source_names

    inspection = known.inspection
    reference = source_names.reference(inspection)
    source = source_names.source(inspection) or inspection.source
    return Filled(
        source="" if source == "-" else source,
        repository=reference.name if reference else "",
        marked=known.marked,
        asked=inspection.asked,
    )


def show_help(app: App[Any], known: ShownState) -> None:
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

    hints, filled = footers.first().hints if footers else (), _filled(known)
    every = (*_answered(app, beneath), *(copying(one, filled) for one in PROGRAM))
    app.push_screen(Help(hints, scope, every, question=chapter.question), run)


def _answered(app: App[Any], beneath: Screen[Any]) -> Iterator[Command]:
    """The commands that do something on a screen; while a line has the keys, those that are not typed into it."""
    own: tuple[Command, ...] = getattr(beneath, "keys", ())
    yield from own
    for one in COMMANDS:
        name = one.action.partition("(")[0]
        places: dict[Scope, object] = {Scope.APP: app, Scope.SCREEN: beneath}
        if own:
            is_answered = one.priority
        elif one.scope in places:
            is_answered = hasattr(places[one.scope], f"action_{name}")
        else:
            is_answered = bool(beneath.query(TextView if one.scope is Scope.TEXT else RowList))
        if is_answered:
            yield one


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
