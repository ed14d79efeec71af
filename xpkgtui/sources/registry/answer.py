"""The answer of a registry: status, headers, a body that is read in bounded steps; or its errors, and the backoff."""

import contextlib
import json
import random
import re
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from email.utils import parsedate_to_datetime
from types import TracebackType
from typing import Self

import requests
import urllib3

from xpkgtui.errors import Cancelled, Corrupt, NotFound, Unreachable, XpkgError
from xpkgtui.sources.registry.connection_errors import explain
from xpkgtui.sources.registry.sent_secrets import SentSecrets
from xpkgtui.values import dataclass
from xpkgtui.visible import clip, line
from xpkgtui.visible import size as in_words


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerDeadline:
    """The time for one answer, its retries and its redirects together."""

    seconds: float
    """The whole time, for people."""
    until: float
    """The end, by the clock of the client."""


class Answer:
    """One response, which its owner closes; a `Blob`."""

    def __init__(
        self, response: requests.Response, host: str, *, deadline: AnswerDeadline, clock: Callable[[], float]
    ) -> None:
        self.response = response
        self.host = host
        """The host that answered, which is not the registry after a redirect."""
        self.on_close: Callable[[int], None] | None = None
        """Called once, with the number of bytes received."""
        self.expected: int | None = None
        """Bytes that the body must have, where its reader knows them."""
        self.secrets: SentSecrets | None = None
        """What must not be in it."""
        self._tail = b""
        self.ends_by_close = not response.raw.chunked and response.raw.length_remaining is None
        """Whether only the end of the connection ends the body, so that one that broke off looks whole."""
        self._deadline = deadline
        self._clock = clock
        self._received = 0
        self._aborted = False
        self._late = False
        # The second safeguard: `read` looks at the clock between packets, and a dripping chunk header never lets it.
        self._alarm = threading.Timer(max(0.0, deadline.until - clock()) + 1, self._expire)
        self._alarm.daemon = True
        self._alarm.start()

    @property
    def status(self) -> int:
        """The HTTP status."""
        return self.response.status_code

    def header(self, name: str) -> str:
        """A header's value, empty where there is none."""
        value: str = self.response.headers.get(name, "")
        return self.secrets.hide(value) if self.secrets is not None else value

    def read(self, size: int, /) -> bytes:
        """The bytes that have arrived, without decoding any content coding."""
        if self._aborted:
            raise Cancelled
        if self._late or self._clock() >= self._deadline.until:
            raise self._too_late()
        try:
            # read1 and not read: it gives what there is, so that a dripping server cannot keep us from the clock.
            data: bytes = self.response.raw.read1(size, decode_content=False) or b""
        except (requests.RequestException, urllib3.exceptions.HTTPError, OSError, ValueError) as error:
            if self._aborted:
                raise Cancelled from None
            if self._late:
                raise self._too_late() from None
            raise self.broken_off(explain(error).words) from None
        # A shut connection looks like one that has ended well.
        if not data and self._aborted:
            raise Cancelled
        if not data and self._late:
            raise self._too_late()
        self._require_no_secret(data)
        self._received += len(data)
        if not data and self.ends_by_close and self._received < (self.expected or 0):
            raise self.broken_off("the connection ended early")
        return data

    def document(self, limit: int) -> bytes:
        """The whole body; raises `Corrupt` for more than `limit` bytes, and for any content coding."""
        coding = self.header("Content-Encoding").strip().lower()
        if coding not in ("", "identity"):
            raise Corrupt(
                f"{self.host} sent a document as {line(clip(coding, 40))}, which was not requested.",
                hint="A proxy on the way may do this.",
            )
        parts = []
        total = 0
        while data := self.read(65536):
            total += len(data)
            if total > limit:
                raise Corrupt(f"{self.host} sent a document of more than {in_words(limit)}.")
            parts.append(data)
        return b"".join(parts)

    def _require_no_secret(self, data: bytes) -> None:
        """Raises `Corrupt` where the body repeats a secret: in bytes with a digest it cannot be replaced."""
        words = self.secrets.in_contents if self.secrets is not None else ()
        if not words:
            return
        seen = self._tail + data
        if any(word in seen for word in words):
            raise Corrupt(
                f"{self.host} repeats a secret that was sent to it, so its reply is not used.",
                hint="Change the password, and tell the operator of the registry.",
            )
        # The next one may lie across.
        self._tail = seen[1 - max(map(len, words)) :]

    def broken_off(self, why: str) -> Unreachable:
        """The error for a body that ended early."""
        return Unreachable(f"{self.host} ended the reply after {in_words(self._received)}: {why}.", hint="Try again.")

    def abort(self) -> None:
        """Ends a `read` that blocks in another thread."""
        self._aborted = True
        self._shut()

    def close(self) -> None:
        """Releases the connection, and reports the bytes received."""
        self._alarm.cancel()
        self.response.close()
        report, self.on_close = self.on_close, None
        if report is not None:
            report(self._received)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _expire(self) -> None:
        self._late = True
        self._shut()

    def _too_late(self) -> Unreachable:
        return Unreachable(f"{self.host} took longer than {self._deadline.seconds:g} seconds.", hint="Try again.")

    def _shut(self) -> None:
        # Both are how urllib3 says that there is nothing left to shut.
        with contextlib.suppress(ValueError, RuntimeError, OSError):
            self.response.raw.shutdown()


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
        wait = f"{asked:.0f} seconds" if asked <= _DAY else "for more than a day"
        raise Unreachable(
            f"{line(clip(answer.host, 100))} asks to wait {wait}.",
            hint="Try again then; credentials often lift the limit.",
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
