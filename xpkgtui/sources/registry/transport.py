"""The transport: oras's registry client, with every request going through the checks of `do_request`."""

import logging
import re
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from urllib.parse import urlsplit

import requests

from xpkgtui.errors import Obstacle, Obstructed, Unreachable, XpkgError
from xpkgtui.sources.access import Access, NetworkScope, OnExchange
from xpkgtui.sources.registry.addresses import ASK, Boundary, NamedHost, redirected
from xpkgtui.sources.registry.answer import GIVEN, Answer, AnswerDeadline
from xpkgtui.sources.registry.auth.challenge import Demand, HasEntry
from xpkgtui.sources.registry.auth.credentials import CredentialSearch
from xpkgtui.sources.registry.auth.tokens import Tokens
from xpkgtui.sources.registry.connecting.connection import new_session
from xpkgtui.sources.registry.connecting.connection_errors import Advice, ConnectionFault, unreachable
from xpkgtui.sources.registry.connecting.trust import trust_for
from xpkgtui.sources.registry.go_client import first_words, redirect_obstacle
from xpkgtui.sources.registry.late_loading import load_late
from xpkgtui.sources.registry.other_hosts import OtherHosts
from xpkgtui.sources.registry.sent_secrets import sent_to
from xpkgtui.sources.registry.statuses import (
    HTTPS_ONLY,
    LARGEST_REFUSAL,
    backoff,
    demand_of,
    forbidden,
    refused_words,
    summary,
    wrong_status,
)
from xpkgtui.sources.registry.wire import NoAnswer, Wire, path_of
from xpkgtui.visible import clip, line

# With it oras checks manifests that it pushes, which it never does here; loading it takes as long as requests does.
load_late("jsonschema")

import oras.provider  # noqa: E402

_THREADS = 8
_DOCUMENT = 16 << 20
DOCUMENT_SECONDS = 60.0
_TOKEN = 1 << 20
_RETRIED = frozenset({408, 425, 429, 499, 500, 502, 503, 504, *range(520, 525)})
_BEGINNINGS = frozenset({200, 401, 408, 425, 429, 499})
"""What `/v2/` answers where Crossplane's library goes on, now or later."""
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
REPOSITORY = re.compile(r"/v2/([^?#]{1,300})/(manifests|blobs|tags|referrers)/")

# Their warnings would reach the terminal, with any bytes that a registry put in its error message.
for _name in ("oras.logger", "urllib3", "requests"):
    logging.getLogger(_name).addHandler(logging.NullHandler())
    logging.getLogger(_name).propagate = False


