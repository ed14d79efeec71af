"""The palette: commands, objects and rules by name."""

import asyncio
from collections.abc import Iterator
from functools import partial

from textual.command import CommandList, CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.content import Content
from textual.fuzzy import Matcher

from xpkgtui import visible
from xpkgtui.app.commands.command import Command, Scope
from xpkgtui.app.commands.table import offered
from xpkgtui.app.drawing.format_words import short_kind
from xpkgtui.app.messages import DocumentRequested, ManualRequested
from xpkgtui.app.widgets.overlay import Overlay
from xpkgtui.inspection.inspection import Inspection

_MOST = 200
_SLICE = 32
"""Objects that are compared before a key is heard again."""


class PaletteScreen(CommandPalette, Overlay[None]):
    """The palette; a key that comes before its list is there is ignored, and ends nothing."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key can do its work already."""
        lists = list(self.query(CommandList))
        if action == "command_list":
            lists = [each for each in lists if each.size.height and each.option_count]
        return bool(lists) and super().check_action(action, parameters)


class Palette(Provider):
    """Commands first, objects once something is typed; of two choices in one moment the first counts."""

    _has_chosen = False

    async def discover(self) -> Hits:
        """Every command that the screen beneath answers."""
        for command in self._offered():
            yield DiscoveryHit(self._title(command), partial(self._run, command), text=command.help, help=command.key)

    async def search(self, query: str) -> Hits:
        """Commands and objects that match."""
        matcher = self.matcher(query)
        for command in self._offered():
            score = matcher.match(command.help)
            if score > 0:
                title = lit(matcher, command.help)
                yield Hit(score, title, partial(self._run, command), text=command.help, help=command.key)
        inspection = getattr(self.app, "inspection", None)
        if not isinstance(inspection, Inspection):
            return
        shown = 0
        for number, row in enumerate(inspection.listed):
            if number % _SLICE == _SLICE - 1:
                # A key is heard between the slices, and hits are shown as they are found.
                await asyncio.sleep(0)
            text = visible.line(f"{short_kind(row)} {row.name or ''}")
            score = matcher.match(text)
            if score > 0 and shown < _MOST:
                shown += 1
                yield Hit(score, lit(matcher, text), partial(self._show, row.document), text=text)
        prefixes = tuple(filter(None, ("RULE", inspection.format.rule_prefix)))
        if query.strip().upper().startswith(prefixes) and self._has("go"):
            for text, rule in _rules():
                score = matcher.match(text)
                if score > 0:
                    yield Hit(score, lit(matcher, text), partial(self._explain, rule), text=text)

    def _offered(self) -> Iterator[Command]:
        return (each for each in offered() if each.scope is Scope.APP or self._has(each.action.partition("(")[0]))

    def _has(self, action: str) -> bool:
        """The start screen has few actions, and no place for a manual page."""
        return hasattr(self.screen, f"action_{action}")

    @staticmethod
    def _title(command: Command) -> Content:
        return Content(command.help)

    async def _run(self, command: Command) -> None:
        if self._has_chosen:
            return
        self._has_chosen = True
        target = self.app if command.scope is Scope.APP else self.screen
        await self.app.run_action(command.action, default_namespace=target)

    def _explain(self, rule: str) -> None:
        self.screen.post_message(ManualRequested(rule))

    def _show(self, document: int) -> None:
        self.screen.post_message(DocumentRequested(document))


def lit(matcher: Matcher, text: str) -> Content:
    """The text with what matched; the matcher's own `highlight` obeys markup, which a name may hold."""
    content = Content(text)
    _, offsets = matcher.fuzzy_search.match(matcher.query, text)
    for offset in offsets:
        if not text[offset].isspace():
            content = content.stylize(matcher.match_style, offset, offset + 1)
    return content


def _rules() -> Iterator[tuple[str, str]]:
    """Every rule; imported when one is asked for, because the catalogue is large."""
    from xpkgtui.reporting.manual import pages

    for page in pages():
        yield f"Rule {page.id} {page.title}", page.id
