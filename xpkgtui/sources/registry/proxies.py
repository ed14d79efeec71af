"""Proxies and certificates as the environment names them, looked up in the one that was handed in."""

import ipaddress
import os
from collections.abc import Mapping
from urllib.parse import urlsplit

from xpkgtui.errors import Usage
from xpkgtui.sources.source import Access


def proxy_for(url: str, environment: Mapping[str, str]) -> str | None:
    """The proxy that a request to `url` goes through; none for this machine, as Go's programs have it."""
    parts = urlsplit(url)
    host = (parts.hostname or "").lower()
    port = parts.port or (443 if parts.scheme == "https" else 80)
    if host == "localhost" or _is_loopback(host) or _is_excepted(host, port, _value(environment, "NO_PROXY")):
        return None
    proxy = _value(environment, f"{parts.scheme.upper()}_PROXY") or _value(environment, "ALL_PROXY")
    if not proxy:
        return None
    return proxy if "://" in proxy else f"http://{proxy}"


def certificates(access: Access, host: str) -> bool | str:
    """What certificates are verified against: a bundle, the usual one (True), nothing (False).

    Raises `Usage` where a bundle is named and is not there.
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
            return path
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
