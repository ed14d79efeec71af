"""The blocks of a YAML or JSON text, open or closed, from the indentation of its lines alone; read where asked."""

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache

from xpkgtui.app.drawing.lines.line_table import LineTable
from xpkgtui.app.drawing.lines.row_map import Block
from xpkgtui.patterns import late

LANGUAGES = frozenset({"yaml", "json"})
_BLOCK = 256
_READ = 400
"""Bytes of a line that are looked at."""
_DEEPEST = 30_000
_SEARCHED = 400
"""The deepest depth that is searched for in a whole block: of longer lines only the beginning is looked at."""
_NOTHING = 0xFFFF
"""The depth of a line that belongs to whatever stands around it: a blank one, a comment."""
_YAML = late(rb"( *)(?:(-(?:\s|$))|(#|\r?$))?")
_JSON = late(rb'([ \t]*)(?:("(?:[^"\\]|\\.)*"\s*:)|([\]}]|\r?$))?')


class Indentation:
    """The depth of each line: twice its column, and one more for an item of a list, which is deeper than its key."""

    def __init__(self, table: LineTable, language: str) -> None:
        self._table = table
        self._is_json = language == "json"
        self._blocks: dict[int, array[int]] = {}
        self._least: dict[int, int] = {}
        self._deeper: dict[int, int] = {}
        """By block: a depth that all its lines exceed, which was found without reading them one by one."""

    def depth(self, line: int) -> int:
        """The depth of a line that is known."""
        block = self._block(line // _BLOCK)
        return block[line % _BLOCK] if line % _BLOCK < len(block) else _NOTHING

    def is_item(self, line: int) -> bool:
        """Whether the line begins an item of a list."""
        depth = self.depth(line)
        return depth != _NOTHING and depth % 2 == 1

    def is_nothing(self, line: int) -> bool:
        """Whether the line is blank, is a comment, or closes a block."""
        return self.depth(line) == _NOTHING

    def is_foldable(self, line: int) -> bool:
        """Whether lines beneath this line belong to it."""
        depth = self.depth(line)
        if depth == _NOTHING:
            return False
        after = self._next(line + 1, _NOTHING - 1)
        return after is not None and self.depth(after) > depth

    def end(self, line: int) -> int:
        """The line after the block that `line` begins; blank lines and comments before the next one are not its own.

        Lines that are not known yet are read.
        """
        found = self._next(line + 1, self.depth(line))
        if found is None:
            found = self._table.count
        while found > line + 1 and self._is_loose(found - 1):
            found -= 1
        return found

    def above(self, line: int) -> Iterator[int]:
        """The lines that hold this one, the nearest first."""
        depth = self.depth(line)
        while depth:
            found = self._before(line, depth - 1)
            if found is None:
                return
            yield found
            line, depth = found, self.depth(found)

    def place(self, line: int) -> int:
        """The index of the item that `line` begins in its list."""
        depth, count = self.depth(line), 0
        number, until = divmod(line, _BLOCK)
        while number >= 0:
            block = self._block(number)[:until]
            if self._least_of(number) < depth:
                for each in reversed(block):
                    if each < depth:
                        return count
                    count += each == depth
            else:
                count += block.count(depth)
            number, until = number - 1, _BLOCK
        return count

    def last_before(self, line: int) -> int:
        """The line itself, or the nearest one above it that is more than a blank or a comment."""
        if not self.is_nothing(line):
            return line
        found = self._before(line, _NOTHING - 1)
        return line if found is None else found

    def _next(self, line: int, most: int) -> int | None:
        """The first line from `line` on that is no deeper than `most`; lines that are not known yet are read."""
        while True:
            found = next(self._from(line, most), None)
            if found is not None or self._table.is_whole:
                return found
            line = max(line, self._known)
            self._table.grow()

    def _from(self, line: int, most: int) -> Iterator[int]:
        """The known lines from `line` on that are no deeper than `most`."""
        for number in range(line // _BLOCK, -(-self._known // _BLOCK)):
            if self._may_reach(number, most):
                block = self._block(number)
                for at in range(max(0, line - number * _BLOCK), min(len(block), self._known - number * _BLOCK)):
                    if block[at] <= most:
                        yield number * _BLOCK + at

    def _before(self, line: int, most: int) -> int | None:
        """The nearest line above `line` that is no deeper than `most`."""
        for number in range(line // _BLOCK, -1, -1):
            if self._may_reach(number, most):
                block = self._block(number)
                for at in range(min(len(block), line - number * _BLOCK) - 1, -1, -1):
                    if block[at] <= most:
                        return number * _BLOCK + at
        return None

    @property
    def _known(self) -> int:
        """Lines that are known to their ends."""
        return self._table.count if self._table.is_whole else max(0, self._table.count - 1)

    def _is_loose(self, line: int) -> bool:
        """Whether a line that ends a block belongs to no block: blank or a comment; a bracket closes its own."""
        return self.is_nothing(line) and not (self._is_json and self._text(line).strip())

    def _text(self, line: int) -> bytes:
        found = self._table.read(line, line + 1, _READ)
        return found[0][0] if found else b""

    def _may_reach(self, number: int, most: int) -> bool:
        """Whether a line of a block is no deeper than `most`.

        A search in the whole block says no a hundred times as fast as its lines, read one by one, do.
        """
        if number in self._blocks or most > _SEARCHED:
            return self._least_of(number) <= most
        if self._deeper.get(number, -1) >= most:
            return False
        first = number * _BLOCK
        text = self._table.text(first, first + _BLOCK)
        if text is None or _shallow(most // 2, is_json=self._is_json).search(b"\n" + text):
            return self._least_of(number) <= most
        if self._is_there(first):
            self._deeper[number] = most
        return False

    def _is_there(self, first: int) -> bool:
        """Whether all lines of the block that begins there are known."""
        return first + _BLOCK < self._table.count or self._table.is_whole

    def _least_of(self, number: int) -> int:
        self._block(number)
        return self._least.get(number, _NOTHING)

    def _block(self, number: int) -> "array[int]":
        """The depths of a block; kept once all of its lines are known."""
        if (found := self._blocks.get(number)) is not None:
            return found
        first = number * _BLOCK
        lines = [data for data, _ in self._table.read(first, first + _BLOCK, _READ)]
        if not any(lines) or (not self._is_json and not any(data.strip() for data in lines)):
            found = array("H", [_NOTHING]) * len(lines)
        else:
            depth = _json_depth if self._is_json else _yaml_depth
            found = array("H", map(depth, lines))
        self._least[number] = min(found, default=_NOTHING)
        if self._is_there(first):
            self._blocks[number] = found
        return found


@lru_cache
def _shallow(column: int, *, is_json: bool) -> re.Pattern[bytes]:
    """What begins at this column or before it, and is more than a blank line or, in YAML, a comment."""
    blanks, nothing = (rb"[ \t]", rb"[ \t\]}]") if is_json else (b" ", b"[ #]")
    return re.compile(rb"\n%b{0,%d}+(?!%b|\r?(?:\n|\Z))" % (blanks, column, nothing))


def _yaml_depth(data: bytes) -> int:
    match = _YAML.match(data)
    if match is None or match[3] is not None:
        return _NOTHING
    return 2 * min(match.end(1), _DEEPEST) + (match[2] is not None)


def _json_depth(data: bytes) -> int:
    match = _JSON.match(data)
    if match is None or match[3] is not None:
        return _NOTHING
    return 2 * min(match.end(1), _DEEPEST) + (match[2] is None)


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
