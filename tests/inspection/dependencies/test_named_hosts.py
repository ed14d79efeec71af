"""Packages of public registries name hosts inside: these are not asked, in no command."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from builders.program.headless import Answer, headless
from builders.registry.faulty import FaultyRegistry, Reply, faulty
from builders.registry.packages import meta, serve

__all__ = ["faulty"]

PUBLIC = "registry.example"


@pytest.fixture
def inner() -> Iterator[FaultyRegistry]:
    """A registry on this machine, which only this machine should reach."""
    registry = FaultyRegistry()
    serve(registry, "acme/nop", "v1.0.0", meta("Provider", "nop"))
    yield registry
    registry.stop()


@pytest.fixture
def proxy(faulty: FaultyRegistry) -> FaultyRegistry:
    """The internet: what a proxy gives by the names of public registries."""
    return faulty


def public(proxy: FaultyRegistry, name: str, *needs: tuple[str, str, str], spec: str = "") -> None:
    """Puts a package into the public registry."""
    before = set(proxy.routes)
    serve(proxy, f"acme/{name}", "v1.0.0", meta("Configuration", name, *needs, spec=spec))
    for path in [one for one in proxy.routes if one not in before]:
        proxy.routes[f"http://{PUBLIC}{path}"] = proxy.routes.pop(path)


def asked(command: str, source: str | Path, proxy: FaultyRegistry, *options: str) -> Answer:
    environment = {"http_proxy": f"http://{proxy.host}"}
    return headless(command, source, "--plain-http", PUBLIC, *options, environment=environment)


def why(found: Answer) -> str:
    return " ".join(one["why"] for one in found.document["unread"] or ())


@pytest.mark.parametrize("command", ["deps", "images"])
def test_a_host_inside_that_a_public_package_names_is_not_asked(
    command: str, proxy: FaultyRegistry, inner: FaultyRegistry
) -> None:
    public(proxy, "some")
    rows = [("Configuration", f"{PUBLIC}/acme/some", "*"), ("Provider", f"{inner.host}/acme/nop", "*")]
    public(proxy, "all", *rows)
    found = asked(command, f"{PUBLIC}/acme/all:v1.0.0", proxy, "--resolve")
    assert (found.code, inner.paths()) == (3, [])
    assert f"a package of {PUBLIC} names {inner.host}, which is on this machine" in why(found)
    assert f"--private-storage {inner.host}" in why(found)
    assert "v1.0.0" in json.dumps([one for one in found.document[_LIST[command]] if "some" in json.dumps(one)])


_LIST = {"deps": "packages", "images": "images"}


def test_a_public_package_behind_one_that_lies_here_names_no_host_inside(
    proxy: FaultyRegistry, inner: FaultyRegistry, tmp_path: Path
) -> None:
    public(proxy, "some", ("Provider", f"{inner.host}/acme/nop", "*"))
    source = tmp_path / "package.yaml"
    source.write_text(meta("Configuration", "all", ("Configuration", f"{PUBLIC}/acme/some", "*")))
    assert (asked("deps", source, proxy, "--resolve").code, inner.paths()) == (3, [])


def test_a_package_that_lies_here_names_what_it_will(
    proxy: FaultyRegistry, inner: FaultyRegistry, tmp_path: Path
) -> None:
    source = tmp_path / "package.yaml"
    source.write_text(meta("Configuration", "all", ("Provider", f"{inner.host}/acme/nop", "*")))
    assert asked("deps", source, proxy, "--resolve").code == 0
    assert inner.paths()


def test_the_option_for_the_host_allows_it(proxy: FaultyRegistry, inner: FaultyRegistry) -> None:
    public(proxy, "all", ("Provider", f"{inner.host}/acme/nop", "*"))
    found = asked("deps", f"{PUBLIC}/acme/all:v1.0.0", proxy, "--resolve", "--private-storage", inner.host)
    assert (found.code, found.document["packages"][1]["state"]) == (0, "met")


@pytest.mark.parametrize("command", ["deps", "images"])
def test_a_rewrite_of_the_user_leads_inside(
    command: str, proxy: FaultyRegistry, inner: FaultyRegistry, tmp_path: Path
) -> None:
    policy = tmp_path / "policy.yaml"
    policy.write_text(
        "apiVersion: pkg.crossplane.io/v1beta1\nkind: ImageConfig\nmetadata: {name: mirror}\nspec:\n"
        f"  matchImages: [{{prefix: {PUBLIC}/acme/nop}}]\n  rewriteImage: {{prefix: {inner.host}/acme/nop}}\n"
    )
    public(proxy, "all", ("Provider", f"{PUBLIC}/acme/nop", "*"))
    found = asked(command, f"{PUBLIC}/acme/all:v1.0.0", proxy, "--resolve", "--policy", str(policy))
    assert found.code == 0
    assert inner.paths()


def test_images_that_a_public_package_names_inside_are_not_asked_about(
    proxy: FaultyRegistry, inner: FaultyRegistry
) -> None:
    before = set(proxy.routes)
    serve(
        proxy, "acme/run", "v1.0.0", meta("Provider", "run", spec=f"  controller: {{image: '{inner.host}/a/b:v1'}}\n")
    )
    for path in [one for one in proxy.routes if one not in before]:
        proxy.routes[f"http://{PUBLIC}{path}"] = proxy.routes.pop(path)
    options = ("--sizes", "--crossplane", "1.14")
    found = asked("images", f"{PUBLIC}/acme/run:v1.0.0", proxy, *options)
    assert (found.code, inner.paths()) == (3, [])
    assert inner.host in why(found)


def test_the_metadata_service_is_not_asked_through_the_proxy(proxy: FaultyRegistry) -> None:
    rows = [
        ("Provider", f"{host}/latest/meta", "*")
        for host in ("metadata.google.internal", "169.254.169.254", "kubernetes.default.svc")
    ]
    public(proxy, "all", *rows)
    proxy.routes["/"] = Reply()
    found = asked("deps", f"{PUBLIC}/acme/all:v1.0.0", proxy, "--resolve", "--plain-http", "metadata.google.internal")
    assert found.code == 3
    assert {one.partition("/v2/")[0] for one in proxy.paths()} == {f"GET http://{PUBLIC}"}
    assert all(host in why(found) for _, host, _ in [(a, b.partition("/")[0], c) for a, b, c in rows])
