"""What go-containerregistry, by which Crossplane asks registries, makes of their answers (0.19.2 to 0.21.8)."""

import ipaddress
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from urllib.parse import parse_qsl, urlencode, urlsplit

from xpkgtui.errors import Obstacle, Obstructed
from xpkgtui.golang.json_syntax import fault_of_value
from xpkgtui.golang.printing import plain, quoted, type_of_go
from xpkgtui.golang.urls import parse_request
from xpkgtui.visible import clip, without_password

_WORD = r"[!#$%&'*+.^_`|~0-9A-Za-z-]+"
_SCHEME = re.compile(_WORD)
_PARAMETER = re.compile(rf'[ \t\r\n]*({_WORD})=(?:"((?:[^"\\]|\\.)+)"|({_WORD}))[ \t\r\n]*(,?)', re.DOTALL)
_LINE = re.compile(rf"[ {_WORD[1:]}:[^\x00-\x08\x0a-\x1f\x7f]*")
_FOLD = re.compile(r"[ \t]*\r?\n[ \t]*")
_SHOWN = frozenset({"scope", "service", "mount", "from", "digest", "n", "last"})
"""Parameters of a query that are printed; the values of others are not."""
_NUMBER = r'"expires_in"\s*:\s*(-?[0-9.eE+-]+)'
_LONGEST = 300
_PHRASES = {
    201: "Created",
    202: "Accepted",
    203: "Non-Authoritative Information",
    204: "No Content",
    205: "Reset Content",
    206: "Partial Content",
    207: "Multi-Status",
    208: "Already Reported",
    226: "IM Used",
    300: "Multiple Choices",
    301: "Moved Permanently",
    302: "Found",
    303: "See Other",
    304: "Not Modified",
    305: "Use Proxy",
    307: "Temporary Redirect",
    308: "Permanent Redirect",
    400: "Bad Request",
    401: "Unauthorized",
    402: "Payment Required",
    403: "Forbidden",
    404: "Not Found",
    405: "Method Not Allowed",
    406: "Not Acceptable",
    407: "Proxy Authentication Required",
    408: "Request Timeout",
    409: "Conflict",
    410: "Gone",
    411: "Length Required",
    412: "Precondition Failed",
    413: "Request Entity Too Large",
    414: "Request URI Too Long",
    415: "Unsupported Media Type",
    416: "Requested Range Not Satisfiable",
    417: "Expectation Failed",
    418: "I'm a teapot",
    421: "Misdirected Request",
    422: "Unprocessable Entity",
    423: "Locked",
    424: "Failed Dependency",
    425: "Too Early",
    426: "Upgrade Required",
    428: "Precondition Required",
    429: "Too Many Requests",
    431: "Request Header Fields Too Large",
    451: "Unavailable For Legal Reasons",
    500: "Internal Server Error",
    501: "Not Implemented",
    502: "Bad Gateway",
    503: "Service Unavailable",
    504: "Gateway Timeout",
    505: "HTTP Version Not Supported",
    506: "Variant Also Negotiates",
    507: "Insufficient Storage",
    508: "Loop Detected",
    510: "Not Extended",
    511: "Network Authentication Required",
}
"""What Go calls the statuses of HTTP."""


def picked(lines: Sequence[str]) -> tuple[str, dict[str, str]]:
    """Scheme and parameters of the challenge that the library takes: the first Basic or Bearer, one a header line."""
    found = [one for one in map(_challenge, lines) if one[0]]
    return next((one for one in found if one[0] in ("basic", "bearer")), found[0] if found else ("", {}))


def _challenge(line: str) -> tuple[str, dict[str, str]]:
    """The scheme and the parameters of a header line, up to the first that is not `name=value`."""
    scheme, parameters = _SCHEME.match(line), dict[str, str]()
    at = scheme.end() if scheme else -1
    while at >= 0 and (found := _PARAMETER.match(line, at)):
        parameters[found[1].lower()] = re.sub(r"\\(.)", r"\1", found[2], flags=re.DOTALL) if found[2] else found[3]
        at = found.end() if found[4] else -1
    return scheme[0].lower() if scheme else "", parameters


def shown_realm(realm: str) -> str:
    """The address of a token server without a password or secrets that its query may hold."""
    return without_password(realm.partition("?")[0])


