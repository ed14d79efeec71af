"""The blocks of a YAML or JSON text, from the indentation of its lines alone; read in blocks, where it is asked."""

import re
from array import array
from collections.abc import Iterator
from functools import lru_cache

from xpkgtui.app.drawing.lines.line_table import LineTable
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


@lru_cache(64)
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
