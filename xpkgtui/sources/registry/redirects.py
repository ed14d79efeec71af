"""The checks of a redirect's target."""

import ipaddress
from urllib.parse import urljoin, urlsplit

from xpkgtui.errors import Unreachable
from xpkgtui.oci.reference import is_loopback
from xpkgtui.visible import clip, line


def redirected(url: str, location: str, registry: str) -> str:
    """The address of `location` at `url`; raises `Unreachable` where it is invalid or must not be followed."""
    asked = line(clip(urlsplit(url).netloc, 100))
    try:
        target = urljoin(url, location)
        old, new = urlsplit(url), urlsplit(target)
        _ = new.port
    except ValueError:
        raise Unreachable(f"{asked} redirects to something that is no address.") from None
    if not location or not target.isprintable() or new.scheme not in ("http", "https") or not new.hostname:
        raise Unreachable(f"{asked} redirects to something that is no address.")
    host = line(clip(new.netloc.rpartition("@")[2], 100))
    if "@" in new.netloc:
        raise Unreachable(f"{asked} redirects to {host} with a password in the address.")
    if old.scheme == "https" and new.scheme != "https":
        raise Unreachable(
            f"{asked} redirects from https to plain http on {host}.",
            hint="That is refused: anybody on the way could change what comes.",
        )
    if _is_inward(new.hostname, is_loopback(registry)):
        raise Unreachable(
            f"{asked} redirects to {host}, which only this machine can mean.",
            hint="That is refused: a registry must not reach what stands behind our door.",
        )
    return target


def _is_inward(host: str, from_loopback: bool) -> bool:
    """Whether this is an address of this machine or its cloud; private networks may hold a registry's storage."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return is_loopback(host) and not from_loopback
    return address.is_link_local or (address.is_loopback and not from_loopback)
