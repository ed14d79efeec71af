"""Colors for status, or none; counts, headings and tables, safe to print."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import wraps
from typing import ParamSpec

import click

from xpkgtui import visible
from xpkgtui.cells import cells, flow
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.reporting.sentence import shown_platform
from xpkgtui.rules.finding import Acceptance, Badge, Finding, Severity
from xpkgtui.values import dataclass
from xpkgtui.visible import line, plural

GLYPHS = {Severity.ERROR: "✗", Severity.WARNING: "!", Severity.INFO: "·"}
"""The sign of each severity, because color alone must not carry meaning."""
_COLORS: dict[Severity | None, str] = {Severity.ERROR: "red", Severity.WARNING: "yellow"}
ACCEPTANCES = {True: Acceptance.ACCEPTED, False: Acceptance.REFUSED, None: None}
"""What a verdict is, by whether all is well; None is not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Paint:
    """Styles text if `colors` is set; lines flow in `width` cells of a terminal, 0 is no terminal."""

    colors: bool = False
    width: int = 0
    is_quiet: bool = False
    """Whether only the verdict and errors are wanted."""

    def lines(self, text: str, hang: int = 0) -> list[str]:
        """A line, safe to print, as one or more that fit the terminal; those after the first are indented."""
        return flow(text, self.width, hang)

    def indented(self, text: str) -> list[str]:
        """A line that is indented with all the lines that it needs."""
        return flow(INDENT + text, self.width, len(INDENT))

    def bold(self, text: str) -> str:
        """Text as a heading."""
        return click.style(text, bold=True) if self.colors else text

    def section(self, title: str) -> tuple[str, str]:
        """A heading below an empty line."""
        return "", self.bold(title)

    def dim(self, text: str) -> str:
        """Text of little importance."""
        return click.style(text, dim=True) if self.colors else text

    def severity(self, severity: Severity | None, text: str) -> str:
        """Text in the color of a severity; an info has none."""
        color = _COLORS.get(severity)
        return click.style(text, fg=color) if self.colors and color else text

    def badge(self, badge: Badge, text: str) -> str:
        """Text in the color of a badge."""
        if badge is Badge.OK:
            return click.style(text, fg="green") if self.colors else text
        return self.severity(Severity[badge.name], text)

    def verdict(self, acceptance: Acceptance | None, sentence: str) -> str:
        """A sentence after the sign of the verdict; its first clause is bold and in the verdict's color."""
        sign, color = {
            Acceptance.ACCEPTED: ("✓", "green"),
            Acceptance.REFUSED: ("✗", "red"),
            None: ("?", "yellow"),
        }[acceptance]
        clause, colon, rest = sentence.partition(": ")
        if self.colors:
            clause = click.style(f"{sign} {clause}{colon.rstrip()}", fg=color, bold=True)
            return f"{clause} {rest}" if rest else clause
        return f"{sign} {sentence}"


Given = ParamSpec("Given")
INDENT = "  "
_GAP = "  "
_WIDEST = 60
"""Cells of a cell that widens its column."""
NAMES = 200
"""Cells of a cell that widens a column of names of images: a digest alone has 71."""
_LEAST = 24
"""Cells in which the last column of a row is worth beginning beside the others."""


def written(lines: Callable[Given, Iterator[str]]) -> Callable[Given, str]:
    """Makes of a function that yields lines one that returns the text."""

    @wraps(lines)
    def text(*given: Given.args, **named: Given.kwargs) -> str:
        return "\n".join(lines(*given, **named)) + "\n"

    return text


def left(count: int, paint: Paint) -> Iterator[str]:
    """The line that counts what is left out; none for 0."""
    if count > 0:
        yield INDENT + paint.dim(f"{count:,} more: --verbose lists them")


def labeled(label: str, text: str, paint: Paint) -> Iterator[str]:
    """The lines of the text, with the label before the first."""
    for number, row in enumerate(visible.block(text.strip("\n")).split("\n")):
        lead = f"{INDENT}{'' if number else label:7}  "
        yield from paint.lines((lead + row).rstrip(), len(lead))


def counts(findings: Iterable[Finding]) -> str:
    """`2 errors, 1 warning, 3 infos`; `no findings` where there are none."""
    found = [finding.severity for finding in findings]
    words = [plural(number, severity.word) for severity in reversed(Severity) if (number := found.count(severity))]
    return ", ".join(words) or "no findings"


