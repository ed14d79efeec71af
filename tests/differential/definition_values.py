"""Random CustomResourceDefinitions: sound ones, and what is changed in them until the API server refuses them."""

import copy
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from differential.object_values import FORMATS, whole

Node = dict[str, Any]
_TYPES = ("object", "array", "string", "integer", "number", "boolean")
_NAMES = ("a", "b", "spec", "status", "metadata", "kind", "apiVersion", "x-y", "default")
_VALUES: tuple[Any, ...] = (
    None,
    "",
    "a",
    "x y",
    0,
    1,
    -1,
    1.5,
    True,
    False,
    [],
    ["a"],
    [1, "a"],
    {},
    {"a": 1},
    {"b": "x", "a": None},
)
_WORDS = ("", "a", "A", "things", "Thing", "a-b", "a_b", "-a", "1a", "a.b", "é", "a" * 63, "a" * 64, "v1", "v1beta1")
_PATTERNS = (
    "^a+$",
    "[a-z]{1,5}",
    "(",
    "a)",
    "[",
    "*a",
    "a**",
    "(?!x)",
    r"\d\w",
    r"\1",
    "a{1001}",
    r"\pL",
    r"[[:alpha:]]",
    "",
)
_RULES = (
    "self == self",
    "true",
    "",
    "  ",
    "self.",
    "self.a == 1",
    "oldSelf == self",
    "self\n== self",
    "has(self.a)",
    "1",
)
_PATHS = (
    ".a",
    ".spec",
    ".spec.a",
    "a",
    ".",
    "",
    ".metadata.name",
    ".status.a",
    ".a.b",
    ".a[0]",
    ".a['b']",
    "['a']",
    ".a..b",
)


def sound(chance: Random) -> Node:
    """A definition that the API server takes, or nearly so."""
    names = [f"v{number}" for number in range(1, chance.choice((1, 1, 1, 2, 3)) + 1)]
    same = _version(chance, "v1") if chance.random() < 0.2 else None
    versions = [
        {**copy.deepcopy(same or _version(chance, name)), "name": name, "storage": name == "v1"} for name in names
    ]
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "things.example.org"},
        "spec": {
            "group": "example.org",
            "names": {"kind": "Thing", "plural": "things"},
            "scope": chance.choice(("Cluster", "Namespaced")),
            "versions": versions,
        },
    }


def _version(chance: Random, name: str) -> Node:
    version: Node = {"name": name, "served": True, "storage": True, "schema": {"openAPIV3Schema": _root(chance)}}
    if chance.random() < 0.3:
        version["subresources"] = chance.choice(({"status": {}}, {}, {"scale": _scale(chance)}))
    if chance.random() < 0.3:
        version["additionalPrinterColumns"] = [_column(chance) for _ in range(chance.randint(0, 2))]
    return version


def _scale(chance: Random) -> Node:
    return {"specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas"}


def _column(chance: Random) -> Node:
    return {"name": "A", "type": "string", "jsonPath": ".spec.a"}


def _root(chance: Random) -> Node:
    properties = {name: schema(chance, 2) for name in chance.sample(("spec", "status", "a"), chance.randint(0, 3))}
    return {"type": "object", **({"properties": properties} if properties or chance.random() < 0.5 else {})}


def schema(chance: Random, depth: int) -> Node:
    """A structural schema."""
    kind = chance.choice(_TYPES if depth else _TYPES[2:])
    node: Node = {"type": kind}
    if kind == "object":
        if chance.random() < 0.25:
            node["additionalProperties"] = schema(chance, depth - 1)
        else:
            names = chance.sample(_NAMES, chance.randint(1, 3))
            node["properties"] = {name: schema(chance, depth - 1) for name in names}
            if chance.random() < 0.3:
                node["required"] = names[:1]
    if kind == "array":
        node["items"] = schema(chance, depth - 1)
        if chance.random() < 0.3:
            _listed(node, chance)
    while chance.random() < 0.25:
        chance.choice(_EXTRAS)(node, chance)
    if chance.random() < 0.2:
        node["default"] = whole(node, chance)
    return node


def _listed(node: Node, chance: Random) -> None:
    node["x-kubernetes-list-type"] = chance.choice(("atomic", "set", "map"))
    if node["x-kubernetes-list-type"] == "map":
        node["x-kubernetes-list-map-keys"] = list(node["items"].get("properties", {"a": 1}))[:1]


def _with_default(node: Node, chance: Random) -> None:
    good: Node = {"string": "a", "integer": 1, "number": 1.5, "boolean": True, "array": [], "object": {}}
    node["default"] = good[node.get("type") or "integer"] if chance.random() < 0.6 else chance.choice(_VALUES)


