"""Texts that Go decodes into values: times, durations, base64, quantities; with its messages for those it refuses."""

import re
from datetime import UTC, date, datetime, timedelta
from typing import Any

from xpkgtui.golang.printing import as_json
from xpkgtui.patterns import late

_LAYOUT = "2006-01-02T15:04:05Z07:00"
_ZONE = "Z07:00"
_TWO, _UP_TO_TWO = late(r"\d\d", re.ASCII), late(r"\d\d?", re.ASCII)
_PARTS = (
    ("year", "", "2006", late(r"\d{4}", re.ASCII), 0, 9999),
    ("month", "-", "01", _TWO, 1, 12),
    ("day", "-", "02", _TWO, 0, 99),
    ("hour", "T", "15", _UP_TO_TWO, 0, 23),
    ("minute", ":", "04", _TWO, 0, 59),
    ("second", ":", "05", _TWO, 0, 59),
)
"""Name, separator before it, its form in the layout, pattern, and range; days are checked at the end."""
_FRACTION = late(r"[.,]\d+", re.ASCII)
_LONGEST_MONTHS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_LETTERS = late(rb"[A-Za-z0-9+/\r\n]*+")
_LINE_ENDS = late(rb"[\r\n]*+")
_QUANTITY = late(r"[+-]?[0-9]*(?:\.[0-9]*)?([eEinumkKMGTP]*[-+]?[0-9]*)", re.ASCII)
_SUFFIX = late(r"(?:[KMGTPE]i|[numkMGTPE]?|[eE][-+]?[0-9]+)", re.ASCII)
_REPEATED = 2_000
"""Characters of an object that a message repeats."""
_WRONG_QUANTITY = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"


def fault_of_quantity(value: Any) -> str | None:
    """Go's message about a value that is not a quantity (`100m`); None for a quantity."""
    if not isinstance(value, str):
        return _WRONG_QUANTITY
    text = value.strip()
    match = _QUANTITY.fullmatch(text) if text else None
    if match is None:
        return _WRONG_QUANTITY
    return None if _SUFFIX.fullmatch(match[1]) else "unable to parse quantity's suffix"


def fault_of_object(value: dict[str, Any] | None) -> str | None:
    """Go's message about a mapping that is not an object of Kubernetes; None where it has a kind."""
    kind, version = ((value or {}).get(name) for name in ("kind", "apiVersion"))
    if isinstance(kind, str) and kind and not (isinstance(version, str) and version.count("/") > 1):
        return None
    return without_kind(as_json(value))


def without_kind(text: str) -> str:
    """Go's message about an object without a kind, which repeats the object; `…` stands for a long one."""
    return f"Object 'Kind' is missing in '{text if len(text) <= _REPEATED else '…'}'"


def fault_of_time(text: str) -> str | None:
    """Go's message about a text that is not a time; None for a time."""
    rest, found = text, {}
    for name, before, layout, pattern, low, high in _PARTS:
        if not rest.startswith(before):
            return _unparsed(text, rest, before)
        rest = rest.removeprefix(before)
        match = pattern.match(rest)
        if match is None:
            return _unparsed(text, rest, layout)
        found[name], rest = int(match[0]), rest[match.end() :]
        if not low <= found[name] <= high:
            return _out_of_range(text, name)
    fraction = _FRACTION.match(rest)
    rest = rest[fraction.end() :] if fraction else rest
    if not rest.startswith("Z"):
        fault = _fault_of_zone(text, rest)
        if fault is not None:
            return fault
    rest = rest[1:] if rest.startswith("Z") else rest[6:]
    if rest:
        return f"parsing time {_quoted(text)}: extra text: {_quoted(rest)}"
    is_day = 1 <= found["day"] <= _days(found["year"], found["month"])
    return None if is_day else _out_of_range(text, "day")


def fault_of_base64(text: str) -> int | None:
    """The byte at which Go's decoder stops; None where it reads to the end."""
    data = text.encode("utf-8", "surrogatepass")
    letters = _LETTERS.match(data)
    at = letters.end() if letters else 0
    over = len(data[:at].translate(None, b"\r\n")) % 4
    if at == len(data):
        return at - over if over else None
    if data[at : at + 1] != b"=" or over < 2:
        return at
    rest = _after_line_ends(data, at + 1)
    if over == 2:
        if data[rest : rest + 1] != b"=":
            return rest if rest == len(data) else rest - 1
        rest = _after_line_ends(data, rest + 1)
    return None if rest == len(data) else rest


