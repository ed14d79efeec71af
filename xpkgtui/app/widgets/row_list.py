"""A list of rows, of which only those in sight are drawn."""

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.binding import BindingType
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.selection import Selection
from textual.strip import Strip

from xpkgtui import visible
from xpkgtui.app.commands.command import Scope
from xpkgtui.app.commands.table import bindings
from xpkgtui.app.drawing.lists.cursor import Cursor
from xpkgtui.app.drawing.rows import Pane, Row, draw_row
from xpkgtui.app.drawing.strips import ListStrips, altered, selected_rows
from xpkgtui.app.drawing.styled_text import fit, tabs, wrapped
from xpkgtui.app.drawing.text.text_state import scrolled
from xpkgtui.app.textual_private import BorderedView, extend, paint_now


class RowScreen:
    """A screen with lists, which tell it at once where their cursor stands.

    A message would come after the next key where two are typed in one moment, and that key act on the row before.
    """

    def row_moved(self, where: str, key: str) -> None:
        """The cursor of the list with the id `where` stands on the row with that key."""
        raise NotImplementedError


class RowList(BorderedView, can_focus=True, inherit_bindings=False):
    """Rows with a cursor that stays on its key, whatever arrives around it."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Scope.LIST)]

    class RowMessage(Message):
        """A message about a row; handlers of one kind do not receive the others."""

        def __init__(self, rows: "RowList", key: str) -> None:
            super().__init__()
            self.rows = rows
            self.key = key

        @property
        def where(self) -> str:
            """The id of the list."""
            return self.rows.id or ""

    class Entered(RowMessage):
        """A row was opened."""

    class Toggled(RowMessage):
        """A row is to fold or unfold."""

        def __init__(self, rows: "RowList", key: str, *, unfold: bool | None = None) -> None:
            super().__init__(rows, key)
            self.unfold = unfold

    pane: reactive[Pane] = reactive(Pane(name=""), init=False, repaint=False)
    names: reactive[tuple[str, ...]] = reactive((), init=False)
    """The names of all lists where this one stands for them as a row of tabs."""
    extra: reactive[str] = reactive("", init=False)
    """What the border says at its end where the footer has no room for it."""

    is_filtered_now: reactive[bool] = reactive(False, init=False)
    """Whether a filter is being typed, which leaves the cursor to the arrows."""

    def __init__(self, name: str, *, number: int = 0) -> None:
        super().__init__(id=name)
        self._words = Border(number)
        self._cursor = Cursor()
        self._lines: list[Content] = []
        self._strips = ListStrips()

    @property
    def row(self) -> Row | None:
        """The row under the cursor."""
        return self._cursor.row

    @property
    def has_keys(self) -> bool:
        """Whether arrows move its cursor."""
        return self.has_focus or self.is_filtered_now

    @property
    def top(self) -> tuple[int, int | None]:
        """The row at the top."""
        return self.scroll_offset.y, None

    def return_to(self, top: tuple[int, int | None]) -> None:
        """Scrolls there, as far as the cursor stays in sight."""
        self.scroll_to(y=top[0], animate=False, force=True)
        self._reveal()

    def watch_pane(self, before: Pane, after: Pane) -> None:
        """New rows; the cursor keeps its row, and the row its place on the screen."""
        index, offset = self._cursor.index, self._cursor.index - self.scroll_offset.y
        self._cursor.show(after)
        self._strips.renew(before, after)
        self._lay_out()
        self._draw_border()
        self._draw_rows(before, index)
        moved = before.rows is not after.rows and index != self._cursor.index
        if after.rows and moved and before.cursor == after.cursor:
            self.scroll_to(y=max(0, self._cursor.index - offset), animate=False, force=True)
        self._reveal()

    def watch_names(self) -> None:
        """The border changes its form, or says more or less."""
        self._draw_border()

    watch_extra = watch_names

    def watch_is_filtered_now(self) -> None:
        """The cursor lights up, though the prompt has the keys."""
        self._repaint()

    def on_mount(self) -> None:
        """What was bound before there was a size."""
        self._lay_out()

    def on_resize(self) -> None:
        """Another width."""
        self._lay_out()
        self._repaint()
        self._reveal()

    def watch_show_vertical_scrollbar(self) -> None:
        """Puts the bar where the rows are: Textual tells it of scrolling only while it is shown."""
        self.vertical_scrollbar.position = self.scroll_y

    def watch_has_focus(self, _has_focus: bool) -> None:
        """Title and cursor light up or turn gray; the events themselves come before the focus has changed."""
        super().watch_has_focus(_has_focus)
        self._repaint()

    def on_click(self, event: events.Click) -> None:
        """A click chooses, a double click opens; the end of a selection does neither."""
        if (offset := event.get_content_offset(self)) is None or self.text_selection:
            return
        index = offset.y + self.scroll_offset.y
        if index < len(self.pane.rows) and self.pane.rows[index].selectable:
            self._go(index)
            if event.chain == 2:
                self.action_enter()

    def notify_style_update(self) -> None:
        """Another theme."""
        super().notify_style_update()
        self._strips.clear()

    def render_line(self, y: int) -> Strip:
        """One row of the list, from the cache where it was drawn before."""
        index = y + self.scroll_offset.y
        if index >= len(self.pane.rows or self._lines):
            return Strip.blank(self._width, self.rich_style)
        style, here, selection = self.visual_style, index == self._cursor.index, self.text_selection
        return self._strips.strip(index, self._line, style, width=self._width, has_cursor=here, selection=selection)

    def get_selection(self, selection: Selection) -> tuple[str, str]:
        """The text that the mouse selected, and what ends it."""
        return selected_rows(self._line, len(self.pane.rows or self._lines), selection), "\n"

    def move(self, rows: int, half_pages: int) -> None:
        """Moves the cursor for another widget, in its own turn: a message of another's would not bubble past that."""
        self.call_next(*((self.action_move, rows) if rows else (self.action_page, half_pages)))

    def action_move(self, step: int) -> None:
        """Up or down, past rows on which the cursor cannot stand."""
        if not self._go(self._cursor.after(step)) and step < 0:
            self.scroll_to(y=0, animate=False, force=True)

    def action_page(self, halves: int) -> None:
        """Pages and half pages."""
        self._go(self._cursor.index + halves * max(1, self.size.height // 2))

    def action_top(self) -> None:
        """The first row."""
        self._go(0)

    def action_bottom(self) -> None:
        """The last row."""
        self._go(len(self.pane.rows) - 1)

    def action_enter(self) -> None:
        """Opens the row."""
        self.post_message(self.Entered(self, self.row.key if self.row else ""))

    def action_toggle_row(self) -> None:
        """Folds or unfolds the row."""
        self.action_fold(None)

    def action_fold(self, unfold: bool | None) -> None:
        """Left folds, right unfolds."""
        if self.row:
            self.post_message(self.Toggled(self, self.row.key, unfold=unfold))

    @property
    def _width(self) -> int:
        """Cells of a row: the scrollbar's column is kept free."""
        return max(0, self.scrollable_content_region.width)

    def _go(self, index: int) -> bool:
        """Puts the cursor there and tells the screen; False where it stands already."""
        before = self._cursor.index
        if is_moved := self._cursor.put(index):
            self._draw_rows(self.pane, before)
            paint_now(self)
            self._reveal()
            if isinstance(self.screen, RowScreen):
                self.screen.row_moved(self.id or "", self.pane.rows[self._cursor.index].key)
        return is_moved

    def _lay_out(self) -> None:
        width = self._width
        self._lines = [row for line in self.pane.empty for row in wrapped(line, width)] if width else []
        count = len(self.pane.rows) or max(1, len(self._lines) or len(self.pane.empty))
        if self.virtual_size != Size(width, count):
            extend(self, Size(width, count))

    def _repaint(self) -> None:
        self._strips.clear()
        self._draw_border()
        self.refresh()

    def _draw_rows(self, before: Pane, cursor: int) -> None:
        """Draws what changed, and the rows that the cursor left and reached: drawing all of them delays a key."""
        top = self.scroll_offset.y
        changed = altered(before, self.pane, range(top, top + self.size.height))
        for row in {cursor} ^ {self._cursor.index} | {*changed}:
            self.refresh_line(row)

    def _reveal(self) -> None:
        """Keeps the cursor in sight, and rows around it."""
        height = self.scrollable_content_region.height
        if not self.pane.rows or height <= 0:
            return
        top = min(scrolled(self.scroll_offset.y, self._cursor.index, height), max(0, len(self.pane.rows) - height))
        if top != self.scroll_offset.y:
            self.scroll_to(y=top, animate=False, force=True)

    def _draw_border(self) -> None:
        if said := self._words.changed(self.pane, self.names, self.extra, self._width, has_keys=self.has_keys):
            self.write_border(*said)

    def _line(self, index: int) -> Content:
        if not self.pane.rows:
            return fit(self._lines[index], self._width)
        row = self.pane.rows[index]
        here = index == self._cursor.index and row.selectable
        return draw_row(row, self._width, cursor=here, focused=self.has_keys, wanted=self.pane.filter)


_LEAST = 16
"""Cells of a filter beside the names of all lists."""


class Border:
    """The words in the border of one list."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._said: tuple[Content, Content] | None = None

    def changed(
        self, pane: Pane, names: Sequence[str], extra: str, width: int, *, has_keys: bool
    ) -> tuple[Content, Content] | None:
        """Title and subtitle; None where they look as they did."""
        said = title(pane, names, self._number, width, has_keys=has_keys), subtitle(pane, names, extra)
        if self._said and all(map(Content.is_same, self._said, said)):
            return None
        self._said = said
        return said


def title(pane: Pane, names: Sequence[str], number: int, width: int, *, has_keys: bool) -> Content:
    """The name of the list with its selection and its filter; where lists are tabs, all `names`."""
    if names:
        line = "$accent" if has_keys else "$line"
        room = max(10, width - 2)
        said = _with_filter(names, number - 1, pane, room)
        return tabs(said, number - 1, line=line, width=room, right=pane.badges, click="screen.list_at")
    if pane.heading is not None:
        return pane.heading
    return Content.styled(pane.title, "bold $accent" if has_keys else "$muted")


def _with_filter(names: Sequence[str], at: int, pane: Pane, width: int) -> Sequence[str]:
    """The names, that of this list with its filter, which is cut before another name gives way."""
    if not pane.filter_words:
        return names
    left = width - sum(len(name) + 3 for name in names)
    return *names[:at], names[at] + visible.clip(pane.filter_words, max(_LEAST, left)), *names[at + 1 :]


def subtitle(pane: Pane, names: Sequence[str], extra: str) -> Content:
    """The note of the list; where lists are tabs, `extra` in its place."""
    return Content.styled(extra, "$muted") if names and extra else pane.note