def _with_rule(node: Node, chance: Random) -> None:
    node["x-kubernetes-validations"] = [{"rule": chance.choice(_RULES[:2])}]


def _with_choices(node: Node, chance: Random) -> None:
    nested = [{"required": ["a"]}, {"properties": {"a": {"enum": [1]}}}, {"minimum": 1}, {"pattern": "^a"}, {}]
    parts = copy.deepcopy(chance.choices([*nested, {"format": "ipv4"}, {"maxLength": 2}], k=chance.randint(1, 2)))
    word = chance.choice(("allOf", "anyOf", "oneOf", "not"))
    node[word] = parts[0] if word == "not" else parts


def _with_two_types(node: Node, chance: Random) -> None:
    node.clear()
    node |= {"x-kubernetes-int-or-string": True, "anyOf": [{"type": "integer"}, {"type": "string"}]}
    if chance.random() < 0.3:
        node["allOf"] = [{"anyOf": node.pop("anyOf")}, {"pattern": "^a"}]
    node.setdefault("type", "") if chance.random() < 0.1 else None


def _with_bounds(node: Node, chance: Random) -> None:
    name = chance.choice(("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"))
    node[name] = chance.choice((0, 1, 3))
    node[chance.choice(("minimum", "maximum"))] = chance.choice((0, 1, 1.5))
    node[chance.choice(("exclusiveMinimum", "exclusiveMaximum"))] = chance.choice((True, False))


_EXTRAS: tuple[Callable[[Node, Random], None], ...] = (
    _with_default,
    _with_default,
    _with_rule,
    _with_choices,
    _with_two_types,
    _with_bounds,
    lambda node, chance: node.update(nullable=True),
    lambda node, chance: node.update(enum=chance.choice((["a", "b"], [1, 2], [True], [{"a": 1}], [None], []))),
    lambda node, chance: node.update(pattern=chance.choice(_PATTERNS)),
    lambda node, chance: node.update(format=chance.choice((*FORMATS, "int32", "int64", "float", "foo"))),
    lambda node, chance: node.update({"x-kubernetes-preserve-unknown-fields": True}),
    lambda node, chance: node.update({"x-kubernetes-map-type": chance.choice(("atomic", "granular"))}),
)

_FIELDS: dict[str, tuple[Any, ...]] = {
    "$ref": ("", "#/x"),
    "$schema": ("", "x"),
    "id": ("", "x"),
    "additionalItems": (True, False, {"type": "string"}),
    "additionalProperties": (True, False, {}, {"type": "string"}, {"type": "object", "nullable": True}),
    "allOf": (
        [],
        [{}],
        [{"required": ["a"]}],
        [{"properties": {"a": {}}}],
        [{"type": "object"}],
        [{"nullable": True}],
    ),
    "anyOf": ([], [{"default": 1}], [{"type": "integer"}, {"type": "string"}], [{"items": {"minimum": 1}}]),
    "oneOf": ([{"description": "x"}], [{"title": "x"}, {"not": {"properties": {"b": {"minLength": 1}}}}]),
    "not": ({}, {"required": ["a"]}, {"additionalProperties": {"type": "string"}}, {"pattern": "("}),
    "default": _VALUES,
    "definitions": ({}, {"a": {"type": "string"}}, {"a": {"type": "null"}}),
    "dependencies": ({}, {"a": ["b"]}, {"a": {"type": "string"}}),
    "description": ("", "x"),
    "enum": ([], ["a"], [1, "a", None], [{"a": 1}]),
    "example": (1, "x"),
    "exclusiveMaximum": (True, False),
    "exclusiveMinimum": (True, False),
    "externalDocs": ({"url": "x"}, {}),
    "format": ("", "date", "foo", "int32", "ipv4", "byte"),
    "items": ({}, {"type": "string"}, [], [{"type": "string"}], {"type": "object", "nullable": True}),
    "maxItems": (-1, 0, 3),
    "maxLength": (-1, 0, 3),
    "maxProperties": (0, 3),
    "maximum": (0, 1.5, -1),
    "minItems": (0, 3),
    "minLength": (0, 3),
    "minProperties": (0, 3),
    "minimum": (0, 1.5, 2),
    "multipleOf": (0, 1, 0.5, -1),
    "nullable": (True, False),
    "pattern": _PATTERNS,
    "patternProperties": ({}, {"a": {"type": "string"}}),
    "properties": (
        {},
        {"a": {}},
        {"a": {"type": "string"}},
        {"metadata": {"type": "object"}},
        {"kind": {"type": "integer"}},
    ),
    "required": ([], ["a"], ["a", "a"], ["nope"]),
    "title": ("", "x"),
    "type": ("", "null", "foo", *_TYPES),
    "uniqueItems": (True, False),
    "x-kubernetes-embedded-resource": (True, False),
    "x-kubernetes-int-or-string": (True, False),
    "x-kubernetes-list-map-keys": ([], ["a"], ["a", "a"], ["nope"], ["a", "b"]),
    "x-kubernetes-list-type": ("", "atomic", "set", "map", "foo"),
    "x-kubernetes-map-type": ("", "atomic", "granular", "foo"),
    "x-kubernetes-preserve-unknown-fields": (True, False),
    "x-unknown": (1, {}),
}
_METADATA: tuple[Node, ...] = (
    {"type": "object"},
    {"type": "string"},
    {"type": "object", "properties": {"name": {"type": "string", "pattern": "^a"}}},
    {"type": "object", "properties": {"labels": {"type": "object"}}},
    {"type": "object", "properties": {"name": {"type": "string", "default": "a"}}},
    {"type": "object", "additionalProperties": {"type": "string", "default": "a"}},
    {"type": "object", "description": "x"},
    {"type": "object", "maxProperties": 3},
    {"type": "object", "items": {"type": "string"}},
    {},
)


