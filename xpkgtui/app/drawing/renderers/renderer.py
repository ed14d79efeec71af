"""The port of a renderer: the rows of a page at one width."""

from abc import ABC, abstractmethod

from textual.content import Content

from xpkgtui.app.drawing.lines.searching import Hit, LineSearch, places
from xpkgtui.patterns import late


class Renderer(ABC):
    """Rows of text for one width; what a page of some kind does not have is as it stands here."""

    first: int | None = None
    """The first row on which a cursor can stand; None where there is no cursor."""
    sticky: int | None = None
    """The row that stays in sight at the top."""
    gutter: int = 0
    """Cells at the left that stay where they are."""

    @property
    @abstractmethod
    def rows(self) -> int:
        """How many rows there are so far."""

    @property
    @abstractmethod
    def columns(self) -> int:
        """Cells of the widest row, gutter included."""

    @abstractmethod
    def draw(
        self, row: int, left: int, width: int, *, search: LineSearch | None = None, cursor: bool = False
    ) -> Content:
        """One row from column `left` on, exactly `width` cells; `cursor` says that the cursor stands there."""

    def look_at(self, row: int, /) -> None:
        """The cursor stands on that row."""
        del row

    def line_at(self, row: int, /) -> int | None:
        """The line of the file that a row shows."""
        del row
        return None

    def joint(self, row: int, /) -> tuple[int, str] | None:
        """How a row goes on with the line above it: the cells of its indent, and the blanks left out at the break."""
        del row
        return None

    def row_of(self, line: int, /) -> int:
        """The row that shows a line of the file, or the block that is closed over it."""
        del line
        return 0

    def show(self, line: int, /) -> int:
        """The row of a line; blocks that are closed over it are opened."""
        return self.row_of(line)

    def toggle(self, row: int, /, *, around: bool = False) -> int | None:
        """Closes or opens the block that a row begins; with `around` else the one that holds it.

        The row of the block, or None where there is none.
        """
        del row, around
        return None

    def fold_all(self, *, closed: bool) -> bool:
        """Closes or opens every block; False where the page has none."""
        del closed
        return False

    def search(self, wanted: str, row: int, /) -> LineSearch | None:
        """A search that begins at a row; None where there is nothing to search in."""
        del wanted, row
        return None

    def hit_at(self, row: int, /) -> Hit:
        """The place before whatever stands in a row."""
        return row, -1

    def row_of_hit(self, hit: Hit, /) -> int:
        """The row of a hit, or of the block that is closed over it."""
        return hit[0]

    def reveal(self, hit: Hit, length: int, /) -> tuple[int, int, int]:
        """The row of a hit, and the columns from which and to which it reaches; blocks over it are opened."""
        return hit[0], hit[1], hit[1] + length

    def grow(self) -> bool:
        """Learns of more rows; False where all are known."""
        return False


_WORD = late(r"[\w-]+")


def highlighted(content: Content, search: LineSearch | None, line: int) -> Content:
    """Every hit in a line made to stand out, and the current one more so."""
    if search is None or not search.wanted:
        return content
    found = list(places(content.plain, search.wanted))
    if search.current and search.current[0] == line and (at := search.current[1]) >= 0 and at not in found:
        # The last key of a path.
        word = _WORD.match(content.plain, at)
        return content.stylize("reverse bold", at, word.end()) if word else content
    for at in found:
        style = "reverse bold" if search.current == (line, at) else "bold underline"
        content = content.stylize(style, at, at + len(search.wanted))
    return content
