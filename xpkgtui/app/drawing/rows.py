"""Rows of lists: a key, and cells that are drawn when the row comes into sight."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import Any, overload

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.drawing.styled_text import BLANK, Part, fit, fit_right, join, on_cursor
from xpkgtui.inspection.filters.filter import NO_FILTER, Filter
from xpkgtui.values import dataclass

_MATCH = "bold underline $foreground"
_LONGEST_FILTER = 40
"""Characters of a filter in a border."""
_SEARCHED = 400
"""Characters of a cell in which matches stand out."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One column of a row."""

    content: Content
    width: int | None = None
    """The cells that the column takes: None for all that are left; a negative width aligns the text at the right."""
    keys: tuple[str, ...] = ()
    """What a filter looks for here: its plain words (empty), or those with one of these keys."""


Draw = Callable[[Any, int], tuple[Cell, ...]]
"""Makes the cells of a row's value for a list of this width."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a list."""

    key: str
    """Its identity, which outlives sorting, filtering and new rows."""
    value: Any
    draw: Draw
    selectable: bool = True
    heading: bool = False
    """Whether the row can be folded."""
    is_steady: bool = False
    """Whether equal values look the same; those with colored text in them need not."""


class Table(Sequence[Row]):
    """Rows that are made when they are asked for, because there may be very many."""

    @abstractmethod
    def at(self, number: int) -> Row:
        """The row of a number that there is."""

    @overload
    def __getitem__(self, index: int, /) -> Row: ...
    @overload
    def __getitem__(self, index: slice, /) -> list[Row]: ...
    def __getitem__(self, index: int | slice, /) -> Row | list[Row]:
        if isinstance(index, slice):
            return [self.at(number) for number in range(*index.indices(len(self)))]
        number = index + len(self) if index < 0 else index
        if not 0 <= number < len(self):
            raise IndexError(index)
        return self.at(number)

    @abstractmethod
    def place(self, key: str) -> int | None:
        """Where the row of this key is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pane:
    """The rows of a list, and the words in its border."""

    name: str
    """`4 Objects`"""
    rows: Sequence[Row] = ()
    chosen: str = ""
    """The selection, which the title adds so that a folded pane still informs."""
    count: str = ""
    """The number behind the name where panes are tabs."""
    note: Content = BLANK
    """The subtitle."""
    badges: Content = BLANK
    """Problems as signs and numbers, for the row of tabs."""
    cursor: str = ""
    """The key of the chosen row."""
    default: str = ""
    """The row under the cursor while none has been chosen."""
    heading: Content | None = None
    """The title, where it is more than a name."""
    filter: Filter = NO_FILTER
    """What its rows agree with."""
    names: int = 0
    """The cells of a row whose name is whole, whichever it is."""
    is_loading: bool = False
    """Whether its rows have yet to come."""
    empty: tuple[Content, ...] = ()
    """Sentences that stand where there is no row."""

    @property
    def title(self) -> str:
        """`2 Layers · #2 base`, `4 Objects · /buckets`"""
        return (f"{self.name} · {self.chosen}" if self.chosen else self.name) + self.filter_words

    @property
    def problem(self) -> str:
        """`✗ a ( has no )`: why a part of the filter filters nothing."""
        return f"✗ {visible.line(self.filter.problem)}" if self.filter.problem else ""

    @property
    def filter_words(self) -> str:
        """` · /buckets`; where a part of it filters nothing, also why."""
        if not self.filter.text:
            return ""
        words = f" · /{visible.clip(visible.line(self.filter.text), _LONGEST_FILTER)} {self.problem}"
        return words.rstrip()

    @property
    def can_filter(self) -> bool:
        """Whether there is something to filter, or will be."""
        return bool(self.rows or self.filter.text or self.is_loading)


def draw_row(
    row: Row, width: int, *, cursor: bool = False, focused: bool = False, wanted: Filter = NO_FILTER
) -> Content:
    """One line of a list, exactly as wide as it; what a filter matches stands out."""
    cells = row.draw(row.value, width)
    lead = 2 if row.selectable else 0
    fixed = lead + sum(abs(cell.width or 0) for cell in cells) + len(cells) - 1
    parts: list[Part] = []
    if lead:
        parts.append(("▶ ", "bold $accent") if cursor and focused else "  ")
    for number, cell in enumerate(cells):
        size = cell.width if cell.width is not None else max(0, width - fixed)
        content = _marked(cell, wanted) if cell.keys and wanted.terms else cell.content
        parts.append(fit(content, size) if size >= 0 else fit_right(content, -size))
        if number < len(cells) - 1:
            parts.append(" ")
    line = fit(join(*parts), width)
    return on_cursor(line, focused=focused) if cursor else line


def column(texts: Iterable[str], room: tuple[int, int]) -> int:
    """The cells of a column: as many as its longest text needs, within the least and the most."""
    least, most = room
    return max(least, min(most, max(map(len, texts), default=0)))


def sentence(key: str, content: Content) -> Row:
    """A line of text among rows, on which the cursor never stands."""
    return Row(key, content, _whole, selectable=False)


def _marked(cell: Cell, wanted: Filter) -> Content:
    content = cell.content
    for start, end in wanted.spans(content.plain[:_SEARCHED], cell.keys):
        content = content.stylize(_MATCH, start, end)
    return content


def _whole(value: Content, _width: int) -> tuple[Cell, ...]:
    return (Cell(value),)
