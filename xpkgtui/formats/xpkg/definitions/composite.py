"""The CustomResourceDefinition that Crossplane makes of a CompositeResourceDefinition, as the API server sees it."""

from itertools import islice
from typing import Any

from xpkgtui.formats.definitions.definition import check_definition
from xpkgtui.formats.definitions.field_errors import FieldError, Node
from xpkgtui.formats.go_decoding.mismatches import Mismatch, check
from xpkgtui.formats.xpkg.decoding.shapes import definition_of
from xpkgtui.untyped import field, listing, mapping

_COPIED = {
    "spec": ("description", "oneOf", "required", "x-kubernetes-preserve-unknown-fields", "x-kubernetes-validations"),
    "status": ("description", "oneOf", "required", "x-kubernetes-validations"),
}
"""What Crossplane takes over of these parts beside their properties, which it merges with its own."""
_MOST_WRONG = 10_000
_SCHEMA = ("schema", "openAPIV3Schema")


def check_schemas(value: Node) -> tuple[FieldError, ...]:
    """The errors in the schemas; their paths are those of the CompositeResourceDefinition."""
    made = _made(value)
    errors = check_definition(made) if not mistyped(made) else ()
    return tuple(one for one in errors if one.path.parts[3:5] == _SCHEMA)


def mistyped(value: Node) -> tuple[Mismatch, ...]:
    """Fields of the schemas that do not have the type which Crossplane decodes."""
    spec = {"versions": [_only_schema(one) for one in listing(field(value, "spec", "versions"))]}
    shape = definition_of("apiextensions.k8s.io/v1", "CustomResourceDefinition")
    found = check({"spec": spec}, shape) if shape else ()
    return tuple(one for one in islice(found, _MOST_WRONG) if not one.unknown)


def _only_schema(version: Any) -> Node:
    schema = field(version, *_SCHEMA)
    return {"schema": {"openAPIV3Schema": schema}} if schema is not None else {}


def _made(value: Node) -> Node:
    versions = []
    for one in map(mapping, listing(field(value, "spec", "versions"))):
        schema = mapping(field(one, *_SCHEMA))
        parts = {name: _part(mapping(mapping(schema.get("properties")).get(name)), name) for name in _COPIED}
        root = {"type": "object", "properties": parts}
        is_stored = one.get("referenceable") is True
        versions.append({"name": "v1", "served": True, "storage": is_stored, "schema": {"openAPIV3Schema": root}})
    return {"spec": {"versions": versions}}


def _part(schema: Node, name: str) -> Node:
    copied = {key: schema[key] for key in _COPIED[name] if key in schema}
    return copied | {"type": "object", "properties": mapping(schema.get("properties"))}