def spoil(value: Node, chance: Random) -> None:
    """Changes something: in a schema mostly, else anywhere in the definition."""
    nodes = [node for version in value["spec"]["versions"] for node in schemas(version.get("schema"))]
    if nodes and chance.random() < 0.7:
        _spoil_schema(chance.choice(nodes), chance)
    else:
        chance.choice(_SPOILS)(value, value["spec"], chance)


def schemas(value: Any) -> Iterator[Node]:
    """All schemas below a value; the root first."""
    if isinstance(value, list):
        for item in value:
            yield from schemas(item)
        return
    if not isinstance(value, dict):
        return
    if "openAPIV3Schema" in value:
        yield from schemas(value["openAPIV3Schema"])
        return
    yield value
    for name in ("items", "not", "additionalProperties", "allOf", "anyOf", "oneOf"):
        yield from schemas(value.get(name))
    for name in ("properties", "definitions"):
        children = value.get(name)
        for child in children.values() if isinstance(children, dict) else ():
            yield from schemas(child)


def _spoil_schema(node: Node, chance: Random) -> None:
    match chance.randrange(12):
        case 0 | 1 | 2 | 3 | 4 | 5:
            name = chance.choice(list(_FIELDS))
            node[name] = copy.deepcopy(chance.choice(_FIELDS[name]))
        case 6 | 7:
            if node:
                del node[chance.choice(list(node))]
        case 8:
            node["x-kubernetes-validations"] = [_rule(chance) for _ in range(chance.randint(1, 2))]
        case 9:
            meta = {"metadata": copy.deepcopy(chance.choice(_METADATA))}
            node["properties"] = {**(node.get("properties") or {}), **meta}
            node["x-kubernetes-embedded-resource"] = chance.choice((True, True, False))
        case 10:
            name = chance.choice(("default", "enum", "nullable", "pattern", "x-kubernetes-list-type"))
            node[name] = copy.deepcopy(chance.choice(_FIELDS[name]))
        case _:
            good: Node = {"default": {"a": 1}, "type": "object", "properties": {"a": schema(chance, 1)}}
            node.update(good)


def _rule(chance: Random) -> Node:
    rule: Node = {"rule": chance.choice(_RULES)}
    choices: dict[str, tuple[Any, ...]] = {
        "message": ("", " ", "no", "a\nb"),
        "messageExpression": ("", " ", "'no'", "1", "self."),
        "reason": ("FieldValueInvalid", "Nope", ""),
        "fieldPath": (*_PATHS, " ", ".a\n"),
        "optionalOldSelf": (True, False),
    }
    for name, pool in choices.items():
        if chance.random() < 0.25:
            rule[name] = chance.choice(pool)
    return rule


def _spoil_names(value: Node, spec: Node, chance: Random) -> None:
    name = chance.choice(("kind", "plural", "singular", "listKind", "shortNames", "categories"))
    word = chance.choice((*_WORDS, "ThingList"))
    spec["names"][name] = [word, "ok"] if name in ("shortNames", "categories") else word


