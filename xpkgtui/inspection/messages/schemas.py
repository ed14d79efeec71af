"""What is asked and said of the kinds that a package defines, and of their fields.

The definition itself is a text: `ReadText(text=Text.DEFINITIONS, document=…)` puts all that a document makes into a
file, as JSON; `formats.definitions.fields` has what reads it.
"""

from typing import TYPE_CHECKING, ClassVar

from xpkgtui.inspection.messages.lane import Lane
from xpkgtui.values import dataclass

if TYPE_CHECKING:  # most packages are read without any of these
    from xpkgtui.formats.definitions.fields.search import FieldMatch
    from xpkgtui.formats.definitions.fields.versions import DefinedKind

LATE_TYPES = {
    "DefinedKind": "xpkgtui.formats.definitions.fields.versions",
    "FieldMatch": "xpkgtui.formats.definitions.fields.search",
}
"""Where `codec` finds them."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class KindRow:
    """A kind that a document makes."""

    document: int
    made: int
    """The number of its definition among those that the document makes: that of a claim follows its composite's."""
    kind: "DefinedKind"


@dataclass(frozen=True, slots=True, kw_only=True)
class KindsListed:
    """Kinds of the documents that were read so far."""

    kinds: tuple[KindRow, ...]
    done: int
    """Documents that were read."""
    total: int
    unread: tuple[int, ...] = ()
    """Documents that may be definitions, and cannot be read."""

    @property
    def is_whole(self) -> bool:
        """Whether every document was read."""
        return self.done >= self.total


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundField:
    """A field that a search found; without a path the kind itself."""

    document: int
    made: int
    match: "FieldMatch"


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldsFound:
    """The best matches of a search in the documents that were read so far."""

    words: str
    found: tuple[FoundField, ...]
    count: int
    """All matches."""
    done: int
    """Documents that were read."""
    total: int
    unread: tuple[int, ...] = ()
    """Documents that may be definitions, and cannot be read."""

    @property
    def is_whole(self) -> bool:
        """Whether every document was read."""
        return self.done >= self.total


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundElsewhere:
    """A field or a kind in a package that was opened before."""

    source: str
    """What opens it again."""
    package: str
    """The name of the package; empty where it has none."""
    version: str
    """The tag; empty where it has none."""
    definition: str
    """The kind of the document that defines it."""
    name: str
    """The name of this document."""
    made: int
    match: "FieldMatch"
    others: tuple[str, ...] = ()
    """Other versions of the package that have it too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PackagesFound:
    """The best matches in the packages that were opened before."""

    words: str
    found: tuple[FoundElsewhere, ...]
    count: int
    """All matches."""
    packages: int
    unread: tuple[str, ...] = ()
    """The packages of which only the names of kinds are known."""
    partly: tuple[str, ...] = ()
    """Others with documents that may be definitions, and could not be read."""

    @property
    def lacking(self) -> int:
        """How many packages have fields that are not known."""
        return len(self.unread) + len(self.partly)
