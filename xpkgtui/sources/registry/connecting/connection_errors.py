"""Connection errors in words, without the address, because the query of a redirect may be a secret."""

import re
import socket
import ssl
from enum import Enum

import requests
import urllib3

from xpkgtui.errors import Silent, Unreachable
from xpkgtui.sources.registry.connecting.socks import SocksRefusal
from xpkgtui.values import dataclass
from xpkgtui.visible import clip, line

_TUNNEL = re.compile(r"Tunnel connection failed: (\d{3}[ \w-]*)")
_MORE = 3
"""Attempts after a connection that ends: several idle ones may have been closed at the other end."""
_ENDED = "UNEXPECTED_EOF_WHILE_READING"
_SILENCE = "no answer in time"
_NO_TLS = ("WRONG_VERSION_NUMBER", "HTTP_REQUEST", "RECORD_LAYER_FAILURE", _ENDED)


class Advice(Enum):
    """The way out that may help."""

    PLAIN_HTTP = "If it speaks HTTP without TLS, add `--plain-http {}`."
    CERTIFICATE = "Trust its authority with `--ca-file FILE` or in the system, or anyone with `--insecure {}`."
    DATE = "Check the clock of this machine, ask who runs it to renew it, or trust anyone with `--insecure {}`."
    NAME = "Ask for it by a name that its certificate has, or trust anyone with `--insecure {}`."
    CLIENT = "Put your certificate into ~/.docker/certs.d/{}/ as client.cert, and its key as client.key."
    VERSION = "Ask who runs {} for TLS 1.2 or later."


_BY_CODE = {9: Advice.DATE, 10: Advice.DATE, 62: Advice.NAME, 64: Advice.NAME}
"""By the number that OpenSSL has for what is wrong with a certificate."""
_BY_REASON = {
    **dict.fromkeys(_NO_TLS, Advice.PLAIN_HTTP),
    "TLSV13_ALERT_CERTIFICATE_REQUIRED": Advice.CLIENT,
    "TLSV1_ALERT_PROTOCOL_VERSION": Advice.VERSION,
    "UNSUPPORTED_PROTOCOL": Advice.VERSION,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectionFault:
    """The cause of a request without an answer."""

    words: str
    """To follow a colon: `connection refused`."""
    is_transient: bool = False
    """Whether a second attempt may succeed."""
    attempts: int = 1
    """How many more are made then."""
    advice: Advice | None = None


def explain(error: BaseException) -> ConnectionFault:
    """The cause inside the exceptions that requests and urllib3 wrap around it."""
    causes = tuple(_causes(error))
    for cause in causes:
        if isinstance(cause, ssl.SSLCertVerificationError):
            issuer = next(iter(getattr(cause, "__notes__", ())), "")
            by = f"; {issuer} issued it" if issuer else ""
            return ConnectionFault(
                words=f"its certificate is not trusted ({cause.verify_message.rstrip('.')}){by}",
                advice=_BY_CODE.get(getattr(cause, "verify_code", 0), Advice.CERTIFICATE),
            )
        if isinstance(cause, ssl.SSLError):
            is_end = isinstance(cause, ssl.SSLEOFError | ssl.SSLZeroReturnError)
            reason = cause.reason or (_ENDED if is_end else "TLS failed")
            does = "refuses the TLS of this client" if "ALERT" in reason else "does not speak TLS"
            words = f"it {does} ({reason.lower().replace('_', ' ')})"
            return ConnectionFault(words=words, advice=_BY_REASON.get(reason, Advice.CERTIFICATE))
        if isinstance(cause, SocksRefusal):
            return ConnectionFault(words=str(cause))
        if isinstance(cause, socket.gaierror):
            return ConnectionFault(words="the name is not known")
        if isinstance(cause, ConnectionRefusedError):
            # Before the timeouts: urllib3 derives every failure to connect from one.
            return ConnectionFault(words="connection refused", is_transient=True)
    for cause in causes:
        if isinstance(cause, requests.exceptions.ProxyError):
            return ConnectionFault(words=_of_proxy(causes))
        if isinstance(cause, (requests.Timeout, urllib3.exceptions.TimeoutError, TimeoutError)):
            return ConnectionFault(words=_SILENCE, is_transient=True)
    return _explain_other(causes)


def unreachable(host: str, fault: ConnectionFault, scheme: str, tried: tuple[str, ...]) -> Unreachable:
    """The error for a request without an answer, with what to check."""
    shown = line(clip(host, 100))
    hint = "Check the name, the network and the proxy settings."
    if fault.advice is not None:
        hint = fault.advice.value.format(shown)
    elif scheme == "http":
        hint = f"Check that a registry runs there. xpkgtui requested http://{shown}, without TLS."
    return Silent(f"{shown} cannot be reached: {fault.words}.", hint=hint, tried=tried)


def _of_proxy(causes: tuple[BaseException, ...]) -> str:
    """The words for a proxy that opens no tunnel, with the status that it answers."""
    answered = next(filter(None, (_TUNNEL.search(str(cause)) for cause in causes)), None)
    if answered is None:
        return "the proxy does not let it through"
    status = line(clip(answered[1], 60))
    return (
        f"the proxy asks for a login ({status})" if status.startswith("407") else f"the proxy refuses it ({status})"
    )


def _explain_other(causes: tuple[BaseException, ...]) -> ConnectionFault:
    for cause in causes:
        if isinstance(cause, urllib3.exceptions.IncompleteRead):
            return ConnectionFault(words="the connection ended early", is_transient=True)
        if isinstance(cause, OSError) and cause.errno is not None:
            said = (cause.strerror or "the connection failed").lower()
            return ConnectionFault(words=said, is_transient=True, attempts=_MORE)
    if any(isinstance(cause, requests.exceptions.InvalidURL) for cause in causes):
        return ConnectionFault(words="the address is not valid")
    return ConnectionFault(words="the answer is not HTTP, or ended early", is_transient=True, attempts=_MORE)


def _causes(error: BaseException) -> list[BaseException]:
    """The error and everything it wraps: causes, contexts, `reason`s and arguments."""
    found: list[BaseException] = []
    waiting: list[object] = [error]
    while waiting and len(found) < 50:
        one = waiting.pop(0)
        if isinstance(one, BaseException) and not any(one is known for known in found):
            found.append(one)
            waiting += [getattr(one, "reason", None), one.__cause__, one.__context__, *one.args]
    return found
