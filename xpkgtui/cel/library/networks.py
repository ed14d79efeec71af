"""Kubernetes' extensions for URLs and IP addresses."""

import ipaddress
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import unquote_plus

from xpkgtui.cel.evaluating import Function
from xpkgtui.cel.values import CelError, Opaque, StepsLeft, Value
from xpkgtui.golang.printing import quoted
from xpkgtui.golang.urls import Url, parse_request
from xpkgtui.patterns import late
from xpkgtui.values import dataclass

_LENGTH = late(r"/(?:0|[1-9][0-9]{0,2})")
_MAPPED = ipaddress.IPv6Network("::ffff:0:0/96")
Address = ipaddress.IPv4Address | ipaddress.IPv6Address

DECLARED = {
    "url": "string kubernetes.URL",
    "isURL": "string bool",
    **dict.fromkeys(("getScheme", "getHost", "getHostname", "getPort", "getEscapedPath"), "kubernetes.URL. string"),
    "getQuery": "kubernetes.URL. {string:[string]}",
    "isIP": "string bool",
    "ip.isCanonical": "string bool",
    "family": "net.IP. int",
    **dict.fromkeys(
        ("isUnspecified", "isLoopback", "isLinkLocalMulticast", "isLinkLocalUnicast", "isGlobalUnicast"),
        "net.IP. bool",
    ),
    "ip": "string net.IP|net.CIDR. net.IP",
    "cidr": "string net.CIDR",
    "isCIDR": "string bool",
    "containsIP": "net.CIDR. string bool|net.CIDR. net.IP bool",
    "containsCIDR": "net.CIDR. string bool|net.CIDR. net.CIDR bool",
    "prefixLength": "net.CIDR. int",
    "masked": "net.CIDR. net.CIDR",
    "string": "net.IP string|net.CIDR string",
}


@dataclass(frozen=True, slots=True)
class UrlValue(Opaque):
    """A URL."""

    url: Url
    type_name = "kubernetes.URL"


@dataclass(frozen=True, slots=True)
class Ip(Opaque):
    """An IP address."""

    address: Address
    type_name = "net.IP"


@dataclass(frozen=True, slots=True)
class Cidr(Opaque):
    """A network, with the address that it is written with."""

    address: Address
    length: int
    type_name = "net.CIDR"

    @property
    def network(self) -> Any:
        """The addresses in it."""
        return ipaddress.ip_network((self.address, self.length), strict=False)


def _address(text: str) -> Address | None:
    try:
        found = ipaddress.ip_address(text)
    except ValueError:
        return None
    is_four_in_six = isinstance(found, ipaddress.IPv6Address) and found in _MAPPED
    return None if "%" in text or is_four_in_six else found


def _network(text: str) -> Cidr | None:
    lead, _, _ = text.rpartition("/")
    address = _address(lead)
    length = text[len(lead) :]
    if address is None or not _LENGTH.fullmatch(length) or int(length[1:]) > address.max_prefixlen:
        return None
    return Cidr(address, int(length[1:]))


def _no_address(text: str) -> CelError:
    why = "unable to parse IP" if not set(text) & set(".:%") else "unexpected character"
    lead = f"IP Address {quoted(text)} parse error during conversion from string"
    return CelError(f"{lead}: ParseAddr({quoted(text)}): {why}")


def _ip(_: StepsLeft, value: Value) -> Value:
    if isinstance(value, Cidr):
        return Ip(value.address)
    found = _address(value)
    if found is None:
        raise _no_address(value)
    return Ip(found)


def _cidr(_: StepsLeft, value: Value) -> Value:
    found = _network(value)
    if found is None:
        lead = "network address parse error during conversion from string: "
        raise CelError(f"{lead}{lead}netip.ParsePrefix({quoted(value)}): no '/'")
    return found


def _url(_: StepsLeft, value: Value) -> Value:
    found = parse_request(value)
    if found is None:
        lead = "URL parse error during conversion from string"
        why = "invalid URI for request" if value else "empty url"
        raise CelError(f"{lead}: parse {quoted(value)}: {why}")
    return UrlValue(found)


def _query(url: Url) -> Value:
    found: dict[str, Value] = {}
    for part in url.query.split("&"):
        key, _, value = part.partition("=")
        if part and ";" not in part:
            found.setdefault(unquote_plus(key), []).append(unquote_plus(value))
    return found


def _of_url(read: Callable[[Url], Value]) -> Function:
    return lambda _, value: read(value.url)


def _of_text(read: Callable[[str], Value]) -> Function:
    return lambda _, value: read(value)


def _of_ip(read: Callable[[Address], Value]) -> Function:
    return lambda _, value: read(value.address)


def _is_local_multicast(address: Address) -> bool:
    packed = address.packed
    if address.version == 4:
        return packed[:3] == b"\xe0\x00\x00"
    return packed[0] == 0xFF and packed[1] & 0x0F == 2


def _is_local(address: Address) -> bool:
    packed = address.packed
    return packed[:2] == b"\xa9\xfe" if address.version == 4 else packed[0] == 0xFE and packed[1] & 0xC0 == 0x80


def _is_global(address: Address) -> bool:
    is_other = address.is_unspecified or address.is_loopback or address.is_multicast or _is_local(address)
    return not is_other and address.packed != b"\xff" * 4


def _contains(steps: StepsLeft, network: Value, other: Value) -> Value:
    other = _ip(steps, other) if isinstance(other, str) else other
    return other.address.version == network.address.version and other.address in network.network


def _contains_network(steps: StepsLeft, network: Value, other: Value) -> Value:
    other = _cidr(steps, other) if isinstance(other, str) else other
    is_alike = other.address.version == network.address.version and network.length <= other.length
    return is_alike and other.network.subnet_of(network.network)


def as_text(value: Value) -> str | None:
    """An address or a network as `string()` writes it; None for anything else."""
    if isinstance(value, Ip):
        return str(value.address)
    return f"{value.address}/{value.length}" if isinstance(value, Cidr) else None


def _is_canonical(text: str) -> bool:
    found = _address(text)
    if found is None:
        raise _no_address(text)
    return str(found) == text


FUNCTIONS: Mapping[str, Function] = {
    "url": _url,
    "isURL": _of_text(lambda text: parse_request(text) is not None),
    "getScheme": _of_url(lambda url: url.scheme),
    "getHost": _of_url(lambda url: url.host),
    "getHostname": _of_url(lambda url: url.hostname),
    "getPort": _of_url(lambda url: url.port),
    "getEscapedPath": _of_url(lambda url: url.path),
    "getQuery": _of_url(_query),
    "ip": _ip,
    "isIP": _of_text(lambda text: _address(text) is not None),
    "ip.isCanonical": _of_text(_is_canonical),
    "family": _of_ip(lambda address: address.version),
    "isUnspecified": _of_ip(lambda address: address.is_unspecified),
    "isLoopback": _of_ip(lambda address: address.is_loopback),
    "isLinkLocalMulticast": _of_ip(_is_local_multicast),
    "isLinkLocalUnicast": _of_ip(_is_local),
    "isGlobalUnicast": _of_ip(_is_global),
    "cidr": _cidr,
    "isCIDR": _of_text(lambda text: _network(text) is not None),
    "containsIP": _contains,
    "containsCIDR": _contains_network,
    "prefixLength": lambda _, value: value.length,
    "masked": lambda _, value: Cidr(value.network.network_address, value.length),
}
