"""Answers other than 200: their words, their errors, and the backoff before the next attempt."""

import json
import random
import re
import time
from contextlib import suppress
from email.utils import parsedate_to_datetime

from xpkgtui.errors import NotFound, Unreachable, XpkgError
from xpkgtui.sources.registry.answer import Answer
from xpkgtui.visible import clip, line

HTTPS_ONLY = "400 it speaks https only"
"""The answer to plain HTTP at a port for TLS, in our words."""
_LONGEST_WAIT = 30.0
"""Seconds of `Retry-After` that are waited for."""
_DAY = 86_400
_LARGEST = 64 << 10
_NOT_PLAIN = (b"HTTP request to an HTTPS server", b"plain HTTP request was sent to HTTPS port")
"""Go's words, and nginx's."""


def summary(answer: Answer) -> str:
    """The status and the registry's own first error, as one visible line."""
    body = b""
    with suppress(XpkgError):
        body = answer.document(_LARGEST)
    if answer.status == 400 and any(words in body for words in _NOT_PLAIN):
        return HTTPS_ONLY
    words = [str(answer.status)]
    with suppress(ValueError, RecursionError, AttributeError, LookupError, TypeError):
        first = json.loads(body)["errors"][0]
        words += [text for key in ("code", "message") if isinstance(text := first.get(key), str) and text]
    return line(clip(" ".join(words), 200))


def wrong_status(answer: Answer, scheme: str, sentence: str, tried: tuple[str, ...]) -> XpkgError:
    """The error for an answer other than 200."""
    host = line(clip(answer.host, 100))
    if answer.status == 404:
        return NotFound(f"{host} does not have it.", tried=tried)
    if answer.status == 429:
        return Unreachable(
            f"{host} received too many requests, and refuses more for now.", hint="Try again later.", tried=tried
        )
    hint = "Try again later." if answer.status >= 500 else ""
    if scheme == "http" and sentence == HTTPS_ONLY:
        hint = f"If it uses https, remove `--plain-http {host}`."
    return Unreachable(f"{host} answered {sentence}.", hint=hint, tried=tried)


def backoff(answer: Answer, waits: int, tried: tuple[str, ...]) -> float:
    """Seconds to wait before another attempt, after `waits` waits; raises `Unreachable` where that is too long."""
    asked = _seconds(answer.header("Retry-After"))
    if asked is None:
        return 0.25 * 2.0**waits * random.uniform(0.7, 1.3)  # noqa: S311  # jitter
    if asked > _LONGEST_WAIT:
        raise _too_long(answer.host, asked, tried)
    return asked


def _too_long(host: str, seconds: float, tried: tuple[str, ...]) -> XpkgError:
    """The error for a server that asks for a longer wait."""
    return Unreachable(
        f"{line(clip(host, 100))} asks to wait {_duration(seconds)}.",
        hint="Try again then; credentials often lift the limit.",
        tried=tried,
    )


def _duration(seconds: float) -> str:
    return f"{seconds:.0f} seconds" if seconds <= _DAY else "for more than a day"


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
