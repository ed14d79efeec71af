"""Colors for status, or none, and the width that text flows in."""

import click

from xpkgtui.cells import flow
from xpkgtui.rules.finding import Acceptance, Badge, Severity
from xpkgtui.values import dataclass

GLYPHS = {Severity.ERROR: "✗", Severity.WARNING: "!", Severity.INFO: "·"}
"""The sign of each severity, because color alone must not carry meaning."""
_COLORS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.INFO: None}


@dataclass(frozen=True, slots=True, kw_only=True)
class Paint:
    """Styles text if `colors` is set; lines flow in `width` cells of a terminal, 0 is no terminal."""

    colors: bool = False
    width: int = 0

    def lines(self, text: str, hang: int = 0) -> list[str]:
        """A line, safe to print, as one or more that fit the terminal; those after the first are indented."""
        return flow(text, self.width, hang)

    def bold(self, text: str) -> str:
        """Text as a heading."""
        return click.style(text, bold=True) if self.colors else text

    def dim(self, text: str) -> str:
        """Text of little importance."""
        return click.style(text, dim=True) if self.colors else text

    def severity(self, severity: Severity, text: str) -> str:
        """Text in the color of a severity."""
        color = _COLORS[severity]
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
