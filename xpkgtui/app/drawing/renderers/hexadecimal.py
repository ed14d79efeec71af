"""The bytes of a file that is not text."""

from textual.content import Content

from xpkgtui.app.drawing.lines.line_table import LineTable
from xpkgtui.app.drawing.lines.searching import LineSearch
from xpkgtui.app.drawing.page import TextRange
from xpkgtui.app.drawing.renderers.renderer import Renderer
from xpkgtui.app.drawing.styled_text import fit, join

_WIDTH = 16


class Hexadecimal(Renderer):
    """Sixteen bytes a row: offset, values, and the characters that can be printed."""

    def __init__(self, text: TextRange) -> None:
        self._text = text
        self._table = LineTable(text.path, text.start, text.end)

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return -(-(self._text.end - self._text.start) // _WIDTH)

    @property
    def columns(self) -> int:
        """Cells of a row."""
        return 10 + 3 * _WIDTH + 2 + _WIDTH

    def draw(
        self, row: int, left: int, width: int, *, search: LineSearch | None = None, cursor: bool = False
    ) -> Content:
        """One row."""
        del search, cursor
        offset = self._text.start + row * _WIDTH
        data = self._table.read_bytes(offset, min(self._text.end, offset + _WIDTH))
        values = " ".join(f"{byte:02x}" for byte in data).ljust(3 * _WIDTH)
        letters = "".join(chr(byte) if 0x20 <= byte < 0x7F else "·" for byte in data)
        line = join(
            (f"{offset - self._text.start:08x}  ", "$muted"), (values, "$foreground"), (f" {letters}", "$muted")
        )
        return fit(line[left:] if left else line, width)
