"""Regular expressions of RE2 as automata, which can be walked side by side.

Places inside a text (`\\b`, and `^` and `$` of lines) are beyond them.
"""

from typing import NamedTuple

from xpkgtui.golang.regexp.ranges import Ranges
from xpkgtui.golang.regexp.syntax import (
    ENDLESS,
    Anchor,
    Characters,
    Choice,
    Part,
    RefusedPattern,
    Sequence,
    UnknownSyntax,
    parse,
)

SURROGATES = range(0xD800, 0xE000)
"""Code points that no text has."""
BEGIN, END = 1, 2
"""What an empty state may need: that it is at the begin, or the end, of the text."""

_PLACES = {"begin": BEGIN, "end": END}
_MOST = 4_000
"""States of one automaton; Go repeats at most 1,000 times, which makes two states for each character."""
_EACH = 4
"""Steps that reading a character of a pattern counts for, because it takes longer than others."""


class NotJudged(Exception):
    """A pattern is beyond what this program understands, or judging it takes too long."""


class Steps:
    """What a judgement may still do, counted so that it ends in the same place on every machine."""

    def __init__(self, left: int) -> None:
        self._left = left

    def take(self, count: int) -> None:
        """Counts steps before they are done; raises `NotJudged` where there are too few."""
        self._left -= count
        if self._left < 0:
            raise NotJudged


class Automaton(NamedTuple):
    """States with the number of each as its name; the first one is where a match starts."""

    sets: tuple[Ranges, ...]
    """All sets of characters that lead on from a state."""
    takes: list[int | None]
    """The number of the set that leads on from a state; None where it is empty, and leads on without a character."""
    needs: list[int]
    """What an empty state needs beside: nothing (0), `BEGIN` or `END`."""
    nexts: list[list[int]]
    """Where a state leads."""
    last: int
    """The state where the pattern has matched."""


def automaton(pattern: str, steps: Steps) -> Automaton:
    """The automaton of a pattern; raises `NotJudged` where it is not understood, or too large."""
    steps.take(_EACH * len(pattern))
    try:
        part = parse(pattern)
    except (RefusedPattern, UnknownSyntax) as error:
        raise NotJudged from error
    return _Building(steps).of(part)


class _Building:
    """Makes the states of one pattern."""

    def __init__(self, steps: Steps) -> None:
        self._steps = steps
        self._sets: dict[Ranges, int] = {}
        self._takes: list[int | None] = []
        self._needs: list[int] = []
        self._nexts: list[list[int]] = []

    def of(self, part: Part) -> Automaton:
        """Raises `NotJudged`."""
        enter = self._state()
        last = self._built(part, enter)
        return Automaton(tuple(self._sets), self._takes, self._needs, self._nexts, last)

    def _state(self, takes: Ranges | None = None, needs: int = 0) -> int:
        self._steps.take(2)
        if len(self._takes) >= _MOST:
            raise NotJudged
        self._takes.append(None if takes is None else self._sets.setdefault(takes, len(self._sets)))
        self._needs.append(needs)
        self._nexts.append([])
        return len(self._takes) - 1

    def _built(self, part: Part, before: int) -> int:
        """Puts a part behind a state; returns the state behind the part."""
        match part:
            case Sequence(parts):
                for one in parts:
                    before = self._built(one, before)
                return before
            case Choice(parts):
                ends = [self._built(one, self._behind(before, self._state())) for one in parts]
                leave = self._state()
                for end in ends:
                    self._nexts[end].append(leave)
                return leave
            case Characters(ranges):
                start = self._state(ranges)
            case Anchor(place):
                if place not in _PLACES:
                    raise NotJudged
                start = self._state(None, _PLACES[place])
            case _:
                return self._repeated(part.part, part.low, part.high, before)
        self._nexts[before].append(start)
        return self._behind(start, self._state())

    def _behind(self, before: int, state: int) -> int:
        self._nexts[before].append(state)
        return state

    def _repeated(self, part: Part, low: int, high: int, before: int) -> int:
        """Makes `x{2,4}` as `xx(x(x)?)?`, so that each state leads to few others."""
        leave = self._state()
        count = max(low - 1, 0) if high == ENDLESS else high
        for number in range(count):
            if number >= low:
                self._nexts[before].append(leave)
            before = self._built(part, before)
        if high == ENDLESS:
            # States of its own, so that the way back leads nowhere else.
            start = self._behind(before, self._state())
            if not low:
                self._nexts[before].append(leave)
            before = self._behind(self._built(part, start), self._state())
            self._nexts[before].append(start)
        return self._behind(before, leave)
