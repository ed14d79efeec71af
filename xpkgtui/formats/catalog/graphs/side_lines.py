"""The lines beside a drawing: left to what is replaced, right from what skips down to what is skipped."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import field

from xpkgtui.cells import cells
from xpkgtui.formats.catalog.model.blobs import ChannelEntry
from xpkgtui.values import dataclass

_LANES = 4
_FARTHEST = 60
"""Rows that an arc spans; both ends of a longer one do not fit a screen."""
_MOST_ENDS = 24
_DASHED = {"─": "┄", "│": "┊"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Arc:
    """An arc from a row down to others."""

    first: int
    ends: tuple[int, ...]
    """In order."""
    is_dashed: bool = False

    @property
    def is_drawable(self) -> bool:
        """Whether the arc is short and leads down, so that a drawing has room for it."""
        return (
            0 < len(self.ends) <= _MOST_ENDS and self.first < self.ends[0] <= self.ends[-1] <= self.first + _FARTHEST
        )


@dataclass(slots=True)
class _Canvas:
    """Cells that are drawn beside texts."""

    widths: Sequence[int]
    """Cells of the text in each row."""
    rows: dict[int, dict[int, str]] = field(default_factory=dict)

    def put(self, row: int, column: int, sign: str) -> None:
        if column >= self.widths[row]:
            self.rows.setdefault(row, {})[column] = sign

    def at(self, row: int, column: int) -> str:
        return self.rows.get(row, {}).get(column, " ")


def with_arcs(texts: Sequence[str], arcs: Sequence[Arc], *, widest: int) -> list[str]:
    """The texts with arcs beside them; an arc that finds no room is left out."""
    drawable = [arc for arc in arcs if arc.is_drawable]
    if not drawable:
        return list(texts)
    widths = [cells(text) + 1 for text in texts]
    base = min(widest - 2 * _LANES, max(max(widths[arc.first : arc.ends[-1] + 1]) for arc in drawable) + 1)
    canvas = _Canvas(widths)
    placed = _placed(drawable)
    for arc, lane in placed:
        column = base + 2 * lane
        line = _DASHED["│"] if arc.is_dashed else "│"
        for row in range(arc.first + 1, arc.ends[-1]):
            canvas.put(row, column, line)
        canvas.put(arc.first, column, "╮")
        for row in arc.ends:
            canvas.put(row, column, "╯" if row == arc.ends[-1] else "┤")
    for arc, lane in placed:
        _across(canvas, arc, base + 2 * lane)
    return [
        _joined(text, width, canvas.rows.get(row, {}))
        for row, (text, width) in enumerate(zip(texts, widths, strict=True))
    ]


def _placed(arcs: Sequence[Arc]) -> list[tuple[Arc, int]]:
    """Each arc with a lane that is free down to its end."""
    busy = [-1] * _LANES
    placed = []
    for arc in sorted(arcs, key=lambda one: one.first):
        lane = next((lane for lane, until in enumerate(busy) if until < arc.first), None)
        if lane is not None:
            busy[lane] = arc.ends[-1]
            placed.append((arc, lane))
    return placed


def _across(canvas: _Canvas, arc: Arc, column: int) -> None:
    line = _DASHED["─"] if arc.is_dashed else "─"
    for row in (arc.first, *arc.ends):
        for at in range(canvas.widths[row], column):
            sign = canvas.at(row, at)
            if sign in "│┊":
                canvas.put(row, at, "┼")
            elif sign == " " or (sign == "·" and row == arc.first):
                canvas.put(row, at, line if row == arc.first else "·")


def _joined(text: str, width: int, drawn: dict[int, str]) -> str:
    if not drawn:
        return text
    last = max(drawn)
    return f"{text} " + "".join(drawn.get(at, " ") for at in range(width, last + 1))


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
    # The rows without the lanes that none of them needs.
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
