"""The screen of a repository: its tags as Crossplane orders them, and one of them in two lines."""

import time
from collections.abc import Callable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.reactive import var
from textual.widgets import Static

from xpkgtui.app.commands.screens import TAGS, tag_hints
from xpkgtui.app.copy import clipboard
from xpkgtui.app.state.outcomes import CompareSource, LookAt, MarkSource, ShowTags, StopTags
from xpkgtui.app.state.tags import ListedTags, TagGroups, TagPane, TagSelection, is_gone, tag_of, to_ask
from xpkgtui.app.tags import detail
from xpkgtui.app.tags import list as tag_list
from xpkgtui.app.toast import notify
from xpkgtui.app.views.list_and_detail import PanesModel, SelectionScreen
from xpkgtui.app.widgets.row_list import RowList
from xpkgtui.app.widgets.text_view import TextView
from xpkgtui.inspection.filters.filter import NO_FILTER
from xpkgtui.inspection.messages.requests import Open
from xpkgtui.reporting.as_text.tables import Paint
from xpkgtui.reporting.as_text.tags import tags as as_text
from xpkgtui.reporting.contents.repository_tags import RepositoryTags
from xpkgtui.versions.tags import companion_of
from xpkgtui.visible import size as visible_size


class TagScreen(SelectionScreen[None]):
    """A title, what is most important, the list, one tag in full, and the keys."""

    BINDINGS: ClassVar[list[BindingType]] = [*TAGS.bindings]
    AUTO_FOCUS = f"#{TagPane.LIST}"

    listed: var[ListedTags] = var(ListedTags(), init=False)
    marked: var[str] = var("", init=False)
    selection: var[TagSelection] = var(TagSelection(), init=False)
    watch_marked = watch_listed = SelectionScreen.watch_selection
    keys = TAGS.all
    panes = tuple(TagPane)
    filtered = TagPane.LIST
    short, has_title = 16, True

    def __init__(self, *, now: Callable[[], float] = time.time) -> None:
        super().__init__()
        self._now = now
        self._groups = TagGroups(RepositoryTags(repository=""), NO_FILTER)
        self._groups_of: tuple[object, ...] = ()

    def compose_panes(self) -> ComposeResult:
        """The list, or in its place why it is in that order; and the card."""
        yield RowList(TagPane.LIST)
        yield TextView(TagPane.WHY)
        yield Static(id="card")

    def on_mount(self) -> None:
        """What is known by now."""
        self.query_one("#card", Static).border_title = "Version"

    @property
    def _row(self) -> str:
        """The key of the row under the cursor."""
        row = self.rows.row
        return row.key if row is not None else ""

    @property
    def _source(self) -> str:
        """The source that the row under the cursor stands for; empty for none."""
        row, tags = self._row, self.listed.found
        if not is_gone(row):
            return f"{tags.repository}:{row}" if row else ""
        digest = next((tag.digest for tag in tags.gone if tag.name == tag_of(row)), "")
        return f"{tags.repository}@{digest}" if digest else ""

    def stop(self) -> bool:
        """Stops asking; the screen is closed where the list is not there yet."""
        is_done = self.listed.is_done
        if is_done and not self.listed.asking:
            return False
        self.ask(StopTags())
        if not is_done:
            self.dismiss()
        return True

    def action_why(self) -> None:
        """Why the tags are in this order, or the list again."""
        self.go(pane=TagPane.LIST if self.selection.is_explained else TagPane.WHY)

    def action_mark(self) -> None:
        """Marks the version under the cursor as the old one of a comparison."""
        if self._source:
            self.ask(MarkSource(self._source))

    def action_compare(self) -> None:
        """Compares the version under the cursor with the one that is marked."""
        if not self.marked or self.marked == self._source:
            notify(self.app, "m marks the old version, then D on another one compares.")
        elif self._source:
            self.leave_for(CompareSource(self._source))

    def action_copy(self) -> None:
        """Copies the reference, with its digest where that is known."""
        look = self.listed.found.looks.get(self._row)
        text = self._source + (f"@{look.digest}" if look is not None and look.is_known else "")
        clipboard.give(self.app, "the reference", text)

    def action_copy_as(self) -> None:
        """Copies the list as text."""
        clipboard.send(self.app, "the list", as_text(self.listed.found, Paint()))

    def action_again(self, refresh: bool) -> None:
        """Lists the tags again."""
        again = ShowTags(self.listed.source, is_again=True, refresh=refresh)
        self.ask(again)

    def action_filter(self) -> None:
        """Filters the tags, whatever has the keys."""
        self.go(pane=TagPane.LIST)
        super().action_filter()

    @on(RowList.Entered)
    def _entered(self, event: RowList.Entered) -> None:
        key = event.key
        if not key or not self._source:
            notify(self.app, "It is gone, and what it was is not known.")
        elif self._asks(key):
            self.ask(LookAt((key,)))
        else:
            self.leave_for(Open(source=self._source))

    def _asks(self, key: str) -> bool:
        """Whether `enter` asks for a tag, because nothing in sight is asked for any more without that."""
        listed = self.listed
        look = listed.found.looks.get(key)
        is_known = (look is not None and look.is_known) or companion_of(key) is not None or is_gone(key)
        return not is_known and key not in listed.asking

    def model(self) -> PanesModel:
        """What is shown now; asks for tags in sight."""
        listed, selection, width = self.listed, self.selection, self.size.width
        groups_of = (listed.found.names, listed.found.gone, selection.wanted)
        if self._groups_of != groups_of:
            self._groups, self._groups_of = TagGroups(listed.found, selection.wanted), groups_of
        self.rows.pane = pane = tag_list.pane(listed, self._groups, selection, self.marked)
        key = self._row
        card = self.query_one("#card", Static)
        text, card.border_subtitle = detail.card(listed, key, max(1, width - 4), self._now())
        card.update(text)
        self.set_class(selection.is_explained, "-why")
        self.call_after_refresh(self._ask_for_those_in_sight)
        return PanesModel(
            title=tag_list.title(listed, key, width),
            headline=tag_list.headline(listed),
            panes=(pane,),
            page=detail.why(listed) if selection.is_explained else self.detail.page,
            hints=tag_hints(
                is_failed=listed.found.failure is not None and not listed.found.names,
                is_explained=selection.is_explained,
                asks=bool(key) and self._asks(key),
            ),
            cost=visible_size(listed.found.fetched) if listed.found.fetched else "",
        )

    def _ask_for_those_in_sight(self) -> None:
        """Asks for what the tags in sight are, those under the cursor first."""
        if not self.listed.is_done or self.selection.is_explained:
            return
        rows = self.rows
        top, count = rows.scroll_offset.y, self._groups.count
        names = self._groups.tags_at(range(top, min(count, top + rows.size.height)))
        if unasked := to_ask(self.listed, sorted(names, key=lambda name: name != self._row)):
            self.ask(LookAt(unasked, is_unasked=True))
