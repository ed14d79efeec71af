"""The functions of the language: operators, conversions, and what is asked of texts and times."""

import math
import operator
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta, timezone, tzinfo

from xpkgtui.cel.evaluating import Function, in_collection
from xpkgtui.cel.library import conversions
from xpkgtui.cel.library.conversions import duration, timestamp, unsigned, whole
from xpkgtui.cel.tokens import LEAST
from xpkgtui.cel.values import (
    CelError,
    Duration,
    Items,
    Optional,
    StepsLeft,
    Timestamp,
    TypeValue,
    Uint,
    Undecided,
    Value,
    equal,
    is_list,
    is_map,
    no_overload,
    order,
    type_name,
)
from xpkgtui.golang.regexp.matching import cost, is_found
from xpkgtui.golang.regexp.syntax import complaint
from xpkgtui.golang.texts import SECOND
from xpkgtui.patterns import late

_OFFSET = late(r"([+-]?)([0-9]{1,2}):([0-9]{2})")


def _alike(one: Value, other: Value) -> type:
    """The type of two values that are calculated with."""
    if type(one) is not type(other):
        raise no_overload()
    return type(one)


def _add(steps: StepsLeft, one: Value, other: Value) -> Value:
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


def _joined(steps: StepsLeft, one: Value, other: Value) -> Value:
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


def _subtract(_: StepsLeft, one: Value, other: Value) -> Value:
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


def _divide(_: StepsLeft, one: Value, other: Value) -> Value:
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


def _remainder(_: StepsLeft, one: Value, other: Value) -> Value:
    kind = _alike(one, other)
    if kind not in (int, Uint):
        raise no_overload()
    if not other:
        raise CelError("modulus by zero")
    if (one, other) == (LEAST, -1):
        raise CelError("integer overflow")
    return _calculated(kind, lambda one, other: one - _quotient(one, other) * other, one, other)


def _negate(_: StepsLeft, value: Value) -> Value:
    if type(value) is int:
        return whole(-value)
    if not isinstance(value, float):
        raise no_overload()
    return -value


def _not(_: StepsLeft, value: Value) -> Value:
    if not isinstance(value, bool):
        raise no_overload()
    return not value


def _ordered(decide: Callable[[int], bool]) -> Function:
    return lambda _, one, other: decide(order(one, other))


def _size(_: StepsLeft, value: Value) -> Value:
    if not (isinstance(value, str | bytes) or is_list(value) or is_map(value)):
        raise CelError("no such overload: size")
    return len(value)


def _of_texts(decide: Callable[[str, str], bool]) -> Function:
    def run(steps: StepsLeft, one: Value, other: Value) -> Value:
        if not isinstance(one, str) or not isinstance(other, str):
            raise no_overload()
        steps.take((len(one) + len(other)) // 10)
        return decide(one, other)

    return run


def _matches(steps: StepsLeft, text: Value, pattern: Value) -> Value:
    if not isinstance(text, str) or not isinstance(pattern, str):
        raise no_overload()
    steps.take(1 + cost(pattern, text) // 3)
    answer = is_found(pattern, text)
    if answer is not None:
        return answer
    if wrong := complaint(pattern):
        raise CelError(f"error parsing regexp: {wrong}")
    raise Undecided("a pattern that is not known")


def _zone(name: str) -> tzinfo:
    if match := _OFFSET.fullmatch(name):
        away = timedelta(hours=int(match[2]), minutes=int(match[3]))
        return timezone(-away if match[1] == "-" else away)
    if name in {"UTC", ""}:
        return UTC
    raise Undecided("a time zone")


def _of_time(read: Callable[[datetime, int], int], of_duration: Callable[[int], int] | None = None) -> Function:
    def run(_: StepsLeft, value: Value, zone: str = "UTC") -> Value:
        if isinstance(value, Duration) and of_duration:
            return of_duration(value.nanoseconds)
        if not isinstance(value, Timestamp) or not isinstance(zone, str):
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


def _optional(value: Value) -> Optional:
    if not isinstance(value, Optional):
        raise no_overload()
    return value


def _value(_: StepsLeft, value: Value) -> Value:
    optional = _optional(value)
    if not optional.is_there:
        raise CelError("optional.none() dereference")
    return optional.value


def _of_non_zero(steps: StepsLeft, value: Value) -> Value:
    is_zero = value is None or value == 0 or equal(value, "", steps) or equal(value, b"", steps)
    is_zero = is_zero or ((is_list(value) or is_map(value)) and not len(value)) or value == Duration(0)
    return Optional() if is_zero else Optional(value)


FUNCTIONS: Mapping[str, Function] = {
    "_==_": lambda steps, one, other: equal(one, other, steps),
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
    "type": lambda _, value: TypeValue(type_name(value)),
    **conversions.FUNCTIONS,
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
    "hasValue": lambda _, value: _optional(value).is_there,
    "value": _value,
}
"""What each function does; a method is given what it belongs to first."""
