"""The fields and types of every kind, as Crossplane's decoder knows them, read from data that the oracle printed."""

import json
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from importlib.resources import files
from typing import Any

PARTS = ("meta", "objects")
_EVERYTHING: frozenset[type] = frozenset({dict, list, str, int, float, bool, type(None)})
_NOTHING: frozenset[type] = frozenset({type(None)})
_FINE: dict[str, frozenset[type]] = {
    "string": frozenset({str}),
    "boolean": frozenset({bool}),
    "number": frozenset({int, float}),
    "integer": frozenset(),
    "bytes": frozenset(),
}


class Form(Enum):
    """The form of JSON that a Go type decodes."""

    SCALAR = "scalar"
    BYTES = "bytes"
    LIST = "list"
    MAP = "map"
    STRUCT = "struct"
    TIME = "time"
    SCHEMA_OR_BOOL = "schema or bool"
    SCHEMA_OR_LIST = "schema or list"
    SCHEMA_OR_STRINGS = "schema or strings"
    ANY = "any"


_CUSTOM = {
    "Time": Form.TIME,
    "JSONSchemaPropsOrBool": Form.SCHEMA_OR_BOOL,
    "JSONSchemaPropsOrArray": Form.SCHEMA_OR_LIST,
    "JSONSchemaPropsOrStringArray": Form.SCHEMA_OR_STRINGS,
}


@dataclass(slots=True, eq=False, kw_only=True)
class Shape:
    """A type as its decoder sees it."""

    form: Form
    scalar: str = ""
    """`string`, `boolean`, `integer` or `number`."""
    go_type: str
    """As Go's messages name it."""
    fine: frozenset[type]
    """Python types that always fit."""
    element: "Shape | None" = None
    struct: "Struct | None" = None
    """The struct, also of types that may be a schema."""

    @property
    def limits(self) -> tuple[int, int]:
        """The limits of an integer."""
        if self.go_type == "uint8":
            return 0, 255
        bits = 31 if self.go_type == "int32" else 63
        return -(1 << bits), (1 << bits) - 1


@dataclass(slots=True, eq=False, kw_only=True)
class Struct:
    """A Go struct."""

    name: str
    """Without its package."""
    fields: dict[str, Shape] = field(default_factory=dict)
    embedded: dict[str, str] = field(default_factory=dict)
    """Field -> the embedded structs that Go's messages put before it."""


@dataclass(frozen=True, slots=True)
class _Catalogue:
    kinds: dict[str, dict[str, str]]
    definitions: dict[str, Struct]


def known_kinds(part: str) -> tuple[str, ...]:
    """Every `group/version, Kind` of a scheme."""
    return tuple(_catalogue().kinds[part])


def is_known(part: str, api_version: str, kind: str) -> bool:
    """Whether a scheme (`meta` or `objects`) knows the kind."""
    return f"{api_version}, {kind}" in _catalogue().kinds[part]


def definition_of(api_version: str, kind: str) -> Struct | None:
    """The struct that a kind is decoded into; the meta scheme comes first, as in Crossplane."""
    catalogue = _catalogue()
    for part in PARTS:
        if name := catalogue.kinds[part].get(f"{api_version}, {kind}"):
            return catalogue.definitions[name]
    return None


@cache
def _catalogue() -> _Catalogue:
    raw = json.loads(files("xpkgtui.formats.xpkg.decoding").joinpath("shapes.json").read_text(encoding="utf-8"))
    structs = {
        name: Struct(name=name.rpartition(".")[2], embedded=raw["embedded"].get(name, {}))
        for name in raw["definitions"]
    }
    for name, fields in raw["definitions"].items():
        structs[name].fields = {key: _shape(spec, structs) for key, spec in fields.items()}
    return _Catalogue(raw["kinds"], structs)


def _shape(spec: Any, structs: dict[str, Struct]) -> Shape:
    if isinstance(spec, list):
        form, go_type, element = spec
        return Shape(form=Form(form), go_type=go_type, fine=_NOTHING, element=_shape(element, structs))
    if spec == "any":
        return Shape(form=Form.ANY, go_type="interface {}", fine=_EVERYTHING)
    if spec.startswith("="):
        go_type = spec[1:].rpartition("/")[2]
        return Shape(form=Form.STRUCT, go_type=go_type, fine=_NOTHING, struct=structs[spec[1:]])
    if spec.startswith("!"):
        return _custom(spec[1:], structs)
    scalar, _, go_type = spec.partition(":")
    form = Form.BYTES if scalar == "bytes" else Form.SCALAR
    return Shape(form=form, scalar=scalar, go_type=go_type, fine=_NOTHING | _FINE[scalar])


def _custom(go_type: str, structs: dict[str, Struct]) -> Shape:
    package, _, name = go_type.rpartition(".")
    form = _CUSTOM.get(name, Form.ANY)
    bools: frozenset[type] = frozenset({bool, type(None)})
    fine = {Form.ANY: _EVERYTHING, Form.SCHEMA_OR_BOOL: bools, Form.TIME: _NOTHING}
    schema = structs.get(f"{package}.JSONSchemaProps") if form not in {Form.ANY, Form.TIME} else None
    scalars: frozenset[type] = _EVERYTHING - {dict, list}
    return Shape(form=form, go_type=go_type, fine=fine.get(form, scalars), struct=schema)


def fits(value: dict[str, Any], struct: Struct) -> bool:
    """Whether every field is known and has its type; one quick pass, which most documents satisfy."""
    waiting: list[tuple[dict[str, Shape], dict[str, Any]]] = [(struct.fields, value)]
    while waiting:
        fields, node = waiting.pop()
        for key, item in node.items():
            shape = fields.get(key)
            if shape is None:
                return False
            kind = item.__class__
            if kind in shape.fine:
                continue
            if kind is dict and shape.struct is not None:
                waiting.append((shape.struct.fields, item))
            elif not _fits_odd(item, shape, waiting):
                return False
    return True


def _fits_odd(item: Any, shape: Shape, waiting: list[tuple[dict[str, Shape], dict[str, Any]]]) -> bool:
    """Whether a list, map or integer fits; structs in it are added to `waiting`."""
    element = shape.element
    if element is not None:
        if isinstance(item, dict) is not (shape.form is Form.MAP) or not isinstance(item, dict | list):
            return False
        fine, struct = element.fine, element.struct
        for one in item.values() if isinstance(item, dict) else item:
            kind = one.__class__
            if kind in fine:
                continue
            if kind is dict and struct is not None:
                waiting.append((struct.fields, one))
            elif not _fits_odd(one, element, waiting):
                return False
        return True
    if shape.scalar == "integer":
        low, high = shape.limits
        return item.__class__ is int and low <= item <= high
    return False
