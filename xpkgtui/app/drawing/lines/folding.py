"""The closed blocks of a text: some that were closed, or all but some that were opened."""

from bisect import bisect_right
from collections.abc import Sequence

from xpkgtui.app.drawing.lines.indentation import Indentation
from xpkgtui.app.drawing.lines.row_map import Block

_STEP = 500
"""Lines that are looked at in one step while all blocks are closed."""
_AT_ONCE = 20_000
"""Lines that are looked at before a key is answered; the others follow step by step."""


class Folding:
    """Which blocks are closed; each is known by the line that begins it, which stays in sight."""

    def __init__(self, indentation: Indentation) -> None:
        self._indentation = indentation
        self._is_closed = False
        """Whether blocks are closed unless they were opened."""
        self._others: set[int] = set()
        """The blocks that are not as the others."""
        self._hidden: list[Block] = []
        self._reached = 0
        """While all are closed: the line up to which blocks were looked for."""

    @property
    def hidden(self) -> Sequence[Block]:
        """The lines of closed blocks, in order; none of them lies in another."""
        return self._hidden

    @property
    def reached(self) -> int | None:
        """The line up to which blocks are known to be closed or open; None where that is known of every line."""
        return self._reached if self._is_closed else None

    def is_closed(self, line: int) -> bool:
        """Whether the block that a line begins is closed."""
        return self._is_closed != (line in self._others) and self._indentation.is_foldable(line)

    def toggle(self, line: int) -> None:
        """Closes an open block, and opens a closed one."""
        self._others ^= {line}
        self._begin_anew(line)

    def set_all(self, *, closed: bool) -> None:
        """Closes or opens every block."""
        self._is_closed = closed
        self._others = set()
        self._begin_anew(0)

    def open_to(self, line: int) -> bool:
        """Opens every block that hides a line; False where none did."""
        nearest = bisect_right(self._hidden, line, key=lambda block: block[0]) - 1
        if nearest < 0 or line >= self._hidden[nearest][1]:
            return False
        begin = self._hidden[nearest][0] - 1
        at = self._indentation.last_before(line)
        above = {each for each in self._indentation.above(at) if self.is_closed(each)}
        if at != line and self.is_closed(at):
            above.add(at)
        self._others ^= above
        self._begin_anew(begin, up_to=line)
        return True

    def step(self, count: int) -> bool:
        """Looks for closed blocks in some more of `count` lines; False where it has seen all."""
        line, left = self._reached, _STEP
        while self._is_closed and line < count and left:
            left -= 1
            if self.is_closed(line):
                end = self._indentation.end(line)
                self._hidden.append((line + 1, end))
                line = end
            else:
                line += 1
        self._reached = line
        return self._is_closed and line < count

    def _begin_anew(self, line: int, up_to: int = 0) -> None:
        """Looks for closed blocks again; while all are closed, from `line` on, above which nothing changed."""
        if self._is_closed:
            reached = max(min(self._reached, line + _AT_ONCE), up_to + 1)
            self._hidden = self._hidden[: bisect_right(self._hidden, line, key=lambda block: block[0])]
            self._reached = self._hidden[-1][1] if self._hidden else 0
            while self._reached < reached and self.step(reached):
                pass
            return
        self._hidden, self._reached = [], 0
        end = 0
        for line in sorted(self._others):
            if line >= end:
                end = self._indentation.end(line)
                self._hidden.append((line + 1, end))
