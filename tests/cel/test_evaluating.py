"""What expressions say, in Kubernetes' environment: all of it was asked of the API server's own library."""

from typing import Any

import pytest
from builders.cases import each_row, failing
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.cel.checking import check
from xpkgtui.cel.evaluating import program
from xpkgtui.cel.library.kubernetes import IMPLEMENTED, KUBERNETES, TYPE_NAMES
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
    "semver('1.2.3').isLessThan(semver('1.10.0')) && semver('v1.2', true).minor() == 2 && !isSemver('1.2')",
    "!format.dns1123Label().validate('a-b').hasValue() && format.named('zz') == optional.none()",
    "type(self.l) == list && type(1) == int && 'é'.size() == 1 && b'é'.size() == 2",
    "1 in [1] && {true: 1}[true] == 1",
    "'\\x41\\u00e9\\n' == \"Aé\\n\" && r'\\n' == '\\\\n' && 0x10 == 16",
)


SPECIFIED = (
    "quantity('1000n') == quantity('1u')",
    "quantity('1000u') == quantity('1m')",
    "quantity('1000m') == quantity('1')",
    "quantity('1000') == quantity('1k')",
    "quantity('1000k') == quantity('1M')",
    "quantity('1000M') == quantity('1G')",
    "quantity('1000G') == quantity('1T')",
    "quantity('1000T') == quantity('1P')",
    "quantity('1000P') == quantity('1E')",
    "quantity('1024Ki') == quantity('1Mi')",
    "quantity('1024Mi') == quantity('1Gi')",
    "quantity('1024') == quantity('1Ki')",
    "quantity('1024Gi') == quantity('1Ti')",
    "quantity('1024Ti') == quantity('1Pi')",
    "quantity('1024Pi') == quantity('1Ei')",
    "sign(quantity('0')) == 0 && sign(quantity('-1')) == -1 && sign(quantity('+1')) == 1",
    "quantity('1').compareTo(quantity('2')) == -1 && quantity('2').compareTo(quantity('1')) == 1",
    "!quantity('1').isGreaterThan(quantity('1'))",
    "quantity('1').isLessThan(quantity('2'))",
    "quantity('.5') == quantity('5e-1')",
    "semver('1.2.3').major() == 1",
    "semver('1.2.3').minor() == 2",
    "semver('1.2.3').patch() == 3",
    "isSemver('v1.2', true)",
    "!isSemver('v1.2') && !isSemver(' 1.2.3', true) && semver('1.2.3') == semver('v1.2.3', true)",
    "'%.1f %.0f'.format([1234567.25, 0.5]) == '1,234,567.2 0' && '%f'.format([-1.5]) == '-1.500000'",
    "'%s'.format([b'ab']) == 'ab'",
    "'%s'.format([['a', b'b', 1u]]) == '[\"a\", b\"b\", 1]'",
    "'%X'.format([255]) == 'FF'",
    "'\\a\\b\\f\\n\\r\\t\\v'.size() == 7 && '\\x41\\101\\u0041\\U00000041' == 'AAAA' && b'\\xff'.size() == 1",
    "r'\\n'.size() == 2 && R\"a\" == 'a' && \"\"\"a\"b\"\"\" == 'a\"b' && '''a\nb'''.size() == 3",
    "0x1F == 31 && 0x1fu == 31u && 1e3 == 1000.0 && .5 == 0.5 && 1.5E-1 == 0.15 && -0x1 == -1",
    "'abc'.indexOf('') == 0",
    "'abc'.indexOf('', 2) == 2",
    "'abc'.lastIndexOf('') == 3",
    "'abc'.indexOf('a', 1) == -1",
    "'aXa'.replace('a', 'b', 1) == 'bXa'",
    "'aXa'.replace('a', 'b', 0) == 'aXa'",
    "'aXa'.replace('a', 'b', -1) == 'bXb'",
    "'abc'.split('', 2) == ['a', 'bc']",
    "''.split('') == []",
    "'a,b'.split(',', 1) == ['a,b']",
    "'abc'.charAt(3) == ''",
    "7 / 2 == 3 && -7 / 2 == -3 && 7 / -2 == -3 && -7 % 2 == -1 && 7 % -2 == 1 && 7u / 2u == 3u && 1.0 / -0.0 < 0.0",
    "timestamp('2024-01-01T00:00:00Z') - duration('1h') == timestamp('2023-12-31T23:00:00Z')",
    "duration('1h') + timestamp('2023-12-31T23:00:00Z') == timestamp('2024-01-01T00:00:00Z')",
    "timestamp('2024-01-02T00:00:00Z') - timestamp('2024-01-01T00:00:00Z') == duration('24h')",
    "duration('2h') - duration('1h') == duration('1h')",
    "b'a' + b'b' == b'ab' && [1] + [2] == [1, 2] && 1.5 + 1.0 == 2.5 && 1.5 * 2.0 == 3.0 && 1.5 - 1.0 == 0.5",
    "quantity('1').add(2).asInteger() == 3 && sign(quantity('1').sub(quantity('1.5'))) == -1",
    "quantity('9E').isInteger() && !quantity('9E').add(quantity('9E')).isInteger()",
    "!quantity('1').add(quantity('1m')).isInteger() && !quantity('1m').add(1).isInteger()",
    "quantity('1').compareTo(quantity('1')) == 0 && !quantity('1').isLessThan(quantity('1'))",
    "quantity('0.1n') == quantity('1n') && quantity('1e3').asInteger() == 1000",
    "quantity('-0.5').asApproximateFloat() == -0.5 && quantity('2Ki') == quantity('2048')",
    "semver('1.2.3').major() == 1 && semver('1.2.3').patch() == 3 && !isSemver(' 1.2.3', true) && isSemver('1.2.3')",
    "int(duration('1s')) == 1000000000 && int(timestamp(5)) == 5 && int(5u) == 5 && int(-1.9) == -1",
    "uint(1.9) == 1u && uint('18446744073709551615') == 18446744073709551615u && uint(5) == 5u",
    "double(5) == 5.0 && double('Infinity') > 1.0 && double('-Inf') < 1.0 && double('1') == 1.0",
    "string(true) == 'true' && string(b'abc') == 'abc' && string(5u) == '5' && string('a') == 'a'",
    "string(timestamp('2024-02-03T04:05:06Z')) == '2024-02-03T04:05:06Z' && string(duration('90m')) == '5400s'",
    "string(1.0 / 0.0) == '+Inf' && string(-1.0 / 0.0) == '-Inf' && string(0.0 / 0.0) == 'NaN' && string(0.0) == '0'",
    "string(1e21) == '1e+21' && string(1.5e-5) == '1.5e-05' && string(0.0001) == '0.0001' && string(-1.5) == '-1.5'",
    "bool(true) && bool('1') && !bool('false') && bytes('é') == b'é' && bytes(b'a') == b'a'",
    "duration(duration('1s')) == duration('1s') && timestamp(timestamp(1)) == timestamp(1) && dyn(1) == 1",
    "timestamp(60) + duration('1s') == timestamp(61) && duration('1s') + timestamp(60) == timestamp(61)",
    "timestamp(60) - duration('1s') == timestamp(59) && duration('3s') - duration('1s') == duration('2s')",
    "duration('1s') + duration('2s') == duration('3s') && 'a' + 'b' == 'ab'",
    "b'a' + b'b' == b'ab' && [1] + [2] == [1, 2]",
    "1.5 + 1.5 == 3.0 && 2u + 3u == 5u && 2u * 3u == 6u && 7u / 2u == 3u && 7u % 4u == 3u && 3.0 * 0.5 == 1.5",
    "-7 / 2 == -3 && 7 / -2 == -3 && -7 % 4 == -3 && 7 % -4 == 3 && -(-5) == 5 && -1.5 < 0.0 && 5u - 3u == 2u",
    "1.0 / 0.0 > 0.0 && -1.0 / 0.0 < 0.0 && 1.0 / -0.0 < 0.0 && 0.0 / 0.0 != 0.0 && 3.0 / 2.0 == 1.5",
    "1 <= 1 && 1 >= 1 && !(1 < 1) && !(1 > 1) && 'a' < 'b' && b'a' < b'b' && false < true && 2 > 1.5 && 1u < 2",
    "'abc'.contains('b') && 'abc'.startsWith('a') && 'abc'.endsWith('c')",
    "!'abc'.contains('d') && 'a'.matches('^a$')",
    "size('abc') == 3 && size(b'ab') == 2 && size([1]) == 1 && size({'a': 1}) == 1",
    "timestamp('2024-02-03T04:05:06.789Z').getMilliseconds() == 789 && timestamp(60).getHours('-01:00') == 23",
    "timestamp('2024-02-03T04:05:06Z').getDayOfMonth() == 2",
    "timestamp('2024-02-03T04:05:06Z').getFullYear('UTC') == 2024",
    "timestamp('2024-02-04T00:00:00Z').getDayOfWeek() == 0 && timestamp('2024-02-03T04:05:06Z').getHours() == 4",
    "duration('72000s').getHours() == 20 && duration('1200s').getMinutes() == 20",
    "[[dyn(1), dyn([3])]].flatten() == [dyn(1), dyn([3])]",
    "['1', 't', 'T', 'true', 'TRUE', 'True'].all(x, bool(x))",
    "!['0', 'f', 'F', 'false', 'FALSE', 'False'].exists(x, bool(x))",
    "duration('-90m').getHours() == -1 && duration('1.5s').getMilliseconds() == 1500",
    "duration('-1m').getSeconds() == -60",
    "!optional.ofNonZeroValue(0).hasValue() && !optional.ofNonZeroValue('').hasValue() && optional.of(0).hasValue()",
    "[dyn([]), dyn({}), dyn(duration('0s')), dyn(b'')].all(one, !optional.ofNonZeroValue(one).hasValue())",
    "[dyn([0]), dyn(1), dyn(duration('1ns'))].all(one, optional.ofNonZeroValue(one).hasValue())",
    "optional.of(1) == optional.of(1) && optional.of(1) != optional.none() && optional.none() == optional.none()",
    "dyn(1) == 1.0 && dyn(1u) == 1 && dyn('a') != 1 && dyn([1]) != 1",
    "{'a': dyn(1)} == {'a': 1.0} && {'a': 1} != {'b': 1} && null == null",
    "type('a') == string && type(1u) == uint && type(1.0) == double && type(true) == bool && type(b'') == bytes",
    "type({}) == map && type(null) == null_type && type(type(1)) == type",
    "'abc'.charAt(3) == '' && 'abcabc'.indexOf('c', 3) == 5",
    "'abc'.indexOf('', 2) == 2 && 'abc'.indexOf('a', 1) == -1",
    "'abcabc'.lastIndexOf('c') == 5 && 'abcabc'.lastIndexOf('c', 4) == 2 && 'abc'.lastIndexOf('') == 3",
    "'aaa'.replace('a', 'b', 2) == 'bba' && 'aaa'.replace('a', 'b', -1) == 'bbb' && 'a,b'.split(',', 1) == ['a,b']",
    "'abc'.split('', 2) == ['a', 'bc'] && 'aB'.upperAscii() == 'AB'",
    "['a', 'b'].join() == 'ab' && 'abc'.find('z') == ''",
    "'abab'.findAll('a') == ['a', 'a'] && 'abab'.findAll('a', 1) == ['a'] && 'abab'.findAll('a', 0) == []",
    "'%d %b %x'.format([5u, 5, -255]) == '5 101 -ff'",
    "'%s %s'.format([null, {'b': 1, 'a': true}]) == 'null {\"a\":true, \"b\":1}'",
    "[1, 2, 1].lastIndexOf(1) == 2 && [1].indexOf(2) == -1 && [1].lastIndexOf(2) == -1 && [[[1]]].flatten(2) == [1]",
    "['b', 'a'].sort() == ['a', 'b'] && [3, 1].min() == 1 && ['a', 'b'].max() == 'b'",
    "[1, 1].isSorted() && ![2, 1].isSorted()",
    "ip('10.0.0.1').family() == 4 && ip('127.0.0.1').isLoopback()",
    "!ip('::1').isUnspecified() && isCIDR('10.0.0.0/8')",
    "!isCIDR('10.0.0.0/33') && !isCIDR('10.0.0.0')",
    "cidr('10.0.0.0/8').prefixLength() == 8 && !isCIDR('10.0.0.0/08')",
    "cidr('10.0.0.0/8').containsIP('10.1.1.1') && !cidr('10.0.0.0/8').containsIP(ip('11.0.0.1'))",
    "!cidr('10.0.0.0/8').containsCIDR('10.0.0.0/7') && cidr('10.0.0.0/8').containsCIDR(cidr('10.0.0.0/8'))",
    "cidr('10.0.0.0/8').ip() == ip('10.0.0.0') && string(ip('::1')) == '::1' && string(cidr('::1/64')) == '::1/64'",
    "!cidr('10.0.0.0/8').containsIP('::1') && !ip('127.0.0.1').isGlobalUnicast() && ip('::1') != ip('::2')",
    "url('https://u:p@a.b:80/c?x=1').getScheme() == 'https' && url('https://u:p@a.b:80/').getHost() == 'a.b:80'",
    "url('https://a.b:80/').getPort() == '80' && url('https://a.b/').getPort() == '' && url('/a').getHost() == ''",
    "format.named('uuid').value().validate('x').hasValue() && !format.uri().validate('/a').hasValue()",
    "format.dns1123Label().validate('A').hasValue() && !format.dns1123Label().validate('a').hasValue()",
    "!format.qualifiedName().validate('a.b/c').hasValue() && format.qualifiedName().validate('/c').hasValue()",
    "!format.labelValue().validate('').hasValue() && format.labelValue().validate('-').hasValue()",
    "!format.dns1123LabelPrefix().validate('a-').hasValue() && format.dns1035Label().validate('1a').hasValue()",
    "'abc'.lastIndexOf('a', 0) == 0 && 0 / 5 == 0 && 0 / -5 == 0 && 1 / 2 == 0",
    "url('https://a/?x=1;y&&z').getQuery() == {'z': ['']}",
    "'\\u1680\\u200a a\\u200b\\u3000'.trim() == 'a\\u200b'",
    "1 in [1, 2] && !(3 in [1, 2]) && 'a' in {'a': 1} && !('b' in {'a': 1})",
    "{'a': 1}.transformMap(k, v, v + 1) == {'a': 2} && lists.range(0) == [] && isQuantity('1e400')",
)
"""What the documents of the language and of Kubernetes say."""


