"""Answers that are no help, and silence, as errors with words and a next step."""

import json
from contextlib import suppress

from xpkgtui.errors import NotFound, Unreachable, XpkgError
from xpkgtui.sources.registry.answer import Answer
from xpkgtui.sources.registry.connection_errors import Trouble
from xpkgtui.visible import clip, line

HTTPS_ONLY = "400 it speaks https only"
"""What is said to plain HTTP at a port for TLS, in our words."""
_MOST = 64 << 10
_NOT_PLAIN = (b"HTTP request to an HTTPS server", b"plain HTTP request was sent to HTTPS port")
"""Go's words, and nginx's."""


def said(answer: Answer) -> str:
    """The status and the registry's own first error, as one visible line."""
    body = b""
    with suppress(XpkgError):
        body = answer.document(_MOST)
    if answer.status == 400 and any(told in body for told in _NOT_PLAIN):
        return HTTPS_ONLY
    words = [str(answer.status)]
    with suppress(ValueError, RecursionError, AttributeError, LookupError, TypeError):
        first = json.loads(body)["errors"][0]
        words += [text for key in ("code", "message") if isinstance(text := first.get(key), str) and text]
    return line(clip(" ".join(words), 200))


def wrong_status(answer: Answer, scheme: str, sentence: str, tried: tuple[str, ...]) -> XpkgError:
    """What an answer that is no 200 means."""
    host = line(clip(answer.host, 100))
    if answer.status == 404:
        return NotFound(f"{host} has nothing of that name.", tried=tried)
    if answer.status == 429:
        return Unreachable(f"{host} gets too many requests from here.", hint="Try again later.", tried=tried)
    hint = "Try again later." if answer.status >= 500 else ""
    if scheme == "http" and sentence == HTTPS_ONLY:
        hint = f"Is it https? Then leave out `--plain-http {host}`."
    return Unreachable(f"{host} answered {sentence}.", hint=hint, tried=tried)


def waiting(host: str, seconds: float, tried: tuple[str, ...]) -> XpkgError:
    """The server asks for more patience than we have."""
    return Unreachable(
        f"{line(clip(host, 100))} asks to wait {seconds:.0f} seconds.",
        hint="Try again then; credentials often lift the limit.",
        tried=tried,
    )


def advised(host: str, trouble: Trouble, scheme: str, tried: tuple[str, ...]) -> XpkgError:
    """No answer: what to look at."""
    shown = line(clip(host, 100))
    hint = "Check the name, the network and the proxy settings."
    if trouble.advice == "plain-http":
        hint = f"If it is plain http, say `--plain-http {shown}`."
    elif trouble.advice == "certificate":
        hint = f"Name its authority with `--ca-file FILE`, or trust it anyway with `--insecure {shown}`."
    elif scheme == "http":
        hint = f"Is it running, and is it plain http? It was asked at http://{shown}."
    return Unreachable(f"{shown} cannot be reached: {trouble.words}.", hint=hint, tried=tried)
