"""The origins of the lines of an assembled stream: file and line."""

from bisect import bisect_right
from collections.abc import Collection, Iterable

from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """One line of one file."""

    file: str
    """Path relative to the opened folder; undecodable bytes are surrogates."""
    line: int
    """From 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Origins:
    """A stream as stretches of lines, each from one file; lines count from 1."""

    files: tuple[str, ...] = ()
    starts: tuple[int, ...] = ()
    """The first line of each stretch in the stream, in order."""
    owners: tuple[int, ...] = ()
    """The file of each stretch, as an index of `files`."""
    lines: tuple[int, ...] = ()
    """The line of the file at which each stretch begins."""
    lead: int = 0
    """Length in bytes of a first line that is in no file: a separator put before everything."""
    braced: tuple[int, ...] = ()
    """The files that begin with a brace, as indices of `files`; known only where lists are taken apart."""

    def at(self, line: int) -> Origin | None:
        """The origin of a line of the stream; None only for a stream that was not assembled."""
        if not self.starts:
            return None
        number = max(0, bisect_right(self.starts, line) - 1)
        inside = max(0, line - self.starts[number])
        return Origin(file=self.files[self.owners[number]], line=self.lines[number] + inside)

    def lines_of(self, places: Iterable[tuple[str, int]]) -> dict[tuple[str, int], tuple[int, int]]:
        """Where lines of files stand in the stream: the first line of the stretch, and the line itself."""
        wanted: dict[str, set[int]] = {}
        for file, line in places:
            wanted.setdefault(file, set()).add(line)
        numbers = {number: lines for number, file in enumerate(self.files) if (lines := wanted.get(file))}
        found: dict[tuple[str, int], tuple[int, int]] = {}
        for number, owner in enumerate(self.owners):
            if not (lines := numbers.get(owner)):
                continue
            start, first = self.starts[number], self.lines[number]
            end = self.starts[number + 1] if number + 1 < len(self.starts) else None
            for line in lines:
                at = start + line - first
                if at >= start and (end is None or at < end):
                    # The stretch before may end with a separator that its file does not have.
                    found[self.files[owner], line] = (start, at)
        return found


AS_GIVEN = Origins()
"""The origins of a stream that is one file as it is."""


class OriginsBuilder:
    """Collects origins in the order of the stream."""

    def __init__(self) -> None:
        self._files: list[str] = []
        self._starts: list[int] = []
        self._owners: list[int] = []
        self._lines: list[int] = []
        self._numbers: dict[str, int] = {}

    def add(self, start: int, file: str, line: int) -> None:
        """Records that line `start` of the stream is line `line` of `file`; call it in order of `start`."""
        owner = self._numbers.setdefault(file, len(self._numbers))
        if owner == len(self._files):
            self._files.append(file)
        if self._owners and self._owners[-1] == owner and line - self._lines[-1] == start - self._starts[-1]:
            return  # the previous stretch continues: a separator is one line in the file, too
        self._starts.append(start)
        self._owners.append(owner)
        self._lines.append(line)

    def origins(self, lead: int = 0, braced: Collection[str] = ()) -> Origins:
        """The origins collected so far; `braced` are the names of files that begin with a brace."""
        return Origins(
            files=tuple(self._files),
            starts=tuple(self._starts),
            owners=tuple(self._owners),
            lines=tuple(self._lines),
            lead=lead,
            braced=tuple(number for number, name in enumerate(self._files) if name in braced),
        )
