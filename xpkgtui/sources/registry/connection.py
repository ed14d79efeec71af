"""Sessions of requests without its liberties: no netrc, no cookies, no redirects, no header that drips for ever."""

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

_PATIENCE = 2.0
"""How many read timeouts all headers of one answer may take."""


class _Session(requests.Session):
    def get_redirect_target(self, _: object) -> str | None:
        """None: where redirects are not followed, requests still reads the whole body of one, however large."""
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
        with _watched(self.sock, self.timeout):
            return super().getresponse()


class _SecureConnection(HTTPSConnection):
    def getresponse(self) -> urllib3.HTTPResponse:  # type: ignore[override]  # as in urllib3 itself
        with _watched(self.sock, self.timeout):
            return super().getresponse()


class _Pool(urllib3.HTTPConnectionPool):
    ConnectionCls = _Connection


class _SecurePool(urllib3.HTTPSConnectionPool):
    ConnectionCls = _SecureConnection


def new_session(threads: int) -> requests.Session:
    """A session for this many threads."""
    session = _Session()
    # No netrc (it would override our Authorization), no proxies but those that are handed in.
    session.trust_env = False
    session.headers.clear()
    session.headers.update({"User-Agent": f"xpkgtui/{__version__}", "Accept-Encoding": "identity"})
    session.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))
    for prefix in ("http://", "https://"):
        session.mount(prefix, _Adapter(pool_connections=4, pool_maxsize=threads))
    return session


@contextlib.contextmanager
def _watched(sock: socket.socket | None, timeout: object) -> Iterator[None]:
    """Shuts the socket when the headers as a whole take too long; a timeout only bounds each packet."""
    if sock is None or not isinstance(timeout, int | float):
        yield
        return

    rang = False

    def shut() -> None:
        nonlocal rang
        rang = True
        with contextlib.suppress(OSError):
            sock.shutdown(socket.SHUT_RDWR)

    alarm = threading.Timer(timeout * _PATIENCE, shut)
    alarm.daemon = True
    alarm.start()
    try:
        yield
    finally:
        alarm.cancel()
    if rang:
        # The parser takes the end that we made for the end of the headers.
        raise TimeoutError
