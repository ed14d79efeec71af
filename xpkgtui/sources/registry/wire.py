"""One request on the wire: its proxy, its certificates, and its report; nothing is retried or followed here."""

import ipaddress
import logging
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from urllib.parse import urlsplit

import requests
import urllib3

from xpkgtui.errors import Unreachable, Usage
from xpkgtui.sources.access import REQUESTS, Access, Exchange, OnExchange
from xpkgtui.sources.registry.answer import Answer, AnswerDeadline
from xpkgtui.sources.registry.connecting.connection_errors import ConnectionFault, explain
from xpkgtui.sources.registry.connecting.trust import trust_for
from xpkgtui.sources.registry.sent_secrets import SentSecrets
from xpkgtui.visible import clip, line


def proxy_for(url: str, environment: Mapping[str, str]) -> str | None:
    """The proxy for a request to `url`; None for this machine, as in Go's programs.

    Raises `Usage` where the environment names one that cannot be used.
    """
    parts = urlsplit(url)
    host = (parts.hostname or "").lower()
    port = parts.port or (443 if parts.scheme == "https" else 80)
    exceptions = (word.strip().lower() for word in _value(environment, "NO_PROXY").split(","))
    if host == "localhost" or _is_loopback(host) or any(_matches(host, port, word) for word in exceptions):
        return None
    for name in (f"{parts.scheme.upper()}_PROXY", "ALL_PROXY"):
        if proxy := _value(environment, name):
            return _checked(name, proxy if "://" in proxy else f"http://{proxy}")
    return None


def shown(proxy: str) -> str:
    """Host and port of a proxy, without the credentials before them."""
    return line(clip(urlsplit(proxy).netloc.rpartition("@")[2], 100))


def _checked(name: str, proxy: str) -> str:
    """The address of a proxy; raises Usage for one that requests would misread or ignore."""
    try:
        parts = urlsplit(proxy)
        is_address = bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_address = False
    if not is_address or parts.scheme not in ("http", "https", "socks5", "socks5h"):
        raise Usage(f"{name} does not name a proxy.", hint="Write http://HOST:PORT, or socks5://HOST:PORT.")
    return proxy


def _value(environment: Mapping[str, str], name: str) -> str:
    return environment.get(name.lower()) or environment.get(name) or ""


def _matches(host: str, port: int, word: str) -> bool:
    if not word:
        return False
    if word == "*":
        return True
    name, colon, digits = word.rpartition(":")
    if colon and digits.isdigit() and ":" not in name:
        if int(digits) != port:
            return False
        word = name
    try:
        return ipaddress.ip_address(host) in ipaddress.ip_network(word.strip("[]"), strict=False)
    except ValueError:
        bare = word.removeprefix("*").lstrip(".")
        return bool(bare) and (host == bare or host.endswith(f".{bare}"))


def _is_loopback(host: str) -> bool:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    # Python before 3.13 does not look into the IPv4 address that an IPv6 address holds.
    return (getattr(address, "ipv4_mapped", None) or address).is_loopback


class NoAnswer(Exception):
    """A request without an answer."""

    def __init__(self, host: str, fault: ConnectionFault) -> None:
        super().__init__(fault.words)
        self.host = host
        self.fault = fault


class Wire:
    """Sends requests over one session. Used by threads."""

    def __init__(
        self,
        session: requests.Session,
        access: Access,
        on_exchange: OnExchange | None,
        clock: Callable[[], float],
        secrets: SentSecrets,
    ) -> None:
        self._secrets = secrets
        if access.insecure:
            # `--insecure` was asked for; the warning would be written into the screen.
            urllib3.disable_warnings(urllib3.exceptions.InsecureRequestWarning)
        self._session = session
        self._access = access
        self._on_exchange = on_exchange
        self._clock = clock

    def send(
        self,
        method: str,
        url: str,
        headers: Mapping[str, str],
        form: Mapping[str, str] | None,
        deadline: AnswerDeadline,
    ) -> Answer:
        """The answer, whatever its status, reported to `on_exchange`; raises `NoAnswer` where there is none."""
        host = urlsplit(url).netloc
        self._secrets.add_sent(headers, form)
        asked = self._secrets.hide(line(clip(host.rpartition("@")[2], 100)))
        path = self._secrets.hide(path_of(url))
        started = self._clock()

        def report(status: int, size: int) -> None:
            spent = round((self._clock() - started) * 1000)
            exchange = Exchange(method=method, host=asked, path=path, status=status, milliseconds=spent, size=size)
            log_exchange(urlsplit(url).scheme, exchange)
            if self._on_exchange is not None:
                self._on_exchange(exchange)

        log_headers("request", headers)
        proxy = proxy_for(url, self._access.environment)
        try:
            response = self._session.request(
                method,
                url,
                headers=dict(headers),
                data=form,
                stream=True,
                allow_redirects=False,
                verify=host not in self._access.insecure,
                cert=trust_for(self._access, host).client if url.startswith("https:") else None,
                proxies={urlsplit(url).scheme: proxy} if proxy else {},
                timeout=(self._access.connect_timeout, self._access.read_timeout),
            )
        except (requests.RequestException, urllib3.exceptions.HTTPError, OSError, ValueError) as error:
            report(0, 0)
            # Without its cause: the text of that has the whole address in it.
            fault = explain(error)
            if proxy:
                fault = replace(fault, words=f"{fault.words}, through the proxy {shown(proxy)}")
            raise NoAnswer(host, fault) from None
        except Unreachable:
            report(0, 0)
            raise
        log_headers("answer", {name: self._secrets.hide(value) for name, value in response.headers.items()})
        answer = Answer(response, host, deadline=deadline, clock=self._clock)
        answer.on_close = lambda size: report(response.status_code, size)
        return answer


def path_of(url: str) -> str:
    """The path for people; a query may be a signature, so it is shown as `?…`."""
    parts = urlsplit(url)
    return line(clip(parts.path or "/", 400)) + ("?…" if parts.query else "")


_SHOWN = re.compile(
    r"accept|accept-ranges|age|content-(?:encoding|length|range|type)|date|docker-[a-z-]+|etag|oci-[a-z-]+|range"
    r"|retry-after|server|transfer-encoding|user-agent|via|www-authenticate|x-cache|x-request-id"
)
"""Headers that hold no secrets; a list of those that do would never be complete."""
_MOST, _LONGEST = 40, 300


def log_exchange(scheme: str, exchange: Exchange) -> None:
    """Logs a request with its status, its size and the time that it took."""
    status = exchange.status or "no answer"
    REQUESTS.info(
        "%s %s://%s%s  %s  %s bytes  %s ms",
        *(exchange.method, scheme, exchange.host, exchange.path, status, f"{exchange.size:,}", exchange.milliseconds),
    )


def log_headers(what: str, headers: Mapping[str, str]) -> None:
    """Logs the headers of a request or an answer; of those that may hold a secret, the names."""
    if not REQUESTS.isEnabledFor(logging.DEBUG):
        return
    for name, value in list(headers.items())[:_MOST]:
        shown = line(clip(value, _LONGEST)) if _SHOWN.fullmatch(name.lower()) else "(not shown)"
        REQUESTS.debug("  %s  %s: %s", what, line(clip(name, 80)), shown)
