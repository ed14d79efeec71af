"""The schemas of composite definitions, and the CustomResourceDefinitions that Crossplane makes of them."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.definitions.definition import check_definition
from xpkgtui.formats.definitions.field_errors import LinkedPath, Node
from xpkgtui.formats.go_decoding.mismatches import Mismatch, check
from xpkgtui.formats.xpkg.objects.shapes import definition_of
from xpkgtui.formats.xpkg.rules.rule import Problem
from xpkgtui.formats.xpkg.subject.subjects import DocumentSubject
from xpkgtui.formats.xpkg.tools.made_definitions import composite_of
from xpkgtui.untyped import field, listing, mapping, text

_MOST_WRONG = 10_000
_SCHEMA = ("schema", "openAPIV3Schema")


def of_schemas(subject: DocumentSubject, versions: list[dict[str, Any]], at: FieldPath) -> Iterator[Problem]:
    """The problems of all schemas: those that are missing, those with `$ref`, and those that are not structural."""
    for number, version in enumerate(versions):
        path = at.child(number)
        schema = mapping(version.get("schema")).get("openAPIV3Schema")
        if not isinstance(schema, dict):
            version_name = text(version.get("name")) or number
            message = (
                f"{subject.title} has no schema for version {version_name}; it installs, but is never established"
            )
            yield Problem(
                level=1,
                message=message,
                says="custom resource validation cannot be nil",
                fix="Add `schema.openAPIV3Schema` to the version.",
                path=path,
            )
            continue
        way = LinkedPath(None, "spec").to("versions", number, "schema", "openAPIV3Schema", "properties")
        for name in ("spec", "status"):
            part = mapping(mapping(schema.get("properties")).get(name))
            for found in _references(part, way.to(name)):
                message = f"{subject.title}: {found} refers to another schema; the definition is never established"
                yield Problem(level=1, message=message, path=found.path)
    yield from _of_made_definition(subject)


def _of_made_definition(subject: DocumentSubject) -> Iterator[Problem]:
    """What the API server refuses in the definition that Crossplane makes of it."""
    end = "it installs, but is never established"
    for wrong in _mistyped(subject.value):
        message = f"{subject.title}: {wrong.path} is {wrong.found}, expected {wrong.wanted}; {end}"
        yield Problem(level=1, message=message, path=wrong.path)
    made = composite_of(subject.value, subject.target.version)
    errors = check_definition(made) if not _mistyped(made) else ()
    for one in errors:
        if one.path.parts[3:5] == _SCHEMA and "$ref" not in one.path.parts and "'$ref'" not in one.detail:
            message = f"{subject.title}: {one.path}: {one.words}" + ("" if one.is_undecided else f"; {end}")
            yield Problem(level=1, message=message, path=one.path)


def _references(schema: dict[str, Any], at: LinkedPath) -> Iterator[LinkedPath]:
    """The paths of `$ref` in the properties and alternatives of a schema, and below them."""
    waiting: list[tuple[dict[str, Any], LinkedPath]] = [
        ({name: schema.get(name) for name in ("properties", "oneOf")}, at)
    ]
    while waiting:
        node, way = waiting.pop()
        if text(node.get("$ref")):
            yield way.to("$ref")
        children: list[tuple[Any, LinkedPath]] = []
        for name in ("properties", "patternProperties"):
            children.extend((inner, way.to(name, key)) for key, inner in mapping(node.get(name)).items())
        children.extend((node.get(name), way.to(name)) for name in ("items", "additionalProperties", "not"))
        for name in ("items", "allOf", "anyOf", "oneOf"):
            children.extend((inner, way.to(name, number)) for number, inner in enumerate(listing(node.get(name))))
        waiting.extend((inner, step) for inner, step in reversed(children) if isinstance(inner, dict))


def _mistyped(value: Node) -> tuple[Mismatch, ...]:
    """Fields of the schemas that do not have the type which Crossplane decodes."""
    spec = {"versions": [_only_schema(one) for one in listing(field(value, "spec", "versions"))]}
    shape = definition_of("apiextensions.k8s.io/v1", "CustomResourceDefinition")
    found = check({"spec": spec}, shape) if shape else ()
    return tuple(one for one in islice(found, _MOST_WRONG) if not one.unknown)


def _only_schema(version: Any) -> Node:
    schema = field(version, *_SCHEMA)
    return {"schema": {"openAPIV3Schema": schema}} if schema is not None else {}
