"""Hosts to which a registry redirects and that want a token: got without a login, and sent to that host alone."""

import http
from collections.abc import Callable
from contextlib import suppress
from urllib.parse import urlsplit

from xpkgtui.errors import Obstacle, Obstructed, XpkgError
from xpkgtui.sources.registry.answer import Answer
from xpkgtui.sources.registry.auth.challenge import Demand
from xpkgtui.sources.registry.auth.credentials import CredentialSearch
from xpkgtui.sources.registry.auth.tokens import FetchToken, Tokens
from xpkgtui.visible import clip, line

_MOST = 2
"""Tokens that are asked for at other hosts, for one request."""


class OtherHosts:
    """The tokens of such hosts. Used by threads."""

    def __init__(self, registry: str, fetch: FetchToken, clock: Callable[[], float]) -> None:
        self._registry, self._fetch, self._clock = registry, fetch, clock
        self._known: dict[str, Tokens] = {}

    def current(self, url: str) -> str | None:
        """The `Authorization` for an address; None where no token was wanted there."""
        parts = urlsplit(url)
        known = self._known.get(parts.netloc)
        return (known.current(_repository(parts.path)) or None) if known else None

    def crosses(self, answer: Answer, authorization: str | None, demand: Demand, crossed: list[Obstacle]) -> bool:
        """Whether a host gives a token for what it refuses, after as many as are in `crossed`, where it is noted."""
        if answer.status != http.HTTPStatus.UNAUTHORIZED or answer.host == self._registry:
            return False
        by_token = (authorization or "").startswith("Bearer")
        crossed.append(_not_answered(answer.host, demand.says, by_token=by_token))
        return len(crossed) <= _MOST and self._agree(answer.response.url, demand)

    def _agree(self, url: str, demand: Demand) -> bool:
        """Gets a token for an address that wants one; whether there is a new one."""
        parts = urlsplit(url)
        known = self._known.setdefault(
            parts.netloc,
            Tokens(
                parts.netloc,
                parts.scheme,
                find=lambda _: CredentialSearch(),
                has_entry=lambda _: False,
                fetch=self._fetch,
                clock=self._clock,
            ),
        )
        repository = _repository(parts.path)
        with suppress(XpkgError):
            return bool(known.renew(repository, demand, known.current(repository)))
        return False


def _not_answered(host: str, says: str, *, by_token: bool) -> Obstacle:
    """What Crossplane's library makes of such a host: from 2.4 on it asks for a token, if it has one of the registry.

    `says`: what it prints of the answer.
    """
    return Obstacle(
        what=Obstructed.ALL,
        cause=f"the registry redirects to {line(clip(host, 100))}, which wants a token of its own",
        says="" if by_token else says,
        before=says,
    )


def _repository(path: str) -> str:
    return path.removeprefix("/v2/").rpartition("/")[0].rpartition("/")[0]
