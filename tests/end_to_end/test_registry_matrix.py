"""Registries of every make, reached in every way: open or private, plain or over TLS, directly or through a proxy."""

import base64
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from builders.gate import few, pairs
from builders.oci.images import index, package, write_layout
from builders.program.headless import Answer, headless
from builders.program.tools import require
from builders.registry.authorities import Authority
from builders.registry.proxies import Proxy
from builders.registry.registries import PASSWORD, PROGRAM, USER, DebianRegistry
from builders.registry.tokens import TokenServer

pytestmark = pytest.mark.registry

STREAM = "apiVersion: meta.pkg.crossplane.io/v1\nkind: Configuration\nmetadata:\n  name: acme\n"
BUILT = package(STREAM)
BOTH = index((package(STREAM.replace("acme", "arm")), "linux/arm64"), (BUILT, "linux/amd64"))
REPOSITORY = "matrix/acme"
NAMED = {
    "a tag": (":v1", BUILT.digest),
    "a digest": (f"@{BUILT.digest}", BUILT.digest),
    "an index": (":both", BOTH.digest),
    "an index by digest": (f"@{BOTH.digest}", BOTH.digest),
}
"""What follows the repository, and the digest that is shown."""
ENCODED = base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode()
PROXY_PASSWORD = "bob:through-the-wall"  # of a proxy that lives for one test


@dataclass(frozen=True, kw_only=True)
class Way:
    """How a registry is reached."""

    host: str
    options: tuple[str, ...] = ()
    environment: dict[str, str] = field(default_factory=dict)
    log: list[str] = field(default_factory=list)
    """What the proxy wrote down, where there is one."""

    def show(self, reference: str = ":v1", **environment: str) -> Answer:
        """What the program says of the package there; no secret is in it."""
        settings = {**self.environment, **environment}
        answer = headless("show", f"{self.host}/{REPOSITORY}{reference}", *self.options, environment=settings)
        written = answer.printed + answer.said
        assert not [secret for secret in (PASSWORD, ENCODED, "wrong-guess", "through-the-wall") if secret in written]
        return answer


@pytest.fixture(scope="module")
def filled(
    registry: DebianRegistry,
    private_registry: DebianRegistry,
    secure_registry: DebianRegistry,
    secure_private_registry: DebianRegistry,
    tmp_path_factory: pytest.TempPathFactory,
) -> dict[str, DebianRegistry]:
    """The four registries with the package in each."""
    folder = tmp_path_factory.mktemp("layouts")
    layouts = {"v1": write_layout(folder / "v1", BUILT), "both": write_layout(folder / "both", BOTH)}
    layouts["v1.0.0"] = layouts["both"]
    found = {
        "plain": registry,
        "htpasswd": private_registry,
        "TLS": secure_registry,
        "TLS and htpasswd": secure_private_registry,
    }
    for each in found.values():
        for tag, layout in layouts.items():
            each.push_layout(REPOSITORY, tag, layout)
    return found


@pytest.fixture
def proxy(filled: dict[str, DebianRegistry]) -> Iterator[Proxy]:
    """Knows the two secure registries by a name that no resolver knows."""
    ports = [int(filled[kind].host.rpartition(":")[2]) for kind in ("TLS", "TLS and htpasswd")]
    names = {f"registry.example:{port}": ("127.0.0.1", port) for port in ports}
    with Proxy(names, password=PROXY_PASSWORD) as running:
        yield running


def logged_in(folder: Path, host: str, password: str = PASSWORD) -> dict[str, str]:
    """An environment whose Docker knows the password of this registry."""
    folder.mkdir(exist_ok=True)
    auth = base64.b64encode(f"{USER}:{password}".encode()).decode()
    (folder / "config.json").write_text(json.dumps({"auths": {host: {"auth": auth}}}))
    return {"DOCKER_CONFIG": str(folder)}


def way(name: str, filled: dict[str, DebianRegistry], authority: Authority, proxy: Proxy, folder: Path) -> Way:
    """The way of that name."""
    kind, _, how = name.partition(", ")
    registry = filled[kind]
    port = registry.host.rpartition(":")[2]
    host = {"": f"127.0.0.1:{port}", "through a proxy": f"registry.example:{port}"}.get(how, f"0.0.0.0:{port}")
    known = logged_in(folder / "docker", host) if registry.private else {}
    trusted = ("--ca-file", str(authority.file)) if registry.authority else ()
    if how == "through a proxy":
        return Way(host=host, options=trusted, environment={**known, "HTTPS_PROXY": proxy.url}, log=proxy.log)
    if how == "by its flag":
        return Way(host=host, options=("--plain-http", host), environment=known)
    if how == "trusted by the environment":
        return Way(host=host, environment={**known, "SSL_CERT_FILE": str(authority.file)})
    if how == "trusted blindly":
        return Way(host=host, options=("--insecure", host), environment=known)
    return Way(host=host, options=trusted, environment=known)


