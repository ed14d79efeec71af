"""Values as the YAML library of older programs decodes them: keys in any letters, numbers as text."""

import struct
from collections.abc import Iterable, Iterator, Mapping
from math import isinf, isnan
from typing import Any

from xpkgtui.formats.go_decoding.mismatches import Mismatch, check, first_wrong
from xpkgtui.formats.go_decoding.shapes import JsonForm, Shape, Struct, fits
from xpkgtui.golang.characters import folded
from xpkgtui.golang.printing import type_of_go

_LEAST, _MOST = -4, 6
"""Exponents of ten of numbers that Go writes without one."""
_WHOLE = 1e21
"""Smaller whole numbers have neither a point nor an exponent in JSON."""
_Waiting = tuple[Any, Any, Struct | Shape | None]
"""A collection that was copied, the key of one in it that was not converted yet, and the type of the latter."""


def first_mismatch(
    value: object, known: Struct, name: str, *, converts: bool, any_letters: bool = True
) -> Mismatch | None:
    """What Go's decoder reports of a value; None where it fits.

    `name` is that of the struct in Go's messages. `converts` says whether numbers and booleans become text first.
    """
    if value is None:
        return None
    if not isinstance(value, dict):
        return Mismatch.of_all(f"json: cannot unmarshal {type_of_go(value)} into Go value of type {name}")
    if fits(value, known):
        return None  # as it is converted it fits too: what should be text is text, and a number stays one
    return first_wrong(check(converted(value, known if converts else None), known, 0, any_letters=any_letters))


def lowered(value: Mapping[str, Any], name: str) -> Any:
    """The value of a key in any letters, as Go finds it: of several the last one in order."""
    found = spellings(value, name)
    return found[-1] if found else None


def spellings(value: Mapping[str, Any], name: str) -> list[Any]:
    """The values of a key in any letters, in the order in which Go decodes each of them."""
    return [
        value[key] for key in sorted(key for key in value if isinstance(key, str) and folded(key) == folded(name))
    ]


def text_of(value: object) -> str:
    """Text, or a number or boolean as it becomes text."""
    match value:
        case str():
            return value
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case float():
            return _short(value)
    return ""


def converted(value: Any, shape: Struct | Shape | None) -> Any:
    """A value as JSON has it, with text where text is expected; the library leaves fields of embedded structs.

    It does not call itself, however deep the value is. A collection that aliases share is converted once for each
    type, and stays shared: its copies could be more than memory holds.
    """
    if not isinstance(value, dict | list):
        return _scalar(value, shape)
    whole: list[Any] = [value]
    made: dict[tuple[int, int], dict[Any, Any] | list[Any]] = {}
    waiting: list[_Waiting] = [(whole, 0, shape)]
    while waiting:
        above, key, shape = waiting.pop()
        one = above[key]
        if isinstance(shape, Shape) and shape.form is JsonForm.STRUCT:
            shape = shape.struct
        known = id(one), id(shape)
        if known not in made:
            # The original is still referred to by `value`, so that its id is its own.
            made[known] = copied = one.copy()
            waiting.extend(_collections(copied, shape))
        above[key] = made[known]
    return whole[0]


def _collections(above: dict[Any, Any] | list[Any], shape: Struct | Shape | None) -> "Iterator[_Waiting]":
    """The collections in one that was copied; its scalars are converted at once."""
    is_map = isinstance(above, dict)
    element = shape.element if not is_map and isinstance(shape, Shape) and shape.form is JsonForm.LIST else None
    pairs: Iterable[tuple[Any, Any]] = above.items() if isinstance(above, dict) else enumerate(above)
    for key, one in pairs:
        if isinstance(one, dict | list):
            yield above, key, _inner(shape, key) if is_map else element
        elif not isinstance(one, str):
            above[key] = _scalar(one, _inner(shape, key) if is_map else element)


def _scalar(value: Any, shape: Struct | Shape | None) -> Any:
    match value:
        case bool() | int() | float() if isinstance(shape, Shape) and shape.scalar == "string":
            return text_of(value)
        case float() if value.is_integer() and abs(value) < _WHOLE:
            return int(value)
    return value


def _inner(shape: Struct | Shape | None, key: str) -> Shape | None:
    """The type of the value of a key."""
    if isinstance(shape, Struct):
        name = shape.spelled(key)
        return shape.fields[name] if name and name not in shape.embedded else None
    return shape.element if shape and shape.form is JsonForm.MAP else None


def _short(number: float) -> str:
    """The shortest text of a number that has the precision of 32 bits."""
    if isnan(number) or isinf(number) or abs(number) > 3.4028235677973366e38:
        return "NaN" if isnan(number) else "+Inf" if number > 0 else "-Inf"
    (number,) = struct.unpack("f", struct.pack("f", number))
    shortest = next(
        text
        for text in (f"{number:.{digits}e}" for digits in range(10))
        if struct.unpack("f", struct.pack("f", float(text)))[0] == number
    )
    digits, _, exponent = shortest.partition("e")
    if number and not _LEAST <= int(exponent) < _MOST:
        return f"{digits}e{exponent}"
    places = max(0, len(digits.lstrip("-").replace(".", "")) - 1 - int(exponent))
    return f"{float(shortest):.{places}f}"
