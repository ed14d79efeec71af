"""Where a registry may lead: the targets of its redirects, and the addresses that other hosts turn out to have."""

from urllib.parse import urljoin, urlsplit

from xpkgtui.errors import Unreachable
from xpkgtui.sources.registry.addresses import NetworkScope, literal, reach, reach_of_name
from xpkgtui.visible import clip, line


class Boundary:
    """The circle that one registry is in: no other host that it names may be in a smaller one. Used by threads."""

    def __init__(self, registry: str, *, may_lead_inside: bool = False) -> None:
        self._registry = registry
        self._may_lead_inside = may_lead_inside
        """Whether the user lets it lead to private networks, where its storage is."""
        self._host = (urlsplit(f"//{registry}").hostname or "").lower()
        # By its name, until there is a connection; through a proxy the address stays unknown.
        self.reach = reach_of_name(self._host)

    def admit(self, host: str, address: str) -> None:
        """Accepts the address that a connection to `host` arrived at; raises `Unreachable` for one further inside."""
        found = literal(address)
        if found is None:
            return
        if host.lower() == self._host:
            self.reach = reach(found)
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
        raise Unreachable(f"{asked} redirects to something that is not a URL.") from None
    # A backslash ends the host for urllib3, and does not for urlsplit.
    is_odd = not location or not target.isprintable() or "\\" in new.netloc
    if is_odd or new.scheme not in ("http", "https") or not new.hostname:
        raise Unreachable(f"{asked} redirects to something that is not a URL.")
    host = _shown(new.netloc.rpartition("@")[2])
    if "@" in new.netloc:
        raise Unreachable(f"{asked} redirects to {host} with a password in the address.")
    if old.scheme == "https" and new.scheme != "https":
        raise Unreachable(
            f"{asked} redirects from https to plain http on {host}.",
            hint="xpkgtui refuses that: the reply could be changed on the way.",
        )
    # Before the connection, which may be a proxy's; what a name resolves to is known only there.
    place = reach_of_name(new.hostname)
    if boundary.forbids(place):
        raise Unreachable(f"{asked} redirects to {host}, which is {place.words}.", hint=boundary.advice(place))
    return target


def _shown(host: str) -> str:
    return line(clip(host, 100))
