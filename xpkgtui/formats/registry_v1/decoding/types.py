"""Values as Go decodes them, and the types of a ClusterServiceVersion and of definitions, as Go prints them."""

import json
from functools import cache
from importlib.resources import files
from typing import Any

from xpkgtui.errors import Malformed
from xpkgtui.formats.go_decoding.loosely import first_mismatch
from xpkgtui.formats.go_decoding.shapes import Shape, Struct, structs_of
from xpkgtui.formats.registry_v1.decoding.conversion import first_fault
from xpkgtui.untyped import field, mapping, text
from xpkgtui.versions.blang import BlangVersion

SERVICE_VERSION = "ClusterServiceVersion"
PANIC = "panic: runtime error: invalid memory address or nil pointer dereference"
"""What a program of Go ends with where it looks into nothing."""


def type_of(kind: str) -> Struct | None:
    """The type of `ClusterServiceVersion`, or of `apiextensions.k8s.io/v1 CustomResourceDefinition`."""
    return _known().get(kind)


def metadata_of(name: str) -> Struct:
    """A type that knows the metadata of objects and nothing else, under this name."""
    known = type_of(SERVICE_VERSION)
    fields = {key: known.fields[key] for key in ("apiVersion", "kind", "metadata")} if known else {}
    return Struct(name=name, fields=fields, embedded={"apiVersion": "TypeMeta", "kind": "TypeMeta"})


@cache
def _known() -> dict[str, Struct]:
    table = files("xpkgtui.formats.registry_v1.decoding").joinpath("shapes.json")
    raw = json.loads(table.read_text(encoding="utf-8"))
    structs = structs_of(raw)
    return {kind: structs[name] for kind, name in raw["kinds"].items()}


def is_decoded(value: object) -> bool:
    """Whether opm decodes a ClusterServiceVersion; where it does not, it knows no name of it."""
    struct, version = type_of(SERVICE_VERSION), mapping(field(value, "spec")).get("version")
    if struct is None or first_fault(value, struct) is not None:
        return False
    try:
        return version is None or bool(BlangVersion.parse_loosely(version))
    except (Malformed, TypeError, AttributeError):
        return False


def fits(definition: object) -> bool:
    """Whether opm decodes a definition, which it does without reading numbers as text."""
    struct = type_of(f"{text(field(definition, 'apiVersion'))} {text(field(definition, 'kind'))}")
    return struct is not None and first_mismatch(definition, struct, struct.name, converts=False) is None


def is_empty(value: Any, *path: str) -> bool:
    """Whether the struct at a path of a ClusterServiceVersion has no field of its Go type, or only empty ones."""
    shape: Struct | Shape | None = type_of(SERVICE_VERSION)
    for key in path:
        struct = shape.struct if isinstance(shape, Shape) else shape
        shape = struct.fields.get(key) if struct else None
        value = value.get(key) if isinstance(value, dict) else None
    waiting: list[tuple[Any, Struct | Shape | None]] = [(value, shape)]
    while waiting:
        node, known = waiting.pop()
        struct = known if isinstance(known, Struct) else known.struct if known else None
        if struct is not None and isinstance(node, dict):
            waiting.extend((node[key], inner) for key, inner in struct.fields.items() if key in node)
        elif node:
            return False
    return True


def scalar(value: object) -> str | None:
    """A scalar as a decoder of YAML into text takes it; None for lists and mappings."""
    match value:
        case None:
            return ""
        case str():
            return value
        case bool():
            return "true" if value else "false"
        case int() | float():
            return str(value)
    return None


def text_or_none(value: object) -> str | None:
    """A text, or empty where nothing is given; None for anything else, which a decoder of JSON refuses."""
    return value if isinstance(value, str) else "" if value is None else None


def are_texts(found: object) -> bool:
    """Whether a decoder takes this for a mapping of texts: numbers pass, lists and mappings do not."""
    return isinstance(found, dict) and not any(isinstance(value, (dict, list)) for value in found.values())


def json_kind(value: object) -> str:
    """What Go's decoder of JSON calls a value."""
    kinds = {dict: "object", list: "array", str: "string", bool: "bool", int: "number", float: "number"}
    return kinds.get(type(value), "string")
