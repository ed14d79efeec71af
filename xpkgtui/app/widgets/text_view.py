"""Detail: a page of prose, text or bytes, of which only the rows in sight are read and colored."""

from dataclasses import replace
from typing import ClassVar

from textual import work
from textual.binding import BindingType
from textual.cache import LRUCache
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from xpkgtui.app.commands.command import Scope
from xpkgtui.app.commands.table import bindings
from xpkgtui.app.drawing.page import Page
from xpkgtui.app.drawing.renderers.prose import Prose
from xpkgtui.app.drawing.renderers.renderer import Renderer, lit
from xpkgtui.app.drawing.renderers.text_file import TextFile
from xpkgtui.app.drawing.styled_text import safe, tabs

_AFTER = 4
"""Rows that are shown below one that was jumped to: a finding takes some."""


class TextView(ScrollView, can_focus=True, inherit_bindings=False):
    """A page with its tabs in the border."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Scope.TEXT)]

    class Entered(Message):
        """Enter was pressed on the page."""

    class Missed(Message):
        """A search found nothing."""

        def __init__(self, wanted: str) -> None:
            super().__init__()
            self.wanted = wanted

    page: reactive[Page] = reactive(Page(), init=False)
    wrap: reactive[bool] = reactive(False, init=False)
    search: reactive[str] = reactive("", init=False)

    def __init__(self, name: str) -> None:
        super().__init__(id=name)
        self._renderer: Renderer = Prose((), 1)
        self._width = 0
        self._strips: LRUCache[tuple[int, int], Strip] = LRUCache(512)
        self.found: int | None = None
        """The row of the last match."""
        self._kept: int | None = None
        """The line that goes back to the top once it is known again."""

    @property
    def top(self) -> tuple[int, int | None]:
        """The row at the top, and the line of the file that it is of."""
        row = self.scroll_offset.y
        return row, self._renderer.line_at(row) if self._renderer.rows else None

    def return_to(self, top: tuple[int, int | None]) -> None:
        """Scrolls there; to a line as soon as it is known, whatever width the pane gets meanwhile."""
        row, line = top
        self._kept = line if row else None
        self.scroll_to(y=row, animate=False, force=True)
        self._keep_up(whole=False)

    def watch_page(self, before: Page, after: Page) -> None:
        """Another page, or the same one with more on it."""
        top = self.scroll_offset.y if before.key == after.key else 0
        unchanged = before.key == after.key and replace(before, line=None) == replace(after, line=None)
        if not unchanged or not self._width:
            self._lay_out(top)
        if before.key != after.key:
            self.found = self._kept = None
            self._seek(after.seek)
        elif after.seek and before.text != after.text:
            self._seek(after.seek)
        if after.line is not None and (before.key, before.line) != (after.key, after.line):
            self.call_after_refresh(self._show_line)
            self._show_line()

    def watch_wrap(self) -> None:
        """Long lines are broken, or cut."""
        self._keep_line()

    def watch_search(self) -> None:
        """Another word stands out."""
        self._repaint()

    def on_mount(self) -> None:
        self._lay_out(0)

    def on_resize(self) -> None:
        """Another width; the top line stays."""
        if self._width != self.size.width:
            self._keep_line()
            self._show_line()

    def watch_has_focus(self, _has_focus: bool) -> None:
        """The tabs' border lights up or goes out; the events themselves come before the focus has changed."""
        super().watch_has_focus(_has_focus)
        self._draw_border()

    def notify_style_update(self) -> None:
        """Another theme."""
        super().notify_style_update()
        self._strips.clear()

    def render_line(self, y: int) -> Strip:
        """One row."""
        left, top = self.scroll_offset
        row, width = y + top, self.size.width
        if row >= self._renderer.rows:
            return Strip.blank(width, self.rich_style)
        if (strip := self._strips.get((row, left))) is None:
            line = lit(self._renderer.draw(row, left, width), self.search)
            strip = self._strips[row, left] = Strip(line.render_segments(self.visual_style), width)
        return strip

    def action_move(self, step: int) -> None:
        """A row up or down."""
        self._kept = None
        self.scroll_to(y=self.scroll_offset.y + step, animate=False, force=True)

    def action_aside(self, step: int) -> None:
        """To the left or right."""
        self.scroll_to(x=max(0, self.scroll_offset.x + step), animate=False, force=True)

    def action_page(self, halves: int) -> None:
        """Pages and half pages."""
        self.action_move(halves * max(1, self.size.height // 2))

    def action_top(self) -> None:
        """The first row."""
        self._kept = None
        self.scroll_to(x=0, y=0, animate=False, force=True)

    def action_bottom(self) -> None:
        """The last row."""
        self._kept = None
        while self._renderer.grow():
            pass
        self._measure()
        self.scroll_to(y=self._renderer.rows, animate=False, force=True)

    def action_enter(self) -> None:
        """The screen decides what enter means."""
        self.post_message(self.Entered())

    def action_search(self, back: bool = False) -> None:
        """The next or the previous place of what was searched."""
        if not self.search:
            return
        start = self.found if self.found is not None else self.scroll_offset.y - (0 if back else 1)
        row = self._renderer.find(self.search, start, back=back)
        if row is None:
            self.post_message(self.Missed(self.search))
            return
        self.found = row
        self._measure()
        self._show_row(row)

    def _lay_out(self, top: int) -> None:
        self._width = width = self.size.width
        if not width:
            return
        page = self.page
        if page.text is None:
            self._renderer = Prose(page.body, width)
        elif page.text.binary:
            from xpkgtui.app.drawing.renderers.hexadecimal import Hexadecimal

            self._renderer = Hexadecimal(page.text)
        else:
            self._renderer = TextFile(page.text, page.head, page.line_findings, width=width, wrap=self.wrap)
        self._measure()
        self._repaint()
        self.scroll_to(x=0 if not top else None, y=top, animate=False, force=True)
        self._grow()

    @work(exclusive=True, group="grow", exit_on_error=False)
    async def _grow(self) -> None:
        """Learns of the rest of a long text, slice by slice."""
        import asyncio

        renderer = self._renderer
        more = True
        while more and renderer is self._renderer:
            more = renderer.grow()
            self._measure()
            self._keep_up(whole=not more)
            await asyncio.sleep(0)

    def _measure(self) -> None:
        renderer = self._renderer
        size = Size(max(self.size.width, renderer.columns), max(1, renderer.rows))
        if size != self.virtual_size:
            self.virtual_size = size

    def _keep_line(self) -> None:
        line = self._renderer.line_at(self.scroll_offset.y) if self._renderer.rows else None
        top = self.scroll_offset.y
        self._lay_out(top)
        self._kept = line if top else None
        self._keep_up(whole=False)

    def _keep_up(self, *, whole: bool) -> None:
        """Back to the line that was at the top; a long text is not read up to it before a key is heard."""
        if self._kept is None or not self._renderer.rows:
            return
        last = self._renderer.line_at(self._renderer.rows - 1)
        if whole or (last is not None and last >= self._kept):
            row, self._kept = self._renderer.row_of(self._kept), None
            self.scroll_to(y=row, animate=False, force=True)

    def _show_line(self) -> None:
        if self.page.line is not None and self._renderer.rows:
            row = self._renderer.row_of(self.page.line)
            self._measure()
            self._show_row(row)

    def _show_row(self, row: int) -> None:
        """Scrolls as little as it takes to see the row and a few after it."""
        top, height = self.scroll_offset.y, self.size.height
        if top <= row < top + height - _AFTER:
            return
        self.scroll_to(y=max(0, row - self.size.height // 3), animate=False, force=True)

    def _seek(self, wanted: str) -> None:
        row = self._renderer.find(wanted, 0) if wanted and self.page.text else None
        if row is not None:
            self._show_row(row)

    def _repaint(self) -> None:
        self._strips.clear()
        self._draw_border()
        self.refresh()

    def _draw_border(self) -> None:
        page, line = self.page, "$accent" if self.has_focus else "$line"
        active = next((number for number, tab in enumerate(page.tabs) if tab.id == page.tab), 0)
        if page.title:
            self.border_title = safe(page.title, "$muted")
        else:
            names = [tab.name for tab in page.tabs]
            self.border_title = tabs(names, active, line=line, click="screen.tab_at") if names else Content("")
        self.border_subtitle = Content.styled(page.note, "$muted")
