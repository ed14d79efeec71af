"""The events that answer one question about what is shown; the asker folds them, and no Inspection holds them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from xpkgtui.inspection.messages.requests import Text, View
from xpkgtui.inspection.rows.files import FileRow, Gap, Hidden
from xpkgtui.limits import ReachedLimit
from xpkgtui.values import dataclass

if TYPE_CHECKING:  # a screen paints before it describes a package
    from xpkgtui.formats.overview import Overview

LATE_TYPES = {"Overview": "xpkgtui.formats.overview"}
"""Where `codec` finds them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FilesListed:
    """Rows of one folder in one view; further batches follow while `first + len(rows) < total`."""

    view: View
    layer: int | None
    folder: str
    first: int
    rows: Sequence[FileRow]
    """A tuple on its way; a receiver that joins batches may hold another sequence."""
    total: int
    matches: int | None = None
    """The number of entries that match the filter, if that is more than `total`."""
    searched: int | None = None
    """The number of entries that the filter searched."""
    gaps: tuple[Gap, ...] = ()
    """What keeps the list from being whole."""
    hidden: Hidden | None = None
    """What the view hides of the layers that it is flattened from; with its top folder only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextReady:
    """The text that was asked for lies in a file (UTF-8 or any bytes); the asker reads, never maps it."""

    text: Text
    path: str
    """The path of the file on this machine."""
    size: int
    language: str = ""
    """A pygments name: `json`, `yaml`, `markdown`; empty for plain."""
    layer: int | None = None
    name: str = ""
    """The entry's path for a file."""
    document: int | None = None
    binary: bool = False
    incomplete: str = ""
    """Why a file is not whole, in words: its size exceeds what is shown, or its layer is damaged."""
    limit: ReachedLimit | None = None
    """The limit of xpkgtui that keeps it from being whole."""
    facts: tuple[tuple[str, str], ...] = ()
    """What is known of a file since it was read, beyond its row: labels and texts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FactsRead:
    """The facts of one object: labels and texts, in order; a text may have lines."""

    document: int
    facts: tuple[tuple[str, str], ...]
    origin: str = ""
    """Where the document comes from: layer, entry, number and line."""
    overview: "Overview | None" = None
    """The Overview of a meta object, which is shown after `facts`."""


ObjectNote = tuple[int, str]
"""A document, and what is said of it beside its name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectsNoted:
    """What the format says of objects that are listed."""

    notes: tuple[ObjectNote, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TextFound:
    """Documents that hold the text that was searched for; further batches follow while `done < total`."""

    documents: frozenset[int]
    first: int
    """Documents that were searched before this batch; 0 replaces what was there."""
    done: int
    total: int

    @property
    def is_whole(self) -> bool:
        """Whether every document was searched."""
        return self.done >= self.total
