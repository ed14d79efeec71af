"""What macros make of a list or a map, item by item."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from xpkgtui.cel.values import CelError, Value, found, key_of, keys, no_overload

Names = dict[str, Value]
"""The values of variables."""
Run = Callable[[Names], Value]
"""What evaluates a part of an expression."""
Scopes = Iterator[tuple[Names, Value]]


def _quantified(scopes: Scopes, arguments: list[Run], *, ends: bool) -> Value:
    error: CelError | None = None
    for names, _ in scopes:
        try:
            value = arguments[0](names)
        except CelError as raised:
            error = error or raised
            continue
        if value is ends:
            return ends
        if not isinstance(value, bool):
            error = error or no_overload()
    if error is not None:
        raise error
    return not ends


def _is_true(value: Value) -> bool:
    if not isinstance(value, bool):
        raise no_overload()
    return value


def _one(scopes: Scopes, arguments: list[Run]) -> Value:
    return sum(_is_true(arguments[0](names)) for names, _ in scopes) == 1


def _filtered(scopes: Scopes, arguments: list[Run]) -> Value:
    return [value for names, value in scopes if _is_true(arguments[0](names))]


def _transformed(scopes: Scopes, arguments: list[Run]) -> Value:
    *only, make = arguments
    return [make(names) for names, _ in scopes if all(_is_true(one(names)) for one in only)]


def _transformed_map(scopes: Scopes, arguments: list[Run], *, is_entry: bool) -> Value:
    *only, make = arguments
    made: dict[Any, Value] = {}
    for names, key in scopes:
        if not all(_is_true(one(names)) for one in only):
            continue
        value = make(names)
        entries = {key_of(one): found(value, one) for one in keys(value)} if is_entry else {key_of(key): value}
        for name, one in entries.items():
            if name in made:
                raise CelError(f"insert failed: key {name} already exists")
            made[name] = one
    return made


MACROS: Mapping[str, Callable[[Scopes, list[Run]], Value]] = {
    "all": lambda scopes, arguments: _quantified(scopes, arguments, ends=False),
    "exists": lambda scopes, arguments: _quantified(scopes, arguments, ends=True),
    "exists_one": _one,
    "existsOne": _one,
    "filter": _filtered,
    "map": _transformed,
    "transformList": _transformed,
    "transformMap": lambda scopes, arguments: _transformed_map(scopes, arguments, is_entry=False),
    "transformMapEntry": lambda scopes, arguments: _transformed_map(scopes, arguments, is_entry=True),
}
"""What each macro makes of its items, with what it is given behind their names."""