def _fault_of_zone(text: str, rest: str) -> str | None:
    if len(rest) < 6 or rest[3] != ":":
        return _unparsed(text, rest, _ZONE)
    hour = _TWO.fullmatch(rest[1:3])
    minute = _TWO.fullmatch(rest[4:6]) if hour else None
    if minute and int(minute[0]) > 60:
        return _out_of_range(text, "time zone offset minute")
    if hour and int(hour[0]) > 24:
        return _out_of_range(text, "time zone offset hour")
    return None if minute and rest[0] in "+-" else _unparsed(text, rest, _ZONE)


def _days(year: int, month: int) -> int:
    is_leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return 28 if month == 2 and not is_leap else _LONGEST_MONTHS[month - 1]


def _unparsed(text: str, rest: str, layout: str) -> str:
    where = f"cannot parse {_quoted(rest)} as {_quoted(layout)}"
    return f"parsing time {_quoted(text)} as {_quoted(_LAYOUT)}: {where}"


def _out_of_range(text: str, name: str) -> str:
    return f"parsing time {_quoted(text)}: {name} out of range"


def _quoted(text: str) -> str:
    """The text as Go's package time quotes it: bytes beyond ASCII in hexadecimal."""
    return '"' + "".join(_letter(each) for each in text) + '"'


def _letter(letter: str) -> str:
    if letter in '"\\':
        return "\\" + letter
    if " " <= letter < "\x80":
        return letter
    return "".join(f"\\x{byte:02x}" for byte in letter.encode("utf-8", "surrogatepass"))


def _after_line_ends(data: bytes, at: int) -> int:
    found = _LINE_ENDS.match(data, at)
    return found.end() if found else at


SECOND = 1_000_000_000
_UNITS = {
    "ns": 1,
    "us": 1_000,
    "µs": 1_000,
    "μs": 1_000,
    "ms": 1_000_000,
    "s": SECOND,
    "m": 60 * SECOND,
    "h": 3_600 * SECOND,
}
_PART = late(r"([0-9]*)(?:\.([0-9]*))?(ns|us|µs|μs|ms|s|m|h)")
_MOMENT = late(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{1,2}):([0-9]{2}):([0-9]{2})(?:[.,]([0-9]+))?(?:Z|([+-])([0-9]{2}):([0-9]{2}))",
    re.ASCII,
)
_MOST = 1 << 63
_DAYS_BEFORE_1970 = date(1970, 1, 1).toordinal()


def parse_duration(text: str) -> int | None:
    """The nanoseconds of a duration such as `1h30m`; None where Go does not take it."""
    sign, rest = (text[0], text[1:]) if text[:1] in ("+", "-") else ("", text)
    if rest == "0":
        return 0
    total, at = 0, 0
    while at < len(rest) or not rest:
        match = _PART.match(rest, at)
        if match is None or not (match[1] or match[2]):
            return None
        unit, fraction = _UNITS[match[3]], (match[2] or "")[:18]
        total += int(match[1] or 0) * unit + int(fraction or 0) * unit // 10 ** len(fraction)
        at = match.end()
        if total > _MOST:
            return None
    if total == _MOST and sign != "-":
        return None
    return -total if sign == "-" else total


def parse_moment(text: str) -> int | None:
    """The nanoseconds since 1970 of a moment in RFC 3339; None where Go does not take it."""
    match = _MOMENT.fullmatch(text)
    if match is None:
        return None
    year, month, day, hour, minute, second = (int(match[one]) for one in range(1, 7))
    try:
        days = date(year, month, day).toordinal()
    except ValueError:
        return None
    ahead, behind = int(match[9] or 0), int(match[10] or 0)
    if hour > 23 or minute > 59 or second > 59 or ahead > 24 or behind > 60:
        return None
    offset = (ahead * 3_600 + behind * 60) * (-1 if match[8] == "-" else 1)
    seconds = (days - _DAYS_BEFORE_1970) * 86_400 + hour * 3_600 + minute * 60 + second - offset
    return seconds * SECOND + int((match[7] or "")[:9].ljust(9, "0"))


def moment_as_text(nanoseconds: int) -> str:
    """A moment in RFC 3339 with as many digits as it needs, in UTC."""
    seconds, rest = divmod(nanoseconds, SECOND)
    moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds)
    fraction = f".{rest:09d}".rstrip("0") if rest else ""
    return f"{moment.year:04d}{moment:-%m-%dT%H:%M:%S}{fraction}Z"
