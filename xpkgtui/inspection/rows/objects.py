"""Objects as rows: the documents of a stream, by their first lines."""

from xpkgtui.formats.role import Role
from xpkgtui.rules.finding import Badge
from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectRow:
    """One document of the stream."""

    document: int
    line: int
    """Of the stream, or of `file`."""
    start: int
    """Byte offset of the document's text in the stream's file."""
    end: int
    first_line: int
    """Line number of the byte at `start`, of the stream or of `file`."""
    file: str | None = None
    """The file of origin, for a folder of sources."""
    api_version: str | None = None
    kind: str | None = None
    name: str | None = None
    package: str | None = None
    """The package of a catalog that it belongs to."""
    role: Role = Role.OBJECT
    badge: Badge | None = None
    """None until it is judged."""
    group: str | None = None
    """API group that a definition defines; of the object itself otherwise."""
    plural: str | None = None
    defines: str | None = None
    """The kind that a definition defines."""
    scope: str | None = None
    versions: tuple[str, ...] = ()
    note: str = ""
    """What its format says of it beside its name."""
    stored: str | None = None
