"""The fields and types of Go's structs, read from tables that programs in Go printed."""

from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache, cached_property, partial
from typing import Any

from xpkgtui.documents.shared import NOTHING_SHARED, Shared
from xpkgtui.values import dataclass

_EVERYTHING: frozenset[type] = frozenset({dict, list, str, int, float, bool, type(None)})
_NOTHING: frozenset[type] = frozenset({type(None)})
_FINE: dict[str, frozenset[type]] = {
    "string": frozenset({str}),
    "boolean": frozenset({bool}),
    "number": frozenset({int, float}),
    "integer": frozenset(),
    "bytes": frozenset(),
}


_TEXT, _TIME, _TEXTS = "string:string", "!v1.Time", ["list", "[]string", "string:string"]
OBJECT_META: dict[str, Any] = {
    "v1.ObjectMeta": {
        **dict.fromkeys(("name", "generateName", "namespace", "selfLink", "resourceVersion"), _TEXT),
        **dict.fromkeys(("creationTimestamp", "deletionTimestamp"), _TIME),
        **dict.fromkeys(("generation", "deletionGracePeriodSeconds"), "integer:int64"),
        **{name: ["map", "map[string]string", _TEXT] for name in ("labels", "annotations")},
        "uid": "string:types.UID",
        "finalizers": _TEXTS,
        "ownerReferences": ["list", "[]v1.OwnerReference", "=v1.OwnerReference"],
        "managedFields": ["list", "[]v1.ManagedFieldsEntry", "=v1.ManagedFieldsEntry"],
    },
    "v1.OwnerReference": {
        **dict.fromkeys(("apiVersion", "kind", "name"), _TEXT),
        **dict.fromkeys(("blockOwnerDeletion", "controller"), "boolean:bool"),
        "uid": "string:types.UID",
    },
    "v1.ManagedFieldsEntry": {
        **dict.fromkeys(("apiVersion", "fieldsType", "manager", "subresource"), _TEXT),
        "operation": "string:v1.ManagedFieldsOperationType",
        "time": _TIME,
        "fieldsV1": "any",
    },
}
"""The metadata of every object."""


class JsonForm(Enum):
    """The form of JSON that a Go type decodes."""

    SCALAR = "scalar"
    BYTES = "bytes"
    LIST = "list"
    MAP = "map"
    STRUCT = "struct"
    TIME = "time"
    QUANTITY = "quantity"
    TEXT_OR_INTEGER = "text or integer"
    OBJECT = "object"
    SCHEMA_OR_BOOL = "schema or bool"
    SCHEMA_OR_LIST = "schema or list"
    SCHEMA_OR_STRINGS = "schema or strings"
    ANY = "any"


_CUSTOM = {
    "Time": JsonForm.TIME,
    "Quantity": JsonForm.QUANTITY,
    "IntOrString": JsonForm.TEXT_OR_INTEGER,
    "Unstructured": JsonForm.OBJECT,
    "JSONSchemaPropsOrBool": JsonForm.SCHEMA_OR_BOOL,
    "JSONSchemaPropsOrArray": JsonForm.SCHEMA_OR_LIST,
    "JSONSchemaPropsOrStringArray": JsonForm.SCHEMA_OR_STRINGS,
}
_SCHEMAS = frozenset({JsonForm.SCHEMA_OR_BOOL, JsonForm.SCHEMA_OR_LIST, JsonForm.SCHEMA_OR_STRINGS})
_FINE_FORMS: dict[JsonForm, frozenset[type]] = {
    JsonForm.ANY: _EVERYTHING,
    JsonForm.SCHEMA_OR_BOOL: frozenset({bool, type(None)}),
    JsonForm.TIME: _NOTHING,
    JsonForm.OBJECT: _NOTHING,
    JsonForm.QUANTITY: frozenset({int, float, type(None)}),
    JsonForm.TEXT_OR_INTEGER: frozenset({str, type(None)}),
}


@dataclass(slots=True, eq=False, kw_only=True)
class Shape:
    """A type as its decoder sees it."""

    form: JsonForm
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
        bits = 31 if self.go_type == "int32" or self.form is JsonForm.TEXT_OR_INTEGER else 63
        return -(1 << bits), (1 << bits) - 1


