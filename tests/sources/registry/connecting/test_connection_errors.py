"""The cause of a request without an answer, out of what libraries wrap around it."""

import socket
import ssl

import pytest
import requests
import urllib3
from builders.cases import each_row

from xpkgtui.sources.registry.connecting.connection_errors import explain, unreachable

REFUSED = ConnectionRefusedError(111, "Connection refused")
NAMELESS = socket.gaierror(-2, "Name or service not known")


TRANSIENT = {
    "connection refused",
    "no answer in time",
    "the connection ended early",
    "no route to host",
    "the connection failed",
    "the answer is not HTTP, or ended early",
}


@each_row(
    ("cause", "words"),
    [
        (REFUSED, "connection refused"),
        (NAMELESS, "the name is not known"),
        (requests.exceptions.ProxyError("no"), "the proxy does not let it through"),
        (requests.exceptions.ReadTimeout("late"), "no answer in time"),
        (TimeoutError(110, "Connection timed out"), "no answer in time"),
        (urllib3.exceptions.IncompleteRead(1, 2), "the connection ended early"),
        (OSError(113, "No route to host"), "no route to host"),
        (OSError(113, None), "the connection failed"),
        (requests.exceptions.InvalidURL("x"), "the address is not valid"),
        (ValueError("x"), "the answer is not HTTP, or ended early"),
    ],
    ids=str,
)
@each_row("way", ["reason", "argument", "cause", "context"])
def test_a_cause_is_found_however_it_is_wrapped(cause: Exception, words: str, way: str) -> None:
    error = ValueError("outside", *([cause] if way == "argument" else []))
    if way == "reason":
        error.reason = cause  # type: ignore[attr-defined]
    elif way == "cause":
        error.__cause__ = cause
    elif way == "context":
        error.__context__ = cause
    assert explain(error).words == words
    assert explain(error).is_transient is (words in TRANSIENT)


def test_errors_that_wrap_each_other_come_to_an_end() -> None:
    first, second = ValueError("a"), ValueError("b")
    first.__context__, second.__context__ = second, first
    assert explain(first).is_transient


def of_tls(reason: str, kind: type[ssl.SSLError] = ssl.SSLError) -> ssl.SSLError:
    """An error as Python makes it of one of OpenSSL."""
    error = kind(1, reason)
    error.reason = reason
    return error


def untrusted(said: str = "self-signed certificate.", code: int = 18) -> ssl.SSLCertVerificationError:
    error = ssl.SSLCertVerificationError(1, "x")
    error.verify_message, error.verify_code = said, code
    return error


CERTIFICATE = "Trust its authority with `--ca-file FILE` or in the system, or anyone with `--insecure host`."
HTTP = "If it speaks HTTP without TLS, add `--plain-http host`."
CHECK = "Check the name, the network and the proxy settings."


@each_row(
    ("error", "words", "hint"),
    [
        (of_tls("WRONG_VERSION_NUMBER"), "it does not speak TLS (wrong version number)", HTTP),
        (of_tls("HTTP_REQUEST"), "it does not speak TLS (http request)", HTTP),
        (of_tls("RECORD_LAYER_FAILURE"), "it does not speak TLS (record layer failure)", HTTP),
        (of_tls("UNEXPECTED_EOF_WHILE_READING"), "it does not speak TLS (unexpected eof while reading)", HTTP),
        (of_tls("NO_CIPHERS"), "it does not speak TLS (no ciphers)", CERTIFICATE),
        (of_tls(""), "it does not speak TLS (tls failed)", CERTIFICATE),
        (of_tls("", ssl.SSLEOFError), "it does not speak TLS (unexpected eof while reading)", HTTP),
        (of_tls("", ssl.SSLZeroReturnError), "it does not speak TLS (unexpected eof while reading)", HTTP),
        (untrusted(), "its certificate is not trusted (self-signed certificate)", CERTIFICATE),
        (
            untrusted("certificate has expired", 10),
            "its certificate is not trusted (certificate has expired)",
            "Check the clock of this machine, ask who runs it to renew it, or trust anyone with `--insecure host`.",
        ),
        (
            untrusted("Hostname mismatch", 62),
            "its certificate is not trusted (Hostname mismatch)",
            "Ask for it by a name that its certificate has, or trust anyone with `--insecure host`.",
        ),
        (
            of_tls("TLSV13_ALERT_CERTIFICATE_REQUIRED"),
            "it refuses the TLS of this client (tlsv13 alert certificate required)",
            "Put your certificate into ~/.docker/certs.d/host/ as client.cert, and its key as client.key.",
        ),
        (
            of_tls("UNSUPPORTED_PROTOCOL"),
            "it does not speak TLS (unsupported protocol)",
            "Ask who runs host for TLS 1.2 or later.",
        ),
        (NAMELESS, "the name is not known", CHECK),
    ],
    ids=str,
)
def test_a_fault_of_tls_names_the_option_that_may_help(error: Exception, words: str, hint: str) -> None:
    found = unreachable("host", explain(error), "https", ("asked",))
    assert (found.title, found.hint, found.tried) == (f"host cannot be reached: {words}.", hint, ("asked",))
    assert not explain(error).is_transient


@pytest.mark.parametrize(
    ("scheme", "hint"),
    [("http", "Check that a registry runs there. xpkgtui requested http://host, without TLS."), ("https", CHECK)],
)
def test_a_refused_connection_may_be_to_the_wrong_port(scheme: str, hint: str) -> None:
    assert unreachable("host", explain(REFUSED), scheme, ()).hint == hint
    assert unreachable("h" * 101, explain(REFUSED), scheme, ()).title.startswith("h" * 99 + "… cannot")


def test_no_more_than_fifty_causes_are_looked_at() -> None:
    for count, words in ((49, "connection refused"), (50, "the answer is not HTTP, or ended early")):
        error: BaseException = REFUSED
        for number in range(count):
            outside = ValueError(number)
            outside.__cause__ = error
            error = outside
        assert explain(error).words == words
