"""Access to registries: the settings for requests, and the requests that were made."""

import logging
from collections.abc import Callable
from dataclasses import field
from enum import IntEnum

from xpkgtui.oci.asked import AskedRegistries
from xpkgtui.values import dataclass

REQUESTS = logging.getLogger("xpkgtui.requests")
"""A line for each request and its answer (INFO), and their headers (DEBUG), safe to print; not written by default."""
REQUESTS.addHandler(logging.NullHandler())
REQUESTS.propagate = False


class NetworkScope(IntEnum):
    """From where an address is reached, the smallest circle first."""

    LINK = 0
    """The link, where the metadata services of clouds are."""
    MACHINE = 1
    NETWORK = 2
    """A private network, or another range that is not routed on the internet."""
    PUBLIC = 3

    @property
    def words(self) -> str:
        """The place, to follow "is"."""
        return _WORDS[self]


_WORDS = {
    NetworkScope.LINK: "a link-local or cloud metadata address",
    NetworkScope.MACHINE: "on this machine",
    NetworkScope.NETWORK: "on a private network",
    NetworkScope.PUBLIC: "on the internet",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class NamingRegistry:
    """The registry of a package that names other hosts."""

    name: str
    scope: NetworkScope | None = None
    """Where connections to it arrived; None where there was none, as behind a proxy."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """The settings for requests to registries."""

    plain_http: frozenset[str] = frozenset()
    """Hosts (with port) that use plain HTTP, besides loopback."""
    insecure: frozenset[str] = frozenset()
    """Hosts whose certificate is not verified."""
    private_storage: frozenset[str] = frozenset()
    """Registries that may lead to hosts of a private network, and hosts that packages may name wherever they are."""
    token_servers: frozenset[str] = frozenset()
    """Hosts (with port) that a registry may send the user's credentials to, to get a token."""
    auth_file: str | None = None
    """A file of credentials that is read before the others."""
    named_by: NamingRegistry | None = None
    """Whose package names the registry that is asked; None where the user does, who may name every host."""
    ca_file: str | None = None
    mirrors: bool = False
    """Whether mirrors of registries.conf are asked first, which Crossplane does not."""
    offline: bool = False
    ask_tags: bool = False
    """Whether tags are asked for again although their cached answers are fresh."""
    refresh: bool = False
    """Whether everything is asked for again, whatever is cached."""
    connect_timeout: float = 5.0
    read_timeout: float = 15.0
    deadline: float = 600.0
    """Seconds one blob may take."""
    environment: dict[str, str] = field(default_factory=dict)
    """The variables for credentials, proxies and certificates."""

    @property
    def asked(self) -> AskedRegistries:
        """What a person said of registries, as printed commands repeat it."""
        return AskedRegistries(
            plain_http=tuple(sorted(self.plain_http)),
            insecure=tuple(sorted(self.insecure)),
            ca_file=self.ca_file or "",
            auth_file=self.auth_file or "",
            mirrors=self.mirrors,
        )

    @property
    def silence(self) -> float:
        """Seconds after which a registry that answers nothing is given up: a request is sent twice."""
        return 2 * self.read_timeout


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """One request to a registry and its answer; `path` is visible text without secrets."""

    method: str
    host: str
    path: str
    status: int
    """0 without an answer."""
    milliseconds: int
    size: int
    """Bytes of the body."""


OnExchange = Callable[[Exchange], None]
