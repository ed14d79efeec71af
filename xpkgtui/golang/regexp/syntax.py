r"""The parts of a regular expression, as `regexp/syntax` of Go 1.26 parses it with the flags `Perl`.

Classes of Unicode (`\pL`) and letters beyond ASCII under `(?i)` are not known here.
"""

import re
from dataclasses import field
from functools import lru_cache

from xpkgtui.golang.regexp.ranges import LAST, PERL, POSIX, Ranges, folded, others, united
from xpkgtui.patterns import late
from xpkgtui.values import dataclass

ENDLESS = -1
_DEEPEST = 100
"""Groups inside each other that are looked at; Go takes 1,000."""
_LONGEST = 10_000
_MOST_REPEATED = 1_000
"""How often Go repeats anything, repetitions inside each other multiplied."""
_CONTROLS = {"a": 7, "f": 12, "n": 10, "r": 13, "t": 9, "v": 11}
_REPEAT = late(r"\{(0|[1-9][0-9]*)(?:(,)(0|[1-9][0-9]*)?)?\}")
_SURROGATE = late("[\ud800-\udfff]")
_NAMED = late(r"\(\?P?<")
_NAME = late(r"[A-Za-z0-9_]+")
_HEX = late(r"x(?:([0-9A-Fa-f]{2})|\{([0-9A-Fa-f]+)\})")
_OCTAL = late(r"0[0-7]{0,2}|[1-7][0-7]{1,2}")
_FLAGS = late(r"\(\?([imsU]*)(?:-([imsU]+))?([:)])")
_NO_FLAGS = late(r"\(\?[imsU]*(?:-[imsU]*)?.?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Characters:
    """One character out of ranges."""

    ranges: Ranges


@dataclass(frozen=True, slots=True)
class Anchor:
    """A place that takes no character: `begin`, `end`, `line begin`, `line end`, `word`, `no word`."""

    place: str


@dataclass(frozen=True, slots=True)
class Sequence:
    """Parts, one behind the other."""

    parts: "tuple[Part, ...]"


@dataclass(frozen=True, slots=True)
class Alternation:
    """One of several parts, the first ones preferred."""

    parts: "tuple[Part, ...]"


@dataclass(frozen=True, slots=True)
class Repetition:
    """A part that repeats."""

    part: "Part"
    low: int
    high: int
    """The most repetitions; `ENDLESS` where there is no limit."""
    is_lazy: bool = False


Part = Characters | Anchor | Sequence | Alternation | Repetition


class RefusedPattern(Exception):
    """Go refuses the expression; the message is Go's."""


class UnknownSyntax(Exception):
    """The expression uses something that is not known here."""


@lru_cache(maxsize=500)
def parsed(pattern: str) -> Part | None:
    """The parts of an expression; None where Go refuses it or it is not known."""
    try:
        return parse(pattern)
    except (RefusedPattern, UnknownSyntax):
        return None


def complaint(pattern: str) -> str | None:
    """Go's message about an expression that it refuses; None where it takes it, or where that is not known."""
    try:
        parse(pattern)
    except RefusedPattern as error:
        return str(error)
    except UnknownSyntax:
        return None
    return None


def parse(pattern: str) -> Part:
    """The parts of an expression; raises `RefusedPattern` and `UnknownSyntax`."""
    if len(pattern) > _LONGEST or (not pattern.isascii() and _SURROGATE.search(pattern)):
        raise UnknownSyntax
    return _Parser(pattern).run()


@dataclass(slots=True)
class _Group:
    """A group that is open: its alternatives so far, and the flags that hold behind it."""

    flags: frozenset[str]
    done: list[Part] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)

    def close(self) -> Part:
        alternatives = [*self.done, _joined(self.parts)]
        return alternatives[0] if len(alternatives) == 1 else Alternation(tuple(alternatives))


def _joined(parts: list[Part]) -> Part:
    return parts[0] if len(parts) == 1 else Sequence(tuple(parts))


