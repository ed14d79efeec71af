"""Values as JSON, written and read by the types that their dataclasses declare.

Data never names a class, an attribute or a function: the expected type decides what is made, and every value is
checked against it. So a child process or a cache can supply wrong facts of the right shape, and no more.

A dataclass becomes a list of its fields, an enum its value, a set a sorted list, bytes base64. One of several
dataclasses becomes its name and its fields. `Any` is a value of JSON.
"""

import binascii
import enum
import importlib
import json
import operator
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from types import NoneType, UnionType
from typing import Any, Generic, NamedTuple, TypeVar, cast, get_args, get_origin

from xpkgtui.errors import XpkgError

__all__ = ["LATE", "Codec", "Unreadable"]

Value = TypeVar("Value")
LATE = "LATE_TYPES"
"""The mapping of a module from types that only a type checker imports there to the modules that have them."""
_MOST_SHAPES = 64
"""Combinations of types that are remembered of one class."""
_ENUMS = (enum.StrEnum, enum.IntEnum)


class Unreadable(Exception):
    """The data is not what was written: it was damaged, or another program wrote it."""


class Codec(Generic[Value]):
    """Writes and reads values of one type."""

    def __init__(self, kind: Any) -> None:
        """`kind` is anything that a field of a dataclass may declare; it is resolved on first use."""
        self._kind = kind
        self._codec: _TypeCodec | None = None

    def encode(self, value: Value) -> bytes:
        """The value as ASCII; raises `TypeError` if it is not of this type."""
        write = (self._codec or self._resolve()).write
        return _dumps(write(value) if write else value).encode("ascii")

    def decode(self, data: bytes) -> Value:
        """The value that was written; raises `Unreadable` for any other data."""
        read = (self._codec or self._resolve()).read
        try:
            return cast("Value", read(json.loads(data)))
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError, XpkgError) as error:
            raise Unreadable(f"{type(error).__name__}: {error}") from error

    def _resolve(self) -> "_TypeCodec":
        self._codec = _codec_of(self._kind, None)
        return self._codec


class _TypeCodec(NamedTuple):
    """Writes and reads the values of one type."""

    write: Callable[[Any], Any] | None
    """Turns a value into what JSON can hold; None if JSON takes the value as it is."""
    read: Callable[[Any], Any]
    by_class: bool = False
    """Whether `read` looks at nothing but the class of a value, which it returns."""


_dumps = json.JSONEncoder(separators=(",", ":")).encode


def _codec_of(kind: Any, owner: type | None) -> _TypeCodec:
    """The codec of a type that `owner` declares."""
    if isinstance(kind, str):
        kind = eval(kind, {}, _Names(owner))  # noqa: S307 - an annotation in a module of the program
    if (origin := get_origin(kind)) is not None:
        return _ORIGINS[origin](get_args(kind), owner)
    if kind in _SCALARS:
        return _SCALARS[kind]
    if isinstance(kind, type) and issubclass(kind, _ENUMS):
        members = {(member.value.__class__, member.value): member for member in kind}
        return _TypeCodec(None, lambda value: members[value.__class__, value])
    if isinstance(kind, type) and is_dataclass(kind):
        # Its fields are resolved with its first object: a type may contain itself, and most messages never come.
        layout = _LAYOUTS.setdefault(kind, _Layout(kind))
        return _TypeCodec(layout.write, layout.read)
    raise TypeError(f"{kind!r} cannot be written as plain data")


class _Names(dict[str, Any]):
    """The names in the annotations of a class, also those that its module imports for a type checker only."""

    def __init__(self, owner: type | None) -> None:
        super().__init__()
        self._module = vars(sys.modules[owner.__module__]) if owner else {}

    def __missing__(self, name: str) -> Any:
        if name in self._module:
            return self._module[name]
        return getattr(importlib.import_module(self._module.get(LATE, {})[name]), name)


class _Layout:
    """The fields of a dataclass."""

    def __init__(self, kind: type) -> None:
        self._kind = kind
        self._names: tuple[str, ...] = ()
        self._codecs: tuple[_TypeCodec, ...] = ()
        self._values: Callable[[Any], Sequence[Any]] | None = None
        self._shapes: set[tuple[type, ...]] = set()
        """The classes of values of objects that were read; what is read by class is not looked at again."""

    def _resolve(self) -> Callable[[Any], Sequence[Any]]:
        given = [field for field in fields(self._kind) if field.init]
        names = self._names = tuple(field.name for field in given)
        self._codecs = tuple(_codec_of(field.type, self._kind) for field in given)
        self._writes = tuple((place, codec.write) for place, codec in enumerate(self._codecs) if codec.write)
        self._reads = tuple((place, codec.read) for place, codec in enumerate(self._codecs) if not codec.by_class)
        self._values = operator.attrgetter(*names) if len(names) > 1 else lambda value: [getattr(value, *names)]
        if not names:
            self._values = lambda _value: ()
        return self._values

    def write(self, value: Any) -> list[Any]:
        """The fields of an object of exactly this class."""
        if value.__class__ is not self._kind:
            raise TypeError(f"{type(value).__name__} stands where {self._kind.__name__} is declared")
        written = list((self._values or self._resolve())(value))
        for place, write in self._writes:
            written[place] = write(written[place])
        return written

    def read(self, value: Any) -> Any:
        """The object of these fields, made as the program makes it."""
        if self._values is None:
            self._resolve()
        if value.__class__ is not list or len(value) != len(self._names):
            raise ValueError(f"these are not the fields of {self._kind.__name__}")
        shape = tuple([one.__class__ for one in value])
        if shape in self._shapes:
            for place, read in self._reads:
                value[place] = read(value[place])
        else:
            value = [codec.read(one) for codec, one in zip(self._codecs, value, strict=True)]
            if len(self._shapes) < _MOST_SHAPES:
                self._shapes.add(shape)
        return self._kind(**dict(zip(self._names, value, strict=True)))


