"""What expressions say, in Kubernetes' environment: all of it was asked of the API server's own library."""

from typing import Any

import pytest
from builders.cases import failing
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.cel.checking import check
from xpkgtui.cel.evaluating import program
from xpkgtui.cel.kubernetes import IMPLEMENTED, KUBERNETES, TYPE_NAMES
from xpkgtui.cel.parsing import parse
from xpkgtui.cel.types import DYN
from xpkgtui.cel.values import CelError, StepsLeft, Undecided

SELF: dict[str, Any] = {
    "i": 5,
    "j": -7,
    "n": 1.5,
    "s": "abc",
    "b": True,
    "l": [3, 1, 2],
    "ls": ["x", "y"],
    "m": {"a": 1, "b-c": 2},
    "o": {"x": 1},
}


def said(rule: str, self: Any = None) -> Any:
    """What an expression says of `self`."""
    tree = parse(rule, KUBERNETES)
    checked = check(tree, KUBERNETES.with_variables({"self": DYN}))
    assert not checked.faults, checked.faults
    return program(tree, IMPLEMENTED, TYPE_NAMES)({"self": SELF if self is None else self}, StepsLeft(100_000))


TRUE = (
    "self.j / 2 == -3 && self.j % 3 == -1 && -self.i == -5",
    "self.n / 0.0 > 1.0 && self.i == 5.0 && self.i > self.n && 1u < 2",
    "has(self.o.x) && !has(self.o.y) && !has(self.i.x)",
    "self.zz == 1 || self.b",
    "self.b || self.zz == 1",
    "!(self.zz == 1 && false)",
    "self.l.all(x, x > 0) && self.l.exists(x, x == 3) && self.l.exists_one(x, x == 1)",
    "self.l.exists(x, 1 / (x - 3) < 0)",
    "self.l.map(x, x * 2) == [6, 2, 4] && self.l.map(x, x > 1, x * 2) == [6, 4]",
    "self.l.filter(x, x > 1).size() == 2",
    "self.m.all(k, self.m[k] > 0) && self.m['b-c'] == 2 && self.m.exists(k, k == 'a')",
    "self.l.all(i, v, i < v + 3) && self.l.transformList(i, v, i + v) == [3, 2, 4]",
    "self.m.transformMap(k, v, v + 1) == {'a': 2, 'b-c': 3}",
    "self.m.transformMapEntry(k, v, {v: k}) == {1: 'a', 2: 'b-c'}",
    "self.?o.?x.orValue(7) == 1 && self.o.?y.orValue(7) == 7 && !self.?zz.hasValue()",
    "self.?o.x.value() == 1 && self.l[?10].orValue(9) == 9 && self.m[?'a'].hasValue()",
    "optional.of(1).or(optional.of(2)).value() == 1 && self.?i.optMap(v, v + 1).value() == 6",
    "[1, ?optional.none(), ?optional.of(2)] == [1, 2] && {'a': 1, ?'b': optional.none()} == {'a': 1}",
    "self.s.matches('^a.c$') && self.s.find('[b-z]+') == 'bc' && self.s.findAll('[a-z]', 2) == ['a', 'b']",
    "self.s.charAt(1) == 'b' && self.s.indexOf('c') == 2 && self.s.lastIndexOf('a') == 0",
    "self.s.substring(1) == 'bc' && self.s.substring(0, 2) == 'ab'",
    "'a,b,c'.split(',', 2) == ['a', 'b,c'] && 'abc'.split('') == ['a', 'b', 'c'] && 'a'.split(',', 0) == []",
    "' a '.trim() == 'a' && 'aXbX'.replace('X', '-', 1) == 'a-bX' && 'AbÉ'.lowerAscii() == 'abÉ'",
    "self.ls.join('-') == 'x-y' && strings.quote('a\"b\\n') == '\"a\\\\\"b\\\\n\"'",
    "'%s %d %s %s'.format(['a', 12345, true, [1, 'b']]) == 'a 12345 true [1, \"b\"]'",
    "'%.2f %x %X %b %o %%'.format([1.5, 255, 'ab', true, 8]) == '1.50 ff 6162 1 10 %'",
    "'%s'.format([[1.5, duration('1h')]]) == '[1.500000, duration(\"3600s\")]'",
    "self.l.sum() == 6 && self.l.min() == 1 && self.l.max() == 3 && !self.l.isSorted() && self.l.indexOf(2) == 2",
    "self.l.sort() == [1, 2, 3] && self.l.sortBy(x, -x) == [3, 2, 1] && self.l.reverse() == [2, 1, 3]",
    "self.l.slice(0, 2) == [3, 1] && [1, 1, 2].distinct() == [1, 2] && lists.range(3) == [0, 1, 2]",
    "[[1], [2]].flatten() == [1, 2] && self.l.first().value() == 3 && self.l.last().value() == 2",
    "sets.contains(self.l, [1]) && sets.intersects(self.l, [1, 9]) && sets.equivalent(self.l, [1, 2, 3, 3])",
    "duration('1h30m').getMinutes() == 90 && string(duration('1.5s')) == '1.5s' && duration('-1m') < duration('0')",
    "timestamp('2024-02-03T04:05:06.789Z').getMonth() == 1 && timestamp(60).getMinutes() == 1",
    "timestamp('2024-02-03T04:05:06Z').getHours('+02:00') == 6",
    "timestamp('2024-02-03T00:00:00Z').getDayOfWeek() == 6",
    "timestamp('2024-01-02T00:00:00Z') - timestamp('2024-01-01T00:00:00Z') == duration('24h')",
    "int('-5') == -5 && double('1e3') == 1000.0 && bool('True') && uint(3) == 3u && int(1.9) == 1",
    "string(1e6) == '1e+06' && string(100000.0) == '100000' && string(-2.5e-7) == '-2.5e-07'",
    "string(1.0 / 3.0) == '0.3333333333333333'",
    "url('https://u:p@a.b:80/c%20d?x=1&x=2#f').getQuery() == {'x': ['1', '2']}",
    "url('https://[::1]:80/c').getHostname() == '::1' && url('HTTPS://a/c%20d').getEscapedPath() == '/c%20d'",
    "isURL('/a') && isURL('mailto:x') && !isURL('a') && !isURL('http://a:b/') && !isURL('/%zz')",
    "isIP('1.2.3.4') && !isIP('01.2.3.4') && !isIP('::ffff:1.2.3.4') && ip('::1').isLoopback()",
    "ip('ff02::1').isLinkLocalMulticast() && !ip('ff05::1').isLinkLocalMulticast()",
    "ip('224.0.0.1').isLinkLocalMulticast() && !ip('224.0.1.1').isLinkLocalMulticast()",
    "ip('fe80::1').isLinkLocalUnicast() && !ip('fec0::1').isLinkLocalUnicast()",
    "ip('169.254.1.1').isLinkLocalUnicast() && !ip('169.253.1.1').isLinkLocalUnicast()",
    "ip('10.0.0.1').isGlobalUnicast() && !ip('255.255.255.255').isGlobalUnicast()",
    "ip('::').isUnspecified() && ip('::1').family() == 6 && ip.isCanonical('::1') && !ip.isCanonical('::0')",
    "duration('1h1m1.5s').getSeconds() == 3661 && duration('90m').getHours() == 1",
    "timestamp('2024-02-03T04:05:06.789Z').getSeconds() == 6 && timestamp(60).getFullYear() == 1970",
    "timestamp('2024-02-03T00:00:00Z').getDayOfYear() == 33 && timestamp('2024-02-03T00:00:00Z').getDate() == 3",
    "'abc'.replace('', '-') == '-a-b-c-' && 'abc'.replace('b', '') == 'ac' && 'aa'.replace('a', 'b', 0) == 'aa'",
    "cidr('10.1.0.0/8').masked() == cidr('10.0.0.0/8') && cidr('10.0.0.0/8').containsCIDR('10.1.0.0/16')",
    "quantity('1Gi').isGreaterThan(quantity('1G')) && quantity('1500m').compareTo(quantity('1.5')) == 0",
    "quantity('1.5k').asInteger() == 1500 && !quantity('1500m').isInteger() && isQuantity('Gi') && !isQuantity('')",
    "quantity('1').add(2).asInteger() == 3 && sign(quantity('1').sub(quantity('1.5'))) == -1",
    "quantity('9E').isInteger() && !quantity('9E').add(quantity('9E')).isInteger()",
    "!quantity('1').add(quantity('1m')).isInteger() && !quantity('1m').add(1).isInteger()",
    "quantity('1').compareTo(quantity('1')) == 0 && !quantity('1').isLessThan(quantity('1'))",
    "quantity('0.1n') == quantity('1n') && quantity('1e3').asInteger() == 1000",
    "quantity('-0.5').asApproximateFloat() == -0.5 && quantity('2Ki') == quantity('2048')",
    "semver('1.2.3').major() == 1 && semver('1.2.3').patch() == 3 && !isSemver(' 1.2.3', true) && isSemver('1.2.3')",
    "semver('1.2.3').isLessThan(semver('1.10.0')) && semver('v1.2', true).minor() == 2 && !isSemver('1.2')",
    "!format.dns1123Label().validate('a-b').hasValue() && format.named('zz') == optional.none()",
    "type(self.l) == list && type(1) == int && 'é'.size() == 1 && b'é'.size() == 2",
    "1 in [1] && {true: 1}[true] == 1",
    "'\\x41\\u00e9\\n' == \"Aé\\n\" && r'\\n' == '\\\\n' && 0x10 == 16",
)


