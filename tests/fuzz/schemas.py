"""The target of definitions: their kinds, fields, JSON Schemas and samples, as they are printed."""

import json
from collections.abc import Iterator

from builders.packages.objects import CRD, XRD
from fuzz.mutating import as_lines
from fuzz.target import Target, real, require_safe

from xpkgtui.documents.document import PackageDocument, parse
from xpkgtui.documents.stream import split
from xpkgtui.errors import NotFound
from xpkgtui.formats.definitions.custom_resources import schema_of, versions_of
from xpkgtui.formats.definitions.fields.field import SchemaField
from xpkgtui.formats.definitions.fields.json_schema import json_schema
from xpkgtui.formats.definitions.fields.manifest import sample_of
from xpkgtui.formats.definitions.fields.search import FieldIndex, FieldOwner
from xpkgtui.formats.definitions.fields.tree import find, root_of, walk
from xpkgtui.formats.definitions.fields.versions import compared, defined_kind
from xpkgtui.formats.xpkg.format import XPKG
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.reporting.as_text.explain import explain_field
from xpkgtui.reporting.as_text.tables import Paint
from xpkgtui.reporting.contents.explained import Explained, explained_field, names_of
from xpkgtui.reporting.documents.explain import explain

_TOKENS = (
    "type: object\n string integer array properties: items: additionalProperties: required: enum: default: nullable: "
    "true\n x-kubernetes-validations: rule: self oldSelf == has( ) x-kubernetes-list-type: map set "
    "x-kubernetes-int-or-string: x-kubernetes-preserve-unknown-fields: anyOf: oneOf: allOf: not: minLength: 1"
)
_FEW = 20


def _defined(data: bytes) -> None:
    for chunk in split(data).chunks:
        document = parse(data, chunk)
        if not isinstance(document, PackageDocument) or document.depth > 100:
            continue
        for definition in XPKG.custom_resources(document.value):
            _explained(definition)


def _explained(definition: dict[str, object]) -> None:
    kind, index = defined_kind(definition), FieldIndex()
    versions = versions_of(definition)
    for version in versions:
        schema = schema_of(version)
        fields: list[SchemaField] = list(walk(root_of(schema), 500))
        name = version.get("name")
        if not isinstance(name, str) or not name:
            continue
        index.add(FieldOwner(number=0, group=kind.group, kind=kind.kind, version=name), schema, set())
        for one in fields[:_FEW]:
            found, left = find(root_of(schema), names_of(one.path))
            assert left or found.path == one.path or '["' in one.path, "another field is found at a path"
            explained = explained_field(kind, definition, names_of(found.path), name)
            text = explain_field(explained, Paint(), is_recursive=len(fields) < _FEW)
            require_safe(text.replace("\t", ""))
            json.loads(explain(Explained(inspection=Inspection(source="x"), explained=explained)))
        made = sample_of(kind, version)
        require_safe(made.text)
        assert json.dumps(json_schema(kind.group, kind.kind, name, schema)), "no JSON Schema"
        compared(schema, schema_of(versions[0]))
    for words in ("a", "spec re", "x.y"):
        index.search(words, 10)


def _seeds() -> Iterator[bytes]:
    yield from (CRD.encode(), XRD.encode())
    yield from real("crossplane-*/**/package/crds/*.yaml", 1 << 13)


SCHEMAS = (
    Target(
        name="schema",
        check=_defined,
        seeds=_seeds,
        expected=(NotFound,),
        mutated=as_lines,
        tokens=_TOKENS,
        largest=8192,
    ),
)
