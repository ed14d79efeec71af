"""CEL rules of definitions: random expressions about random values, as the API server evaluates them (1.35)."""

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

from differential.object_values import Node, whole
from differential.objects import as_told, asked
from differential.oracle import Oracle
from differential.random_rules import random_rule
from differential.subject import Subject

from xpkgtui.formats.definitions.objects.judging import ObjectJudge, ObjectNames

_TEXT: Node = {"type": "string"}
_INTEGER: Node = {"type": "integer"}
PROPERTIES: Node = {
    "i": _INTEGER,
    "j": _INTEGER,
    "n": {"type": "number"},
    "s": _TEXT,
    "t": {"type": "string", "enum": ["a", "b", "1Gi", "10.0.0.1", "https://a.b/c", "1.2.3", "90m"]},
    "b": {"type": "boolean"},
    "p": {"x-kubernetes-int-or-string": True},
    "l": {"type": "array", "items": _INTEGER},
    "ls": {"type": "array", "items": _TEXT},
    "set": {"type": "array", "x-kubernetes-list-type": "set", "items": _TEXT},
    "m": {"type": "object", "additionalProperties": _INTEGER},
    "ml": {
        "type": "array",
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["k"],
        "items": {"type": "object", "required": ["k"], "properties": {"k": _TEXT, "v": _INTEGER}},
    },
    "o": {"type": "object", "properties": {"x": _INTEGER, "y": _TEXT}},
    "dur": {"type": "string", "format": "duration"},
    "dt": {"type": "string", "format": "date-time"},
    "a-b": _TEXT,
    "if": _TEXT,
    "nul": {"type": "string", "nullable": True},
}
WHOLE: Node = {
    "i": 5,
    "j": -7,
    "n": 1.5,
    "s": "abc",
    "t": "1Gi",
    "b": True,
    "p": "50%",
    "l": [3, 1, 2],
    "ls": ["x", "y"],
    "set": ["a", "b"],
    "m": {"a": 1, "b-c": 2},
    "ml": [{"k": "a", "v": 1}, {"k": "b"}],
    "o": {"x": 1},
    "dur": "1h30m",
    "dt": "2024-02-03T04:05:06.789Z",
    "a-b": "dash",
    "if": "kw",
}
_RULES = (
    "self.a__dash__b == 'dash' && self.__if__ == 'kw'",
    "self.`a-b` == 'dash'",
    "self.zz == 1",
    "has(self.nul) || self.nul == null",
    "self.p < 'a'",
    "self.p + 1 == 81",
    "self.p.size() == 1",
    "type(self.p) == string && self.p.endsWith('%')",
    "self.set == ['b', 'a'] && self.set + ['b', 'c'] == ['a', 'b', 'c']",
    "self.ml.exists(x, x.k == 'b' && !has(x.v)) && self.ml == self.ml",
    "self.o == self.ml",
    "self.o.?y.orValue('q') == 'q'",
    "self.dur > duration('1h') && self.dur.getMilliseconds() == 5400000",
    "self.dt.getDayOfYear() == 33 && self.dt.getHours('+02:00') == 6",
    "[self.p, 1].size() == 2",
    "{'a': 1, 'b': 'c'}.size() == 2",
    "self.s.matches('(')",
    "self.s.find('(') == ''",
    "self.s.matches(self.s + '(')",
    "'%s %d'.format(['a', 'b']) == ''",
    "'%s'.format([]) == ''",
    "'%d'.format([self.p]) == ''",
    "duration('x') == duration('1s')",
    "int('5.5') == 5",
    "self.l.sortBy(x, -x) == [3, 2, 1] && self.l.all(i, v, i < v + 3)",
    "quantity(self.t).isGreaterThan(quantity('1G'))",
    "url(self.t).getHost() == ''",
    "oldSelf == self",
    "self.i",
    "self.b ? self.i : self.s",
    "format.dns1123Label().validate(self.s) == null",
    "self == null || self.o != null",
)
_TYPE = re.compile(r"\bselfType[0-9]*")
_NAMES = ObjectNames(group="example.org", kind="Thing", is_namespaced=False)
_PARSER = "the words of cel-go's parser, which are those of ANTLR, are not known"
_TRIPS = "cel-go trips over a list that could not be had, and says which of its types it did not expect"
_ADDRESSES = "why Go does not take a URL or an address is said in Go's words for common reasons only"


