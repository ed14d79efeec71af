"""Where a registry may lead: the network that a host's address belongs to, its targets, and other registries."""

import ipaddress
import socket
import unicodedata
from collections.abc import Callable
from urllib.parse import urljoin, urlsplit

from xpkgtui.errors import Unreachable
from xpkgtui.sources.access import Access, NamingRegistry, NetworkScope
from xpkgtui.sources.registry.wire import proxy_for
from xpkgtui.visible import clip, line

ASK = "Ask who runs it; a proxy or a login on the way may redirect too."
Address = ipaddress.IPv4Address | ipaddress.IPv6Address

_LAST = tuple(map(ipaddress.ip_network, ("64:ff9b::/96", "::/96", "::ffff:0:0:0/96")))
"""Networks that end with an IPv4 address: behind NAT64, compatible, translated."""
_LOCAL_NAT64 = ipaddress.ip_network("64:ff9b:1::/48")
_THIS_NETWORK = ipaddress.ip_network("0.0.0.0/8")
_SPECIAL = tuple(
    map(ipaddress.ip_network, ("192.0.0.0/24", "64:ff9b:1::/48", "2001::/23", "3fff::/20", "5f00::/16", "fec0::/10"))
)
"""Networks for protocols, translation, examples and sites; versions of Python disagree which of them are global."""
_METADATA = frozenset({"fd00:ec2::254", "100.100.100.200"})
"""Metadata services of clouds that are not link-local: of AWS over IPv6, of Alibaba."""


def literal(host: str) -> Address | None:
    """The address that `host` spells: `127.1`, `0x7f000001`, `0`, `[::1]`, full-width digits; None for a name."""
    # Full-width digits and dots become plain ones when a request is encoded.
    text = unicodedata.normalize("NFKC", host).replace("。", ".")
    text = text.strip("[]").partition("%")[0].rstrip(".")
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        pass
    try:
        # The resolver's own parser: it takes decimal, octal and hexadecimal numbers, in one to four parts.
        return ipaddress.IPv4Address(socket.inet_aton(text)) if text and not text.isspace() else None
    except (OSError, ValueError):
        return None


def reach(address: Address) -> NetworkScope:
    """Where an address is; one that embeds an IPv4 address is where that is."""
    inner = _embedded(address) if isinstance(address, ipaddress.IPv6Address) else ()
    if inner:
        found = min(map(reach, inner))
        return min(found, NetworkScope.NETWORK) if any(address in one for one in _SPECIAL) else found
    if address.is_link_local or str(address) in _METADATA:
        return NetworkScope.LINK
    # A connection to an unspecified address arrives at this machine.
    if address.is_loopback or address.is_unspecified or address in _THIS_NETWORK:
        return NetworkScope.MACHINE
    is_public = address.is_global and not address.is_multicast and not any(address in one for one in _SPECIAL)
    return NetworkScope.PUBLIC if is_public else NetworkScope.NETWORK


def reach_of_name(host: str) -> NetworkScope:
    """Where a host is as far as its name says; a name that only a resolver knows counts as public."""
    if (address := literal(host)) is not None:
        return reach(address)
    name = host.lower().rstrip(".")
    return NetworkScope.MACHINE if name == "localhost" or name.endswith(".localhost") else NetworkScope.PUBLIC


def _embedded(address: ipaddress.IPv6Address) -> tuple[ipaddress.IPv4Address, ...]:
    """The IPv4 addresses that it may stand for."""
    if (found := address.ipv4_mapped or address.sixtofour) is not None:
        return (found,)
    if (tunnel := address.teredo) is not None:
        return tunnel
    number = int(address)
    last = ipaddress.IPv4Address(number & 0xFFFFFFFF)
    if address in _LOCAL_NAT64:
        # The translator decides whether it is at the end or, as RFC 6052 has it, behind 48 bits, around eight zeros.
        behind = ipaddress.IPv4Address((number >> 48 & 0xFFFF0000) | (number >> 40 & 0xFFFF))
        return tuple(one for one in (last, behind) if int(one))
    return (last,) if number > 1 and any(address in one for one in _LAST) else ()


class Boundary:
    """The circle that one registry is in: no other host that it names may be in a smaller one. Used by threads."""

    def __init__(
        self,
        registry: str,
        *,
        may_lead_inside: bool = False,
        plain: frozenset[str] = frozenset(),
        require: Callable[[NetworkScope, str], None] | None = None,
    ) -> None:
        """`require` raises where the registry itself must not be asked at a place; `plain`: hosts without TLS."""
        self._registry = registry
        self._may_lead_inside = may_lead_inside
        """Whether the user lets it lead to private networks, where its storage is."""
        self.plain = plain
        """Hosts that the user lets be asked without TLS."""
        self._host = (urlsplit(f"//{registry}").hostname or "").lower()
        # By its name, until there is a connection; through a proxy the address stays unknown.
        self.reach = reach_of_name(self._host)
        self.is_measured = False
        """Whether the address of a connection is known."""
        self._require = require

    def admit(self, host: str, address: str) -> None:
        """Accepts the address that a connection to `host` arrived at; raises `Unreachable` for one further inside."""
        found = literal(address)
        if found is None:
            return
        if host.lower() == self._host:
            if self._require is not None:
                self._require(reach(found), str(found))
            # Its owner may let the name lead inside later on, to have more allowed.
            self.reach = max(self.reach, reach(found)) if self.is_measured else reach(found)
            self.is_measured = True
        elif self.forbids(reach(found)):
            raise Unreachable(
                f"{_shown(self._registry)} points to {_shown(host)}, which is {reach(found).words} ({found}).",
                hint=self.advice(reach(found)),
            )

    def forbids(self, target: NetworkScope) -> bool:
        """Whether the registry must not lead there."""
        circle = min(self.reach, NetworkScope.NETWORK) if self._may_lead_inside else self.reach
        return target is NetworkScope.LINK or target < circle

    def advice(self, target: NetworkScope) -> str:
        """Why it must not, and the option that allows a private network; this machine is never allowed."""
        if target is not NetworkScope.NETWORK:
            return _REFUSED
        return f"{_REFUSED} If its storage is there, add `--private-storage {_shown(self._registry)}`."


