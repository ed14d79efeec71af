"""Rules of CEL are compiled and costed before a definition is taken, in the words of the API server."""

import re
from typing import Any

import pytest
from builders.cases import each_row

from xpkgtui.formats.definitions.field_errors import FieldError, LinkedPath
from xpkgtui.formats.definitions.schema import SchemaCheck

TEXT, INTEGER = {"type": "string"}, {"type": "integer"}
HINT = (
    "(try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are "
    "declared)"
)


def found(node: dict[str, Any]) -> list[FieldError]:
    root = {"type": "object", "properties": {"a": node}}
    return SchemaCheck().run(root, LinkedPath(None, "s"), status=False)


def said(node: dict[str, Any]) -> list[str]:
    return [one.message.removeprefix("s.properties[a].") for one in found(node)]


def with_rule(node: dict[str, Any], rule: str, **more: Any) -> dict[str, Any]:
    return {**node, "x-kubernetes-validations": [{"rule": rule, **more}]}


THING = {"type": "object", "properties": {"n": INTEGER, "t": TEXT}}
RULE = "x-kubernetes-validations[0].rule: Invalid value:"


@each_row(
    ("rule", "message"),
    [
        ("self.n > 3", ""),
        (
            "self.nothing > 3",
            f"{RULE} compilation failed: ERROR: <input>:1:5: undefined field 'nothing'\n | self.nothing > 3",
        ),
        ("self.n", f"{RULE} cel expression must evaluate to a bool"),
        ("self.n >", f"{RULE} compilation failed"),
        ("self.t.matches('(')", f"{RULE} compilation failed: ERROR: <input>:1:16: invalid matches argument"),
    ],
)
def test_a_rule_that_does_not_compile_is_refused_at_its_place(rule: str, message: str) -> None:
    assert [one[: len(message)] for one in said(with_rule(THING, rule))] == [message] * bool(message)


@each_row(
    ("expression", "message"),
    [
        ("self.t + '!'", ""),
        ("self.n", "messageExpression must evaluate to a string"),
        (
            "self.x",
            "messageExpression compilation failed: ERROR: <input>:1:5: undefined field 'x'\n | self.x\n | ....^",
        ),
    ],
)
def test_an_expression_of_a_message_is_compiled_too(expression: str, message: str) -> None:
    place = "x-kubernetes-validations[0].messageExpression: Invalid value: "
    node = with_rule(THING, "self.n > 3", messageExpression=expression)
    assert said(node) == [f"{place}{message}"] * bool(message)


LISTED: dict[str, Any] = {"type": "array", "items": TEXT}
TWICE = "self.all(x, self.all(y, x == y))"


@each_row(
    ("node", "factors"),
    [
        ({**LISTED, "maxItems": 100, "items": {**TEXT, "maxLength": 10}}, []),
        ({**LISTED, "maxItems": 2_000, "items": {**TEXT, "maxLength": 10}}, ["3.6x"]),
        (LISTED, ["more than 100x"]),
        ({**LISTED, "maxItems": 100}, ["more than 100x"]),
    ],
)
def test_the_cost_of_a_rule_follows_from_the_bounds_of_its_schema(node: dict[str, Any], factors: list[str]) -> None:
    rules = [one.detail for one in found(with_rule(node, TWICE)) if one.detail.startswith("estimated rule cost")]
    assert rules == [f"estimated rule cost exceeds budget by factor of {one} {HINT}" for one in factors]


def test_rules_that_cost_too_much_together_are_named_the_dearest_first() -> None:
    dear = with_rule({**LISTED, "maxItems": 3_000, "items": {**TEXT, "maxLength": 1}}, TWICE)
    node = {"type": "object", "properties": dict.fromkeys("pqrstu", dear)}
    together = [one for one in found(node) if not one.detail.startswith("estimated rule cost exceeds")]
    assert [one.detail.partition(" exceed")[0] for one in together] == [
        *["contributed to estimated rule cost total"] * 4,
        "x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema",
    ]
    assert together[-1].field == "s"


def test_a_list_multiplies_the_cost_of_the_rules_of_its_items() -> None:
    item = with_rule({**TEXT, "maxLength": 1_000}, "self.matches('^a$')")
    assert said({"type": "array", "maxItems": 100, "items": item}) == []
    (message,) = said({"type": "array", "maxItems": 100_000, "items": item})
    assert "items.x-kubernetes-validations[0].rule: Forbidden: estimated rule cost exceeds budget" in message


