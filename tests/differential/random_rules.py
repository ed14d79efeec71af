"""Random rules of CEL about the fields of `differential.rules`, whose types mostly fit."""

import re
from random import Random

_INTS = (
    "self.i",
    "self.j",
    "0",
    "1",
    "-3",
    "9223372036854775807",
    "self.o.x",
    "self.l[0]",
    "self.m['a']",
    "self.m.b",
)
_TEXTS = (
    "self.s",
    "self.t",
    "'a'",
    "''",
    "'a,b'",
    "self.ls[1]",
    "self.o.y",
    "string(self.i)",
    "'é1'",
    "self.ml[0].k",
)
_LISTS = ("self.l", "[1, 2]", "[]", "self.l + [4]", "self.l.map(x, x + 1)", "self.l.filter(x, x > 1)", "[self.i, 3]")
_WORDS = ("self.ls", "['a', 'x']", "self.set", "self.s.split(',')", "self.m.map(k, k)", "self.ml.map(x, x.k)")
_TIMES = ("self.dur", "duration('90m')", "duration(self.t)", "self.dur + duration('1s')", "self.dt - self.dt")
_ANY = (
    "self.p",
    "self.o",
    "self.ml",
    "self.m",
    "self.b",
    "self.n",
    "self.dt",
    "null",
    "self.zz",
    "1.5",
    "2u",
    "b'a'",
)
_PATTERNS = ("'^[a-z]+$'", "'(?i)A'", r"'\\d+'", "'a|ab'", "self.s", "'('")
_PLACE = re.compile(r"\{(\d)\}")
_CHOICES = {
    3: _PATTERNS,
    4: _WORDS,
    5: _LISTS,
    6: _TIMES,
    8: (*_ANY, *_INTS, *_TEXTS),
}
"""What is put into a form for a digit: a pattern, texts, numbers, a duration, anything."""
_MADE_TEXTS = (
    "{0}.lowerAscii()",
    "{0}.trim()",
    "{0}.replace({1}, 'q')",
    "{0}.substring({2})",
    "{0}.substring(0, {2})",
    "{0}.charAt({2})",
    "({0} + {1})",
    "{0}.find({3})",
    "{4}.join({1})",
    "'%s-%d'.format([{0}, {2}])",
    "{4}[{2}]",
)
_MADE_NUMBERS = (
    "size({0})",
    "{0}.size()",
    "{4}.size()",
    "{5}.sum()",
    "{5}.max()",
    "{5}.indexOf({2})",
    "{0}.indexOf({1})",
    "{0}.lastIndexOf({1})",
    "int({0})",
    "{5}[{2}]",
    "{6}.getMinutes()",
    "self.?m[{0}].orValue({2})",
    "self.m[?{0}].orValue({2})",
    "({7} ? {2} : {2})",
)
_TRUTHS = (
    "({7} && {7})",
    "({7} || {7})",
    "!{7}",
    "({2} < {2})",
    "({2} == {2})",
    "({0} == {1})",
    "({0} < {1})",
    "({0} in {4})",
    "({2} in {5})",
    "({0} in self.m)",
    "({4} == {4})",
    "({5} == {5})",
    "({6} > {6})",
    "{0}.contains({1})",
    "{0}.matches({3})",
    "has(self.o.x)",
    "has(self.nul)",
    "{5}.all(x, x > {2})",
    "{5}.exists(x, {2} / x > 0)",
    "{5}.exists_one(x, x == {2})",
    "{4}.all(x, x != {0})",
    "{5}.all(i, v, i < v)",
    "self.ml.exists(x, x.k == {0} && x.v > {2})",
    "self.ml.all(x, has(x.v))",
    "self.m.exists(k, self.m[k] == {2})",
    "{5}.isSorted()",
    "({8} == {8})",
    "({8} < {2})",
    "({8} == {0})",
    "type({8}) == int",
    "sets.contains({5}, {5})",
    "isIP({0})",
    "isURL({0})",
    "isQuantity({0})",
    "isSemver({0})",
    "quantity({0}).isLessThan(quantity('1Mi'))",
    "self.?o.?x.hasValue()",
    "{5}.sort() == {5}.reverse()",
    "{5}.transformList(i, v, i + v) == {5}",
    "{5}.slice(0, {2}) == {5}",
    "{4}.distinct() == {4}",
)


def random_rule(chance: Random, depth: int = 3) -> str:
    """A rule that is true or false, if nothing in it fails."""
    return _made(chance, _TRUTHS, ("self.b", "true", "self.i > 0"), depth)


def _made(chance: Random, forms: tuple[str, ...], plain: tuple[str, ...], depth: int) -> str:
    if depth <= 0 or chance.random() < 0.2:
        return chance.choice(plain)
    form = chance.choice(forms)
    return _PLACE.sub(lambda place: _part(chance, int(place[1]), depth - 1), form)


def _part(chance: Random, kind: int, depth: int) -> str:
    """What is put into a form at a place."""
    if kind < 2:
        return _made(chance, _MADE_TEXTS, _TEXTS, depth - kind)
    if kind == 2 and chance.random() < 0.3:
        return f"({chance.choice(_INTS)} {chance.choice('+-*/%')} {chance.choice(_INTS)})"
    if kind == 2:
        return _made(chance, _MADE_NUMBERS, _INTS, depth)
    if kind == 7:
        return random_rule(chance, depth)
    return chance.choice(_CHOICES[kind])
