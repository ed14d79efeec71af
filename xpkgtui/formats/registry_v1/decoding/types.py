"""Values as Go decodes them, and the types of a ClusterServiceVersion and of definitions, as Go prints them."""

import json
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.errors import Malformed
from xpkgtui.formats.go_decoding.loosely import first_mismatch
from xpkgtui.formats.go_decoding.shapes import JsonForm, Shape, Struct, structs_of
from xpkgtui.golang.texts import fault_of_quantity, fault_of_time
from xpkgtui.untyped import field, mapping, text
from xpkgtui.values import dataclass
from xpkgtui.versions.blang import BlangVersion

_KINDS = {str: "string", bool: "bool", int: "int64", float: "float64", dict: "map", list: "slice"}
_CONVERTIBLE = {("int64", "string"), ("float64", "integer"), ("int64", "number"), ("int64", "integer")}
_SCHEMAS = frozenset({JsonForm.SCHEMA_OR_BOOL, JsonForm.SCHEMA_OR_LIST, JsonForm.SCHEMA_OR_STRINGS})
"""Types that decode themselves out of JSON, which the decoder's own check looks at."""
_KIND_OF = {"string": "string", "boolean": "bool", "number": "float64"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversionFault:
    """The first value that the converter refuses."""

    message: str
    """Empty where its words are not known."""
    path: FieldPath


@dataclass(frozen=True, slots=True)
class _Step:
    before: "_Step | None"
    key: str | int

    @property
    def path(self) -> FieldPath:
        """From the root of the document."""
        parts: list[str | int] = []
        step: _Step | None = self
        while step is not None:
            parts.append(step.key)
            step = step.before
        return FieldPath(tuple(reversed(parts)))


def first_fault(value: object, struct: Struct) -> ConversionFault | None:
    """The first fault, in the order of Go's fields; None where all fits."""
    return next(_faults(value, struct), None)


def _faults(value: object, struct: Struct) -> Iterator[ConversionFault]:
    waiting: list[tuple[Any, Struct | Shape, _Step | None]] = [(value, struct, None)]
    while waiting:
        node, shape, step = waiting.pop()
        if node is None:
            continue
        inner = shape if isinstance(shape, Struct) else shape.struct if shape.form is JsonForm.STRUCT else None
        if inner is not None:
            if not isinstance(node, dict):
                yield _fault(f"cannot restore struct from: {_kind(node)}", step)
            else:
                rows = [(node[key], known, _Step(step, key)) for key, known in inner.fields.items() if key in node]
                waiting.extend(reversed(rows))
        elif isinstance(shape, Shape) and shape.element is not None:
            wanted = dict if shape.form is JsonForm.MAP else list
            if not isinstance(node, wanted):
                word = "map" if wanted is dict else "slice"
                yield _fault(f"cannot restore {word} from {_kind(node)}", step)
            else:
                keys = list(node) if isinstance(node, dict) else range(len(node))
                waiting.extend((node[key], shape.element, _Step(step, key)) for key in reversed(keys))
        elif isinstance(shape, Shape):
            message = _scalar(node, shape)
            if message is not None:
                yield _fault(message, step)


def _scalar(node: Any, shape: Shape) -> str | None:
    if node.__class__ in shape.fine:
        return None
    kind = _kind(node)
    if shape.form is JsonForm.SCALAR:
        if shape.scalar == "integer":
            if kind == "int64" or (kind == "float64" and node == int(node)):
                return None
            wanted = shape.go_type.rpartition(".")[2]
        else:
            wanted = _KIND_OF[shape.scalar]
        if (kind, shape.scalar) in _CONVERTIBLE:
            return f"cannot convert {kind} to {shape.go_type}"
        return f"unrecognized type: {wanted}"
    if shape.form is JsonForm.TIME and isinstance(node, str):
        return fault_of_time(node)
    if shape.form is JsonForm.BYTES and isinstance(node, str):
        return None
    if shape.form is JsonForm.QUANTITY:
        return fault_of_quantity(node)
    if (shape.form is JsonForm.TEXT_OR_INTEGER and kind == "int64") or shape.form in _SCHEMAS:
        return None
    return ""


def _kind(node: object) -> str:
    return _KINDS.get(type(node), "string")


def _fault(message: str, step: _Step | None) -> ConversionFault:
    return ConversionFault(message=message, path=step.path if step else FieldPath())


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
