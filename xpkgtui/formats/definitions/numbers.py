"""Numbers against the bounds of a schema, in the words of k8s.io/kube-openapi."""

import math
from collections.abc import Iterator
from typing import Any

from xpkgtui.formats.definitions.field_errors import Node

_RANGES = {"int32": 2**31, "int64": 2**63}
_LARGEST_FLOAT32 = 3.4028235677973366e38
_EPSILON = 1e-9
_WHOLE = 1e21
"""From here on Go writes numbers with an exponent."""


def go_number(value: float) -> str:
    """A number as Go's `%v` writes it."""
    if isinstance(value, int) or (value.is_integer() and abs(value) < _WHOLE):
        return str(int(value))
    return repr(value)


def check_number(value: float, schema: Node, name: str) -> Iterator[tuple[str, bool]]:
    """Messages about a number, and whether each names its place; others are about the whole value."""
    kind = schema.get("type") if not schema.get("x-kubernetes-int-or-string") else None
    kind = kind if kind in {"integer", "number"} else None
    formats = {"integer": ("int32", "int64"), "number": ("float", "double")}.get(kind or "", ())
    wanted = schema.get("format") if schema.get("format") in formats else ""
    behind = f"{kind} {f'with format {wanted}' if wanted else '(default format)'} in {name}"
    if not _fits(value, kind, wanted):
        yield f"Checked value must be of type {behind}", False
    factor = schema.get("multipleOf")
    if factor is not None:
        whole = _fits(factor, kind, wanted)
        if not whole:
            yield f"MultipleOf value must be of type {behind}", False
        yield from _multiple(value, factor, name, as_integer=whole and isinstance(value, int))
    for word, sign in (("minimum", "greater"), ("maximum", "less")):
        bound, exclusive = schema.get(word), bool(schema.get(f"exclusive{word.capitalize()}"))
        if bound is None:
            continue
        whole = _fits(bound, kind, wanted)
        if not whole:
            yield f"{word.capitalize()} boundary value must be of type {behind}", False
        if whole and isinstance(value, int):
            bound = int(bound)
        beyond = value > bound if sign == "less" else value < bound
        if beyond or (exclusive and value == bound):
            how = f"{sign} than" if exclusive else f"{sign} than or equal to"
            yield f"{name} in body should be {how} {go_number(bound)}", True


def _fits(value: float, kind: str | None, wanted: Any) -> bool:
    """Whether a number is one of a type and format."""
    if kind == "integer":
        largest = _RANGES.get(wanted, _RANGES["int64"])
        return float(value).is_integer() and -largest <= value < largest
    return wanted != "float" or abs(value) <= _LARGEST_FLOAT32


def _multiple(value: float, factor: float, name: str, *, as_integer: bool) -> Iterator[tuple[str, bool]]:
    factor = int(factor) if as_integer else factor
    if factor <= 0:
        yield f"factor MultipleOf declared for {name} must be positive: {go_number(factor)}", True
    elif as_integer:
        if value % factor:
            yield f"{name} in body should be a multiple of {go_number(factor)}", True
    else:
        quotient = 1 / factor * value if factor < 1 else value / factor
        off = abs(quotient - math.trunc(quotient))
        if off and off / (abs(quotient) + abs(math.trunc(quotient))) >= _EPSILON:
            yield f"{name} in body should be a multiple of {go_number(factor)}", True