@pytest.mark.parametrize(
    ("list_type", "is_refused"),
    [({}, True), ({"x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["t"]}, False)],
)
def test_the_old_value_of_an_item_is_known_by_its_key_only(list_type: dict[str, Any], is_refused: bool) -> None:
    item = with_rule({**THING, "required": ["t"]}, "self.n == oldSelf.n")
    messages = said({"type": "array", "maxItems": 10, **list_type, "items": item})
    words = "oldSelf cannot be used on the uncorrelatable portion of the schema within s.properties[a]"
    assert [one.partition(": Invalid value: ")[2] for one in messages] == [words] * is_refused


def test_the_same_rule_about_other_fields_is_compiled_anew() -> None:
    other = {"type": "object", "properties": {"n": TEXT, "t": TEXT}}
    rule = "self.n > 3"
    assert said(with_rule(THING, rule)) == []
    assert len(said(with_rule(other, rule))) == 1
    assert said(with_rule(THING, rule)) == []


def test_the_same_rule_about_other_bounds_costs_something_else() -> None:
    few, many = ({**LISTED, "maxItems": most, "items": {**TEXT, "maxLength": 1}} for most in (10, 100_000))
    assert [bool(said(with_rule(one, TWICE))) for one in (few, many, few)] == [False, True, False]


def test_a_rule_that_is_too_deep_is_undecided() -> None:
    (error,) = found(with_rule(THING, "(" * 70 + "self.n > 3" + ")" * 70))
    assert (error.is_undecided, error.field) == (True, "s.properties[a].x-kubernetes-validations[0].rule")


def test_below_a_fault_of_the_schema_no_rule_is_compiled() -> None:
    node = with_rule({**THING, "properties": {"n": {**INTEGER, "x-kubernetes-map-type": "atomic"}}}, "self.nothing")
    assert [one.field for one in found(node)] == ["s.properties[a].properties[n].type"]


@each_row(
    ("rule", "detail"),
    [
        ("self > 2", ""),
        ("self > 5", "failed rule: self > 5"),
        ("self == oldSelf", ""),
        ("self > oldSelf", "failed rule: self > oldSelf"),
    ],
)
def test_a_default_satisfies_the_rules_of_its_schema(rule: str, detail: str) -> None:
    errors = found(with_rule({**INTEGER, "default": 5}, rule))
    assert [(one.field, one.detail) for one in errors] == [("s.properties[a].default", detail)] * bool(detail)


def test_a_rule_below_a_default_is_named_by_its_field() -> None:
    inner = with_rule({**INTEGER}, "self > 5")
    node = {"type": "object", "properties": {"n": {"type": "array", "items": inner}}, "default": {"n": [7, 3]}}
    assert [one.field for one in found(node)] == ["s.properties[a].default.n[1]"]


NAMED: dict[str, Any] = {
    "type": "object",
    "properties": {
        "n": INTEGER,
        "d": {"type": "number"},
        "t": {**TEXT, "maxLength": 9},
        "namespace": TEXT,
        "o": THING,
    },
}
ADDRESSES = "cidr(self.t).ip() == ip(self.t)"


@each_row(
    ("rule", "since"),
    [
        ("self.t.indexOf('a') == 1 && self.t.find('a') == 'a' && isURL(self.t)", 28),
        ("self.?t.orValue('a') == 'a'", 29),
        ("self.?t.optMap(x, x == 'a').orValue(false)", 29),
        ("self.n > 1.5 || self.n < self.d", 29),
        ("isQuantity(self.t) && quantity(self.t).isLessThan(quantity('1'))", 29),
        ("'%s'.format([self.n]) == 'a'", 30),
        ("sets.contains([self.n], [1])", 30),
        ("isIP(self.t) && ip(self.t).family() == 4", 31),
        ("self.namespace == 'a'", 32),
        ("!format.dns1123Label().validate(self.t).hasValue()", 32),
        ("[self.n].all(i, v, v > i)", 33),
        ("[self.n].transformList(i, v, v + i) == [1]", 33),
        (ADDRESSES, 33),
        ("isSemver(self.t) && semver(self.t).major() == 1", 34),
        ("[self.n].sort() == [1] && [self.n].sortBy(x, -x) == [1] && [1].reverse() == [1]", 35),
    ],
)
def test_a_rule_compiles_since_the_release_that_knows_what_is_in_it(rule: str, since: int) -> None:
    def is_taken(release: int) -> bool:
        root = {"type": "object", "properties": {"a": with_rule(NAMED, rule)}}
        return not SchemaCheck(release=release).run(root, LinkedPath(None, "s"), status=False)

    assert [one for one in range(28, 36) if is_taken(one)] == [*range(since, 36)]


@each_row(
    ("rule", "release", "factors"),
    [
        (ADDRESSES, 31, ["more than 100x", "more than 100x"]),
        (ADDRESSES, 33, []),
    ],
)
def test_an_older_release_knows_fewer_sizes(rule: str, release: int, factors: list[str]) -> None:
    root = {"type": "object", "properties": {"a": with_rule(NAMED, rule)}}
    errors = SchemaCheck(release=release).run(root, LinkedPath(None, "s"), status=False)
    found = [times for one in errors for times in re.findall(r"factor of (more than \S+|\S+)", one.detail)]
    assert found == factors