def _traps() -> Iterator[Node]:
    for rule in _RULES:
        yield {"rules": [{"rule": rule}], "value": WHOLE}
    yield {"rules": [{"rule": "!oldSelf.hasValue()", "optionalOldSelf": True}], "value": WHOLE}
    for more in (
        {"messageExpression": "'i is ' + string(self.i)"},
        {"messageExpression": "'' + string(self.zz)", "message": "no"},
        {"messageExpression": "string(self.l[9])", "message": "no"},
        {"messageExpression": "' '", "message": " no "},
        {"reason": "FieldValueForbidden"},
        {"reason": "FieldValueRequired", "fieldPath": ".o.x"},
        {"reason": "FieldValueDuplicate", "fieldPath": ".m['a']"},
        {"fieldPath": "['a-b']"},
    ):
        yield {"rules": [{"rule": "self.i > 5", **more}], "value": WHOLE}


def _generated(chance: Random) -> Node:
    rules = [{"rule": random_rule(chance, chance.choice((1, 2, 2, 3)))} for _ in range(4)]
    value = WHOLE if chance.random() < 0.4 else whole({"type": "object", "properties": PROPERTIES}, chance)
    return {"rules": rules, "value": value}


def definition_of_rules(case: Node) -> Node:
    """A definition whose spec has the rules of a case."""
    spec = {"type": "object", "properties": PROPERTIES, "x-kubernetes-validations": case["rules"]}
    schema = {"type": "object", "properties": {"spec": spec}}
    version = {"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": schema}}
    names = {"kind": "Thing", "plural": "things", "singular": "thing", "listKind": "ThingList"}
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "things.example.org"},
        "spec": {"group": "example.org", "scope": "Cluster", "names": names, "versions": [version]},
    }


def object_of(spec: Node) -> Node:
    """An object of it."""
    return {"apiVersion": "example.org/v1", "kind": "Thing", "metadata": {"name": "a"}, "spec": spec}


def _theirs(oracle: Oracle, case: Node) -> Any:
    (answer,) = asked(oracle, definition_of_rules(case), [object_of(case["value"])])
    return told_alike(as_told(answer))


def told_alike(told: Node) -> Any:
    """An answer without the numbers of types, which count the schemas that were compiled before."""
    return json.loads(_TYPE.sub("selfType", json.dumps(told, ensure_ascii=False)))


def _ours(case: Node) -> Node:
    version = definition_of_rules(case)["spec"]["versions"][0]
    found = ObjectJudge(_NAMES, version).judge(object_of(case["value"]))
    errors = sorted({(one.field, one.message) for one in found.errors})
    return {
        "outcome": str(found.outcome),
        "unknown": list(found.unknown),
        "errors": [list(one) for one in errors],
        **({"undecided": found.undecided} if found.undecided else {}),
    }


def _agrees(ours: Node, theirs: Node) -> bool:
    if "undecided" not in ours:
        return bool(ours == theirs)
    named = all(one in theirs["errors"] for one in ours["errors"])
    return named and ours["outcome"] in {"undecided", theirs["outcome"]}


def excuse_of(case: Node, ours: Node, theirs: Node) -> str | None:
    """Why two answers may differ; none if nothing excuses that."""
    if ours["outcome"] != theirs["outcome"]:
        return None
    mine, others = ({tuple(one) for one in each["errors"]} for each in (ours, theirs))
    left = [message for _, message in mine ^ others]
    unread = sum(one.endswith("compilation failed") for one in left)
    if unread * 2 == sum("compilation failed" in one for one in left) == len(left):
        return _PARSER
    if any("interface conversion: *types.Err" in one for one in left):
        return _TRIPS
    return _ADDRESSES if all("during conversion from string" in one for one in left) else None


RULES = Subject(
    name="rules",
    traps=_traps,
    generated=_generated,
    theirs=_theirs,
    ours=_ours,
    agrees=_agrees,
    excused=excuse_of,
)
