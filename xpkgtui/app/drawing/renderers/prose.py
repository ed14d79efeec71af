"""Words and facts, laid out at a width."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby, zip_longest

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.drawing.lines.searching import LineSearch, RowSearch
from xpkgtui.app.drawing.page import (
    Code,
    Ends,
    Fact,
    Grid,
    Hanging,
    LabeledRows,
    Line,
    NumberedStep,
    Ruled,
    ShellLine,
    TwoTexts,
)
from xpkgtui.app.drawing.renderers.renderer import Renderer, highlighted
from xpkgtui.app.drawing.styled_text import fit, fit_right, join, labeled, safe, sides, wrapped
from xpkgtui.rules.changes.change import TextRow

_GAP = 2
"""Cells between two columns."""
_NARROWEST = 6
"""Cells that a column may be shrunk to."""

Row = tuple[Content, ...]


def layout(item: Hanging | LabeledRows | Grid | Ruled, width: int) -> Iterator[Content]:
    """The rows of one of them."""
    match item:
        case Hanging():
            yield from _hanging(item, width)
        case LabeledRows():
            yield from _listed(item, width)
        case Grid():
            yield from _grid(item, width)
        case Ruled(indent):
            before = _margin(indent, width)
            yield join((before, "$muted"), ("─" * max(1, width - len(before)), "$line"))


def _hanging(item: Hanging, width: int) -> Iterator[Content]:
    """The lead before the first row, the indent before the others; neither takes more than half of the width."""
    before, indent = _margin(item.lead, width), _margin(item.indent, width)
    for line in item.text.split("\n", allow_blank=True):
        for row in (line,) if item.whole else wrapped(line, width - len(indent)):
            yield join((before, "$muted"), row)
            before = indent


def _listed(item: LabeledRows, width: int) -> Iterator[Content]:
    """Beside the label in columns, or as running text where no word is too long; else beneath it, which is wider."""
    widths = _natural(item.rows)
    whole = sum(widths) + _GAP * (len(widths) - 1)
    room = width - min(item.column, max(6, width // 3))
    is_beside = item.is_prose or whole > width - _GAP
    if whole <= room or (is_beside and _longest_word(item.rows) <= room - _GAP):
        rows = Content("\n").join(list(_rows(item.rows, widths, room)))
        yield from labeled(item.label, rows, width, column=item.column)
        return
    yield fit(Content.styled(visible.line(item.label), "$muted"), width)
    for row in _rows(item.rows, widths, width - _GAP):
        yield join(" " * _GAP, row)


def _rows(rows: Sequence[Row], widths: list[int], room: int) -> Iterator[Content]:
    """In columns where that fits; else the cells of each row behind each other, its further lines indented."""
    if sum(widths) + _GAP * (len(widths) - 1) <= room:
        for cells in rows:
            columns = [cell.split("\n", allow_blank=True) for cell in cells]
            for lines in zip_longest(*columns, fillvalue=Content("")):
                yield _gapped([fit(line, size) for line, size in zip(lines, widths, strict=True)]).rstrip()
        return
    for cells in rows:
        first, *rest = _lines(_gapped([cell for cell in cells if cell.plain]), room - _GAP)
        yield first
        yield from (join(" " * _GAP, line) for line in rest)


def _longest_word(rows: Sequence[Row]) -> int:
    return max((len(word) for row in rows for cell in row for word in cell.plain.split()), default=0)


def _grid(item: Grid, width: int) -> Iterator[Content]:
    """Columns as wide as they need, the widest giving way; where even that is too wide, rows of running text."""
    lead, indent = _margin(item.lead, width), _margin(item.indent, width)
    room = width - len(indent)
    widths = _shrunk(_natural(item.rows), room)
    for number, cells in enumerate(item.rows):
        running = Content(" · ").join([cell for cell in cells if cell.plain])
        for row in _row(cells, widths, item.aligns) if widths else wrapped(running, room):
            yield join((lead, "$muted"), row)
            lead = indent
        if number == 0 and widths:
            yield join((indent, "$muted"), _gapped([Content.styled("─" * size, "$line") for size in widths]))


def _margin(text: str, width: int) -> str:
    return text[-max(2, width // 2) :]


def _natural(rows: Sequence[Row]) -> list[int]:
    """The widest cell of each column, in lines."""
    count = max((len(row) for row in rows), default=0)
    widths = [1] * count
    for row in rows:
        for column, cell in enumerate(row):
            widths[column] = max(widths[column], *(line.cell_length for line in cell.split("\n", allow_blank=True)))
    return widths


def _shrunk(widths: list[int], room: int) -> list[int]:
    """Widths that fit, taken from the widest first; none where there are too many columns."""
    room -= _GAP * (len(widths) - 1)
    if room < sum(min(size, _NARROWEST) for size in widths):
        return []
    low, high = _NARROWEST, max(widths, default=0)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if sum(min(size, middle) for size in widths) <= room else (low, middle - 1)
    return [min(size, max(low, _NARROWEST)) for size in widths]


def _row(cells: Row, widths: list[int], aligns: Sequence[str]) -> Iterator[Content]:
    columns = [_lines(cell, size) for cell, size in zip(cells, widths, strict=False)]
    for number in range(max((len(column) for column in columns), default=0)):
        yield _gapped(
            [
                _aligned(column[number] if number < len(column) else Content(""), size, align)
                for column, size, align in zip(columns, widths, aligns, strict=False)
            ]
        )


def _lines(cell: Content, width: int) -> list[Content]:
    return [row.rstrip() for line in cell.split("\n", allow_blank=True) for row in wrapped(line, width)]


def _aligned(cell: Content, width: int, align: str) -> Content:
    if align == "right":
        return fit_right(cell, width)
    if align == "center":
        return fit(join(" " * ((width - cell.cell_length) // 2), cell), width)
    return fit(cell, width)


def _gapped(cells: Sequence[Content]) -> Content:
    return Content(" " * _GAP).join(cells)


_LEAST = 54
"""Cells that two columns need."""
_BACK = {"-": "$bad-back", "+": "$ok-back"}
_COLOR = {"-": "$error", "+": "$success"}


def side_by_side(rows: Sequence[TextRow], width: int, *, one_column: bool = False) -> Iterator[Content]:
    """The rows; a line stands for what is left out between them."""
    digits = len(str(max((number or 0 for row in rows for number in (row.old, row.new)), default=0)))
    is_split = not one_column and width >= _LEAST
    for number, part in enumerate(_parts(rows)):
        if number:
            yield fit(Content.styled("┄" * width, "$line"), width)
        texts = (text for row in part for text in (row.before, row.after) if text.strip())
        indent = min(map(_blanks, texts), default=0)
        if is_split:
            yield from (_beside(row, digits, indent, width) for row in part)
            continue
        for is_equal, stretch in groupby(part, lambda row: row.is_equal):
            yield from _beneath(list(stretch), digits, indent, width, is_equal=is_equal)


def _parts(rows: Sequence[TextRow]) -> Iterator[list[TextRow]]:
    """Rows without a gap between them."""
    part: list[TextRow] = []
    last: dict[str, int | None] = {"old": None, "new": None}
    for row in rows:
        is_gap = any(
            number is not None and before is not None and number > before + 1
            for number, before in ((row.old, last["old"]), (row.new, last["new"]))
        )
        if part and is_gap:
            yield part
            part = []
        part.append(row)
        last = {"old": row.old or last["old"], "new": row.new or last["new"]}
    if part:
        yield part


def _beside(row: TextRow, digits: int, indent: int, width: int) -> Content:
    left = (width - 3) // 2
    signs = (" ", " ") if row.is_equal else ("-", "+")
    return join(
        _cell(row.old, row.before, signs[0], digits, indent, left),
        (" │ ", "$line"),
        _cell(row.new, row.after, signs[1], digits, indent, width - 3 - left),
    )


def _beneath(rows: Sequence[TextRow], digits: int, indent: int, width: int, *, is_equal: bool) -> Iterator[Content]:
    """What is gone before what is new."""
    for row in rows:
        if is_equal:
            yield _cell(row.new, row.after, " ", digits, indent, width)
        elif row.old is not None:
            yield _cell(row.old, row.before, "-", digits, indent, width)
    for row in rows:
        if not is_equal and row.new is not None:
            yield _cell(row.new, row.after, "+", digits, indent, width)


def _cell(number: int | None, text: str, mark: str, digits: int, indent: int, width: int) -> Content:
    if number is None:
        return Content(" " * width)
    words = visible.line(text[min(indent, _blanks(text)) :])
    line = join(
        (f"{number:>{digits}} ", "$muted"), (f"{mark} ", f"bold {_COLOR.get(mark, '$muted')}"), (words, "$foreground")
    )
    back = _BACK.get(mark)
    return fit(line, width).stylize_before(f"on {back}") if back else fit(line, width)


def _blanks(text: str) -> int:
    return len(text) - len(text.lstrip(" "))


_BESIDE = 30
"""Cells that a step's text needs beside it."""
_LONGEST = 20_000
"""Characters of one text that are laid out."""


