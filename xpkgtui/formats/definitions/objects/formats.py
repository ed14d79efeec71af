"""Formats of strings as k8s.io/kube-openapi reads them (pkg/validation/strfmt, with govalidator)."""

import ipaddress
import re
from collections.abc import Callable
from datetime import date
from unicodedata import category

from xpkgtui.formats.definitions.effort import meter
from xpkgtui.golang.regexp.matching import cost, is_found
from xpkgtui.golang.urls import parse_request
from xpkgtui.patterns import late

_HEX = "[0-9a-fA-F]"
_UUID = "{h}{{8}}-?{h}{{4}}-?{third}{h}{{3}}-?{fourth}{h}{{3}}-?{h}{{12}}"
_BYTE = "(0|[1-9][0-9]?|1[0-9][0-9]?|2[0-4][0-9]|25[0-5])"
_SPACES = r"[\t\n\f\r ]*"
_PATTERNS = {
    "bsonobjectid": late(f"{_HEX}{{24}}"),
    "uuid": late(_UUID.format(h=_HEX, third=_HEX, fourth=_HEX)),
    "uuid3": late(_UUID.format(h=_HEX, third="3", fourth=_HEX)),
    "uuid4": late(_UUID.format(h=_HEX, third="4", fourth="[89abAB]")),
    "uuid5": late(_UUID.format(h=_HEX, third="5", fourth="[89abAB]")),
    "hexcolor": late(r"#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})"),
    "rgbcolor": late(rf"rgb\({_SPACES}" + f"{_SPACES},{_SPACES}".join([_BYTE] * 3) + rf"{_SPACES}\)"),
    "ssn": late(r"(?=[\s\S]{11}\Z)[0-9]{3}[- ]?[0-9]{2}[- ]?[0-9]{4}"),
    "byte": late(r"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})"),
    "mac": late(rf"({_HEX}{{2}})([:-])({_HEX}{{2}}\2)*?{_HEX}{{2}}|{_HEX}{{4}}(\.{_HEX}{{4}})+"),
    "k8sshortname": late(r"[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?"),
}
_BARE_MAC = late(f"{_HEX}{{12}}|{_HEX}{{16}}|{_HEX}{{40}}")
_MAC_BYTES = (6, 8, 20)
_DATE = late(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)
_TIME = late(r"([0-9]{2}):([0-9]{2}):([0-9]{2})(.[0-9]+)?([zZ]|([+-][0-9]{2}:[0-9]{2}))", re.ASCII)
_PIECE = r"([0-9]*)(?:\.([0-9]*))?(ns|us|µs|μs|ms|s|m|h)"
_DURATION = late(rf"([-+]?)(0|(?:(?=\.?[0-9]){_PIECE})+)")
_DURATION_PIECE = late(_PIECE)
_NANOSECONDS = {"ns": 1, "us": 10**3, "µs": 10**3, "μs": 10**3, "ms": 10**6, "s": 10**9, "m": 60 * 10**9}
_SCALA_DURATION = late(r"([0-9]+)[\t\n\f\r ]*([A-Za-zµ]+)")
_UNITS = ("ns", "us", "µs", "ms", "s", "m", "h", "hr", "d", "w", "wk")
_UNITS_WITH_END = ("nano", "micro", "milli", "sec", "min", "hour", "day", "week")
_LONG_NAME = late(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*")
_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~\x80-\U0010ffff-]+"
_EMAIL = late(rf"{_ATOM}(\.{_ATOM})*@{_ATOM}(\.{_ATOM})*")
_ONLY_ATOMS = late(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~\x80-\U0010ffff.@-]*")
_COLONS = late(r"https?://[^/?#]*:[^/?#]*:", re.IGNORECASE)
_WORD = "a-zA-Z0-9$+<=>^`|~"
_HOSTNAME = late(rf"[{_WORD}](-?[{_WORD}]{{0,62}})?|([{_WORD}]([{_WORD}-]{{0,61}}[{_WORD}])?\.)+[a-zA-Z]{{2,63}}")
"""A host where a letter stands for each letter of another script, and `$` for each symbol."""
_STAND_INS = {"L": "a", "S": "$"}
_CARD = late(
    "4[0-9]{12}(?:[0-9]{3})?|5[1-5][0-9]{14}|6(?:011|5[0-9][0-9])[0-9]{12}|3[47][0-9]{13}"
    "|3(?:0[0-5]|[68][0-9])[0-9]{11}|(?:2131|1800|35[0-9]{3})[0-9]{11}"
)
_NO_DIGITS, _SEPARATORS = late("[^0-9]+"), late(r"[\t\n\f\r -]+")
_ISBN10, _ISBN13 = late("[0-9]{9}[0-9X]"), late("[0-9]{13}")
_LEADING_ZEROS = late(r"(?<![0-9])0+(?=[0-9])")
_MASK = late("0*[0-9]{1,8}")
_LARGEST = 2**63


def _is_email(text: str) -> bool | None:
    """An address alone; with quotes, brackets or comments it is not decided."""
    if "@" not in text:
        return False
    return _EMAIL.fullmatch(text) is not None if _ONLY_ATOMS.fullmatch(text) else None


def _is_uri(text: str) -> bool | None:
    """A URL or an absolute path; several colons in a host, which Go refuses since 1.26, are not decided."""
    return True if parse_request(text) else None if _COLONS.match(text) else False


def _is_hostname(text: str) -> bool:
    sizes = [len(one.encode("utf-8", "surrogatepass")) for one in text.split(".")]
    if max(sizes) > 63 or sum(sizes) + len(sizes) - 1 > 255:
        return False
    plain = "".join(one if one.isascii() else _STAND_INS.get(category(one)[0], "_") for one in text)
    return _HOSTNAME.fullmatch(plain) is not None


