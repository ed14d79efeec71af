"""The port of a renderer: the rows of a page at one width."""

from typing import Protocol

from textual.content import Content


class Renderer(Protocol):
    """Rows of text for one width."""

    @property
    def rows(self) -> int:
        """How many rows there are so far."""
        ...

    @property
    def columns(self) -> int:
        """Cells of the widest row, gutter included."""
        ...

    def draw(self, row: int, left: int, width: int) -> Content:
        """One row from column `left` on, exactly `width` cells."""
        ...

    def line_at(self, row: int, /) -> int | None:
        """The line of the file that a row shows."""
        ...

    def row_of(self, line: int, /) -> int:
        """The row that shows a line of the file."""
        ...

    def find(self, wanted: str, row: int, /, *, back: bool = False) -> int | None:
        """The next row after `row` that holds `wanted`, in any case; the search goes on at the other end."""
        ...

    def grow(self) -> bool:
        """Learns of more rows; False where all are known."""
        ...


def lit(content: Content, wanted: str) -> Content:
    """Every place of `wanted` in `content`, made to stand out."""
    if not wanted:
        return content
    text, needle = content.plain.casefold(), wanted.casefold()
    if len(text) != len(content.plain):
        return content
    start = text.find(needle)
    while start >= 0:
        content = content.stylize("reverse", start, start + len(needle))
        start = text.find(needle, start + len(needle))
    return content
