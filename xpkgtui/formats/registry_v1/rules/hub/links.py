"""The rule about links, whose URLs Go reads as those of requests."""

import re
from collections.abc import Iterator

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.go_decoding.loosely import text_of
from xpkgtui.formats.registry_v1.rules.by_tool import by, unsound
from xpkgtui.formats.registry_v1.subject import Item
from xpkgtui.formats.registry_v1.tools.turns import OptionalStep, met
from xpkgtui.golang.printing import quoted
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, rule
from xpkgtui.untyped import field, listing

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_ESCAPE = re.compile(r"%(?![0-9A-Fa-f]{2}).{0,2}", re.DOTALL)
_ODD = re.compile(r"%.{0,2}|[^A-Za-z0-9\-_.~!$&'()*+,;=:\[\]<>\"\x80-\U0010ffff]", re.DOTALL)
_USER = re.compile(r"[A-Za-z0-9\-._:~!$&'()*+,;=%@]*")
_PORT = re.compile(r"(?::[0-9]*)?")
_IP4 = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}")
_STRICT = ("http", "https")
"""Schemes whose hosts have one colon at most."""
_ASCII = 8
"""The first digit of an escape that a host may have: it is of no character of ASCII."""


@rule("OLM082", "links have a name and a URL", by(hub="E"), stage=Stage.LINT, met=met(sdk=OptionalStep.LINKS))
def links_lead_somewhere(item: Item) -> Iterator[Problem]:
    """Each link has a name and a URL.

    Why: OperatorHub shows them.
    When it bites: operator-sdk refuses the bundle with `--select-optional suite=operatorframework`.
    Fix: Give each link a name, and a URL with its scheme, such as `https://example.com`.
    Source: operator-framework/api, operatorhubv2.go.
    """
    if not item.is_csv or not item.is_first:
        return
    for number, one in enumerate(listing(item.spec.get("links"))):
        name, url = text_of(field(one, "name")), text_of(field(one, "url"))
        path = FieldPath.of("spec", "links", number)
        if not name or not url:
            says = unsound(item.name, "csv.Spec.Links elements should contain both name and url")
            yield Problem(message=f"Link {number + 1} lacks a name or a URL", says=says, path=path)
        if url and (fault := _fault(url)):
            says = unsound(item.name, f"csv.Spec.Links url {url} is invalid: parse {quoted(url)}: {fault}")
            message = f"Link {number + 1} is not a URL: {url}"
            yield Problem(message=message, says=says, path=path.child("url"))


def _fault(url: str) -> str:
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
        scheme = found[1].lower() if found else ""
        return _authority_fault(authority, is_strict=scheme in _STRICT) or _escape_fault(slash + path)
    return _escape_fault(rest)


def _authority_fault(authority: str, *, is_strict: bool) -> str:
    user, _, host = authority.rpartition("@")
    if fault := _named_fault(host, is_strict=is_strict):
        return fault
    return _escape_fault(user) if _USER.fullmatch(user) else "net/url: invalid userinfo"


def _named_fault(host: str, *, is_strict: bool) -> str:
    if "[" in host[1:]:
        return "invalid IP-literal"
    if host.startswith("["):
        inside, closed, port = host[1:].rpartition("]")
        if not closed:
            return "missing ']' in host"
        fault = _port_fault(port) or _host_fault(inside)
        return fault or ("invalid IP-literal" if _IP4.fullmatch(inside) else "")
    colon = host.find(":") if is_strict else host.rfind(":")
    return _port_fault(host[colon:] if colon >= 0 else "") or _host_fault(host)


def _port_fault(port: str) -> str:
    return "" if _PORT.fullmatch(port) else f"invalid port {quoted(port)} after host"


def _host_fault(host: str) -> str:
    """The first character that may not be there, or escape that is none."""
    for found in _ODD.finditer(host):
        odd = found[0]
        if odd[0] != "%":
            return f"invalid character {quoted(odd)} in host name"
        if _ESCAPE.match(odd) or (odd != "%25" and int(odd[1], 16) < _ASCII):
            return f"invalid URL escape {quoted(odd)}"
    return ""


def _escape_fault(text: str) -> str:
    found = _ESCAPE.search(text)
    return f"invalid URL escape {quoted(found[0])}" if found else ""
