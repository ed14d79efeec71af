"""The screen of a repository: its tags as Crossplane orders them, and one of them in two lines."""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.reactive import var
from textual.widgets import Static

from xpkgtui.app import messages
from xpkgtui.app.commands.table import bindings_of
from xpkgtui.app.commands.tags import KEYS, OWN, hints
from xpkgtui.app.copy import clipboard
from xpkgtui.app.state.lists import filtering
from xpkgtui.app.state.outcomes import CompareSource, LookAt, MarkSource, Purpose, ShowTags, StopTags
from xpkgtui.app.state.tags import ListedTags, TagGroups, TagSelection, is_gone, tag_of, to_ask
from xpkgtui.app.tags import detail
from xpkgtui.app.tags import list as tag_list
from xpkgtui.app.toast import tell
from xpkgtui.app.widgets.footer_line import FooterLine
from xpkgtui.app.widgets.overlay import Overlay
from xpkgtui.app.widgets.prompt import Prompt
from xpkgtui.app.widgets.row_list import RowList
from xpkgtui.app.widgets.text_view import TextView
from xpkgtui.app.widgets.verdict_line import VerdictLine
from xpkgtui.inspection.filters.filter import NO_FILTER
from xpkgtui.inspection.messages.requests import Open
from xpkgtui.reporting.as_text.paint import Paint
from xpkgtui.reporting.as_text.tags import tags as as_text
from xpkgtui.reporting.repository_tags import RepositoryTags
from xpkgtui.versions.tags import companion_of
from xpkgtui.visible import size as visible_size

_SHORT = 16
"""Rows below which the tag in full has no room."""


