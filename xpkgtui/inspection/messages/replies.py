"""The events that answer one request about what is shown; a later one takes the place of the one before.

Only files come in batches, because they are painted while they come.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING, Generic, Self, TypeVar, overload

from xpkgtui.inspection.messages.dependencies import ComposedRead, DependenciesRead
from xpkgtui.inspection.messages.examples import ExamplesRead
from xpkgtui.inspection.messages.referrers import ReferrersRead
from xpkgtui.inspection.messages.requests import ListFiles, View
from xpkgtui.inspection.messages.schemas import FieldsFound, KindsListed, PackagesFound
from xpkgtui.inspection.rows.files import FileRow, Gap, Hidden
from xpkgtui.limits import ReachedLimit
from xpkgtui.values import dataclass

if TYPE_CHECKING:
    from xpkgtui.formats.images.comparison import ReaderComparison
    from xpkgtui.formats.overview import Overview


Value = TypeVar("Value")


class BatchedRows(Sequence[Value], Generic[Value]):
    """The rows up to one batch; those of the next one share them, and neither changes the other.

    A list that is sent again takes the place of the one before batch by batch, so that nothing jumps: what has not
    come yet is still shown as it was.
    """

    __slots__ = ("_count", "_old", "_rows", "is_whole")

    def __init__(self, rows: list[Value], count: int, old: Sequence[Value] = (), *, whole: bool = True) -> None:
        self._rows = rows
        """May hold more than `count`: then they belong to a later batch."""
        self._count = count
        self._old = old
        self.is_whole = whole
        """Whether no batch of the newest list is to come."""

    def __len__(self) -> int:
        return max(self._count, len(self._old))

    @overload
    def __getitem__(self, index: int, /) -> Value: ...
    @overload
    def __getitem__(self, index: slice, /) -> Sequence[Value]: ...
    def __getitem__(self, index: int | slice, /) -> Value | Sequence[Value]:
        """Returns one row, or a tuple of the rows of a slice."""
        if isinstance(index, slice):
            return tuple(self[number] for number in range(*index.indices(len(self))))
        number = index + len(self) if index < 0 else index
        if 0 <= number < self._count:
            return self._rows[number]
        if 0 <= number < len(self._old):
            return self._old[number]
        raise IndexError(index)

    def __iter__(self) -> Iterator[Value]:
        yield from self._rows[: self._count]
        yield from self._old[self._count :]

    def with_batch(self, first: int, batch: Sequence[Value], total: int) -> "BatchedRows[Value]":
        """Returns the rows with a batch of the newest list, which will have `total` rows."""
        end = first + len(batch)
        whole = end >= total
        if first == 0:
            return BatchedRows(list(batch), end, () if whole else tuple(self), whole=whole)
        rows = self._rows
        if first != self._count or len(rows) != self._count:
            rows = list(self[:first])
        rows.extend(batch)
        return BatchedRows(rows, end, () if whole else self._old, whole=whole)


def with_batch(before: Sequence[Value] | None, first: int, batch: Sequence[Value], total: int) -> Sequence[Value]:
    """`before` with a batch that begins at row `first`; a list of one batch stays what it is."""
    if len(batch) >= total and not first:
        return batch
    known = before if isinstance(before, BatchedRows) else BatchedRows(list(before or ()), len(before or ()))
    return known.with_batch(first, batch, total)


LATE_TYPES = {
    "Overview": "xpkgtui.formats.overview",
    "ReaderComparison": "xpkgtui.formats.images.comparison",
}
"""Where `codec` finds them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FilesListed:
    """Rows of one folder in one view; further batches follow while `first + len(rows) < total`."""

    view: View
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

    @property
    def is_whole(self) -> bool:
        """Whether every batch of the folder has come."""
        return not isinstance(self.rows, BatchedRows) or self.rows.is_whole

    def goes_on(self, request: ListFiles) -> bool:
        """Returns whether another batch or folder follows."""
        return self.first + len(self.rows) < self.total or self.folder != request.folders[-1]

    def after(self, before: object) -> Self:
        """Returns the list with the rows of this batch."""
        known = before.rows if isinstance(before, FilesListed) else None
        return replace(self, first=0, rows=with_batch(known, self.first, self.rows, self.total))


@dataclass(frozen=True, slots=True, kw_only=True)
class TextReady:
    """The text that was asked for lies in a file (UTF-8 or any bytes); the asker reads, never maps it."""

    path: str
    """The path of the file on this machine."""
    size: int
    language: str = ""
    """A pygments name: `json`, `yaml`, `markdown`; empty for plain."""
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

    facts: tuple[tuple[str, str], ...]
    origin: str = ""
    """Where the document comes from: layer, entry, number and line."""
    overview: "Overview | None" = None
    """The Overview of a meta object, which is shown after `facts`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextFound:
    """Documents that hold the text that was searched for, of those that were searched so far."""

    documents: frozenset[int]
    done: int
    total: int

    @property
    def is_whole(self) -> bool:
        """Whether every document was searched."""
        return self.done >= self.total


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadersCompared:
    """What every program that reads the format makes of what is shown, or of a what-if."""

    comparison: "ReaderComparison"


class NotSaved(StrEnum):
    """Why an entry is not saved."""

    LINK = "link"
    SPECIAL = "device, pipe or socket"
    WHITEOUT = "whiteout"
    NAME = "file whose name cannot be written here"
    CASE = "file whose name differs from another one in case only"
    LARGE = "file that is too large"
    DAMAGED = "file that could not be read"


@dataclass(frozen=True, slots=True, kw_only=True)
class FilesSaved:
    """The files that were saved, and what was not."""

    files: int
    size: int
    left_out: tuple[tuple[NotSaved, int], ...] = ()
    """How many entries were left out, by the reason."""
    unprivileged: int = 0
    """Files that were saved without the bits by which a program runs as another user."""
    gaps: tuple[Gap, ...] = ()
    """What keeps the view, or what was saved of it, from being whole."""
    limit: ReachedLimit | None = None
    """The limit that files were too large for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImageRepaired:
    """The layout that was saved, and what is repaired in it."""

    digest: str
    tag: str
    size: int
    images: int
    """The images in it."""
    repairs: tuple[str, ...] = ()
    """A sentence for each image that is repaired."""


Reply = (
    FilesListed
    | TextReady
    | FactsRead
    | TextFound
    | ReadersCompared
    | KindsListed
    | FieldsFound
    | PackagesFound
    | ExamplesRead
    | ReferrersRead
    | DependenciesRead
    | ComposedRead
)
"""What a request of a pane keeps."""
GrowingReply = FilesListed | TextFound | KindsListed | FieldsFound
"""Those that say whether they are whole."""

ObjectNote = tuple[int, str]
"""A document, and what is said of it beside its name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectsNoted:
    """What the format says of objects that are listed."""

    notes: tuple[ObjectNote, ...]
