"""The lines of a file with their numbers, findings under theirs; only what is seen is read and colored."""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from textual.cache import LRUCache
from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.drawing.page import LineFinding, TextRange
from xpkgtui.app.drawing.renderers.line_table import SLICE, LineTable
from xpkgtui.app.drawing.styled_text import COLORS, fit, join, safe, sides, sign, wrapped

LONGEST = 4000
"""Bytes of one line that are shown; how many follow is said."""
_BLOCK = 64
_MEASURED = 4096
"""Lines that are measured at once."""
_BEFORE = 50
"""Lines that are lexed above a block, so that a block scalar is known as one."""
_BACKS = {"!": "$warn-back", "✗": "$bad-back", "·": "$wait-back"}


class TextFile:
    """A text with its gutter."""

    def __init__(
        self,
        text: TextRange,
        head: Sequence[Content],
        line_findings: Sequence[LineFinding],
        *,
        width: int,
        wrap: bool,
    ) -> None:
        self._text = text
        self._width = width
        self._wrap = wrap
        self._table = LineTable(text.path, text.start, text.end)
        self._table.grow()
        self._head = _head_rows(head, width)
        self._digits = 5
        self._notes: dict[int, list[Content]] = {}
        self._signs: dict[int, str] = {}
        self._lines: LRUCache[int, list[Content]] = LRUCache(16)
        self._ends = array("Q")
        """Of every line the row after its last one, where lines are wrapped."""
        self._place(line_findings)
        self._measure()

    @property
    def gutter(self) -> int:
        """Cells before the text."""
        return self._digits + 3

    @property
    def rows(self) -> int:
        """Rows that are known."""
        body = self._ends[-1] if self._wrap and self._ends else 0 if self._wrap else self._plain_rows()
        return len(self._head) + body + (1 if self._table.problem else 0)

    @property
    def columns(self) -> int:
        """Cells of the widest line, as its bytes tell."""
        return self._width if self._wrap else self.gutter + min(LONGEST + 40, self._table.longest)

    def draw(self, row: int, left: int, width: int) -> Content:
        """One row."""
        if row < len(self._head):
            return fit(self._head[row], width)
        line, inner = self._locate(row - len(self._head))
        if line >= self._table.count:
            return fit(join(sign("✗"), " ", safe(f"The text cannot be read: {self._table.problem}")), width)
        parts = self.parts(line)
        if inner >= len(parts):
            return fit(self._notes[line][inner - len(parts)], width)
        number = f"{self._text.first_line + line:>{self._digits}} " if inner == 0 else " " * (self._digits + 1)
        body = parts[inner][left:] if left else parts[inner]
        mark = self._signs.get(line)
        room = width - 2 - len(number)
        if mark is None:
            return fit(join("  ", (number, "$muted"), fit(body, room)), width)
        color = COLORS[mark]
        lead = sign(mark) if inner == 0 else Content(" ")
        shown = fit(join(lead, " ", (number, color), fit(body, room)), width)
        return shown.stylize_before(f"on {_BACKS[mark]}")

    def line_at(self, row: int, /) -> int | None:
        """The number of the line that a row shows."""
        inner = max(0, row - len(self._head))
        line, _ = self._locate(inner)
        return self._text.first_line + min(line, max(0, self._table.count - 1))

    def row_of(self, line: int, /) -> int:
        """The row of a line, which is read first where it is not known yet."""
        number = max(0, line - self._text.first_line)
        while number >= self._table.count and self.grow():
            pass
        number = min(number, max(0, self._table.count - 1))
        return len(self._head) + self._first_row(number)

    def find(self, wanted: str, row: int, /, *, back: bool = False) -> int | None:
        """The row of the next line that holds it."""
        number = self._locate(row - len(self._head))[0] if row >= len(self._head) else -1
        found = self._table.find(wanted.lower().encode("utf-8", "surrogateescape"), number, back=back)
        if found is None:
            return None
        self._measure()
        return len(self._head) + self._first_row(found)

    def grow(self) -> bool:
        """Learns of more lines."""
        more = self._table.grow()
        self._measure()
        return more

    def _place(self, line_findings: Sequence[LineFinding]) -> None:
        """Findings beneath their lines."""
        self._digits = max(5, len(str(self._text.first_line + self._most_lines())))
        for note in sorted(line_findings, key=lambda note: (note.line, "✗!·".index(note.sign))):
            line = max(0, note.line - self._text.first_line)
            self._signs.setdefault(line, note.sign)
            color = COLORS[note.sign]
            text = join(safe(note.rule, "bold $foreground"), " ", safe(note.message, color))
            lead = join((" " * (self._digits + 1) + "┆ ", color))
            rows = [join(lead, row) for row in wrapped(text, self._width - self.gutter)]
            self._notes.setdefault(line, []).extend(rows)
        self._noted = sorted(self._notes)
        extra = 0
        self._after: list[int] = []
        """How many rows of notes there are up to each noted line."""
        for line in self._noted:
            extra += len(self._notes[line])
            self._after.append(extra)

    def _most_lines(self) -> int:
        """How many lines there are; of a long text as its beginning lets expect, with room to spare."""
        if self._table.is_whole:
            return self._table.count
        return self._table.count * (1 + (self._text.end - self._text.start) // SLICE) * 4

    def _plain_rows(self) -> int:
        known = bisect_left(self._noted, self._table.count)
        return self._table.count + (self._after[known - 1] if known else 0)

    def _first_row(self, line: int) -> int:
        if self._wrap:
            return self._ends[line - 1] if line else 0
        known = bisect_left(self._noted, line)
        return line + (self._after[known - 1] if known else 0)

    def _locate(self, row: int) -> tuple[int, int]:
        """The line that a row belongs to, and which of its rows it is."""
        if self._wrap:
            line = bisect_right(self._ends, row)
            return line, row - self._first_row(line) if line < len(self._ends) else 0
        extra = 0
        for number, line in enumerate(self._noted):
            start = line + extra
            if row <= start:
                break
            if row <= start + len(self._notes[line]):
                return line, row - start
            extra = self._after[number]
        return row - extra, 0

    def parts(self, line: int) -> list[Content]:
        """The rows of a line, counted from the first one, without what is noted beneath it."""
        content = self._line(line)
        if not self._wrap or content.cell_length <= self._width - self.gutter:
            return [content]
        return content.fold(max(4, self._width - self.gutter))

    def _measure(self) -> None:
        """Rows of the lines that became known, where they are wrapped."""
        if not self._wrap:
            return
        room = max(4, self._width - self.gutter)
        at = self._ends[-1] if self._ends else 0
        # Where the last line ends is not known before the whole text is.
        count = self._table.count if self._table.is_whole else self._table.count - 1
        for first in range(len(self._ends), count, _MEASURED):
            last = min(count, first + _MEASURED)
            for number, rows in enumerate(self._row_counts(first, last, room), first):
                at += rows + (len(self._notes[number]) if number in self._notes else 0)
                self._ends.append(at)

    def _row_counts(self, first: int, last: int, room: int) -> Sequence[int]:
        """How many rows each line takes; mere arithmetic where bytes are cells, as nearly always."""
        sizes = self._table.plain_sizes(first, last)
        if sizes is not None and max(sizes, default=0) <= LONGEST:
            return [1 if size <= room else -(-size // room) for size in sizes]
        lines = self._table.read(first, last, LONGEST)
        return [len(Content(_shown(data, size)).fold(room)) or 1 for data, size in lines]

    def _line(self, line: int) -> Content:
        block = line // _BLOCK
        if (lines := self._lines.get(block)) is None:
            lines = self._lines[block] = self._colored(block)
        return lines[line % _BLOCK] if line % _BLOCK < len(lines) else Content("")

    def _colored(self, block: int) -> list[Content]:
        from xpkgtui.app.drawing.renderers.highlighting import colored

        first = block * _BLOCK
        before = max(0, first - _BEFORE)
        found = self._table.read(before, first + _BLOCK, LONGEST)
        return colored([_shown(data, size) for data, size in found], self._text.language)[first - before :]


def _shown(data: bytes, size: int) -> str:
    text = data.decode("utf-8", "backslashreplace").removesuffix("\r")
    text = visible.block(text)
    return text if len(data) >= size else f"{text}… {size - len(data):,} more bytes in this line"


def _head_rows(head: Sequence[Content], width: int) -> list[Content]:
    """The head of a text: one row where it fits, else one each and a blank."""
    if not head:
        return []
    left = Content("  ").join(head[:2])
    right = head[2] if len(head) > 2 else Content("")
    if left.cell_length + right.cell_length + 2 <= width:
        return [sides(left, right, width)]
    return [*head, Content("")]
