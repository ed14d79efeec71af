"""Old and new lines, side by side or in one column, with their numbers and signs."""

from collections.abc import Iterator, Sequence

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.drawing.styled_text import fit, join
from xpkgtui.rules.changes.change import TextRow

_LEAST = 54
"""Cells that two columns need."""
_BACK = {"-": "$bad-back", "+": "$ok-back"}
_COLOR = {"-": "$error", "+": "$success"}


def laid(rows: Sequence[TextRow], width: int, *, one_column: bool = False) -> Iterator[Content]:
    """The rows; a line stands for what is left out between them."""
    digits = len(str(max((number or 0 for row in rows for number in (row.old, row.new)), default=0)))
    indent = min((_blanks(text) for row in rows for text in (row.before, row.after) if text.strip()), default=0)
    is_split = not one_column and width >= _LEAST
    for chunk in _stretches(rows):
        if chunk is None:
            yield fit(Content.styled("┄" * width, "$line"), width)
        elif is_split:
            yield from (_beside(row, digits, indent, width) for row in chunk)
        else:
            yield from _beneath(chunk, digits, indent, width)


def _stretches(rows: Sequence[TextRow]) -> Iterator[list[TextRow] | None]:
    """Rows without a gap, equal or not; None for a gap."""
    stretch: list[TextRow] = []
    last: dict[str, int | None] = {"old": None, "new": None}
    for row in rows:
        is_gap = any(
            number is not None and before is not None and number > before + 1
            for number, before in ((row.old, last["old"]), (row.new, last["new"]))
        )
        if stretch and (is_gap or row.is_equal is not stretch[-1].is_equal):
            yield stretch
            stretch = []
            if is_gap:
                yield None
        stretch.append(row)
        last = {"old": row.old or last["old"], "new": row.new or last["new"]}
    if stretch:
        yield stretch


def _beside(row: TextRow, digits: int, indent: int, width: int) -> Content:
    left = (width - 3) // 2
    signs = (" ", " ") if row.is_equal else ("-", "+")
    return join(
        _cell(row.old, row.before, signs[0], digits, indent, left),
        (" │ ", "$line"),
        _cell(row.new, row.after, signs[1], digits, indent, width - 3 - left),
    )


def _beneath(rows: Sequence[TextRow], digits: int, indent: int, width: int) -> Iterator[Content]:
    """What is gone before what is new."""
    for row in rows:
        if row.is_equal:
            yield _cell(row.new, row.after, " ", digits, indent, width)
        elif row.old is not None:
            yield _cell(row.old, row.before, "-", digits, indent, width)
    for row in rows:
        if not row.is_equal and row.new is not None:
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
