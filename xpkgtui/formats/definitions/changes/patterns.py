"""Whether a pattern takes every text that another one takes, and a text that shows that it does not.

Both patterns become automata that are walked side by side, a character at a time, from the shortest texts on.
Libraries that do the same build whole automata first, which a short pattern can make as large as it likes; here each
step is counted, and a pattern that needs too many stays unjudged.

Source: kube-openapi searches a pattern anywhere in the text, with RE2 as Go has it.
"""

from bisect import bisect_right
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from typing import NamedTuple

from xpkgtui.golang.regexp.ranges import LAST, Ranges
from xpkgtui.golang.regexp.syntax import (
    ENDLESS,
    Alternation,
    Anchor,
    Characters,
    Part,
    RefusedPattern,
    Sequence,
    UnknownSyntax,
    parse,
)
from xpkgtui.values import dataclass

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
            case Alternation(parts):
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


_LONGEST = 10_000
"""Characters of a pattern, beyond which it is not read."""
_STEPS = 60_000
"""Steps of one judgement, which take 20 ms at most. Any two patterns of the Gateway API need at most 15,000."""
_PARTS = 1_000
"""Parts of the code points that two patterns may tell apart; real ones have at most 50."""
_PREFERRED = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-_./:, !\"#$%&'()*+;<=>?@[\\]^`{|}~é"
"""Characters that a counterexample is made of where it can be, the best first."""
_CONTROLS = "\n\t\r"
"""Those that are better than other characters that cannot be printed."""
_MATCHED, _ENDS = 1, 2
"""Bits of a set of states: a match is found, whatever follows; and it is one if the text ends here."""
_FLAGS = 2
"""Bits before those of the states."""
_Pair = tuple[int, int]
"""The states of the old automaton and of the new one behind one text."""


