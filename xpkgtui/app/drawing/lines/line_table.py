"""The offsets of the lines in a part of a file, read in slices and never mapped; and a line as it is shown."""

import os
from array import array
from bisect import bisect_right
from itertools import accumulate, pairwise

from xpkgtui import visible

SLICE = 1 << 19
"""Bytes that are looked at in one step, so that a screen never stands still."""
_BLOCK = 1 << 18
MOST_LINES = 4_000_000
"""Lines of a text that are known and shown; real packages have half as many."""
PLAIN = bytes(range(0x20, 0x7F)) + b"\n"
"""Bytes that are shown as they are, in one cell; and the line end."""


class LineTable:
    """The lines between two offsets of a file, known from the first one on."""

    def __init__(self, path: str, start: int, end: int) -> None:
        self._path = path
        self._end = end
        self._reached = start
        self._starts = array("Q", [start] if end > start else [])
        self.longest = 0
        """Bytes of the longest line so far."""
        self.problem = ""
        """Why the file, or the rest of it, is not shown."""

    @property
    def count(self) -> int:
        """Lines that are known."""
        return len(self._starts)

    @property
    def is_whole(self) -> bool:
        """Whether all lines are known."""
        return self._reached >= self._end

    def grow(self, budget: int = SLICE) -> bool:
        """Looks at the next slice; False where there is none."""
        if self.is_whole:
            return False
        data = self.read_bytes(self._reached, min(self._end, self._reached + budget))
        if not data:
            self._end = self._reached
            self._trim()
            return False
        starts, first = self._starts, len(self._starts)
        pieces = data.split(b"\n")[: MOST_LINES + 2 - first]
        starts.extend(accumulate((len(piece) + 1 for piece in pieces[:-1]), initial=self._reached))
        starts.pop(first)
        known = starts[first - 1 :]
        self.longest = max(self.longest, *(after - start - 1 for start, after in pairwise(known)), 0)
        self._reached += len(data)
        if len(starts) > MOST_LINES and starts[-1] < self._end:
            self._end = self._reached = starts[-1]
            self.problem = f"The rest is not shown: xpkgtui shows at most {MOST_LINES:,} lines of a text"
        if self.is_whole:
            self._trim()
        return not self.is_whole

    def read(self, first: int, last: int, most: int) -> list[tuple[bytes, int]]:
        """Lines `first` to `last` (exclusive): at most `most` bytes of each, and how long it is."""
        last = min(last, self.count)
        found = []
        for number in range(first, last):
            begin = self._starts[number]
            end = self._starts[number + 1] - 1 if number + 1 < self.count else self._last_end()
            found.append((begin, max(0, end - begin)))
        if not found:
            return []
        span = found[-1][0] + found[-1][1] - found[0][0]
        if span <= _BLOCK:
            data = self.read_bytes(found[0][0], found[0][0] + span)
            base = found[0][0]
            return [(data[begin - base : begin - base + min(size, most)], size) for begin, size in found]
        return [(self.read_bytes(begin, begin + min(size, most)), size) for begin, size in found]

    def plain_sizes(self, first: int, last: int) -> list[int] | None:
        """Bytes of lines `first` to `last` (exclusive) where every byte is one cell; None where one is not."""
        last = min(last, self.count)
        if first >= last:
            return []
        starts = self._starts[first : last + 1]
        if len(starts) == last - first:
            starts.append(self._last_end() + 1)
        if self.read_bytes(starts[0], starts[-1] - 1).translate(None, PLAIN):
            return None
        return [after - start - 1 for start, after in pairwise(starts)]

    def text(self, first: int, last: int) -> bytes | None:
        """Lines `first` to `last` (exclusive) as they stand; None where they are long."""
        start = self._starts[first] if first < self.count else self._reached
        end = self._starts[last] if last < self.count else self._reached
        return self.read_bytes(start, end) if end - start <= _BLOCK else None

    def read_bytes(self, start: int, end: int) -> bytes:
        """The bytes between two offsets, as far as the file still has them."""
        try:
            file = os.open(self._path, os.O_RDONLY | os.O_CLOEXEC)
        except OSError as error:
            self.problem = f"The text cannot be read: {error.strerror or error}"
            return b""
        try:
            return os.pread(file, end - start, start)
        except OSError as error:
            self.problem = f"The text cannot be read: {error.strerror or error}"
            return b""
        finally:
            os.close(file)

    def piece(self, line: int, budget: int) -> tuple[bytes, int]:
        """Whole lines from `line` on, one at least and some `budget` bytes of them; and the line after them."""
        while self.count <= line + 1 and self.grow():
            pass
        if line >= self.count:
            return b"", self.count
        start = self._starts[line]
        last = max(line + 1, bisect_right(self._starts, start + budget) - 1)
        if last >= self.count:
            return self.read_bytes(start, self._last_end()), self.count
        return self.read_bytes(start, self._starts[last] - 1), last

    def _last_end(self) -> int:
        """Where the last known line ends, as far as it was looked at."""
        if self.count and self.is_whole and self.read_bytes(self._end - 1, self._end) == b"\n":
            return self._end - 1
        return self._reached

    def _trim(self) -> None:
        """A line end at the very end begins no line."""
        if len(self._starts) > 1 and self._starts[-1] >= self._end:
            self._starts.pop()
        if self._starts:
            self.longest = max(self.longest, self._end - self._starts[-1])


LONGEST = 4000
"""Bytes of one line that are shown; the number of the others is said."""


def shown(data: bytes, size: int) -> str:
    """The text of a line of `size` bytes that begins with `data`."""
    text = visible.block(data.decode("utf-8", "backslashreplace").removesuffix("\r"))
    return text if len(data) >= size else f"{text}… {size - len(data):,} more bytes in this line"
