"""Sessions of requests without netrc, cookies and redirects, and with a time limit for headers."""

import contextlib
import socket
import threading
from collections.abc import Iterator
from http.cookiejar import DefaultCookiePolicy

import requests
import requests.adapters
import urllib3
from urllib3.connection import HTTPConnection, HTTPSConnection

from xpkgtui import __version__

_HEADER_TIMEOUTS = 2.0
"""Read timeouts that all headers of one answer may take."""


class _Session(requests.Session):
    def get_redirect_target(self, _: object) -> str | None:
        """None, because requests otherwise reads the whole body of a redirect that it does not follow."""
        return None


class _Adapter(requests.adapters.HTTPAdapter):
    def init_poolmanager(self, *args: object, **kwargs: object) -> None:
        super().init_poolmanager(*args, **kwargs)  # type: ignore[arg-type]
        self.poolmanager.pool_classes_by_scheme = {"http": _Pool, "https": _SecurePool}

    def proxy_manager_for(self, *args: object, **kwargs: object) -> urllib3.ProxyManager:
        manager: urllib3.ProxyManager = super().proxy_manager_for(*args, **kwargs)  # type: ignore[arg-type]
        manager.pool_classes_by_scheme = {"http": _Pool, "https": _SecurePool}
        return manager


class _Connection(HTTPConnection):
    def getresponse(self) -> urllib3.HTTPResponse:  # type: ignore[override]  # as in urllib3 itself
        with _limited(self.sock, self.timeout):
            return super().getresponse()


class _SecureConnection(HTTPSConnection):
    def getresponse(self) -> urllib3.HTTPResponse:  # type: ignore[override]  # as in urllib3 itself
        with _limited(self.sock, self.timeout):
            return super().getresponse()


class _Pool(urllib3.HTTPConnectionPool):
    ConnectionCls = _Connection


class _SecurePool(urllib3.HTTPSConnectionPool):
    ConnectionCls = _SecureConnection


def new_session(threads: int) -> requests.Session:
    """A session for this many threads."""
    session = _Session()
    # No netrc, which would override our Authorization, and only proxies that are passed in.
    session.trust_env = False
    session.headers.clear()
    session.headers.update({"User-Agent": f"xpkgtui/{__version__}", "Accept-Encoding": "identity"})
    session.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))
    for prefix in ("http://", "https://"):
        session.mount(prefix, _Adapter(pool_connections=4, pool_maxsize=threads))
    return session


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
