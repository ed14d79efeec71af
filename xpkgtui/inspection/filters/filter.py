"""The filter of a list: words that must all be there or must not, some with a key, some regular expressions."""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from xpkgtui.inspection.filters import syntax
from xpkgtui.inspection.filters.syntax import Alternatives, Atom, BadExpression, Node, Repeat, Series
from xpkgtui.patterns import late
from xpkgtui.values import dataclass

_MOST_POSITIONS = 128
"""Characters of an expression after `{3}` was written out; they bound the work for one character of a text."""
_MOST_NODES = 2_000
_KEPT = 8_192
"""Steps and characters that are remembered before all are forgotten."""


class _Fragment(NamedTuple):
    """A piece of an automaton: positions at which it may begin and end."""

    first: int
    last: int
    is_optional: bool


_EMPTY = _Fragment(0, 0, is_optional=True)


class _State(dict[str, "_State"]):
    """Positions that were reached together; the state behind each character is made when it is asked for."""

    def __init__(self, reached: int, step: Callable[[int, str], "_State"]) -> None:
        super().__init__()
        self.reached = reached
        self._step = step

    def __missing__(self, character: str) -> "_State":
        found = self[character] = self._step(self.reached, character)
        return found


class Expression:
    """A regular expression without regard to case; raises `BadExpression`."""

    def __init__(self, text: str) -> None:
        self._atoms: list[str] = []
        self._follow: list[int] = []
        self._nodes = 0
        self._whole = self._built(syntax.parse(text))
        self._patterns = [re.compile(atom, re.IGNORECASE) for atom in self._atoms]
        self._starts = self._anchors("^")
        self._ends = self._anchors("$")
        self._mask = lru_cache(_KEPT)(self._taking)
        self._next = lru_cache(_KEPT)(self._behind)
        self._states: dict[int, _State] = {}
        self._steps = 0
        self._found = _State(0, self._step)
        start = self._passed(self._whole.first, self._starts)
        is_found = self._whole.is_optional or start & self._whole.last
        self._start = self._found if is_found else _State(start, self._step)

    def matches(self, line: str) -> bool:
        """Whether it matches anywhere in a line."""
        state, found = self._start, self._found
        if state is found:
            return True
        for character in line:
            state = state[character]
            if state is found:
                return True
        first, last = self._whole.first, self._whole.last
        if line:
            return bool(self._passed(self._next(state.reached) | first, self._ends) & last)
        return bool(self._passed(first, self._starts | self._ends) & last)

    def spans(self, line: str) -> Iterator[tuple[int, int]]:
        """The places of its matches in a line, from left to right, each as long as it can be."""
        at = 0
        while at < len(line):
            end = self._longest(line, at)
            if end > at:
                yield at, end
            at = max(end, at + 1)

    def _longest(self, line: str, start: int) -> int:
        """The end of the longest match that begins at `start`; `start` itself where there is none."""
        first, last = self._whole.first, self._whole.last
        found, allowed = start, first
        if start == 0:
            allowed |= self._next(self._passed(first, self._starts))
        for at in range(start, len(line)):
            state = allowed & self._mask(line[at])
            if not state:
                break
            allowed = self._next(state)
            if state & last or (at == len(line) - 1 and self._passed(allowed, self._ends) & last):
                found = at + 1
        return found

    def _step(self, reached: int, character: str) -> _State:
        """The state behind a character, wherever a match may have begun; one for all that is found."""
        self._steps += 1
        if self._steps > _KEPT:
            self._steps = 0
            self._states.clear()
            self._start.clear()
        after = (self._next(reached) | self._whole.first) & self._mask(character)
        if after & self._whole.last:
            return self._found
        return self._states.setdefault(after, _State(after, self._step))

    def _behind(self, state: int) -> int:
        """The positions that may come after those of `state`."""
        found, left = 0, state
        while left:
            bit = left & -left
            found |= self._follow[bit.bit_length() - 1]
            left ^= bit
        return found

    def _passed(self, allowed: int, anchors: int) -> int:
        """The anchors that are passed, one behind the other, where all of them hold."""
        passed, fresh = 0, allowed & anchors
        while fresh:
            passed |= fresh
            fresh = self._next(fresh) & anchors & ~passed
        return passed

    def _taking(self, character: str) -> int:
        """The positions that take a character."""
        found = 0
        for number, pattern in enumerate(self._patterns):
            if self._atoms[number] not in "^$" and pattern.fullmatch(character):
                found |= 1 << number
        return found

    def _anchors(self, sign: str) -> int:
        return sum(1 << number for number, atom in enumerate(self._atoms) if atom == sign)

    def _built(self, node: Node) -> _Fragment:
        self._nodes += 1
        if self._nodes > _MOST_NODES or len(self._atoms) >= _MOST_POSITIONS:
            raise BadExpression("the expression is too long")
        match node:
            case Atom(pattern):
                bit = 1 << len(self._atoms)
                self._atoms.append(pattern)
                self._follow.append(0)
                return _Fragment(bit, bit, is_optional=False)
            case Series(items):
                series = _EMPTY
                for item in items:
                    series = self._then(series, self._built(item))
                return series
            case Alternatives(branches):
                found = [self._built(branch) for branch in branches]
                first = last = 0
                for each in found:
                    first, last = first | each.first, last | each.last
                return _Fragment(first, last, any(each.is_optional for each in found))
            case Repeat(item, least, most):
                return self._repeated(item, least, most)

    def _repeated(self, item: Node, least: int, most: int | None) -> _Fragment:
        found = _EMPTY
        for _ in range(least - (most is None and least > 0)):
            found = self._then(found, self._built(item))
        for _ in range((most or 0) - least):
            found = self._then(found, self._built(item)._replace(is_optional=True))
        if most is None:
            loop = self._built(item)
            self._link(loop.last, loop.first)
            found = self._then(found, loop._replace(is_optional=loop.is_optional or least == 0))
        return found

    def _then(self, before: _Fragment, after: _Fragment) -> _Fragment:
        self._link(before.last, after.first)
        return _Fragment(
            before.first | (after.first if before.is_optional else 0),
            after.last | (before.last if after.is_optional else 0),
            before.is_optional and after.is_optional,
        )

    def _link(self, last: int, first: int) -> None:
        for number in range(len(self._follow)):
            if last >> number & 1:
                self._follow[number] |= first


