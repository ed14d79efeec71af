"""The challenges of an answer 401, by RFC 9110, parsed in linear time."""

import re
from collections.abc import Callable, Mapping
from dataclasses import field
from urllib.parse import SplitResult, urlsplit, urlunsplit

from xpkgtui.sources.access import NetworkScope
from xpkgtui.sources.registry.addresses import literal, reach_of_name
from xpkgtui.values import dataclass

_TOKEN_SERVERS = {"registry-1.docker.io": "auth.docker.io"}
"""Token servers of registries that are known, where the rule of domains does not cover them."""

_HOST = re.compile(r"(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]+)?")
"""Strict, because parsers disagree about the others: of `a.example\\.b.example`, urllib3 connects to the first."""

HasEntry = Callable[[str], bool]
"""Whether the user's credential files have an entry for a host."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Realm:
    """What was found of a realm: the address to request, or why it is not requested."""

    address: str = ""
    refusal: str = ""
    """To follow the realm in a sentence."""
    place: str = ""
    """The host, with its port, that the user may agree to."""


def judge(realm: str, registry: str, *, plain: bool, secret: bool, has_entry: HasEntry) -> Realm:
    """Whether a token may be requested there.

    `plain`: the registry itself is spoken to over plain HTTP. `secret`: a password or identity token would be sent.
    """
    parts = _split(realm)
    host = (parts.hostname or "").lower()
    own = (urlsplit(f"//{registry}").hostname or "").lower()
    is_http = parts.scheme == "http" and plain and host == own
    if not (parts.scheme == "https" or is_http) or not _HOST.fullmatch(parts.netloc) or not realm.isprintable():
        return Realm(refusal="is not an https address")
    address = urlunsplit(parts._replace(fragment=""))
    if host == own:
        return Realm(address=address)
    place = parts.netloc.lower().removesuffix(":443")
    reach = reach_of_name(host)
    if (reach is NetworkScope.LINK or reach < reach_of_name(own)) and not has_entry(place):
        named = "" if reach is NetworkScope.LINK else place
        return Realm(refusal="is an address of this machine or its private network", place=named)
    if secret and not (_same_owner(host, own) or has_entry(place)):
        return Realm(refusal="is on a host that you have not agreed to", place=place)
    return Realm(address=address)


def _same_owner(host: str, registry: str) -> bool:
    """Whether one host lies in the domain of the other, whose owner decides where its names lead.

    Hosts that only share a domain are refused: without a list of public suffixes, `a.co.uk` and `b.co.uk`, or two
    customers of `amazonaws.com`, look like hosts of one owner.
    """
    if _TOKEN_SERVERS.get(registry) == host:
        return True
    if literal(host) is not None or literal(registry) is not None:
        return False
    inner, outer = (host, registry) if len(host) > len(registry) else (registry, host)
    return "." in outer.strip(".") and inner.endswith(f".{outer}")


def _split(realm: str) -> SplitResult:
    try:
        parts = urlsplit(realm)
        _ = parts.port
    except ValueError:
        return urlsplit("")
    return parts


_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_BLANK = " \t"
_LONGEST = 65536


@dataclass(frozen=True, slots=True, kw_only=True)
class Challenge:
    """One method of authentication that a server offers."""

    scheme: str
    """In lower case: `bearer`, `basic`."""
    parameters: Mapping[str, str] = field(default_factory=dict)
    """Values by names in lower case; of repeated names the first counts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Demand:
    """What an answer wants, and what Crossplane's library reads in it."""

    challenges: tuple[Challenge, ...]
    lines: tuple[str, ...] = ()
    """The values of `WWW-Authenticate`, a header each."""
    says: str = ""
    """What that library prints of the answer, if it has nothing to send."""


def parse(header: str) -> tuple[Challenge, ...]:
    """The challenges of a `WWW-Authenticate` header, or of several joined by commas, up to the first invalid one."""
    header = header[:_LONGEST]
    found: list[tuple[str, dict[str, str]]] = []
    at = 0
    while True:
        at = _skip(header, at, ", \t")
        word = _TOKEN.match(header, at)
        if word is None:
            return tuple(Challenge(scheme=scheme, parameters=parameters) for scheme, parameters in found)
        after = _skip(header, word.end(), _BLANK)
        if found and header[after : after + 1] == "=":
            value, at = _value(header, _skip(header, after + 1, _BLANK))
            found[-1][1].setdefault(word[0].lower(), value)
        else:
            found.append((word[0].lower(), {}))
            at = word.end()


def _skip(text: str, at: int, characters: str) -> int:
    while at < len(text) and text[at] in characters:
        at += 1
    return at


def _value(text: str, at: int) -> tuple[str, int]:
    """A parameter's value, quoted or not, and the position after it."""
    if text[at : at + 1] != '"':
        end = at
        while end < len(text) and text[end] not in ", \t":
            end += 1
        return text[at:end], end
    characters = []
    at += 1
    while at < len(text) and text[at] != '"':
        if text[at] == "\\" and at + 1 < len(text):
            at += 1
        characters.append(text[at])
        at += 1
    return "".join(characters), at + 1
