"""The macros of CEL: what `has`, `all`, `exists`, `exists_one`, `map` and `filter` stand for."""

from collections.abc import Sequence

from xpkgtui.formats.registry_v1.decoding.cel.nodes import (
    Comprehension,
    Listed,
    Literal,
    Name,
    Node,
    Select,
    call,
    deeper,
)
from xpkgtui.formats.registry_v1.decoding.cel.tokens import CelFault

_RESULT = "@result"
_METHODS = {"all": (2,), "exists": (2,), "exists_one": (2,), "map": (2, 3), "filter": (2,)}
"""How many arguments each takes."""


def of_function(function: str, arguments: Sequence[Node], offset: int) -> Node | None:
    """What `has(a.b)` stands for; None where it is no macro."""
    if function != "has" or len(arguments) != 1:
        return None
    (asked,) = arguments
    if not isinstance(asked, Select) or asked.is_test:
        raise CelFault("has takes a field", asked.offset)
    return Select(offset=offset, operand=asked.operand, field=asked.field, is_test=True, depth=deeper(asked.operand))


def of_method(function: str, target: Node, arguments: Sequence[Node], offset: int) -> Node | None:
    """What a method such as `all` stands for; None where it is no macro."""
    if len(arguments) not in _METHODS.get(function, ()):
        return None
    variable, *others = arguments
    if not isinstance(variable, Name):
        raise CelFault(f"{function} takes a name and an expression", variable.offset)
    if variable.name == "__result__":
        raise CelFault("__result__ is the name of CEL's own variable", variable.offset)
    accumulated = Name(offset=offset, name=_RESULT)
    start: Node = Listed(offset=offset)
    result: Node = accumulated
    match function:
        case "all":
            start, step = Literal(offset=offset, type="bool"), call(offset, "_&&_", accumulated, *others)
        case "exists":
            start, step = Literal(offset=offset, type="bool"), call(offset, "_||_", accumulated, *others)
        case "exists_one":
            one = Literal(offset=offset, type="int")
            start, more = one, call(offset, "_+_", accumulated, one)
            step, result = call(offset, "_?_:_", *others, more, accumulated), call(offset, "_==_", accumulated, one)
        case _:
            made = variable if function == "filter" else others[-1]
            listed = Listed(offset=offset, items=(made,), depth=deeper(made))
            step = call(offset, "_+_", accumulated, listed)
            if function == "filter" or len(others) == 2:
                step = call(offset, "_?_:_", others[0], step, accumulated)
    return Comprehension(
        offset=offset,
        range=target,
        variable=variable.name,
        start=start,
        step=step,
        result=result,
        depth=deeper(target, step),
    )