@lru_cache
def expression(text: str) -> Expression:
    """The expression of a text, made once; raises `BadExpression`."""
    return Expression(text)


EXPRESSION = "re"
"""The key of a regular expression: paths hold slashes, so that `/bin/` is a word."""
_TOKEN = late(r'[-!]?(?:[A-Za-z]+:)?"[^"]*"?|\S+')
_LONGEST = 200
"""Characters of a word."""
Keys = frozenset[str]


@dataclass(frozen=True, slots=True)
class FilterTerm:
    """One word of a filter."""

    key: str
    """`kind` of `kind:crd`; empty for a plain word."""
    wanted: str
    excluded: bool = False

    def fits(self, text: str) -> bool:
        """Whether a plain word or an expression agrees with a text, which has a line for each name."""
        if self.key == EXPRESSION:
            found = any(map(expression(self.wanted).matches, text.split("\n")))
        else:
            found = self.wanted.casefold() in text.casefold()
        return found != self.excluded

    def spans(self, line: str) -> Iterator[tuple[int, int]]:
        """The places in a line that it matches."""
        if self.key == EXPRESSION:
            yield from expression(self.wanted).spans(line)
        else:
            yield from (found.span() for found in re.finditer(re.escape(self.wanted), line, re.IGNORECASE))


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """What was typed, and the words that can be used of it."""

    text: str = ""
    terms: tuple[FilterTerm, ...] = ()
    problem: str = ""
    """Why an expression is not one; it filters nothing."""

    def fits(self, text: str) -> bool:
        """Whether a text, with a line for each name, agrees with every word that has no key of its own."""
        return all(term.fits(text) for term in self.terms if term.key in ("", EXPRESSION))

    def spans(self, line: str, keys: tuple[str, ...]) -> Iterator[tuple[int, int]]:
        """The places in a line that words match, of those that look at one of `keys`; empty for a plain word."""
        for term in self.terms:
            if not term.excluded and ("" if term.key == EXPRESSION else term.key) in keys:
                yield from term.spans(line)


NO_FILTER = Filter()


@lru_cache(maxsize=64)
def parse(text: str, keys: Keys = frozenset()) -> Filter:
    """The filter that was typed; a word that is not finished (`kind:`, `-`) asks for nothing yet."""
    terms, problem = [], ""
    for term in (_term(token, keys) for token in _TOKEN.findall(text)):
        if not term.wanted:
            continue
        try:
            if term.key == EXPRESSION:
                expression(term.wanted)
            terms.append(term)
        except BadExpression as bad:
            problem = problem or str(bad)
    return Filter(text=text.strip(), terms=tuple(terms), problem=problem)


def _term(token: str, keys: Keys) -> FilterTerm:
    excluded = token[0] in "-!" and len(token) > 1
    bare = token[1:] if excluded else token
    key, colon, rest = bare.partition(":")
    if colon and (key.casefold() in keys or key.casefold() == EXPRESSION):
        return FilterTerm(key.casefold(), rest.strip('"')[:_LONGEST], excluded)
    return FilterTerm("", "" if bare == "-" else bare.strip('"')[:_LONGEST], excluded)
