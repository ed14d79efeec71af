"""The schemas of composite definitions, and the CustomResourceDefinitions that Crossplane makes of them."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.definitions.definition import check_definition, check_names
from xpkgtui.formats.definitions.field_errors import SCHEMA_FIELDS, FieldError, LinkedPath, Node, is_set
from xpkgtui.formats.definitions.objects.metadata import check_metadata
from xpkgtui.formats.go_decoding.mismatches import Mismatch, check
from xpkgtui.formats.xpkg.objects.shapes import definition_of
from xpkgtui.formats.xpkg.rules.api_server import compiled_by
from xpkgtui.formats.xpkg.rules.rule import Problem
from xpkgtui.formats.xpkg.subject.subjects import DocumentSubject
from xpkgtui.formats.xpkg.tools.made_definitions import (
    COPIED,
    LEGACY,
    claim_of,
    composite_of,
    scope_of,
    spec_of_composites,
    status_of,
)
from xpkgtui.rules.fact import VersionFact
from xpkgtui.untyped import field, listing, mapping, text

_MOST_WRONG = 10_000
_SCHEMA = ("schema", "openAPIV3Schema")
_WITHOUT_EFFECT = frozenset(
    {"$schema", "description", "example", "externalDocs", "id", "properties", "title", "type", "definitions"}
)
_ALWAYS = frozenset({"apiVersion", "kind", "metadata"})


def of_schemas(subject: DocumentSubject, versions: list[dict[str, Any]], at: FieldPath) -> Iterator[Problem]:
    """The problems of all schemas: those that are missing, those with `$ref`, and those that are not structural."""
    for number, version in enumerate(versions):
        path = at.child(number)
        schema = mapping(version.get("schema")).get("openAPIV3Schema")
        if not isinstance(schema, dict):
            version_name = text(version.get("name")) or number
            yield Problem(
                level=1,
                message=f"{subject.title} has no schema for version {version_name}",
                more="it installs, but is never established",
                says="custom resource validation cannot be nil"
                if version.get("schema") is None
                else "cannot parse validation schema: unexpected end of JSON input",
                fix="Add `schema.openAPIV3Schema` to the version.",
                path=path,
            )
            continue
        way = LinkedPath(None, "spec").to("versions", number, "schema", "openAPIV3Schema", "properties")
        for name in ("spec", "status"):
            part = mapping(mapping(schema.get("properties")).get(name))
            for found in _references(part, way.to(name)):
                message = f"{subject.title}: {found} refers to another schema"
                yield Problem(level=1, message=message, more="the definition is never established", path=found.path)
    yield from _of_made_definition(subject)


def _of_made_definition(subject: DocumentSubject) -> Iterator[Problem]:
    """What the API server refuses in the definition that Crossplane makes of it."""
    end = "it installs, but is never established"
    for wrong in _mistyped(subject.value):
        message, more = f"{subject.title}: {wrong.path} is {wrong.found}, expected {wrong.wanted}", end
        yield Problem(level=1, message=message, more=more, path=wrong.path)
    made = composite_of(subject.value, subject.target.version)
    errors = check_definition(made, release=subject.target.kubernetes) if not _mistyped(made) else ()
    by = compiled_by(subject, errors, lambda: check_definition(made))
    for one in errors:
        if not _is_said(one, subject.value, one.path):
            message, more = f"{subject.title}: {one.path}: {one.words}", "" if one.is_undecided else end
            yield Problem(level=1, message=message, more="; ".join(filter(None, (by(one), more))), path=one.path)
    spec = mapping(subject.value.get("spec"))
    inherited = {"metadata": {"name": "a", **mapping(spec.get("metadata"))}}
    for wrong_metadata in check_metadata(inherited):
        path = FieldPath(("spec", *wrong_metadata.field.split(".")))
        yield Problem(level=1, message=f"{subject.title}: {path}: {wrong_metadata.message}", more=end, path=path)
    for one in check_names(mapping(spec.get("claimNames"))) if claim_of(subject.value) else ():
        path = FieldPath(("spec", "claimNames", *one.path.parts[2:]))
        if not _is_said(one, subject.value, path):
            message, more = f"{subject.title}: {path}: {one.words}", "Crossplane never offers the claim"
            yield Problem(level=1, message=message, more=more, path=path)


def _is_said(error: FieldError, value: Node, path: FieldPath) -> bool:
    """Whether another finding says it: of a reference, the stored version, a name in upper case, or the kind."""
    *names, last = map(str, path.parts)
    if path == FieldPath.of("spec", "versions"):
        return error.detail.startswith("must have exactly one version")
    if last in {"singular", "listKind"} and not text(field(value, *names, "kind")):
        return True
    named = text(field(value, *names, last)) if last in {"plural", "singular"} else ""
    return "$ref" in path.parts or "'$ref'" in error.detail or (bool(named) and named != named.lower())


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
    return tuple(islice((one for one in found if not one.unknown), _MOST_WRONG))


def _only_schema(version: Any) -> Node:
    schema = field(version, *_SCHEMA)
    return {"schema": {"openAPIV3Schema": schema}} if schema is not None else {}


def dropped(subject: DocumentSubject) -> Iterator[Problem]:
    """What Crossplane leaves out of the definition that it makes, and what it replaces."""
    crossplane, value = subject.target.version, subject.value
    for number, version in enumerate(listing(field(value, "spec", "versions"))):
        at = FieldPath.of("spec", "versions", number)
        schema = mapping(field(version, "schema", "openAPIV3Schema"))
        path = at.child("schema").child("openAPIV3Schema")
        properties = mapping(schema.get("properties"))
        for part, node in (("", schema), *((part, mapping(properties.get(part))) for part in ("spec", "status"))):
            place = path.child("properties").child(part) if part else path
            for word in filter(lambda word: _is_lost(node, word, part, crossplane), node):
                yield _drops(subject, place.child(word), COPIED[part].get(word))
        scope = scope_of(value)
        own = {"spec": spec_of_composites(scope, "Automatic"), "status": status_of(is_legacy=scope == LEGACY)}
        for part, added in own.items():
            for name in mapping(field(properties, part, "properties")).keys() & added.keys():
                place = path.child("properties").child(part).child("properties").child(name)
                yield Problem(message=f"{subject.title}: Crossplane replaces {place} by its own field", path=place)
        for name in properties.keys() - {"spec", "status"}:
            if name not in _ALWAYS or _constrains(properties[name], name):
                yield _drops(subject, path.child("properties").child(name))


def _is_lost(node: Node, word: str, part: str, crossplane: str) -> bool:
    """Whether a word of the root or of a part has an effect and is not taken over."""
    if word in _WITHOUT_EFFECT or not is_set(node, word) or not node[word] or not isinstance(word, str):
        return False
    if word == "required" and not part:
        return any(name not in {"spec", *_ALWAYS} for name in listing(node[word]))
    copied = COPIED[part]
    if word not in copied:
        return word in SCHEMA_FIELDS
    fact = copied[word]
    return fact is not None and not fact.holds(crossplane)


def _constrains(schema: Any, name: str) -> bool:
    """Whether the schema of a field that every object has says more than its type, or the name's greatest length."""
    node = mapping(schema)
    if name == "metadata":
        inner = mapping(node.get("properties"))
        words = set(node) | (mapping(inner.get("name")).keys() - {"maxLength"})
        words |= {word for one in inner.keys() - {"name"} for word in mapping(inner[one])}
    else:
        words = set(node)
    return bool((words - _WITHOUT_EFFECT) & SCHEMA_FIELDS)


def _drops(subject: DocumentSubject, path: FieldPath, since: VersionFact | None = None) -> Problem:
    later = f"{since.since} and later keep it" if since is not None else ""
    return Problem(message=f"{subject.title}: Crossplane silently drops {path}", more=later, path=path)
