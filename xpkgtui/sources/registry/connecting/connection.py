"""Sessions of requests without netrc, cookies and redirects, and with a time limit for headers."""

import contextlib
import http.client
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.cookiejar import DefaultCookiePolicy
from typing import Any

import requests
import requests.adapters
import urllib3
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.util.ssl_ import create_urllib3_context, resolve_cert_reqs

from xpkgtui import __version__
from xpkgtui.sources.registry.connecting.socks import connect
from xpkgtui.sources.registry.connecting.trust import CertificateTrust, issuer_of

Admit = Callable[[str, str], None]
"""`(host, address)` of a connection that stands; raises where nothing must be sent over it."""

TrustFor = Callable[[str], CertificateTrust]
"""`(host with port)` -> what its certificate is verified against."""

_HEADER_TIMEOUTS = 2.0
"""Read timeouts that all headers of one answer may take."""
_INTERIM = 5
"""Answers 102 to 199 that are passed over, as Go's programs do."""


class _Session(requests.Session):
    def get_redirect_target(self, _: object) -> str | None:
        """None, because requests otherwise reads the whole body of a redirect that it does not follow."""
        return None


class _Adapter(requests.adapters.HTTPAdapter):
    def __init__(self, admit: Admit, trust: TrustFor, **sizes: Any) -> None:
        self._admit = admit
        self._secure = partial(_SecurePool, trust=trust)
        self._most = int(sizes["pool_maxsize"])
        super().__init__(**sizes)

    def init_poolmanager(self, *args: object, **kwargs: object) -> None:
        super().init_poolmanager(*args, **kwargs)  # type: ignore[arg-type]
        pools: dict[str, Any] = {"http": partial(_Pool, admit=self._admit)}
        pools["https"] = partial(self._secure, admit=self._admit)
        self.poolmanager.pool_classes_by_scheme = pools

    def proxy_manager_for(self, proxy: str, **kwargs: object) -> urllib3.PoolManager:
        if proxy.lower().startswith("socks"):
            pooled: urllib3.PoolManager = self.proxy_manager.setdefault(
                proxy, urllib3.PoolManager(maxsize=self._most)
            )
            sockets: dict[str, Any] = {"http": partial(_Pool, socks=proxy)}
            sockets["https"] = partial(self._secure, socks=proxy)
            pooled.pool_classes_by_scheme = sockets
            return pooled
        manager: urllib3.ProxyManager = super().proxy_manager_for(proxy, **kwargs)
        # Without the check: the user named the proxy, and only the proxy resolves the name behind it.
        pools: dict[str, Any] = {"http": _Pool, "https": self._secure}
        manager.pool_classes_by_scheme = pools
        return manager


# Go's programs take some ten thousand lines, of ten megabytes together.
http.client._MAXHEADERS = 1000  # type: ignore[attr-defined]
http.client._MAXLINE = 1 << 20  # type: ignore[attr-defined]


class _Response(http.client.HTTPResponse):
    def _read_status(self) -> tuple[str, int, str]:
        for _ in range(_INTERIM):
            found: tuple[str, int, str] = super()._read_status()  # type: ignore[misc]  # not in its stubs
            if not 101 < found[1] < 200:
                break
            http.client.parse_headers(self.fp)
        return found


