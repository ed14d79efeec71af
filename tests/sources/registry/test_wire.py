"""What is logged of requests: enough to see what happens, no secret, nothing that a terminal obeys."""

import logging
from collections.abc import Iterator

import pytest
from builders.cases import each_row
from builders.registry.authorities import Authority
from builders.registry.faulty import FaultyRegistry, Reply
from builders.registry.proxies import Proxy, SocksProxy
from builders.registry.registries import DebianRegistry

from xpkgtui.errors import Unreachable, Usage
from xpkgtui.oci.reference import Reference
from xpkgtui.sources.access import REQUESTS, Access, Exchange
from xpkgtui.sources.registry.source import RegistrySource
from xpkgtui.sources.registry.wire import log_exchange, log_headers, proxy_for


class Kept(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


@pytest.fixture
def lines() -> Iterator[list[str]]:
    kept = Kept()
    REQUESTS.addHandler(kept)
    REQUESTS.setLevel(logging.DEBUG)
    yield kept.lines
    REQUESTS.removeHandler(kept)
    REQUESTS.setLevel(logging.WARNING)


def exchange(status: int) -> Exchange:
    return Exchange(method="GET", host="a.example", path="/v2/x?…", status=status, milliseconds=12, size=3456)


def test_an_exchange_is_one_line(lines: list[str]) -> None:
    log_exchange("https", exchange(200))
    assert lines == ["GET https://a.example/v2/x?…  200  3,456 bytes  12 ms"]


def test_a_request_without_an_answer_says_so(lines: list[str]) -> None:
    log_exchange("https", exchange(0))
    assert "  no answer  " in lines[0]


@pytest.mark.parametrize(
    "name",
    ["Authorization", "Cookie", "Set-Cookie", "Proxy-Authorization", "X-Amz-Security-Token", "Location", "X-New"],
)
def test_what_may_be_a_secret_is_named_and_not_shown(lines: list[str], name: str) -> None:
    log_headers("request", {name: "hunter2"})
    assert lines == [f"  request  {name}: (not shown)"]


def test_a_hostile_header_cannot_speak_to_the_terminal(lines: list[str]) -> None:
    log_headers("answer", {"Server": "a\x1b[2J\u202eb", "X\x1b[31m": "c"})
    assert not any(character in line for line in lines for character in "\x1b\u202e")


def test_an_answer_of_many_headers_is_cut(lines: list[str]) -> None:
    log_headers("answer", {f"x-{number}": "a" for number in range(1000)})
    assert len(lines) == 40


URL = "https://registry.example/v2/"


@each_row("name", ["HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"])
def test_a_proxy_is_taken_from_the_environment(name: str) -> None:
    assert proxy_for(URL, {name: "http://proxy:3128"}) == "http://proxy:3128"


def test_a_proxy_without_a_scheme_is_http() -> None:
    assert proxy_for(URL, {"HTTPS_PROXY": "proxy:3128"}) == "http://proxy:3128"


def test_each_scheme_has_its_proxy() -> None:
    assert proxy_for(URL, {"HTTP_PROXY": "http://proxy"}) is None


@each_row("url", ["http://localhost:5000/", "http://127.0.0.1/", "http://[::1]:5000/", "http://[::ffff:127.0.0.1]/"])
def test_this_machine_needs_no_proxy(url: str) -> None:
    assert proxy_for(url, {"HTTP_PROXY": "http://proxy", "ALL_PROXY": "http://proxy"}) is None


@each_row(
    ("exceptions", "is_direct"),
    [
        ("registry.example", True),
        ("example", True),
        (".example", True),
        ("*.example", True),
        ("*", True),
        ("a, registry.example:443 ,b", True),
        ("registry.example:5000", False),
        ("gistry.example", False),
        ("other", False),
        ("", False),
        (",,", False),
        ("10.0.0.0/8", False),
    ],
)
def test_exceptions_are_honored(exceptions: str, is_direct: bool) -> None:
    assert (proxy_for(URL, {"HTTPS_PROXY": "http://p", "NO_PROXY": exceptions}) is None) is is_direct


@each_row(("exceptions", "is_direct"), [("10.0.0.0/8", True), ("10.1.2.3", True), ("11.0.0.0/8", False)])
def test_exceptions_may_be_networks(exceptions: str, is_direct: bool) -> None:
    found = proxy_for("https://10.1.2.3/v2/", {"HTTPS_PROXY": "http://p", "NO_PROXY": exceptions})
    assert (found is None) is is_direct


def test_a_request_goes_through_the_proxy(faulty: FaultyRegistry) -> None:
    faulty.add_manifest("acme/package", "v1", b"{}")
    route = faulty.routes["/v2/acme/package/manifests/v1"]
    faulty.routes["http://registry.example/v2/acme/package/manifests/v1"] = route
    access = Access(plain_http=frozenset({"registry.example"}), environment={"HTTP_PROXY": f"http://{faulty.host}"})
    root = RegistrySource(Reference.parse("registry.example/acme/package:v1"), access).resolve()
    assert root.data == b"{}"


@each_row(
    "proxy",
    [
        "socks4://eve:sekret@proxy:1080",
        "ftp://eve:sekret@proxy",
        "http://eve:sekret@[::bad",
        "http://eve:sekret@p:99999",
    ],
)
def test_a_proxy_that_cannot_be_asked_is_a_mistake_of_usage(proxy: str) -> None:
    with pytest.raises(Usage, match="HTTPS_PROXY does not name a proxy") as caught:
        proxy_for(URL, {"HTTPS_PROXY": proxy})
    assert "sekret" not in repr(caught.value.failure())


def test_a_proxy_that_does_not_answer_is_named_without_its_password() -> None:
    access = Access(environment={"HTTPS_PROXY": "http://eve:sekret@127.0.0.1:1"})
    with pytest.raises(Unreachable, match=r"connection refused, through the proxy 127\.0\.0\.1:1") as caught:
        RegistrySource(Reference.parse("registry.example/acme/package:v1"), access).resolve()
    assert "sekret" not in repr(caught.value.failure())


@each_row(
    ("login", "wanted", "said"),
    [
        ("", "", ""),
        ("eve:s%20kret@", "eve:s kret", ""),
        ("", "eve:s kret", "the proxy asks for a login"),
        ("eve:sekret@", "eve:other", "the proxy does not accept its login"),
    ],
)
def test_a_request_goes_through_a_proxy_of_socks(faulty: FaultyRegistry, login: str, wanted: str, said: str) -> None:
    faulty.add_manifest("acme/package", "v1", b"{}")
    inside = ("127.0.0.1", int(faulty.host.rpartition(":")[2]))
    with SocksProxy({"registry.example:80": inside}, password=wanted) as proxy:
        variables = {"HTTP_PROXY": f"socks5://{login}{proxy.host}"}
        access = Access(plain_http=frozenset({"registry.example", "other.example"}), environment=variables)
        source = RegistrySource(Reference.parse("registry.example/acme/package:v1"), access)
        if said:
            with pytest.raises(Unreachable, match=f"{said}, through the proxy {proxy.host}") as caught:
                source.resolve()
            assert "kret" not in repr(caught.value.failure())
            return
        assert source.resolve().data == b"{}"
        with pytest.raises(Unreachable, match=r"the proxy refuses it \(the host is unreachable\)"):
            RegistrySource(Reference.parse("other.example/acme/package:v1"), access).resolve()


def test_docker_hub_is_asked_by_the_name_of_its_interface(faulty: FaultyRegistry) -> None:
    access = Access(environment={"HTTPS_PROXY": f"http://{faulty.host}"})
    with pytest.raises(Unreachable):
        RegistrySource(Reference.parse("docker.io/busybox:latest"), access).resolve()
    assert faulty.paths() == ["CONNECT registry-1.docker.io:443"]


def test_docker_hubs_own_images_stand_in_a_library(faulty: FaultyRegistry) -> None:
    address = "http://registry-1.docker.io/v2/library/busybox/manifests/latest"
    faulty.routes[address] = Reply(body=b"{}")
    access = Access(plain_http=frozenset({"docker.io"}), environment={"HTTP_PROXY": f"http://{faulty.host}"})
    own = Reference.parse("docker.io/busybox:latest")
    assert RegistrySource(own, access).resolve().data == b"{}"
    assert RegistrySource(Reference.parse("docker.io/acme/one"), access).at(own).resolve().data == b"{}"


def test_a_proxy_over_tls_is_verified_by_the_authority_that_was_named(
    secure_registry: DebianRegistry, authority: Authority
) -> None:
    secure_registry.push_image("proxied/acme", "v1", b"layer")
    port = int(secure_registry.host.rpartition(":")[2])
    name = f"registry.example:{port}"
    with Proxy({name: ("127.0.0.1", port)}, authority=authority) as proxy:
        variables = {"HTTPS_PROXY": proxy.url}
        trusting = Access(environment=variables, ca_file=str(authority.file))
        assert RegistrySource(Reference.parse(f"{name}/proxied/acme:v1"), trusting).resolve().digest
        with pytest.raises(Unreachable, match="is not trusted"):
            RegistrySource(Reference.parse(f"{name}/proxied/acme:v1"), Access(environment=variables)).resolve()
        assert proxy.log == [f"CONNECT {name} 200"]