def test_expressions_that_are_true() -> None:
    def check(rule: str) -> None:
        assert said(rule) is True

    assert failing(TRUE, check) == {}


ERRORS = {
    "self.zz == 1": "no such key: zz",
    "self.l[3] == 1": "index out of bounds: 3",
    "self.m['zz'] == 1": "no such key: zz",
    "self.i + 9223372036854775807 > 0": "integer overflow",
    "5u - 6u == 0u": "unsigned integer overflow",
    "self.i / 0 == 1": "division by zero",
    "self.i % 0 == 1": "modulus by zero",
    "self.i + 'a' == ''": "no such overload",
    "self.i.size() == 1": "no such overload: size",
    "quantity(self.i) == quantity('1')": r"no such overload: quantity\(int\)",
    "self.i.all(x, true)": "got 'types.Int', expected iterable type",
    "int(self.s) == 1": "type conversion error from 'string' to 'int'",
    "timestamp(self.s) > timestamp(0)": 'invalid RFC 3339 timestamp "abc"',
    "optional.none().value() == 1": r"optional.none\(\) dereference",
    "self.l.exists_one(x, 1 / (x - 3) > 0)": "division by zero",
    "self.l.filter(x, x > 9).min() == 1": "min called on empty list",
    "self.s.substring(9) == ''": "index out of range: 9",
    "quantity('x') == quantity('1')": "quantities must match the regular expression",
    "quantity('1KK') == quantity('1')": "unable to parse quantity's suffix",
    "quantity('1500m').asInteger() == 1": "cannot convert value to integer",
    "semver('1.2') == semver('1.2.0')": "No Major.Minor.Patch elements found",
    "url('a b').getHost() == ''": "invalid URI for request",
    "ip('x').family() == 4": "unable to parse IP",
}


