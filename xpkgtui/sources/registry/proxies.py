"""Proxies and certificates, from the environment that is passed in."""

import ipaddress
import os
import ssl
from collections.abc import Mapping
from functools import cache
from urllib.parse import urlsplit

from xpkgtui.errors import Usage
from xpkgtui.sources.access import Access
from xpkgtui.visible import clip, line


def proxy_for(url: str, environment: Mapping[str, str]) -> str | None:
    """The proxy for a request to `url`; None for this machine, as in Go's programs.

    Raises `Usage` where the environment names one that cannot be used.
    """
    parts = urlsplit(url)
    host = (parts.hostname or "").lower()
    port = parts.port or (443 if parts.scheme == "https" else 80)
    if host == "localhost" or _is_loopback(host) or _is_excepted(host, port, _value(environment, "NO_PROXY")):
        return None
    for name in (f"{parts.scheme.upper()}_PROXY", "ALL_PROXY"):
        if proxy := _value(environment, name):
            return _checked(name, proxy if "://" in proxy else f"http://{proxy}")
    return None


def shown(proxy: str) -> str:
    """Host and port of a proxy, without the credentials before them."""
    return line(clip(urlsplit(proxy).netloc.rpartition("@")[2], 100))


def certificates(access: Access, host: str) -> bool | str:
    """The bundle that certificates are verified against: a path, the default one (True), none (False).

    Raises `Usage` where the bundle does not exist, or holds no certificate.
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


def _checked(name: str, proxy: str) -> str:
    """The address of a proxy; raises Usage for one that requests would misread or ignore."""
    try:
        parts = urlsplit(proxy)
        is_address = bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_address = False
    if not is_address or parts.scheme not in ("http", "https"):
        raise Usage(f"{name} does not name an http proxy.", hint="Write http://HOST:PORT; SOCKS is not supported.")
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
    return any(_matches(host, port, word.strip().lower()) for word in exceptions.split(","))


def _matches(host: str, port: int, word: str) -> bool:
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
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    # Python before 3.13 does not look into the IPv4 address that an IPv6 address holds.
    return (getattr(address, "ipv4_mapped", None) or address).is_loopback
