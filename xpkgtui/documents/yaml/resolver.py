"""YAML 1.1 scalars as go-yaml v2 reads them.

The table follows go-yaml v2 (resolve.go), and tests compare it with the oracle's answers. It differs from the YAML
specifications: `y` is true, `010` is 8, `08` is 8, `1:30` and timestamps are strings.
"""

import base64
import math
import re
import struct
from datetime import date

from xpkgtui.patterns import late
from xpkgtui.values import dataclass

Scalar = str | int | float | bool | None

_LONG_TAG = "tag:yaml.org,2002:"
MERGE_TAG = _LONG_TAG + "merge"
BINARY_TAG = _LONG_TAG + "binary"

_WORDS: dict[str, Scalar] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(["y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"], True),
    **dict.fromkeys(["n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"], False),
    **dict.fromkeys((".nan", ".NaN", ".NAN"), math.nan),
    **dict.fromkeys((".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"), math.inf),
    **dict.fromkeys(("-.inf", "-.Inf", "-.INF"), -math.inf),
}
_TELLING = frozenset("+-.0123456789yYnNtTfFoO~")
_DIGITS = (
    (late(r"([-+]?)0[xX]([0-9a-fA-F]+)"), 16),
    (late(r"([-+]?)0[bB]([01]+)"), 2),
    (late(r"([-+]?)0[oO]([0-7]+)"), 8),
    (late(r"([-+]?)0([0-7]*)"), 8),
    (late(r"([-+]?)([1-9][0-9]*)"), 10),
)
_FLOAT = late(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_DOTTED = late(r"\.[0-9]+(_[0-9]+)*([eE][-+]?[0-9]+(_[0-9]+)*)?")
_BASE64 = late(r"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?")
_DATE = late(
    r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})"
    r"(?:([Tt ])([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2})(?:[.,][0-9]+)?(Z|[-+][0-9]{2}:[0-9]{2})?)?"
)
_LARGEST = 1e21
"""From here on Go writes floats with an exponent (encoding/json)."""


class Undecodable(ValueError):
    """The text does not fit its tag."""


@dataclass(frozen=True, slots=True)
class BadKey:
    """A mapping key that YAML allows and JSON does not."""

    go_type: str
    go_value: str


def resolve(text: str) -> Scalar:
    """The value of a plain scalar without a tag."""
    if text and text[0] not in _TELLING:
        return text
    if text in _WORDS:
        return _WORDS[text]
    first = text[0]
    if first == ".":
        return _float(text.replace("_", ""), text) if _DOTTED.fullmatch(text) else text
    if first in "+-0123456789":
        digits = text.replace("_", "")
        number = _integer(digits)
        return _float(digits, text) if number is None else number
    return text


def as_json(value: Scalar) -> Scalar:
    """A scalar as Go's JSON spells it: a whole float is an integer; NaN and infinities are unchanged."""
    if type(value) is float and abs(value) < _LARGEST and value.is_integer():
        from decimal import Decimal

        return int(Decimal(repr(value)))
    return value


def resolve_tagged(tag: str, text: str) -> Scalar:
    """The value of a scalar with a tag in its long form; raises Undecodable."""
    if tag == BINARY_TAG:
        return _binary(text)
    if not tag.startswith(_LONG_TAG) or tag[len(_LONG_TAG) :] not in {"bool", "int", "float", "null", "timestamp"}:
        return text
    expected = tag[len(_LONG_TAG) :]
    if expected == "timestamp" and _is_timestamp(text):
        return text
    value = resolve(text)
    found = {type(None): "null", str: "str", bool: "bool", int: "int", float: "float"}[type(value)]
    if found == expected:
        return value
    # An integer beyond int64 is a uint64 in Go, which its !!float does not take.
    if expected == "float" and found == "int" and isinstance(value, int) and value < 1 << 63:
        return float(value)
    raise Undecodable(f"cannot decode !!{found} `{text}` as a !!{expected}")


def key_of(value: Scalar) -> str | BadKey:
    """A resolved scalar as a key of a JSON object."""
    if isinstance(value, str):
        return value
    if value is None:
        return BadKey("%!s(<nil>)", "<nil>")
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value) if value < 1 << 63 else BadKey("uint64", hex(value))
    return _short_float(value)


def _integer(digits: str) -> int | None:
    for pattern, number_base in _DIGITS:
        if match := pattern.fullmatch(digits):
            significant = match[2].lstrip("0")
            if len(significant) > 64:
                return None
            number = int(significant or "0", number_base)
            if match[1]:
                number = -number if match[1] == "-" else number
                return number if -(1 << 63) <= number < 1 << 63 else None
            return number if number < 1 << 64 else None
    return None


def _float(digits: str, text: str) -> Scalar:
    if not _FLOAT.fullmatch(digits):
        return text
    number = float(digits)
    return text if math.isinf(number) else number


def _is_timestamp(text: str) -> bool:
    match = _DATE.fullmatch(text)
    if not match:
        return False
    year, month, day, separator, hour, minute, second, zone = match.groups()
    try:
        date(max(int(year), 1), int(month), int(day))
    except ValueError:
        return False
    if separator is None:
        return True
    in_range = int(hour) < 24 and int(minute) < 60 and int(second) < 60
    return in_range and (zone is None) == (separator == " ")


def _binary(text: str) -> str:
    packed = text.replace("\n", "").replace("\r", "")
    if not _BASE64.fullmatch(packed):
        raise Undecodable("!!binary value contains invalid base64 data")
    decoded = base64.b64decode(packed)
    # Go's JSON writes one replacement character for each byte that is not UTF-8, Python one for each run.
    return re.sub("[\udc80-\udcff]", "\ufffd", decoded.decode("utf-8", "surrogateescape"))


def _short_float(value: float) -> str:
    """A key as `strconv.FormatFloat(value, 'g', -1, 32)` writes it."""
    if math.isnan(value):
        return ".nan"
    try:
        narrow = struct.unpack("f", struct.pack("f", value))[0]
    except OverflowError:
        narrow = math.copysign(math.inf, value)
    if math.isinf(narrow):
        return ".inf" if narrow > 0 else "-.inf"
    shortest = next(
        text for text in (f"{narrow:.{precision}e}" for precision in range(17)) if _narrow(float(text)) == narrow
    )
    mantissa, _, exponent = shortest.partition("e")
    if -4 <= int(exponent) < 6:
        from decimal import Decimal

        return f"{Decimal(shortest):f}"
    return f"{mantissa}e{int(exponent):+03d}"


def _narrow(value: float) -> float:
    try:
        return float(struct.unpack("f", struct.pack("f", value))[0])
    except OverflowError:
        return math.inf