def _spoil_version(value: Node, spec: Node, chance: Random) -> None:
    if not spec["versions"]:
        return
    version = chance.choice(spec["versions"])
    warning = chance.choice(("", "gone", "a" * 257, "a\x07", "é\u00ad", "a\u2028", "\u3000", "a\u00a0"))
    changes: tuple[Node, ...] = (
        {"name": chance.choice(_WORDS)},
        {"storage": chance.choice((True, False))},
        {"served": False},
        {"deprecated": True, "deprecationWarning": warning},
        {"deprecationWarning": warning},
        {
            "subresources": {
                "scale": {"specReplicasPath": chance.choice(_PATHS), "statusReplicasPath": chance.choice(_PATHS)}
            }
        },
        {"subresources": {"scale": {**_scale(chance), "labelSelectorPath": chance.choice(_PATHS)}}},
        {"subresources": chance.choice(({"status": {}}, {"scale": {}}, {}))},
        {"additionalPrinterColumns": [{**_column(chance), **_odd_column(chance)}]},
        {"selectableFields": [{"jsonPath": chance.choice(_PATHS)} for _ in range(chance.choice((1, 2, 9)))]},
        {"schema": chance.choice(({}, {"openAPIV3Schema": {}}, {"openAPIV3Schema": {"type": "array"}}))},
    )
    version.update(chance.choice(changes))


def _odd_column(chance: Random) -> Node:
    name = chance.choice(("name", "type", "format", "jsonPath", "priority"))
    pools: dict[str, tuple[Any, ...]] = {
        "name": ("",),
        "type": ("", "date", "object"),
        "format": ("", "int32", "foo", "date-time"),
        "jsonPath": _PATHS,
        "priority": (-1, 1),
    }
    return {name: chance.choice(pools[name])}


def _spoil_conversion(value: Node, spec: Node, chance: Random) -> None:
    hook: Node = {"clientConfig": {"service": {"name": "a", "namespace": "b"}}, "conversionReviewVersions": ["v1"]}
    if chance.random() < 0.5:
        words = chance.choices(("v1", "v1beta1", "v2", "", "A", "v1"), k=chance.randint(0, 3))
        hook["conversionReviewVersions"] = words
    if chance.random() < 0.4:
        config = chance.choice(({}, {"url": "https://a"}, {"url": "x", "service": {"name": "a", "namespace": "b"}}))
        hook["clientConfig"] = config
    strategy = chance.choice(("None", "Webhook", "Webhook", "", "Other"))
    spec["conversion"] = {"strategy": strategy, **({"webhook": hook} if chance.random() < 0.8 else {})}


def _spoil_group(value: Node, spec: Node, chance: Random) -> None:
    spec["group"] = chance.choice(
        ("", "a", "A.b", "a_b.c", "k8s.io", "a.k8s.io", "kubernetes.io", "x.example.org", "a." * 130 + "a")
    )
    if chance.random() < 0.6:
        value["metadata"]["name"] = f"{spec['names'].get('plural', '')}.{spec['group']}"
    if chance.random() < 0.5:
        approval = chance.choice(("", "unapproved, x", "https://a/b", "a", "http://", "a b://c"))
        value["metadata"]["annotations"] = {"api-approved.kubernetes.io": approval}


def _spoil_spec(value: Node, spec: Node, chance: Random) -> None:
    changes: tuple[Node, ...] = (
        {"scope": chance.choice(("", "cluster", "Namespaced"))},
        {"preserveUnknownFields": chance.choice((True, False))},
        {"versions": []},
        {"versions": [*spec["versions"], *copy.deepcopy(spec["versions"][:1])]},
        {"group": "other.example.org"},
    )
    spec.update(chance.choice(changes))


def _spoil_name(value: Node, spec: Node, chance: Random) -> None:
    value["metadata"]["name"] = chance.choice(("", "things", "things.example.org.", "Things.example.org", "a" * 254))


def _spoil_keys(value: Node, spec: Node, chance: Random) -> None:
    keys = (
        "a",
        "a b",
        "",
        "/x",
        "x/",
        "A.b/c",
        "m/n/o",
        "b" * 64,
        "é" * 40,
        "a.b/c",
        "-a",
        "a_",
        "A/b",
        f"{'a' * 254}/b",
    )
    values = ("", "v", "a b", "a" * 64, "-", "é", "a.b_c")
    name = chance.choice(("labels", "annotations"))
    value["metadata"][name] = {chance.choice(keys): chance.choice(values) for _ in range(chance.randint(1, 3))}


_SPOILS: tuple[Callable[[Node, Node, Random], None], ...] = (
    _spoil_names,
    _spoil_version,
    _spoil_version,
    _spoil_version,
    _spoil_conversion,
    _spoil_group,
    _spoil_spec,
    _spoil_name,
    _spoil_keys,
)
