"""The table of many checked sources, the worst first."""

from collections import Counter

from xpkgtui.reporting.as_text.paint import GLYPHS, Paint
from xpkgtui.reporting.as_text.tables import grid
from xpkgtui.reporting.checked_rows import CheckedRow, CheckedRows, Rank, sentence
from xpkgtui.rules.finding import Acceptance, Severity
from xpkgtui.visible import line

SIGNS = {Rank.REFUSED: GLYPHS[Severity.ERROR], Rank.UNREAD: "?", Rank.UNDECIDED: "?", Rank.ACCEPTED: "✓"}


def checked(rows: CheckedRows, paint: Paint) -> str:
    """The table, how many rows it leaves out, and a sentence about all."""
    worst = rows.worst()
    laid = grid([_cells(row) for row in worst], width=paint.width, drop=(1,))
    shown = [text for row, lines in zip(worst, laid, strict=True) for text in _painted(row, lines, paint)]
    if rows.total > len(worst):
        shown.append(f"  {rows.total - len(worst):,} more are not listed")
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
    name = f"{row.source} ({row.platform})" if row.platform else row.source
    return f"{SIGNS[row.rank]} {row.rank.word}", row.counts, name, row.reason


def _painted(row: CheckedRow, lines: list[str], paint: Paint) -> list[str]:
    if row.rank is Rank.REFUSED:
        return [paint.severity(Severity.ERROR, one) for one in lines]
    return lines if row.rank is Rank.ACCEPTED else [paint.severity(Severity.WARNING, one) for one in lines]