class Coverage(Enum):
    """What one pattern takes beside another one."""

    INCLUDED = "included"
    """All that the other one takes, and maybe more."""
    NARROWER = "narrower"
    """It does not take a text that the other one takes."""
    UNKNOWN = "unknown"
    """It cannot be judged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Inclusion:
    """Whether a new pattern takes all that the old one takes."""

    coverage: Coverage
    counterexample: str = ""
    """Where it is narrower: a shortest text that the old pattern takes, and the new one does not; it may be empty."""


def inclusion(old: str, new: str) -> Inclusion:
    """Whether the new pattern takes every text that the old one takes."""
    if max(len(old), len(new)) > _LONGEST:
        return Inclusion(coverage=Coverage.UNKNOWN)
    steps = Steps(_STEPS)
    try:
        both = automaton(old, steps), automaton(new, steps)
        alphabet = _Alphabet((one for each in both for one in each.sets), steps)
        before, after = (_Subsets(one, alphabet, steps) for one in both)
        found = _first_difference(before, after, steps)
    except NotJudged:
        return Inclusion(coverage=Coverage.UNKNOWN)
    if found is None:
        return Inclusion(coverage=Coverage.INCLUDED)
    return Inclusion(coverage=Coverage.NARROWER, counterexample="".join(alphabet.characters[kind] for kind in found))


class _Alphabet:
    """The kinds of characters that two patterns tell apart."""

    def __init__(self, sets: Iterable[Ranges], steps: Steps) -> None:
        known = dict.fromkeys(sets)
        steps.take(sum(map(len, known)))
        edges = {0, SURROGATES.start, SURROGATES.stop, *(low for one in known for low, _ in one)}
        edges |= {high + 1 for one in known for _, high in one}
        self._edges = sorted(edges - {LAST + 1})
        if len(self._edges) > _PARTS:
            raise NotJudged
        masks = {one: self._mask(one) for one in known}
        surrogates = self._mask(((SURROGATES.start, SURROGATES.stop - 1),))
        kinds = [((1 << len(self._edges)) - 1) & ~surrogates]
        for mask in masks.values():
            steps.take(len(kinds))
            kinds = [part for kind in kinds for part in (kind & mask, kind & ~mask) if part]
        steps.take(len(self._edges))
        ranks = self._ranks()
        found = sorted((min(ranks[number] for number in _bits(kind)), kind) for kind in kinds)
        self.characters = [character for (_, character), _ in found]
        """A character of each kind, the ones that people read best first."""
        steps.take(len(known) * len(kinds))
        self.kinds = {
            one: tuple(number for number, (_, kind) in enumerate(found) if kind & mask) for one, mask in masks.items()
        }
        """The numbers of the kinds in each set of characters."""

    def _mask(self, ranges: Ranges) -> int:
        """A bit for each part of the code points between two edges."""
        found = 0
        for low, high in ranges:
            found |= (1 << self._part(high) + 1) - (1 << self._part(low))
        return found

    def _part(self, code: int) -> int:
        return bisect_right(self._edges, code) - 1

    def _ranks(self) -> list[tuple[int, str]]:
        """A character of each part, behind a number by which the best of several parts is found."""
        found = [(2 - chr(first).isprintable(), chr(first)) for first in self._edges]
        found = [(rank * len(_PREFERRED), character) for rank, character in found]
        for rank, character in reversed(
            [*enumerate(_PREFERRED), *((len(_PREFERRED) * 2 - 1, one) for one in _CONTROLS)]
        ):
            found[self._part(ord(character))] = rank, character
        return found


class _Subsets:
    """An automaton as one that is in several states at once, made while it is walked.

    A set of states is a number with a bit for each, behind `_MATCHED` and `_ENDS`.
    """

    def __init__(self, made: Automaton, alphabet: _Alphabet, steps: Steps) -> None:
        self._made = made
        self._steps = steps
        self._count = len(alphabet.characters)
        readers = [number for number, one in enumerate(made.takes) if one is not None]
        self._bit = {number: 1 << place for place, number in enumerate(readers, _FLAGS)}
        kinds = [alphabet.kinds[one] for one in made.sets]
        self._readers = [(kinds[made.takes[number] or 0], made.nexts[number][0]) for number in readers]
        """The kinds of characters that lead on from the states that take one, and the state behind each."""
        self._reached: dict[int, int] = {}
        self._known: dict[int, list[int]] = {}
        self.first = self._closure(0, BEGIN)

    def after(self, states: int) -> list[int]:
        """The set of states behind each kind of characters."""
        if states in self._known:
            return self._known[states]
        if states & _MATCHED:
            return [_MATCHED] * self._count
        # A match may start at any character.
        found = [self._reach(0)] * self._count
        self._steps.take(self._count)
        for number in _bits(states >> _FLAGS):
            kinds, following = self._readers[number]
            self._steps.take(1 + len(kinds))
            behind = self._reach(following)
            for kind in kinds:
                found[kind] |= behind
        found = [_MATCHED if one & _MATCHED else one for one in found]
        self._known[states] = found
        return found

    def _reach(self, state: int) -> int:
        if state not in self._reached:
            self._reached[state] = self._closure(state, 0)
        return self._reached[state]

    def _closure(self, state: int, place: int) -> int:
        """The states that a state leads to without a character, at a place that may be the begin."""
        _, takes, needs, nexts, last = self._made
        waiting, found = [state], 0
        seen = {state}
        while waiting:
            here = waiting.pop()
            # A number below zero is a state behind one that needs the end of the text.
            number, at_end = (here, False) if here >= 0 else (~here, True)
            self._steps.take(1 + len(nexts[number]))
            if takes[number] is not None:
                found |= 0 if at_end else self._bit[number]
            elif number == last:
                found |= _ENDS if at_end else _MATCHED
            elif needs[number] != BEGIN or place == BEGIN:
                for one in nexts[number]:
                    following = ~one if at_end or needs[number] == END else one
                    if following not in seen:
                        seen.add(following)
                        waiting.append(following)
        return _MATCHED if found & _MATCHED else found


def _bits(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def _first_difference(old: _Subsets, new: _Subsets, steps: Steps) -> list[int] | None:
    """The kinds of characters of a shortest text that only the old automaton takes; None where there is none."""
    first = old.first, new.first
    before: dict[_Pair, tuple[_Pair, int] | None] = {first: None}
    waiting = deque((first,))
    while waiting:
        pair = waiting.popleft()
        if pair[0] & (_MATCHED | _ENDS) and not pair[1] & (_MATCHED | _ENDS):
            return _way(before, pair)
        each = old.after(pair[0]), new.after(pair[1])
        steps.take(len(each[0]))
        for kind, following in enumerate(zip(*each, strict=True)):
            if following[0] and following[1] != _MATCHED and following not in before:
                before[following] = pair, kind
                waiting.append(following)
    return None


def _way(before: Mapping[_Pair, tuple[_Pair, int] | None], pair: _Pair) -> list[int]:
    """The kinds of characters that lead to a pair."""
    found: list[int] = []
    while (step := before[pair]) is not None:
        pair, kind = step
        found.append(kind)
    return found[::-1]
