"""Whether the package of one registry may name another registry: never one further inside than its own."""

import socket
from urllib.parse import urlsplit

from xpkgtui.errors import Unreachable
from xpkgtui.sources.access import Access, NamingRegistry, NetworkScope
from xpkgtui.sources.registry.addresses import literal, reach, reach_of_name
from xpkgtui.sources.registry.wire import proxy_for
from xpkgtui.visible import clip, line

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
