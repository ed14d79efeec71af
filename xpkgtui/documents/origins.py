"""Where the lines of an assembled stream come from: which file, and which line of it."""

from bisect import bisect_right
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """One line of one file."""

    file: str
    """Relative to the folder as it was opened; undecodable bytes as surrogates."""
    line: int
    """From 1."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Origins:
    """A stream in stretches, each of which is one stretch of one file; lines count from 1."""

    files: tuple[str, ...] = ()
    starts: tuple[int, ...] = ()
    """The first line of each stretch in the stream, in order."""
    owners: tuple[int, ...] = ()
    """The file of each stretch, as an index of `files`."""
    lines: tuple[int, ...] = ()
    """The line of that file with which each stretch begins."""
    lead: int = 0
    """Bytes of the stream's first line where it is in no file: a separator that was put before everything."""

    def at(self, line: int) -> Origin | None:
        """The origin of a line of the stream; None only where nothing was assembled."""
        if not self.starts:
            return None
        number = max(0, bisect_right(self.starts, line) - 1)
        inside = max(0, line - self.starts[number])
        return Origin(file=self.files[self.owners[number]], line=self.lines[number] + inside)


class Ledger:
    """Origins in the making."""

    def __init__(self) -> None:
        self._files: list[str] = []
        self._starts: list[int] = []
        self._owners: list[int] = []
        self._lines: list[int] = []
        self._numbers: dict[str, int] = {}

    def add(self, start: int, file: str, line: int) -> None:
        """From line `start` of the stream on it is `file` from `line` on; called in order of `start`."""
        owner = self._numbers.setdefault(file, len(self._numbers))
        if owner == len(self._files):
            self._files.append(file)
        if self._owners and self._owners[-1] == owner and line - self._lines[-1] == start - self._starts[-1]:
            return  # the stretch before goes on: a separator is one line in the file, too
        self._starts.append(start)
        self._owners.append(owner)
        self._lines.append(line)

    def origins(self, lead: int = 0) -> Origins:
        """What was added so far."""
        return Origins(
            files=tuple(self._files),
            starts=tuple(self._starts),
            owners=tuple(self._owners),
            lines=tuple(self._lines),
            lead=lead,
        )
