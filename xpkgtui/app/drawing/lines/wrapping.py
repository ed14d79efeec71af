"""Long lines in rows: broken between words, the further rows indented beneath the value."""

from rich.cells import cell_len, get_character_cell_size

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
