"""Access to registries: the settings for requests, and the requests that were made."""

import logging
from collections.abc import Callable
from dataclasses import field

from xpkgtui.values import dataclass

REQUESTS = logging.getLogger("xpkgtui.requests")
"""A line for each request and its answer (INFO), and their headers (DEBUG), safe to print; not written by default."""
REQUESTS.addHandler(logging.NullHandler())
REQUESTS.propagate = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """The settings for requests to registries."""

    plain_http: frozenset[str] = frozenset()
    """Hosts (with port) that use plain HTTP, besides loopback."""
    insecure: frozenset[str] = frozenset()
    """Hosts whose certificate is not verified."""
    private_storage: frozenset[str] = frozenset()
    """Registries that may lead to hosts of a private network, where their storage is."""
    ca_file: str | None = None
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