WAYS = (
    *("plain", "plain, by its flag", "htpasswd", "htpasswd, by its flag"),
    *("TLS", "TLS, by a name", "TLS, trusted by the environment", "TLS, trusted blindly", "TLS, through a proxy"),
    *("TLS and htpasswd", "TLS and htpasswd, by a name", "TLS and htpasswd, through a proxy"),
)


@pytest.fixture
def reached(
    request: pytest.FixtureRequest,
    filled: dict[str, DebianRegistry],
    authority: Authority,
    proxy: Proxy,
    tmp_path: Path,
) -> Way:
    """The way that the test is about."""
    return way(request.param, filled, authority, proxy, tmp_path)


EVERY = [*((way, "an index") for way in WAYS), *((WAYS[-1], name) for name in NAMED if name != "an index")]
"""An index by its tag takes every kind of request; what is named otherwise is asked for in the longest way."""


COMMANDS = (
    *(("check", "--all-layers"), ("tags",), ("referrers",), ("deps", "--resolve"), ("images",)),
    *(("diff",), ("outdated",)),
)


Calls = Sequence[tuple[str, ...]]


def codes(reached: Way, folder: Path, commands: Calls = COMMANDS) -> dict[str, tuple[int, str]]:
    """How commands end there, and what they say."""
    folder.mkdir(exist_ok=True)
    manifest = folder / "set.yaml"
    manifest.write_text(
        "apiVersion: pkg.crossplane.io/v1\nkind: Configuration\nmetadata: {name: acme}\n"
        f"spec: {{package: {reached.host}/{REPOSITORY}:v1.0.0}}\n"
    )
    found = {}
    for command, *options in commands:
        repository = f"{reached.host}/{REPOSITORY}"
        places = {"tags": (repository,), "diff": (f"{repository}:v1", f"{repository}:both"), "outdated": (manifest,)}
        given = (*places.get(command, (f"{repository}:both",)), *options, *reached.options)
        answer = headless(command, *map(str, given), environment=reached.environment)
        found[command] = answer.code, answer.said
    return found


@pytest.mark.parametrize("reached", ["htpasswd", WAYS[-1]], indirect=True)
def test_every_command_reaches_a_private_registry(reached: Way, tmp_path: Path) -> None:
    found = codes(reached, tmp_path / "set")
    assert not {command: said for command, (code, said) in found.items() if code}


def test_every_command_goes_through_a_proxy_that_looks_into_tls(
    filled: dict[str, DebianRegistry], tmp_path: Path
) -> None:
    port = int(filled["TLS and htpasswd"].host.rpartition(":")[2])
    (tmp_path / "inspector").mkdir()
    inspector = Authority(tmp_path / "inspector")
    host = f"registry.example:{port}"
    with Proxy({host: ("127.0.0.1", port)}, inspector=inspector) as proxy:
        environment = {**logged_in(tmp_path / "docker", host), "HTTPS_PROXY": proxy.url}
        ways = (
            Way(host=host, environment={**environment, "SSL_CERT_FILE": str(inspector.file)}),
            Way(host=host, environment=environment, options=("--ca-file", str(inspector.file))),
        )
        for command, way in pairs(COMMANDS, ways):
            found = codes(way, tmp_path, [command])
            assert not {name: said for name, (code, said) in found.items() if code}
        untrusted = codes(Way(host=host, environment=environment), tmp_path, few(COMMANDS, 3))
    assert {code for code, _ in untrusted.values()} <= {3, 5}
    assert all("An authority of nobody" in said for code, said in untrusted.values()), untrusted


def test_a_token_server_elsewhere_is_asked_where_it_is_named(authority: Authority, tmp_path: Path) -> None:
    require(PROGRAM)
    with TokenServer(authority, f"{USER}:{PASSWORD}") as tokens:
        registry = DebianRegistry(forgets=True, tokens=tokens, authority=authority).start()
        try:
            for tag, image in (("v1", BUILT), ("both", BOTH), ("v1.0.0", BOTH)):
                registry.push_layout(REPOSITORY, tag, write_layout(tmp_path / tag, image))
            host = registry.host.replace("127.0.0.1", "0.0.0.0")
            trusted = {**logged_in(tmp_path / "docker", host), "SSL_CERT_FILE": str(authority.file)}
            named = Way(host=host, environment=trusted, options=("--token-server", tokens.host))
            found = codes(named, tmp_path)
            checked = headless("check", f"{host}/{REPOSITORY}:v1", *named.options, environment=trusted)
            unnamed = codes(Way(host=host, environment=trusted), tmp_path, few(COMMANDS, 3))
        finally:
            registry.remove()
    assert {command for command, (code, _) in found.items() if code} == {"check", "deps", "outdated"}
    # So Crossplane's own client says of a token server on this machine.
    assert "is a private or link-local address" in checked.printed
    assert all(code and f"--token-server {tokens.host}" in said for code, said in unnamed.values()), unnamed