_REFUSED = "Refused: a registry must not lead to hosts that only your side can reach. Nothing was sent there."


def redirected(url: str, location: str, boundary: Boundary) -> str:
    """The address of `location` at `url`; raises `Unreachable` where it is invalid or must not be followed."""
    asked = _shown(urlsplit(url).netloc)
    try:
        target = urljoin(url, location)
        old, new = urlsplit(url), urlsplit(target)
        _ = new.port
    except ValueError:
        raise Unreachable(f"{asked} redirects to something that is not a URL.", hint=ASK) from None
    # A backslash ends the host for urllib3, and does not for urlsplit.
    is_odd = not location or not target.isprintable() or "\\" in new.netloc
    if is_odd or new.scheme not in ("http", "https") or not new.hostname:
        raise Unreachable(f"{asked} redirects to something that is not a URL.", hint=ASK)
    host = _shown(new.netloc.rpartition("@")[2])
    if "@" in new.netloc:
        raise Unreachable(f"{asked} redirects to {host} with a password in the address.", hint=ASK)
    if old.scheme == "https" and new.scheme != "https" and new.netloc.lower() not in boundary.plain:
        raise Unreachable(
            f"{asked} redirects from https to plain http on {host}.",
            hint=f"Refused: others could read it on the way. If its storage is there, add `--plain-http {host}`.",
        )
    # Before the connection, which may be a proxy's; what a name resolves to is known only there.
    place = reach_of_name(new.hostname)
    if boundary.forbids(place):
        raise Unreachable(f"{asked} redirects to {host}, which is {place.words}.", hint=boundary.advice(place))
    return target


def _shown(host: str) -> str:
    return line(clip(host, 100))


_INNER = (".svc", ".local", ".internal")
"""Endings of names that only an own resolver knows."""
_REWRITE = "an ImageConfig in `--policy` that rewrites the name"


def scope_of_name(host: str) -> NetworkScope:
    """Where a host is as far as its name says; one that no public resolver knows is in a private network."""
    found, name = reach_of_name(host), host.lower().rstrip(".")
    is_inner = literal(host) is None and ("." not in name or name.endswith(_INNER))
    return min(found, NetworkScope.NETWORK) if is_inner else found


class NamedHost:
    """One registry, as a package of another one names it. Used by threads."""

    def __init__(self, registry: str, access: Access) -> None:
        self._registry = registry
        self._access = access
        self._by = access.named_by

    def require_by_name(self) -> None:
        """Raises `Unreachable` where the name alone says that it must not be asked."""
        self.require(scope_of_name(urlsplit(f"//{self._registry}").hostname or ""))

    def require(self, found: NetworkScope, address: str = "") -> None:
        """Raises `Unreachable` where a registry at this place must not be asked."""
        if self._by is None or found is NetworkScope.PUBLIC:
            return
        is_allowed = found is not NetworkScope.LINK and self._registry in self._access.private_storage
        if is_allowed or not self._is_inside(found, self._by):
            return
        host, by = line(clip(self._registry, 100)), line(clip(self._by.name, 100))
        option = f"`--private-storage {host}` allows it, and so does {_REWRITE}"
        if found is NetworkScope.LINK:
            option = f"Only {_REWRITE} allows it"
        place = f"{found.words} ({address})" if address and address not in self._registry else found.words
        raise Unreachable(f"Refused: a package of {by} names {host}, which is {place}. {option}.")

    def _is_inside(self, found: NetworkScope, by: NamingRegistry) -> bool:
        """Whether the place is in a smaller circle than that of the package that names it."""
        circle = by.scope if by.scope is not None else self._scope(by.name)
        if by.name in self._access.private_storage:
            circle = min(circle, NetworkScope.NETWORK)
        return found is NetworkScope.LINK or found < circle

    def _scope(self, registry: str) -> NetworkScope:
        """Where a registry is that was not connected to; a proxy alone knows where the names behind it lead."""
        host = urlsplit(f"//{registry}").hostname or ""
        found = scope_of_name(host)
        is_hidden = self._access.offline or proxy_for(f"https://{registry}/", self._access.environment) is not None
        return found if found is not NetworkScope.PUBLIC or is_hidden else _resolved(host)


def _resolved(host: str) -> NetworkScope:
    """Where the addresses of a name are, as long as all are inside.

    An owner of a name may let it lead to this machine for a moment; that is not believed.
    """
    try:
        found = [literal(str(one[4][0])) for one in socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)]
    except (OSError, UnicodeError):
        return NetworkScope.PUBLIC
    scopes = [reach(one) for one in found if one is not None]
    return max(*scopes, NetworkScope.NETWORK) if scopes else NetworkScope.PUBLIC
