"""The cause of a request without an answer, out of what libraries wrap around it."""

import socket
import ssl

import pytest
import requests
import urllib3

from xpkgtui.sources.registry.connection_errors import Advice, explain, unreachable

REFUSED = ConnectionRefusedError(111, "Connection refused")
NAMELESS = socket.gaierror(-2, "Name or service not known")


@pytest.mark.parametrize(
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
@pytest.mark.parametrize("way", ["reason", "argument", "cause", "context"])
def test_a_cause_is_found_however_it_is_wrapped(cause: Exception, words: str, way: str) -> None:
    error = ValueError("outside", *([cause] if way == "argument" else []))
    if way == "reason":
        error.reason = cause  # type: ignore[attr-defined]
    elif way == "cause":
        error.__cause__ = cause
    elif way == "context":
        error.__context__ = cause
    assert explain(error).words == words


def test_errors_that_wrap_each_other_come_to_an_end() -> None:
    first, second = ValueError("a"), ValueError("b")
    first.__context__, second.__context__ = second, first
    assert explain(first).is_transient


def of_tls(reason: str) -> ssl.SSLError:
    """An error as Python makes it of one of OpenSSL."""
    error = ssl.SSLError(1, "x")
    error.reason = reason
    return error


def untrusted() -> ssl.SSLCertVerificationError:
    error = ssl.SSLCertVerificationError(1, "x")
    error.verify_message = "self-signed certificate."
    return error


@pytest.mark.parametrize(
    ("reason", "advice"),
    [("WRONG_VERSION_NUMBER", Advice.PLAIN_HTTP), ("TLSV1_ALERT_PROTOCOL_VERSION", Advice.CERTIFICATE)],
)
def test_what_does_not_speak_tls_may_speak_plain_http(reason: str, advice: Advice) -> None:
    fault = explain(of_tls(reason))
    assert (fault.advice, reason.lower().replace("_", " ") in fault.words) == (advice, True)


@pytest.mark.parametrize(
    ("error", "scheme", "words"),
    [
        (of_tls("UNEXPECTED_EOF_WHILE_READING"), "https", "add `--plain-http host`"),
        (untrusted(), "https", "`--ca-file FILE`"),
        (REFUSED, "http", "http://host, without TLS"),
        (REFUSED, "https", "Check the name, the network and the proxy settings."),
    ],
)
def test_the_hint_names_what_may_help(error: Exception, scheme: str, words: str) -> None:
    found = unreachable("host", explain(error), scheme, ("host",))
    assert found.title.startswith("host cannot be reached: ")
    assert words in found.hint
