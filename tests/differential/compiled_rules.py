"""CEL rules of definitions as the API server compiles and costs them (1.35), in random schemas and in real ones."""

import copy
import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

from differential.object_values import Node
from differential.objects import real_definitions
from differential.oracle import Oracle
from differential.random_rules import random_rule
from differential.rules import PROPERTIES, definition_of_rules
from differential.subject import Subject

from xpkgtui.formats.definitions.definition import check_definition

_KINDS = {
    "FieldValueRequired": "Required value",
    "FieldValueInvalid": "Invalid value",
    "FieldValueForbidden": "Forbidden",
    "InternalError": "Internal error",
}
_BOUNDS = {
    "string": ("maxLength",),
    "array": ("maxItems",),
    "object": ("maxProperties",),
}
_NUMBERS = (0, 1, 3, 10, 40, 100, 500, 2_000, 10_000, 100_000, 1_000_000)
_FIELD = re.compile(r"\bself\.(\??)(\w+)\b(?!\()")
_TYPE = re.compile(r"\bselfType[0-9]*")
_SYNTAX = "the words of cel-go's parser, which are those of ANTLR, are not known"
_NEWER = "cel-go 0.30, which is asked here, costs this function in another way than 0.26, that of Kubernetes 1.35"
_COSTED_ANEW = re.compile(r"(?<![.\w])matches\(|\.distinct\(|\.flatten\(")
_FURTHER = (
    "size(self.s) + size(self.t) < 10",
    "self.ls.all(x, self.ls.all(y, self.ls.all(z, x + y + z != '')))",
    "self.ml.all(x, self.ml.exists(y, x.k == y.k && x.v < y.v))",
    "self.m.all(k, k.matches('^[a-z]+$') && self.m[k] > 0)",
    "self.ls.map(x, x + 'a').join(',').size() < 10",
    "self.ls.filter(x, x.contains(self.s)).size() == self.set.size()",
    "self.s.split(',').all(x, x.startsWith(self.t) || x.endsWith(self.s))",
    "self.s.replace(self.t, 'abc').lowerAscii().matches('a*b*c*')",
    "[self.s, self.t].all(x, x == self.s)",
    "{'a': self.s, 'b': self.t}.all(k, v, v == self.s)",
    "self.ls.transformList(i, v, v + self.s).exists(x, x == 'a')",
    "self.m.transformMap(k, v, v + 1).exists(k, k == self.s)",
    "self.?s.orValue('a') == self.t",
    "self.?o.?y.optMap(x, x + self.s).orValue('') == ''",
    "cidr(self.t).containsIP(self.s) && ip(self.s) == ip(self.t)",
    "quantity(self.t).add(1).compareTo(quantity(self.s)) == 0 && url(self.s) == url(self.t)",
    "self.ls.sortBy(x, x) == self.set && self.ls.isSorted() && self.l.max() > self.l.indexOf(3)",
    "(self.b ? self.ls : self.set).exists(x, x in self.ls)",
    "self.p == 'a' || dyn(self.s) == self.p || self.p in self.ls",
    "self.l.exists_one(x, x in self.l) && matches(self.s, 'a+')",
    "self.s.find(self.t) == self.s.findAll('a').join('b')",
    "bytes(self.s) == b'a' || string(bytes(self.s)) + self.t == 'b'",
    "'%s'.format([self.ls]) == self.s && strings.quote(self.s) == self.t",
    "format.dns1123Label().validate(self.s).hasValue()",
    "self.dt > timestamp('2024-01-01T00:00:00Z') || self.dur == duration('1s')",
    "oldSelf == self || oldSelf.s == self.t",
)


