r"""Regular expressions of RE2 as automata, for the part of its syntax that most patterns keep to.

That part is: characters, `.`, classes, groups, alternatives, repetitions with their lazy forms, `^`, `$`, `\A`, `\z`,
the escapes `\d \D \s \S \w \W \a \f \n \r \t \v \xFF \x{10FFFF}`, and those of ASCII characters other than letters
and digits. Flags, `\b`, `\p`, `\Q`, octal escapes and classes with names are beyond it.

Source: the syntax of RE2 (github.com/google/re2/wiki/Syntax) as the package `regexp/syntax` of Go parses it with the
flags `Perl`: `^` and `$` are the begin and the end of the text, and `.` takes all but a line feed.
"""

import re
from typing import NamedTuple

from xpkgtui.patterns import late

Ranges = tuple[tuple[int, int], ...]
"""Code points from the first to the last of each pair, in order, with gaps between the pairs."""

LAST = 0x10FFFF
"""The last code point."""
SURROGATES = range(0xD800, 0xE000)
"""Code points that no text has."""
BEGIN, END = 1, 2
"""What an empty state may need: that it is at the begin, or the end, of the text."""

_ANCHORS = {"^": BEGIN, r"\A": BEGIN, "$": END, r"\z": END}
_MOST = 4_000
"""States of one automaton; Go repeats at most 1,000 times, which makes two states for each character."""
_EACH = 4
"""Steps that reading a character of a pattern counts for, because it takes longer than others."""
_SIGNS = tuple("*+?{")
_REPETITION = late(r"(?:[*+?]|\{([0-9]+)(,([0-9]*))?\})\??")
_OPENING = late(r"\((?:\?:|\?P?<\w+>|(?!\?))", re.ASCII)
_ESCAPED = late(
    r"\\(?:x([0-9A-Fa-f]{2})|x\{([0-9A-Fa-f]{1,6})\}|([afnrtv])|([\x00-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]))"
)
_CONTROLS = {"a": 7, "t": 9, "n": 10, "v": 11, "f": 12, "r": 13}


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


class _Fragment(NamedTuple):
    """A part of the automaton: all states from `first` on, with its way in and its way out."""

    first: int
    start: int
    end: int


class _Group:
    """A group that is open, and where its alternative ends so far."""

    def __init__(self, enter: int, leave: int) -> None:
        self.enter, self.leave, self.tail = enter, leave, enter


def _united(ranges: list[tuple[int, int]]) -> Ranges:
    found: list[tuple[int, int]] = []
    for low, high in sorted(ranges):
        if found and low <= found[-1][1] + 1:
            found[-1] = found[-1][0], max(found[-1][1], high)
        else:
            found.append((low, high))
    return tuple(found)


def _others(ranges: Ranges) -> Ranges:
    """All code points that are not in the ranges."""
    found, at = [], 0
    for low, high in ranges:
        if at < low:
            found.append((at, low - 1))
        at = high + 1
    return (*found, (at, LAST)) if at <= LAST else tuple(found)


_PERL: dict[str, Ranges] = {
    "d": ((48, 57),),
    "s": ((9, 10), (12, 13), (32, 32)),
    "w": ((48, 57), (65, 90), (95, 95), (97, 122)),
}
_PERL |= {name.upper(): _others(ranges) for name, ranges in _PERL.items()}
_DOT = _others(((10, 10),))


def automaton(pattern: str, steps: Steps) -> Automaton:
    """The automaton of a pattern; raises `NotJudged` where it is beyond the part of the syntax, or too large."""
    steps.take(_EACH * len(pattern))
    return _Parser(pattern, steps).run()


