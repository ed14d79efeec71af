"""The lines of a file with their numbers, findings under theirs; only what is seen is read and colored."""

from collections.abc import Mapping, Sequence

from textual.cache import LRUCache
from textual.content import Content

from xpkgtui.app.drawing.lines import path
from xpkgtui.app.drawing.lines.indentation import LANGUAGES, Folding, Indentation
from xpkgtui.app.drawing.lines.line_table import LONGEST, SLICE, LineTable, shown
from xpkgtui.app.drawing.lines.row_map import RowMap, breaks, hanging, joint
from xpkgtui.app.drawing.lines.searching import Hit, LineSearch, TableSearch
from xpkgtui.app.drawing.page import LineFinding, TextRange
from xpkgtui.app.drawing.renderers.renderer import Renderer, highlighted
from xpkgtui.app.drawing.styled_text import BLANK, COLORS, fit, head_rows, join, on_cursor, safe, sign, wrapped
from xpkgtui.documents import outline
from xpkgtui.visible import plural

_WORST = "✗!·"


class LineNotes:
    """Findings by line, counted from the first line that is shown."""

    def __init__(self, findings: Sequence[LineFinding], first_line: int, *, gutter: int, width: int) -> None:
        self._rows: dict[int, list[Content]] = {}
        self._signs: dict[int, str] = {}
        for note in sorted(findings, key=lambda note: (note.line, _WORST.index(note.sign))):
            line = max(0, note.line - first_line)
            self._signs.setdefault(line, note.sign)
            color = COLORS[note.sign]
            text = join(safe(note.rule, "bold $foreground"), " ", safe(note.message, color))
            lead = join((" " * (gutter - 2) + "┆ ", color))
            rows = [join(lead, row) for row in wrapped(text, width - gutter)]
            self._rows.setdefault(line, []).extend(rows)
        self.counts: Mapping[int, int] = {line: len(rows) for line, rows in self._rows.items()}
        """By line the number of rows beneath it."""

    def row(self, line: int, number: int) -> Content:
        """One row beneath a line."""
        return self._rows[line][number]

    def sign(self, first: int, end: int) -> str:
        """The worst sign of some lines; empty where they have none."""
        if end - first == 1:
            return self._signs.get(first, "")
        found = (mark for line, mark in self._signs.items() if first <= line < end)
        return min(found, key=_WORST.index, default="")


_BLOCK = 64
_BEFORE = 50
"""Lines that are lexed above a block, so that a block scalar is known as one."""


class ColoredLines:
    """Lines by number; only those that are asked for are read and colored."""

    def __init__(self, table: LineTable, language: str) -> None:
        self._table = table
        self._language = language
        self._blocks: LRUCache[int, list[Content]] = LRUCache(16)

    def line(self, number: int) -> Content:
        """One line; empty where there is none."""
        block = number // _BLOCK
        if (lines := self._blocks.get(block)) is None:
            lines = self._blocks[block] = self._colored(block)
        return lines[number % _BLOCK] if number % _BLOCK < len(lines) else Content("")

    def _colored(self, block: int) -> list[Content]:
        from xpkgtui.app.drawing.renderers.highlighting import colored

        first = block * _BLOCK
        before = max(0, first - _BEFORE)
        found = self._table.read(before, first + _BLOCK, LONGEST)
        return colored([shown(data, size) for data, size in found], self._language)[first - before :]


_BACKS = {"!": "$warn-back", "✗": "$bad-back", "·": "$wait-back"}
_OPEN, _CLOSED = "▾", "▸"


class _Known:
    """What is known of a text, at whatever width it is drawn."""

    def __init__(self, text: TextRange) -> None:
        self.table = LineTable(text.path, text.start, text.end)
        self.table.grow()
        self.lines = ColoredLines(self.table, text.language)
        self.indentation = Indentation(self.table, text.language) if text.language in LANGUAGES else None
        self.folding = Folding(self.indentation) if self.indentation else None