def _traps() -> Iterator[Node]:
    for bounds in ({}, {"maxLength": 40, "maxItems": 10, "maxProperties": 10}):
        for text in _FURTHER:
            yield {"rules": [{"rule": text}], "bounds": dict(bounds), "place": []}
    rule: Node = {"rule": "self.s == self.t && self.ls.all(x, x == self.s)"}
    for place in (["items"], ["items", "items"], ["values", "items"], ["map", "values"], ["properties"]):
        for most in (None, 10, 1_000):
            yield {"rules": [rule, {"rule": "self.s == oldSelf.s"}], "bounds": {}, "place": place, "most": most}
    others: tuple[Node, ...] = (
        {"messageExpression": "self.s + self.t"},
        {"messageExpression": "self.i"},
        {"messageExpression": "self.nothing"},
        {"messageExpression": "self.ls.map(x, self.ls.map(y, x + y).join(',')).join(',')"},
        {"optionalOldSelf": True},
    )
    for more in others:
        yield {"rules": [{"rule": "self.i > 5", **more}], "bounds": {}, "place": []}
    yield {
        "rules": [{"rule": "oldSelf.orValue(self) == self", "optionalOldSelf": True}],
        "bounds": {},
        "place": ["items"],
    }


def _generated(chance: Random) -> Node:
    rules: list[Node] = [{"rule": chance.choice((*_FURTHER, *[random_rule(chance, 3)] * 40))} for _ in range(3)]
    if chance.random() < 0.2:
        rules[0]["rule"] = _mistyped(rules[0]["rule"], chance)
    words = [word for each in _BOUNDS.values() for word in each]
    bounds = {word: chance.choice(_NUMBERS) for word in words if chance.random() < 0.7}
    places: tuple[list[str], ...] = (
        [],
        [],
        ["items"],
        ["values"],
        ["map"],
        ["items", "values"],
        ["map", "items"],
        ["properties", "items"],
    )
    most = chance.choice((None, *_NUMBERS))
    return {"rules": rules, "bounds": bounds, "place": list(chance.choice(places)), "most": most}


def _mistyped(rule: str, chance: Random) -> str:
    """A rule in which a few characters are gone, doubled, or others."""
    for _ in range(chance.choice((1, 1, 2))):
        at = chance.randrange(len(rule) or 1)
        rule = rule[:at] + chance.choice(("", rule[at : at + 1] * 2, *"()[]{}.,?:'\\ é\n")) + rule[at + 1 :]
    return rule


def _bounded(schema: Node, bounds: Node) -> Node:
    """A schema in which texts, lists and maps have these bounds."""
    words = _BOUNDS.get(str(schema.get("type")), ())
    is_map = "additionalProperties" in schema
    found = {word: bounds[word] for word in words if word in bounds and (schema["type"] != "object" or is_map)}
    for word in ("items", "additionalProperties"):
        if word in schema:
            found[word] = _bounded(schema[word], bounds)
    if "properties" in schema:
        found["properties"] = {name: _bounded(one, bounds) for name, one in schema["properties"].items()}
    return {**schema, **found}


def _real(chance: Random) -> Node:
    """Rules about the fields of an object somewhere in a real schema."""
    name = chance.choice(sorted(real_definitions()))
    schema = real_definitions()[name]["spec"]["versions"][0].get("schema", {}).get("openAPIV3Schema", {})
    place, node = chance.choice([*_objects(schema, [])] or [([], schema)])
    fields = node.get("properties", {})
    rules = [{"rule": _FIELD.sub(lambda one: _named(one, fields, chance), random_rule(chance, 3))} for _ in range(3)]
    if chance.random() < 0.2:
        rules[0]["rule"] = _mistyped(rules[0]["rule"], chance)
    return {"definition": name, "rules": rules, "place": place}


def _objects(schema: Node, place: list[str]) -> Iterator[tuple[list[str], Node]]:
    """The objects with fields in a schema, and where they stand."""
    if schema.get("properties"):
        yield place, schema
        for name, one in schema["properties"].items():
            yield from _objects(one, [*place, "properties", name])
    for word in ("items", "additionalProperties"):
        if isinstance(schema.get(word), dict):
            yield from _objects(schema[word], [*place, word])