class _Parser:
    """Reads one pattern from left to right; open groups are a list, so that nesting costs no stack."""

    def __init__(self, pattern: str, steps: Steps) -> None:
        self._pattern = pattern
        self._at = 0
        self._steps = steps
        self._sets: dict[Ranges, int] = {}
        self._takes: list[int | None] = []
        self._needs: list[int] = []
        self._nexts: list[list[int]] = []

    def run(self) -> Automaton:
        """Raises `NotJudged`."""
        open_groups = [self._group()]
        while self._at < len(self._pattern):
            character, group = self._pattern[self._at], open_groups[-1]
            if character == "(":
                self._at = self._matched(_OPENING).end()
                open_groups.append(self._group())
            elif character == "|":
                self._at += 1
                self._nexts[group.tail].append(group.leave)
                group.tail = self._state()
                self._nexts[group.enter].append(group.tail)
            elif character == ")":
                self._at += 1
                open_groups.pop()
                if not open_groups:
                    raise NotJudged
                self._nexts[group.tail].append(group.leave)
                self._append(open_groups[-1], _Fragment(group.enter, group.enter, group.leave))
            else:
                self._append(group, self._one(character))
        if len(open_groups) > 1:
            raise NotJudged
        whole = open_groups[0]
        self._nexts[whole.tail].append(whole.leave)
        return Automaton(tuple(self._sets), self._takes, self._needs, self._nexts, whole.leave)

    def _group(self) -> _Group:
        group = _Group(self._state(), self._state())
        group.tail = self._state()
        self._nexts[group.enter].append(group.tail)
        return group

    def _state(self, takes: Ranges | None = None, needs: int = 0) -> int:
        self._make_room(1)
        self._takes.append(None if takes is None else self._sets.setdefault(takes, len(self._sets)))
        self._needs.append(needs)
        self._nexts.append([])
        return len(self._takes) - 1

    def _make_room(self, count: int) -> None:
        self._steps.take(2 * count)
        if len(self._takes) + count > _MOST:
            raise NotJudged

    def _append(self, group: _Group, fragment: _Fragment) -> None:
        """Puts a fragment behind what the group has, repeated as the pattern says."""
        if match := self._repetition():
            self._at = match.end()
            fragment = self._repeated(fragment, *_bounds(match))
            if self._repetition():
                raise NotJudged
        self._nexts[group.tail].append(fragment.start)
        group.tail = fragment.end

    def _repetition(self) -> re.Match[str] | None:
        if self._pattern[self._at : self._at + 1] in _SIGNS:
            return _REPETITION.match(self._pattern, self._at)
        return None

    def _repeated(self, fragment: _Fragment, low: int, high: int | None) -> _Fragment:
        """Makes `x{2,4}` as `xx(x(x)?)?`, so that each state leads to few others."""
        size, count = len(self._takes) - fragment.first, max(low, 1) if high is None else high
        first, (_, start, end) = fragment.first, fragment
        enter, leave = self._state(), self._state()
        before = enter
        for number in range(count):
            if number:
                # The last copy is copied: nothing is behind it yet.
                shift = self._copied(first, size)
                first, start, end = first + shift, start + shift, end + shift
            if number >= low:
                self._nexts[before].append(leave)
            self._nexts[before].append(start)
            before = end
        if high is None:
            self._nexts[before].append(start)
        self._nexts[before].append(leave)
        return _Fragment(fragment.first, enter, leave)

    def _copied(self, first: int, size: int) -> int:
        """Copies so many states; returns by how much the numbers of the copies are larger."""
        self._make_room(size)
        shift = len(self._takes) - first
        self._takes += self._takes[first : first + size]
        self._needs += self._needs[first : first + size]
        self._nexts += [[one + shift for one in nexts] for nexts in self._nexts[first : first + size]]
        return shift

    def _one(self, character: str) -> _Fragment:
        """What takes one character, or asks for the begin or the end."""
        if self._repetition():
            raise NotJudged
        takes: Ranges | None = None
        anchor = next((one for one in _ANCHORS if self._pattern.startswith(one, self._at)), "")
        if anchor:
            self._at += len(anchor)
        elif character == "[":
            takes = self._class()
        elif character == ".":
            takes = _DOT
            self._at += 1
        else:
            takes = self._perl()
            if takes is None:
                code = self._code_point()
                takes = ((code, code),)
        start, end = self._state(takes, _ANCHORS.get(anchor, 0)), self._state()
        self._nexts[start].append(end)
        return _Fragment(start, start, end)

    def _class(self) -> Ranges:
        """The characters of `[…]`."""
        pattern = self._pattern
        is_negated = pattern.startswith("^", self._at + 1)
        self._at += 1 + is_negated
        begin, ranges = self._at, list[tuple[int, int]]()
        while self._at == begin or not pattern.startswith("]", self._at):
            if self._at >= len(pattern) or pattern.startswith("[:", self._at):
                raise NotJudged
            if (perl := self._perl()) is not None:
                ranges += perl
                continue
            low = high = self._code_point()
            if pattern.startswith("-", self._at) and not pattern.startswith("]", self._at + 1):
                self._at += 1
                high = self._code_point()
            if high < low:
                raise NotJudged
            ranges.append((low, high))
        self._at += 1
        found = _united(ranges)
        return _others(found) if is_negated else found

    def _perl(self) -> Ranges | None:
        r"""The characters of `\d` and its kin; None where none of them follows."""
        if self._pattern.startswith("\\", self._at):
            found = _PERL.get(self._pattern[self._at + 1 : self._at + 2])
            self._at += 2 if found is not None else 0
            return found
        return None

    def _code_point(self) -> int:
        """The character that follows, which may be escaped."""
        if not self._pattern.startswith("\\", self._at):
            if self._at >= len(self._pattern):
                raise NotJudged
            code = ord(self._pattern[self._at])
            self._at += 1
        else:
            match = self._matched(_ESCAPED)
            self._at = match.end()
            two, many, control, itself = match.groups()
            code = int(two or many, 16) if two or many else _CONTROLS[control] if control else ord(itself)
        if code > LAST or code in SURROGATES:
            raise NotJudged
        return code

    def _matched(self, expected: re.Pattern[str]) -> re.Match[str]:
        if match := expected.match(self._pattern, self._at):
            return match
        raise NotJudged


def _bounds(repetition: re.Match[str]) -> tuple[int, int | None]:
    """How often something is repeated, at least and at most."""
    low, has_high, high = repetition.groups()
    if low is None:
        sign = repetition[0][0]
        return int(sign == "+"), 1 if sign == "?" else None
    if any(len(one) > 4 or (len(one) > 1 and one[0] == "0") for one in (low, high or "")):
        raise NotJudged
    if not has_high:
        return int(low), int(low)
    if not high:
        return int(low), None
    if int(high) < int(low):
        raise NotJudged
    return int(low), int(high)