def token_address(parameters: Mapping[str, str], repository: str) -> str:
    """The address of which the library requests a token at first, as it prints it."""
    realm, _, query = parameters.get("realm", "").partition("?")
    own = {"scope": f"repository:{repository}:pull", "service": parameters.get("service", "")}
    kept = [pair for pair in parse_qsl(query, keep_blank_values=True) if pair[0] not in own]
    asked = sorted([*kept, *own.items()], key=lambda pair: pair[0])
    # So net/http prints a password.
    return f"{without_password(realm).replace(':…@', ':***@')}?{urlencode(asked)}"


def realm_obstacle(parameters: Mapping[str, str], repository: str, registry: str, *, plain: bool) -> Obstacle | None:
    """Why the library requests no token; None where it does."""
    if "realm" not in parameters:
        known = " ".join(f"{name}:{value}" for name, value in sorted(parameters.items()))
        return Obstacle(
            what=Obstructed.ALL,
            cause="its client finds no token server in the challenge of the registry",
            says=f"malformed www-authenticate, missing realm: map[{known}]",
        )
    realm = parameters["realm"]
    read = parse_request(realm)
    scheme = read.scheme if read else ""
    if scheme != "https" and not (scheme == "http" and plain):
        asked = quoted(token_address(parameters, repository))
        is_http = scheme == "http"
        why = "for a secure registry; use https" if is_http else "; must be https (or http for insecure registries)"
        return Obstacle(
            what=Obstructed.ALL,
            cause=f"the registry names its token server as {quoted(shown_realm(realm))}, not an https address",
            says=f"invalid realm in www-authenticate: realm scheme {quoted(scheme)} not allowed{' ' * is_http}{why}",
            before="" if is_http else f"Get {asked}: unsupported protocol scheme {quoted(scheme)}",
        )
    if read is not None and read.host != registry and _is_inside(read.hostname):
        return Obstacle(
            what=Obstructed.ALL,
            cause="the token server of the registry has a private address",
            says=f"invalid realm in www-authenticate: realm host {quoted(read.hostname)} "
            "is a private or link-local address",
            before="",
        )
    return None


def redirect_obstacle(asked: str, target: str) -> Obstacle | None:
    """Why the library does not follow a redirect of `asked` to `target`; None where it does."""
    origin, host = urlsplit(asked).hostname or "", urlsplit(target).hostname or ""
    if origin == host or not _is_inside(host):
        return None
    why = f"SSRF protection: redirect from {quoted(origin)} to private/link-local host {quoted(host)} denied"
    return Obstacle(
        what=Obstructed.ALL,
        cause=f"the registry redirects to the private address {host}",
        says=f"Get {quoted(shown(target))}: {why}",
        before="",
    )


def _is_inside(host: str) -> bool:
    with suppress(ValueError):
        found = ipaddress.ip_address(host)
        mapped = getattr(found, "ipv4_mapped", None) or found
        private = ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7", "224.0.0.0/24")
        return (
            mapped.is_loopback
            or mapped.is_link_local
            or mapped.is_unspecified
            or any(
                mapped in network
                for network in map(ipaddress.ip_network, private)
                if network.version == mapped.version
            )
        )
    return False


def token_fault(body: bytes) -> str:
    """What the library prints of the body of a token server; empty where it finds a token."""
    if (fault := fault_of_value(body)) is not None:
        return fault.message
    value = json.loads(body)
    if value is not None and not isinstance(value, dict):
        return f"json: cannot unmarshal {type_of_go(value)} into Go value of type transport.Token"
    # Go takes a name in any case.
    fields = {name.lower(): one for name, one in (value or {}).items()}
    for name, one in fields.items():
        is_number = name == "expires_in"
        if one is None or name not in ("token", "access_token", "refresh_token", "expires_in"):
            continue
        is_int = isinstance(one, int) and not isinstance(one, bool) and -(2**63) <= one < 2**63
        if not (is_int if is_number else isinstance(one, str)):
            number = re.search(_NUMBER, body.decode("utf-8", "replace")) if is_number else None
            kind = f"number {number[1]}" if number and isinstance(one, int | float) else type_of_go(one)
            wanted = "int" if is_number else "string"
            return f"json: cannot unmarshal {kind} into Go struct field Token.{name} of type {wanted}"
    return "" if fields.get("token") or fields.get("access_token") else "no token in bearer response"


