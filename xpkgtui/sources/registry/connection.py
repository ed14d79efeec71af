"""Sessions of requests without netrc, cookies and redirects, and with a time limit for headers."""

import contextlib
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

Admit = Callable[[str, str], None]
"""`(host, address)` of a connection that stands; raises where nothing must be sent over it."""

_HEADER_TIMEOUTS = 2.0
"""Read timeouts that all headers of one answer may take."""


class _Session(requests.Session):
    def get_redirect_target(self, _: object) -> str | None:
        """None, because requests otherwise reads the whole body of a redirect that it does not follow."""
        return None


class _Adapter(requests.adapters.HTTPAdapter):
    def __init__(self, admit: Admit, **sizes: Any) -> None:
        self._admit = admit
        super().__init__(**sizes)

    def init_poolmanager(self, *args: object, **kwargs: object) -> None:
        super().init_poolmanager(*args, **kwargs)  # type: ignore[arg-type]
        pools = {"http": partial(_Pool, admit=self._admit), "https": partial(_SecurePool, admit=self._admit)}
        self.poolmanager.pool_classes_by_scheme = pools

    def proxy_manager_for(self, *args: object, **kwargs: object) -> urllib3.ProxyManager:
        manager: urllib3.ProxyManager = super().proxy_manager_for(*args, **kwargs)  # type: ignore[arg-type]
        # Without the check: the user named the proxy, and only the proxy resolves the name behind it.
        manager.pool_classes_by_scheme = {"http": _Pool, "https": _SecurePool}
        return manager


class _Connection(HTTPConnection):
    def __init__(self, *args: Any, admit: Admit | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._admit = admit

    def _new_conn(self) -> socket.socket:
        return _admitted(super()._new_conn(), self.host, self._admit)

    def getresponse(self) -> urllib3.HTTPResponse:  # type: ignore[override]  # as in urllib3 itself
        with _limited(self.sock, self.timeout):
            return super().getresponse()


class _SecureConnection(_Connection, HTTPSConnection):
    def connect(self) -> None:
        if self.ssl_context is None:
            self.ssl_context = self._context()
        if self.proxy_config is not None and self.proxy_config.ssl_context is None and not self.proxy_is_forwarding:
            # urllib3 gives no certificates to a context of the proxy's own.
            inner = self._context()
            inner.load_verify_locations(self.ca_certs, self.ca_cert_dir, self.ca_cert_data)
            self.proxy_config = self.proxy_config._replace(ssl_context=inner)
        super().connect()

    def _context(self) -> ssl.SSLContext:
        # One for each connection, as urllib3 makes it: it changes contexts, and hosts are verified differently.
        made = create_urllib3_context(cert_reqs=resolve_cert_reqs(self.cert_reqs))
        made.hostname_checks_common_name = False
        return lenient(made)


class _Pool(urllib3.HTTPConnectionPool):
    ConnectionCls = _Connection


class _SecurePool(urllib3.HTTPSConnectionPool):
    ConnectionCls = _SecureConnection


def new_session(threads: int, admit: Admit) -> requests.Session:
    """A session for this many threads; `admit` is asked about each new connection before a byte is sent."""
    session = _Session()
    # No netrc, which would override our Authorization, and only proxies that are passed in.
    session.trust_env = False
    session.headers.clear()
    session.headers.update({"User-Agent": f"xpkgtui/{__version__}", "Accept-Encoding": "identity"})
    session.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))
    for prefix in ("http://", "https://"):
        session.mount(prefix, _Adapter(admit, pool_connections=4, pool_maxsize=threads))
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
