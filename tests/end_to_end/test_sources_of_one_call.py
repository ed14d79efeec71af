"""Packages of one call, which are compared with each other without other requests."""

import json
from pathlib import Path

import pytest
from builders.oci.images import package, write_layout
from builders.program.headless import run
from builders.registry.registries import DebianRegistry

pytestmark = pytest.mark.registry


def meta(name: str, *wanted: str) -> str:
    """A configuration that depends on configurations, each `repository version`."""
    entries = "".join(
        f"    - {{configuration: {one.split()[0]}, version: '{one.partition(' ')[2]}'}}\n" for one in wanted
    )
    depends = f"  dependsOn:\n{entries}" if entries else "  crossplane: {version: '>=v1.14.0'}\n"
    return f"apiVersion: meta.pkg.crossplane.io/v1\nkind: Configuration\nmetadata: {{name: {name}}}\nspec:\n{depends}"


def push(registry: DebianRegistry, folder: Path, name: str, *wanted: str) -> str:
    built = package(meta(name, *wanted))
    registry.push_layout(f"call/{name}", "v1.0.0", write_layout(folder / name, built))
    return f"{registry.host}/call/{name}:v1.0.0"


def rules(*sources: str) -> list[set[str]]:
    """The rules about dependencies on known packages that speak of each source."""
    done = run("check", "--format", "json", "--no-cache", "--select", "XPKG9", *sources)
    results = json.loads(done.stdout)["results"]
    assert [one["source"] for one in results] == list(sources)
    return [{found["rule"] for found in one["findings"]} & {"XPKG912", "XPKG913", "XPKG914"} for one in results]


def test_a_dependency_that_is_checked_too_is_compared(registry: DebianRegistry, tmp_path: Path) -> None:
    host = registry.host
    old = push(registry, tmp_path, "old")
    wanting = push(registry, tmp_path, "wanting", f"{host}/call/old >=v2.0.0")
    assert rules(wanting) == [set()]
    assert rules(wanting, old) == [{"XPKG912"}, set()]


def test_a_circle_is_told_of_every_package_on_it(registry: DebianRegistry, tmp_path: Path) -> None:
    host = registry.host
    one = push(registry, tmp_path, "one", f"{host}/call/two >=v1.0.0")
    two = push(registry, tmp_path, "two", f"{host}/call/one >=v1.0.0")
    apart = push(registry, tmp_path, "apart")
    assert rules(one, two, apart) == [{"XPKG914"}, {"XPKG914"}, set()]
