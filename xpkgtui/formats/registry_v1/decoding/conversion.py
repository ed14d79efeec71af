"""Objects as apimachinery converts them into Go structs, which has other words than the decoder of JSON."""

from collections.abc import Iterator
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.go_decoding.shapes import Form, Shape, Struct
from xpkgtui.golang.texts import fault_of_quantity, fault_of_time
from xpkgtui.values import dataclass

_KINDS = {str: "string", bool: "bool", int: "int64", float: "float64", dict: "map", list: "slice"}
_CONVERTIBLE = {("int64", "string"), ("float64", "integer"), ("int64", "number"), ("int64", "integer")}
_SCHEMAS = frozenset({Form.SCHEMA_OR_BOOL, Form.SCHEMA_OR_LIST, Form.SCHEMA_OR_STRINGS})
"""Types that decode themselves out of JSON, which the decoder's own check looks at."""
_KIND_OF = {"string": "string", "boolean": "bool", "number": "float64"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
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


def first_fault(value: object, struct: Struct) -> Fault | None:
    """The first fault, in the order of Go's fields; None where all fits."""
    return next(_faults(value, struct), None)


def _faults(value: object, struct: Struct) -> Iterator[Fault]:
    waiting: list[tuple[Any, Struct | Shape, _Step | None]] = [(value, struct, None)]
    while waiting:
        node, shape, step = waiting.pop()
        if node is None:
            continue
        inner = shape if isinstance(shape, Struct) else shape.struct if shape.form is Form.STRUCT else None
        if inner is not None:
            if not isinstance(node, dict):
                yield _fault(f"cannot restore struct from: {_kind(node)}", step)
            else:
                rows = [(node[key], known, _Step(step, key)) for key, known in inner.fields.items() if key in node]
                waiting.extend(reversed(rows))
        elif isinstance(shape, Shape) and shape.element is not None:
            wanted = dict if shape.form is Form.MAP else list
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
    if shape.form is Form.SCALAR:
        if shape.scalar == "integer":
            if kind == "int64" or (kind == "float64" and node == int(node)):
                return None
            wanted = shape.go_type.rpartition(".")[2]
        else:
            wanted = _KIND_OF[shape.scalar]
        if (kind, shape.scalar) in _CONVERTIBLE:
            return f"cannot convert {kind} to {shape.go_type}"
        return f"unrecognized type: {wanted}"
    if shape.form is Form.TIME and isinstance(node, str):
        return fault_of_time(node)
    if shape.form is Form.BYTES and isinstance(node, str):
        return None
    if shape.form is Form.QUANTITY:
        return fault_of_quantity(node)
    if (shape.form is Form.TEXT_OR_INTEGER and kind == "int64") or shape.form in _SCHEMAS:
        return None
    return ""


def _kind(node: object) -> str:
    return _KINDS.get(type(node), "string")


def _fault(message: str, step: _Step | None) -> Fault:
    return Fault(message=message, path=step.path if step else FieldPath())
