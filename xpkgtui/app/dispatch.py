"""Runs what is chosen in the palette and the help, or typed as a command after `:`."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

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
    from xpkgtui.app.screens.palette import Palette


class Commanded(TypingAhead):
    """An application whose commands are found, explained and copied on every screen."""

    inspection: var[Inspection] = var(Inspection(source=""), init=False)
    replies: var[Replies] = var(Replies(), init=False)
    busy: var[bool] = var(False, init=False)
    marked: var[str] = var("", init=False)
    _options: Options

    def action_command_palette(self) -> None:
        """Commands, objects, files and rules by name, of the screen that is shown."""
        from xpkgtui.app.palette.entries import PaletteEntry, entries
        from xpkgtui.app.screens.palette import Palette, Titles

        beneath = self.screen
        if beneath.is_modal:
            return
        selection = beneath.selection if isinstance(beneath, Browsing) else None
        own: tuple[Command, ...] = getattr(beneath, "keys", ())

        def answers(action: str) -> bool:
            return hasattr(beneath, f"action_{action}")

        @lru_cache(maxsize=1)
        def made(inspection: Inspection, replies: Replies, rules: Titles) -> Sequence[PaletteEntry]:
            return entries(inspection, selection, replies, rules, answers=answers, own=own, filled=self._filled())

        def offered(rules: Titles) -> Sequence[PaletteEntry]:
            return made(self.inspection, self.replies, rules)

        has_fields = isinstance(beneath, Browsing) and bool(self.inspection.rows)
        self._push_palette(Palette(offered, has_fields=has_fields, packages=self._packages()))

    def action_find_package(self) -> None:
        """Kinds and fields of packages that were opened before, over whatever is shown."""
        from xpkgtui.app.screens.palette import Among, Palette

        if (packages := self._packages()) is None:
            notify(self, "Without a cache nothing is known of packages opened before.")
        else:
            self._push_palette(Palette(lambda _: (), among=Among.PACKAGES, packages=packages))

    def find_field(self) -> None:
        """Fields of all definitions by the letters of their paths, for the screen that is shown."""
        from xpkgtui.app.screens.palette import Among, Palette

        self._push_palette(Palette(lambda _: (), among=Among.FIELDS, has_fields=True))

    def _push_palette(self, palette: "Palette") -> None:
        beneath = self.screen

        async def run(chosen: "PaletteEntry | None") -> None:
            if chosen is not None:
                await self._run_entry(beneath, chosen)

        self.push_screen(palette.data_bind(Commanded.replies), run)

    def _packages(self) -> SearchPackages | None:
        """The search in packages that were opened before but for the one that is open; None without a cache."""
        but, cache_dir = self.inspection.stream.sha256 if self.inspection.stream else "", self._options.cache_dir
        return SearchPackages(words="", cache_dir=cache_dir, but=but) if cache_dir else None

    async def _act(self, screen: Screen[Any], chosen: Command, focused: Widget | None) -> None:
        """Does what a command does where it is answered: by the application, the screen, or what has the focus."""
        places: dict[Scope, DOMNode] = {Scope.APP: self, Scope.SCREEN: screen}
        target = places.get(chosen.scope)
        if target is None and focused is not None:
            name = f"action_{chosen.action.partition('(')[0]}"
            target = next((node for node in focused.ancestors_with_self if hasattr(node, name)), None)
        if target is not None:
            await self.run_action(chosen.action, default_namespace=target)

    async def _run_entry(self, screen: Screen[Any], chosen: "PaletteEntry") -> None:
        """Does what an entry of the palette says."""
        if chosen.command is not None:
            await self._act(screen, chosen.command, self.focused)
        elif chosen.program is not None:
            await self._show_or_copy(chosen.program)
        elif chosen.chapter:
            self._show_chapter(chosen.chapter)
        elif chosen.document is not None:
            screen.post_message(messages.DocumentRequested(chosen.document))
        elif chosen.found is not None:
            found = chosen.found
            version = f"{found.made}:{found.match.owner.version}"
            screen.post_message(messages.FieldRequested(found.document, version, found.match.path))
        elif chosen.elsewhere is not None:
            self.post_message(messages.Requested(OpenAt(chosen.elsewhere)))
        elif chosen.rule:
            self._explain(chosen.rule)
        else:
            screen.post_message(messages.FileRequested(chosen.path))

    def _explain(self, rule: str) -> None:
        """Shows the manual page of a rule: on the screen of a package, else over the screen."""
        from xpkgtui.app.screens.chapter import ChapterScreen, chapter_of_rule

        if isinstance(self.screen, Browsing):
            self.screen.post_message(messages.ManualRequested(rule))
        elif chapter := chapter_of_rule(rule):
            self.push_screen(ChapterScreen(chapter))
        else:
            notify(self, f"There is no rule {rule}.")

    def _show_chapter(self, name: str) -> None:
        from xpkgtui.app.screens.chapter import ChapterScreen
        from xpkgtui.reporting.chapters import NAMES, chapter_of

        chapter = chapter_of(name)
        if chapter is None:
            notify(self, f"The manual has no chapter {name}; it has {', '.join(NAMES)}.")
        else:
            self.push_screen(ChapterScreen(chapter))

    async def run_typed(self, typed: TypedCommand) -> None:
        """Does what was typed as a command."""
        name, argument = typed.name, typed.argument
        match name:
            case names.QUIT:
                await self.run_action("quit")
            case names.HELP:
                self.action_help()
            case names.MANUAL:
                self._show_chapter(argument or "keys")
            case names.RULES if argument:
                self._explain(argument.upper())
            case names.TAGS if argument:
                self.post_message(messages.Requested(ShowTags(argument)))
            case names.DIFF if argument and self.inspection.source:
                self.post_message(messages.Requested(MarkSource(argument)))
                self.post_message(messages.Requested(CompareSource(self.inspection.source)))
            case _ if found := program_command("check" if name == names.RULES else name):
                await self._show_or_copy(found)
            case _:
                notify(self, f"{name} is not a command; it can be {', '.join(f':{one}' for one in names.DOES)}.")

    async def _show_or_copy(self, found: ProgramCommand) -> None:
        """Opens the screen that shows the same as a command of the program, or copies the command."""
        if found.screen and any(isinstance(screen, Browsing) for screen in self.screen_stack):
            while not isinstance(self.screen, Browsing):
                await self.screen.dismiss()
            await self._act(self.screen, command(found.screen), self.focused)
        else:
            self.action_copy_command(found.name)

    def action_copy_command(self, name: str) -> None:
        """Copies a command of the program about what is shown."""
        from xpkgtui.app.copy.clipboard import send

        found = program_command(name)
        if found is not None:
            send(self, "the command", self._filled().line(found))

    def _filled(self) -> Filled:
        """What is put into commands of the program."""
        from xpkgtui.app.copy import source_names

        inspection = self.inspection
        reference = source_names.reference(inspection)
        source = source_names.source(inspection) or inspection.source
        return Filled(
            source="" if source == "-" else source,
            repository=reference.name if reference else "",
            marked=self.marked,
            asked=inspection.asked,
        )

    def action_help(self) -> None:
        """The manual's page about this, and all keys, first those of what has the focus; runs what is chosen."""
        from xpkgtui.app.screens.chapter import ChapterScreen, chapter_about
        from xpkgtui.app.screens.help import MANUAL, Help

        beneath, focused = self.screen, self.focused
        if isinstance(beneath, Help | ChapterScreen):
            return
        chapter = chapter_about(type(beneath), beneath.selection if isinstance(beneath, Browsing) else None)
        footers = beneath.query(FooterLine)
        scope = Scope.TEXT if isinstance(focused, TextView) else Scope.LIST

        async def run(chosen: Command | None) -> None:
            if chosen is MANUAL:
                self.push_screen(ChapterScreen(chapter))
            elif chosen is not None:
                await self._act(beneath, chosen, focused)

        hints, filled = footers.first().hints if footers else (), self._filled()
        every = (*self._answered(beneath), *(copying(one, filled) for one in PROGRAM))
        self.push_screen(Help(hints, scope, every, question=chapter.question), run)

    def _answered(self, beneath: Screen[Any]) -> Iterator[Command]:
        """The commands that do something on a screen; while a line has the keys, those that are not typed into it."""
        own: tuple[Command, ...] = getattr(beneath, "keys", ())
        yield from own
        for one in COMMANDS:
            name = one.action.partition("(")[0]
            places: dict[Scope, object] = {Scope.APP: self, Scope.SCREEN: beneath}
            if own:
                is_answered = one.priority
            elif one.scope in places:
                is_answered = hasattr(places[one.scope], f"action_{name}")
            else:
                is_answered = bool(beneath.query(TextView if one.scope is Scope.TEXT else RowList))
            if is_answered:
                yield one

    def action_picture(self) -> None:
        """Saves the screen and says where."""
        notify(self, picture.save(picture.self_contained(self.export_screenshot())), timeout=5)
