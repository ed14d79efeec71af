"""Changes to definitions that keep them readable to Go: each field of a schema, its versions, and the rest."""

import copy
from collections.abc import Callable
from random import Random
from typing import Any

from differential.definition_values import schemas

Node = dict[str, Any]
_VALUES: dict[str, tuple[Any, ...]] = {
    "$ref": ("", "#/x"),
    "$schema": ("", "x"),
    "additionalItems": (True, False, {"type": "string"}),
    "additionalProperties": (True, False, {}, {"type": "string"}, {"type": "object", "nullable": True}),
    "allOf": ([], [{}], [{"required": ["a"]}], [{"properties": {"a": {}}}]),
    "anyOf": ([], [{"type": "integer"}, {"type": "string"}], [{"items": {"minimum": 1}}]),
    "default": (None, "", "a", 0, 1, 1.5, True, False, [], ["a"], {}, {"b": "x", "a": None}),
    "definitions": ({}, {"a": {"type": "string"}}),
    "dependencies": ({}, {"a": ["b"]}, {"a": {"type": "string"}}),
    "description": ("", "x", "y"),
    "enum": ([], ["a"], [1, "a", None], [{"a": 1}], ["a", "b"]),
    "example": (1, "x"),
    "exclusiveMaximum": (True, False),
    "externalDocs": ({"url": "x"}, {}),
    "format": ("", "date", "int32"),
    "id": ("", "x"),
    "items": ({}, {"type": "string"}, [], [{"type": "string"}]),
    "maxItems": (0, 3),
    "maxLength": (0, 3, 63),
    "maxProperties": (0, 3),
    "maximum": (0, 1.5, -1, 65535),
    "minItems": (0, 3),
    "minLength": (0, 1, 3),
    "minProperties": (0, 3),
    "minimum": (0, 1.5, 2),
    "multipleOf": (1, 0.5),
    "not": ({}, {"required": ["a"]}),
    "nullable": (True, False),
    "oneOf": ([{"description": "x"}], [{"title": "x"}, {"not": {"properties": {"b": {"minLength": 1}}}}]),
    "pattern": ("", "^a$", "^b$"),
    "patternProperties": ({}, {"a": {"type": "string"}}),
    "properties": ({}, {"a": {}}, {"a": {"type": "string"}}, None),
    "required": ([], ["a"], ["spec"], ["a", "b"]),
    "title": ("", "x"),
    "type": ("", "string", "integer", "object", "array", "boolean"),
    "uniqueItems": (True, False),
    "x-kubernetes-embedded-resource": (True, False),
    "x-kubernetes-int-or-string": (True, False),
    "x-kubernetes-list-map-keys": ([], ["a"], ["name"]),
    "x-kubernetes-list-type": ("", "atomic", "set", "map"),
    "x-kubernetes-map-type": ("", "atomic", "granular"),
    "x-kubernetes-preserve-unknown-fields": (True, False),
    "x-kubernetes-validations": ([], [{"rule": "self == oldSelf", "message": "no"}], [{"rule": "true"}]),
    "x-unknown": (1, {}),
}
_NAMES = ("a", "name", "items", "a.b", "zone", "not", "description")


def change(value: Node, chance: Random) -> None:
    """Changes something: in a schema mostly."""
    nodes = [node for version in value["spec"]["versions"] for node in schemas(version.get("schema"))]
    if nodes and chance.random() < 0.75:
        chance.choice(_SCHEMA_CHANGES)(chance.choice(nodes), chance)
    else:
        chance.choice(_DEFINITION_CHANGES)(value, value["spec"], chance)


def _set(node: Node, chance: Random) -> None:
    name = chance.choice(list(_VALUES))
    node[name] = copy.deepcopy(chance.choice(_VALUES[name]))


def _set_present(node: Node, chance: Random) -> None:
    """Sets a field that is there already."""
    names = [name for name in node if name in _VALUES and name not in ("properties", "items")]
    if names:
        name = chance.choice(names)
        node[name] = copy.deepcopy(chance.choice(_VALUES[name]))


def _remove(node: Node, chance: Random) -> None:
    if node:
        del node[chance.choice(list(node))]


def _describe(node: Node, chance: Random) -> None:
    node["description"] = f"{node.get('description') or ''} ({chance.randrange(100)})"


def _choose_enum(node: Node, chance: Random) -> None:
    enum = list(node.get("enum") or ())
    if not enum or chance.random() < 0.5:
        enum.insert(chance.randint(0, len(enum)), chance.choice(("Extra", "a", 7, None)))
    else:
        del enum[chance.randrange(len(enum))]
    node["enum"] = enum


def _move_bound(node: Node, chance: Random) -> None:
    bounds = [name for name in node if name[:3] in ("max", "min") and isinstance(node[name], int)]
    if bounds:
        node[chance.choice(bounds)] += chance.choice((-1, 1))
    else:
        node[chance.choice(("minLength", "maxLength", "minimum", "maximum", "minItems"))] = chance.randrange(5)


