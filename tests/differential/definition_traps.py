"""CustomResourceDefinitions that once were judged otherwise than the API server does, and those of the rules."""

from collections.abc import Iterator
from typing import Any

from formats.xpkg.rules.vectors.metas import ODD_KEYS
from formats.xpkg.rules.vectors.streams import DEFINITIONS

from xpkgtui.documents.document import PackageDocument, parse
from xpkgtui.documents.stream import split

Node = dict[str, Any]
_STRING = {"type": "string"}
_RULE = {"rule": "self == self"}
_TWO = {"type": "object", "properties": {"a": _STRING, "b": {"type": "integer"}}}
_SCHEMAS: tuple[Node, ...] = (
    {
        "type": "array",
        "x-kubernetes-list-type": "map",
        "items": {"type": "string", "x-kubernetes-validations": [{"rule": "self== self"}]},
    },
    # Defaults against the schema, in the library's words.
    {"type": "object", "properties": {"a": {"type": "integer"}}, "default": {"a": "x"}},
    {"type": "array", "items": {"type": "boolean"}, "default": [1, "a"]},
    {"type": "array", "items": {"type": "string", "enum": ["a"]}, "default": ["b", "c"]},
    {"type": "object", "additionalProperties": {"type": "integer"}, "default": {"a": "x"}},
    {"type": "object", "additionalProperties": {"type": "integer", "default": "x"}},
    {"type": "string", "enum": [True, {"a": 1}, 1.5, None], "default": "a"},
    {**_TWO, "default": {}, "oneOf": [{"required": ["a"]}, {"required": ["b"]}]},
    {**_TWO, "default": {"a": "", "b": 1}, "oneOf": [{"required": ["a"]}, {"required": ["b"]}]},
    {**_TWO, "default": {}, "anyOf": [{"required": ["a"]}, {"required": ["b", "a"]}]},
    {**_TWO, "default": {"a": "x"}, "allOf": [{"required": ["b"]}, {"required": ["a"]}]},
    {**_TWO, "default": {"a": "x"}, "not": {"required": ["a"]}},
    {"type": "integer", "minimum": 1.5, "default": 1},
    {"type": "number", "maximum": 1.5, "default": 2},
    {"type": "integer", "format": "int32", "default": 3_000_000_000},
    {"type": "integer", "multipleOf": 3, "default": 4},
    {"type": "number", "multipleOf": 0.5, "default": 1.2},
    {"type": "string", "maxLength": 1, "default": "ab"},
    {"type": "string", "maxLength": -1, "default": ""},
    {"type": "string", "minLength": 3, "default": "ab"},
    {"type": "array", "items": _STRING, "maxItems": 1, "minItems": 1, "default": ["a", "b"]},
    {"type": "object", "additionalProperties": _STRING, "maxProperties": 1, "default": {"a": "", "b": ""}},
    {"type": "object", "additionalProperties": _STRING, "minProperties": 1, "default": {}},
    {"type": "string", "nullable": True, "default": None},
    {"type": "string", "format": "uuid", "default": "x"},
    {"type": "boolean", "format": "uuid", "default": 1},
    {"type": "string", "pattern": "^a", "default": "b"},
    {"type": "object", "x-kubernetes-embedded-resource": True, "default": {}, "properties": {"kind": _STRING}},
    # Paths of rules.
    {**_TWO, "x-kubernetes-validations": [{**_RULE, "fieldPath": ".a"}, {**_RULE, "fieldPath": ".c"}]},
    {**_TWO, "x-kubernetes-validations": [{**_RULE, "fieldPath": "['b']"}, {**_RULE, "fieldPath": "a"}]},
    {**_TWO, "x-kubernetes-validations": [{**_RULE, "fieldPath": " "}, {**_RULE, "fieldPath": ".a\n"}]},
    {**_TWO, "id": "x", "x-kubernetes-validations": [{**_RULE, "fieldPath": ".c"}]},
    {"type": "object", "additionalProperties": _STRING, "x-kubernetes-validations": [{**_RULE, "fieldPath": ".a"}]},
    {"type": "string", "x-kubernetes-validations": [{**_RULE, "optionalOldSelf": True}]},
    {"type": "string", "x-kubernetes-validations": [{"rule": "self."}]},
    {"type": "string", "default": "", "x-kubernetes-validations": [{"rule": "self.a", "optionalOldSelf": False}]},
    {"type": "object", "anyOf": [{"default": ""}, {"title": ""}]},
    {**_TWO, "default": {}, "x-kubernetes-validations": [{"rule": "has(self.a)"}]},
    {**_TWO, "default": {}, "x-kubernetes-validations": [{"rule": "has(self.a)", "message": "no"}]},
    # What is not supported.
    {"type": "string", "$schema": "x"},
    {"type": "string", "dependencies": {}},
)
_ROOTS: tuple[Node, ...] = (
    {"properties": {"metadata": {"type": "object", "definitions": {}}}},
    {"properties": {"metadata": {"type": "object", "required": []}}},
    {"properties": {"metadata": {"type": "object", "enum": [], "allOf": [], "x-kubernetes-validations": []}}},
    {"properties": {"metadata": {"type": "object", "x-kubernetes-list-map-keys": []}}},
    {"x-kubernetes-list-type": ""},
    {"default": False},
    {"type": "text", "$ref": ""},
    {"type": "text", "id": ""},
    {"default": {"apiVersion": "a/v1", "kind": "-"}},
)
_PATHS = ("['a']", ".", "a", ".a..b", ".spec", ".spec.a", ".spec.a", ".metadata.name", "", ".status", ".status.b")
_SPECS: tuple[Node, ...] = (
    {"preserveUnknownFields": True, "conversion": {"strategy": "Webhook"}},
    {"conversion": {"strategy": "Webhook", "webhook": {"clientConfig": {"url": "https://a"}}}},
    {"names": {"kind": "Thing", "plural": "a" * 64}},
    {"names": {"kind": "Thing", "plural": ""}},
)
_DEFAULTS: tuple[Any, ...] = (1.5, True, [])
_BESIDE_A_TYPE: tuple[Node, ...] = (
    {"x-unknown": 1},
    {"definitions": {}},
    {"exclusiveMaximum": False},
    {"$ref": ""},
    {"minimum": 0},
)


