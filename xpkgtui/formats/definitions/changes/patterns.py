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

from xpkgtui.golang.regexp.matching import MATCHED, Machine, machine_of
from xpkgtui.golang.regexp.ranges import LAST, Ranges
from xpkgtui.values import dataclass

SURROGATES = range(0xD800, 0xE000)
"""Code points that no text has."""
_PLACES = {None, "begin", "end"}
"""What a state may need to be passed, of what is understood here."""
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


def _machine(pattern: str, steps: Steps) -> tuple[Machine, int]:
    """The states of a pattern, and the first one; raises `NotJudged` where it is not understood, or too large."""
    steps.take(_EACH * len(pattern))
    made = machine_of(pattern)
    if made is None or not _PLACES.issuperset(made[0].places):
        raise NotJudged
    steps.take(2 * len(made[0].reads))
    return made


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
        both = _machine(old, steps), _machine(new, steps)
        alphabet = _Alphabet((one for each, _ in both for one in each.reads if one is not None), steps)
        before, after = (_Subsets(*one, alphabet, steps) for one in both)
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

    def __init__(self, machine: Machine, start: int, alphabet: _Alphabet, steps: Steps) -> None:
        self._machine, self._start = machine, start
        self._steps = steps
        self._count = len(alphabet.characters)
        readers = [(number, one) for number, one in enumerate(machine.reads) if one is not None]
        self._bit = {number: 1 << place for place, (number, _) in enumerate(readers, _FLAGS)}
        self._readers = [(alphabet.kinds[one], machine.nexts[number][0]) for number, one in readers]
        """The kinds of characters that lead on from the states that take one, and the state behind each."""
        self._reached: dict[int, int] = {}
        self._known: dict[int, list[int]] = {}
        self.first = self._closure(start, at_begin=True)

    def after(self, states: int) -> list[int]:
        """The set of states behind each kind of characters."""
        if states in self._known:
            return self._known[states]
        if states & _MATCHED:
            return [_MATCHED] * self._count
        # A match may start at any character.
        found = [self._reach(self._start)] * self._count
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
            self._reached[state] = self._closure(state, at_begin=False)
        return self._reached[state]

    def _closure(self, state: int, *, at_begin: bool) -> int:
        """The states that a state leads to without a character, at the begin of the text or not."""
        machine = self._machine
        waiting, found = [state], 0
        seen = {state}
        while waiting:
            here = waiting.pop()
            # A number below zero is a state behind one that needs the end of the text.
            number, at_end = (here, False) if here >= 0 else (~here, True)
            place = machine.places[number]
            self._steps.take(1 + len(machine.nexts[number]))
            if machine.reads[number] is not None:
                found |= 0 if at_end else self._bit[number]
            elif number == MATCHED:
                found |= _ENDS if at_end else _MATCHED
            elif place != "begin" or at_begin:
                for one in machine.nexts[number]:
                    following = ~one if at_end or place == "end" else one
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