LONGEST = {"dns1123Label": 63, "dns1123Subdomain": 253, "dns1035Label": 63, "qualifiedName": 63, "labelValue": 63}
LENGTHS = tuple(
    f"{sign}format.{name}().validate('{'a' * size}').hasValue()"
    for name, most in LONGEST.items()
    for sign, size in (("!", most), ("", most + 1))
)


@each_row("rules", [TRUE, SPECIFIED, LENGTHS], ids=["asked", "specified", "lengths"])
def test_expressions_that_are_true(rules: tuple[str, ...]) -> None:
    def check(rule: str) -> None:
        assert said(rule) is True

    assert failing(rules, check) == {}


ERRORS = {
    "self.zz == 1": "no such key: zz",
    "self.l[3] == 1": "index out of bounds: 3",
    "self.m['zz'] == 1": "no such key: zz",
    "{false: 1}[true] == 1": "no such key: true",
    "self.i + 9223372036854775807 > 0": "integer overflow",
    "5u - 6u == 0u": "unsigned integer overflow",
    "self.i / 0 == 1": "division by zero",
    "self.i % 0 == 1": "modulus by zero",
    "self.i + 'a' == ''": "no such overload",
    "self.i.size() == 1": "no such overload: size",
    "quantity(self.i) == quantity('1')": "no such overload: quantity(int)",
    "self.i.all(x, true)": "got 'types.Int', expected iterable type",
    "int(self.s) == 1": "type conversion error from 'string' to 'int'",
    "timestamp(self.s) > timestamp(0)": 'invalid RFC 3339 timestamp "abc"',
    "optional.none().value() == 1": "optional.none() dereference",
    "self.l.exists_one(x, 1 / (x - 3) > 0)": "division by zero",
    "self.l.filter(x, x > 9).min() == 1": "min called on empty list",
    "self.s.substring(9) == ''": "index out of range: 9",
    "quantity('x') == quantity('1')": (
        "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"
    ),
    "quantity('1KK') == quantity('1')": "unable to parse quantity's suffix",
    "quantity('1500m').asInteger() == 1": "cannot convert value to integer",
    "semver('1.2') == semver('1.2.0')": "No Major.Minor.Patch elements found",
    "url('a b').getHost() == ''": (
        'URL parse error during conversion from string: parse "a b": invalid URI for request'
    ),
    "url('').getHost() == ''": 'URL parse error during conversion from string: parse "": empty url',
    "uint(-1) == 1u": "unsigned integer overflow",
    "uint(-1.0) == 1u": "unsigned integer overflow",
    "uint('-1') == 1u": "type conversion error from 'string' to 'uint'",
    "int(1e19) == 1": "integer overflow",
    "int('9223372036854775808') == 1": "type conversion error from 'string' to 'int'",
    "double('1e999') == 1.0": "type conversion error from 'string' to 'double'",
    "string(b'\\xff') == ''": "invalid UTF-8 in bytes, cannot convert to string",
    "duration(self.s) == duration('1s')": "type conversion error from 'string' to 'google.protobuf.Duration'",
    "timestamp(self.i * 50680460160) > timestamp(0)": "timestamp overflow",
    "-(-9223372036854775807 - 1) == 0": "integer overflow",
    "(-9223372036854775807 - 1) % -1 == 0": "integer overflow",
    "0.0 / 0.0 < 1.0": "NaN values cannot be ordered",
    "{1.5: 1}[1.5] == 1": "unsupported key type: 1.5",
    "'abc'.charAt(4) == ''": "index out of range: 4",
    "'abc'.indexOf('a', -1) == 0": "index out of range: -1",
    "'abc'.lastIndexOf('a', -1) == 0": "index out of range: -1",
    "'abc'.substring(2, 1) == ''": "invalid substring range. start: 2, end: 1",
    "(self.s + '%z').format([1]) == ''": 'could not parse formatting clause: unrecognized formatting clause "z"',
    "(self.s + '%').format([1]) == ''": "unexpected end of string",
    "(self.s + '%.2').format([1]) == ''": (
        "could not parse formatting clause: error while parsing precision: could not find end of precision specifier"
    ),
    "(self.s + '%.f').format([1.0]) == ''": (
        "could not parse formatting clause: error while parsing precision: error while converting precision to "
        'integer: strconv.Atoi: parsing "": invalid syntax'
    ),
    "(self.s + '%d').format([]) == ''": "index 0 out of range",
    "'%d'.format([self.s]) == ''": (
        "error during formatting: decimal clause can only be used on integers, was given string"
    ),
    "'%f'.format([self.i]) == ''": (
        "error during formatting: fixed-point clause can only be used on doubles, was given int"
    ),
    "'%e'.format([self.i]) == ''": (
        "error during formatting: scientific clause can only be used on doubles, was given int"
    ),
    "[1].slice(-1, 1) == []": "cannot slice(-1, 1), negative indexes not supported",
    "[1].slice(1, 0) == []": "cannot slice(1, 0), start index must be less than or equal to end index",
    "[1].slice(0, 2) == []": "cannot slice(0, 2), list is length 1",
    "[1].flatten(-1) == []": "level must be non-negative",
    "lists.range(-1) == []": "lists.range: size must be non-negative, got -1",
    "cidr('x').prefixLength() == 1": (
        "network address parse error during conversion from string: network "
        "address parse error during conversion from string: netip.ParsePrefix(\"x\"): no '/'"
    ),
    "ip.isCanonical('x')": (
        'IP Address "x" parse error during conversion from string: ParseAddr("x"): unable to parse IP'
    ),
    "ip('1.x').family() == 4": (
        'IP Address "1.x" parse error during conversion from string: ParseAddr("1.x"): unexpected character'
    ),
    "ip('x').family() == 4": (
        'IP Address "x" parse error during conversion from string: ParseAddr("x"): unable to parse IP'
    ),
}
SPECIFIED_ERRORS = {
    "'a'.find('(') == 'a' || self.zz": "error parsing regexp: missing closing ): `(`",
    "self.s.matches(self.s + '(')": "error parsing regexp: missing closing ): `abc(`",
    "self.s.join() == ''": "no such overload: join(string)",
    "'%b'.format([self.s]) == ''": (
        "error during formatting: only integers and bools can be formatted as binary, was given string"
    ),
    "'%o'.format([self.s]) == ''": (
        "error during formatting: octal clause can only be used on integers, was given string"
    ),
    "url(self.s + ' ').getHost() == ''": (
        'URL parse error during conversion from string: parse "abc ": invalid URI for request'
    ),
    "cidr(self.s).ip() == ip('1.2.3.4')": (
        "network address parse error during conversion from string: network "
        "address parse error during conversion from string: netip.ParsePrefix(\"abc\"): no '/'"
    ),
    "semver(self.s).major() == 1": "No Major.Minor.Patch elements found",
    "isSemver(self.i)": "no such overload: isSemver(int)",
    "self.b.max() == 1": "no such overload: max(bool)",
    "[].max() == 1": "max called on empty list",
    "self.l.sum() + 'a' == ''": "no such overload",
    "self.l.indexOf('a', 1) == 1": "no such overload: indexOf(list, string, int)",
    "self.l.slice(0, 5) == []": "cannot slice(0, 5), list is length 3",
    "self.l.sortBy(x, x == 1 ? 'a' : x) == []": "list elements must have the same type",
    "timestamp('9999-12-31T23:59:59Z') + duration('1h') > timestamp(0)": "timestamp overflow",
    "duration('2540400h') + duration('2540400h') > duration('1s')": "integer overflow",
    "bool(self.s)": "type conversion error from 'string' to 'bool'",
    "bytes(self.i) == b''": "no such overload",
    "string(self.l) == ''": "no such overload",
    "self.i.hasValue()": "no such overload",
    "timestamp(1).getHours(self.i) == 1": "no such overload",
    "double(self.s) == 1.0": "type conversion error from 'string' to 'double'",
    "uint(self.s) == 1u": "type conversion error from 'string' to 'uint'",
    "uint(1e20) == 1u": "unsigned integer overflow",
    "int(18446744073709551615u) == 1": "integer overflow",
    "self.o.x.y == 1": "no such key: y",
    "self.l['a'] == 1": "unsupported index type in list: a",
    "self.l[1.5] == 1": "unsupported index type in list: 1.5",
    "self.l[-1] == 1": "index out of bounds: -1",
    "self.s[0] == ''": "no such key: 0",
    "self.m[1] == 2": "no such key: 1",
    "{self.l: 1} == {}": "unsupported key type",
    "optional.of(1).orValue(self.zz) == 1 && optional.none().value() == 1": "optional.none() dereference",
    "dyn(1) < dyn('a')": "no such overload",
    "self.l < self.l": "no such overload",
    "-self.s == ''": "no such overload",
    "!self.i": "no such overload",
    "self.i && true": "no such overload",
    "self.i ? 1 : 2": "no such overload",
    "self.i in self.i": "no such overload",
    "self.i in self.s": "no such overload",
    "5u + 18446744073709551615u == 1u": "unsigned integer overflow",
    "9223372036854775807 * 2 == 1": "integer overflow",
    "-9223372036854775807 - 2 == 1": "integer overflow",
    "5u * 18446744073709551615u == 1u": "unsigned integer overflow",
    "1u / 0u == 1u": "division by zero",
    "1u % 0u == 1u": "modulus by zero",
}


@pytest.mark.parametrize("errors", [ERRORS, SPECIFIED_ERRORS], ids=["asked", "specified"])
def test_an_error_has_the_words_of_cel_go(errors: dict[str, str]) -> None:
    def check(rule: str) -> None:
        with pytest.raises(CelError) as raised:
            said(rule)
        assert str(raised.value) == errors[rule]

    assert failing(errors, check) == {}


@each_row("rule", ["int('5.5') == 5", "bool('x')", "'a'.find('(') == ''", "matches(self, '+')"])
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


@each_row("rule", COSTLY)
def test_what_takes_too_long_has_no_answer(rule: str) -> None:
    tree = parse(rule, KUBERNETES)
    run = program(tree, IMPLEMENTED, TYPE_NAMES)
    with pytest.raises(Undecided):
        run({"self": list(range(1_000))}, StepsLeft(20_000))


@pytest.mark.parametrize("rule", ["self.map(k, k) == ['a', 'b']", "self.map(k, k) == self.map(k, k)"])
def test_what_hangs_on_the_order_of_a_map_has_no_answer(rule: str) -> None:
    with pytest.raises(Undecided):
        said(rule, self={"a": 1, "b": 2})


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