def traps() -> Iterator[Node]:
    """Every definition that is asked about in each run."""
    yield from map(value_of, (*DEFINITIONS.values(), ODD_KEYS))
    for schema in _SCHEMAS:
        yield _definition({"properties": {"spec": schema}})
    for root in _ROOTS:
        yield _definition(root)
        yield _definition(root, version={"subresources": {"status": {}}})
    for changes in _SPECS:
        yield _definition({}, spec=changes)
    yield _definition(
        {"properties": {"spec": _TWO}}, version={"selectableFields": [{"jsonPath": one} for one in _PATHS]}
    )
    for name in ("Things.nop.example.org", "things", "a" * 254):
        yield {**_definition({}), "metadata": {"name": name}}
    yield from _pairs()
    for node in _int_or_strings():
        yield _definition({"properties": {"a": node}})


def _int_or_strings() -> Iterator[Node]:
    """Two types that are compared without what is empty or unknown, and defaults, whose type is not asked for."""
    integer: Node = {"type": "integer"}
    for more in _BESIDE_A_TYPE:
        two: Node = {"anyOf": [integer, {"type": "string", **more}]}
        yield {"x-kubernetes-int-or-string": True, **two}
        yield {"x-kubernetes-int-or-string": True, "allOf": [two, {"pattern": "^a"}]}
    yield from ({"x-kubernetes-int-or-string": True, "default": default} for default in _DEFAULTS)
    yield {"type": "object", "properties": {"b": {"x-kubernetes-int-or-string": True}}, "default": {"b": None}}


def value_of(text: str) -> Node:
    """A definition as a value."""
    document = parse(text.encode(), split(text.encode()).chunks[0])
    assert isinstance(document, PackageDocument)
    value: Node = document.value
    return value


def _pairs() -> Iterator[Node]:
    """Two versions with schemas that only look different."""
    field = {"selectableFields": [{"jsonPath": ".spec.a"}]}
    one: Node = {"properties": {"spec": {"type": "text", **_TWO}}}
    two: Node = {"properties": {"spec": {"type": "text", **_TWO, "enum": [], "nullable": False, "x-unknown": 1}}}
    three: Node = {"properties": {"spec": {"type": "text", **_TWO, "not": {}}}}
    for first, second in ((one, two), (one, three)):
        yield _two_versions(first, second, {}, {})
        yield _two_versions(first, second, field, field)
        yield _two_versions(first, second, field, {})


def _two_versions(one: Node, two: Node, first: Node, second: Node) -> Node:
    definition = _definition(one, version=first)
    other = _definition(two, version={**second, "name": "v2", "storage": False})
    definition["spec"]["versions"] += other["spec"]["versions"]
    return definition


def _definition(root: Node, *, version: Node | None = None, spec: Node | None = None) -> Node:
    schema = {"openAPIV3Schema": {"type": "object", **root}}
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "things.nop.example.org"},
        "spec": {
            "group": "nop.example.org",
            "names": {"kind": "Thing", "plural": "things"},
            "scope": "Cluster",
            "versions": [{"name": "v1", "served": True, "storage": True, "schema": schema, **(version or {})}],
            **(spec or {}),
        },
    }
