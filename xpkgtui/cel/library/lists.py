"""The extensions for lists: Kubernetes' own, and cel-go's for lists (version 3) and sets."""

from collections.abc import Callable, Iterable, Mapping
from functools import cmp_to_key
from itertools import pairwise

from xpkgtui.cel.evaluating import Function
from xpkgtui.cel.library.standard import FUNCTIONS as STANDARD
from xpkgtui.cel.library.strings import index_of, last_index_of, of_texts
from xpkgtui.cel.values import CelError, Duration, Optional, StepsLeft, Uint, Value, equal, is_list, order, type_name

_COMPARED = ("int", "uint", "double", "bool", "duration", "timestamp", "string", "bytes")
_MOST = 1_000_000
_ZEROS: Mapping[type, Value] = {int: 0, Uint: Uint(0), float: 0.0, Duration: Duration(0)}


def _each(text: str, kinds: Iterable[str]) -> str:
    return "|".join(text.replace("#", kind) for kind in kinds)


DECLARED = {
    "isSorted": _each("[#]. bool", _COMPARED),
    "sum": _each("[#]. #", ("int", "uint", "double", "duration")),
    "min": _each("[#]. #", _COMPARED),
    "max": _each("[#]. #", _COMPARED),
    "indexOf": "[A]. A int",
    "lastIndexOf": "[A]. A int",
    "slice": "[A]. int int [A]",
    "flatten": "[[A]]. [A]|[dyn]. int [dyn]",
    "sort": _each("[#]. [#]", _COMPARED),
    "@sortByAssociatedKeys": _each("[A]. [#] [A]", _COMPARED),
    "lists.range": "int [int]",
    "reverse": "[A]. [A]",
    "distinct": "[A]. [A]",
    "first": "[A]. ?A",
    "last": "[A]. ?A",
    "sets.contains": "[A] [A] bool",
    "sets.equivalent": "[A] [A] bool",
    "sets.intersects": "[A] [A] bool",
    "cel.@mapInsert": "{A:B} A B {A:B}|{A:B} {A:B} {A:B}",
}


def _of_list(function: Callable[..., Value]) -> Function:
    """The function, which takes a list first."""

    def run(steps: StepsLeft, values: Value, *rest: Value) -> Value:
        steps.take(len(values))
        return function(steps, list(values), *rest)

    return run


def _sum(steps: StepsLeft, values: list[Value]) -> Value:
    total = _ZEROS.get(type(values[0]) if values else int, 0)
    for value in values:
        total = STANDARD["_+_"](steps, total, value)
    return total


def _best(name: str, sign: int) -> Callable[..., Value]:
    def run(_: StepsLeft, values: list[Value]) -> Value:
        if not values:
            raise CelError(f"{name} called on empty list")
        best = values[0]
        for value in values[1:]:
            best = value if order(value, best) == sign else best
        return best

    return run


def _index(steps: StepsLeft, values: list[Value], wanted: Value) -> int:
    return next((number for number, value in enumerate(values) if equal(value, wanted, steps)), -1)


def _last_index(steps: StepsLeft, values: list[Value], wanted: Value) -> int:
    behind = _index(steps, values[::-1], wanted)
    return len(values) - 1 - behind if behind >= 0 else -1


def _either(of_text: Callable[..., Value], of_list: Callable[..., Value]) -> Function:
    text, values = of_texts(of_text), _of_list(of_list)
    return lambda steps, first, *rest: (text if isinstance(first, str) else values)(steps, first, *rest)


def _slice(_: StepsLeft, values: list[Value], begin: int, end: int) -> list[Value]:
    lead = f"cannot slice({begin}, {end}), "
    if begin < 0 or end < 0:
        raise CelError(f"{lead}negative indexes not supported")
    if begin > end:
        raise CelError(f"{lead}start index must be less than or equal to end index")
    if len(values) < end:
        raise CelError(f"{lead}list is length {len(values)}")
    return values[begin:end]


def _flatten(steps: StepsLeft, values: list[Value], depth: int = 1) -> list[Value]:
    if depth < 0:
        raise CelError("level must be non-negative")
    steps.take(len(values))
    made: list[Value] = []
    for one in values:
        if is_list(one) and depth:
            made += _flatten(steps, list(one), depth - 1)
        else:
            made.append(one)
    return made


def _sort(_: StepsLeft, values: list[Value], given: Value = None) -> list[Value]:
    by = values if given is None else list(given)
    if len(by) != len(values) or any(type_name(one) != type_name(by[0]) for one in by):
        raise CelError("list elements must have the same type")
    by_key = cmp_to_key(order)
    numbers = sorted(range(len(values)), key=lambda number: by_key(by[number]))
    return [values[number] for number in numbers]


def _range(steps: StepsLeft, count: int) -> list[int]:
    if count < 0:
        raise CelError(f"lists.range: size must be non-negative, got {count}")
    steps.take(min(count, _MOST))
    return list(range(count))


def _distinct(steps: StepsLeft, values: list[Value]) -> list[Value]:
    made: list[Value] = []
    for one in values:
        if not any(equal(one, other, steps) for other in made):
            made.append(one)
    return made


def _has_all(steps: StepsLeft, values: list[Value], wanted: Value) -> bool:
    return all(any(equal(value, other, steps) for value in values) for other in wanted)


FUNCTIONS: Mapping[str, Function] = {
    "isSorted": _of_list(lambda _, values: all(order(one, other) <= 0 for one, other in pairwise(values))),
    "sum": _of_list(_sum),
    "min": _of_list(_best("min", -1)),
    "max": _of_list(_best("max", 1)),
    "indexOf": _either(index_of, _index),
    "lastIndexOf": _either(last_index_of, _last_index),
    "slice": _of_list(_slice),
    "flatten": _of_list(_flatten),
    "sort": _of_list(_sort),
    "@sortByAssociatedKeys": _of_list(_sort),
    "lists.range": _range,
    "reverse": _of_list(lambda _, values: values[::-1]),
    "distinct": _of_list(_distinct),
    "first": _of_list(lambda _, values: Optional(*values[:1])),
    "last": _of_list(lambda _, values: Optional(*values[-1:])),
    "sets.contains": _of_list(_has_all),
    "sets.equivalent": _of_list(
        lambda steps, one, other: _has_all(steps, one, other) and _has_all(steps, list(other), one)
    ),
    "sets.intersects": _of_list(
        lambda steps, one, other: any(equal(mine, theirs, steps) for theirs in other for mine in one)
    ),
}
