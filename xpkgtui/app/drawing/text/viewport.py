"""The rows of a text that are in sight: how far it scrolls so that a row is seen with some around it."""

AROUND = 2
"""Rows above and below the cursor that stay in sight."""

_LEAST_SEEN = 20
"""Columns of a long place that are in sight; a digest does not push the text around it out of sight."""
_AFTER = 8
"""Columns that are in sight behind a place that is scrolled to."""


def scrolled(top: int, row: int, height: int, *, covered: int = 0) -> int:
    """The top from which `row` is in sight with its neighbours; `covered` rows at the top show something else."""
    around = min(AROUND, max(0, (height - covered - 1) // 2))
    lowest = row - covered - around
    highest = row - height + 1 + around
    return max(0, min(max(top, highest), lowest))


def jumped(top: int, row: int, height: int, *, covered: int = 0) -> int:
    """The top after a jump to `row`: a row out of sight comes into the upper third, as what matters follows it."""
    if top + covered <= row < top + height - 2 * AROUND:
        return top
    return max(0, row - covered - height // 3)


def kept(top: int, row: int, height: int, rows: int, *, first: int = 0, covered: int = 0) -> int:
    """The row of the cursor after scrolling: it stays in sight."""
    around = min(AROUND, max(0, (height - covered - 1) // 2))
    least = top + covered + around if top else first
    most = top + height - 1 - around if top + height < rows else rows - 1
    return max(first, min(max(row, least), max(most, least), rows - 1))


def scrolled_to(start: int, end: int, room: int) -> int:
    """How far a text is scrolled sideways, at least, to see the columns from `start` to `end`; of many the first."""
    end = min(end, start + max(_LEAST_SEEN, room // 3))
    return max(0, min(start - 1, end + _AFTER - room)) if end > room else 0
