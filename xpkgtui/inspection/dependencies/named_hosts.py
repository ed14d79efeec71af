"""Who names the hosts that are asked about a package: the user, or the packages of a registry."""

from collections.abc import Iterable
from dataclasses import replace

from xpkgtui.inspection.opened_source import OpenedSource
from xpkgtui.sources.access import Access, NamingRegistry, NetworkScope

By = NamingRegistry | None
"""The registry of a package; None for the user, whose words are those of packages that lie here too."""


class NamedHosts:
    """Hosts with the registry whose package names them; of several, the one that is furthest inside counts."""

    def __init__(self, access: Access, root: By) -> None:
        """All that nothing else names is the word of the `root`."""
        self._access = access
        self._root = root
        self._by: dict[str, By] = {}
        self._opened: dict[str, By] = {}

    @classmethod
    def of(cls, source: OpenedSource) -> "NamedHosts":
        """Those of the package of a source."""
        return cls(source.options.access, source.fetcher.source.naming)

    def learn(self, by: By, names: Iterable[str]) -> None:
        """Keeps that a package of a registry names repositories or images."""
        for host in map(_host, names):
            if host not in self._by or _circle(by) < _circle(self._by[host]):
                self._by[host] = by

    def opened(self, reference: str, by: By) -> None:
        """Keeps from where a package was read."""
        self._opened[reference] = by

    def learn_of(self, reference: str, names: Iterable[str]) -> None:
        """Keeps that a package names repositories or images; of one that was not opened nothing is known."""
        if reference in self._opened:
            self.learn(self._opened[reference], names)

    def access_to(self, name: str, *, is_given: bool = False) -> Access:
        """The access to a repository or an image; `is_given`: the user names it."""
        by = None if is_given else self._by.get(_host(name), self._root)
        return replace(self._access, named_by=by)


def _circle(by: By) -> int:
    """The order of those who name a host; where it is not known, as it were between private and public."""
    if by is None:
        return -1
    return 2 * (NetworkScope.NETWORK if by.scope is None else by.scope) + (by.scope is None)


def _host(name: str) -> str:
    host, slash, _ = name.partition("/")
    return host.lower() if slash and ("." in host or ":" in host or host.lower() == "localhost") else ""