def _named(one: re.Match[str], fields: Node, chance: Random) -> str:
    """A field of the wanted type in the place of one of `PROPERTIES`; where there is none, sometimes another one."""
    wanted = PROPERTIES.get(one[2], {}).get("type")
    fitting = sorted(name for name, field in fields.items() if wanted is not None and field.get("type") == wanted)
    others = sorted(fields) if chance.random() < 0.3 else []
    return f"self.{one[1]}{chance.choice(fitting or others or [one[2]])}"


def _definition(case: Node) -> Node:
    """A definition with the rules somewhere below its spec, or in a real schema."""
    if "definition" in case:
        real = copy.deepcopy(real_definitions()[case["definition"]])
        node = real["spec"]["versions"][0].setdefault("schema", {}).setdefault("openAPIV3Schema", {"type": "object"})
        for word in case["place"]:
            node = node[word]
        node["x-kubernetes-validations"] = case["rules"]
        return real
    definition = definition_of_rules(case)
    schema = definition["spec"]["versions"][0]["schema"]["openAPIV3Schema"]
    inner = _bounded({**schema["properties"]["spec"], "properties": PROPERTIES}, case["bounds"])
    most = case.get("most")
    for part in reversed(case["place"]):
        if part in ("items", "map"):
            list_type: Node = {"x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["s"]}
            keyed = {**inner, "required": ["s"]} if inner.get("properties", {}).get("s") else None
            inner = {"type": "array", **(list_type if part == "map" and keyed else {}), "items": keyed or inner}
            inner |= {} if most is None else {"maxItems": most}
        elif part == "values":
            inner = {"type": "object", "additionalProperties": inner}
            inner |= {} if most is None else {"maxProperties": most}
        else:
            inner = {"type": "object", "properties": {"below": inner}}
    schema["properties"]["spec"] = inner
    return definition


def _theirs(oracle: Oracle, case: Node) -> Any:
    answer = oracle.ask("packages", "crds", text=json.dumps(_definition(case)))["answer"]
    said = {
        (_KINDS.get(one["type"], one["type"]), one["field"], _TYPE.sub("selfType", one["detail"]))
        for one in answer.get("errors", ())
        if not f"{one['field']} ".startswith("status.")
    }
    return sorted(map(list, said))


def _ours(case: Node) -> Any:
    found = check_definition(_definition(case))
    said = {("undecided" if one.is_undecided else str(one.type), one.field, one.detail) for one in found}
    return sorted(map(list, said))


def _agrees(ours: Any, theirs: Any) -> bool:
    """What is undecided may be anything; without it both say the same."""
    open_fields = {where for kind, where, _ in ours if kind == "undecided"}
    certain = [one for one in ours if one[0] != "undecided"]
    if not open_fields:
        return bool(ours == theirs)
    return bool(all(one in theirs for one in certain))


def _excused(case: Node, ours: Any, theirs: Any) -> str | None:
    left = [one for one in (*ours, *theirs) if (one in ours) is not (one in theirs)]
    uncompiled = [one for one in left if "compilation failed" in one[2]]
    costed = [one for one in left if one[0] == "Forbidden"]
    if len(uncompiled) + len(costed) < len(left):
        return None
    if costed or not ours or not theirs:
        return _NEWER if costed and _COSTED_ANEW.search(json.dumps(case["rules"])) else None
    is_syntax = all(one[2].endswith("compilation failed") for one in uncompiled if one in ours)
    return _SYNTAX if is_syntax else None


COMPILED_RULES = Subject(
    name="compiled-rules",
    traps=_traps,
    generated=_generated,
    theirs=_theirs,
    ours=_ours,
    agrees=_agrees,
    excused=_excused,
    kept=120,
)
REAL_RULES = Subject(
    name="real-rules",
    traps=tuple,
    generated=_real,
    theirs=_theirs,
    ours=_ours,
    agrees=_agrees,
    excused=_excused,
    counted=lambda case: len(case["rules"]),
    kept=0,
)
