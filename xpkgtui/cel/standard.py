"""The functions of the language: operators, conversions, and what is asked of texts and times."""

import math
import operator
import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from decimal import Decimal

from xpkgtui.cel.evaluating import Function, in_collection
from xpkgtui.cel.literals import FIRST, LAST
from xpkgtui.cel.tokens import LEAST, MOST, MOST_UNSIGNED
from xpkgtui.cel.values import (
    CelError,
    Duration,
    Items,
    Optional,
    Steps,
    Timestamp,
    TypeValue,
    Uint,
    Undecided,
    Value,
    equal,
    is_list,
    is_map,
    is_number,
    no_overload,
    order,
    type_name,
)
from xpkgtui.golang.quoting import quoted
from xpkgtui.golang.regexp.matching import is_found
from xpkgtui.golang.regexp.syntax import complaint
from xpkgtui.golang.times import SECOND, moment_as_text, parse_duration, parse_moment
from xpkgtui.patterns import late

_REAL = late(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|[+-]?(?:inf(?:inity)?|nan)", re.IGNORECASE)
_WHOLE = late(r"[+-]?[0-9]{1,20}")
_UNSIGNED = late(r"[0-9]{1,20}")
_OFFSET = late(r"([+-]?)([0-9]{1,2}):([0-9]{2})")
_FEW_DIGITS = 6
"""Digits of a double before Go writes it with an exponent."""
_TRUTHS = {
    **dict.fromkeys(("1", "t", "T", "true", "TRUE", "True"), True),
    **dict.fromkeys(("0", "f", "F", "false", "FALSE", "False"), False),
}


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


def _alike(one: Value, other: Value) -> type:
    """The type of two values that are calculated with."""
    if type(one) is not type(other):
        raise no_overload()
    return type(one)


def _add(steps: Steps, one: Value, other: Value) -> Value:
    if is_list(one) and is_list(other):
        return _joined(steps, one, other)
    if isinstance(one, Timestamp) and isinstance(other, Duration):
        return timestamp(one.nanoseconds + other.nanoseconds)
    if isinstance(one, Duration) and isinstance(other, Timestamp):
        return timestamp(one.nanoseconds + other.nanoseconds)
    kind = _alike(one, other)
    if kind is str or kind is bytes:
        steps.take((len(one) + len(other)) // 10)
        return one + other
    if kind is Duration:
        return duration(one.nanoseconds + other.nanoseconds)
    return _calculated(kind, operator.add, one, other)


def _joined(steps: Steps, one: Value, other: Value) -> Value:
    steps.take((len(one) + len(other)) // 10)
    kind = one.kind if isinstance(one, Items) else ""
    made = list(one)
    if kind == "set":
        for item in other:
            if not any(equal(mine, item, steps) for mine in made):
                made.append(item)
    elif kind == "map":
        places = {one.key(item): number for number, item in enumerate(one.raw)}
        for item in other:
            place = places.get(one.key(item), len(made))
            made[place : place + 1] = [item]
    else:
        made += other
    return made


def _subtract(_: Steps, one: Value, other: Value) -> Value:
    if isinstance(one, Timestamp | Duration) and isinstance(other, Duration):
        rest = one.nanoseconds - other.nanoseconds
        return timestamp(rest) if isinstance(one, Timestamp) else duration(rest)
    kind = _alike(one, other)
    if kind is Timestamp:
        return duration(one.nanoseconds - other.nanoseconds)
    return _calculated(kind, operator.sub, one, other)


def _calculated(kind: type, calculate: Callable[[Value, Value], Value], one: Value, other: Value) -> Value:
    if kind is int:
        return whole(calculate(one, other))
    if kind is Uint:
        return unsigned(calculate(int(one), int(other)))
    if kind is float:
        return calculate(one, other)
    raise no_overload()


def _divide(_: Steps, one: Value, other: Value) -> Value:
    kind = _alike(one, other)
    if kind is float:
        if other:
            return one / other
        return math.nan if not one or one != one else math.copysign(math.inf, one) * math.copysign(1, other)
    if kind in (int, Uint) and not other:
        raise CelError("division by zero")
    return _calculated(kind, _quotient, one, other)


def _quotient(one: int, other: int) -> int:
    found = abs(one) // abs(other)
    return found if (one < 0) is (other < 0) else -found


def _remainder(_: Steps, one: Value, other: Value) -> Value:
    kind = _alike(one, other)
    if kind not in (int, Uint):
        raise no_overload()
    if not other:
        raise CelError("modulus by zero")
    if (one, other) == (LEAST, -1):
        raise CelError("integer overflow")
    return _calculated(kind, lambda one, other: one - _quotient(one, other) * other, one, other)


def _negate(_: Steps, value: Value) -> Value:
    if type(value) is int:
        return whole(-value)
    if not isinstance(value, float):
        raise no_overload()
    return -value


def _not(_: Steps, value: Value) -> Value:
    if not isinstance(value, bool):
        raise no_overload()
    return not value


def _ordered(decide: Callable[[int], bool]) -> Function:
    return lambda _, one, other: decide(order(one, other))


def _size(_: Steps, value: Value) -> Value:
    if not (isinstance(value, str | bytes) or is_list(value) or is_map(value)):
        raise CelError("no such overload: size")
    return len(value)


def _wrong(value: Value, kind: str) -> CelError:
    return CelError(f"type conversion error from '{type_name(value)}' to '{kind}'")


def _to_int(_: Steps, value: Value) -> Value:
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


def _to_uint(_: Steps, value: Value) -> Value:
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


def _to_double(_: Steps, value: Value) -> Value:
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


def _to_bool(_: Steps, value: Value) -> Value:
    if isinstance(value, bool):
        return value
    if not isinstance(value, str):
        raise no_overload()
    if value not in _TRUTHS:
        raise _wrong(value, "bool")
    return _TRUTHS[value]


def _to_bytes(_: Steps, value: Value) -> Value:
    if not isinstance(value, str | bytes):
        raise no_overload()
    return value.encode() if isinstance(value, str) else value


def _to_duration(_: Steps, value: Value) -> Value:
    if isinstance(value, Duration):
        return value
    if not isinstance(value, str):
        raise no_overload()
    found = parse_duration(value)
    if found is None:
        raise _wrong(value, "google.protobuf.Duration")
    return Duration(found)


def _to_timestamp(_: Steps, value: Value) -> Value:
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


def _of_texts(decide: Callable[[str, str], bool]) -> Function:
    def run(steps: Steps, one: Value, other: Value) -> Value:
        if not isinstance(one, str) or not isinstance(other, str):
            raise no_overload()
        steps.take((len(one) + len(other)) // 10)
        return decide(one, other)

    return run


def _matches(steps: Steps, text: Value, pattern: Value) -> Value:
    if not isinstance(text, str) or not isinstance(pattern, str):
        raise no_overload()
    steps.take(1 + len(text) * max(len(pattern), 8) // 40)
    answer = is_found(pattern, text)
    if answer is not None:
        return answer
    if wrong := complaint(pattern):
        raise CelError(f"error parsing regexp: {wrong}")
    raise Undecided("a pattern that is not known")


def _zone(name: str) -> tzinfo:
    match = _OFFSET.fullmatch(name)
    if match:
        away = timedelta(hours=int(match[2]), minutes=int(match[3]))
        return timezone(-away if match[1] == "-" else away)
    if name in {"UTC", ""}:
        return UTC
    raise Undecided("a time zone")


def _of_time(read: Callable[[datetime, int], int], of_duration: Callable[[int], int] | None = None) -> Function:
    def run(_: Steps, value: Value, zone: str = "UTC") -> Value:
        if isinstance(value, Duration) and of_duration:
            return of_duration(value.nanoseconds)
        if not isinstance(value, Timestamp):
            raise no_overload()
        seconds, rest = divmod(value.nanoseconds, SECOND)
        try:
            moment = (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds)).astimezone(_zone(zone))
        except (OverflowError, ValueError):
            raise Undecided("a time beyond the calendar") from None
        return read(moment, rest)

    return run


def _whole_parts(unit: int) -> Callable[[int], int]:
    return lambda nanoseconds: _quotient(nanoseconds, unit)


def _equals(steps: Steps, one: Value, other: Value) -> Value:
    return equal(one, other, steps)


def _type(_: Steps, value: Value) -> Value:
    return TypeValue(type_name(value))


def _value(_: Steps, optional: Optional) -> Value:
    if not optional.is_there:
        raise CelError("optional.none() dereference")
    return optional.value


def _of_non_zero(steps: Steps, value: Value) -> Value:
    is_zero = value is None or value == 0 or equal(value, "", steps) or equal(value, b"", steps)
    is_zero = is_zero or ((is_list(value) or is_map(value)) and not len(value)) or value == Duration(0)
    return Optional() if is_zero else Optional(value)


FUNCTIONS: Mapping[str, Function] = {
    "_==_": _equals,
    "_!=_": lambda steps, one, other: not equal(one, other, steps),
    "_<_": _ordered(lambda found: found < 0),
    "_<=_": _ordered(lambda found: found <= 0),
    "_>_": _ordered(lambda found: found > 0),
    "_>=_": _ordered(lambda found: found >= 0),
    "_+_": _add,
    "_-_": _subtract,
    "_*_": lambda _, one, other: _calculated(_alike(one, other), operator.mul, one, other),
    "_/_": _divide,
    "_%_": _remainder,
    "-_": _negate,
    "!_": _not,
    "@in": in_collection,
    "size": _size,
    "type": _type,
    "dyn": lambda _, value: value,
    "int": _to_int,
    "uint": _to_uint,
    "double": _to_double,
    "string": lambda _, value: text_of(value),
    "bool": _to_bool,
    "bytes": _to_bytes,
    "duration": _to_duration,
    "timestamp": _to_timestamp,
    "contains": _of_texts(lambda text, part: part in text),
    "startsWith": _of_texts(str.startswith),
    "endsWith": _of_texts(str.endswith),
    "matches": _matches,
    "getFullYear": _of_time(lambda moment, _: moment.year),
    "getMonth": _of_time(lambda moment, _: moment.month - 1),
    "getDate": _of_time(lambda moment, _: moment.day),
    "getDayOfMonth": _of_time(lambda moment, _: moment.day - 1),
    "getDayOfWeek": _of_time(lambda moment, _: moment.isoweekday() % 7),
    "getDayOfYear": _of_time(lambda moment, _: moment.timetuple().tm_yday - 1),
    "getHours": _of_time(lambda moment, _: moment.hour, _whole_parts(3_600 * SECOND)),
    "getMinutes": _of_time(lambda moment, _: moment.minute, _whole_parts(60 * SECOND)),
    "getSeconds": _of_time(lambda moment, _: moment.second, _whole_parts(SECOND)),
    "getMilliseconds": _of_time(lambda _, rest: rest // 1_000_000, lambda one: _quotient(one, 1_000_000)),
    "optional.of": lambda _, value: Optional(value),
    "optional.none": lambda _: Optional(),
    "optional.ofNonZeroValue": _of_non_zero,
    "hasValue": lambda _, optional: optional.is_there,
    "value": _value,
}
"""What each function does; a method is given what it belongs to first."""
