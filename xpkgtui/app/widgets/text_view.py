"""Detail: a page of prose, text or bytes, of which only the rows in sight are read and colored."""

import asyncio
from dataclasses import replace
from typing import ClassVar

from textual import events, work
from textual.binding import BindingType
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.selection import Selection
from textual.strip import Strip

from xpkgtui import visible
from xpkgtui.app.commands.command import Scope
from xpkgtui.app.commands.table import bindings
from xpkgtui.app.drawing.page import Page
from xpkgtui.app.drawing.strips import RowStrips, selected_text
from xpkgtui.app.drawing.styled_text import BLANK, safe, tabs
from xpkgtui.app.drawing.text.text_state import TextState, Top
from xpkgtui.app.state.selection import Subject, TabId
from xpkgtui.app.textual_private import extend
from xpkgtui.app.toast import notify


class TextView(ScrollView, can_focus=True, inherit_bindings=False):
    """A page with its tabs in the border; a text of lines has a cursor."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Scope.TEXT)]

    class EnterPressed(Message):
        """Enter was pressed where no block begins."""

    class SearchReported(Message):
        """How many places of the searched word are known, in words."""

        def __init__(self, words: str) -> None:
            super().__init__()
            self.words = words

    page: reactive[Page] = reactive(Page(), init=False)
    wrap: reactive[bool] = reactive(False, init=False)
    search: reactive[str] = reactive("", init=False)

    def __init__(self, name: str) -> None:
        super().__init__(id=name)
        self._state = TextState()
        self._said = ""
        self._laid: Page | None = None
        """The page whose rows are known: another one may have come while it was not displayed."""
        self._strips = RowStrips()

    @property
    def top(self) -> Top:
        """The row at the top, and the line of the file that it is of."""
        return self._state.place

    def return_to(self, top: Top) -> None:
        """Scrolls there."""
        self._state.return_to(top)
        self._show()

    @property
    def is_missing(self) -> bool:
        """Whether the searched word is nowhere in the text."""
        return self._state.seeker.is_missing

    def begin_typing(self) -> None:
        """A word is about to be typed; each letter searches from here."""
        self._state.begin_typing()

    def end_typing(self, *, is_given_up: bool) -> None:
        """A word that is given up leaves the text where it was."""
        self._state.end_typing(is_given_up=is_given_up)
        self._show()

    def fold_all(self, *, closed: bool) -> bool:
        """Closes or opens every block; False where the page has none."""
        return self._changed(self._state.fold_all(closed=closed))

    def watch_page(self, before: Page, after: Page) -> None:
        """Another page, or the same one with more on it."""
        is_same = before.key == after.key
        if not is_same or replace(before, line=None) != replace(after, line=None) or not self._state.size.width:
            self._lay_out(is_same=is_same)
        if not is_same or before.seek != after.seek or (after.seek and before.text != after.text):
            self._seek(after.seek or self.search, is_shown=bool(after.seek))
        if after.line is not None and (before.key, before.line) != (after.key, after.line):
            self.call_after_refresh(self._show_line)
            self._show_line()

    def watch_wrap(self) -> None:
        """Long lines are broken, or cut."""
        self._lay_out(is_same=True)

    def watch_search(self) -> None:
        """Another word is sought; while it is typed, always from the same place."""
        self._seek(self.search or self.page.seek)

    def on_resize(self) -> None:
        """Another size, or displayed again; the top line of the same page stays."""
        if self._state.size != self._room or self._laid is not self.page:
            was_drawn = bool(self._state.size.width)
            self._lay_out(is_same=self._laid is None or self._laid.key == self.page.key)
            if not was_drawn:
                self._show_line()

    def watch_has_focus(self, _has_focus: bool) -> None:
        """Border and cursor light up or go out; the events themselves come before the focus has changed."""
        super().watch_has_focus(_has_focus)
        self._draw_border()
        self.refresh()

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """The wheel scrolls by itself; the cursor stays in sight."""
        super().watch_scroll_y(old_value, new_value)
        if round(new_value) != self._state.top:
            self._state.scroll_to(self._state.left, round(new_value))
            self._draw_border()

    def notify_style_update(self) -> None:
        """Another theme."""
        super().notify_style_update()
        self._strips.clear()

    def on_click(self, event: events.Click) -> None:
        """A click puts the cursor there; before the text, or a second time, it closes or opens the block."""
        offset = event.get_content_offset(self)
        if offset is not None:
            self._state.click(offset, is_twice=event.chain == 2)
            self._show(anew=True)

    def render_line(self, y: int) -> Strip:
        """One row."""
        style, selection = self.visual_style, self.text_selection
        return self._strips.strip(self._state, y, style, focused=self.has_focus, selection=selection)

    def get_selection(self, selection: Selection) -> tuple[str, str]:
        """The text that the mouse selected, and what ends it."""
        return selected_text(self._state, selection), "\n"

    def action_move(self, step: int) -> None:
        """A row up or down."""
        self._state.move(step)
        self._show()

    def action_sideways(self, step: int) -> None:
        """To the left or right."""
        self._state.scroll_to(self._state.left + step, self._state.top)
        self._show()

    def action_page(self, halves: int) -> None:
        """Pages and half pages."""
        self._state.turn(halves)
        self._show()

    def action_top(self) -> None:
        """The first row."""
        self._state.go_to_top()
        self._show()

    def action_bottom(self) -> None:
        """The last row."""
        self._state.go_to_bottom()
        self._show()

    def action_toggle_block(self) -> None:
        """Closes or opens the block under the cursor."""
        self._changed(self._state.toggle(around=True))

    def action_enter(self) -> None:
        """Closes or opens the block that begins here; else the screen decides what enter means."""
        if not self._changed(self._state.toggle()):
            self.post_message(self.EnterPressed())

    def action_search(self, back: bool = False) -> None:
        """The next or the previous place of what was searched."""
        if not self._state.next_hit(back=back) and not self.search:
            notify(self.app, "Nothing is searched for: / searches in this text.")
        self._show(anew=True)

    def _changed(self, is_changed: bool) -> bool:
        """Blocks were closed or opened; False where there was none."""
        if is_changed:
            self._show(anew=True)
            self._grow()
        return is_changed

    @property
    def _room(self) -> Size:
        """What is left beside the scrollbar."""
        return self.scrollable_content_region.size

    def _lay_out(self, *, is_same: bool) -> None:
        if self.size.width:
            self._laid = self.page
            self._state.lay_out(self.page, self._room, wrap=self.wrap, is_same=is_same)
            self._show(anew=True)
            self._grow()
            self._search_on()

    def _show(self, *, anew: bool = False) -> None:
        """What the state says is in sight; `anew` where rows changed."""
        state = self._state
        if state.extent != self.virtual_size:
            extend(self, state.extent)
        self.scroll_to(x=state.left, y=state.top, animate=False, force=True)
        if anew:
            self._strips.clear()
        self._draw_border()
        self.refresh()

    @work(exclusive=True, group="grow", exit_on_error=False)
    async def _grow(self) -> None:
        """Learns of the rest of a long text, slice by slice."""
        renderer = self._state.renderer
        more = True
        while more and renderer is self._state.renderer:
            more = self._state.grow()
            self._show()
            await asyncio.sleep(0)

    def _seek(self, wanted: str, *, is_shown: bool = False) -> None:
        self._state.seek(wanted, is_shown=is_shown)
        self._strips.clear()
        self._search_on()

    @work(exclusive=True, group="search", exit_on_error=False)
    async def _search_on(self) -> None:
        """Searches the rest of a long text, slice by slice."""
        search = self._state.seeker.search
        more = True
        while more and search is self._state.seeker.search:
            before = search.current if search else None
            more = self._state.seek_on()
            self._show(anew=search is not None and search.current != before)
            await asyncio.sleep(0)

    def _show_line(self) -> None:
        if self.page.line is not None and self._state.size.width:
            self._state.show_line(self.page.line)
            self._show(anew=True)

    def _draw_border(self) -> None:
        seeker, room = self._state.seeker, self.size.width - 4
        self.border_title = title(self.page, room, self.outer_size.width - _CORNERS, focused=self.has_focus)
        line = self._state.line
        self.border_subtitle = whereabouts(self.page, line, wanted=seeker.wanted, matches=seeker.words, width=room)
        if self._said != seeker.words:
            self._said = seeker.words
            self.post_message(self.SearchReported(seeker.words))


_TERM = 20
"""Characters of a searched word that are shown."""
_FILE = 16
"""Characters to which the name of a file may be cut."""


_CORNERS = 6
"""Cells of a border that no title takes."""


def title(page: Page, width: int, most: int, *, focused: bool) -> Content:
    """The tabs of a page, or its title where they stand elsewhere; counts say of what where there is room.

    Where they take more than the `most` cells of a border, they stand closer, and then the first give way.
    """
    if page.title:
        return safe(page.title, "$muted")
    active = next((number for number, tab in enumerate(page.tabs) if tab.id == page.tab), 0)
    names = [tab.name for tab in page.tabs]
    of_what = "in all" if page.subject is Subject.VERDICT else "here"
    longer = [
        f"{tab.name} {of_what}" if tab.id is TabId.FINDINGS and " " in tab.name else tab.name for tab in page.tabs
    ]
    names = longer if len(" ─ ".join(longer)) < width else names
    line = "$accent" if focused else "$line"
    if not names:
        return BLANK
    shown = tabs(names, active, line=line, click="screen.tab_at")
    if shown.cell_length <= most:
        return shown
    tight = tabs(names, active, line=line, click="screen.tab_at", is_tight=True)
    return tight if tight.cell_length <= most else tabs(names, active, line=line, width=most, click="screen.tab_at")


def whereabouts(page: Page, line: int | None, *, wanted: str, matches: str, width: int) -> Content:
    """`/spec 2 of 9 · package.yaml · line 6,199 · 4 of 1,540`; the file is cut first, then the number goes."""
    match = f"/{visible.clip(visible.line(wanted), _TERM)} {matches}" if wanted and matches else ""
    if not page.file or line is None:
        name, dot, rest = page.note.partition(" · ")
        room = width - len(match) - (3 if match else 0) - len(dot) - len(rest)
        note = f"{visible.middle(name, max(room, _FILE))}{dot}{rest}"
        return Content.styled(" · ".join(part for part in (match, note) if part), "$muted")
    at = f"line {line:,}"
    words = at
    for file, number in ((page.file, page.number), (page.file, ""), ("", page.number), ("", "")):
        room = width - len(" · ".join(part for part in (match, at, number, " " if file else "") if part))
        if room >= min(len(file), _FILE) - bool(file):
            words = " · ".join(part for part in (match, visible.middle(file, room + 1), at, number) if part)
            break
    return Content.styled(words, "$muted")
