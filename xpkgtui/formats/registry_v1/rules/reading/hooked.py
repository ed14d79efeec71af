"""The webhook that converts objects, as a definition names it: what the API server says of address or service."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from xpkgtui.go_quoting import quoted

_ONE_OF = "exactly one of url or service is required"
_FORM = "; desired format: https://host[/path]"
_PORTS = 65_535


class ClientFault(NamedTuple):
    """What is wrong with one field."""

    field: str
    """Below `webhookClientConfig`; empty for that itself."""
    value: str
    words: str
    older: str = ""
    """What the library of operator-sdk says instead."""


def client_faults(client: Mapping[str, Any]) -> Iterator[ClientFault]:
    """The faults, in the order of the API server."""
    url, service = client.get("url"), client.get("service")
    if (url is None) == (service is None):
        yield ClientFault("", "", f"Required value: {_ONE_OF}")
    elif isinstance(url, str):
        yield from _of_address(url)
    elif isinstance(service, dict):
        yield from _of_service(service)


def _of_address(url: str) -> Iterator[ClientFault]:
    try:
        found = urlsplit(url)
        host = found.netloc.rpartition("@")[2]
    except ValueError:
        return
    user = found.netloc.rpartition("@")[0]
    checks = (
        (found.scheme != "https", found.scheme, f"'https' is the only allowed URL scheme{_FORM}"),
        (not host, "", f"host must be specified{_FORM}"),
        (bool(user), user, "user information is not permitted in the URL"),
        (bool(found.fragment), found.fragment, "fragments are not permitted in the URL"),
        (bool(found.query), found.query, "query parameters are not permitted in the URL"),
    )
    for is_wrong, value, words in checks:
        if is_wrong:
            yield ClientFault("url", value, f"Invalid value: {quoted(value)}: {words}")


def _of_service(service: Mapping[str, Any]) -> Iterator[ClientFault]:
    for given, named in (("namespace", "name"), ("name", "namespace")):  # the API server takes one for the other
        if not service.get(given):
            older = f"Required value: service {named} is required"
            yield ClientFault(f"service.{named}", "", "Required value", older)
    port = service.get("port")
    if isinstance(port, int) and not 0 < port <= _PORTS:
        words = f"Invalid value: {port}: port is not valid: must be between 1 and {_PORTS}, inclusive"
        yield ClientFault("service.port", str(port), words)