class Prose(Renderer):
    """Lines that are broken between words."""

    def __init__(self, body: Iterable[Line], width: int) -> None:
        self._lines: list[Content] = []
        self._focus = 0
        """The row at which two texts are looked at first."""
        for item in body:
            if isinstance(item, TwoTexts):
                above = replace(item, rows=item.rows[: item.focus])
                self._focus = len(self._lines) + sum(1 for _ in _laid(above, width))
            self._lines += _laid(item, width)

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return len(self._lines)

    @property
    def columns(self) -> int:
        """Cells of the widest row."""
        return max((line.cell_length for line in self._lines), default=0)

    def draw(
        self, row: int, left: int, width: int, *, search: LineSearch | None = None, cursor: bool = False
    ) -> Content:
        """One row."""
        del cursor
        line = highlighted(self._lines[row], search, row)
        return fit(line[left:] if left else line, width)

    def show(self, line: int, /) -> int:
        """The row at which two texts are looked at first."""
        del line
        return self._focus

    def search(self, wanted: str, row: int, /) -> LineSearch | None:
        """A search in the rows."""
        return LineSearch(RowSearch([line.plain for line in self._lines]), wanted, row)


def _laid(item: Line, width: int) -> Iterator[Content]:  # noqa: C901 - a dispatch
    match item:
        case Fact(label, text, column):
            yield from labeled(label, _bounded(text), width, column=column)
        case Code(text, back):
            for line in text.split("\n", allow_blank=True):
                yield fit(line, width).stylize_before(f"on {back}") if back else line
        case TwoTexts():
            yield from side_by_side(item.rows, width, one_column=item.one_column)
        case ShellLine(text):
            for number, row in enumerate(_shell_rows(text, width - 6)):
                lead = "     " if number else (" $ ", "$accent")
                yield fit(join(lead, safe(row, "bold $foreground")), width).stylize_before("on $panel")
        case Ends(left, right):
            first, *rest = wrapped(_bounded(left), width - right.cell_length - 1)
            yield sides(first, right, width)
            yield from rest
        case Hanging() | LabeledRows() | Grid() | Ruled():
            yield from layout(item, width)
        case NumberedStep():
            yield from _step(item, width)
        case Content():
            for line in _bounded(item).split("\n", allow_blank=True):
                yield from wrapped(line, width)


