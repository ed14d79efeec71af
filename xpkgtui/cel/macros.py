"""What macros stand for, as cel-go expands them, and what they make of a list or a map, item by item."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from xpkgtui.cel.nodes import RESULT, Comprehension, Listed, Literal, Mapped, Name, Node, Select, call, deeper
from xpkgtui.cel.tokens import CelFault
from xpkgtui.cel.values import CelError, Value, found, key_of, keys, no_overload

_INPUT = "@__sortBy_input__"
_TWO = frozenset({"existsOne", "transformList", "transformMap", "transformMapEntry"})
"""Macros that always have two names."""


def macro_of_function(function: str, arguments: Sequence[Node], offset: int) -> Node | None:
    """What `has(a.b)` stands for; None where it is no macro."""
    if function != "has" or len(arguments) != 1:
        return None
    (asked,) = arguments
    if not isinstance(asked, Select) or asked.is_test:
        raise CelFault("has takes a field", asked.offset)
    return Select(offset=offset, operand=asked.operand, field=asked.field, is_test=True, depth=deeper(asked.operand))


def macro_of_method(function: str, target: Node, arguments: Sequence[Node], offset: int) -> Node | None:
    """What a method such as `all` stands for."""
    if function in {"optMap", "optFlatMap"}:
        return _of_optional(function, target, arguments, offset)
    if function == "sortBy":
        return _sorted(target, arguments, offset)
    count = 2 if function in _TWO or (function in {"all", "exists", "exists_one"} and len(arguments) == 3) else 1
    names = _names(function, arguments[:count])
    others = arguments[count:]
    accumulated = Name(offset=offset, name=RESULT)
    start: Node = Listed(offset=offset)
    result: Node = accumulated
    match function:
        case "all":
            start, step = Literal(offset=offset, type="bool"), call(offset, "_&&_", accumulated, *others)
        case "exists":
            start, step = Literal(offset=offset, type="bool"), call(offset, "_||_", accumulated, *others)
        case "exists_one" | "existsOne":
            one = Literal(offset=offset, type="int", value=1)
            start, more = one, call(offset, "_+_", accumulated, one)
            step, result = call(offset, "_?_:_", *others, more, accumulated), call(offset, "_==_", accumulated, one)
        case "transformMap" | "transformMapEntry":
            entry = [others[-1]] if function == "transformMapEntry" else [_name(offset, names[0]), others[-1]]
            start, step = Mapped(offset=offset), call(offset, "cel.@mapInsert", accumulated, *entry)
        case _:
            made = arguments[0] if function == "filter" else others[-1]
            step = call(offset, "_+_", accumulated, Listed(offset=offset, items=(made,), depth=deeper(made)))
    if function in {"filter", "map", "transformList", "transformMap", "transformMapEntry"} and (
        function == "filter" or len(others) == 2
    ):
        step = call(offset, "_?_:_", others[0], step, accumulated)
    return Comprehension(
        offset=offset,
        macro=function,
        range=target,
        variables=names,
        arguments=others,
        start=start,
        step=step,
        result=result,
        depth=deeper(target, step),
    )


def _name(offset: int, name: str) -> Name:
    return Name(offset=offset, name=name)


def _names(function: str, arguments: Sequence[Node]) -> tuple[str, ...]:
    found: list[str] = []
    for argument in arguments:
        if not isinstance(argument, Name):
            raise CelFault(f"{function} takes a name and an expression", argument.offset)
        if argument.name == "__result__":
            raise CelFault("__result__ is the name of CEL's own variable", argument.offset)
        if argument.name in found:
            raise CelFault(f"{function} takes two names", argument.offset)
        found.append(argument.name)
    return tuple(found)


def _bound(offset: int, name: str, value: Node, then: Node) -> Comprehension:
    """An expression in which a value has a name."""
    return Comprehension(
        offset=offset,
        macro="bind",
        range=Listed(offset=offset),
        variables=(),
        arguments=(),
        start=value,
        step=_name(offset, name),
        result=then,
        bound=name,
        depth=deeper(value, then),
    )


def _of_optional(function: str, target: Node, arguments: Sequence[Node], offset: int) -> Node:
    (name,) = _names(function, arguments[:1])
    then: Node = _bound(offset, name, call(offset, "value", target=target), arguments[1])
    if function == "optMap":
        then = call(offset, "optional.of", then)
    return call(offset, "_?_:_", call(offset, "hasValue", target=target), then, call(offset, "optional.none"))


def _sorted(target: Node, arguments: Sequence[Node], offset: int) -> Node:
    given = _name(offset, _INPUT)
    keys = macro_of_method("map", given, arguments, offset)
    assert keys is not None
    return _bound(offset, _INPUT, target, call(offset, "@sortByAssociatedKeys", keys, target=given))


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
        for name, entry in entries.items():
            if name in made:
                raise CelError(f"insert failed: key {name} already exists")
            made[name] = entry
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