def tags_fault(data: bytes) -> str:
    """What the library prints of a page of tags whose fields have other types; empty where it reads it."""
    value = json.loads(data)
    if not isinstance(value, dict):
        return (
            "" if value is None else f"json: cannot unmarshal {type_of_go(value)} into Go value of type remote.Tags"
        )
    for name, one in value.items():
        field, is_list = name.lower(), isinstance(one, list)
        if field not in ("name", "tags", "next"):
            continue
        wanted = "[]string" if field == "tags" and not is_list else "string"
        for each in one if field == "tags" and is_list else (one,):
            if each is not None and not (isinstance(each, str) and wanted == "string"):
                return f"json: cannot unmarshal {type_of_go(each)} into Go struct field Tags.{field} of type {wanted}"
    return ""


def head_fault(headers: Iterable[tuple[str, str]], rest: str) -> str:
    """What `net/http` says of header lines, empty where it takes them; `rest` begins with one that Python leaves."""
    unread = rest.partition("\n")[0].rstrip("\r")
    if unread and ":" not in unread:
        return f"malformed MIME header: missing colon: {quoted(_utf8(unread))}"
    for one in (*(f"{name}: {_FOLD.sub(' ', value)}" for name, value in headers), unread):
        if one and not _LINE.fullmatch(one):
            return f"malformed MIME header line: {quoted(_utf8(one))}"
    return ""


def _utf8(latin: str) -> str:
    return latin.encode("latin-1", "replace").decode("utf-8", "replace")


def length_fault(lines: Sequence[str]) -> str:
    """What `net/http` says of the values of Content-Length; empty where it takes them."""
    first, *others = (one.strip(" \t") for one in lines or ("0",))
    if any(one != first for one in others):
        said = " ".join(quoted(one) for one in lines)
        return f"http: message cannot contain multiple Content-Length headers; got [{said}]"
    is_number = first.isascii() and first.isdigit() and int(first) < 1 << 63
    return "" if is_number else f"{'bad' if first else 'invalid empty'} Content-Length {quoted(first)}"


def status_words(method: str, url: str, status: int, body: bytes) -> str:
    """What the library prints of an answer whose status it does not take; a body that may be a secret is left out."""
    said: list[str] = []
    with suppress(ValueError, LookupError, AttributeError, RecursionError, TypeError, ArithmeticError):
        for one in json.loads(body)["errors"]:
            detail = one.get("detail")
            more = "" if detail is None else f"; {clip(plain(detail), _LONGEST)}"
            said.append(f"{one['code']}: {one.get('message', '')}{more}")
    if said:
        words = said[0] if len(said) == 1 else f"multiple errors returned: {'; '.join(said)}"
    else:
        text = "" if status < 300 else body.decode("utf-8", "replace")[:_LONGEST]
        words = f"unexpected status code {status} {_PHRASES.get(status, '')}" + (f": {text}" if text else "")
    return f"{method} {shown(url)}: {words}"


def first_words(host: str, said: str) -> str:
    """What the library prints where `/v2/` stops it: a plain registry was asked over TLS before."""
    is_plain = said.startswith("GET http:")
    tried = f'Get "https://{host}/v2/": http: server gave HTTP response to HTTPS client; '
    return f"{tried if is_plain else ''}{said}"


def after_head(said: str) -> str:
    """What Crossplane's fetcher prints where a tag is absent; `said` of GET, which it tries after HEAD."""
    request, _, _ = said.partition(": ")
    return (
        "failed to fetch package descriptor with a GET request after a previous HEAD request failure: "
        f"HEAD {request.removeprefix('GET ')}: unexpected status code 404 {_PHRASES[404]} "
        f"(HEAD responses have no body, use GET for details): {said}"
    )


def shown(url: str) -> str:
    """An address as the library prints it, without the values of parameters that it does not know."""
    parts = urlsplit(url)
    pairs = parse_qsl(parts.query, keep_blank_values=True)
    known = sorted((name, value if name in _SHOWN else "REDACTED") for name, value in pairs)
    return parts._replace(query=urlencode(known)).geturl()


def page_obstacle(url: str, target: str) -> Obstacle | None:
    """Why the library does not follow the link of a page of tags to the next one; None where it does."""
    own, other = urlsplit(url), urlsplit(target)
    if own.scheme != other.scheme:
        one, two = quoted(other.scheme), quoted(own.scheme)
        says = f"pagination URL scheme {one} does not match registry scheme {two}"
    elif own.netloc != other.netloc:
        says = "pagination URL host does not match registry host: potential SSRF attack"
    else:
        return None
    cause = f"the next page of tags is said to be at {other.scheme}://{other.netloc}"
    return Obstacle(what=Obstructed.TAGS, cause=cause, says=says, before="")
