"""Patterns and formats of strings as apiextensions-apiserver checks them (1.34 and later)."""

import ipaddress
import re
from datetime import date

from xpkgtui.formats.definitions.effort import meter
from xpkgtui.golang.regexp.matching import cost, is_found
from xpkgtui.patterns import late

_HEX = "[0-9a-fA-F]"
_UUID = "{h}{{8}}-?{h}{{4}}-?{third}{h}{{3}}-?{fourth}{h}{{3}}-?{h}{{12}}"
_PATTERNS = {
    "bsonobjectid": late(f"{_HEX}{{24}}"),
    "uuid": late(_UUID.format(h=_HEX, third=_HEX, fourth=_HEX)),
    "uuid3": late(_UUID.format(h=_HEX, third="3", fourth=_HEX)),
    "uuid4": late(_UUID.format(h=_HEX, third="4", fourth="[89abAB]")),
    "uuid5": late(_UUID.format(h=_HEX, third="5", fourth="[89abAB]")),
    "hexcolor": late(r"#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})"),
    "byte": late(r"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})"),
    "k8sshortname": late(r"[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?"),
}
_UNCLEAR = frozenset({"isbn", "isbn10", "isbn13", "creditcard", "ssn", "rgbcolor", "mac", "hostname", "email", "uri"})
_OTHERS = frozenset({"ipv4", "ipv6", "cidr", "password", "date", "datetime", "duration", "k8slongname"})
_KNOWN = _PATTERNS.keys() | _UNCLEAR | _OTHERS
_DATE = late(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)
_TIME = late(r"([0-9]{2}):([0-9]{2}):([0-9]{2})(.[0-9]+)?(z|([+-][0-9]{2}:[0-9]{2}))", re.ASCII)
_STATES = 20
"""States and characters of a search that take as long as comparing a value with a schema."""
_GO_DURATION = late(r"[-+]?(0|([0-9]{1,9}(\.[0-9]{0,9})?(ns|us|µs|μs|ms|s|m|h))+)")
_SCALA_DURATION = late(r"[0-9]\s*[A-Za-zµ]")
_LONG_NAME = late(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*")
_PLAIN_EMAIL = late(r"[A-Za-z0-9]+(\.[A-Za-z0-9]+)*@[A-Za-z0-9]+([.-][A-Za-z0-9]+)*")
_PLAIN_URI = late(r"https?://[a-z0-9]+([.-][a-z0-9]+)*(:[0-9]{1,5})?(/[A-Za-z0-9._~-]*)*")
_NO_URI = late(r"[A-Za-z0-9_.-]*")
_PLAIN_HOST = late(r"[a-z]+(\.[a-z]{2,20}){1,5}|[a-z]{1,20}")
_PLAIN_MAC = late(f"{_HEX}{{2}}([:-]){_HEX}{{2}}(\\1{_HEX}{{2}}){{4}}")


class ObjectTexts:
    """The patterns and formats that the API server checks in custom resources."""

    def known_format(self, name: str) -> str:
        """The format, or nothing where the API server ignores it, as it does all formats of numbers."""
        return name if name.replace("-", "") in _KNOWN else ""

    def fits_pattern(self, text: str, pattern: str) -> bool | None:
        """Whether the pattern is found in the text; None where it is not understood."""
        meter().spent += cost(pattern, text) / _STATES
        return is_found(pattern, text)

    def fits_format(self, text: str, name: str) -> bool | None:
        """Whether a text has a format; None where that is not certain."""
        name = name.replace("-", "")
        if name in _PATTERNS:
            return _PATTERNS[name].fullmatch(text) is not None
        if name in _UNCLEAR:
            return _clear(text, name)
        if name == "password":
            return True
        if name in {"ipv4", "ipv6", "cidr"}:
            return _fits_address(text, name)
        if name == "date":
            return _is_date(text)
        if name == "datetime":
            return _is_time(text)
        if name == "duration":
            return True if _GO_DURATION.fullmatch(text) else None if _SCALA_DURATION.search(text) else False
        return len(text) <= 253 and _LONG_NAME.fullmatch(text) is not None


def _clear(text: str, name: str) -> bool | None:
    """The answer where it is certain for a format whose reader in Go takes much."""
    if not text:
        return False
    if name == "email":
        return True if _PLAIN_EMAIL.fullmatch(text) else None if "@" in text else False
    if name == "uri":
        return True if _PLAIN_URI.fullmatch(text) else False if _NO_URI.fullmatch(text) else None
    if name == "hostname" and len(text) <= 63:
        return True if _PLAIN_HOST.fullmatch(text) else None
    if name == "mac":
        return True if _PLAIN_MAC.fullmatch(text) else None
    return None


def _fits_address(text: str, name: str) -> bool | None:
    """An address; leading zeros, which Go's older reader takes, are not decided."""
    if not text.isascii() or "%" in text:
        return None
    if name == "cidr" and "/" not in text:
        return False
    try:
        if name == "cidr":
            address, _, length = text.partition("/")
            return (ipaddress.ip_network(text, strict=False) is not None) if length.isdigit() and address else None
        value = ipaddress.ip_address(text)
    except ValueError:
        return None if re.search(r"(^|[.:])0[0-9]", text) or (":" in text and "." in text) else False
    # Go takes an IPv4 in IPv6 for both.
    return ("." in text) if name == "ipv4" else value.version == 6


def _is_date(text: str) -> bool:
    if not _DATE.fullmatch(text):
        return False
    try:
        # Go knows a year 0, which is a leap year.
        date.fromisoformat(text if not text.startswith("0000") else f"2000{text[4:]}")
    except ValueError:
        return False
    return True


def _is_time(text: str) -> bool | None:
    parts = text.lower().split("t")
    if not text.isascii():
        return None
    if len(parts) < 2 or not _is_date(parts[0]):
        return False
    match = _TIME.fullmatch(parts[1])
    return match is not None and match[1] <= "23" and match[2] <= "59" and match[3] <= "59"
