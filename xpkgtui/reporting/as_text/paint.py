"""Colour for status and nothing else, and none of it where it is not wanted."""

from dataclasses import dataclass

import click

from xpkgtui.rules.finding import Acceptance, Badge, Severity

GLYPHS = {Severity.ERROR: "✗", Severity.WARNING: "!", Severity.INFO: "·"}
"""Each severity's sign, so that nothing is told by colour alone."""
_COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.INFO: None}


@dataclass(frozen=True, slots=True, kw_only=True)
class Paint:
    """Styles text, or leaves it alone."""

    colours: bool = False

    def bold(self, text: str) -> str:
        """A heading."""
        return click.style(text, bold=True) if self.colours else text

    def dim(self, text: str) -> str:
        """What matters least."""
        return click.style(text, dim=True) if self.colours else text

    def severity(self, severity: Severity, text: str) -> str:
        """In the colour of the severity."""
        colour = _COLOURS[severity]
        return click.style(text, fg=colour) if self.colours and colour else text

    def badge(self, badge: Badge, text: str) -> str:
        """In the colour of the badge."""
        if badge is Badge.OK:
            return click.style(text, fg="green") if self.colours else text
        return self.severity(Severity[badge.name], text)

    def verdict(self, acceptance: Acceptance | None, sentence: str) -> str:
        """The sentence with its sign before it, the first clause bold in the colour of the verdict."""
        sign, colour = {
            Acceptance.ACCEPTED: ("✓", "green"),
            Acceptance.REFUSED: ("✗", "red"),
            None: ("?", "yellow"),
        }[acceptance]
        clause, colon, rest = sentence.partition(": ")
        if self.colours:
            clause = click.style(f"{sign} {clause}{colon.rstrip()}", fg=colour, bold=True)
            return f"{clause} {rest}" if rest else clause
        return f"{sign} {sentence}"