class TextFile(Renderer):
    """A text with its gutter; a structured one has the path of the cursor above it, and blocks that close."""

    def __init__(
        self,
        text: TextRange,
        head: Sequence[Content],
        line_findings: Sequence[LineFinding],
        *,
        width: int,
        wrap: bool,
        before: "TextFile | None" = None,
    ) -> None:
        self.text = text
        self._width = width
        self._wrap = wrap
        self.known: _Known = before.known if before else _Known(text)
        """Shared with the same text at another width."""
        self._table, self._lines = self.known.table, self.known.lines
        self._indentation, self._folding = self.known.indentation, self.known.folding
        self._head = head_rows(head, width)
        self._digits = len(str(text.first_line + self._most_lines()))
        # A sign, the number, and whether the block is closed.
        self.gutter = self._digits + 2
        self._notes = LineNotes(line_findings, text.first_line, gutter=self.gutter, width=width)
        self._map = RowMap(self._table, self._notes.counts, max(1, width - self.gutter) if wrap else None)
        # The path of the line under the cursor stands between head and text.
        self.sticky = len(self._head) if self._folding else None
        self.first = self._above = len(self._head) + (self._folding is not None)
        self._looked_at = 0
        """The line under the cursor."""
        self._hide()

    @property
    def rows(self) -> int:
        """Rows that are known."""
        return self._above + self._map.rows + (1 if self._table.problem else 0)

    @property
    def columns(self) -> int:
        """Cells of the widest line, by its bytes."""
        return self._width if self._wrap else self.gutter + min(LONGEST + 40, self._table.longest)

    def draw(
        self, row: int, left: int, width: int, *, search: LineSearch | None = None, cursor: bool = False
    ) -> Content:
        """One row."""
        if row < len(self._head):
            return fit(self._head[row], width)
        if row < self._above:
            return self._path(width)
        line, inner = self._map.locate(row - self._above)
        if line >= self._table.count:
            return fit(join(sign("✗"), " ", safe(self._table.problem)), width)
        rows = self._parts(line, search)
        if inner >= len(rows):
            return fit(self._notes.row(line, inner - len(rows)), width)
        closed = self._map.hiding(line + 1)
        end = closed[1] if closed else line + 1
        mark = self._notes.sign(line, end)
        body = _from_column(rows[inner], left)
        if end > line + 1 and inner == len(rows) - 1:
            count = end - line - 1
            words = f" {plural(count, 'line')}"
            room = max(0, width - self.gutter - len(words))
            body = join(body, (" …", "$muted")) if body.cell_length + 2 <= room else fit(body, room)
            body = join(body, (words, "$muted"))
        shown = fit(join(self._gutter(line, inner, mark, end > line + 1, cursor=cursor), body), width)
        if cursor:
            return on_cursor(shown, focused=True)
        return shown.stylize_before(f"on {_BACKS[mark]}") if mark else shown

    def look_at(self, row: int, /) -> None:
        """The path is that of this row."""
        self._looked_at = self._line_of(row)

    def line_at(self, row: int, /) -> int | None:
        """The number of the line that a row shows."""
        return self.text.first_line + self._line_of(row)

    def joint(self, row: int, /) -> tuple[int, str] | None:
        """How a further row of a wrapped line goes on with it."""
        line, inner = self._located(row)
        room, is_line = max(1, self._width - self.gutter), self._wrap and line < self._table.count
        return joint(self._lines.line(line).plain, room, inner) if is_line else None

    def row_of(self, line: int, /) -> int:
        """The row of a line, which is read first where it is not known; or the block that is closed over it."""
        return self._above + self._map.first_row(self._known(line - self.text.first_line))

    def show(self, line: int, /) -> int:
        """The row of a line, whose blocks are opened."""
        return self._row(self._known(line - self.text.first_line))

    def toggle(self, row: int, /, *, around: bool = False) -> int | None:
        """The block that the row's line begins; with `around` else the one that holds it."""
        if self._folding is None or self._indentation is None:
            return None
        line = self._located(row)[0]
        if line >= self._table.count:
            return None
        if not self._indentation.is_foldable(line):
            above = next(self._indentation.above(self._indentation.last_before(line)), None) if around else None
            if above is None:
                return None
            line = above
        self._folding.toggle(line)
        self._hide()
        return self._above + self._map.first_row(line)

    def fold_all(self, *, closed: bool) -> bool:
        """Every block."""
        if self._folding is None:
            return False
        self._folding.set_all(closed=closed)
        self._folding.step(self._map.lines)
        self._hide()
        return True

    def search(self, wanted: str, row: int, /) -> LineSearch | None:
        """A search from the line of a row on."""
        text = TableSearch(self._table)
        if self._indentation is not None and (keys := outline.written(wanted)):
            text = path.PathSearch(self._table, self._indentation, self.text.language, keys)
        return LineSearch(text, wanted, self.hit_at(row)[0])

    def hit_at(self, row: int, /) -> Hit:
        """The line of a row."""
        return self._located(row)[0], -1

    def row_of_hit(self, hit: Hit, /) -> int:
        """The row that holds it."""
        return self._above + self._map.first_row(self._known(hit[0])) + self._inner_row(hit)

    def reveal(self, hit: Hit, length: int, /) -> tuple[int, int, int]:
        """The row of a hit: of a wrapped line the one that holds it."""
        line, column = hit
        row = self._row(self._known(line)) + self._inner_row(hit)
        if self._wrap:
            return row, 0, 0
        before = self._lines.line(line)[:column].cell_length
        return row, before, before + length

    def grow(self) -> bool:
        """Learns of more lines, and of more closed blocks."""
        more = self._grow()
        if self._folding and self._folding.step(self._map.lines):
            more = True
        self._hide()
        return more

    def parts(self, line: int) -> list[Content]:
        """The rows of a line, counted from the first one, without what is noted beneath it."""
        return self._parts(line, None)

    def _parts(self, line: int, search: LineSearch | None) -> list[Content]:
        content = highlighted(self._lines.line(line), search, line)
        room = max(1, self._width - self.gutter)
        if not self._wrap or content.cell_length <= room:
            return [content]
        indent = hanging(content.plain, room)
        first, *rest = content.divide(breaks(content.plain, room, indent)[1:])
        return [first.rstrip(), *(join(" " * indent, row.rstrip()) for row in rest)]

    def _gutter(self, line: int, inner: int, mark: str, is_closed: bool, *, cursor: bool) -> Content:
        lead = sign(mark) if mark and not inner else Content.styled("▶" if cursor else " ", "bold $accent")
        if inner:
            return join(lead, " " * (self.gutter - 1))
        is_open = cursor and self._indentation is not None and self._indentation.is_foldable(line)
        fold = (_CLOSED, "bold $accent") if is_closed else (_OPEN if is_open else " ", "$muted")
        number = f"{self.text.first_line + line:>{self._digits}}"
        return join(lead, (number, COLORS[mark] if mark else "$muted"), fold)

    def _path(self, width: int) -> Content:
        """The path of the line under the cursor."""
        if self._indentation is None or not self._table.count:
            return fit(BLANK, width)
        names = path.path(self._table, self._indentation, self._looked_at, self.text.language)
        above, between, last = path.fitted(names, max(1, width - 1)).rpartition(" › ")
        return fit(join(" ", (above + between, "$muted"), (last, "$foreground")), width).stylize_before("on $panel")

    def _inner_row(self, hit: Hit) -> int:
        """Which row of a wrapped line holds a hit."""
        if not self._wrap:
            return 0
        text, room = self._lines.line(hit[0]).plain, max(1, self._width - self.gutter)
        starts = breaks(text, room, hanging(text, room))
        return max(0, sum(start <= hit[1] for start in starts) - 1)

    def _known(self, line: int) -> int:
        """A line, which is read where it is not known yet; the last one where there are not so many."""
        while line >= self._map.lines and self._grow():
            pass
        return min(max(0, line), self._last)

    @property
    def _last(self) -> int:
        """The last line that is known."""
        return max(0, self._table.count - 1)

    def _located(self, row: int) -> tuple[int, int]:
        """The line of a row, and which of the rows of that line it is."""
        return self._map.locate(max(0, row - self._above))

    def _line_of(self, row: int) -> int:
        return min(self._located(row)[0], self._last)

    def _row(self, line: int) -> int:
        if self._folding and self._folding.open_to(line):
            self._hide()
        return self._above + self._map.first_row(line)

    def _hide(self) -> None:
        if self._folding:
            self._map.hide(self._folding.hidden, limit=self._folding.reached)

    def _grow(self) -> bool:
        more = self._table.grow()
        return self._map.measure() or more

    def _most_lines(self) -> int:
        """How many lines there are; of a long text as its beginning lets expect, with room to spare."""
        if self._table.is_whole:
            return self._table.count
        return self._table.count * (1 + (self.text.end - self.text.start) // SLICE) * 4


def _from_column(body: Content, left: int) -> Content:
    """A row from a column on; a sign says that more stands to the left of it."""
    if not left:
        return body
    rest = body[left:]
    return join(("…", "$muted"), rest[1:]) if body.plain[:left].strip() else rest