class _Parser:
    """Reads an expression from left to right; open groups are a list, so that nesting costs no stack."""

    def __init__(self, pattern: str) -> None:
        self._text = pattern
        self._at = 0
        self._flags: frozenset[str] = frozenset()
        self._groups = [_Group(self._flags)]
        self._repeated = -1
        """Where the repetition begins that stands right before."""

    def run(self) -> Part:
        """Raises `RefusedPattern` and `UnknownSyntax`."""
        while self._at < len(self._text):
            begin = self._at
            sign = self._text[begin]
            if sign in "*+?{" and self._repetition(begin):
                self._repeated = begin
                continue
            self._repeated = -1
            if sign == "(":
                self._open()
            elif sign == "|":
                self._at += 1
                group = self._groups[-1]
                group.done.append(_joined(group.parts))
                group.parts = []
            elif sign == ")":
                self._close()
            elif not self._quoted():
                self._groups[-1].parts.append(self._one(sign))
        if len(self._groups) > 1:
            raise RefusedPattern(f"missing closing ): `{self._text}`")
        return self._groups[0].close()

    def _open(self) -> None:
        text, at = self._text, self._at
        if not text.startswith("(?", at):
            self._at += 1
        elif (named := _NAMED.match(text, at)) and named.end() < len(text):
            self._name(named.end())
        else:
            match = _FLAGS.match(text, at)
            if match is None:
                wrong = _NO_FLAGS.match(text, at)
                raise RefusedPattern(f"invalid or unsupported Perl syntax: `{wrong[0] if wrong else text[at:]}`")
            before = self._flags
            self._at = match.end()
            self._flags = (self._flags | set(match[1])) - set(match[2] or "")
            if match[3] == ")":
                return
            self._groups.append(_Group(before))
            return
        self._groups.append(_Group(self._flags))
        if len(self._groups) > _DEEPEST:
            raise UnknownSyntax

    def _name(self, begin: int) -> None:
        """Passes the name of a group."""
        end = self._text.find(">", self._at)
        if end < 0:
            raise RefusedPattern(f"invalid named capture: `{self._text[self._at :]}`")
        name = self._text[begin:end]
        if not _NAME.fullmatch(name):
            raise RefusedPattern(f"invalid named capture: `{self._text[self._at : end + 1]}`")
        self._at = end + 1

    def _close(self) -> None:
        self._at += 1
        if len(self._groups) == 1:
            raise RefusedPattern(f"unexpected ): `{self._text}`")
        if len(self._groups) > _DEEPEST:
            raise UnknownSyntax
        group = self._groups.pop()
        self._flags = group.flags
        self._groups[-1].parts.append(group.close())

    def _repetition(self, begin: int) -> bool:
        """Repeats the part before; False where a brace is no repetition and stands for itself."""
        sign = self._text[begin]
        low, high, end = 0, ENDLESS, begin + 1
        if sign == "{":
            match = _REPEAT.match(self._text, begin)
            if match is None:
                return False
            end = match.end()
            low = int(match[1][:9])
            high = int(match[3][:9]) if match[3] else ENDLESS if match[2] else low
            if low > _MOST_REPEATED or high > _MOST_REPEATED or 0 <= high < low:
                raise RefusedPattern(f"invalid repeat count: `{match[0]}`")
        elif sign == "+":
            low = 1
        elif sign == "?":
            high = 1
        is_lazy = "U" in self._flags
        if self._text.startswith("?", end):
            end += 1
            is_lazy = not is_lazy
        if self._repeated >= 0:
            raise RefusedPattern(f"invalid nested repetition operator: `{self._text[self._repeated : end]}`")
        parts = self._groups[-1].parts
        if not parts:
            raise RefusedPattern(f"missing argument to repetition operator: `{self._text[begin:end]}`")
        parts[-1] = Repetition(parts[-1], low, high, is_lazy)
        if sign == "{" and max(low, high) >= 2 and _times(parts[-1]) > _MOST_REPEATED:
            raise RefusedPattern(f"invalid repeat count: `{self._text[begin:end]}`")
        self._at = end
        return True

    def _quoted(self) -> bool:
        r"""Passes `\Q...\E`."""
        if not self._text.startswith("\\Q", self._at):
            return False
        inner, _, _ = self._text[self._at + 2 :].partition("\\E")
        self._groups[-1].parts += [self._literal(ord(one)) for one in inner]
        self._at += 4 + len(inner)
        return True

    def _literal(self, code: int) -> Characters:
        return Characters(self._range(code, code))

    def _range(self, low: int, high: int) -> Ranges:
        found = folded(low, high) if "i" in self._flags else ((low, high),)
        if found is None:
            raise UnknownSyntax
        return found

    def _one(self, sign: str) -> Part:
        """What takes one character, or none."""
        text, at = self._text, self._at
        if sign == "[":
            return Characters(self._class())
        if sign == "\\":
            if anchor := {"A": "begin", "z": "end", "b": "word", "B": "no word"}.get(text[at + 1 : at + 2]):
                self._at += 2
                return Anchor(anchor)
            if (found := self._perl()) is not None:
                return Characters(found)
            return self._literal(self._code_point())
        self._at += 1
        if sign in "^$":
            lead = "line " if "m" in self._flags else ""
            return Anchor(lead + ("begin" if sign == "^" else "end"))
        if sign == ".":
            return Characters(((0, LAST),) if "s" in self._flags else ((0, 9), (11, LAST)))
        return self._literal(ord(sign))

    def _class(self) -> Ranges:
        """The characters of `[…]`."""
        text, opening = self._text, self._at
        is_negated = text.startswith("^", opening + 1)
        self._at += 1 + is_negated
        begin, ranges = self._at, list[tuple[int, int]]()
        while self._at == begin or not text.startswith("]", self._at):
            if self._at >= len(text):
                raise RefusedPattern(f"missing closing ]: `{text[opening:]}`")
            found = self._posix()
            found = self._perl() if found is None else found
            if found is not None:
                ranges += found
                continue
            start = self._at
            low = high = self._code_point()
            if text.startswith("-", self._at) and self._at + 1 < len(text) and text[self._at + 1] != "]":
                self._at += 1
                high = self._code_point()
            if high < low:
                raise RefusedPattern(f"invalid character class range: `{text[start : self._at]}`")
            ranges += self._range(low, high)
        self._at += 1
        united_ranges = united(ranges)
        return others(united_ranges) if is_negated else united_ranges

    def _posix(self) -> Ranges | None:
        text, at = self._text, self._at
        end = text.find(":]", at + 2) if text.startswith("[:", at) else -1
        if end < 0:
            return None
        self._at = end + 2
        name = text[at + 2 : end].removeprefix("^")
        if name not in POSIX:
            raise RefusedPattern(f"invalid character class range: `{text[at : end + 2]}`")
        found = self._cased(POSIX[name])
        return others(found) if text[at + 2] == "^" else found

    def _cased(self, ranges: Ranges) -> Ranges:
        if "i" not in self._flags:
            return ranges
        return united(one for low, high in ranges for one in self._range(low, high))

    def _perl(self) -> Ranges | None:
        r"""The characters of `\d` and its kin; None where none of them follows."""
        text, at = self._text, self._at
        if not text.startswith("\\", at):
            return None
        letter = text[at + 1 : at + 2]
        if letter and letter in "pP":
            raise UnknownSyntax
        if letter.lower() not in PERL:
            return None
        self._at += 2
        found = self._cased(PERL[letter.lower()])
        return others(found) if letter.isupper() else found

    def _code_point(self) -> int:
        """The character that follows, which may be escaped."""
        text, at = self._text, self._at
        self._at += 1
        if text[at] != "\\":
            return ord(text[at])
        if at + 1 == len(text):
            raise RefusedPattern("trailing backslash at end of expression: ``")
        letter = text[at + 1]
        if (match := _HEX.match(text, at + 1)) and int(match[1] or match[2], 16) <= LAST:
            self._at = match.end()
            return int(match[1] or match[2], 16)
        if match := _OCTAL.match(text, at + 1):
            self._at = match.end()
            return int(match[0], 8)
        self._at += 1
        if letter in _CONTROLS:
            return _CONTROLS[letter]
        if letter.isascii() and not letter.isalnum():
            return ord(letter)
        raise RefusedPattern(f"invalid escape sequence: `{self._wrong_escape(at)}`")

    def _wrong_escape(self, at: int) -> str:
        """The escape up to the character that is wrong in it."""
        text, end, code = self._text, at + 2, 0
        if text[at + 1] == "x":
            is_braced = text.startswith("{", end)
            end += 1 + (not is_braced)
            while is_braced and end <= len(text) and code <= LAST:
                digit = text[end : end + 1]
                end += 1
                if not digit or digit not in "0123456789abcdefABCDEF":
                    break
                code = code * 16 + int(digit, 16)
        return text[at:end]


def _times(part: Part) -> int:
    """How often something repeats at most in a part, repetitions inside each other multiplied, as Go limits it."""
    if isinstance(part, Sequence | Alternation):
        return max(map(_times, part.parts), default=1)
    if not isinstance(part, Repetition):
        return 1
    is_counted = (part.low, part.high) not in {(0, ENDLESS), (1, ENDLESS), (0, 1)}
    most = (part.low if part.high == ENDLESS else part.high) if is_counted else 1
    return max(most, 1) * _times(part.part) if most or not is_counted else 1