def _shell_rows(text: str, width: int) -> list[str]:
    """A command in lines that end with a backslash; it is broken between words that no quote holds."""
    rows, row, quote = [], "", ""
    for word in text[:_LONGEST].split(" "):
        is_whole = not quote
        for character in word:
            if character == quote:
                quote = ""
            elif not quote and character in "'\"":
                quote = character
        if row and is_whole and len(row) + len(word) + 3 > width:
            rows.append(f"{row} \\")
            row = word
        else:
            row = f"{row} {word}" if row else word
    return [*rows, row]


def _bounded(text: Content) -> Content:
    """A name or value may have megabytes, and keys would wait until all of it is broken into rows."""
    more = len(text) - _LONGEST
    return join(text[:_LONGEST], (f"… and {more:,} characters more", "$muted")) if more > 0 else text


def _step(step: NumberedStep, width: int) -> Iterator[Content]:
    room = width - step.lead.cell_length - 1
    if step.text.cell_length <= room or room >= _BESIDE:
        indent, first = step.lead.cell_length + 1, step.lead
    else:
        indent, first = step.indent, None
        head, *rest = wrapped(step.lead.rstrip(), width)
        yield from (head, *(join(" " * indent, row) for row in rest))
    for line in step.text.split("\n", allow_blank=True):
        for row in wrapped(line, width - indent):
            yield join(first or " " * (indent - 1), " ", row)
            first = None