def _is_mac(text: str) -> bool | None:
    """A hardware address; digits alone, which Go takes since 1.26, are not decided."""
    if _BARE_MAC.fullmatch(text):
        return None
    digits = sum(one not in ":-." for one in text)
    return _PATTERNS["mac"].fullmatch(text) is not None and digits / 2 in _MAC_BYTES


def _is_card(text: str) -> bool:
    digits = _NO_DIGITS.sub("", text)
    if not _CARD.fullmatch(digits):
        return False
    doubled = (int(one) * (1 + number % 2) for number, one in enumerate(reversed(digits)))
    return sum(one // 10 + one % 10 for one in doubled) % 10 == 0


def _is_isbn10(text: str) -> bool:
    digits = _SEPARATORS.sub("", text)
    if not _ISBN10.fullmatch(digits):
        return False
    return sum(number * (10 if one == "X" else int(one)) for number, one in enumerate(digits, 1)) % 11 == 0


def _is_isbn13(text: str) -> bool:
    digits = _SEPARATORS.sub("", text)
    if not _ISBN13.fullmatch(digits):
        return False
    return sum(int(one) * (1 + 2 * (number % 2)) for number, one in enumerate(digits)) % 10 == 0


def _address(text: str, *, is_strict: bool) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """The address; Go's older reader, which is not strict, takes decimal numbers with leading zeros."""
    if "%" in text or not text.isascii():
        return None
    if "." in text and not is_strict:
        head, colon, four = text.rpartition(":")
        text = head + colon + _LEADING_ZEROS.sub("", four)
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None


def _is_ipv4(text: str) -> bool:
    # Go takes an IPv4 in IPv6 for both.
    return _address(text, is_strict=False) is not None and "." in text


def _is_ipv6(text: str) -> bool:
    return _address(text, is_strict=True) is not None and ":" in text


def _is_cidr(text: str) -> bool:
    address, slash, mask = text.partition("/")
    found = _address(address, is_strict=False) if slash and _MASK.fullmatch(mask) else None
    return found is not None and int(mask) <= found.max_prefixlen


def _is_duration(text: str) -> bool:
    """A duration of Go, or else numbers with units as Scala writes them."""
    match = _DURATION.fullmatch(text)
    if match and _nanoseconds(text) < _LARGEST + (match[1] == "-"):
        return True
    pieces = _SCALA_DURATION.findall(text)
    units = [unit.lower() for _, unit in pieces]
    is_known = any(one in _UNITS or one.startswith(_UNITS_WITH_END) for one in units)
    return is_known and all(len(number.lstrip("0")) < 20 and int(number) < _LARGEST for number, _ in pieces)


def _nanoseconds(text: str) -> int:
    pieces = _DURATION_PIECE.finditer(text)
    if any(len(one[1].lstrip("0")) > 20 for one in pieces):
        return _LARGEST * 2
    return sum(
        int(one[1] or 0) * (scale := _NANOSECONDS.get(one[3], 3600 * 10**9)) + int(float(f"0.{one[2] or 0}") * scale)
        for one in _DURATION_PIECE.finditer(text)
    )


def _is_date(text: str) -> bool:
    if not _DATE.fullmatch(text):
        return False
    try:
        # Go knows a year 0, which is a leap year.
        date.fromisoformat(text if not text.startswith("0000") else f"2000{text[4:]}")
    except ValueError:
        return False
    return True


def _is_time(text: str) -> bool:
    parts = text.replace("T", "t").split("t")
    if len(parts) < 2 or not _is_date(parts[0]):
        return False
    match = _TIME.fullmatch(parts[1])
    return match is not None and match[1] <= "23" and match[2] <= "59" and match[3] <= "59"


def _matched(name: str) -> Callable[[str], bool]:
    return lambda text: _PATTERNS[name].fullmatch(text) is not None


FORMATS: dict[str, Callable[[str], bool | None]] = {name: _matched(name) for name in _PATTERNS} | {
    "email": _is_email,
    "hostname": _is_hostname,
    "uri": _is_uri,
    "mac": _is_mac,
    "creditcard": _is_card,
    "isbn": lambda text: _is_isbn10(text) or _is_isbn13(text),
    "isbn10": _is_isbn10,
    "isbn13": _is_isbn13,
    "ipv4": _is_ipv4,
    "ipv6": _is_ipv6,
    "cidr": _is_cidr,
    "duration": _is_duration,
    "date": _is_date,
    "datetime": _is_time,
    "password": lambda _: True,
    "k8slongname": lambda text: len(text) <= 253 and _LONG_NAME.fullmatch(text) is not None,
}
"""Each format by its name without hyphens: whether a text has it; None where that is not certain."""


_STATES = 20
"""States and characters of a search that take as long as comparing a value with a schema."""


class ObjectTexts:
    """The patterns and formats that the API server checks in custom resources."""

    def known_format(self, name: str) -> str:
        """The format, or nothing where the API server ignores it, as it does all formats of numbers."""
        return name if name.replace("-", "") in FORMATS else ""

    def fits_pattern(self, text: str, pattern: str) -> bool | None:
        """Whether the pattern is found in the text; None where it is not understood."""
        meter().spent += cost(pattern, text) / _STATES
        return is_found(pattern, text)

    def fits_format(self, text: str, name: str) -> bool | None:
        """Whether a text has a known format; None where that is not certain."""
        return FORMATS[name.replace("-", "")](text)
