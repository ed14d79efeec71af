"""`format`, which puts values into a text."""

import math
import re

from xpkgtui.cel.conversions import text_of
from xpkgtui.cel.literals import KINDS
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
from xpkgtui.golang.printing import quoted
from xpkgtui.patterns import late

_CLAUSE = late(r"%(?:(%)|(?:\.([0-9]+))?([a-zA-Z])?)")
_MOST_DIGITS = 300


def formatted(text: str, arguments: list[Value], steps: StepsLeft) -> str:
    """The text with the values in it."""
    rest = iter(arguments)

    def clause(match: re.Match[str]) -> str:
        if match[1]:
            return "%"
        letter, digits = match[3] or "", int(match[2][:9]) if match[2] else 6
        if not letter or letter not in "sdfebxXo":
            raise CelError(f'could not parse formatting clause: unrecognized formatting clause "{letter}"')
        value = next(rest, steps)
        if value is steps:
            raise CelError(f"index {len(arguments)} out of range")
        made = _written(letter, digits, value, steps)
        steps.take(len(made) // 10)
        return made

    return _CLAUSE.sub(clause, text)


def _written(letter: str, digits: int, value: Value, steps: StepsLeft) -> str:
    if letter == "s":
        return _as_text(value, steps, is_inside=False)
    if letter in "fe":
        if not isinstance(value, float):
            raise _wrong(letter, value)
        if digits > _MOST_DIGITS or not math.isfinite(value):
            raise Undecided("a number in a text")
        made = f"{value:.{digits}{letter}}"
        if letter == "e":
            raise Undecided("a number in a text")
        return _grouped(made)
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


def _grouped(text: str) -> str:
    """A number as the library for languages writes it in English."""
    sign, digits = ("-", text[1:]) if text.startswith("-") else ("", text)
    before, dot, behind = digits.partition(".")
    return f"{sign}{int(before):,}{dot}{behind}" if before.isdigit() else text


def _as_text(value: Value, steps: StepsLeft, *, is_inside: bool) -> str:
    steps.take(1)
    if value is None:
        return "null"
    if is_list(value):
        return f"[{', '.join(_as_text(one, steps, is_inside=True) for one in value)}]"
    if is_map(value):
        entries = ((_as_text(one, steps, is_inside=True), found(value, one)) for one in keys(value))
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
