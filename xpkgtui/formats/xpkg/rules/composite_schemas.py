"""The schemas of composite definitions, of which Crossplane makes CustomResourceDefinitions."""

from collections.abc import Iterator
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.definitions.field_errors import LinkedPath
from xpkgtui.formats.xpkg.definitions.composite import check_schemas, mistyped
from xpkgtui.formats.xpkg.rules.rule import Problem
from xpkgtui.formats.xpkg.rules.subject import DocumentSubject
from xpkgtui.untyped import listing, mapping, text


def of_schemas(subject: DocumentSubject, versions: list[dict[str, Any]], at: FieldPath) -> Iterator[Problem]:
    """The problems of all schemas: those that are missing, those with `$ref`, and those that are not structural."""
    for number, version in enumerate(versions):
        path = at.child(number)
        schema = mapping(version.get("schema")).get("openAPIV3Schema")
        if not isinstance(schema, dict):
            name = text(version.get("name")) or number
            message = f"{subject.title} has no schema for version {name}; it installs, but is never established"
            yield Problem(
                level=1,
                message=message,
                says="custom resource validation cannot be nil",
                fix="Add `schema.openAPIV3Schema` to the version.",
                path=path,
            )
            continue
        way = LinkedPath(None, "spec").to("versions", number, "schema", "openAPIV3Schema", "properties")
        for field in ("spec", "status"):
            part = mapping(mapping(schema.get("properties")).get(field))
            for found in _references(part, way.to(field)):
                message = f"{subject.title}: {found} refers to another schema; the definition is never established"
                yield Problem(level=1, message=message, path=found.path)
    yield from _of_made_definition(subject)


def _of_made_definition(subject: DocumentSubject) -> Iterator[Problem]:
    """What the API server refuses in the definition that Crossplane makes of it."""
    end = "it installs, but is never established"
    for wrong in mistyped(subject.value):
        message = f"{subject.title}: {wrong.path} is {wrong.found}, expected {wrong.wanted}; {end}"
        yield Problem(level=1, message=message, path=wrong.path)
    for one in check_schemas(subject.value):
        if "$ref" not in one.path.parts and "'$ref'" not in one.detail:
            detail = f": {one.detail}" if one.detail else ""
            message = f"{subject.title}: {one.path}: {one.type.lower()}{detail}; {end}"
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
