"""The findings of a text: a sign at their lines, and their words beneath."""

from collections.abc import Mapping, Sequence

from textual.content import Content

from xpkgtui.app.drawing.page import LineFinding
from xpkgtui.app.drawing.styled_text import COLORS, join, safe, wrapped

_WORST = "✗!·"


class LineNotes:
    """Findings by line, counted from the first line that is shown."""

    def __init__(self, findings: Sequence[LineFinding], first_line: int, *, gutter: int, width: int) -> None:
        self._rows: dict[int, list[Content]] = {}
        self._signs: dict[int, str] = {}
        for note in sorted(findings, key=lambda note: (note.line, _WORST.index(note.sign))):
            line = max(0, note.line - first_line)
            self._signs.setdefault(line, note.sign)
            color = COLORS[note.sign]
            text = join(safe(note.rule, "bold $foreground"), " ", safe(note.message, color))
            lead = join((" " * (gutter - 2) + "┆ ", color))
            rows = [join(lead, row) for row in wrapped(text, width - gutter)]
            self._rows.setdefault(line, []).extend(rows)
        self.counts: Mapping[int, int] = {line: len(rows) for line, rows in self._rows.items()}
        """By line the number of rows beneath it."""

    def row(self, line: int, number: int) -> Content:
        """One row beneath a line."""
        return self._rows[line][number]

    def sign(self, first: int, end: int) -> str:
        """The worst sign of some lines; empty where they have none."""
        if end - first == 1:
            return self._signs.get(first, "")
        found = (mark for line, mark in self._signs.items() if first <= line < end)
        return min(found, key=_WORST.index, default="")
