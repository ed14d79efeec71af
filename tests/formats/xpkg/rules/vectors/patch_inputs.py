"""Inputs of function-patch-and-transform: one that uses all of it, and random ones with one or two things changed."""

import copy
from collections.abc import Iterator
from random import Random
from typing import Any

_BASE = {"apiVersion": "example.org/v1", "kind": "XInner"}
_TRANSFORMS: list[dict[str, Any]] = [
    {"type": "math", "math": {"type": "Multiply", "multiply": 3}},
    {"type": "math", "math": {"type": "ClampMin", "clampMin": 1, "clampMax": 2}},
    {"type": "map", "map": {"a": "b", "c": {"d": 1}}},
    {"type": "match", "match": {"patterns": [{"type": "literal", "literal": "a", "result": 1}, {"regexp": "a+"}]}},
    {"type": "match", "match": {"patterns": [{"type": "regexp", "regexp": "^a$"}], "fallbackTo": "Input"}},
    {"type": "string", "string": {"type": "Format", "fmt": "%s"}},
    {"type": "string", "string": {"type": "Convert", "convert": "ToUpper"}},
    {"type": "string", "string": {"type": "TrimPrefix", "trim": "a"}},
    {"type": "string", "string": {"type": "Regexp", "regexp": {"match": "(a)b", "group": 1}}},
    {"type": "string", "string": {"type": "Join", "join": {"separator": ","}}},
    {"type": "string", "string": {"type": "Replace", "replace": {"search": "a", "replace": ""}}},
    {"type": "convert", "convert": {"toType": "int64", "format": "none"}},
]
_TRANSFORMS[3]["match"]["patterns"][1]["type"] = "regexp"
_COMBINE = {"strategy": "string", "variables": [{"fromFieldPath": "spec.a"}], "string": {"fmt": "%s"}}
_POLICY = {"fromFieldPath": "Required", "toFieldPath": "MergeObjects"}
WHOLE: dict[str, Any] = {
    "apiVersion": "pt.fn.crossplane.io/v1beta1",
    "kind": "Resources",
    "metadata": {"name": "a", "labels": {"a": "b"}},
    "patchSets": [{"name": "set", "patches": [{"fromFieldPath": "spec.a", "transforms": [_TRANSFORMS[6]]}]}],
    "environment": {"patches": [{"type": "ToEnvironmentFieldPath", "fromFieldPath": "a", "toFieldPath": "b"}]},
    "resources": [
        {
            "name": "one",
            "base": _BASE,
            "patches": [{"fromFieldPath": "spec.a", "transforms": [one], "policy": _POLICY} for one in _TRANSFORMS]
            + [
                {"type": "CombineFromComposite", "combine": _COMBINE, "toFieldPath": "spec.a"},
                {"type": "PatchSet", "patchSetName": "set"},
            ],
            "connectionDetails": [
                {"name": "a", "type": "FromValue", "value": "b"},
                {"name": "b", "type": "FromFieldPath", "fromFieldPath": "spec.a"},
                {"name": "c", "type": "FromConnectionSecretKey", "fromConnectionSecretKey": "d"},
            ],
            "readinessChecks": [
                {"type": "MatchString", "fieldPath": "a", "matchString": "b"},
                {"type": "MatchInteger", "fieldPath": "a", "matchInteger": 1},
                {"type": "MatchCondition", "matchCondition": {"type": "Ready", "status": "True"}},
                {"type": "NonEmpty", "fieldPath": "a"},
                {"type": "None"},
            ],
        },
        {"name": "two", "base": _BASE, "patches": [{"type": "PatchSet", "patchSetName": "set"}]},
    ],
    "writeConnectionSecretToRef": {"name": "a"},
}
"""An input that the function takes."""
_VALUES: list[Any] = [
    *(None, "", "a", 'Zürich <a> "b"', "PatchSet", "CombineFromEnvironment", "(", True, 3, 1.5, 1e30, [], {}, ["a"]),
    *("ToCompositeFieldPath", "MergeObject", "Regexp", "regexp", "string", "quantity", "match", {"a": 1}),
]
_KEYS = ["mergeOptions", "Name", "fmt", "fromFieldPath", "type", "name"]


def random_inputs(count: int, seed: int) -> Iterator[dict[str, Any]]:
    """Inputs with one or two changes; the same for the same seed in every version of Python."""
    chance = Random(seed)

    def one_of(options: list[Any]) -> Any:
        return options[int(chance.random() * len(options))]

    for _ in range(count):
        value = copy.deepcopy(WHOLE)
        for _ in range(1 if chance.random() < 0.7 else 2):
            above, key = one_of(list(_places(value)))
            change = chance.random()
            if change < 0.35:
                del above[key]
            elif change < 0.9:
                # Most of the values that it replaces are decoded, so that the function judges them.
                alike = [one for one in _VALUES if one.__class__ is above[key].__class__]
                above[key] = copy.deepcopy(one_of(alike if alike and change < 0.75 else _VALUES))
            elif isinstance(above, dict):
                above[one_of(_KEYS)] = above.pop(key)
        yield value


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    for key in list(value) if isinstance(value, dict) else range(len(value)):
        yield value, key
        if isinstance(value[key], dict | list):
            yield from _places(value[key])
