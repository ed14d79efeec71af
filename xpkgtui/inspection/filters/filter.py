"""The filter of a list: words that must all be there or must not, some with a key, some regular expressions."""

import re
from collections.abc import Iterator
from functools import lru_cache

from xpkgtui.inspection.filters.expression import expression
from xpkgtui.inspection.filters.syntax import BadExpression
from xpkgtui.patterns import late
from xpkgtui.values import dataclass

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
