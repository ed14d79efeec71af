"""Patterns and formats of strings as apiextensions-apiserver checks them (1.34 and later)."""

from xpkgtui.formats.definitions.effort import meter
from xpkgtui.formats.definitions.objects.formats import FORMATS
from xpkgtui.golang.regexp.matching import cost, is_found

_STATES = 20
"""States and characters of a search that take as long as comparing a value with a schema."""


class ObjectTexts:
    """The patterns and formats that the API server checks in custom resources."""

    def known_format(self, name: str) -> str:
        """The format, or nothing where the API server ignores it, as it does all formats of numbers."""
        return name if name.replace("-", "") in FORMATS else ""

    def fits_pattern(self, text: str, pattern: str) -> bool | None:
        """Whether the pattern is found in the text; None where it is not understood."""
        meter().spent += cost(pattern, text) / _STATES
        return is_found(pattern, text)

    def fits_format(self, text: str, name: str) -> bool | None:
        """Whether a text has a known format; None where that is not certain."""
        return FORMATS[name.replace("-", "")](text)
