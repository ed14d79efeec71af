"""Tokens: one authorization for each repository, shared by all threads and renewed when it is refused."""

import copy
import http
import re
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit, urlunsplit

from xpkgtui.errors import Malformed, Obstacle, Obstructed, Unauthorized, Unreachable, XpkgError
from xpkgtui.oci.json_value import read_object
from xpkgtui.sources.registry.answer import GIVEN
from xpkgtui.sources.registry.auth.challenge import Demand, HasEntry, judge
from xpkgtui.sources.registry.auth.credentials import Credential, CredentialSearch
from xpkgtui.sources.registry.go_client import (
    picked,
    realm_obstacle,
    shown_realm,
    status_words,
    token_address,
    token_fault,
)
from xpkgtui.sources.registry.refusals import reason_of, said
from xpkgtui.values import dataclass
from xpkgtui.visible import clip, line

_SENDABLE = re.compile(r"[\x21-\x7e]{1,32768}")
_LIFE = 60
"""Lifetime of a token in seconds, where the answer does not say (Docker's token specification)."""
_READING = frozenset({"pull", "metadata_read"})
"""Actions that only read; the second one is what Azure wants for tags."""
_SCOPES = 8
"""Scopes that are asked for beside our own; a challenge offers one or two."""
_NO_GET = frozenset({405, 501})
_NO_POST = frozenset({404, 405, 501})
_REFUSALS = frozenset({400, 401, 403, 404})
_ASK = "Ask who runs the token server; a portal or a filter on the way may answer too."

FetchToken = Callable[[str, Mapping[str, str], Mapping[str, str] | None], tuple[int, bytes]]
"""`(url, headers, form)` -> status and body; a POST where there is a form."""


class UntrustedRealm(Unauthorized):
    """The registry names a token server that must not be sent the credentials."""


@dataclass(frozen=True, slots=True)
class _Given:
    """What a token server answered."""

    status: int
    body: bytes
    is_usual: bool = True
    """Whether it was asked as Crossplane's library asks."""
    says: str = ""
    """What that library prints of an answer at which it stops, where this client goes on."""


