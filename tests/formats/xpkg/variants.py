"""An object with one thing changed at a time, for goldens of what is said of each.

text = differences(values, describe)     # the lines about each value, then what each change of it adds and takes away
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import partial
from typing import Any

from xpkgtui.documents.position import FieldPath

_LONG = "x" * 1_500
_RUN = re.compile("x{20,}")
_MANY = 210
_FEW = 12


def differences(values: Mapping[str, Any], describe: Callable[[Any], Iterable[str]], many: int = _MANY) -> str:
    """The lines about each value, and about each variant the lines that differ; none that was written before.

    Large values have so `many` items more.
    """
    written: dict[str, None] = {}
    for name, value in values.items():
        usual = list(describe(value))
        written.update(dict.fromkeys([f"# {name}", *usual]))
        for change, other in variants(value, many):
            said = list(describe(other))
            found = [f"- {line}" for line in usual if line not in said]
            found += [f"+ {line}" for line in said if line not in usual]
            if new := [line for line in found if line not in written]:
                written.update(dict.fromkeys([f"## {name}: {change}", *new]))
    return _RUN.sub(lambda run: f"<{len(run[0])} x>", "\n".join(written)) + "\n"


def variants(value: Any, many: int) -> Iterator[tuple[str, Any]]:
    """What is changed, and the value with this change."""
    for path, inner in _places(value):
        name = str(FieldPath(path))
        yield f"without {name}", _changed(value, path, None)
        yield f"another type of {name}", _changed(value, path, lambda one: 7 if isinstance(one, str) else "word")
        if isinstance(inner, str) and path[-1] not in ("apiVersion", "kind"):
            yield f"a long {name}", _changed(value, path, lambda one: one + _LONG)
        if isinstance(inner, list | dict):
            yield f"an empty {name}", _changed(value, path, lambda one: type(one)())
            yield f"a large {name}", _changed(value, path, partial(_multiplied, many=many))


def _multiplied(value: Any, many: int) -> Any:
    if isinstance(value, list):
        return value * many
    return {**value, **{f"key{number}": "value" for number in range(many)}}


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield (*path, key), inner
        yield from _places(inner, (*path, key))


def _changed(value: Any, path: tuple[Any, ...], change: Callable[[Any], Any] | None) -> Any:
    key, *rest = path
    copy = value.copy()
    if rest:
        copy[key] = _changed(value[key], tuple(rest), change)
    elif change is None:
        del copy[key]
    else:
        copy[key] = change(value[key])
    return copy


def flat(value: Any, name: str = "") -> Iterator[str]:
    """Everything in a value as lines of a path and a text; what is empty, or within a long list, is left out."""
    if isinstance(value, set | frozenset):
        value = sorted(value, key=str)
    if is_dataclass(value) and not isinstance(value, type):
        items = [(f".{one.name}", getattr(value, one.name)) for one in fields(value)]
    elif isinstance(value, Mapping):
        items = [(f".{key}", inner) for key, inner in value.items()]
    elif isinstance(value, list | tuple) and not all(isinstance(one, str) for one in value):
        items = [(f"[{number}]", inner) for number, inner in enumerate(value)]
        if len(value) > _FEW:
            items = [*items[:2], (".length", len(value)), ("[-1]", value[-1])]
    else:
        text = ", ".join(value) if isinstance(value, list | tuple) else str("" if value is None else value)
        yield from (f"{name.removeprefix('.')}: {line}" for line in text.split("\n") if text)
        return
    for key, inner in items:
        yield from flat(inner, f"{name}{key}")


def as_yaml(value: Any) -> str:
    """An object as a document whose first lines have its names, with a line for each field at the top."""
    return "".join(f"{key}: {json.dumps(inner)}\n" for key, inner in value.items())
