"""A search in a text, piece by piece: from where it begins to the end, then from the first line up to there."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Protocol

from xpkgtui.app.drawing.lines.line_table import LONGEST, PLAIN, LineTable, shown

MOST = 100_000
"""Hits that are counted."""
PIECE = 1 << 18
"""Bytes that are searched in one step."""
Hit = tuple[int, int]
"""The line, and the column in it: a character of what is shown, or a byte of what is not."""


class Searched(Protocol):
    """Lines that can be searched."""

    def hits(self, wanted: str, line: int) -> tuple[list[Hit], int | None]:
        """The hits of the lines from `line` on, and the first line that was not searched; None at the end."""
        ...


class LineSearch:
    """What is known of the places of `wanted`, in any case."""

    def __init__(self, text: Searched, wanted: str, line: int) -> None:
        self.wanted = folded(wanted)
        self.current: Hit | None = None
        """The hit that is looked at."""
        self.is_whole = not wanted
        """Whether every hit is known."""
        self._text = text
        self._begin = line
        self._next = line
        self._is_late = True
        self._late: list[Hit] = []
        """Hits from the first line that was searched on; those before it are `_early`."""
        self._early: list[Hit] = []

    @property
    def count(self) -> int:
        """Hits so far."""
        return len(self._early) + len(self._late)

    @property
    def words(self) -> str:
        """`2 of 9`"""
        if not self.count:
            return "no match" if self.is_whole else "searching"
        more = "" if self.is_whole and self.count < MOST else "+"
        if self.current is None or not self.is_whole:
            return f"{self.count:,}{more} match{'' if self.count == 1 and not more else 'es'}"
        place = bisect_left(self._early, self.current) + bisect_left(self._late, self.current)
        return f"{place + 1:,} of {self.count:,}{more}"

    def step(self) -> bool:
        """Searches one more piece; False where all is searched."""
        if self.is_whole:
            return False
        found, after = self._text.hits(self.wanted, self._next)
        if self._is_late:
            self._late += found[: MOST - self.count]
            self._next = after or 0
            self._is_late = after is not None
        else:
            self._early += [hit for hit in found if hit[0] < self._begin][: MOST - self.count]
            self._next = after if after is not None else self._begin
        self.is_whole = self.count >= MOST or (not self._is_late and self._next >= self._begin)
        return not self.is_whole

    def first(self) -> Hit | None:
        """The first hit from where the search began, as soon as it is known."""
        if self._late:
            return self._late[0]
        return self._early[0] if self._early and self.is_whole else None

    def after(self, place: Hit, *, back: bool = False) -> Hit | None:
        """The hit after (or before) a place; the search goes on at the other end."""
        if not back and self._late and self._late[0] <= place < self._late[-1]:
            return self._late[bisect_right(self._late, place)]
        while self.step():
            pass
        every = self._early + self._late
        if not every:
            return None
        if back:
            return every[bisect_left(every, place) - 1]
        return every[bisect_right(every, place) % len(every)]


class TableSearch:
    """The lines of a file, as they are shown."""

    def __init__(self, table: LineTable) -> None:
        self._table = table

    def hits(self, wanted: str, line: int) -> tuple[list[Hit], int | None]:
        """The hits of one piece."""
        data, after = self._table.piece(line, PIECE)
        if not data.translate(None, PLAIN):
            found = list(islice(_in_plain(data, wanted.encode("utf-8", "surrogatepass"), line), MOST))
        else:
            lines = enumerate(data.split(b"\n"), line)
            every = ((number, column) for number, each in lines for column in _in_line(each, wanted))
            found = list(islice(every, MOST))
        return found, after if after < self._table.count else None


class RowSearch:
    """Rows of text that are all at hand."""

    def __init__(self, rows: Sequence[str]) -> None:
        self._rows = rows

    def hits(self, wanted: str, line: int) -> tuple[list[Hit], int | None]:
        """All hits."""
        rows = enumerate(self._rows[line:], line)
        return [(number, column) for number, row in rows for column in places(row, wanted)], None


def folded(text: str) -> str:
    """`text` without regard to case, each character still at its place."""
    lower = text.lower()
    if len(lower) == len(text):
        return lower
    return "".join(small if len(small := character.lower()) == 1 else character for character in text)


def places(text: str, wanted: str) -> Iterator[int]:
    """Where a text holds `wanted`, which is folded; hits do not overlap."""
    text = folded(text)
    at = text.find(wanted)
    while at >= 0:
        yield at
        at = text.find(wanted, at + len(wanted))


def _in_plain(data: bytes, wanted: bytes, line: int) -> Iterator[Hit]:
    """Hits in lines whose bytes are shown as they are."""
    data = data.lower()
    start, seen, at = 0, 0, data.find(wanted)
    while at >= 0:
        # A line may be megabytes long and hold a million hits: no byte of it is looked at twice.
        if passed := data.count(b"\n", seen, at):
            line += passed
            start = data.rfind(b"\n", seen, at) + 1
        yield line, at - start
        seen, at = at, data.find(wanted, at + len(wanted))


def _in_line(data: bytes, wanted: str) -> Iterator[int]:
    """Hits in what is shown of a line, then in its other bytes."""
    yield from places(shown(data[:LONGEST], min(len(data), LONGEST)), wanted)
    if len(data) > LONGEST:
        needle = wanted.encode("utf-8", "surrogatepass")
        rest = data.lower()
        at = rest.find(needle, LONGEST - len(needle) + 1)
        while at >= 0:
            yield at
            at = rest.find(needle, at + len(needle))
