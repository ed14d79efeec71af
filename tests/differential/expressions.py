"""Constraints among the dependencies of a bundle: their form, and the CEL expressions that opm compiles."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from differential.oracle import Oracle
from differential.subject import Subject

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.registry_v1.decoding.constraint import fault_of_expression, faults_of_form

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
_TYPES = "the compiler knows types; xpkgtui checks the syntax, and the names of variables and functions"
_UNTYPED = ("Syntax error", "undeclared reference", "reserved identifier")


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
    ):
        yield {"cel": {"rule": rule}}
    yield {"cel": {"rule": "(" * 100 + "true" + ")" * 100}}
    yield from _FORMS
    yield from _VALUES


def _generated(chance: Random) -> Any:
    if chance.random() < 0.2:
        return _form(chance, 3)
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
    is_syntax = any(one in said for one in _UNTYPED) and "reference to 'google" not in said
    return "" if not said else "refused" if is_syntax else "refused for its types"


def _ours(case: Any) -> Any:
    found = [one for one in faults_of_form(case, FieldPath()) if "has a rule that" not in one.words]
    return {"is decoded": not found, "rules": dict(sorted(_rules(case))) if not found else {}}


def _rules(value: Any, key: str = "") -> Iterator[tuple[str, str]]:
    for name, inner in value.items() if isinstance(value, dict) else []:
        if key.lower() == "cel" and name.lower() == "rule" and inner:
            yield inner, "refused" if fault_of_expression(inner) else ""
        for one in inner if isinstance(inner, list) else [inner]:
            yield from _rules(one, name)


def _excused(case: Any, ours: Any, theirs: Any) -> str | None:
    if ours["is decoded"] != theirs["is decoded"] or ours["rules"].keys() != theirs["rules"].keys():
        return None
    said = zip(ours["rules"].values(), theirs["rules"].values(), strict=True)
    return _TYPES if all(our == their or their == "refused for its types" for our, their in said) else None


EXPRESSIONS = Subject(
    name="expressions",
    traps=_traps,
    generated=_generated,
    theirs=_theirs,
    ours=_ours,
    excused=_excused,
)