class _Connection(HTTPConnection):
    response_class = _Response

    def __init__(self, *args: Any, admit: Admit | None = None, socks: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._admit = admit
        self._socks = socks

    def _new_conn(self) -> socket.socket:
        if self._socks:
            limit = self.timeout if isinstance(self.timeout, int | float) else None
            return connect(self._socks, self.host, self.port or self.default_port, limit)
        return _admitted(super()._new_conn(), self.host, self._admit)

    def getresponse(self) -> urllib3.HTTPResponse:  # type: ignore[override]  # as in urllib3 itself
        with _limited(self.sock, self.timeout):
            return super().getresponse()


class _SecureConnection(_Connection, HTTPSConnection):
    def __init__(self, *args: Any, trust: TrustFor, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._trust = trust

    def connect(self) -> None:
        headers: dict[str, str] = dict(getattr(self, "_tunnel_headers", {}))
        tunnel = self._tunnel_host, self._tunnel_port, headers
        try:
            self._connect()
        except ssl.SSLCertVerificationError as error:
            error.add_note(self._issuer(*tunnel))
            raise

    def _connect(self) -> None:
        if self.ssl_context is None:
            self.ssl_context = self._context()
        if self.proxy_config is not None and self.proxy_config.ssl_context is None and not self.proxy_is_forwarding:
            # urllib3 gives no certificates to a context of the proxy's own.
            inner = self._context()
            inner.load_verify_locations(self.ca_certs, self.ca_cert_dir, self.ca_cert_data)
            self.proxy_config = self.proxy_config._replace(ssl_context=inner)
        super().connect()

    def _issuer(self, host: str | None, port: int | None, headers: dict[str, str]) -> str:
        """Who issued the certificate that was refused, of a second handshake; nothing is sent after it."""
        self.close()
        with contextlib.suppress(Exception):
            if host is not None:
                self.set_tunnel(host, port, headers)
            self.cert_reqs, self.assert_hostname = "CERT_NONE", False
            self.ssl_context = create_urllib3_context(cert_reqs=ssl.CERT_NONE)
            super().connect()
            return issuer_of(self.sock.getpeercert(binary_form=True) or b"")  # type: ignore[union-attr]
        self.close()
        return ""

    def _context(self) -> ssl.SSLContext:
        # One for each connection, as urllib3 makes it: it changes contexts, and hosts are verified differently.
        made = create_urllib3_context(cert_reqs=resolve_cert_reqs(self.cert_reqs))
        made.hostname_checks_common_name = False
        trust = self._trust(f"{self._tunnel_host or self.host}:{self._tunnel_port or self.port}")
        for folder in trust.folders:
            made.load_verify_locations(capath=folder)
        for file in trust.files:
            with contextlib.suppress(ssl.SSLError, OSError):
                made.load_verify_locations(cafile=file)
        return lenient(made)


class _Pool(urllib3.HTTPConnectionPool):
    ConnectionCls = _Connection


class _SecurePool(urllib3.HTTPSConnectionPool):
    ConnectionCls = _SecureConnection


def new_session(threads: int, admit: Admit, trust: TrustFor) -> requests.Session:
    """A session for this many threads; `admit` is asked about each new connection before a byte is sent."""
    session = _Session()
    # No netrc, which would override our Authorization, and only proxies that are passed in.
    session.trust_env = False
    session.headers.clear()
    session.headers.update({"User-Agent": f"xpkgtui/{__version__}", "Accept-Encoding": "identity"})
    session.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))
    for prefix in ("http://", "https://"):
        session.mount(prefix, _Adapter(admit, trust, pool_connections=4, pool_maxsize=threads))
    return session


def lenient(context: ssl.SSLContext) -> ssl.SSLContext:
    """The context without the strictness of Python 3.13, which refuses private authorities that Go accepts.

    It wants `keyUsage` and other extensions in the certificate of an authority; signatures, names and dates are
    verified as before.
    """
    context.verify_flags &= ~ssl.VERIFY_X509_STRICT
    return context


def _admitted(sock: socket.socket, host: str, admit: Admit | None) -> socket.socket:
    """The socket, if its other end may be spoken to: asked of the connection, because a name may resolve anew."""
    if admit is not None:
        try:
            admit(host, str(sock.getpeername()[0]))
        except BaseException:
            sock.close()
            raise
    return sock


@contextlib.contextmanager
def _limited(sock: socket.socket | None, timeout: object) -> Iterator[None]:
    """Shuts the socket when all headers together take too long; a timeout only limits each packet."""
    if sock is None or not isinstance(timeout, int | float):
        yield
        return

    expired = False

    def shut() -> None:
        nonlocal expired
        expired = True
        with contextlib.suppress(OSError):
            sock.shutdown(socket.SHUT_RDWR)

    alarm = threading.Timer(timeout * _HEADER_TIMEOUTS, shut)
    alarm.daemon = True
    alarm.start()
    try:
        yield
    finally:
        alarm.cancel()
    if expired:
        # The parser takes the shutdown for the end of the headers.
        raise TimeoutError
