"""Words and facts, laid out at a width."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from textual.content import Content

from xpkgtui.app.drawing.lines.searching import RowSearch, Search
from xpkgtui.app.drawing.page import Code, Ends, Fact, Grid, Hanging, Line, Listed, Ruled, ShellLine, Step, TwoTexts
from xpkgtui.app.drawing.renderers import columns
from xpkgtui.app.drawing.renderers.renderer import Renderer, lit
from xpkgtui.app.drawing.styled_text import fit, join, labelled, safe, sides, wrapped

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

    def draw(self, row: int, left: int, width: int, *, search: Search | None = None, cursor: bool = False) -> Content:
        """One row."""
        del cursor
        line = lit(self._lines[row], search, row)
        return fit(line[left:] if left else line, width)

    def show(self, line: int, /) -> int:
        """The row at which two texts are looked at first."""
        del line
        return self._focus

    def search(self, wanted: str, row: int, /) -> Search | None:
        """A search in the rows."""
        return Search(RowSearch([line.plain for line in self._lines]), wanted, row)


def _laid(item: Line, width: int) -> Iterator[Content]:
    match item:
        case Fact(label, text, column):
            yield from labelled(label, _bounded(text), width, column=column)
        case Code(text, back):
            for line in text.split("\n", allow_blank=True):
                yield fit(line, width).stylize_before(f"on {back}") if back else line
        case ShellLine() | TwoTexts():
            yield from _code(item, width)
        case Ends(left, right):
            first, *rest = wrapped(_bounded(left), width - right.cell_length - 1)
            yield sides(first, right, width)
            yield from rest
        case Hanging() | Listed() | Grid() | Ruled():
            yield from columns.laid(item, width)
        case Step():
            yield from _step(item, width)
        case Content():
            for line in _bounded(item).split("\n", allow_blank=True):
                yield from wrapped(line, width)


def _code(item: ShellLine | TwoTexts, width: int) -> Iterator[Content]:
    if isinstance(item, TwoTexts):
        return columns.side_by_side(item.rows, width, one_column=item.one_column)
    return _shell(item.text, width)


def _shell(text: str, width: int) -> Iterator[Content]:
    for number, row in enumerate(_shell_rows(text, width - 6)):
        lead = "     " if number else (" $ ", "$accent")
        yield fit(join(lead, safe(row, "bold $foreground")), width).stylize_before("on $panel")


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


def _step(step: Step, width: int) -> Iterator[Content]:
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
