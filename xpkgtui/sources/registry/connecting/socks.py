"""SOCKS 5 (RFC 1928, 1929): connections through a proxy that resolves names itself, as Go's programs have them."""

import contextlib
import ipaddress
import socket
from urllib.parse import unquote, urlsplit

_PORT = 1080
_LOGIN, _NO_METHOD = 2, 255
_SIZES = {1: 4, 4: 16}
"""Bytes of the addresses of a reply, by their kind; a name has its length before it."""
_REFUSALS = {
    1: "general failure",
    2: "not allowed by its rules",
    3: "the network is unreachable",
    4: "the host is unreachable",
    5: "connection refused",
    6: "the time is over",
    7: "it does not connect",
    8: "it does not know such addresses",
}


class SocksRefusal(OSError):
    """A proxy that opens no connection, in words to follow a colon."""


def connect(proxy: str, host: str, port: int, timeout: float | None) -> socket.socket:
    """A connection to a host through a proxy; raises `OSError` where there is none."""
    parts = urlsplit(proxy)
    sock = socket.create_connection((parts.hostname or "", parts.port or _PORT), timeout)
    with contextlib.ExitStack() as failing:
        failing.callback(sock.close)
        _greet(sock, unquote(parts.username or ""), unquote(parts.password or ""))
        sock.sendall(b"\5\1\0" + _address(host) + port.to_bytes(2))
        _, status, _, kind = _exactly(sock, 4)
        if status:
            raise SocksRefusal(f"the proxy refuses it ({_REFUSALS.get(status, status)})")
        _exactly(sock, (_SIZES.get(kind) or _exactly(sock, 1)[0]) + 2)
        failing.pop_all()
    return sock


def _greet(sock: socket.socket, user: str, password: str) -> None:
    """Agrees on a method, and logs in where there is a login."""
    sock.sendall(b"\5\2\0\2" if user else b"\5\1\0")
    version, method = _exactly(sock, 2)
    if version != 5:  # of the protocol
        raise SocksRefusal("the proxy does not speak SOCKS 5")
    if method == _LOGIN and user:
        sock.sendall(b"\1" + _counted(user) + _counted(password))
        if _exactly(sock, 2)[1]:
            raise SocksRefusal("the proxy does not accept its login")
    elif method:
        asks = method in (_LOGIN, _NO_METHOD)
        raise SocksRefusal("the proxy asks for a login" if asks else "the proxy asks for an unknown login")


def _address(host: str) -> bytes:
    try:
        address = ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return b"\3" + _counted(host)
    return (b"\1" if isinstance(address, ipaddress.IPv4Address) else b"\4") + address.packed


def _counted(text: str) -> bytes:
    data = text.encode()[:255]
    return bytes([len(data)]) + data


def _exactly(sock: socket.socket, size: int) -> bytes:
    found = b""
    while len(found) < size:
        if not (data := sock.recv(size - len(found))):
            raise SocksRefusal("the proxy ended the connection")
        found += data
    return found