_LAYOUTS: dict[type, _Layout] = {}


def _scalar(*kinds: type) -> _TypeCodec:
    def read(value: Any) -> Any:
        if value.__class__ in kinds:
            return value
        raise ValueError(f"{type(value).__name__} stands where {kinds[0].__name__} is declared")

    return _TypeCodec(None, read, by_class=True)


def _read_bytes(value: Any) -> bytes:
    return binascii.a2b_base64(_checked(value, str), strict_mode=True)


_SCALARS: dict[Any, _TypeCodec] = {
    str: _scalar(str),
    int: _scalar(int),
    bool: _scalar(bool),
    NoneType: _scalar(NoneType),
    float: _scalar(float, int),
    bytes: _TypeCodec(lambda value: binascii.b2a_base64(value, newline=False).decode("ascii"), _read_bytes),
    Any: _TypeCodec(None, lambda value: value),
}


def _checked(value: Any, kind: type) -> Any:
    if value.__class__ is kind:
        return value
    raise ValueError(f"{type(value).__name__} stands where {kind.__name__} is declared")


def _tuple(arguments: tuple[Any, ...], owner: type | None) -> _TypeCodec:
    if arguments[-1] is Ellipsis:
        return _sequence(arguments[:1], owner)
    codecs = [_codec_of(kind, owner) for kind in arguments]

    def write(value: Any) -> list[Any]:
        return [codec.write(one) if codec.write else one for codec, one in zip(codecs, value, strict=True)]

    def read(value: Any) -> tuple[Any, ...]:
        return tuple([codec.read(one) for codec, one in zip(codecs, _checked(value, list), strict=True)])

    return _TypeCodec(write if any(codec.write for codec in codecs) else None, read)


def _sequence(arguments: tuple[Any, ...], owner: type | None) -> _TypeCodec:
    write, read, _ = _codec_of(arguments[0], owner)
    return _TypeCodec(
        write and (lambda value: [write(one) for one in value]),
        lambda value: tuple([read(one) for one in _checked(value, list)]),
    )


def _set(arguments: tuple[Any, ...], owner: type | None) -> _TypeCodec:
    _, read, _ = _codec_of(arguments[0], owner)
    return _TypeCodec(sorted, lambda value: frozenset([read(one) for one in _checked(value, list)]))


def _mapping(arguments: tuple[Any, ...], owner: type | None) -> _TypeCodec:
    """Keys are text: JSON has no others, and turns numbers into them."""
    if arguments[0] is not str:
        raise TypeError("the keys of a mapping must be text")
    write, read, _ = _codec_of(arguments[1], owner)
    return _TypeCodec(
        lambda value: {_checked(key, str): write(one) if write else one for key, one in value.items()},
        lambda value: {key: read(one) for key, one in _checked(value, dict).items()},
    )


def _union(arguments: tuple[Any, ...], owner: type | None) -> _TypeCodec:
    kinds = [kind for kind in arguments if kind is not NoneType]
    if all(kind in _SCALARS and _SCALARS[kind].by_class for kind in kinds):
        return _scalar(*arguments, *([int] if float in arguments else []))
    codec = _codec_of(kinds[0], owner) if len(kinds) == 1 else _choice(kinds, owner)
    if len(kinds) == len(arguments):
        return codec
    write, read, _ = codec
    return _TypeCodec(
        write and (lambda value: None if value is None else write(value)),
        lambda value: None if value is None else read(value),
    )


def _choice(kinds: Sequence[Any], owner: type | None) -> _TypeCodec:
    """One of several types: what JSON tells apart as it is, a class behind its name."""
    forms = {_form(kind): _codec_of(kind, owner) for kind in kinds}
    if None not in forms and len(forms) == len(kinds):
        return _TypeCodec(
            lambda value: _written(forms.get(_form_of(value)) or _refused(value), value),
            lambda value: forms[value.__class__].read(value),
        )
    codecs = {kind.__name__: (kind, _codec_of(kind, owner)) for kind in kinds}
    if len(codecs) < len(kinds):
        raise TypeError("two classes of a union have the same name")

    def write(value: Any) -> list[Any]:
        name = type(value).__name__
        if name not in codecs or codecs[name][0] is not value.__class__:
            _refused(value)
        return [name, _written(codecs[name][1], value)]

    def read(value: Any) -> Any:
        name, one = _checked(value, list)
        return codecs[name][1].read(one)

    return _TypeCodec(write, read)


def _refused(value: Any) -> _TypeCodec:
    raise TypeError(f"{type(value).__name__} is not in the union")


def _written(codec: _TypeCodec, value: Any) -> Any:
    return codec.write(value) if codec.write else value


def _form(kind: Any) -> type | None:
    """The class that a value of this type has in JSON; None where that says too little."""
    origin = get_origin(kind)
    if origin in (tuple, frozenset, Sequence):
        return list
    if origin in (dict, Mapping):
        return dict
    return kind if kind in (str, int, bool) else None


def _form_of(value: Any) -> type:
    if isinstance(value, Mapping):
        return dict
    return list if isinstance(value, tuple | list | frozenset) else value.__class__


_ORIGINS: dict[Any, Callable[[tuple[Any, ...], type | None], _TypeCodec]] = {
    tuple: _tuple,
    frozenset: _set,
    dict: _mapping,
    Mapping: _mapping,
    Sequence: _sequence,
    UnionType: _union,
}
