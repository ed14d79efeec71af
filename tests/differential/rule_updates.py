"""CEL rules of definitions when an object is updated: they see the value before as `oldSelf` (API server 1.35)."""

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

from differential.object_values import Node, whole
from differential.objects import as_told
from differential.oracle import Oracle
from differential.random_rules import random_rule
from differential.rules import PROPERTIES, WHOLE, definition_of_rules, excuse_of, object_of, told_alike
from differential.subject import Subject

from xpkgtui.formats.definitions.objects.judging import ObjectJudge, ObjectNames
from xpkgtui.formats.definitions.objects.preparing import prepared
from xpkgtui.formats.definitions.objects.rules import check_rules

_NAMES = ObjectNames(group="example.org", kind="Thing", is_namespaced=False)
_SELF = re.compile(r"\bself\b")
_OTHERS = "the object has other faults, of which the API server passes over those that it had before"
_RULES = (
    "self.s == oldSelf.s",
    "self.i >= oldSelf.i",
    "!has(oldSelf.b) || has(self.b)",
    "self.l.size() >= oldSelf.l.size()",
    "oldSelf.set.all(x, x in self.set)",
    "self.ml.all(x, oldSelf.ml.exists(y, y.k == x.k))",
    "self == oldSelf",
    "self.o == oldSelf.o",
    "oldSelf.zz == 1",
    "self.i > 5",
    "self.p == oldSelf.p",
    "self.l[9] == oldSelf.i",
    "oldSelf.i / 0 == 1",
)
_OPTIONAL = ("!oldSelf.hasValue() || oldSelf.value().s == self.s", "oldSelf.orValue(self) == self")
_BEFORE: Node = {**WHOLE, "s": "before", "i": 9, "l": [1], "set": ["a", "z"], "b": False, "o": {"x": 2, "y": "q"}}


def _traps() -> Iterator[Node]:
    for rule in _RULES:
        for old in (WHOLE, _BEFORE):
            yield {"rules": [{"rule": rule}], "old": old, "value": WHOLE}
    for rule in _OPTIONAL:
        yield {"rules": [{"rule": rule, "optionalOldSelf": True}], "old": _BEFORE, "value": WHOLE}
    fixed = {"rule": "self.i >= oldSelf.i", "messageExpression": "'was ' + string(oldSelf.i)", "fieldPath": ".i"}
    yield {"rules": [fixed], "old": _BEFORE, "value": WHOLE}


def _generated(chance: Random) -> Node:
    rules = []
    for _ in range(4):
        rule = random_rule(chance, chance.choice((1, 2, 2, 3)))
        if chance.random() < 0.7:
            rule = _SELF.sub(lambda _: chance.choice(("self", "oldSelf")), rule)
        rules.append({"rule": rule})
    old, new = (
        plain if chance.random() < 0.4 else whole({"type": "object", "properties": PROPERTIES}, chance)
        for plain in (_BEFORE, WHOLE)
    )
    return {"rules": rules, "old": old, "value": new}


def _theirs(oracle: Oracle, case: Node) -> Any:
    texts = {name: json.dumps(object_of(case[key])) for name, key in (("objects", "value"), ("old", "old"))}
    answer = oracle.ask("objects", crds=json.dumps(definition_of_rules(case)), **texts)["answer"]
    if "error" in answer:
        raise ValueError(answer["error"])
    return told_alike(as_told(answer["server"][0]))


def _ours(case: Node) -> Node:
    version = definition_of_rules(case)["spec"]["versions"][0]
    schema = version["schema"]["openAPIV3Schema"]
    plain = version | {"schema": {"openAPIV3Schema": _without_rules(schema)}}
    new, old = (prepared(object_of(case[key]), schema).value for key in ("value", "old"))
    judged = ObjectJudge(_NAMES, plain).judge(object_of(case["value"]))
    faults = judged.errors
    of_spec = schema["properties"]["spec"]
    found = check_rules(new["spec"], of_spec, "spec", old=old["spec"])
    return {
        "outcome": "refused" if found.errors or faults else "undecided" if found.unclear else "accepted",
        "unknown": [],
        "errors": [list(one) for one in sorted({(one.field, one.message) for one in (*faults, *found.errors)})],
        **({"undecided": found.unclear} if found.unclear else {}),
        **({"others": True} if faults or judged.undecided else {}),
    }


def _without_rules(schema: Node) -> Node:
    spec = {key: one for key, one in schema["properties"]["spec"].items() if key != "x-kubernetes-validations"}
    return schema | {"properties": {"spec": spec}}


def _agrees(ours: Node, theirs: Node) -> bool:
    if "undecided" not in ours:
        return bool(ours == theirs)
    named = all(one in theirs["errors"] for one in ours["errors"])
    return named and ours["outcome"] in {"undecided", theirs["outcome"]}


def _excused(case: Node, ours: Node, theirs: Node) -> str | None:
    return _OTHERS if ours.get("others") else excuse_of(case, ours, theirs)


RULE_UPDATES = Subject(
    name="rule-updates",
    traps=_traps,
    generated=_generated,
    theirs=_theirs,
    ours=_ours,
    agrees=_agrees,
    excused=_excused,
    kept=150,
)
