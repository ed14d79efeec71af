"""Regular expressions as Go's RE2 matches them, in linear time: parsed, matched, and texts made of them.

What is not understood (flags, word boundaries, classes of Unicode) has no parse.
"""

from functools import lru_cache

from xpkgtui.values import dataclass

_ENDLESS = -1
_LAST = 0x10FFFF
_DEEPEST = 40
_MOST_STATES = 6_000
_LONGEST_TEXT = 4_000
_DIGIT = ((48, 57),)
_WORD = ((48, 57), (65, 90), (95, 95), (97, 122))
_SPACE = ((9, 10), (12, 13), (32, 32))
_CLASSES = {"d": _DIGIT, "w": _WORD, "s": _SPACE}
_POSIX = {
    "alpha": ((65, 90), (97, 122)),
    "digit": _DIGIT,
    "alnum": ((48, 57), (65, 90), (97, 122)),
    "upper": ((65, 90),),
    "lower": ((97, 122),),
    "word": _WORD,
    "space": ((9, 13), (32, 32)),
    "xdigit": ((48, 57), (65, 70), (97, 102)),
    "punct": ((33, 47), (58, 64), (91, 96), (123, 126)),
}
_ESCAPES = {"n": 10, "r": 13, "t": 9, "f": 12, "v": 11, "a": 7}
Ranges = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Characters:
    """One character out of ranges."""

    ranges: Ranges


@dataclass(frozen=True, slots=True)
class Anchor:
    """The begin or the end of the text."""

    is_end: bool