@dataclass(frozen=True, slots=True)
class _Held:
    value: str
    """Empty where nothing is sent, because what was sent is refused."""
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
        self._passed: dict[str, list[XpkgError]] = {}
        """By repository, why each of its credentials was passed over, in their order."""
        self.obstacles: dict[str, Obstacle] = {}
        """By repository, why Crossplane's library gets nothing with the authorization that was found."""

    def current(self, repository: str) -> str | None:
        """The `Authorization` for this repository; None where there is none or it has expired."""
        held = self._held.get(repository)
        if held is None or (held.until is not None and self._clock() >= held.until):
            return None
        return held.value

    def has_login(self, repository: str) -> bool:
        """Whether the user has credentials for the repository that were not refused yet."""
        return len(self._passed.get(repository, ())) < len(self.found(repository).credentials)

    def renew(self, repository: str, demand: Demand, stale: str | None) -> str:
        """An `Authorization` other than `stale`; raises `Unauthorized` where there is none."""
        with self._own_gate(repository):
            current = self.current(repository)
            if current is not None and current != stale:
                return current
            held = self._held[repository] = self._obtain(repository, demand, stale)
            return held.value

    def pass_over(self, repository: str, refused: str | None, answer: str) -> bool:
        """Goes on to the next credentials, after these got a token that is refused; whether there are any."""
        with self._own_gate(repository):
            if self.current(repository) == refused:
                self._passed.setdefault(repository, []).append(self._refusal(repository, answer))
            return len(self._passed.get(repository, ())) <= len(self.found(repository).credentials)

    def judge(self, repository: str, demand: Demand) -> None:
        """Notes what Crossplane's library meets, which asks for a token before anything else."""
        self._compare(repository, demand, self.found(repository).credential or Credential(), None)

    def give_up(self, repository: str, refused: XpkgError) -> None:
        """Sends no login for a repository from now on, since it is given without one."""
        with self._own_gate(repository):
            self._passed[repository] = [refused] * len(self.found(repository).credentials)
            self._held[repository] = _Held("", None)

    def found(self, repository: str) -> CredentialSearch:
        """The credentials for a repository, looked up once."""
        found = self._found.get(repository)
        if found is None:
            found = self._found[repository] = self._find(repository)
        return found

    def notes(self, repository: str) -> tuple[str, ...]:
        """Warnings about the credentials, if they were needed."""
        found, passed = self._found.get(repository), self._passed.get(repository)
        if found is None:
            return ()
        if passed and len(passed) == len(found.credentials) and repository in self._held:
            return (*found.notes, f"{self._registry} refuses the login for {repository}; it was asked without one.")
        return found.notes

    def refusal(self, repository: str, answer: str = "") -> XpkgError:
        """The error with what was tried and how to log in: of the first credentials, where there are any."""
        passed = self._passed.get(repository)
        # A copy: its raiser adds what was tried.
        return copy.copy(passed[0]) if passed else self._refusal(repository, answer)

    def _refusal(self, repository: str, answer: str) -> Unauthorized:
        found = self.found(repository)
        name = f"{self._registry}/{repository}"
        title = f"{self._registry} does not accept the credentials for {repository}."
        login = f"with `docker login {self._registry}`, and check the name: {name} is private or does not exist."
        hint = f"Log in again {login}"
        if not found.credentials:
            why = found.fault or found.broken or "none are configured"
            title = f"{self._registry} requires credentials for {repository}, and {why}."
            hint = f"Repair that file, and log in {login}" if found.broken else f"Log in {login}"
            if found.fault:
                hint = "Fix the credential helper, or remove it from the file that names it."
        return Unauthorized(title, hint=hint, tried=(*found.tried, *((answer,) if answer else ())))

    def _own_gate(self, repository: str) -> threading.Lock:
        with self._gate:
            return self._gates.setdefault(repository, threading.Lock())

    def _obtain(self, repository: str, demand: Demand, stale: str | None) -> _Held:
        """What the next credentials of the user get, and at last none; those that are refused are passed over."""
        passed, credentials = self._passed.setdefault(repository, []), self.found(repository).credentials
        while True:
            mine = credentials[len(passed)] if len(passed) < len(credentials) else Credential()
            try:
                held = self._by(mine, repository, demand, stale)
            except UntrustedRealm:
                raise
            except Unauthorized as error:
                fault, held = error, None
            else:
                fault = self._refusal(repository, "")
            if held is not None and held.value != stale:
                return held
            if len(passed) >= len(credentials):
                raise self.refusal(repository) if passed else fault
            passed.append(fault)

    def _by(self, credential: Credential, repository: str, demand: Demand, stale: str | None) -> _Held | None:
        """What one credential gets by the challenges in turn; None where it gets nothing."""
        if credential.registry_token and stale is None:
            return _Held(f"Bearer {_sendable(credential.registry_token)}", None)
        first: XpkgError | None = None
        challenges = demand.challenges
        for challenge in challenges:
            if challenge.scheme == "bearer" and not challenge.parameters.get("realm"):
                said = f"{self._registry} asks for a token, and does not say where to get one."
                first = first or Unauthorized(said, hint="Ask who runs the registry, or the proxy before it.")
            elif challenge.scheme == "bearer":
                try:
                    held, given = self._bearer(repository, challenge.parameters, credential)
                    self._compare(repository, demand, credential, given)
                    return held
                except (Unauthorized, Unreachable) as error:
                    first = first or error
        # Without any challenge, something on the way took it.
        if credential.basic and (not challenges or any(one.scheme == "basic" for one in challenges)):
            self._compare(repository, demand, credential, None)
            if (stale or "").startswith("Bearer "):
                cause = "the registry refuses the token that it gives, and takes the password alone"
                self.obstacles[repository] = Obstacle(what=Obstructed.ALL, cause=cause, says=demand.says)
            return _Held(credential.basic, None)
        if first is not None:
            raise first
        return _Held("", None) if credential == Credential() and stale else None

    def _bearer(self, repository: str, wanted: Mapping[str, str], credential: Credential) -> tuple[_Held, _Given]:
        secret = bool(credential.basic or credential.identity_token)
        realm = self._allowed(wanted["realm"], repository, secret=secret)
        own = f"repository:{repository}:pull"
        offered = tuple(one for one in _offered(wanted.get("scope", "")) if one != own)
        service = wanted.get("service", "")
        given = self._ask(realm, (own, *offered), service, credential)
        if given.status in _REFUSALS and offered:
            # Some give a token for what they offered alone.
            given = replace(self._ask(realm, offered, service, credential), is_usual=False)
        host = line(clip(urlsplit(realm).netloc, 100))
        if given.status not in GIVEN:
            raise self._no_token(host, repository, given)
        return self._read(given.body, host), given

    def _no_token(self, host: str, repository: str, given: _Given) -> XpkgError:
        """The error of a token server: the lack of a login, or what else it says."""
        words = line(clip(" ".join((str(given.status), *said(given.body, ""))), 250)).rstrip(".")
        told = f"{host} gave no token for {self._registry}/{repository}: {words}."
        _, _, more = words.partition(" ")
        if given.status not in _REFUSALS or more.startswith("a web page"):
            hint = "Try again later." if given.status >= 500 or given.status == 429 else _ASK
            return Unreachable(told, hint=hint)
        refusal, reason = self._refusal(repository, f"{host} gave no token: {words}"), reason_of(more)
        if given.status in (400, 404):
            return Unauthorized(told, hint=_ASK, tried=refusal.tried)
        if reason and (given.status == 403 or self.found(repository).credentials):
            return Unauthorized(told, hint=refusal.hint, tried=refusal.tried)
        return refusal

    def _compare(self, repository: str, demand: Demand, credential: Credential, given: _Given | None) -> None:
        """Notes what Crossplane's library meets where this one got an authorization; `given` is that of a token."""
        scheme, parameters = picked(demand.lines)
        found: Obstacle | None = None
        if scheme == "bearer":
            plain = self.scheme == "http"
            found = realm_obstacle(parameters, repository, self._registry, plain=plain)
            if found is None and not credential.registry_token:
                found = self._as_library(repository, parameters, credential, given)
        elif given is not None and not credential.basic:
            cause = "its client does not answer the challenge of the registry as it comes"
            found = Obstacle(what=Obstructed.ALL, cause=cause, says=demand.says)
        self.obstacles.pop(repository, None)
        if found is not None:
            self.obstacles[repository] = found

    def _as_library(
        self, repository: str, parameters: Mapping[str, str], credential: Credential, given: _Given | None
    ) -> Obstacle | None:
        """What the library makes of the token server: asked again in its way where it was asked in another one."""
        url = token_address(parameters, repository)
        if given is not None and given.says:
            cause = "the token server takes no identity token from its client"
            return Obstacle(what=Obstructed.ALL, cause=cause, says=given.says)
        if given is None or not given.is_usual:
            try:
                self._allowed(parameters["realm"], repository, secret=bool(credential.basic))
                has_both = credential.user and credential.password
                status, body = self._fetch(url, {"Authorization": credential.basic} if has_both else {}, None)
            except XpkgError:
                return None
            given = _Given(status, body)
        refused = given.status != http.HTTPStatus.OK
        says = status_words("GET", url, given.status, given.body) if refused else token_fault(given.body)
        cause = "the token server gives its client no token"
        if not refused:
            cause = "its client cannot read what the token server gives"
        return Obstacle(what=Obstructed.ALL, cause=cause, says=says) if says else None

    def _ask(self, realm: str, scopes: tuple[str, ...], service: str, credential: Credential) -> _Given:
        """The answer to the first form of the question that the token server knows."""
        form = {"scope": " ".join(scopes), "client_id": "xpkgtui"} | ({"service": service} if service else {})
        says = ""
        if credential.identity_token:
            exchanged = {**form, "grant_type": "refresh_token", "refresh_token": credential.identity_token}
            status, body = self._fetch(realm, {}, exchanged)
            if status not in _NO_POST or not credential.basic:
                return _Given(status, body)
            # The library goes on after 404 alone.
            says = "" if status == http.HTTPStatus.NOT_FOUND else status_words("POST", realm, status, body)
        parts = urlsplit(realm)
        asked = [("scope", one) for one in scopes] + ([("service", service)] if service else [])
        names = {name for name, _ in asked}
        kept = [pair for pair in parse_qsl(parts.query, keep_blank_values=True) if pair[0] not in names]
        headers = {"Authorization": credential.basic} if credential.basic else {}
        status, body = self._fetch(urlunsplit(parts._replace(query=urlencode([*kept, *asked]))), headers, None)
        if status not in _NO_GET or not credential.basic:
            # The library sends an empty service in the place of that of the realm.
            is_same = service or all(name != "service" for name, _ in kept)
            is_usual = len(scopes) == 1 and bool(is_same) and not credential.identity_token
            return _Given(status, body, is_usual, says)
        login = {"grant_type": "password", "username": credential.user, "password": credential.password}
        return _Given(*self._fetch(realm, {}, {**form, **login}), is_usual=False)

    def _allowed(self, realm: str, repository: str, *, secret: bool) -> str:
        """The address of the realm; raises `UntrustedRealm` where a token must not be requested there."""
        if realm.startswith("/") and not realm.startswith("//"):
            realm = urljoin(f"{self.scheme}://{self._registry}/v2/", realm)
        judged = judge(realm, self._registry, plain=self.scheme == "http", secret=secret, has_entry=self._has_entry)
        if not judged.refusal:
            return judged.address
        hint = "Nothing was sent. Report it to the operator of the registry."
        if judged.place:
            hint = f"Nothing was sent. To agree, add `--token-server {line(clip(judged.place, 100))}`."
        raise UntrustedRealm(
            f"{self._registry} sends credentials for {repository} to a place that is not trusted.",
            hint=hint,
            tried=(f"The realm {line(clip(shown_realm(realm), 120))} {judged.refusal}.",),
        )

    def _read(self, body: bytes, host: str) -> _Held:
        try:
            read = read_object(body.removeprefix(b"\xef\xbb\xbf"))
        except Malformed:
            # The decoder's message may quote the body, which is a token.
            raise Unreachable(f"{host} answered with something that is not a token.", hint=_ASK) from None
        answer = {name.lower(): value for name, value in read.items()}
        # Of two that differ the second one, as Crossplane's library takes it.
        token = answer.get("access_token") or answer.get("token")
        if not isinstance(token, str) or not token:
            raise Unreachable(f"{host} answered without a token.", hint=_ASK)
        seconds = _life(answer.get("expires_in"))
        # A margin, so that a token does not expire on its way.
        return _Held(f"Bearer {_sendable(token)}", self._clock() + max(seconds - 10, seconds / 2))


def _offered(scope: str) -> Iterator[str]:
    """The scopes of a challenge as far as they only read, whatever it wants."""
    for one in scope[:4096].split()[:_SCOPES]:
        if named := re.fullmatch(r"(repository:[A-Za-z0-9._/-]{1,300}):([a-z_,*]{1,100})", one):
            if actions := [each for each in named[2].split(",") if each in _READING]:
                yield f"{named[1]}:{','.join(actions)}"
        elif re.fullmatch(r"[A-Za-z0-9._-]{1,100}", one):
            # As `aws` of Amazon's public registry.
            yield one


def _life(stated: object) -> float:
    """Seconds for which a token is good, in whatever form they are stated."""
    if isinstance(stated, str) and re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", stated):
        stated = float(stated)
    is_number = isinstance(stated, int | float) and not isinstance(stated, bool)
    return float(stated) if is_number and 0 < stated < 10**9 else _LIFE  # type: ignore[operator, arg-type]


def _sendable(token: str) -> str:
    if not _SENDABLE.fullmatch(token):
        raise Unreachable("The token has characters that a header cannot hold.", hint=_ASK)
    return token
