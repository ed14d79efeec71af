"""Constraints among the dependencies of a bundle: their form, and the CEL expressions that opm compiles."""

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

from differential.oracle import Oracle
from differential.random_expressions import random_expression
from differential.subject import Subject

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.dependencies.operators.expressions import ExpressionRefusal, faults_of_form, refusal_of

_SOUND = (
    "true",
    "properties.exists(p, p.type == 'a')",
    "properties.exists(p, p.type == \"a\" && (semver_compare(p.value.version, '1.0.0') >= 0))",
    "properties.all(p, has(p.value.a) ? p.value.a in [1, 2u, 3.5, -1] : !false)",
    "size(properties.filter(p, p.value.matches(r'\\d+'))) < 0x1F // harbor",
    "properties.map(p, p.type)[0] == '''a''' || [] == [] && {} != {'a': b\"b\", 1: null}",
    "google.protobuf.Timestamp{seconds: 1} == timestamp('2020-01-01T00:00:00Z')",
    "properties[0].value.`a-b`.startsWith('\\u00e9\\x41\\101')",
    "string(1) + 'a' == type(1) || - - 1 < - 2 || !!true || .properties.size() % 2 == 1e3",
)
_PIECES = (
    *"()[]{}.,:?!-+*/%<>'\"`\\$&|=; \n",
    *("==", "!=", "&&", "||", "in", "true", "null", "if", "a", "properties", "1", "1.", ".5", "0x", "1u", "1e"),
    *("'a'", '"""', "r'", "b'", "\\q", "\\u12", "//", "size(", "p", "é", "\t", "\f", "\v", "has(", ".exists(p, "),
)
_VALUES: tuple[Any, ...] = (None, True, 5, "a", [], {}, ["a"], {"rule": "true"}, {"constraints": []}, [{}])
_FORMS: tuple[Any, ...] = (
    {},
    {"cel": {"rule": "true"}},
    {"CEL": {"Rule": "true"}},
    {"cel": {"rule": "true", "other": 1}},
    {"all": {"constraints": [{"cel": {"rule": "(true"}}, {"gvk": {"group": "a", "version": "v1", "kind": "A"}}]}},
    {"not": {"constraints": [{"any": {"constraints": [{"foo": 1}]}}]}},
    {"package": {"packageName": "a", "versionRange": ">1.0.0"}, "failureMessage": "no"},
    {"package": {"packageName": "a", "version": ">1.0.0"}},
)
_MESSAGES = "of the messages of protobuf xpkgtui knows no fields"
_DEEP = "an expression that is nested very deep is not looked at"
_SYNTAX = "(what is wrong with the syntax)"
"""Stands for the words of the parser, which are those of ANTLR."""
_LONG = "(long)"
_REPEATED = "where cel-go repeats a long expression for each of many faults, xpkgtui has its own words alone"
_CHECKED = re.compile(
    r"ERROR: <input>:\d+:\d+: (?:undeclared reference to|found no matching overload for|expected type '[^']*' but"
    r"|type '[^']*' does not support field|expression of type '[^']*' cannot be range|'[^']*' is not a message type"
    r"|cel expressions must|unexpected failed resolution of|undefined field '|expected type of field)"
)


def _traps() -> Iterator[Any]:
    yield from ({"cel": {"rule": rule}} for rule in (*_SOUND, *_PIECES))
    for rule in (
        "(true",
        "true)",
        "a",
        "foo(1)",
        "[,]",
        "{,}",
        "[1,]",
        "f(1,)",
        "a.b{c: 1}",
        "1 ? 2 ? 1 : 2 : 3",
        "-!1",
        "1",
        "properties.exists(p, p.type == 'olm.test' && (doesnt_exist(p.value, '1.0.0') == 0))",
        "properties.existsOne(p, true)",
        "[1].exists(p, true) && 1 >= 0.5",
        "1 >= 0.5 && [1].exists(p, true)",
        "[1].exists(p, p)",
        "[1].exists_one(p, p)",
        "[1].map(p, 'a', p) == [1]",
        "[1, 'a'].filter(p, p + 1 == 2) == []",
        "1.all(p, true)",
        "[].all(p.a, true)",
        "has(a)",
        "has(1.a)",
        "has(properties.a, 1)",
        "[[]][0] + [1] == ['a']",
        "{1: 'a', 'b': null}[1].c",
        "type(1) == int && type(int) == type && type([]) == list && type(null) == null_type",
        "null == 1 || null == timestamp('') || null == []",
        "-9223372036854775808 < 0 && 18446744073709551615u > 0u",
        "9223372036854775808 == 1",
        "1e400 == 1.0",
        "'é\t' == 1 && a\n&& 1 ==\t'b' && 'é' +\n  b",
        "int{a: 1, b: c}",
        "list{}",
        "google.protobuf.Int64Value{value: 1} == 1",
        "'\\ud800' == ''",
        "b'\\u0041' == b''",
        "!-2u",
        "!{}[type] || {}[null] || {}[b'a']",
        "[1].exists(type, {}[type]) || {}[type(1)]",
    ):
        yield {"cel": {"rule": rule}}
    yield {"cel": {"rule": "(" * 100 + "true" + ")" * 100}}
    yield from _FORMS
    yield from _VALUES


