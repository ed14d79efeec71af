"""Counts and tables, safe to print."""

from collections.abc import Iterable, Sequence

from xpkgtui import visible
from xpkgtui.rules.finding import Finding, Severity

INDENT = "  "
_WIDEST = 60


def plural(count: int, noun: str) -> str:
    """`1 error`, `1,204 errors`."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def counts(findings: Iterable[Finding]) -> str:
    """`2 errors, 1 warning, 3 infos`; `no findings` where there are none."""
    found = [finding.severity for finding in findings]
    words = [plural(number, severity.word) for severity in reversed(Severity) if (number := found.count(severity))]
    return ", ".join(words) or "no findings"


def table(rows: Sequence[Sequence[str]], *, right: frozenset[int] = frozenset()) -> list[str]:
    """Rows as indented lines; the columns `right` are flush right, and the last column is not padded.

    An unusually wide cell does not widen its column, and nothing is cut: programs may read the text.
    """
    shown = [[visible.line(cell) for cell in row] for row in rows]
    columns = max((len(row) for row in shown), default=0)
    widths = [
        max((len(row[column]) for row in shown if column < len(row) and len(row[column]) <= _WIDEST), default=0)
        for column in range(columns)
    ]
    return [INDENT + _row(row, widths, right) for row in shown]


def _row(cells: list[str], widths: list[int], right: frozenset[int]) -> str:
    padded = [
        cell.rjust(widths[column]) if column in right else cell.ljust(widths[column])
        for column, cell in enumerate(cells)
    ]
    return "  ".join(padded).rstrip()
