"""What is asked of the kinds that a package defines, and of their fields.

The definition itself is a text: `ReadText(text=Text.DEFINITIONS, document=…)` puts all that a document makes into a
file, as JSON; `formats.definitions.fields` has what reads it.
"""

from typing import ClassVar

from xpkgtui.inspection.messages.lane import Lane
from xpkgtui.values import dataclass

MOST_FOUND = 200
"""Fields that a search lists unless more are asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListKinds:
    """List the kinds that the package defines; each definition is parsed once."""

    lane: ClassVar[Lane] = Lane.KINDS


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchFields:
    """Find fields of all definitions by the letters of their paths; kinds too."""

    lane: ClassVar[Lane] = Lane.FIELDS
    words: str
    most: int = MOST_FOUND


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchPackages:
    """Find kinds and fields in the packages that were opened before, whatever is open; nothing is fetched."""

    lane: ClassVar[Lane] = Lane.PACKAGES
    words: str
    cache_dir: str | None
    """The cache that keeps their names; there is nothing to be found without one."""
    but: str = ""
    """The sha256 of the stream of the package that is open, which is searched by itself."""
    most: int = MOST_FOUND
