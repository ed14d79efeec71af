"""Proxies and certificates as the environment names them, looked up in the one that was handed in."""

import ipaddress
import os
import ssl
from collections.abc import Mapping
from functools import cache
from urllib.parse import urlsplit

from xpkgtui.errors import Usage
from xpkgtui.sources.source import Access
from xpkgtui.visible import clip, line


def proxy_for(url: str, environment: Mapping[str, str]) -> str | None:
    """The proxy that a request to `url` goes through; none for this machine, as Go's programs have it.

    Raises `Usage` where one is named that cannot be asked.
    """
    parts = urlsplit(url)
    host = (parts.hostname or "").lower()
    port = parts.port or (443 if parts.scheme == "https" else 80)
    if host == "localhost" or _is_loopback(host) or _is_excepted(host, port, _value(environment, "NO_PROXY")):
        return None
    for name in (f"{parts.scheme.upper()}_PROXY", "ALL_PROXY"):
        if proxy := _value(environment, name):
            return _sound(name, proxy if "://" in proxy else f"http://{proxy}")
    return None


def shown(proxy: str) -> str:
    """Host and port of a proxy; what stands before them is a secret."""
    return line(clip(urlsplit(proxy).netloc.rpartition("@")[2], 100))


def certificates(access: Access, host: str) -> bool | str:
    """What certificates are verified against: a bundle, the usual one (True), nothing (False).

    Raises `Usage` where a bundle is named that is not there, or holds no certificate.
    """
    if host in access.insecure:
        return False
    for name, path in (
        ("--ca-file", access.ca_file),
        ("REQUESTS_CA_BUNDLE", access.environment.get("REQUESTS_CA_BUNDLE")),
        ("SSL_CERT_FILE", access.environment.get("SSL_CERT_FILE")),
    ):
        if path:
            if not os.path.exists(path):
                raise Usage(f"{name} names {path}, which is not there.", hint="Name a file of PEM certificates.")
            if not _holds_certificates(path):
                raise Usage(
                    f"{name} names {path}, which holds no certificate.", hint="Name a file of PEM certificates."
                )
            return path
    return True


def _sound(name: str, proxy: str) -> str:
    """The proxy's address; one that requests would misread, or quietly leave out, is refused."""
    try:
        parts = urlsplit(proxy)
        is_address = bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_address = False
    if not is_address or parts.scheme not in ("http", "https"):
        raise Usage(f"{name} names no proxy that can be asked.", hint="Write http://HOST:PORT; SOCKS is not spoken.")
    return proxy


@cache
def _holds_certificates(path: str) -> bool:
    try:
        ssl.create_default_context(cafile=None if os.path.isdir(path) else path)
    except (ssl.SSLError, OSError):
        return False
    return True


def _value(environment: Mapping[str, str], name: str) -> str:
    return environment.get(name.lower()) or environment.get(name) or ""


def _is_excepted(host: str, port: int, exceptions: str) -> bool:
    return any(_is_meant(host, port, word.strip().lower()) for word in exceptions.split(","))


def _is_meant(host: str, port: int, word: str) -> bool:
    if not word:
        return False
    if word == "*":
        return True
    name, colon, digits = word.rpartition(":")
    if colon and digits.isdigit() and ":" not in name:
        if int(digits) != port:
            return False
        word = name
    try:
        return ipaddress.ip_address(host) in ipaddress.ip_network(word.strip("[]"), strict=False)
    except ValueError:
        bare = word.removeprefix("*").lstrip(".")
        return bool(bare) and (host == bare or host.endswith(f".{bare}"))


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
