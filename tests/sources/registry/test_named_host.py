"""Hosts that a package names: none that is further inside than the registry of the package."""

import socket

import pytest
from builders.cases import each_row

from xpkgtui.errors import Unreachable
from xpkgtui.sources.access import Access, NamingRegistry, NetworkScope
from xpkgtui.sources.registry.addresses import Boundary, NamedHost, scope_of_name

PUBLIC = NamingRegistry(name="registry.example", scope=NetworkScope.PUBLIC)
PRIVATE = NamingRegistry(name="registry.corp", scope=NetworkScope.NETWORK)


def refusal(host: str, access: Access) -> str:
    try:
        NamedHost(host, access).require_by_name()
    except Unreachable as error:
        return error.title
    return ""


@each_row(
    ("host", "expected"),
    [
        ("ghcr.io", NetworkScope.PUBLIC),
        ("[2606:4700::1111]", NetworkScope.PUBLIC),
        ("svc.example", NetworkScope.PUBLIC),
        ("registry", NetworkScope.NETWORK),
        ("registry.ns.svc", NetworkScope.NETWORK),
        ("registry.ns.SVC.cluster.local.", NetworkScope.NETWORK),
        ("printer.local", NetworkScope.NETWORK),
        ("metadata.google.internal", NetworkScope.NETWORK),
        ("10.0.0.5", NetworkScope.NETWORK),
        ("localhost", NetworkScope.MACHINE),
        ("127.1", NetworkScope.MACHINE),
        ("169.254.169.254", NetworkScope.LINK),
    ],
)
def test_a_name_that_no_public_resolver_knows_is_private(host: str, expected: NetworkScope) -> None:
    assert scope_of_name(host) is expected


@each_row("host", ["10.0.0.5:5000", "localhost:5000", "0x7f000001", "[::1]:5000", "a.svc", "a.internal", "a:5000"])
def test_a_public_package_names_no_inner_host(host: str) -> None:
    assert refusal(host, Access(named_by=PUBLIC)).endswith(
        f"`--private-storage {host}` allows it, and so does an ImageConfig in `--policy` that rewrites the name."
    )
    assert not refusal(host, Access())
    assert not refusal(host, Access(named_by=PUBLIC, private_storage=frozenset([host])))


def test_the_option_for_its_own_registry_allows_private_networks_alone() -> None:
    access = Access(named_by=PUBLIC, private_storage=frozenset(["registry.example"]))
    assert not refusal("10.0.0.5", access)
    assert refusal("127.0.0.1", access)


def test_no_option_allows_the_metadata_service() -> None:
    found = refusal("169.254.169.254", Access(named_by=PUBLIC, private_storage=frozenset(["169.254.169.254"])))
    assert found.endswith("Only an ImageConfig in `--policy` that rewrites the name allows it.")


def test_a_package_of_a_private_registry_names_private_hosts_and_not_this_machine() -> None:
    assert not refusal("10.0.0.5", Access(named_by=PRIVATE))
    assert "on this machine" in refusal("127.0.0.1", Access(named_by=PRIVATE))


def test_a_name_that_resolves_to_an_inner_address_is_refused_before_a_byte_is_sent() -> None:
    access = Access(named_by=PUBLIC)
    boundary = Boundary("registry.evil", require=NamedHost("registry.evil", access).require)
    boundary.admit("registry.evil", "8.8.8.8")
    with pytest.raises(Unreachable, match=r"registry\.evil, which is on a private network \(10\.0\.0\.5\)"):
        boundary.admit("registry.evil", "10.0.0.5")


@each_row(
    ("addresses", "is_refused"),
    [(("10.0.0.1",), False), (("10.0.0.1", "8.8.8.8"), True), (("127.0.0.1",), False), ((), True)],
)
def test_a_registry_that_was_not_connected_to_is_looked_up(
    addresses: tuple[str, ...], is_refused: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = [(socket.AF_INET, socket.SOCK_STREAM, 0, "", (one, 0)) for one in addresses]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    access = Access(named_by=NamingRegistry(name="registry.corp"))
    assert bool(refusal("10.0.0.5", access)) == is_refused
    assert refusal("127.0.0.1", access)
    behind = {"https_proxy": "http://proxy:1"}
    assert refusal("10.0.0.5", Access(named_by=access.named_by, environment=behind))


def test_a_registry_stays_where_its_first_connection_arrived() -> None:
    boundary = Boundary("registry.example")
    boundary.admit("registry.example", "8.8.8.8")
    boundary.admit("registry.example", "127.0.0.1")
    assert boundary.reach is NetworkScope.PUBLIC
