"""What is asked and said of two packages that are compared."""

from typing import TYPE_CHECKING, ClassVar

from xpkgtui.inspection.messages.lane import Lane
from xpkgtui.values import dataclass

if TYPE_CHECKING:  # the screen hands on what it was sent
    from xpkgtui.rules.case import Case
    from xpkgtui.rules.changes.change import Change, ComparedObject, TextRow

LATE_TYPES = {
    "Change": "xpkgtui.rules.changes.change",
    "ComparedObject": "xpkgtui.rules.changes.change",
    "TextRow": "xpkgtui.rules.changes.change",
    "Case": "xpkgtui.rules.case",
}
"""Where `codec` finds them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Compare:
    """Compare two packages of one format, whose streams can still be read; answered by the judge."""

    lane: ClassVar[Lane] = Lane.COMPARE
    old: "Case"
    new: "Case"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadStored:
    """Ask the cluster in which a package is installed which versions its definitions store."""

    lane: ClassVar[Lane] = Lane.STORED
    source: str
    """`kube:provider/NAME`"""
    definitions: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredRead:
    """What the cluster has stored."""

    stored: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """The names of definitions and their `status.storedVersions`."""
    unread: str = ""
    """Why that is not known, in a clause; empty where it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadBoth:
    """Read a document of two packages side by side; answered by the judge."""

    lane: ClassVar[Lane] = Lane.BOTH
    old: "Case"
    new: "Case"
    old_document: int | None
    """The number of the document in its stream; None where the old package has none."""
    new_document: int | None
    old_line: int | None = None
    """The line of its file that the change names."""
    new_line: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BothRead:
    """The lines of two documents, those around the change at least."""

    rows: "tuple[TextRow, ...]" = ()
    focus: int = 0
    """The row at which the change stands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangesFound:
    """A part of the comparison."""

    changes: "tuple[Change, ...]" = ()
    objects: "tuple[ComparedObject, ...]" = ()
    """Those that differ, in the order in which they were compared."""
    done: int = 0
    """Objects that were compared, of those whose bytes differ."""
    total: int = 0
    """Objects whose bytes differ, or that only one side has; in the last part those that do differ."""
    equal: int = 0
    """Objects that do not differ."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonEnded:
    """The comparison is at its end."""

    unread: str = ""
    """Why not everything was compared, in a clause; empty where everything was."""
    limit: str = ""
    """The name of the limit that is the reason; empty where none is."""
