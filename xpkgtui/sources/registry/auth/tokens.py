"""Tokens: one authorization for each repository, shared by all threads and renewed when it is refused."""

import re
import threading
from collections.abc import Callable, Mapping
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from xpkgtui.errors import Malformed, Unauthorized, Unreachable
from xpkgtui.oci.json_value import read_object
from xpkgtui.sources.registry.auth.challenge import Challenge, HasEntry, judge
from xpkgtui.sources.registry.auth.credentials import Credential, CredentialSearch
from xpkgtui.values import dataclass
from xpkgtui.visible import clip, line

_SENDABLE = re.compile(r"[\x21-\x7e]{1,32768}")
_LIFE = 60
"""Lifetime of a token in seconds, where the answer does not say (Docker's token specification)."""

FetchToken = Callable[[str, Mapping[str, str], Mapping[str, str] | None], tuple[int, bytes]]
"""`(url, headers, form)` -> status and body; a POST where there is a form."""


@dataclass(frozen=True, slots=True)
class _Held:
    value: str
    until: float | None


class Tokens:
    """The authorizations of one registry. Called from several threads."""

    def __init__(
        self,
        registry: str,
        scheme: str,
        *,
        find: Callable[[str], CredentialSearch],
        has_entry: HasEntry,
        fetch: FetchToken,
        clock: Callable[[], float],
    ) -> None:
        self._registry = registry
        self.scheme = scheme
        """The scheme of requests to the registry; where it is `https`, the realm must be https too."""
        self._find = find
        self._has_entry = has_entry
        self._fetch = fetch
        self._clock = clock
        self._held: dict[str, _Held] = {}
        self._gate = threading.Lock()
        self._gates: dict[str, threading.Lock] = {}
        self._found: dict[str, CredentialSearch] = {}

    def current(self, repository: str) -> str | None:
        """The `Authorization` for this repository; None where there is none or it has expired."""
        held = self._held.get(repository)
        if held is None or (held.until is not None and self._clock() >= held.until):
            return None
        return held.value

    def renew(self, repository: str, challenges: tuple[Challenge, ...], stale: str | None) -> str:
        """An `Authorization` other than `stale`; raises `Unauthorized` where there is none."""
        with self._gate:
            gate = self._gates.setdefault(repository, threading.Lock())
        with gate:
            current = self.current(repository)
            if current is not None and current != stale:
                return current
            held = self._obtain(repository, challenges, stale)
            if held is None or held.value == stale:
                raise self.refusal(repository)
            self._held[repository] = held
            return held.value

    def found(self, repository: str) -> CredentialSearch:
        """The credentials for a repository, looked up once."""
        found = self._found.get(repository)
        if found is None:
            found = self._found[repository] = self._find(repository)
        return found

    def notes(self, repository: str) -> tuple[str, ...]:
        """Warnings about the credentials, if they were needed."""
        found = self._found.get(repository)
        return found.notes if found else ()

    def refusal(self, repository: str, answer: str = "") -> Unauthorized:
        """The error with what was tried and how to log in."""
        found = self.found(repository)
        known = found.credential is not None
        name = f"{self._registry}/{repository}"
        title = (
            f"{self._registry} does not accept the credentials for {repository}."
            if known
            else f"{self._registry} requires credentials for {repository}, and none are configured."
        )
        again = "Log in again" if known else "Log in"
        hint = (
            f"{again} with `docker login {self._registry}`, and check the name: {name} is private or does not exist."
        )
        return Unauthorized(title, hint=hint, tried=(*found.tried, *((answer,) if answer else ())))

    def _obtain(self, repository: str, challenges: tuple[Challenge, ...], stale: str | None) -> _Held | None:
        credential = self.found(repository).credential
        if credential is not None and credential.registry_token and stale is None:
            return _Held(f"Bearer {_sendable(credential.registry_token)}", None)
        for challenge in challenges:
            if challenge.scheme == "bearer" and challenge.parameters.get("realm"):
                return self._bearer(repository, challenge.parameters, credential or Credential())
        if credential is not None and credential.basic and any(one.scheme == "basic" for one in challenges):
            return _Held(credential.basic, None)
        return None

    def _bearer(self, repository: str, wanted: Mapping[str, str], credential: Credential) -> _Held:
        secret = bool(credential.basic or credential.identity_token)
        realm = self._allowed(wanted["realm"], repository, secret=secret)
        scope = wanted.get("scope", "")
        if not re.fullmatch(r"repository:[A-Za-z0-9._/-]{1,300}:pull", scope):
            # Never more than pulling, whatever the challenge says.
            scope = f"repository:{repository}:pull"
        question = {"scope": scope}
        if wanted.get("service"):
            question["service"] = wanted["service"]
        if credential.identity_token:
            form = {
                **question,
                "grant_type": "refresh_token",
                "client_id": "xpkgtui",
                "refresh_token": credential.identity_token,
            }
            status, body = self._fetch(realm, {}, form)
        else:
            headers = {"Authorization": credential.basic} if credential.basic else {}
            parts = urlsplit(realm)
            query = urlencode({**dict(parse_qsl(parts.query)), **question})
            status, body = self._fetch(urlunsplit(parts._replace(query=query)), headers, None)
        host = line(clip(urlsplit(realm).netloc, 100))
        if status in (400, 401, 403, 404):
            raise self.refusal(repository, f"{host} gave no token: status {status}")
        if status != 200:
            raise Unreachable(f"{host} gave no token for {self._registry}/{repository}: status {status}.")
        return self._read(body, host)

    def _allowed(self, realm: str, repository: str, *, secret: bool) -> str:
        """The address of the realm; raises `Unauthorized` where a token must not be requested there."""
        judged = judge(realm, self._registry, plain=self.scheme == "http", secret=secret, has_entry=self._has_entry)
        if not judged.refusal:
            return judged.address
        hint = "Nothing was sent. Report it to the operator of the registry."
        if judged.place:
            entry = f'"{line(clip(judged.place, 100))}": {{}}'
            hint = f'Nothing was sent. To agree, add {entry} to "auths" in the file with your credentials.'
        raise Unauthorized(
            f"{self._registry} sends credentials for {repository} to a place that is not trusted.",
            hint=hint,
            tried=(f"The realm {line(clip(realm.partition('?')[0], 120))} {judged.refusal}.",),
        )

    def _read(self, body: bytes, host: str) -> _Held:
        try:
            answer = read_object(body)
        except Malformed:
            # The decoder's message may quote the body, which is a token.
            raise Unreachable(f"{host} answered with something that is not a token.") from None
        token = answer.get("token") or answer.get("access_token")
        if not isinstance(token, str):
            raise Unreachable(f"{host} answered without a token.")
        life = answer.get("expires_in")
        seconds = life if isinstance(life, int) and 0 < life < 10**9 else _LIFE
        # A margin, so that a token does not expire on its way.
        return _Held(f"Bearer {_sendable(token)}", self._clock() + max(seconds - 10, seconds / 2))


def _sendable(token: str) -> str:
    if not _SENDABLE.fullmatch(token):
        raise Unreachable("The token has characters that a header cannot hold.")
    return token