class Struct:
    """A Go struct; its fields are made when they are first asked for: most kinds are in no package."""

    def __init__(
        self, *, name: str, fields: Mapping[str, Shape] | Callable[[], dict[str, Shape]], embedded: Mapping[str, str]
    ) -> None:
        self.name = name
        """Without its package."""
        self.embedded = embedded
        """Field -> the embedded structs that Go's messages put before it."""
        self._made = fields

    @cached_property
    def fields(self) -> dict[str, Shape]:
        """The fields by their names in JSON."""
        return self._made() if callable(self._made) else dict(self._made)

    def spelled(self, key: str) -> str | None:
        """The field of a key in any letters; None where there is none."""
        if key in self.fields:
            return key
        from xpkgtui.golang.characters import folded

        return self._letters.get(folded(key))

    @cached_property
    def _letters(self) -> dict[str, str]:
        from xpkgtui.golang.characters import folded

        return {folded(name): name for name in reversed(self.fields)}


@cache
def object_metadata() -> "Struct":
    """The struct of the metadata of every object."""
    return structs_of({"embedded": {}, "definitions": OBJECT_META})["v1.ObjectMeta"]


def structs_of(tables: dict[str, Any]) -> dict[str, Struct]:
    """The structs of a table, by name."""
    structs: dict[str, Struct] = {}
    for name, specs in tables["definitions"].items():
        made = partial(_fields, specs, structs)
        structs[name] = Struct(name=name.rpartition(".")[2], fields=made, embedded=tables["embedded"].get(name, {}))
    return structs


def _fields(specs: Mapping[str, Any], structs: dict[str, Struct]) -> dict[str, Shape]:
    return {key: _shape(spec, structs) for key, spec in specs.items()}


def _shape(spec: Any, structs: dict[str, Struct]) -> Shape:
    if isinstance(spec, list):
        form, go_type, element = spec
        return Shape(form=JsonForm(form), go_type=go_type, fine=_NOTHING, element=_shape(element, structs))
    if spec == "any":
        return Shape(form=JsonForm.ANY, go_type="interface {}", fine=_EVERYTHING)
    if spec.startswith("="):
        go_type = spec[1:].rpartition("/")[2]
        return Shape(form=JsonForm.STRUCT, go_type=go_type, fine=_NOTHING, struct=structs[spec[1:]])
    if spec.startswith("!"):
        return _custom(spec[1:], structs)
    scalar, _, go_type = spec.partition(":")
    form = JsonForm.BYTES if scalar == "bytes" else JsonForm.SCALAR
    return Shape(form=form, scalar=scalar, go_type=go_type, fine=_NOTHING | _FINE[scalar])


def _custom(go_type: str, structs: dict[str, Struct]) -> Shape:
    package, _, name = go_type.rpartition(".")
    form = _CUSTOM.get(name, JsonForm.ANY)
    schema = structs.get(f"{package}.JSONSchemaProps") if form in _SCHEMAS else None
    scalars: frozenset[type] = _EVERYTHING - {dict, list}
    return Shape(form=form, go_type=go_type, fine=_FINE_FORMS.get(form, scalars), struct=schema)


_Waiting = list[tuple[dict[str, Shape], dict[str, Any]]]
"""Fields of a struct, and a value that is still to be looked at."""
_Met = dict[Struct, list[dict[str, Any]]]
"""Shared values that were met, by struct."""


def fits(value: dict[str, Any], struct: Struct, shared: Shared = NOTHING_SHARED) -> bool:
    """Whether every field is known and has its type; one quick pass, which most documents satisfy."""
    met: _Met = {}
    waiting: _Waiting = [(struct.fields, value)]
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
                _await(item, shape.struct, waiting, shared, met)
            elif not _fits_odd(item, shape, waiting, shared, met):
                return False
    for one, values in met.items():
        shared.passed(one, values)
    return True


def _await(item: dict[str, Any], struct: Struct, waiting: _Waiting, shared: Shared, met: _Met) -> None:
    """Adds a struct to those that are still to be looked at, unless it was found to fit before."""
    if item in shared:
        if shared.is_right(struct, item):
            return
        met.setdefault(struct, []).append(item)
    waiting.append((struct.fields, item))


def _fits_odd(item: Any, shape: Shape, waiting: _Waiting, shared: Shared, met: _Met) -> bool:
    """Whether a list, map or integer fits; structs in it are added to `waiting`."""
    element = shape.element
    if element is not None:
        if isinstance(item, dict) is not (shape.form is JsonForm.MAP) or not isinstance(item, dict | list):
            return False
        fine, struct = element.fine, element.struct
        for one in item.values() if isinstance(item, dict) else item:
            kind = one.__class__
            if kind in fine:
                continue
            if kind is dict and struct is not None:
                _await(one, struct, waiting, shared, met)
            elif not _fits_odd(one, element, waiting, shared, met):
                return False
        return True
    if shape.scalar == "integer":
        low, high = shape.limits
        return item.__class__ is int and low <= item <= high
    return False
