"""Realms: which token server a registry may name, and which of them gets a password."""

import re
from collections.abc import Callable
from urllib.parse import SplitResult, urlsplit, urlunsplit

from xpkgtui.sources.registry.addresses import NetworkScope, literal, reach_of_name
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
    if reach_of_name(host) is not NetworkScope.PUBLIC and not has_entry(place):
        return Realm(refusal="is an address of this machine or its private network")
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
