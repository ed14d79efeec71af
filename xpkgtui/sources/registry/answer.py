"""The answer of a registry: status, headers, and a body that is read in bounded steps."""

import re
import threading
import zlib
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import Self

import requests
import urllib3

from xpkgtui.errors import Cancelled, Malformed, Obstacle, Unreachable, XpkgError
from xpkgtui.oci.json_value import LARGEST, read_object
from xpkgtui.sources.registry.connecting.connection_errors import explain
from xpkgtui.sources.registry.refusals import is_page, said, title_of
from xpkgtui.sources.registry.sent_secrets import SentSecrets
from xpkgtui.values import dataclass
from xpkgtui.visible import clip, line
from xpkgtui.visible import size as in_words

GIVEN = frozenset({200, 201, 202, 203, 206, 226})
"""Statuses of what was asked for: something on the way may change 200, and digests are verified."""
_GZIP = frozenset({"gzip", "x-gzip"})
_MAGIC = b"\x1f\x8b"
_PIECE = 1 << 20


class WebPage(Unreachable):
    """A page for people where a registry would answer."""

    @classmethod
    def of(cls, answer: "Answer", data: bytes, role: str = "a registry") -> "WebPage":
        """The error that tells the page by its title, and by where a redirect led."""
        host, name = line(clip(answer.host, 100)), title_of(data)
        named = f", \u201c{name}\u201d" if name else ""
        led = f", after a redirect to {answer.place}" if answer.place else ""
        return cls(
            f"{host} does not answer as {role}: it sends a web page{named}{led}.",
            hint="Check the host and its port; a portal, a filter or a login page on the way may also answer.",
        )


def _inflated(data: bytes, limit: int) -> bytes | None:
    """What gzip holds, or its beginning of more than `limit` bytes; None where it is no gzip, or ends early."""
    found = b""
    try:
        while data and len(found) <= limit:
            # Several may stand one after the other.
            coding = zlib.decompressobj(31)
            found += coding.decompress(data, limit + 1 - len(found))
            data = coding.unused_data
    except zlib.error:
        return None
    return found if coding.eof or len(found) > limit else None


