"""A page as it is looked at: its rows, the cursor among them, and the part that is in sight; no widget."""

from textual.content import Content
from textual.geometry import Offset, Size

from xpkgtui.app.drawing.lines.searching import Hit, LineSearch
from xpkgtui.app.drawing.page import Page
from xpkgtui.app.drawing.renderers.prose import Prose
from xpkgtui.app.drawing.renderers.renderer import Renderer
from xpkgtui.app.drawing.renderers.text_file import TextFile
from xpkgtui.formats.forms import DRAWING

AROUND = 2
"""Rows above and below the cursor that stay in sight."""

_LEAST_SEEN = 20
"""Columns of a long place that are in sight; a digest does not push the text around it out of sight."""
_AFTER = 8
"""Columns that are in sight behind a place that is scrolled to."""


def scrolled(top: int, row: int, height: int, *, covered: int = 0) -> int:
    """The top from which `row` is in sight with its neighbors; `covered` rows at the top show something else."""
    around = min(AROUND, max(0, (height - covered - 1) // 2))
    lowest = row - covered - around
    highest = row - height + 1 + around
    return max(0, min(max(top, highest), lowest))


def jumped(top: int, row: int, height: int, *, covered: int = 0) -> int:
    """The top after a jump to `row`: a row out of sight comes into the upper third, as what matters follows it."""
    if top + covered <= row < top + height - 2 * AROUND:
        return top
    return max(0, row - covered - height // 3)


def kept(top: int, row: int, height: int, rows: int, *, first: int, covered: int) -> int:
    """The row of the cursor after scrolling: it stays in sight."""
    around = min(AROUND, max(0, (height - covered - 1) // 2))
    least = top + covered + around if top else first
    most = top + height - 1 - around if top + height < rows else rows - 1
    return max(first, min(max(row, least), max(most, least), rows - 1))


def scrolled_to(start: int, end: int, room: int) -> int:
    """How far a text is scrolled sideways, at least, to see the columns from `start` to `end`; of many the first."""
    end = min(end, start + max(_LEAST_SEEN, room // 3))
    return max(0, min(start - 1, end + _AFTER - room)) if end > room else 0


Top = tuple[int, int | None]
"""The row at the top, and the line of the file that it is of."""


class TextState:
    """What keys change: `row` is under the cursor, `left` and `top` are scrolled away."""

    def __init__(self) -> None:
        self.renderer: Renderer = Prose((), 1)
        self.seeker = Seeker()
        self.size = Size(0, 0)
        self.row = self.left = self.top = 0
        self._origin: tuple[int, Offset] | None = None
        """The cursor and what was scrolled away before a word was typed."""
        self._kept: tuple[int, int] | None = None
        """The lines that go back to the top and under the cursor once they are known again."""

    @property
    def has_cursor(self) -> bool:
        """Whether the page has lines for a cursor to stand on."""
        return self.renderer.first is not None

    @property
    def extent(self) -> Size:
        """Columns and rows of the whole page, as far as they are known."""
        return Size(max(self.size.width, self.renderer.columns), max(1, self.renderer.rows))

    @property
    def line(self) -> int | None:
        """The line of the file under the cursor."""
        return self.renderer.line_at(self.row) if self.renderer.rows else None

    @property
    def place(self) -> Top:
        """What `return_to` comes back to."""
        return self.top, self.renderer.line_at(self.top + self._covered) if self.renderer.rows else None

    def return_to(self, place: Top) -> None:
        """Scrolls there; to a line as soon as it is known, whatever width the page gets meanwhile."""
        row, line = place
        self._kept = (line, line) if row and line is not None else None
        self.scroll_to(self.left, row)
        self._keep_up(whole=False)

    def lay_out(self, page: Page, size: Size, *, wrap: bool, is_same: bool) -> None:
        """The rows of a page at a size; of the same page the line at the top and the cursor's stay."""
        line = self.renderer.line_at(self.top + self._covered) if self.renderer.rows else None
        cursor, top = self.line, self.top
        self.size = size
        self.renderer = renderer_of(page, self.renderer, width=size.width, wrap=wrap)
        self.seeker.renew(self.renderer, is_same=is_same)
        if is_same and line is not None and cursor is not None:
            self._kept = (line, cursor) if top else None
            self._put(self.renderer.row_of(cursor))
            self._keep_up(whole=False)
        elif is_same:
            self.scroll_to(self.left, top)
        else:
            self._kept = None
            self.left = self.top = 0
            self._put(0)

    def grow(self) -> bool:
        """Learns of more rows; False where all are known."""
        more = self.renderer.grow()
        self._keep_up(whole=not more)
        return more

    def draw(self, y: int, *, focused: bool) -> tuple[tuple[int, int, bool] | None, Content]:
        """A row in sight; the key by which it can be kept, where it depends on nothing else."""
        row = y + self.top
        sticky = self.renderer.sticky
        if sticky is not None and (row == sticky or (not y and self._covered)):
            return None, self.renderer.draw(sticky, 0, self.size.width)
        cursor = focused and self.has_cursor and row == self.row
        line = self.renderer.draw(row, self.left, self.size.width, search=self.seeker.search, cursor=cursor)
        return (row, self.left, cursor), line

    def scroll_to(self, left: int, top: int) -> None:
        """Another part is in sight; the cursor stays in it."""
        height, rows = max(1, self.size.height), self.renderer.rows
        self.left = max(0, min(left, self.extent.width - self.size.width))
        self.top = max(0, min(top, rows - height))
        first = self.renderer.first
        if first is not None:
            self._put(kept(self.top, self.row, height, rows, first=first, covered=self._covered))

    def move(self, step: int) -> None:
        """The cursor so many rows down; the page where it has no cursor."""
        self._kept = None
        if self.has_cursor:
            self.go(self.row + step)
        else:
            self.scroll_to(self.left, self.top + step)

    def turn(self, halves: int) -> None:
        """So many half pages, and the cursor with them."""
        self._kept = None
        step = halves * max(1, self.size.height // 2)
        row = self.row + step
        self.scroll_to(self.left, self.top + step)
        if self.has_cursor:
            self.go(row)

    def go_to_top(self) -> None:
        """The first row."""
        self._kept = None
        self.scroll_to(0, 0)
        self._put(0)

    def go_to_bottom(self) -> None:
        """The last row."""
        self._kept = None
        while self.renderer.grow():
            pass
        self.scroll_to(self.left, self.renderer.rows)
        self._put(self.renderer.rows - 1)

    def go(self, row: int) -> None:
        """The cursor on a row, which comes into sight with its neighbors."""
        self._put(row)
        top = 0 if self.row == self.renderer.first else self.top
        top = scrolled(top, self.row, self.size.height, covered=self._above)
        self.scroll_to(self.left, top)

    def click(self, place: Offset, *, is_twice: bool) -> None:
        """The cursor on the row that was clicked; before the text, or a second time, its block opens or closes."""
        row = place.y + self.top
        if self.has_cursor and (self.renderer.first or 0) <= row < self.renderer.rows:
            self.go(row)
            if is_twice or place.x == self.renderer.gutter - 1:
                self.toggle()

    def show_line(self, line: int) -> None:
        """A line that is jumped to."""
        if self.renderer.rows:
            self._jump(self.renderer.show(line))

    def toggle(self, *, around: bool = False) -> bool:
        """The block that the cursor's line begins; with `around` else the one that holds it."""
        row = self.renderer.toggle(self.row, around=around)
        if row is None:
            return False
        self.go(row)
        return True

    def fold_all(self, *, closed: bool) -> bool:
        """Every block; False where there is none."""
        line = self.line
        if line is None or not self.renderer.fold_all(closed=closed):
            return False
        self.go(self.renderer.row_of(line))
        return True

    def begin_typing(self) -> None:
        """A word is about to be typed; each letter searches from here."""
        self._origin = (self.row, Offset(self.left, self.top))

    def end_typing(self, *, is_given_up: bool) -> None:
        """A word that is given up leaves the page where it was."""
        if is_given_up:
            self._to_origin()
        self._origin = None

    def seek(self, wanted: str, *, is_shown: bool) -> None:
        """Seeks a word; with `is_shown`, and while it is typed, its first place from the cursor on is jumped to."""
        self._to_origin()
        is_shown = is_shown or self._origin is not None
        self.seeker.begin(self.renderer, wanted, self.row if self.has_cursor else self.top, is_shown=is_shown)

    def seek_on(self) -> bool:
        """Searches one more piece; False where all is searched."""
        more, hit = self.seeker.step()
        if hit is not None:
            self._look_at(hit)
        return more

    def next_hit(self, *, back: bool) -> bool:
        """The next place of the word, or the one before; False where there is none."""
        self._kept = None
        current = self.seeker.search.current if self.seeker.search else None
        is_there = current is not None and (not self.has_cursor or self.renderer.row_of_hit(current) == self.row)
        place = current if current and is_there else self.renderer.hit_at(self.row if self.has_cursor else self.top)
        hit = self.seeker.next(place, back=back)
        if hit is not None:
            self._look_at(hit)
        return hit is not None

    @property
    def _above(self) -> int:
        """Rows at the top that show something else once the page is scrolled."""
        return int(self.renderer.sticky is not None)

    @property
    def _covered(self) -> int:
        sticky = self.renderer.sticky
        return int(sticky is not None and self.top > sticky)

    def _to_origin(self) -> None:
        """Back to where the typing of a word began."""
        if self._origin is not None:
            row, (left, top) = self._origin
            self._put(row)
            self.scroll_to(left, top)

    def _put(self, row: int) -> None:
        self.row = max(self.renderer.first or 0, min(row, self.renderer.rows - 1))
        self.renderer.look_at(self.row)

    def _jump(self, row: int) -> None:
        self._put(row)
        self.scroll_to(self.left, jumped(self.top, row, self.size.height, covered=self._above))

    def _look_at(self, hit: Hit) -> None:
        row, start, end = self.renderer.reveal(hit, len(self.seeker.wanted))
        self._jump(row)
        left = scrolled_to(start, end, self.size.width - self.renderer.gutter)
        self.scroll_to(left, self.top)

    def _keep_up(self, *, whole: bool) -> None:
        """Back to the line that was at the top; a long text is not read up to it before a key is heard."""
        if self._kept is None or not self.renderer.rows:
            return
        last = self.renderer.line_at(self.renderer.rows - 1)
        top, cursor = self._kept
        if whole or (last is not None and last >= top):
            self._kept = None
            self._put(self.renderer.row_of(cursor))
            self.scroll_to(self.left, self.renderer.row_of(top) - self._above)


def renderer_of(page: Page, before: Renderer, *, width: int, wrap: bool) -> Renderer:
    """Prose, the lines of a file, a drawing, or bytes; what is known of the same text is taken from `before`."""
    if page.text is None:
        return Prose(page.body, width)
    if page.text.binary:
        from xpkgtui.app.drawing.renderers.hexadecimal import Hexadecimal

        return Hexadecimal(page.text)
    if page.text.language == DRAWING:
        from xpkgtui.app.drawing.renderers.drawing import Drawing

        return before if isinstance(before, Drawing) and before.text == page.text else Drawing(page.text)
    known = before if isinstance(before, TextFile) and before.text == page.text else None
    return TextFile(page.text, page.head, page.line_findings, width=width, wrap=wrap, before=known)


class Seeker:
    """The search in the page that is shown, and the hit that is looked at."""

    def __init__(self) -> None:
        self.wanted = ""
        self.search: LineSearch | None = None
        """The search; None where nothing is sought, or nothing can be."""
        self._is_due = False
        """Whether the first hit is to be shown as soon as it is found."""

    @property
    def words(self) -> str:
        """How many hits there are, and which one is looked at."""
        return self.search.words if self.search else ""

    @property
    def is_missing(self) -> bool:
        """Whether the word is nowhere in the page."""
        return self.search is not None and self.search.is_whole and not self.search.count

    def begin(self, renderer: Renderer, wanted: str, row: int, *, is_shown: bool) -> None:
        """Seeks another word from a row on; with `is_shown` its first hit is looked at."""
        self.wanted = wanted
        self.search = renderer.search(wanted, row) if wanted else None
        self._is_due = is_shown

    def renew(self, renderer: Renderer, *, is_same: bool) -> None:
        """The page is laid out anew; in the same text the hit stays the same one, in another nothing is jumped to."""
        before, self.search = self.search, renderer.search(self.wanted, 0) if self.wanted else None
        if self.search and before and is_same:
            self.search.current = before.current
        self._is_due = self._is_due and is_same

    def step(self) -> tuple[bool, Hit | None]:
        """Searches on; whether there is more, and the hit that is to be shown now."""
        if self.search is None:
            return False, None
        more = self.search.step()
        if self._is_due and (hit := self.search.first()) is not None:
            self._is_due = False
            self.search.current = hit
            return more, hit
        return more, None

    def next(self, place: Hit, *, back: bool) -> Hit | None:
        """The hit after (or before) a place."""
        if self.search is None:
            return None
        self._is_due = False
        self.search.current = self.search.after(place, back=back)
        return self.search.current