def test_every_command_is_answered_by_a_mirror_where_it_is_followed(
    filled: dict[str, DebianRegistry], authority: Authority, tmp_path: Path
) -> None:
    mirror = filled["TLS and htpasswd"].host
    conf = tmp_path / "registries.conf"
    conf.write_text(f"[[registry]]\nlocation = '0.0.0.0:1'\n[[registry.mirror]]\nlocation = '{mirror}'\n")
    settings = {**logged_in(tmp_path / "docker", mirror), "CONTAINERS_REGISTRIES_CONF": str(conf)}
    for command, *options in COMMANDS[:4]:
        place = f"0.0.0.0:1/{REPOSITORY}" + ("" if command == "tags" else ":both")
        given = (place, *options, "--ca-file", str(authority.file))
        answer = headless(command, *given, "--mirrors", environment=settings)
        assert answer.code == 0, f"{command}: {answer.said}"
        refused = headless(command, *given, environment=settings)
        assert refused.code == 5
        assert f"which Crossplane does not ask: {mirror}/{REPOSITORY} (`--mirrors`)" in refused.said


@pytest.mark.parametrize(("reached", "name"), few(EVERY, 8), indirect=["reached"])
def test_package_is_shown_with_its_digest(reached: Way, name: str) -> None:
    reference, digest = NAMED[name]
    answer = reached.show(reference)
    assert (answer.code, answer.document["verdict"]) == (0, "accepted"), answer.said
    assert answer.document["digest"] == digest
    assert [row["digest"] for row in answer.document["platforms"] if row["selected"]] == [BUILT.digest]


@pytest.mark.parametrize("reached", [name for name in WAYS if name.endswith("proxy")], indirect=True)
def test_every_connection_goes_through_the_proxy(reached: Way) -> None:
    reached.show()
    assert set(reached.log) == {f"CONNECT {reached.host} 200"}


@pytest.mark.parametrize("reached", [name for name in WAYS if "htpasswd" in name], indirect=True)
def test_wrong_password_is_code_4_and_names_the_login(reached: Way, tmp_path: Path) -> None:
    answer = reached.show(**logged_in(tmp_path / "wrong", reached.host, "wrong-guess"))
    assert answer.code == 4
    assert f"docker login {reached.host}" in answer.said


@pytest.mark.parametrize("reached", [name for name in WAYS if "htpasswd" in name], indirect=True)
def test_no_password_is_code_4_and_names_the_files(reached: Way, tmp_path: Path) -> None:
    answer = reached.show(DOCKER_CONFIG=str(tmp_path / "none"))
    assert answer.code == 4
    assert f"{tmp_path}/none/config.json" in answer.said


@pytest.mark.parametrize("reached", ["TLS", "TLS, by a name", "TLS, through a proxy"], indirect=True)
def test_unknown_authority_is_code_5_and_names_the_flags(reached: Way) -> None:
    answer = Way(host=reached.host, environment=reached.environment).show()
    assert (answer.code, "not trusted" in answer.said) == (5, True), answer.said
    assert "--ca-file" in answer.said
    assert f"--insecure {reached.host}" in answer.said


def test_proxy_that_wants_another_password_is_code_5(
    filled: dict[str, DebianRegistry], authority: Authority, proxy: Proxy
) -> None:
    host = f"registry.example:{filled['TLS'].host.rpartition(':')[2]}"
    wrong = proxy.url.replace("through-the-wall", "wrong-guess")
    answer = Way(host=host, options=("--ca-file", str(authority.file)), environment={"HTTPS_PROXY": wrong}).show()
    assert (answer.code, f"the proxy {proxy.host}" in answer.said) == (5, True)
    assert set(proxy.log) == {f"CONNECT {host} 407"}


def test_loopback_goes_through_no_proxy(filled: dict[str, DebianRegistry], proxy: Proxy) -> None:
    answer = Way(host=filled["plain"].host, environment={"HTTP_PROXY": proxy.url, "HTTPS_PROXY": proxy.url}).show()
    assert (answer.code, proxy.log) == (0, [])


def test_exception_goes_through_no_proxy(
    filled: dict[str, DebianRegistry], authority: Authority, proxy: Proxy
) -> None:
    host = f"0.0.0.0:{filled['TLS'].host.rpartition(':')[2]}"
    environment = {"HTTPS_PROXY": proxy.url, "NO_PROXY": "0.0.0.0"}
    answer = Way(host=host, options=("--ca-file", str(authority.file)), environment=environment).show()
    assert (answer.code, proxy.log) == (0, [])