@pytest.mark.parametrize("rule", ERRORS)
def test_an_error_has_the_words_of_cel_go(rule: str) -> None:
    with pytest.raises(CelError, match=ERRORS[rule]):
        said(rule)


@pytest.mark.parametrize("rule", ["int('5.5') == 5", "bool('x')", "'a'.find('(') == ''"])
def test_what_fails_before_it_runs_makes_no_program(rule: str) -> None:
    with pytest.raises(CelError):
        program(parse(rule, KUBERNETES), IMPLEMENTED, TYPE_NAMES)


COSTLY = (
    "self.all(a, self.all(b, self.all(c, a + b + c >= 0)))",
    "self.map(x, self).map(y, y == self).size() > 0",
    "self.map(x, self.map(y, self + self)).size() > 0",
    "self.map(x, 'a'.replace('', 'bbbbbbbbbb')).map(y, y.replace('', y).replace('', y).replace('', y)).size() > 0",
    "lists.range(1000000).size() > 0",
    "self.all(x, '%s'.format([self]) != '')",
    "self.all(x, !'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'.matches('^(a|aa|aaa){1,100}b$'))",
    "self.map(x, self.distinct()).size() > 0",
)


@pytest.mark.parametrize("rule", COSTLY)
def test_what_takes_too_long_has_no_answer(rule: str) -> None:
    tree = parse(rule, KUBERNETES)
    run = program(tree, IMPLEMENTED, TYPE_NAMES)
    with pytest.raises(Undecided):
        run({"self": list(range(1_000))}, StepsLeft(20_000))


NUMBERS = st.integers(-(2**63), 2**63 - 1)


@given(NUMBERS, NUMBERS.filter(bool))
def test_a_quotient_and_its_remainder_make_the_number_again(one: int, other: int) -> None:
    if (one, other) == (-(2**63), -1):
        return
    pair = {"a": one, "b": other}
    quotient, rest = said("self.a / self.b", self=pair), said("self.a % self.b", self=pair)
    assert quotient * other + rest == one
    assert abs(rest) < abs(other)
    assert rest == 0 or (rest < 0) is (one < 0)


@given(st.lists(st.integers(0, 5), max_size=6), st.integers(0, 5))
def test_macros_say_what_python_says(values: list[int], wanted: int) -> None:
    names = {"l": values, "w": wanted}
    assert said("self.l.all(x, x < self.w)", self=names) is all(one < wanted for one in values)
    assert said("self.l.exists(x, x == self.w)", self=names) is (wanted in values)
    assert said("self.l.exists_one(x, x == self.w)", self=names) is (values.count(wanted) == 1)
    assert said("self.l.filter(x, x > self.w)", self=names) == [one for one in values if one > wanted]
    assert said("self.l.sort()", self=names) == sorted(values)


@given(st.text(max_size=8), st.text(max_size=3))
def test_texts_are_split_and_joined_again(text: str, mark: str) -> None:
    assert said("self.t.split(self.m).join(self.m) == self.t", self={"t": text, "m": mark}) is True


@given(st.integers(-(2**62), 2**62))
def test_a_duration_is_read_as_it_was_written(nanoseconds: int) -> None:
    milliseconds = nanoseconds // 10**12
    assert said("duration(string(self) + 'ms').getMilliseconds() == self", self=milliseconds) is True
