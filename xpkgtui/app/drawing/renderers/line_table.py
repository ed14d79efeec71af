"""The offsets of the lines in a part of a file; it is read in slices and never mapped."""

import os
from array import array
from bisect import bisect_right
from itertools import pairwise

SLICE = 1 << 19
"""Bytes that are looked at in one step, so that a screen never stands still."""
_BLOCK = 1 << 18
_PLAIN = bytes(range(0x20, 0x7F)) + b"\n"


class LineTable:
    """The lines between two offsets of a file, known from the first one on."""

    def __init__(self, path: str, start: int, end: int) -> None:
        self._path = path
        self._start = start
        self._end = end
        self._reached = start
        self._starts = array("Q", [start] if end > start else [])
        self.longest = 0
        """Bytes of the longest line so far."""
        self.problem = ""
        """Why the file cannot be read."""

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
        starts = self._starts
        at = data.find(b"\n")
        while at >= 0:
            begin = self._reached + at + 1
            self.longest = max(self.longest, begin - 1 - starts[-1])
            starts.append(begin)
            at = data.find(b"\n", at + 1)
        self._reached += len(data)
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
        if self.read_bytes(starts[0], starts[-1] - 1).translate(None, _PLAIN):
            return None
        return [after - start - 1 for start, after in pairwise(starts)]

    def read_bytes(self, start: int, end: int) -> bytes:
        """The bytes between two offsets, as far as the file still has them."""
        try:
            file = os.open(self._path, os.O_RDONLY | os.O_CLOEXEC)
        except OSError as error:
            self.problem = error.strerror or str(error)
            return b""
        try:
            return os.pread(file, max(0, end - start), start)
        except OSError as error:
            self.problem = error.strerror or str(error)
            return b""
        finally:
            os.close(file)

    def find(self, wanted: bytes, line: int, *, back: bool = False) -> int | None:
        """The next line after `line` that holds `wanted` (lower case), going on at the other end."""
        while not self.is_whole and self.grow():
            pass
        if not self.count:
            return None
        after = self._starts[min(line + 1, self.count - 1)] if line + 1 < self.count else self._end
        before = self._starts[line] if 0 <= line < self.count else self._start
        spans = ((self._start, before), (after, self._end)) if back else ((after, self._end), (self._start, before))
        for start, end in (*spans, (before, after)):
            found = self._scan(wanted, start, end, back=back)
            if found is not None:
                return bisect_right(self._starts, found) - 1
        return None

    def _scan(self, wanted: bytes, start: int, end: int, *, back: bool) -> int | None:
        """The first (or last) offset of `wanted`; blocks overlap, so that no match falls between them."""
        places = list(range(start, end, _BLOCK))
        for place in reversed(places) if back else places:
            data = self.read_bytes(place, min(end, place + _BLOCK + len(wanted) - 1)).lower()
            at = data.rfind(wanted) if back else data.find(wanted)
            if at >= 0:
                return place + at
        return None

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
