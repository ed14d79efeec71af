"""The lines at the left of a drawing: each entry with a line down to the one that it replaces."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from xpkgtui.formats.catalog.model.blobs import ChannelEntry
from xpkgtui.values import dataclass

_MOST = 6
"""Lines that run side by side; where there would be more, words say what is replaced."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LaneRow:
    """One entry between the lines."""

    before: str
    """The lines before its node."""
    behind: str
    """The lines behind its node: those that join it, and others."""
    under: str
    """The lines before the rows beneath it."""
    is_drawn: bool
    """Whether a line leads to what it replaces."""


def lane_rows(entries: Sequence[ChannelEntry], chain: AbstractSet[str]) -> list[LaneRow]:
    """The rows of entries in this order; those of the `chain` stand at the left."""
    places = {entry.name: place for place, entry in enumerate(entries)}
    lanes: list[str | None] = [None] * (_MOST + 1)
    rows = []
    for place, entry in enumerate(entries):
        joining = [at for at, target in enumerate(lanes) if target == entry.name]
        at = joining[0] if joining else _free(lanes, 1 if chain and entry.name not in chain else 0)
        target = entry.replaces if places.get(entry.replaces, -1) > place and at < _MOST else None
        drawn = _drawn(lanes, at, joining)
        for each in joining:
            lanes[each] = None
        lanes[at] = target
        under = "".join("│ " if one is not None else "  " for one in lanes)
        rows.append(
            LaneRow(before=drawn[: 2 * at], behind=drawn[2 * at + 1 :], under=under, is_drawn=target is not None)
        )
    return _trimmed(rows)


def _free(lanes: Sequence[str | None], first: int) -> int:
    """The first lane without a line; behind all of them where there is none."""
    return next((at for at in range(first, _MOST) if lanes[at] is None), _MOST)


def _drawn(lanes: Sequence[str | None], at: int, joining: Sequence[int]) -> str:
    """The row of a node in lane `at`, with the lines that join it from the right."""
    cells = ["│" if target is not None else " " for target in lanes]
    gaps = [" "] * len(lanes)
    for end in joining[1:]:
        for lane in range(at, end):
            gaps[lane] = "─"
        for lane in range(at + 1, end):
            cells[lane] = {"│": "┼", " ": "─"}.get(cells[lane], cells[lane])
        cells[end] = "╯"
    for end in joining[1:-1]:
        cells[end] = "┴"
    return "".join(cell + gap for cell, gap in zip(cells, gaps, strict=True))


def _trimmed(rows: list[LaneRow]) -> list[LaneRow]:
    """The rows without the lanes that none of them needs."""
    width = max((len((row.before + "●" + row.behind).rstrip()) for row in rows), default=1)
    return [
        LaneRow(
            before=row.before,
            behind=row.behind[: max(0, width - len(row.before) - 1)],
            under=row.under[:width],
            is_drawn=row.is_drawn,
        )
        for row in rows
    ]
