"""A list that arrives in batches, each of which costs as much as itself and not as the list."""

from collections.abc import Iterator, Sequence
from typing import Generic, TypeVar, overload

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
