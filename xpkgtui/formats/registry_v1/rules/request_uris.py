"""URLs as Go's library reads those of requests."""

import re

from xpkgtui.go_quoting import quoted

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_ESCAPE = re.compile(r"%(?![0-9A-Fa-f]{2}).{0,2}", re.DOTALL)
_HOST = re.compile(r"[A-Za-z0-9\-_.~!$&'()*+,;=:\[\]<>\"\x80-\U0010ffff]")
_PORT = re.compile(r"(?::[0-9]*)?")


def request_uri_fault(url: str) -> str:
    """What is wrong with a URL, in Go's words; empty for a good one."""
    if any(character < " " or character == "\x7f" for character in url):
        return "net/url: invalid control character in URL"
    if url == "*":
        return ""
    if url.startswith(":"):
        return "missing protocol scheme"
    found = _SCHEME.match(url)
    rest = (url[found.end() :] if found else url).partition("?")[0]
    if not rest.startswith("/"):
        return "" if found else "invalid URI for request"
    if rest.startswith("//") and (found or not rest.startswith("///")):
        authority, slash, path = rest[2:].partition("/")
        return _authority_fault(authority) or _escape_fault(slash + path)
    return _escape_fault(rest)


def _authority_fault(authority: str) -> str:
    host = authority.rpartition("@")[2]
    if host.startswith("["):
        inside, closed, port = host[1:].rpartition("]")
        if not closed:
            return "missing ']' in host"
        return _host_fault(inside) or _port_fault(port)
    name, colon, _ = host.partition(":")
    return _port_fault(host[host.rfind(":") :] if colon else "") or _host_fault(name)


def _port_fault(port: str) -> str:
    return "" if _PORT.fullmatch(port) else f"invalid port {quoted(port)} after host"


def _host_fault(host: str) -> str:
    if fault := _escape_fault(host):
        return fault
    at = host.find("%")
    if at >= 0 and host[at : at + 3] != "%25" and int(host[at + 1], 16) < 8:
        return f"invalid URL escape {quoted(host[at : at + 3])}"
    wrong = next((one for one in host if one != "%" and not _HOST.match(one)), "")
    return f"invalid character {quoted(wrong)} in host name" if wrong else ""


def _escape_fault(text: str) -> str:
    found = _ESCAPE.search(text)
    return f"invalid URL escape {quoted(found[0])}" if found else ""