class SafeRegistry(oras.provider.Registry):  # type: ignore[misc]  # oras has no types
    """The client of one registry host. Called from several threads."""

    def __init__(
        self,
        host: str,
        access: Access,
        find: Callable[[str], CredentialSearch],
        has_entry: HasEntry,
        *,
        plain: bool = False,
        on_exchange: OnExchange | None = None,
        sleep: Callable[[float], object] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(hostname=host, insecure=plain)
        self._named = NamedHost(host, access)
        self._boundary = Boundary(
            host,
            may_lead_inside=host in access.private_storage,
            plain=access.plain_http,
            require=self._named.require,
        )
        self.session = new_session(_THREADS, self._boundary.admit, partial(trust_for, access))
        self.access = access
        self._host = host
        self._origin = ("http" if plain else "https", host)
        # Plain HTTP without `--plain-http` is a guess, which the registry itself may correct.
        self._guessed = plain and host not in access.plain_http
        self._heard = False
        """Whether it has answered, so that the guess is right."""
        self._secrets = sent_to(host)
        self._wire = Wire(self.session, access, on_exchange, clock, self._secrets)
        self._clock = clock
        self._asking = threading.Lock()
        self._demands: tuple[Demand, ...] | None = None
        """What `/v2/` wants; None until it was asked."""
        self.fault: Obstacle | None = None
        """Why Crossplane's library, which begins at `/v2/`, goes no further; None where it does, or was not asked."""
        self._closing = threading.Event()
        # An event and not time.sleep, so that closing ends it.
        self._sleep = sleep or self._closing.wait
        self._others = OtherHosts(host, self._fetch_token, clock)
        self.tokens = Tokens(
            host, self._origin[0], find=find, has_entry=has_entry, fetch=self._fetch_token, clock=clock
        )

    @property
    def scheme(self) -> str:
        """How it is asked: `https`, or `http` without TLS."""
        return self._origin[0]

    @property
    def scope(self) -> NetworkScope | None:
        """Where connections to the registry arrived; None where there was none, as behind a proxy."""
        return self._boundary.reach if self._boundary.is_measured else None

    def do_request(
        self,
        url: str,
        method: str = "GET",
        data: dict[str, str] | bytes | None = None,
        headers: Mapping[str, str] | None = None,
        json: object = None,
        stream: bool = False,
    ) -> requests.Response:
        """The only method by which oras reaches the network: read-only, and with bounded bodies unless streamed."""
        if data is not None or json is not None or method not in ("GET", "HEAD"):
            raise ValueError("registries are only read")
        answer = self.ask(url, headers or {}, method=method)
        if not stream:
            with answer:
                # What `content` would fill, without its unbounded, decoding read.
                answer.response._content = answer.document(_DOCUMENT)
                answer.response._content_consumed = True  # type: ignore[attr-defined]
        return answer.response

    def ask(
        self,
        url: str,
        headers: Mapping[str, str],
        *,
        method: str = "GET",
        seconds: float = DOCUMENT_SECONDS,
        repository: str = "",
    ) -> Answer:
        """The answer that has what was asked for; raises the error for any other.

        `repository` has a login of its own; it need not be named where the path below `/v2/` does so.
        """
        parts = urlsplit(url)
        if self._guessed and parts.scheme == "http":
            parts = parts._replace(scheme=self._origin[0])
        if (parts.scheme, parts.netloc) != self._origin:
            raise Unreachable(
                f"{self._host} refers to {line(clip(parts.netloc, 100))}; xpkgtui requests nothing there."
            )
        if self.access.offline:
            raise Unreachable(f"{self._host} is not contacted, because --offline is on.", hint="Remove `--offline`.")
        # Before the connection, which may be a proxy's.
        self._named.require_by_name()
        match = REPOSITORY.match(parts.path)
        named = repository or (match[1] if match else "")
        deadline = self._within(seconds)

        def asked() -> Answer:
            try:
                found = self._retry(method, parts.geturl(), dict(headers), named, deadline)
            except XpkgError as error:
                self._secrets.hide_in(error)
                raise
            found.secrets = self._secrets
            return found

        answer = asked()
        answer.again = asked
        return answer

    def close(self) -> None:
        """Ends pauses and releases connections."""
        self._closing.set()
        self.session.close()

    def _retry(
        self, method: str, url: str, headers: dict[str, str], repository: str, deadline: AnswerDeadline
    ) -> Answer:
        """The answer, after retries, renewed credentials and a change to TLS where those help; all by one clock."""
        what = f"{method} {path_of(url)}"
        tried: list[str] = []
        authorization = self._authorization(repository, deadline)
        renewed, failures, waits = False, 0, 0
        crossed: list[Obstacle] = []
        while True:
            try:
                answer = self._follow(method, url, headers, authorization, deadline)
            except NoAnswer as silence:
                tried.append(f"{what}: {silence.fault.words}")
                self._bear(silence, failures := failures + 1, deadline, tuple(tried))
                continue
            if answer.status in GIVEN:
                answer.blocked = answer.blocked or next(iter(crossed), None)
                return answer
            with answer:
                sentence = self._secrets.hide(summary(answer))
            tried.append(f"{what}: {sentence}")
            if self._guessed and sentence == HTTPS_ONLY and self._origin[0] == "http":
                self._speak("https")
            elif self._others.crosses(answer, authorization, demand_of(answer, self._secrets), crossed):
                continue
            elif answer.status in (401, 403) and answer.host == self._host:
                ask = partial(self._follow, method, url, headers, None, deadline)
                if authorization and (bare := self._bare(answer, repository, tried[-1], ask)):
                    return bare
                authorization = self._renew(answer, repository, authorization, tuple(tried), is_second=renewed)
                renewed = True
            else:
                is_retried = answer.status in _RETRIED and waits < 3 and not self._closing.is_set()
                pause = backoff(answer, waits, tuple(tried)) if is_retried else 0.0
                if not is_retried or self._clock() + pause >= deadline.until:
                    error = wrong_status(answer, self._origin[0], sentence, tuple(tried))
                    error.printed = self._secrets.hide(refused_words(answer))
                    raise error
                self._sleep(pause)
                waits += 1

    def _bear(self, silence: NoAnswer, failures: int, deadline: AnswerDeadline, tried: tuple[str, ...]) -> None:
        """Waits before the next attempt; raises where there is none."""
        is_last = failures > silence.fault.attempts or self._closing.is_set() or self._clock() >= deadline.until
        if not silence.fault.is_transient or is_last:
            scheme = self._origin[0] if silence.host == self._host else ""
            raise unreachable(silence.host, silence.fault, scheme, tried) from None
        # Those that are idle may all be closed at the other end.
        self.session.close()
        self._sleep(0.1)

    def _bare(self, answer: Answer, repository: str, told: str, ask: Callable[[], Answer]) -> Answer | None:
        """What is given without a login; some refuse an old one with 403, without a reason or a challenge."""
        if answer.status != 403 or answer.header("WWW-Authenticate") or not self.tokens.has_login(repository):
            return None
        refusal = self.tokens.refusal(repository, told)
        if forbidden(answer, refusal, (told,)) is refusal:
            with suppress(NoAnswer):
                found = ask()
                if found.status in GIVEN:
                    self.tokens.give_up(repository, refusal)
                    return found
                found.close()
        return None

    def _authorization(self, repository: str, deadline: AnswerDeadline) -> str | None:
        """What is sent at first: where the user has a login, it is used before the registry asks for one.

        Some registries show what is private only with a login, and ask for one at `/v2/` alone, where other clients
        begin.
        """
        held = self.tokens.current(repository)
        if held is not None or not repository or not self.tokens.has_login(repository):
            return held
        with self._asking:
            if self._demands is None:
                self._demands = self._ask_how(deadline)
        wanted = self._demands[0] if self._demands else None
        try:
            return None if wanted is None else self.tokens.renew(repository, wanted, None)
        except XpkgError:
            # The request itself is refused then, and says why.
            return None

    def begin(self, repository: str) -> None:
        """Asks `/v2/` as Crossplane's library does, if nothing was asked there and no login was needed."""
        with self._asking:
            if self._demands is None and self.tokens.current(repository) is None:
                self._demands = self._ask_how(self._within(DOCUMENT_SECONDS))
                for demand in self._demands:
                    self.tokens.judge(repository, demand)

    def _ask_how(self, deadline: AnswerDeadline) -> tuple[Demand, ...]:
        """The challenges of `/v2/`; nothing where it wants no login, or does not say."""
        for waits in range(4):
            try:
                answer = self._follow("GET", f"{self._origin[0]}://{self._host}/v2/", {}, None, deadline)
            except (NoAnswer, XpkgError):
                return ()
            with answer:
                sentence = summary(answer)
            if answer.status in _RETRIED and waits < 2:
                with suppress(XpkgError):
                    self._sleep(backoff(answer, waits, ()))
                    continue
            if not (self._guessed and sentence == HTTPS_ONLY and self._origin[0] == "http"):
                is_asked = answer.status == 401 and answer.host == self._host
                if answer.status not in _BEGINNINGS:
                    cause = f"the registry answers {answer.status} at /v2/, where its client begins"
                    says = first_words(self._host, self._secrets.hide(refused_words(answer)))
                    self.fault = Obstacle(what=Obstructed.ALL, cause=cause, says=says)
                return (demand_of(answer, self._secrets),) if is_asked else ()
            self._speak("https")
        return ()

    def _within(self, seconds: float) -> AnswerDeadline:
        return AnswerDeadline(seconds=seconds, until=self._clock() + seconds)

    def _speak(self, scheme: str) -> None:
        """Asks by this scheme from now on."""
        self._origin, self.tokens.scheme = (scheme, self._host), scheme

    def _other_scheme(self, fault: ConnectionFault) -> str:
        """TLS where a registry on this machine ends plain connections and has not answered; plain again without."""
        is_plain = self._origin[0] == "http"
        is_other = fault.attempts > 1 if is_plain else fault.advice is Advice.PLAIN_HTTP
        if not self._guessed or self._heard or not is_other:
            return ""
        self._heard = not is_plain
        self._speak("https" if is_plain else "http")
        return self._origin[0]

    def _renew(
        self, answer: Answer, repository: str, stale: str | None, tried: tuple[str, ...], *, is_second: bool
    ) -> str:
        """Another authorization, after an answer that refuses one; raises where there is none, or no login helps."""
        demand = demand_of(answer, self._secrets)
        is_page = answer.is_page and not self.tokens.has_login(repository)
        if not demand.challenges and (answer.status == 403 or is_page):
            raise forbidden(answer, self.tokens.refusal(repository, tried[-1]), tried)
        if answer.status == 403 and not is_second:
            # Crossplane's library answers challenges of 401 alone, those of `/v2/` first.
            first = self._ask_how(self._within(DOCUMENT_SECONDS))
            demand = replace(demand, lines=first[0].lines if first else ())
        if is_second and not self.tokens.pass_over(repository, stale, tried[-1]):
            raise self.tokens.refusal(repository, tried[-1])
        try:
            return self.tokens.renew(repository, demand, stale)
        except XpkgError as error:
            error.tried = (*tried, *error.tried)
            raise

    def _follow(
        self, method: str, url: str, headers: dict[str, str], authorization: str | None, deadline: AnswerDeadline
    ) -> Answer:
        """One request and its redirects; the authorization for the registry is sent to no other host."""
        if self._guessed and url.startswith("http:"):
            url = f"{self._origin[0]}:{url.partition(':')[2]}"
        own, is_led, asked = True, False, url
        blocked: Obstacle | None = None
        for _ in range(6):
            # Never again after another host, so that it cannot choose what is requested with our credentials.
            own = own and urlsplit(url)[:2] == self._origin
            held = authorization if own else self._others.current(url)
            sent = {**headers, "Authorization": held} if held else headers
            try:
                answer = self._wire.send(method, url, sent, None, deadline)
            except NoAnswer as silence:
                if not own or not (other := self._other_scheme(silence.fault)):
                    raise
                url = f"{other}:{url.partition(':')[2]}"
                continue
            self._heard = True
            if answer.status not in _REDIRECTS:
                answer.place, answer.blocked = path_of(url) if is_led else "", blocked
                return answer
            is_led = True
            with answer:
                url = redirected(url, answer.header("Location"), self._boundary)
                self._secrets.add_signed(url)
                blocked = blocked or redirect_obstacle(asked, url)
        raise Unreachable(f"{self._host} redirects in a circle, or too often.", hint=ASK)

    def _fetch_token(self, url: str, headers: Mapping[str, str], form: Mapping[str, str] | None) -> tuple[int, bytes]:
        """Status and body of a token server, after its redirects and pauses."""
        deadline, waits = self._within(DOCUMENT_SECONDS), 0
        for _ in range(10):
            try:
                answer = self._wire.send("POST" if form else "GET", url, headers, form, deadline)
            except NoAnswer as error:
                raise unreachable(error.host, error.fault, urlsplit(url).scheme, ()) from None
            with answer:
                if answer.status in _REDIRECTS:
                    following = redirected(url, answer.header("Location"), self._boundary)
                    if urlsplit(following)[:2] != urlsplit(url)[:2]:
                        # Whatever was agreed to is this host.
                        if form:
                            return answer.status, b""
                        headers = {}
                    url = following
                elif answer.status in _RETRIED and waits < 3 and not self._closing.is_set():
                    pause = backoff(answer, waits, ())
                    if self._clock() + pause >= deadline.until:
                        return answer.status, b""
                    self._sleep(pause)
                    waits += 1
                else:
                    if answer.status in GIVEN:
                        return answer.status, answer.document(_TOKEN, "a token server")
                    body = b""
                    with suppress(XpkgError):
                        body = answer.body(LARGEST_REFUSAL)
                    return answer.status, body
        raise Unreachable(f"{line(clip(urlsplit(url).netloc, 100))} redirects in a circle, or too often.", hint=ASK)
