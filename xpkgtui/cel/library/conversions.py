"""The conversions of the language, and the bounds of its numbers and times."""

import math
import re
from collections.abc import Mapping
from decimal import Decimal

from xpkgtui.cel.evaluating import Function
from xpkgtui.cel.literals import FIRST, LAST
from xpkgtui.cel.tokens import LEAST, MOST, MOST_UNSIGNED
from xpkgtui.cel.values import (
    CelError,
    Duration,
    StepsLeft,
    Timestamp,
    TypeValue,
    Uint,
    Value,
    is_number,
    no_overload,
    type_name,
)
from xpkgtui.golang.printing import quoted
from xpkgtui.golang.texts import SECOND, moment_as_text, parse_duration, parse_moment
from xpkgtui.patterns import late

_REAL = late(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|[+-]?(?:inf(?:inity)?|nan)", re.IGNORECASE)
_WHOLE = late(r"[+-]?[0-9]{1,20}")
_UNSIGNED = late(r"[0-9]{1,20}")
_TRUTHS = {
    **dict.fromkeys(("1", "t", "T", "true", "TRUE", "True"), True),
    **dict.fromkeys(("0", "f", "F", "false", "FALSE", "False"), False),
}


_FEW_DIGITS = 6
"""Digits of a double before Go writes it with an exponent."""


def whole(value: int) -> int:
    """An integer, if it fits."""
    if not LEAST <= value <= MOST:
        raise CelError("integer overflow")
    return value


def unsigned(value: int) -> Uint:
    """An unsigned integer, if it fits."""
    if not 0 <= value <= MOST_UNSIGNED:
        raise CelError("unsigned integer overflow")
    return Uint(value)


def duration(nanoseconds: int) -> Duration:
    """A duration, if it fits."""
    if not LEAST <= nanoseconds <= MOST:
        raise CelError("integer overflow")
    return Duration(nanoseconds)


def timestamp(nanoseconds: int) -> Timestamp:
    """A moment, if it fits."""
    if not FIRST <= nanoseconds // SECOND <= LAST:
        raise CelError("timestamp overflow")
    return Timestamp(nanoseconds)


def _wrong(value: Value, kind: str) -> CelError:
    return CelError(f"type conversion error from '{type_name(value)}' to '{kind}'")


def _to_int(_: StepsLeft, value: Value) -> Value:
    if isinstance(value, bool):
        raise no_overload()
    if isinstance(value, int):
        return whole(int(value))
    if isinstance(value, float):
        if not float(LEAST) < value < float(MOST):
            raise CelError("integer overflow")
        return int(value)
    if isinstance(value, Timestamp):
        return value.nanoseconds // SECOND
    if isinstance(value, Duration):
        return value.nanoseconds
    if not isinstance(value, str):
        raise no_overload()
    if not _WHOLE.fullmatch(value) or not LEAST <= int(value) <= MOST:
        raise _wrong(value, "int")
    return int(value)


def _to_uint(_: StepsLeft, value: Value) -> Value:
    if isinstance(value, float):
        if not 0 <= value < float(MOST_UNSIGNED):
            raise CelError("unsigned integer overflow")
        return Uint(value)
    if isinstance(value, str):
        if not _UNSIGNED.fullmatch(value) or int(value) > MOST_UNSIGNED:
            raise _wrong(value, "uint")
        return Uint(value)
    if not is_number(value):
        raise no_overload()
    return unsigned(value)


def _to_double(_: StepsLeft, value: Value) -> Value:
    if isinstance(value, str):
        if not _REAL.fullmatch(value):
            raise _wrong(value, "double")
        found = float(value)
        if math.isinf(found) and "n" not in value.lower():
            raise _wrong(value, "double")
        return found
    if not is_number(value):
        raise no_overload()
    return float(value)


def text_of(value: Value) -> str:
    """A value as `string()` writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(int(value))
    if isinstance(value, float):
        return _double_as_text(value)
    if isinstance(value, bytes):
        try:
            return value.decode()
        except UnicodeDecodeError:
            raise CelError("invalid UTF-8 in bytes, cannot convert to string") from None
    if isinstance(value, Timestamp):
        return moment_as_text(value.nanoseconds)
    if isinstance(value, Duration):
        return f"{_plain(value.nanoseconds / SECOND)}s"
    if isinstance(value, TypeValue):
        return value.name
    if not isinstance(value, str):
        raise no_overload()
    return value


def _double_as_text(value: float) -> str:
    """A double as Go's `%g` writes it."""
    if math.isinf(value):
        return "+Inf" if value > 0 else "-Inf"
    if math.isnan(value):
        return "NaN"
    _, _, power = f"{value:.16e}".partition("e")
    exact = Decimal(repr(value)).normalize()
    if -5 < int(power) < _FEW_DIGITS or not value:
        return f"{exact:f}" if value else repr(value).removesuffix(".0")
    mantissa = "".join(map(str, exact.as_tuple().digits))
    point = f".{mantissa[1:]}" if len(mantissa) > 1 else ""
    return f"{'-' if value < 0 else ''}{mantissa[0]}{point}e{int(power):+03d}"


def _plain(value: float) -> str:
    """A double without an exponent, in as few digits as tell it from others."""
    return f"{Decimal(repr(value)):f}".removesuffix(".0")


def _to_bool(_: StepsLeft, value: Value) -> Value:
    if isinstance(value, bool):
        return value
    if not isinstance(value, str):
        raise no_overload()
    if value not in _TRUTHS:
        raise _wrong(value, "bool")
    return _TRUTHS[value]


def _to_bytes(_: StepsLeft, value: Value) -> Value:
    if not isinstance(value, str | bytes):
        raise no_overload()
    return value.encode() if isinstance(value, str) else value


def _to_duration(_: StepsLeft, value: Value) -> Value:
    if isinstance(value, Duration):
        return value
    if not isinstance(value, str):
        raise no_overload()
    found = parse_duration(value)
    if found is None:
        raise _wrong(value, "google.protobuf.Duration")
    return Duration(found)


def _to_timestamp(_: StepsLeft, value: Value) -> Value:
    if isinstance(value, Timestamp):
        return value
    if type(value) is int:
        return timestamp(value * SECOND)
    if not isinstance(value, str):
        raise no_overload()
    found = parse_moment(value)
    if found is None:
        raise CelError(f"invalid RFC 3339 timestamp {quoted(value)}")
    return timestamp(found)


FUNCTIONS: Mapping[str, Function] = {
    "int": _to_int,
    "uint": _to_uint,
    "double": _to_double,
    "string": lambda _, value: text_of(value),
    "bool": _to_bool,
    "bytes": _to_bytes,
    "duration": _to_duration,
    "timestamp": _to_timestamp,
    "dyn": lambda _, value: value,
}
"""What each conversion does."""
