"""Answers of a registry that do not have what was asked for: their errors, and the pause before the next request."""

import random
import re
import time
from contextlib import suppress
from email.utils import parsedate_to_datetime

from xpkgtui.errors import NotFound, Unauthorized, Unreachable, XpkgError
from xpkgtui.sources.registry.answer import Answer
from xpkgtui.sources.registry.auth.challenge import Demand, parse
from xpkgtui.sources.registry.go_client import status_words
from xpkgtui.sources.registry.refusals import reason_of, said
from xpkgtui.sources.registry.sent_secrets import SentSecrets
from xpkgtui.visible import clip, line

HTTPS_ONLY = "400 it speaks https only"
"""The answer to plain HTTP at a port for TLS, in our words."""
_LONGEST_WAIT = 30.0
"""Seconds of `Retry-After` that are waited for."""
_DAY = 86_400
LARGEST_REFUSAL = 64 << 10
_NOT_PLAIN = (b"HTTP request to an HTTPS server", b"plain HTTP request was sent to HTTPS port")
"""Go's words, and nginx's."""
_WORDS = {
    407: "the proxy asks for a login (407 Proxy Authentication Required)",
    412: "a policy of the registry forbids it (412)",
    423: "it is locked (423)",
    451: "it is withheld for legal reasons (451)",
}

_UNSUPPORTED = frozenset({204, 400, 405, 406, 415, 422, 501})
_INVALID = frozenset({400, 422})
NO_REGISTRY = "It may not be a registry: check the host, its port and the name."
_ADVICE = {
    400: NO_REGISTRY,
    405: NO_REGISTRY,
    406: NO_REGISTRY,
    407: "Write its user and password into the variable: http://USER:PASSWORD@HOST:PORT.",
    412: "Ask who runs the registry, or meet the policy.",
    423: "Ask who runs the registry.",
    410: "It was deleted there: name another tag or digest.",
    421: NO_REGISTRY,
    451: "Ask who runs the registry.",
    501: NO_REGISTRY,
    511: "A portal of the network on the way answers: log in there first.",
}


def summary(answer: Answer) -> str:
    """The status and the registry's own first error, or what else its body says, as one visible line."""
    body = b""
    with suppress(XpkgError):
        body = answer.refusal = answer.body(LARGEST_REFUSAL)
    if answer.status == 400 and any(words in body for words in _NOT_PLAIN):
        return HTTPS_ONLY
    return line(clip(" ".join((str(answer.status), *said(body, answer.header("Content-Type")))), 250))


def refused_words(answer: Answer) -> str:
    """What Crossplane's library prints of an answer that `summary` has read."""
    request = answer.response.request
    return status_words(request.method or "GET", answer.response.url, answer.status, answer.refusal)


def demand_of(answer: Answer, secrets: SentSecrets) -> Demand:
    """What an answer wants that was refused, and was read."""
    return Demand(
        challenges=parse(answer.header("WWW-Authenticate")),
        lines=answer.lines("WWW-Authenticate"),
        says=secrets.hide(refused_words(answer)),
    )


def wrong_status(answer: Answer, scheme: str, sentence: str, tried: tuple[str, ...]) -> XpkgError:
    """The error for an answer that does not have what was asked for."""
    host = line(clip(answer.host, 100))
    if answer.status == 404:
        return _missing(answer, host, tried)
    if answer.status == 429:
        return Unreachable(
            f"{host} received too many requests, and refuses more for now.", hint="Try again later.", tried=tried
        )
    if words := _WORDS.get(answer.status):
        _, _, reason = sentence.partition(" ")
        return Unreachable(
            f"{host}: {words}{': ' if reason else '.'}{reason}", hint=_ADVICE[answer.status], tried=tried
        )
    hint = _ADVICE.get(answer.status) or (
        "Try again later." if answer.status >= 500 else "Ask who runs the registry."
    )
    if hint == NO_REGISTRY and reason_of(sentence.partition(" ")[2]):
        hint = "Ask who runs the registry, or log in again if that is the reason."
    if answer.status == 401:
        hint = "The registry redirects to it: name the package there, and log in there."
    if scheme == "http" and sentence == HTTPS_ONLY:
        hint = f"If it uses https, remove `--plain-http {host}`."
    kind = Unsupported if answer.status in _UNSUPPORTED else Unreachable
    return (RequestInvalid if answer.status in _INVALID else kind)(
        f"{host} answered {sentence.rstrip('.')}.", hint=hint, tried=tried
    )


def _missing(answer: Answer, host: str, tried: tuple[str, ...]) -> NotFound:
    """The error for an answer 404: of a registry, or of something else."""
    is_plain = bool(answer.refusal.strip()) and not answer.refusal.lstrip().startswith(b"{")
    if answer.place and not answer.place.startswith("/v2/"):
        return PageMissing(f"404 after a redirect to {host}{answer.place}", tried=tried)
    if not is_plain or answer.header("Docker-Distribution-Api-Version"):
        return NotFound(f"{host} does not have it.", tried=tried)
    if answer.is_page:
        return PageMissing("404 with a web page", tried=tried)
    return NotFound(f"{host} does not have it.", hint=NO_REGISTRY, tried=tried)


class Unsupported(Unreachable):
    """An answer of a server that does not know the request."""

    is_of_all = True


class RequestInvalid(Unsupported):
    """An answer of a server that does not take the request as it is."""


class PageMissing(NotFound):
    """An answer 404 of what is no registry; its title says how that is known."""


def forbidden(answer: Answer, refusal: XpkgError, tried: tuple[str, ...]) -> XpkgError:
    """The error for a refusal without a challenge: its reason, or `refusal`, the lack of a login, without one.

    The last of `tried` ends with the summary of the answer.
    """
    host = line(clip(answer.host, 100))
    words = tried[-1].partition(f": {answer.status}")[2].strip()
    if answer.is_page:
        senders = [
            f"{name}: {line(clip(answer.header(name), 80))}" for name in ("Server", "Via") if answer.header(name)
        ]
        by = f" ({', '.join(senders)})" if senders else ""
        return Unreachable(
            f"The request to {host} is refused with {words} ({answer.status}).",
            hint=f"A filter or a proxy on the way may have answered{by}: ask who runs it.",
            tried=tried,
        )
    if not (reason := reason_of(words)):
        return refusal
    return Unauthorized(
        f"{host} refuses it: {reason}",
        hint=f"Ask its operator, or log in with `docker login {host}` with an account that may read it.",
        tried=tuple(dict.fromkeys((*refusal.tried, *tried))),
    )


def backoff(answer: Answer, waits: int, tried: tuple[str, ...]) -> float:
    """Seconds to wait before another attempt, after `waits` waits; raises `Unreachable` where that is too long."""
    asked = _seconds(answer.header("Retry-After"))
    if asked is None:
        return 0.25 * 2.0**waits * random.uniform(0.7, 1.3)  # noqa: S311  # jitter
    if asked > _LONGEST_WAIT:
        wait = f"{asked:.0f} seconds" if asked <= _DAY else "for more than a day"
        raise Unreachable(
            f"{line(clip(answer.host, 100))} asks to wait {wait}.",
            hint=f"Try again then{'; credentials often lift the limit' if answer.status == 429 else ''}.",
            tried=tried,
        )
    return asked


def _seconds(header: str) -> float | None:
    """`Retry-After` as seconds, in either of its forms."""
    text = header.strip()
    if re.fullmatch(r"[0-9]+", text):
        # As a float at once: Python refuses to read integers of more than 4,300 digits.
        return float(text)
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - time.time())
    except (ValueError, TypeError, OverflowError):
        return None
