"""Code frames: the line of a finding with those before it, and a caret beneath what is meant."""

from collections.abc import Iterator, Mapping

from xpkgtui.cells import cells, cut, ending
from xpkgtui.patterns import late
from xpkgtui.reporting.as_text.paint import Paint
from xpkgtui.rules.finding import Place
from xpkgtui.values import dataclass
from xpkgtui.visible import line

BEFORE = 2
"""Lines that are shown before the one that is meant."""
_NUMBER, _BAR = 5, " │ "
_WIDEST, _LEAST = 120, 20
"""Cells of a line where no terminal says how many there are; cells that are shown in any case."""
_MEANT = late(r"\"[^\"]*\"|'[^']*'|[^\s:,\]})]+")


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Lines of a text, as they stand there; the last is the one that is meant."""

    first: int
    """The number of the first line, from 1."""
    rows: tuple[str, ...]


Excerpts = Mapping[tuple[str | None, int], Excerpt]
"""By file of origin and line, as a place has them."""


def frame(place: Place, excerpts: Excerpts, paint: Paint) -> Iterator[str]:
    """The lines of the frame; none where the text of the place is not known."""
    found = excerpts.get((place.file, place.line)) if place.line is not None else None
    if found is None:
        return
    width = max(_LEAST, (paint.width or _WIDEST) - _NUMBER - len(_BAR))
    column = max(0, (place.column or 1) - 1)
    for number, row in enumerate(found.rows, found.first):
        is_last = number == found.first + len(found.rows) - 1
        shown, before = _window(row, column if is_last else 0, width)
        yield paint.dim(f"{number:>{_NUMBER}}{_BAR}") + shown
        if is_last and place.column is not None and column <= len(row):
            meant = _MEANT.match(row, column)
            size = min(cells(line(meant[0])) if meant else 1, width - before)
            yield paint.dim(" " * _NUMBER + _BAR) + " " * before + paint.bold("^" * max(1, size))


def _window(row: str, column: int, width: int) -> tuple[str, int]:
    """The part of a line around a column that fits, and the cells in it before that column."""
    head, tail = line(row[:column]), line(row[column : column + 2 * width])
    if cells(head) + cells(tail) <= width and len(row) <= column + 2 * width:
        return head + tail, cells(head)
    if cells(head) > width // 2:
        head = "…" + ending(head, width // 2 - 1)
    room = width - cells(head)
    return head + (cut(f"{tail} ", room) if len(row) > column + 2 * width else cut(tail, room)), cells(head)
