"""Durations and moments as Go's package `time` reads and writes them, in nanoseconds."""

import re
from datetime import UTC, date, datetime, timedelta

from xpkgtui.patterns import late

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
