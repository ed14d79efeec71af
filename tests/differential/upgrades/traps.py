"""Pairs of definitions about each validation of crdify, and about what Go's decoder makes of schemas."""

from collections.abc import Iterator
from itertools import product
from typing import Any

Node = dict[str, Any]
_ABSENT = object()
_VALUES: dict[str, tuple[Any, ...]] = {
    "default": (
        _ABSENT,
        None,
        "a",
        "b",
        "",
        "<a&b>",
        "1",
        1,
        1.5,
        0,
        True,
        False,
        [],
        {},
        {"b": 1, "a": [1e30, 1e-7]},
    ),
    "description": (_ABSENT, "", "a", "b"),
    "enum": (_ABSENT, [], ["a"], ["b"], ["a", "b"], ["b", "a"], [None], [1, "1"], [{"b": 1, "a": True}], ["a", "a"]),
    "maximum": (_ABSENT, None, 0, 1, 1.5, -1, 1e6, 1e21, 123456.789, 1e-7),
    "minimum": (_ABSENT, None, 0, 1, 1.5, -1, 1e6, 1e21, 123456.789, 1e-7),
    **dict.fromkeys(
        ("maxItems", "maxLength", "maxProperties", "minItems", "minLength", "minProperties"),
        (_ABSENT, None, 0, 1, 2, 10_000_000),
    ),
    "nullable": (_ABSENT, True, False),
    "pattern": (_ABSENT, "", "^a$", '^"\\d\u00e9\t$'),
    "required": (_ABSENT, [], ["a"], ["b"], ["a", "b"], ["b", "a"], ["a", "a"], [""]),
    "type": (_ABSENT, "", "string", "integer", "object"),
    # No validation knows the others.
    "$ref": (_ABSENT, "", "a"),
    "$schema": (_ABSENT, "", "a"),
    "id": (_ABSENT, "", "a"),
    "title": (_ABSENT, "", "a", "b"),
    "format": (_ABSENT, "", "date", "int32"),
    "example": (_ABSENT, None, 1, "1", {"a": 1}),
    "externalDocs": (_ABSENT, None, {}, {"url": "a"}, {"description": "a"}, {"url": "a", "x": 1}),
    "multipleOf": (_ABSENT, None, 1, 2, 0.5),
    "exclusiveMaximum": (_ABSENT, True, False),
    "exclusiveMinimum": (_ABSENT, True, False),
    "uniqueItems": (_ABSENT, True, False),
    "x-kubernetes-preserve-unknown-fields": (_ABSENT, None, True, False),
    "x-kubernetes-embedded-resource": (_ABSENT, True, False),
    "x-kubernetes-int-or-string": (_ABSENT, True, False),
    "x-kubernetes-list-type": (_ABSENT, None, "", "set", "map"),
    "x-kubernetes-map-type": (_ABSENT, None, "", "atomic"),
    "x-kubernetes-list-map-keys": (_ABSENT, [], ["a"], ["a", "b"], ["b", "a"]),
    "x-kubernetes-validations": (
        _ABSENT,
        [],
        [{"rule": "a"}],
        [{"rule": "b"}],
        [{"rule": "a", "message": "", "fieldPath": "", "x": 1}],
        [{"rule": "a", "message": "m"}],
        [{"rule": "a", "reason": ""}],
        [{"rule": "a", "optionalOldSelf": False}],
        [{"rule": "a"}, {"rule": "b"}],
        [{"rule": "b"}, {"rule": "a"}],
    ),
    "x-unknown": (_ABSENT, 1, {}),
    # Schemas: what is in them is judged at their own path too.
    "items": (_ABSENT, {}, [], [{}], [{"type": "string"}], {"type": "string"}, {"type": "string", "x": 1}),
    "additionalProperties": (_ABSENT, None, True, False, {}, {"type": "string"}, {"description": "a"}),
    "additionalItems": (_ABSENT, True, False, {}, {"type": "string"}),
    "not": (_ABSENT, None, {}, {"required": ["a"]}, {"required": []}, {"properties": {"a": {"type": "string"}}}),
    **dict.fromkeys(
        ("allOf", "anyOf", "oneOf"),
        (_ABSENT, [], [{}], [{"required": ["a"]}], [{"description": "a"}], [{"items": {"enum": [1]}}, {}], [None]),
    ),
    **dict.fromkeys(
        ("definitions", "patternProperties"), (_ABSENT, {}, {"a": {}}, {"a": {"type": "string"}}, {"b": None})
    ),
    "dependencies": (_ABSENT, {}, {"a": []}, {"a": None}, {"a": ["b"]}, {"a": ["c", "b"]}, {"a": {"type": "string"}}),
    "properties": (_ABSENT, {}, {"a": {}}, {"a": None}, {"b": {"type": "string"}}, {"a": {"description": "a"}}),
}
"""Values of each field."""


def definition(*versions: Node, **spec: Any) -> Node:
    """A definition with these versions."""
    return {"spec": {"scope": "Namespaced", "versions": list(versions), **spec}}


def version(name: str, schema: Any, *, served: bool = True) -> Node:
    """A version with a schema."""
    return {"name": name, "served": served, "schema": {"openAPIV3Schema": schema}}


def pair(old: Any, new: Any) -> Node:
    """Two schemas of one version as a case."""
    return {"old": definition(version("v1", old)), "new": definition(version("v1", new))}


def traps() -> Iterator[Node]:
    """The cases that every run asks."""
    for field, values in _VALUES.items():
        yield _property_pairs(field, values)
    yield from _properties()
    yield from _paths()
    yield from _definitions()
    yield from _served()


