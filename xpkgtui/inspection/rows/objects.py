"""Objects as rows: the documents of a stream, by their first lines, and the order in which they are listed."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from xpkgtui.formats.role import Role
from xpkgtui.limits import ReachedLimit
from xpkgtui.rules.finding import Badge
from xpkgtui.values import dataclass
from xpkgtui.versions.version import newest_first


@dataclass(frozen=True, slots=True, kw_only=True)
class ListStop:
    """Where the list ends before the stream does: a separator at which reading stops.

    The document that it ends is not read either, as with Kubernetes' YAMLReader.
    """

    line: int
    """The line of the separator in the stream, or in `file`."""
    file: str | None = None
    says: str
    """Go's message, or the limit of this program."""
    limit: ReachedLimit | None = None
    """The limit, where it is one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectRow:
    """One document of the stream."""

    document: int
    line: int
    """The line of the document in the stream, or in `file`."""
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
    """The badge of the document; None until it is judged."""
    group: str | None = None
    """API group that a definition defines; of the object itself otherwise."""
    plural: str | None = None
    defines: str | None = None
    """The kind that a definition defines."""
    scope: str | None = None
    versions: tuple[str, ...] = ()
    note: str = ""
    """What its format says of it beside its name; a sign at its beginning stands in the place of the badge."""
    stored: str | None = None
    unread: ReachedLimit | None = None
    """The limit that kept its kind, or what it defines, from being read."""


def with_fields(rows: tuple[ObjectRow, ...], fields: Mapping[int, Mapping[str, Any]]) -> tuple[ObjectRow, ...]:
    """The rows of successive documents with these fields, by document, replaced; no other row is touched."""
    changed = list(rows)
    first = rows[0].document if rows else 1
    for document, found in fields.items():
        number = document - first
        if 0 <= number < len(changed) and changed[number].document == document:
            changed[number] = replace(changed[number], **found)
    return tuple(changed)


def places(rows: Sequence[ObjectRow], kinds: Sequence[str]) -> tuple[int, ...]:
    """The places of rows in the order of the list, without empty documents.

    With `kinds`, those of one group stand together: these kinds first, each with its newest version first, then all
    others as they stand.
    """
    kept = [place for place, row in enumerate(rows) if row.role is not Role.EMPTY]
    if not kinds:
        return tuple(kept)
    groups: dict[str | None, int] = {}
    ranks = {kind: rank for rank, kind in enumerate(kinds)}

    def key(place: int) -> tuple[object, ...]:
        row = rows[place]
        group = groups.setdefault(row.group, len(groups))
        rank = ranks.get(row.kind or "")
        if rank is None:
            return group, len(ranks), ()
        return group, rank, newest_first(row.name or "")

    return tuple(sorted(kept, key=key))