def table(
    rows: Sequence[Sequence[str]], *, right: frozenset[int] = frozenset(), width: int = 0, drop: Sequence[int] = ()
) -> list[str]:
    """Rows as indented lines; the columns `right` are flush right, and the last column is not padded.

    An unusually wide cell does not widen its column, and only beyond a screen is it cut: programs may read the text.
    On a terminal of `width` cells, columns vanish in the order of `drop` until the rest fits, and the last one flows.
    """
    return [text for lines in grid(rows, right=right, width=width, drop=drop) for text in lines]


def grid(
    rows: Sequence[Sequence[str]],
    *,
    right: frozenset[int] = frozenset(),
    width: int,
    drop: Sequence[int] = (),
    widest: int = _WIDEST,
) -> list[list[str]]:
    """Lays out rows as `table` does, and returns the lines of each row.

    Cells of up to `widest` cells widen their columns where all of them then have room.
    """
    shown = [[visible.line(visible.screenful(cell)) for cell in row] for row in rows]
    columns = list(range(max((len(row) for row in shown), default=0)))
    widths = [_widest((row[one] for row in shown if one < len(row)), widest) for one in columns]
    if width and len(INDENT) + sum(size + len(_GAP) for size in widths[:-1]) + _LEAST > width:
        widths = [_widest((row[one] for row in shown if one < len(row)), _WIDEST) for one in columns]
    for column in (one for one in drop if one in columns):
        if not width or len(INDENT) + sum(widths[one] + len(_GAP) for one in columns) - len(_GAP) <= width:
            break
        columns.remove(column)
    room = width - len(INDENT) - sum(widths[column] + len(_GAP) for column in columns[:-1])
    lasts = [row[columns[-1]] for row in shown if columns and columns[-1] < len(row)]
    is_beneath = room < _LEAST and any(cells(last) > room for last in lasts)
    return [
        _row(
            [(row[one], widths[one], one in right) for one in columns if one < len(row)], width, is_beneath=is_beneath
        )
        for row in shown
    ]


def colored(
    rows: Sequence[Sequence[str]],
    severities: Iterable[Severity | None],
    paint: Paint,
    *,
    right: frozenset[int] = frozenset(),
    drop: Sequence[int] = (),
    widest: int = _WIDEST,
) -> Iterator[str]:
    """The lines of `grid`, those of each row in the color of its severity."""
    laid = grid(rows, right=right, width=paint.width, drop=drop, widest=widest)
    for severity, lines in zip(severities, laid, strict=True):
        yield from (paint.severity(severity, text).rstrip() for text in lines)


def numbered(steps: Iterable[tuple[str, str]], paint: Paint) -> Iterator[str]:
    """The steps of a program, each with what it found."""
    yield from paint.section("Steps")
    rows = [(f"{number}.", *one) for number, one in enumerate(steps, 1)]
    yield from table(rows, right=frozenset({0}), width=paint.width)


def _widest(column: Iterable[str], most: int) -> int:
    return max((size for cell in column if (size := cells(cell)) <= most), default=0)


def _row(row: Sequence[tuple[str, int, bool]], width: int, *, is_beneath: bool) -> list[str]:
    """The lines of a row; where its last cell has too little room beside the others, it stands beneath them."""
    *first, (last, size, is_right) = row or [("", 0, False)]
    before = [_filled(*cell) for cell in first]
    lead = INDENT + "".join(f"{cell}{_GAP}" for cell in before)
    needed = max(min(cells(last), _LEAST), *map(cells, ("", *last.split())))
    has_room = cells(lead) + needed <= width
    if not (before and last and width) or (has_room and not is_beneath):
        hanging = cells(lead) if has_room else 2 * len(INDENT)
        return flow((lead + _filled(last, size if is_right else 0, is_right)).rstrip(), width, hanging)
    column = len(INDENT) + (cells(before[0]) + len(_GAP) if len(before) > 1 else len(INDENT))
    column = column if column <= width // 2 else 2 * len(INDENT)
    return [*flow(lead.rstrip(), width, column), *flow(" " * column + last, width, column)]


def _filled(cell: str, width: int, is_right: bool) -> str:
    blanks = " " * max(0, width - cells(cell))
    return blanks + cell if is_right else cell + blanks


def heading(inspection: Inspection, paint: Paint) -> str:
    """The source and its platform."""
    return "  ".join(filter(None, (paint.bold(line(inspection.source)), line(shown_platform(inspection)))))