def _generated(chance: Random) -> Any:
    if chance.random() < 0.2:
        return _form(chance, 3)
    if chance.random() < 0.5:
        return {"cel": {"rule": random_expression(chance, chance.choice((1, 2, 2, 3)))}}
    rule = list(chance.choice(_SOUND))
    for _ in range(chance.choice((0, 1, 1, 1, 2, 3))):
        at = chance.randrange(len(rule) + 1)
        taken = chance.choice((0, 0, 1, 1, 2, 5))
        rule[at : at + taken] = chance.choice((chance.choice(_PIECES), ""))
    return {"cel": {"rule": "".join(rule)}}


def _form(chance: Random, depth: int) -> Any:
    if not depth or chance.random() < 0.2:
        return chance.choice((*_VALUES, *_FORMS))
    key = chance.choice(("all", "any", "not", "cel", "package", "gvk", "failureMessage", "All", "other"))
    return {key: chance.choice((_form(chance, depth - 1), {"constraints": [_form(chance, depth - 1)]}))}


def _theirs(oracle: Oracle, case: Any) -> Any:
    answer = oracle.ask("siblings", "constraints", text=json.dumps(case))["answer"]
    rules = {rule: _kind_of(said) for rule, said in (answer.get("rules") or {}).items() if rule}
    return {"is decoded": "error" not in answer, "rules": dict(sorted(rules.items()))}


def _kind_of(said: str) -> str:
    """What the checker says, word for word; of the parser that it refuses."""
    return (
        said
        if not said or _CHECKED.match(said) or said.startswith(("cel expressions", "invalid qualifier"))
        else _SYNTAX
    )


def _ours(case: Any) -> Any:
    found = [one for one in faults_of_form(case, FieldPath()) if "has a rule that" not in one.words]
    return {"is decoded": not found, "rules": dict(sorted(_rules(case))) if not found else {}}


def _rules(value: Any, key: str = "") -> Iterator[tuple[str, str]]:
    for name, inner in value.items() if isinstance(value, dict) else []:
        if key.lower() == "cel" and name.lower() == "rule" and inner:
            refusal = refusal_of(inner)
            yield inner, _said(refusal) if refusal else ""
        for one in inner if isinstance(inner, list) else [inner]:
            yield from _rules(one, name)


def _said(refusal: ExpressionRefusal) -> str:
    if refusal.says is not None:
        return refusal.says.removeprefix("Invalid CEL expression: ")
    return _SYNTAX if refusal.words.startswith("is not CEL") else _LONG


def _excused(case: Any, ours: Any, theirs: Any) -> str | None:
    if ours["is decoded"] != theirs["is decoded"] or ours["rules"].keys() != theirs["rules"].keys():
        return None
    other = [rule for rule, said in theirs["rules"].items() if ours["rules"][rule] != said]
    if any(ours["rules"][rule] == _LONG and len(theirs["rules"][rule]) > 1_000 for rule in other):
        return _REPEATED
    if any(ours["rules"][rule] for rule in other):
        return None
    if all("google" in rule or re.search(r"\b(?:list|map|null_type)\s*\{", rule) for rule in other):
        return _MESSAGES
    return _DEEP if all(sum(map(rule.count, "([{")) > 60 for rule in other) else None


EXPRESSIONS = Subject(
    name="expressions",
    traps=_traps,
    generated=_generated,
    theirs=_theirs,
    ours=_ours,
    excused=_excused,
)
