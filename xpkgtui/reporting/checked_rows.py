"""Results of `check` as rows of a table, the worst first; read from JSON, which another machine may have written."""

import heapq
from collections import Counter
from enum import IntEnum
from typing import Any

from xpkgtui.reporting.as_text.tables import GLYPHS, Paint, colored
from xpkgtui.rules.finding import Acceptance, Severity
from xpkgtui.untyped import field, listing, mapping, text
from xpkgtui.values import dataclass
from xpkgtui.visible import clip, line, plural

_LONGEST = 300
"""Characters of a sentence in a row."""


class Rank(IntEnum):
    """The outcome for one source, the worst first."""

    REFUSED = 0
    UNREAD = 1
    """It could not be opened."""
    UNDECIDED = 2
    ACCEPTED = 3

    @property
    def word(self) -> str:
        """`could not be read`"""
        return "could not be read" if self is Rank.UNREAD else self.name.lower()


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class CheckedRow:
    """One result; rows are ordered by how bad they are, then by their source."""

    rank: Rank
    fewer: tuple[int, ...]
    """The number of findings by severity, the worst first; negative, so that more come first."""
    source: str
    platform: str = ""
    reason: str = ""
    """Why it is refused or was not read: its first finding, or its error."""

    @property
    def name(self) -> str:
        """The source, with its platform where several are listed."""
        return f"{self.source} ({self.platform})" if self.platform else self.source

    @property
    def counts(self) -> str:
        """`2 errors, 1 info`; empty where nothing was found."""
        named = zip(reversed(Severity), (-count for count in self.fewer), strict=True)
        return ", ".join(plural(count, one.word) for one, count in named if count)


def is_result(value: object) -> bool:
    """Whether a value of JSON is a result of `check`."""
    return isinstance(value, dict) and isinstance(value.get("source"), str) and "verdict" in value


def row_of(result: dict[str, Any]) -> CheckedRow:
    """The row of a result; what is not as `check` writes it counts as absent."""
    error, verdict = mapping(result.get("error")), result.get("verdict")
    counted = mapping(result.get("summary"))
    counts = [_count(counted.get(severity.word)) for severity in reversed(Severity)]
    return CheckedRow(
        rank=_rank(verdict, is_opened=result.get("findings") is not None),
        fewer=tuple(-count for count in counts),
        source=text(result.get("source")),
        platform=text(result.get("platform")),
        reason=clip(text(error.get("title")) or _first(result), _LONGEST),
    )


def _count(value: object) -> int:
    return value if isinstance(value, int) and 0 <= value < 1 << 31 else 0


def _rank(verdict: object, *, is_opened: bool) -> Rank:
    if verdict == "refused":
        return Rank.REFUSED
    if verdict == "accepted":
        return Rank.ACCEPTED
    return Rank.UNDECIDED if is_opened else Rank.UNREAD


def _first(result: dict[str, Any]) -> str:
    """The first finding that is more than an info: `XPKG401 layer 2 has no package.yaml`."""
    for one in listing(result.get("findings")):
        if field(one, "severity") in (Severity.ERROR.word, Severity.WARNING.word):
            return f"{text(field(one, 'rule'))} {text(field(one, 'message'))}"
    return ""


class CheckedRows:
    """The worst of the rows, so that their number stays bounded, and how many there are of each rank."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._worst: list[_Reversed] = []
        self.counts: Counter[Rank] = Counter()

    def add(self, row: CheckedRow) -> None:
        """Takes a row; of more than are kept, the best one is dropped."""
        self.counts[row.rank] += 1
        if len(self._worst) < self._most:
            heapq.heappush(self._worst, _Reversed(row))
        else:
            heapq.heappushpop(self._worst, _Reversed(row))

    @property
    def total(self) -> int:
        """How many rows were taken."""
        return self.counts.total()

    def worst(self) -> list[CheckedRow]:
        """The rows that were kept, in order."""
        return sorted(one.row for one in self._worst)


class _Reversed:
    """A row that is less than a worse one, for a heap that drops the best."""

    __slots__ = ("row",)

    def __init__(self, row: CheckedRow) -> None:
        self.row = row

    def __lt__(self, other: "_Reversed") -> bool:
        return other.row < self.row


def sentence(counts: Counter[Rank]) -> str:
    """`800 packages: 3 refused, 1 could not be read, 796 accepted`"""
    total = counts.total()
    parts = (f"{counts[rank]:,} {rank.word}" for rank in Rank if counts[rank])
    return ": ".join(filter(None, (plural(total, "package"), ", ".join(parts))))


_SEVERITIES = {
    Rank.REFUSED: Severity.ERROR,
    Rank.UNREAD: Severity.WARNING,
    Rank.UNDECIDED: Severity.WARNING,
}
SIGNS = {Rank.REFUSED: GLYPHS[Severity.ERROR], Rank.UNREAD: "✗", Rank.UNDECIDED: "?", Rank.ACCEPTED: "✓"}


def checked(rows: CheckedRows, paint: Paint) -> str:
    """The table, how many rows it leaves out, and a sentence about all."""
    worst = rows.worst()
    shown = list(
        colored([_cells(row) for row in worst], (_SEVERITIES.get(row.rank) for row in worst), paint, drop=(1,))
    )
    if rows.total > len(worst):
        shown.append(f"  {rows.total - len(worst):,} more are not listed")
    if not rows.total:  # a part of a list
        return f"{sentence(rows.counts)}\n"
    acceptance = Acceptance.ACCEPTED if set(rows.counts) == {Rank.ACCEPTED} else None
    if rows.counts[Rank.REFUSED]:
        acceptance = Acceptance.REFUSED
    return "".join(f"{text}\n" for text in (*shown, paint.verdict(acceptance, line(sentence(rows.counts)))))


def left_sentence(done: int, total: int, counts: Counter[Rank], left: float | None) -> str:
    """`checked 312 of 800; 3 refused; 2 min left`"""
    parts = [f"checked {done:,} of {total:,}"]
    parts += [f"{counts[rank]:,} {rank.word}" for rank in Rank if rank is not Rank.ACCEPTED and counts[rank]]
    if left is not None:
        parts.append(f"{left:,.0f} s left" if left < 90 else f"{left / 60:,.0f} min left")
    return "; ".join(parts)


def _cells(row: CheckedRow) -> tuple[str, ...]:
    return f"{SIGNS[row.rank]} {row.rank.word}", row.counts, row.name, row.reason
