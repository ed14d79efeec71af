"""Rows and lines of a text: which row shows which line, with notes under lines, wrapped lines and closed blocks."""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence

from rich.cells import cell_len, get_character_cell_size

from xpkgtui.app.drawing.lines.line_table import LONGEST, LineTable, shown
from xpkgtui.patterns import late

_MARGIN = late(r" *(?:- +)*")
_KEY = late(r"(?:\"[^\"]*\"|'[^']*'|[^\s#:\"'][^:]*):(?= |$)")
_NARROWEST = 4
"""Cells that a row has at least."""


def hanging(text: str, room: int) -> int:
    """The indent of the further rows: that of a key and two more, else that of the text; at most half of the room."""
    margin = _MARGIN.match(text)
    indent = margin.end() if margin else 0
    if _KEY.match(text, indent):
        indent += 2
    return min(indent, max(_NARROWEST, room) // 2)


def breaks(text: str, room: int, indent: int) -> list[int]:
    """The first character of each row, the first row's being 0; blanks at a break hang over the edge of their row."""
    is_plain = text.isascii()
    width = max(_NARROWEST, room)
    found, at = [0], 0
    while True:
        limit = at + width if is_plain else _reach(text, at, width)
        if limit >= len(text):
            return found
        width = max(_NARROWEST, room - indent)
        at = _break(text, at, limit, width)
        if at >= len(text):
            return found
        found.append(at)


def joint(text: str, room: int, inner: int) -> tuple[int, str] | None:
    """What a further row of a line does not have of it: the cells of its indent, and the blanks at the break before.

    None for the first row, and for a row that the line does not have.
    """
    indent = hanging(text, room)
    starts = breaks(text, room, indent) if inner else []
    if not 0 < inner < len(starts):
        return None
    before = text[starts[inner - 1] : starts[inner]]
    return indent, before[len(before.rstrip()) :]


def row_count(text: str, room: int) -> int:
    """How many rows a line takes."""
    if len(text) <= room and text.isascii():
        return 1
    return len(breaks(text, room, hanging(text, room)))


def _break(text: str, at: int, limit: int, next_width: int) -> int:
    """Where the row that begins at `at` and reaches to `limit` ends."""
    cut = limit
    while cut < len(text) and text[cut] == " ":
        cut += 1
    if cut > limit or text[limit - 1] == " ":
        return cut
    blank = text.rfind(" ", at, limit)
    if blank < 0 or not text[at:blank].strip():
        return limit
    end = text.find(" ", limit, blank + 2 + next_width)
    word = text[blank + 1 : end if end >= 0 else blank + 2 + next_width]
    return blank + 1 if cell_len(word) <= next_width else limit


def _reach(text: str, at: int, width: int) -> int:
    """The end of what fits into `width` cells, one character at least."""
    cells = 0
    for number in range(at, len(text)):
        cells += get_character_cell_size(text[number])
        if cells > width:
            return max(number, at + 1)
    return len(text)


_MEASURED = 4096
"""Lines that are measured in one step."""
Block = tuple[int, int]
"""The first hidden line of a closed block, and the line after its last."""


class RowMap:
    """The rows of the lines that are known; `room` is what wrapped lines are broken at."""

    def __init__(self, table: LineTable, notes: Mapping[int, int], room: int | None) -> None:
        self._table = table
        self._notes = notes
        """The number of rows beneath each line that has notes."""
        self._room = room
        self._ends = array("Q")
        """The row after the last one of each line; empty unless lines are wrapped."""
        self._noted = sorted(notes)
        self._after: list[int] = []
        """How many rows of notes there are up to each noted line."""
        extra = 0
        for line in self._noted:
            extra += notes[line]
            self._after.append(extra)
        self._noted_rows = [line + after - notes[line] for line, after in zip(self._noted, self._after, strict=True)]
        """The row of each noted line."""
        self._hidden: Sequence[Block] = ()
        self._certain = 0
        """Hidden blocks whose rows are all known."""
        self._gaps: list[int] = []
        """The row before which the rows of each hidden block are missing."""
        self._missing: list[int] = []
        """How many rows are missing up to each of them."""
        self._limit: int | None = None
        self.measure()

    @property
    def lines(self) -> int:
        """Lines whose rows are known."""
        return self._table.count if self._room is None else len(self._ends)

    @property
    def rows(self) -> int:
        """Rows that are known."""
        known = self.lines if self._limit is None else min(self.lines, self._limit)
        return self._all_rows_to(known) - (self._missing[-1] if self._missing else 0)

    def hide(self, blocks: Sequence[Block], *, limit: int | None = None) -> None:
        """These blocks have no rows; they are in order and do not overlap. From line `limit` on no row is known.

        Of the same list only what was added is looked at: half a million blocks are added in a thousand steps.
        """
        if blocks is not self._hidden:
            self._hidden, self._certain = blocks, 0
        self._limit = limit
        del self._gaps[self._certain :], self._missing[self._certain :]
        missing = self._missing[-1] if self._missing else 0
        for number in range(self._certain, len(blocks)):
            first, end = blocks[number]
            if end <= self.lines:
                self._certain += 1
            start = self._all_rows_to(first)
            self._gaps.append(start - missing)
            missing += self._all_rows_to(end) - start
            self._missing.append(missing)

    def hiding(self, line: int) -> Block | None:
        """The closed block that a line lies in."""
        at = bisect_right(self._hidden, (line, self._table.count + 1)) - 1
        return self._hidden[at] if at >= 0 and line < self._hidden[at][1] else None

    def first_row(self, line: int) -> int:
        """The first row of a line; of a hidden one, that of the line that closes over it."""
        if block := self.hiding(line):
            line = block[0] - 1
        before = bisect_right(self._hidden, (line, -1))
        return self._all_rows_to(line) - (self._missing[before - 1] if before else 0)

    def locate(self, row: int) -> tuple[int, int]:
        """The line that a row belongs to, and which of its rows it is."""
        at = bisect_right(self._gaps, row)
        row += self._missing[at - 1] if at else 0
        if self._room is not None:
            line = bisect_right(self._ends, row)
            return line, row - self._all_rows_to(line) if line < len(self._ends) else 0
        at = bisect_right(self._noted_rows, row) - 1
        if at < 0:
            return row, 0
        line, inner = self._noted[at], row - self._noted_rows[at]
        return (line, inner) if inner <= self._notes[line] else (row - self._after[at], 0)

    def measure(self) -> bool:
        """Counts the rows of some lines that became known, where they are wrapped; False where there are no more."""
        if self._room is None:
            return False
        at = self._ends[-1] if self._ends else 0
        # Where the last line ends is not known before the whole text is.
        count = self._table.count if self._table.is_whole else self._table.count - 1
        first = len(self._ends)
        last = min(count, first + _MEASURED)
        for number, rows in enumerate(self._row_counts(first, last, self._room), first):
            at += rows + self._notes.get(number, 0)
            self._ends.append(at)
        return last < count

    def _all_rows_to(self, line: int) -> int:
        """The rows above a line, as if no block was closed."""
        if self._room is not None:
            return self._ends[min(line, len(self._ends)) - 1] if line and self._ends else 0
        known = bisect_left(self._noted, line)
        return line + (self._after[known - 1] if known else 0)

    def _row_counts(self, first: int, last: int, room: int) -> Sequence[int]:
        """How many rows each line takes; only long ones are looked at where bytes are cells, as nearly always."""
        sizes = self._table.plain_sizes(first, last)
        if sizes is None:
            return [row_count(shown(*each), room) for each in self._table.read(first, last, LONGEST)]
        if max(sizes, default=0) <= room:
            return [1] * len(sizes)
        lines = self._table.read(first, last, LONGEST)
        return [
            1 if size <= room else row_count(shown(data, size), room)
            for size, (data, _) in zip(sizes, lines, strict=True)
        ]
