"""The extensions for texts: cel-go's (version 2) with `format`, and Kubernetes' for patterns."""

import math
import re
from collections.abc import Callable, Mapping
from typing import Any

from xpkgtui.cel.evaluating import Function
from xpkgtui.cel.library.conversions import text_of
from xpkgtui.cel.literals import CLAUSE, KINDS, clause_fault
from xpkgtui.cel.values import (
    CelError,
    Duration,
    StepsLeft,
    Timestamp,
    Undecided,
    Value,
    found,
    is_list,
    is_map,
    keys,
    type_name,
)
from xpkgtui.golang.characters import SPACES
from xpkgtui.golang.printing import quoted
from xpkgtui.golang.regexp.matching import cost, find, find_all
from xpkgtui.golang.regexp.syntax import complaint

_ESCAPES = str.maketrans({one: f"\\{letter}" for one, letter in zip('\a\b\f\n\r\t\v\\"', 'abfnrtv\\"', strict=True)})
_UPPER = {code: code - 32 for code in range(97, 123)}
_LOWER = {code: code + 32 for code in range(65, 91)}

DECLARED = {
    "charAt": "string. int string",
    "indexOf": "string. string int|string. string int int",
    "lastIndexOf": "string. string int|string. string int int",
    "lowerAscii": "string. string",
    "upperAscii": "string. string",
    "replace": "string. string string string|string. string string int string",
    "split": "string. string [string]|string. string int [string]",
    "substring": "string. int string|string. int int string",
    "trim": "string. string",
    "format": "string. [dyn] string",
    "strings.quote": "string string",
    "join": "[string]. string|[string]. string string",
    "find": "string. string string",
    "findAll": "string. string [string]|string. string int [string]",
}


def _outside(at: int) -> CelError:
    return CelError(f"index out of range: {at}")


def _char_at(_: StepsLeft, text: str, at: int) -> str:
    if not 0 <= at <= len(text):
        raise _outside(at)
    return text[at : at + 1]


def index_of(_: StepsLeft, text: str, part: str, begin: int = 0) -> int:
    """Where a part begins in a text, from a place on."""
    if not part:
        return begin
    if begin < 0:
        raise _outside(begin)
    return text.find(part, begin) if begin < len(text) else -1


def last_index_of(_: StepsLeft, text: str, part: str, end: int | None = None) -> int:
    """Where a part begins in a text at last, up to a place."""
    if not part:
        return len(text) if end is None else end
    if end is None:
        return text.rfind(part)
    if end < 0:
        raise _outside(end)
    return text.rfind(part, 0, end + len(part)) if end < len(text) else -1


