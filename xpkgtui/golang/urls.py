"""URLs as Go's `net/url` 1.26 reads them."""

import ipaddress
import re
from urllib.parse import unquote_to_bytes

from xpkgtui.patterns import late
from xpkgtui.values import dataclass

_CONTROL = late(r"[\x00-\x1f\x7f]")
_SCHEME = late(r"([A-Za-z][A-Za-z0-9+.-]*):")
_ESCAPE = late(r"%(?![0-9A-Fa-f]{2})")
_PORT = late(r"(?::[0-9]*)?")
_USER = late(r"[A-Za-z0-9\-._:~!$&'()*+,;=%@]*")
_HOST = late(r"(?:[A-Za-z0-9\-_.~!$&'()*+,;=:\[\]<>\"]|%[89A-Fa-f][0-9A-Fa-f]|%25|[^\x00-\x7f])*")
_PATH_KEPT = late(r"(?:[A-Za-z0-9\-._~$&+,/:;=@!'()*\[\]]|%[0-9A-Fa-f]{2})*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Url:
    """A URL that `ParseRequestURI` takes, read by `Parse`."""

    scheme: str
    host: str
    """The host with its port."""
    path: str
    """As it is written."""
    query: str

    @property
    def hostname(self) -> str:
        """The host without port and brackets."""
        if self.host.startswith("[") and "]" in self.host:
            return self.host[1 : self.host.index("]")]
        lead, colon, port = self.host.rpartition(":")
        return lead if colon and port.isdigit() | (not port) else self.host

    @property
    def port(self) -> str:
        """The port; empty where there is none."""
        match = re.search(r":([0-9]*)$", self.host)
        return match[1] if match else ""


def parse_request(text: str) -> Url | None:
    """The parts of an absolute URL or path; None where `ParseRequestURI` refuses it."""
    if not text or _CONTROL.search(text):
        return None
    if _read(text) is None:
        return None
    return _read(text.partition("#")[0])


def _read(text: str) -> Url | None:
    if text == "*":
        return Url(scheme="", host="", path="*", query="")
    if text.startswith(":"):
        return None
    match = _SCHEME.match(text)
    scheme = match[1].lower() if match else ""
    rest, _, query = text[match.end() if match else 0 :].partition("?")
    host = ""
    if not rest.startswith("/"):
        return Url(scheme=scheme, host="", path="", query=query) if scheme else None
    if scheme and rest.startswith("//"):
        authority, slash, rest = rest[2:].partition("/")
        rest = slash + rest
        user, at, place = authority.rpartition("@")
        read = _host(scheme, place)
        if read is None or (at and (not _USER.fullmatch(user) or _ESCAPE.search(user))):
            return None
        host = read
    if _ESCAPE.search(rest):
        return None
    return Url(scheme=scheme, host=host, path=_kept(rest), query=query)


def _kept(path: str) -> str:
    """A path as `EscapedPath` writes it: as it is where it may be so."""
    if _PATH_KEPT.fullmatch(path):
        return path
    raw = unquote_to_bytes(path)
    kept = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~$&+,/:;=@"
    return "".join(chr(one) if one in kept else f"%{one:02X}" for one in raw)


def _host(scheme: str, host: str) -> str | None:
    opening = host.rfind("[")
    if opening > 0:
        return None
    if opening == 0:
        inner, closing, port = host[1:].rpartition("]")
        if not closing or not _PORT.fullmatch(port) or not _is_six(inner):
            return None
        return f"[{inner.replace('%25', '%')}]{port}"
    first, last = host.find(":"), host.rfind(":")
    if first >= 0:
        colon = first if first == last or scheme in {"http", "https"} else last
        if not _PORT.fullmatch(host[colon:]):
            return None
    if not _HOST.fullmatch(host):
        return None
    return unquote_to_bytes(host).decode("utf-8", "replace") if "%" in host else host


def _is_six(text: str) -> bool:
    address, _, zone = text.partition("%25")
    try:
        ipaddress.IPv6Address(address)
    except ValueError:
        return False
    return "%" not in address and ("%25" not in text or bool(zone))