@dataclass(frozen=True, slots=True)
class Sequence:
    """Parts, one behind the other."""

    parts: "tuple[Part, ...]"


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several parts."""

    parts: "tuple[Part, ...]"


@dataclass(frozen=True, slots=True)
class Repetition:
    """A part that repeats."""

    part: "Part"
    low: int
    high: int
    """The most repetitions; -1 where there is no limit."""


Part = Characters | Anchor | Sequence | Choice | Repetition


class _NotUnderstood(Exception):
    """The expression uses something that is not parsed here."""


@lru_cache(maxsize=500)
def parsed(pattern: str) -> Part | None:
    """The parse of an expression; None where it is not understood."""
    if len(pattern) > _LONGEST_TEXT:
        return None
    parser = _Parser(pattern)
    try:
        part = parser.choice(0)
    except (_NotUnderstood, IndexError):
        return None
    return part if parser.at == len(pattern) else None


class _Parser:
    def __init__(self, pattern: str) -> None:
        self._text = pattern
        self.at = 0

    def choice(self, depth: int) -> Part:
        """Alternatives up to the end or a closing parenthesis."""
        if depth > _DEEPEST:
            raise _NotUnderstood
        parts = [self._sequence(depth)]
        while self._next() == "|":
            self.at += 1
            parts.append(self._sequence(depth))
        return parts[0] if len(parts) == 1 else Choice(tuple(parts))

    def _next(self) -> str:
        return self._text[self.at : self.at + 1]

    def _sequence(self, depth: int) -> Part:
        parts: list[Part] = []
        while (sign := self._next()) and sign not in "|)":
            parts.append(self._repeated(self._atom(depth)))
        return Sequence(tuple(parts))

    def _repeated(self, atom: Part) -> Part:
        sign = self._next()
        if sign not in ("*", "+", "?", "{"):
            return atom
        if sign == "{":
            closing = self._text.find("}", self.at)
            low, comma, high = self._text[self.at + 1 : max(closing, 0)].partition(",")
            numbers = [low, high] if high else [low]
            if closing < 0 or not all(one.isascii() and one.isdigit() and len(one) < 5 for one in numbers):
                raise _NotUnderstood
            bounds = int(low), int(high) if high else _ENDLESS if comma else int(low)
            self.at = closing
        else:
            bounds = {"*": (0, _ENDLESS), "+": (1, _ENDLESS), "?": (0, 1)}[sign]
        self.at += 1
        if self._next() == "?":
            self.at += 1
        if (self._next() or ".") in "*+?{":
            raise _NotUnderstood
        return Repetition(atom, *bounds)

    def _atom(self, depth: int) -> Part:
        sign = self._text[self.at]
        self.at += 1
        if sign == "(":
            return self._group(depth)
        if sign == "[":
            return Characters(self._class())
        if sign == ".":
            return Characters(((0, 9), (11, _LAST)))
        if sign in "^$":
            return Anchor(sign == "$")
        if sign in "*+?{":
            raise _NotUnderstood
        if sign == "\\":
            if self._next() in ("A", "z"):
                self.at += 1
                return Anchor(self._text[self.at - 1] == "z")
            return Characters(self._escape())
        return Characters(((ord(sign), ord(sign)),))

    def _group(self, depth: int) -> Part:
        if self._next() == "?":
            named = self._text.startswith(("?P<", "?<"), self.at)
            end = self._text.find(">", self.at) if named else self.at + 1
            name = self._text[self.at : end].lstrip("?P").lstrip("<")
            if end < 0 or (named and not name.isidentifier()) or (not named and self._text[end] != ":"):
                raise _NotUnderstood
            self.at = end + 1
        inner = self.choice(depth + 1)
        if self._next() != ")":
            raise _NotUnderstood
        self.at += 1
        return inner

    def _escape(self) -> Ranges:
        sign = self._text[self.at]
        self.at += 1
        if sign.lower() in _CLASSES:
            ranges = _CLASSES[sign.lower()]
            return ranges if sign.islower() else _others(ranges)
        if sign in _ESCAPES:
            return ((_ESCAPES[sign],) * 2,)
        if sign == "x":
            code = self._text[self.at : self.at + 2]
            if len(code) < 2 or any(one not in "0123456789abcdefABCDEF" for one in code):
                raise _NotUnderstood
            self.at += 2
            return ((int(code, 16),) * 2,)
        if not sign.isascii() or sign.isalnum():
            raise _NotUnderstood
        return ((ord(sign),) * 2,)

    def _class(self) -> Ranges:
        found: list[tuple[int, int]] = []
        is_negated = self._next() == "^"
        self.at += is_negated
        is_first = True
        while is_first or self._next() != "]":
            is_first = False
            ranges = self._member()
            if self._next() == "-" and self._text[self.at + 1] != "]":
                self.at += 1
                last = self._member()
                if len(ranges) != 1 or len(last) != 1 or ranges[0][0] > last[0][0] or last[0][0] != last[0][1]:
                    raise _NotUnderstood
                ranges = ((ranges[0][0], last[0][0]),)
            found.extend(ranges)
        self.at += 1
        return _others(tuple(found)) if is_negated else tuple(found)

    def _member(self) -> Ranges:
        sign = self._text[self.at]
        if sign == "[" and self._text[self.at + 1] == ":":
            end = self._text.find(":]", self.at)
            name = self._text[self.at + 2 : max(end, 0)]
            if name not in _POSIX:
                raise _NotUnderstood
            self.at = end + 2
            return _POSIX[name]
        self.at += 1
        return self._escape() if sign == "\\" else ((ord(sign),) * 2,)


def _others(ranges: Ranges) -> Ranges:
    """All characters that are not in the ranges."""
    found, at = [], 0
    for low, high in sorted(ranges):
        if low > at:
            found.append((at, low - 1))
        at = max(at, high + 1)
    return (*found, (at, _LAST)) if at <= _LAST else tuple(found)


@dataclass(slots=True)
class _Machine:
    """States: a character to read and the next state, an anchor, or several next states."""

    reads: list[Ranges | None]
    anchors: list[bool | None]
    nexts: list[tuple[int, ...]]

    def add(self, reads: Ranges | None, nexts: tuple[int, ...], anchor: bool | None = None) -> int:
        """A new state."""
        if len(self.reads) > _MOST_STATES:
            raise _NotUnderstood
        self.reads.append(reads)
        self.anchors.append(anchor)
        self.nexts.append(nexts)
        return len(self.reads) - 1

    def compile(self, part: Part, then: int) -> int:
        """The state from which the part leads to the state `then`."""
        if isinstance(part, Characters):
            return self.add(part.ranges, (then,))
        if isinstance(part, Anchor):
            return self.add(None, (then,), part.is_end)
        if isinstance(part, Sequence):
            for one in reversed(part.parts):
                then = self.compile(one, then)
            return then
        if isinstance(part, Choice):
            return self.add(None, tuple([self.compile(one, then) for one in part.parts]))
        if part.high == _ENDLESS:
            loop = self.add(None, ())
            self.nexts[loop] = (self.compile(part.part, loop), then)
            then = loop
        else:
            end = then
            for _ in range(part.high - part.low):
                then = self.add(None, (self.compile(part.part, then), end))
        for _ in range(part.low):
            then = self.compile(part.part, then)
        return then

    def reached(self, states: list[int], *, at_begin: bool, at_end: bool) -> set[int]:
        """All states that are reached without reading."""
        found: set[int] = set()
        waiting = list(states)
        while waiting:
            state = waiting.pop()
            if state in found:
                continue
            found.add(state)
            anchor = self.anchors[state]
            if self.reads[state] is None and (anchor is None or (at_end if anchor else at_begin)):
                waiting.extend(self.nexts[state])
        return found


@lru_cache(maxsize=200)
def _machine(pattern: str) -> tuple[_Machine, int] | None:
    part = parsed(pattern)
    if part is None:
        return None
    machine = _Machine([], [], [])
    machine.add(None, ())
    try:
        return machine, machine.compile(part, 0)
    except _NotUnderstood:
        return None


def is_found(pattern: str, text: str) -> bool | None:
    """Whether a pattern is found in a text; None where that is not known."""
    made = _machine(pattern)
    if made is None or len(text) * len(made[0].reads) > _LONGEST_TEXT * 1000:
        return None
    machine, start = made
    states: list[int] = []
    for number in range(len(text) + 1):
        found = machine.reached([*states, start], at_begin=number == 0, at_end=number == len(text))
        if 0 in found:
            return True
        if number == len(text):
            break
        code = ord(text[number])
        states = [
            machine.nexts[one][0]
            for one in found
            if (ranges := machine.reads[one]) and any(low <= code <= high for low, high in ranges)
        ]
    return False


def text_of(part: Part, *, longer: int = 0, preferred: str = "a0") -> str:
    """A short text that the part describes; `longer` repeats what may repeat that much more often."""
    if isinstance(part, Characters):
        for sign in preferred:
            if any(low <= ord(sign) <= high for low, high in part.ranges):
                return sign
        readable = [max(low, 33) for low, high in part.ranges if high >= max(low, 33)]
        return chr(min(readable, default=part.ranges[0][0] if part.ranges else 0))
    if isinstance(part, Anchor):
        return ""
    if isinstance(part, Sequence):
        return "".join(text_of(one, longer=longer, preferred=preferred) for one in part.parts)
    if isinstance(part, Choice):
        return min((text_of(one, longer=longer, preferred=preferred) for one in part.parts), key=len)
    times = part.low + longer
    times = times if part.high == _ENDLESS else min(times, part.high)
    one = text_of(part.part, longer=longer if times * longer < _LONGEST_TEXT else 0, preferred=preferred)
    return one * times if len(one) * times <= _LONGEST_TEXT else one * part.low