class TagScreen(Overlay[None]):
    """A title, what is most important, the list, one tag in full, and the keys."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings_of(OWN)]
    AUTO_FOCUS = "#tags"

    listed: var[ListedTags] = var(ListedTags(), init=False)
    marked: var[str] = var("", init=False)
    selection: var[TagSelection] = var(TagSelection(), init=False)
    keys = KEYS

    def __init__(self, *, now: Callable[[], float] = time.time) -> None:
        super().__init__()
        self._now = now
        self._groups = TagGroups(RepositoryTags(repository=""), NO_FILTER)
        self._groups_of: tuple[object, ...] = ()

    def compose(self) -> ComposeResult:
        """Every widget."""
        yield Static(id="title")
        yield VerdictLine()
        yield RowList("tags")
        yield TextView("why")
        yield Static(id="card")
        yield Prompt()
        yield FooterLine()

    def on_mount(self) -> None:
        """What is known by now."""
        self.query_one("#card", Static).border_title = "Version"
        self._draw()

    def on_resize(self, event: events.Resize) -> None:
        """The form follows the size."""
        self.set_class(event.size.height < _SHORT, "-short")
        self._draw()

    def watch_listed(self) -> None:
        """News."""
        self._draw()

    watch_selection = watch_marked = watch_listed

    @property
    def _row(self) -> str:
        """The key of the row under the cursor."""
        row = self.query_one("#tags", RowList).row
        return row.key if row is not None else ""

    @property
    def _source(self) -> str:
        """The source that the row under the cursor stands for; empty for none."""
        row, found = self._row, self.listed.found
        if not is_gone(row):
            return f"{found.repository}:{row}" if row else ""
        digest = next((one.digest for one in found.gone if one.name == tag_of(row)), "")
        return f"{found.repository}@{digest}" if digest else ""

    def action_close(self) -> None:
        """Closes the topmost thing: the explanation, what is asked, the filter, then the screen."""
        if self.selection.is_explained:
            self._go(is_explained=False)
        elif self.listed.asking or not self.listed.is_done:
            is_listing = not self.listed.is_done
            self.post_message(messages.Requested(StopTags()))
            if is_listing:
                self.dismiss()
        elif self.selection.filter:
            self._go(filter="")
        else:
            self.dismiss()

    def action_why(self) -> None:
        """Why the tags are in this order, or the list again."""
        self._go(is_explained=not self.selection.is_explained)

    def action_mark(self) -> None:
        """Marks the version under the cursor as the old one of a comparison."""
        if self._source:
            self.post_message(messages.Requested(MarkSource(self._source)))

    def action_compare(self) -> None:
        """Compares the version under the cursor with the one that is marked."""
        if not self.marked or self.marked == self._source:
            tell(self.app, "m marks the old version, then D on another one compares.")
        elif self._source:
            self._leave(CompareSource(self._source))

    def action_copy(self) -> None:
        """Copies the reference, with its digest where that is known."""
        look = self.listed.found.looks.get(self._row)
        text = self._source + (f"@{look.digest}" if look is not None and look.is_known else "")
        if text:
            clipboard.send(self.app, "the reference", text)
        else:
            tell(self.app, "Nothing to copy here.")

    def action_copy_as(self) -> None:
        """Copies the list as text."""
        clipboard.send(self.app, "the list", as_text(self.listed.found, Paint()))

    def action_again(self, refresh: bool) -> None:
        """Lists the tags again."""
        again = ShowTags(self.listed.source, is_again=True, refresh=refresh)
        self.post_message(messages.Requested(again))

    def action_filter(self) -> None:
        """Filters the tags."""
        self._go(is_explained=False)
        self.query_one(FooterLine).display = False
        self.query_one("#tags", RowList).is_filtered_now = True
        self.query_one(Prompt).open(Purpose.FILTER, self.selection.filter, filtering.HINT)

    @on(Prompt.Typed)
    def _typed(self, event: Prompt.Typed) -> None:
        self._go(filter=event.text)
        self.query_one(Prompt).say(Purpose.FILTER, self.selection.wanted.problem)

    @on(Prompt.Moved)
    def _prompt_moved(self, event: Prompt.Moved) -> None:
        self.query_one("#tags", RowList).move(event.rows, event.half_pages)

    @on(Prompt.Done)
    @on(Prompt.Closed)
    def _prompt_left(self, event: Prompt.PromptMessage) -> None:
        if isinstance(event, Prompt.Closed):
            self._go(filter="")
        self.query_one(FooterLine).display = True
        rows = self.query_one("#tags", RowList)
        rows.is_filtered_now = False
        self.set_focus(rows, scroll_visible=False)

    @on(RowList.Moved)
    def _moved(self, event: RowList.Moved) -> None:
        self._go(row=event.key)

    @on(RowList.Entered)
    def _entered(self, event: RowList.Entered) -> None:
        key = event.key
        if not key or not self._source:
            tell(self.app, "It is gone, and what it was is not known.")
        elif self._asks(key):
            self.post_message(messages.Requested(LookAt((key,))))
        else:
            self._leave(Open(source=self._source))

    def _asks(self, key: str) -> bool:
        """Whether `enter` asks for a tag, because nothing in sight is asked for any more without that."""
        listed = self.listed
        look = listed.found.looks.get(key)
        is_known = (look is not None and look.is_known) or companion_of(key) is not None or is_gone(key)
        return not is_known and key not in listed.asking

    def _leave(self, request: Open | CompareSource) -> None:
        """Shows a package in place of the list; the application answers, because this screen goes."""
        app = self.app
        self.dismiss()
        app.post_message(messages.Requested(request))

    def _go(self, **changed: object) -> None:
        self.selection = replace(self.selection, **changed)  # type: ignore[arg-type]

    def _draw(self) -> None:
        """Gives each widget what it shows, and asks for tags in sight."""
        if not self.is_mounted or not self.size.width or not self.query("FooterLine"):
            return
        listed, selection, width = self.listed, self.selection, self.size.width
        groups_of = (listed.found.names, listed.found.gone, selection.wanted)
        if self._groups_of != groups_of:
            self._groups, self._groups_of = TagGroups(listed.found, selection.wanted), groups_of
        rows = self.query_one("#tags", RowList)
        rows.pane = tag_list.pane(listed, self._groups, selection, self.marked)
        key = self._row
        self.query_one("#title", Static).update(tag_list.title(listed, key, width))
        self.query_one(VerdictLine).headline = tag_list.headline(listed)
        card = self.query_one("#card", Static)
        text, does = detail.card(listed, key, max(1, width - 4), self._now())
        card.update(text)
        card.border_subtitle = does
        self.set_class(selection.is_explained, "-why")
        if selection.is_explained:
            self.query_one("#why", TextView).page = detail.why(listed)
        wanted = self.query_one("#why" if selection.is_explained else "#tags")
        if self.focused is not wanted and not self.query_one(Prompt).display:
            self.set_focus(wanted, scroll_visible=False)
        footer = self.query_one(FooterLine)
        failed = listed.found.failure is not None and not listed.found.names
        footer.hints = hints(
            is_failed=failed, is_explained=selection.is_explained, asks=bool(key) and self._asks(key)
        )
        footer.cost = visible_size(listed.found.fetched) if listed.found.fetched else ""
        self.call_after_refresh(self._ask_for_those_in_sight)

    def _ask_for_those_in_sight(self) -> None:
        """Asks for what the tags in sight are, those under the cursor first."""
        if not self.listed.is_done or self.selection.is_explained:
            return
        rows = self.query_one("#tags", RowList)
        top, count = rows.scroll_offset.y, self._groups.count
        names = self._groups.tags_at(range(top, min(count, top + rows.size.height)))
        if found := to_ask(self.listed, sorted(names, key=lambda name: name != self._row)):
            self.post_message(messages.Requested(LookAt(found, is_unasked=True)))
