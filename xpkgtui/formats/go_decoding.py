"""The first value that does not fit a Go type, in the words of Go's decoder of JSON."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from xpkgtui.documents.position import FieldPath

_NUMBERS = {"int32", "int64", "float64"}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Struct:
    """A Go struct: its fields by their names in JSON."""

    name: str
    """`v1beta1.CustomResourceDefinition`"""
    fields: dict[str, "Shape"] = field(default_factory=dict)
    embedded: Mapping[str, str] = field(default_factory=dict)
    """The embedded struct of a field, which Go's messages name in its path."""


@dataclass(frozen=True, slots=True)
class Slice:
    """A Go slice."""

    of: "Shape"


@dataclass(frozen=True, slots=True)
class Table:
    """A Go map with text as keys."""

    of: "Shape"


Shape = str | Struct | Slice | Table
"""A scalar by its Go name, `any`, or something with parts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mismatch:
    """A value that does not fit."""

    message: str
    """As Go's decoder prints it."""
    path: FieldPath


def first_mismatch(value: object, shape: Struct, *, converts: bool) -> Mismatch | None:
    """The first mismatch, in the order in which Go meets them: keys sorted.

    `converts` says whether numbers and booleans become text where text is wanted, as the YAML library does for
    fields that are not embedded.
    """
    if value is None:
        return None
    if not isinstance(value, dict):
        message = f"json: cannot unmarshal {_kind(value)} into Go value of type {shape.name}"
        return Mismatch(message=message, path=FieldPath())
    return next(_of_struct(value, shape, _At(converts=converts)), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class _At:
    """Where a value stands."""

    struct: str = ""
    names: tuple[str, ...] = ()
    """The path in Go's messages, which has no indices."""
    path: tuple[str | int, ...] = ()
    converts: bool


def lowered(value: Mapping[str, Any], name: str) -> Any:
    """The value of a key in any letters, as Go finds it: of several the last one in order."""
    found = None
    for key in sorted(key for key in value if isinstance(key, str) and key.casefold() == name.casefold()):
        found = value[key]
    return found


def _of_struct(value: Mapping[str, Any], shape: Struct, at: _At) -> Iterator[Mismatch]:
    names = {name.casefold(): name for name in shape.fields}
    for key in sorted(key for key in value if isinstance(key, str)):
        name = names.get(key.casefold())
        if name is None:
            continue
        embedded = shape.embedded.get(name)
        below = _At(
            struct=shape.name.rpartition(".")[2],
            names=(*at.names, *((embedded,) if embedded else ()), name),
            path=(*at.path, key),
            converts=at.converts and embedded is None,
        )
        yield from _of_value(value[key], shape.fields[name], below)


def _of_value(value: object, shape: Shape, at: _At) -> Iterator[Mismatch]:
    if value is None or shape == "any":
        return
    match shape, value:
        case Struct(), dict():
            yield from _of_struct(value, shape, at)
        case Slice(of=of), list():
            for number, one in enumerate(value):
                yield from _of_value(one, of, _further(at, number))
        case Table(of=of), dict():
            for key in sorted(key for key in value if isinstance(key, str)):
                yield from _of_value(value[key], of, _further(at, key))
        case str(), _ if _fits(value, shape, converts=at.converts):
            return
        case _:
            said = _kind(value, shape)
            where = f"{at.struct}.{'.'.join(at.names)}"
            message = f"json: cannot unmarshal {said} into Go struct field {where} of type {_go(shape)}"
            yield Mismatch(message=message, path=FieldPath(at.path))


def _further(at: _At, part: str | int) -> _At:
    """One part further; Go names neither items nor the keys of a map."""
    return _At(struct=at.struct, names=at.names, path=(*at.path, part), converts=at.converts)


def _fits(value: object, shape: str, *, converts: bool) -> bool:
    if shape == "string":
        return isinstance(value, str) or (converts and isinstance(value, bool | int | float))
    if shape == "bool":
        return isinstance(value, bool)
    if shape in _NUMBERS:
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        return is_number and (shape == "float64" or isinstance(value, int))
    return True


def _kind(value: object, shape: Shape = "") -> str:
    match value:
        case bool():
            return "bool"
        case int() | float():
            return f"number {value}" if shape in _NUMBERS else "number"
        case str():
            return "string"
        case list():
            return "array"
    return "object"


def _go(shape: Shape) -> str:
    match shape:
        case Struct(name=name):
            return name
        case Slice(of=of):
            return f"[]{_go(of)}"
        case Table(of=of):
            return f"map[string]{_go(of)}"
    return str(shape)