def _property_pairs(field: str, values: tuple[Any, ...]) -> Node:
    """A definition with a property for each change of a field: to and from absence, and between neighbor values."""
    sides: tuple[Node, Node] = ({}, {})
    places = product(range(len(values)), repeat=2)
    near = [(values[one], values[other]) for one, other in places if abs(one - other) <= 1 or not (one and other)]
    for number, change in enumerate(near):
        for side, value in zip(sides, change, strict=True):
            side[f"p{number}"] = {} if value is _ABSENT else {field: value}
    old, new = ({"type": "object", "properties": side} for side in sides)
    return pair(old, new)


def _properties() -> Iterator[Node]:
    """Properties that come, go and change together."""
    text, port = {"type": "string", "enum": ["a"], "default": "a"}, {"type": "integer", "minimum": 1, "maximum": 3}
    old = {"properties": {"mode": text, "port": port}}
    yield pair(old, old)
    yield pair(old, {"properties": {"mode": text}})
    yield pair(old, {})
    yield pair(old, None)
    yield pair(None, old)
    yield pair(old, {"properties": {**old["properties"], "zone": {"required": ["a"], "enum": ["b"]}}})
    yield pair(
        old, {"required": ["mode"], "properties": {"mode": {**text, "enum": ["a", "b"]}, "port": {"minimum": 2}}}
    )
    yield pair(
        old, {"properties": {"mode": {**text, "type": "object", "format": "date", "title": "a"}, "port": port}}
    )
    yield pair({"properties": {"a": old}}, {"properties": {"b": old}})
    yield pair({"additionalProperties": {"not": old}}, {"additionalProperties": {"not": {}}})
    yield pair({"items": {"anyOf": [old, old]}}, {"items": {"anyOf": [old]}})


def _paths() -> Iterator[Node]:
    """Names that make two properties one."""
    text, number = {"type": "string"}, {"type": "integer"}
    yield pair({"properties": {"": text}}, {"properties": {"": number}})
    yield pair({"properties": {"a.b": text}}, {"properties": {"a": {"properties": {"b": number}}}})
    yield pair({"properties": {"a.b": text, "a": {}}}, {"properties": {"a": {"properties": {"b": text}}}})
    yield pair({"properties": {"not": text}, "not": text}, {"properties": {"not": text}, "not": number})
    yield pair({"properties": {"items": text}, "items": text}, {"properties": {"items": number}, "items": text})
    both = {"additionalProperties": {"properties": {"a": text}}, "properties": {"additionalProperties": number}}
    yield pair(both, {**both, "properties": {"additionalProperties": text}})
    yield pair(both, {**both, "additionalProperties": text})
    yield pair({"allOf": [text]}, {"properties": {"allOf[0]": number}})


def _definitions() -> Iterator[Node]:
    """The whole definition: scope, stored versions, versions without a counterpart or a schema."""
    text, number = version("v1", {"type": "string"}), version("v1", {"type": "integer"})
    one, bare = definition(text), {"name": "v1"}
    yield {"old": one, "new": definition(text, scope="Cluster")}
    yield {"old": one, "new": {}}
    yield {"old": {}, "new": one}
    yield {"old": one, "new": definition(number, group="a", conversion={"strategy": "Webhook"})}
    yield {"old": one, "new": definition({**number, "name": "v2"})}
    for stored in ([], ["v1"], ["v1", "v1beta1"], ["v1beta1", "v1alpha1"]):
        yield {"old": {**one, "status": {"storedVersions": stored}}, "new": one}
    for schema in (None, {}, {"openAPIV3Schema": None}):
        yield {"old": one, "new": definition({**bare, "schema": schema})}
        yield {"old": definition({**bare, "schema": schema}), "new": one}
        yield {"old": one, "new": definition(text, {**bare, "name": "v2", "schema": schema})}
        yield {"old": one, "new": definition(text, {"name": "v2", "served": True, "schema": schema})}
        yield {"old": definition(text, {"name": "v2", "served": True, "schema": schema}), "new": one}
    yield {"old": one, "new": definition(bare, conversion={"strategy": "Webhook"})}


def _served() -> Iterator[Node]:
    """Versions beside each other."""
    text, number = {"type": "string", "enum": ["a"]}, {"type": "integer", "enum": ["a"]}
    names = (
        *("v1", "v1beta1", "v1alpha2", "v10", "v2", "v11beta1", "v2alpha1", "a", "b", "v99999999999999999999"),
        "v1a",
    )
    kinds = ("string", "integer", "object")
    several = definition(*(version(name, {"type": kinds[at % 3]}) for at, name in enumerate(names)))
    one, two = version("v1", text), version("v2", number)
    yield {"old": definition(one), "new": several}
    yield {"old": several, "new": several}
    for conversion in ({"strategy": "None"}, {"strategy": "Webhook"}, {}, None):
        yield {"old": definition(one), "new": definition(one, two, conversion=conversion)}
    yield {"old": definition(one, two), "new": definition(one, two)}
    yield {"old": definition(one, two), "new": definition(one, version("v2", {**number, "format": "a"}))}
    yield {"old": definition(one, two), "new": definition(one, version("v2", {**number, "enum": ["b"]}))}
    yield {"old": definition(one, version("v2", number, served=False)), "new": definition(one, two)}
    yield {"old": definition(one, two), "new": definition(one, version("v2", number, served=False))}
    longer = [version("v1", {**text, "title": "a"}), version("v2", {**number, "title": "a"})]
    yield {"old": definition(one, two), "new": definition(*longer)}
    old, new = ([version("v1", {}), version("v2", {"format": value})] for value in ("date", "int32"))
    yield {"old": definition(*old), "new": definition(*new)}