def _properties(node: Node) -> Node:
    if not isinstance(node.get("properties"), dict):
        node["properties"] = {}
    found: Node = node["properties"]
    return found


def _drop_property(node: Node, chance: Random) -> None:
    if properties := _properties(node):
        del properties[chance.choice(list(properties))]


def _add_property(node: Node, chance: Random) -> None:
    kind = chance.choice(("string", "integer", "object"))
    _properties(node)[chance.choice(_NAMES)] = {"type": kind, **({"default": "a"} if chance.random() < 0.3 else {})}


def _rename_property(node: Node, chance: Random) -> None:
    if properties := _properties(node):
        name = chance.choice(list(properties))
        properties[chance.choice((f"{name}Name", *_NAMES))] = properties.pop(name)


def _reorder(node: Node, chance: Random) -> None:
    items = list(node.items())
    chance.shuffle(items)
    node.clear()
    node.update(items)
    for name in ("enum", "required", "oneOf"):
        if isinstance(node.get(name), list):
            chance.shuffle(node[name])


def _require(node: Node, chance: Random) -> None:
    required = list(node.get("required") or ())
    if required and chance.random() < 0.4:
        required.pop()
    else:
        required.append(chance.choice([*_properties(node), "a"]))
    node["required"] = required


def _wrap(node: Node, chance: Random) -> None:
    """Makes a list or a map of a schema, or an alternative."""
    inner = dict(node)
    node.clear()
    name = chance.choice(("items", "additionalProperties", "not", "anyOf", "oneOf", "allOf"))
    node["type"] = "array" if name == "items" else "object"
    node[name] = [inner] if name.endswith("Of") else inner


def _edit_rule(node: Node, chance: Random) -> None:
    rules = list(node.get("x-kubernetes-validations") or ({"rule": "self == oldSelf"},))
    field, value = chance.choice(
        (("message", "no"), ("rule", "true"), ("reason", "FieldValueInvalid"), ("optionalOldSelf", False), ("x", 1))
    )
    node["x-kubernetes-validations"] = [{**rules[0], field: value}, *rules[1:]]


_SCHEMA_CHANGES: tuple[Callable[[Node, Random], None], ...] = (
    _set,
    _set,
    _set,
    _set,
    _set_present,
    _remove,
    _remove,
    _describe,
    _choose_enum,
    _move_bound,
    _drop_property,
    _add_property,
    _rename_property,
    _reorder,
    _require,
    _wrap,
    _edit_rule,
)


def add_version(value: Node, spec: Node, chance: Random) -> None:
    """Adds a version like another one, with another name; a schema changed in it mostly."""
    if not spec["versions"]:
        return
    version = copy.deepcopy(chance.choice(spec["versions"]))
    taken = {one.get("name") for one in spec["versions"]}
    names = [name for name in ("v1", "v2", "v1alpha1", "v1beta2", "v10", "old") if name not in taken]
    nodes = list(schemas(version.get("schema")))
    if nodes and chance.random() < 0.8:
        chance.choice(_SCHEMA_CHANGES)(chance.choice(nodes), chance)
    if names:
        version.update(name=chance.choice(names), served=chance.random() < 0.8, storage=False)
        spec["versions"].insert(chance.randint(0, len(spec["versions"])), version)


def _drop_version(value: Node, spec: Node, chance: Random) -> None:
    if spec["versions"]:
        del spec["versions"][chance.randrange(len(spec["versions"]))]


def _edit_version(value: Node, spec: Node, chance: Random) -> None:
    if not spec["versions"]:
        return
    version = chance.choice(spec["versions"])
    match chance.randrange(8):
        case 0 | 1 | 2:
            version["served"] = not version.get("served")
        case 3:
            version["storage"] = not version.get("storage")
        case 4:
            version["schema"] = chance.choice((None, {}, {"openAPIV3Schema": {"type": "object"}}))
        case 5:
            version["deprecated"] = True
        case 6:
            version["subresources"] = {"status": {}}
        case _:
            version["additionalPrinterColumns"] = [{"name": "A", "type": "string", "jsonPath": ".spec.a"}]


def _edit_spec(value: Node, spec: Node, chance: Random) -> None:
    spec.update(
        copy.deepcopy(
            chance.choice(
                (
                    {"scope": "Cluster"},
                    {"scope": "Namespaced"},
                    {"conversion": {"strategy": "Webhook"}},
                    {"conversion": {"strategy": "None"}},
                    {"group": "other.example.org"},
                    {"names": {"kind": "Other", "plural": "others"}},
                )
            )
        )
    )


def _swap_versions(value: Node, spec: Node, chance: Random) -> None:
    spec["versions"] = spec["versions"][::-1]


_DEFINITION_CHANGES: tuple[Callable[[Node, Node, Random], None], ...] = (
    add_version,
    add_version,
    _drop_version,
    _edit_version,
    _edit_version,
    _edit_spec,
    _swap_versions,
)
