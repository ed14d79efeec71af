"""The values of CEL beside those of Python: booleans, integers, floats, texts, bytes, lists and dictionaries."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from xpkgtui.values import dataclass

Value = Any
"""A value of CEL; which one it is shows at run time only."""
MISSING = object()
"""In place of a value that is not there."""


class CelError(Exception):
    """The error that an expression ends with, in cel-go's words."""


class Undecided(Exception):
    """What an expression says is not known here, or finding out takes too long."""


class Uint(int):
    """An unsigned integer."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, order=True)
class Duration:
    """A length of time."""

    nanoseconds: int


@dataclass(frozen=True, slots=True, order=True)
class Timestamp:
    """A moment, in nanoseconds since 1970."""

    nanoseconds: int


@dataclass(frozen=True, slots=True)
class TypeValue:
    """A type as a value."""

    name: str


@dataclass(frozen=True, slots=True)
class Optional:
    """A value that may be missing."""

    value: Value = MISSING

    @property
    def is_there(self) -> bool:
        """Whether there is a value."""
        return self.value is not MISSING


class Opaque:
    """A value of a type that a program adds; it is compared as Python compares it."""

    type_name = ""


@dataclass(frozen=True, slots=True, eq=False)
class Items:
    """A list of an object; an item becomes a value when it is asked for."""

    raw: list[Any]
    convert: Callable[[Any], Value]
    kind: str = ""
    """`set` and `map` are compared and added as such; a map by its keys."""
    keys: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.raw)

    def __iter__(self) -> Iterator[Value]:
        return map(self.convert, self.raw)

    def __getitem__(self, number: int) -> Value:
        return self.convert(self.raw[number])

    def key(self, item: Value) -> tuple[Any, ...]:
        """What tells an item of a map from others."""
        raw = item.raw if isinstance(item, Fields) else item
        return tuple(raw.get(key) for key in self.keys) if isinstance(raw, dict) else ()


@dataclass(frozen=True, slots=True, eq=False)
class Fields:
    """A mapping of an object; a field becomes a value when it is asked for."""

    raw: dict[str, Any]
    find: Callable[[str], Value]
    """The value of a field by its name in expressions, or `MISSING`."""
    names: Callable[[], Iterable[str]]
    """The names in expressions of what is there and known."""

    def __len__(self) -> int:
        return len(self.raw)


class StepsLeft:
    """What an evaluation may still do, counted so that it ends in the same place on every machine."""

    def __init__(self, left: int) -> None:
        self.left = left

    def take(self, count: int) -> None:
        """Counts steps; raises `Undecided` where there are too few."""
        self.left -= count
        if self.left < 0:
            raise Undecided("too many steps")


def no_overload() -> CelError:
    """The error of a function that does not take such values."""
    return CelError("no such overload")


def is_number(value: Value) -> bool:
    """Whether a value is an integer or a double."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def is_list(value: Value) -> bool:
    """Whether a value is a list."""
    return isinstance(value, list | Items)


def is_map(value: Value) -> bool:
    """Whether a value is a map or an object."""
    return isinstance(value, dict | Fields)


def key_of(value: Value) -> Any:
    """A value as the key of a dictionary, where `true` is not 1."""
    if isinstance(value, bool):
        return (value,)
    if isinstance(value, float) and not value.is_integer():
        raise CelError(f"unsupported key type: {value}")
    if not isinstance(value, int | float | str):
        raise CelError("unsupported key type")
    return value


def from_key(key: Any) -> Value:
    """The value of a key of a dictionary."""
    return key[0] if isinstance(key, tuple) else key


def keys(value: Value) -> Iterator[Value]:
    """The keys of a map."""
    return iter(value.names()) if isinstance(value, Fields) else map(from_key, value)


def found(value: Value, key: Value) -> Value:
    """What a map has at a key, or `MISSING`."""
    if isinstance(value, Fields):
        if not isinstance(key, str):
            raise no_overload()
        return value.find(key)
    return value.get(key_of(key), MISSING)


def equal(one: Value, other: Value, steps: StepsLeft) -> bool:
    """Whether two values are equal; values of different types are not."""
    steps.take(1)
    if isinstance(one, Items) and other is not None and not is_list(other):
        raise no_overload()
    if is_list(one):
        return is_list(other) and len(one) == len(other) and _equal_lists(one, other, steps)
    if isinstance(one, Fields) and other is not None and not is_map(other):
        raise no_overload()
    if is_map(one):
        return is_map(other) and len(one) == len(other) and _equal_maps(one, other, steps)
    if is_number(one):
        return is_number(other) and bool(one == other)
    if isinstance(one, Optional):
        if not isinstance(other, Optional) or one.is_there is not other.is_there:
            return False
        return not one.is_there or equal(one.value, other.value, steps)
    if isinstance(one, str | bytes):
        steps.take(len(one) // 10)
    return type(one) is type(other) and bool(one == other)


def _equal_lists(one: Value, other: Value, steps: StepsLeft) -> bool:
    if isinstance(one, Items) and one.kind == "set":
        return all(any(equal(item, mine, steps) for mine in one) for item in other)
    if isinstance(one, Items) and one.kind == "map":
        mine = {one.key(item): item for item in one.raw}
        return all((key := one.key(item)) in mine and equal(one.convert(mine[key]), item, steps) for item in other)
    return all(equal(mine, theirs, steps) for mine, theirs in zip(one, other, strict=True))


def _equal_maps(one: Value, other: Value, steps: StepsLeft) -> bool:
    for key in keys(one):
        mine, theirs = found(one, key), found(other, key)
        if mine is MISSING and theirs is MISSING:
            continue
        if mine is MISSING or theirs is MISSING or not equal(mine, theirs, steps):
            return False
    if isinstance(one, Fields) and isinstance(other, Fields):
        known = set(one.names())
        return all(other.raw.get(key, value) == value for key, value in one.raw.items() if key not in known)
    return True


def order(one: Value, other: Value) -> int:
    """Below zero, zero, or above it, as the first value is smaller, equal or greater."""
    if is_number(one) and is_number(other):
        if one != one or other != other:
            raise CelError("NaN values cannot be ordered")
    elif type(one) is not type(other) or not isinstance(one, bool | str | bytes | Duration | Timestamp):
        raise no_overload()
    if isinstance(one, str):
        one, other = one.encode("utf-8", "surrogatepass"), other.encode("utf-8", "surrogatepass")
    return int(one > other) - int(one < other)


_NAMES: Mapping[type, str] = {
    bool: "bool",
    int: "int",
    Uint: "uint",
    float: "double",
    str: "string",
    bytes: "bytes",
    list: "list",
    Items: "list",
    dict: "map",
    Fields: "map",
    type(None): "null_type",
    Duration: "google.protobuf.Duration",
    Timestamp: "google.protobuf.Timestamp",
    TypeValue: "type",
    Optional: "optional_type",
}


def type_name(value: Value) -> str:
    """The name of the type of a value."""
    return value.type_name if isinstance(value, Opaque) else _NAMES[type(value)]