def _replace(steps: StepsLeft, text: str, old: str, new: str, count: int = -1) -> str:
    steps.take(len(text) // 10 + (text.count(old) if old else len(text)) * len(new) // 10)
    return text.replace(old, new, count if count >= 0 else -1)


def _split(_: StepsLeft, text: str, mark: str, count: int = -1) -> list[str]:
    if count == 0:
        return []
    if not mark:
        most = len(text) if count < 0 else min(count, len(text))
        return [*text[: most - 1], text[most - 1 :]] if most else []
    return text.split(mark, count - 1 if count > 0 else -1)


def _substring(_: StepsLeft, text: str, begin: int, end: int | None = None) -> str:
    if end is not None and begin > end:
        raise CelError(f"invalid substring range. start: {begin}, end: {end}")
    for one in (begin, end):
        if one is not None and not 0 <= one <= len(text):
            raise _outside(one)
    return text[begin:end]


def _join(steps: StepsLeft, texts: Value, mark: str = "") -> str:
    found = list(texts)
    steps.take(len(found))
    if not all(isinstance(one, str) for one in found):
        raise CelError("join: invalid input")
    made = mark.join(found)
    steps.take(len(made) // 10)
    return made


def _searched(search: Callable[..., Any]) -> Function:
    def run(steps: StepsLeft, text: str, pattern: str, *rest: int) -> Value:
        steps.take(1 + cost(pattern, text) // 2)
        try:
            return search(text, pattern, *rest)
        except ValueError:
            if wrong := complaint(pattern):
                raise CelError(f"Illegal regex: error parsing regexp: {wrong}") from None
            raise Undecided("a pattern that is not known") from None

    return run


def _find(text: str, pattern: str) -> str:
    place = find(pattern, text)
    return text[slice(*place)] if place else ""


def of_texts(function: Callable[..., Any]) -> Function:
    """The function, which takes a text and then texts and integers."""

    def run(steps: StepsLeft, text: Value, *rest: Value) -> Value:
        steps.take(len(text) // 10)
        return function(steps, text, *rest)

    return run


def _format(steps: StepsLeft, text: Value, arguments: Value) -> Value:
    return formatted(text, list(arguments), steps)


_OF_TEXTS: Mapping[str, Callable[..., Any]] = {
    "charAt": _char_at,
    "lowerAscii": lambda _, text: text.translate(_LOWER),
    "upperAscii": lambda _, text: text.translate(_UPPER),
    "replace": _replace,
    "split": _split,
    "substring": _substring,
    "trim": lambda _, text: text.strip(SPACES),
    "strings.quote": lambda _, text: f'"{text.translate(_ESCAPES)}"',
    "find": _searched(_find),
    "findAll": _searched(lambda text, pattern, most=-1: find_all(pattern, text, most) if most else []),
}
FUNCTIONS: Mapping[str, Function] = {
    **{name: of_texts(function) for name, function in _OF_TEXTS.items()},
    "format": _format,
    "join": lambda steps, texts, mark="": _join(steps, texts, mark),
}


_MOST_DIGITS = 300


def formatted(text: str, arguments: list[Value], steps: StepsLeft) -> str:
    """The text with the values in it."""
    rest = iter(arguments)

    def clause(match: re.Match[str]) -> str:
        if match[1]:
            return "%"
        precision, letter = match[2] or "", match[3]
        value = next(rest, steps) if precision or letter else None
        if value is steps:
            raise CelError(f"index {len(arguments)} out of range")
        if fault := clause_fault(precision, letter):
            raise CelError(fault)
        digits = int(precision[1:10]) if precision else 6
        made = _written(letter, digits, value, steps)
        steps.take(len(made) // 10)
        return made

    return CLAUSE.sub(clause, text)


def _written(letter: str, digits: int, value: Value, steps: StepsLeft) -> str:
    if letter == "s":
        return _as_text(value, steps, is_inside=False)
    if letter in "fe":
        if not isinstance(value, float):
            raise _wrong(letter, value)
        if letter == "e" or digits > _MOST_DIGITS or not math.isfinite(value):
            raise Undecided("a number in a text")
        # As the library for languages writes it in English.
        return f"{value:,.{digits}f}"
    if isinstance(value, bool):
        if letter != "b":
            raise _wrong(letter, value)
        return str(int(value))
    if isinstance(value, int):
        return f"{int(value):{letter}}"
    if letter in "xX" and isinstance(value, str | bytes):
        made = (value.encode() if isinstance(value, str) else value).hex()
        return made.upper() if letter == "X" else made
    raise _wrong(letter, value)


def _wrong(letter: str, value: Value) -> CelError:
    return CelError(f"error during formatting: {KINDS[letter][1]}, was given {type_name(value)}")


def _as_text(value: Value, steps: StepsLeft, *, is_inside: bool) -> str:
    steps.take(1)
    if value is None:
        return "null"
    if is_list(value):
        return f"[{', '.join(_as_text(one, steps, is_inside=True) for one in value)}]"
    if is_map(value):
        entries = ((_as_text(key, steps, is_inside=True), found(value, key)) for key in keys(value))
        ordered = sorted((key, _as_text(one, steps, is_inside=True)) for key, one in entries)
        return "{" + ", ".join(f"{key}:{one}" for key, one in ordered) + "}"
    if not is_inside:
        return text_of(value)
    if isinstance(value, float):
        return f"{value:.6f}"
    if isinstance(value, Timestamp):
        return f"timestamp({quoted(text_of(value))})"
    if isinstance(value, Duration):
        return f"duration({quoted(text_of(value))})"
    made = text_of(value)
    lead = "b" if isinstance(value, bytes) else ""
    return f"{lead}{quoted(made)}" if isinstance(value, str | bytes) else made