class BrokenOff(Unreachable):
    """A body that ended early."""


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
        self.place = ""
        """The path that answered, where a redirect led there."""
        self.mirror = ""
        """The repository of a mirror that answered in the place of the registry; empty for the registry itself."""
        self.on_close: Callable[[int], None] | None = None
        """Called once, with the number of bytes received."""
        self.expected: int | None = None
        """Bytes that the body must have, where its reader knows them."""
        self.secrets: SentSecrets | None = None
        """What must not be in it."""
        self.again: Callable[[], Answer] | None = None
        """Asks once more, where the body breaks off."""
        self._rest: Answer | None = None
        """The second answer, of which the beginning is passed over."""
        self._tail = b""
        self._ahead = b""
        """What was received and not read yet."""
        self._coding: zlib._Decompress | None = None
        self.ends_by_close = not response.raw.chunked and response.raw.length_remaining is None
        """Whether only the end of the connection ends the body, so that one that broke off looks whole."""
        self.blocked: Obstacle | None = None
        """Why Crossplane's library does not follow the redirects that led here; None where it does."""
        self.is_mislabeled = False
        """Whether it is labeled as gzip and is sent as it is, which Go's programs decode all the same."""
        self.coded_as = ""
        """The content coding that was taken off, as the registry spells it."""
        self.refusal = b""
        """The body of an answer that does not have what was asked for."""
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

    @property
    def is_page(self) -> bool:
        """Whether the body of a refusal, once it was read, is a page of HTML: nothing that a registry sends."""
        return is_page(self.header("Content-Type"), self.refusal)

    def header(self, name: str) -> str:
        """A header's value, empty where there is none."""
        value: str = self.response.headers.get(name, "")
        return self.secrets.hide(value) if self.secrets is not None else value

    def lines(self, name: str) -> tuple[str, ...]:
        """The values of a header that may come several times, each by itself."""
        return tuple(self.response.raw.headers.getlist(name))

    def read(self, size: int, /) -> bytes:
        """The bytes that have arrived, without a content coding that was found to be around them."""
        if (ahead := self._ahead) and self._coding is None:
            self._ahead = b""
            return ahead
        while self._coding is not None:
            data = self._ahead or self._coding.unconsumed_tail or self._read(size)
            self._ahead = b""
            try:
                plain = self._coding.decompress(data, _PIECE)
            except zlib.error as error:
                raise self.broken_off(str(error)) from None
            if plain or not data or self._coding.eof:
                return plain
        return self._read(size)

    def expect(self, size: int, media_type: str) -> None:
        """Says what the body is, so that gzip is taken off that something on the way has put around it.

        `size` in bytes. A label alone is not believed: some label with it what is not coded once more.
        """
        self.expected = size
        sent = self.response.headers.get("Content-Length", "")
        coding = self.header("Content-Encoding").strip().lower()
        self.is_mislabeled = coding == "gzip"
        is_gzip = media_type.endswith(("gzip", "zstd"))
        if sent == str(size) or (not sent and media_type.startswith("text/")):
            return
        self._ahead = self._read(65536)
        if sent or coding in _GZIP or is_page(self.header("Content-Type"), self._ahead):
            self._require_contents(self._ahead)
        if coding not in _GZIP:
            return
        inner = _inflated(self._ahead, 2) if self._ahead.startswith(_MAGIC) else None
        if inner is not None and (not is_gzip or inner.startswith(_MAGIC)):
            self._coding, self.coded_as = zlib.decompressobj(31), coding
            self.ends_by_close = self.is_mislabeled = False

    def _read(self, size: int) -> bytes:
        """The bytes that have arrived, as they are sent; where they break off, the registry is asked once more."""
        if self._rest is None:
            try:
                return self._receive(size)
            except BrokenOff as error:
                self._rest = self._asked_again(error)
                self._pass_over(self._rest, error)
        return self._rest._receive(size)

    def _asked_again(self, error: BrokenOff) -> "Answer":
        again, self.again = self.again, None
        if again is None:
            raise error
        with suppress(XpkgError):
            found = again()
            found.expected, found.ends_by_close = self.expected, found.ends_by_close and self.ends_by_close
            return found
        raise error

    def _pass_over(self, rest: "Answer", error: BrokenOff) -> None:
        left = self._received
        if self._aborted:
            raise Cancelled
        while left:
            if not (data := rest._receive(min(left, 65536))):
                raise error
            left -= len(data)

    def _receive(self, size: int) -> bytes:
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

    def document(self, limit: int, role: str = "a registry") -> bytes:
        """The whole body, without a content coding; raises `Unreachable` for more than `limit` bytes.

        Raises `WebPage` for a page where `role` would send JSON.
        """
        data = self.body(limit)
        self._require_contents(data, role)
        return data

    def _require_contents(self, data: bytes, role: str = "a registry") -> None:
        """Raises for a page, and for errors in JSON, which some send with 200."""
        if is_page(self.header("Content-Type"), data):
            raise WebPage.of(self, data, role)
        if re.match(rb'\s*\{\s*"errors"', data[:200]):
            words = line(clip(" ".join(said(data, "")), 250)).rstrip(".")
            raise Unreachable(
                f"{self.host} answered {self.status} with errors{': ' if words else ''}{words}.",
                hint="Ask who runs the registry.",
            )

    def body(self, limit: int) -> bytes:
        """The whole body, without a content coding, whatever it is; raises `Unreachable` beyond `limit` bytes."""
        parts = []
        total = 0
        while data := self._read(65536):
            total += len(data)
            if total > limit:
                raise Unreachable(
                    f"{self.host} sent a document of more than {in_words(limit)}, which xpkgtui does not read."
                )
            parts.append(data)
        data = b"".join(parts)
        coding = self.header("Content-Encoding").strip().lower()
        # A label alone is no coding: a document begins with a brace.
        if coding in ("", "identity") or data.lstrip()[:1] in (b"", b"{", b"[", b"<"):
            self.is_mislabeled = coding == "gzip"
            return data
        whole = _inflated(data, limit) if coding in _GZIP else None
        if whole is None:
            raise Unreachable(
                f"{self.host} sent a document as {line(clip(coding, 40))}, which was not requested.",
                hint="A proxy on the way may do this.",
            )
        if len(whole) > limit:
            raise Unreachable(
                f"{self.host} sent a document of more than {in_words(limit)}, which xpkgtui does not read."
            )
        self.coded_as = coding
        return whole

    def _require_no_secret(self, data: bytes) -> None:
        """Raises `Unreachable` where the body repeats a secret: in bytes with a digest it cannot be replaced."""
        words = self.secrets.in_contents if self.secrets is not None else ()
        if not words:
            return
        seen = self._tail + data
        if any(word in seen for word in words):
            raise Unreachable(
                f"{self.host} repeats a secret that was sent to it, so its reply is not used.",
                hint="Change the password, and tell the operator of the registry.",
            )
        # The next one may lie across.
        self._tail = seen[1 - max(map(len, words)) :]

    def broken_off(self, why: str) -> BrokenOff:
        """The error for a body that ended early."""
        return BrokenOff(f"{self.host} ended the reply after {in_words(self._received)}: {why}.", hint="Try again.")

    def abort(self) -> None:
        """Ends a `read` that blocks in another thread."""
        self._aborted = True
        self._shut()
        if self._rest is not None:
            self._rest.abort()

    def close(self) -> None:
        """Releases the connection, and reports the bytes received."""
        self._alarm.cancel()
        if self._rest is not None:
            self._rest.close()
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
        with suppress(ValueError, RuntimeError, OSError):
            self.response.raw.shutdown()


def whole_manifest(answer: Answer) -> bytes:
    """The manifest in an answer; raises where it ends early."""
    data = answer.document(LARGEST)
    if not data.strip() or (answer.ends_by_close and _breaks_off(data)):
        raise answer.broken_off("the manifest ended early")
    return data


def _breaks_off(data: bytes) -> bool:
    """Whether this is nothing, or the beginning of a JSON object, which is never one itself."""
    if data.strip()[:1] not in (b"", b"{"):
        return False
    try:
        read_object(data)
    except Malformed:
        return True
    return False
