"""Why a request got no answer, in words, without the address: a redirect's query may be a secret."""

import socket
import ssl
from dataclasses import dataclass

import requests
import urllib3

_NO_TLS = ("WRONG_VERSION_NUMBER", "HTTP_REQUEST", "RECORD_LAYER_FAILURE", "UNEXPECTED_EOF_WHILE_READING")


@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
    """A failed request."""

    words: str
    """To follow a colon: `connection refused`."""
    again: bool = False
    """Whether a second try may help."""
    advice: str = ""
    """`plain-http` or `certificate`, where the cause suggests it."""


def explain(error: BaseException) -> Trouble:
    """The cause at the bottom of what requests and urllib3 wrap around it."""
    causes = tuple(_causes(error))
    for cause in causes:
        if isinstance(cause, ssl.SSLCertVerificationError):
            return Trouble(
                words=f"its certificate is not trusted ({cause.verify_message.rstrip('.')})", advice="certificate"
            )
        if isinstance(cause, ssl.SSLError):
            reason = (cause.reason or "TLS failed").lower().replace("_", " ")
            plain = cause.reason in _NO_TLS
            return Trouble(words=f"it does not speak TLS ({reason})", advice="plain-http" if plain else "certificate")
        if isinstance(cause, socket.gaierror):
            return Trouble(words="the name is not known")
        if isinstance(cause, ConnectionRefusedError):
            # Before the timeouts: urllib3 derives every failure to connect from one.
            return Trouble(words="connection refused", again=True)
    for cause in causes:
        if isinstance(cause, requests.exceptions.ProxyError):
            return Trouble(words="the proxy does not let it through")
        if isinstance(cause, (requests.Timeout, urllib3.exceptions.TimeoutError, TimeoutError)):
            return Trouble(words="no answer in time", again=True)
    return _plainly(causes)


def _plainly(causes: tuple[BaseException, ...]) -> Trouble:
    for cause in causes:
        if isinstance(cause, urllib3.exceptions.IncompleteRead):
            return Trouble(words="the connection ended early", again=True)
        if isinstance(cause, OSError) and cause.errno is not None:
            return Trouble(words=(cause.strerror or "the connection failed").lower(), again=True)
    if any(isinstance(cause, requests.exceptions.InvalidURL) for cause in causes):
        return Trouble(words="the address is not valid")
    return Trouble(words="the answer is not HTTP, or ended early", again=True)


def _causes(error: BaseException) -> list[BaseException]:
    """The error and what it was made of: causes, contexts, `reason`s and arguments."""
    found: list[BaseException] = []
    waiting: list[object] = [error]
    while waiting and len(found) < 50:
        one = waiting.pop(0)
        if isinstance(one, BaseException) and not any(one is known for known in found):
            found.append(one)
            waiting += [getattr(one, "reason", None), one.__cause__, one.__context__, *one.args]
    return found
