"""The sign of a word of JSON, for what lists rules and changes together."""

from xpkgtui.reporting.as_text.paint import GLYPHS
from xpkgtui.rules.changes.change import Weight

WORD_GLYPHS = {
    **{severity.word: sign for severity, sign in GLYPHS.items()},
    Weight.BREAKS.word: "✗",
    Weight.CHECK.word: "!",
    Weight.ADDITION.word: "+",
    Weight.WORDS.word: "~",
}
"""The sign of each severity of a finding or of a change, by its word."""
