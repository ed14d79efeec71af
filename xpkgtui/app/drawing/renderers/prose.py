"""Words and facts, laid out at a width."""

from collections.abc import Iterable, Iterator

from textual.content import Content

from xpkgtui.app.drawing.page import Code, Ends, Fact, Grid, Hanging, Line, Listed, Ruled, Step
from xpkgtui.app.drawing.renderers import columns
from xpkgtui.app.drawing.styled_text import fit, join, labelled, sides, wrapped

_BESIDE = 30
"""Cells that a step's text needs beside it."""
_LONGEST = 20_000
"""Characters of one text that are laid out."""


class Prose:
    """Lines that are broken between words."""

    def __init__(self, body: Iterable[Line], width: int) -> None:
        self._lines = [line for item in body for line in _laid(item, width)]

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return len(self._lines)

    @property
    def columns(self) -> int:
        """Cells of the widest row."""
        return max((line.cell_length for line in self._lines), default=0)

    def draw(self, row: int, left: int, width: int) -> Content:
        """One row."""
        line = self._lines[row]
        return fit(line[left:] if left else line, width)

    def line_at(self, _row: int, /) -> int | None:
        """Prose has no lines of a file."""
        return None

    def row_of(self, _line: int, /) -> int:
        """The first one."""
        return 0

    def find(self, wanted: str, row: int, /, *, back: bool = False) -> int | None:
        """The next row that holds it."""
        count = len(self._lines)
        step = -1 if back else 1
        for distance in range(1, count + 1):
            at = (row + step * distance) % count
            if wanted.casefold() in self._lines[at].plain.casefold():
                return at
        return None

    def grow(self) -> bool:
        """All rows are known."""
        return False


def _laid(item: Line, width: int) -> Iterator[Content]:
    match item:
        case Fact(label, text, column):
            yield from labelled(label, _bounded(text), width, column=column)
        case Code(text, back):
            for line in text.split("\n", allow_blank=True):
                yield fit(line, width).stylize_before(f"on {back}") if back else line
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
