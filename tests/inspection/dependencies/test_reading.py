"""Dependencies resolved from a real registry: the scenarios of Crossplane's own end-to-end tests, and more."""

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from builders.program.headless import headless, run
from builders.registry.dependent import Shelf, lock, locked
from builders.registry.registries import DebianRegistry

from xpkgtui.reporting.documents.schemas import schema_of

pytestmark = pytest.mark.registry


@pytest.fixture
def shelf(registry: DebianRegistry, tmp_path: Path, request: pytest.FixtureRequest) -> Shelf:
    return Shelf(registry, re.sub("[^a-z0-9]+", "-", request.node.name.lower())[:60].strip("-"), tmp_path)


def resolved(source: str, *options: str, code: int = 0) -> dict[str, Any]:
    done = run("deps", source, "--resolve", "--no-cache", "--format", "json", *options)
    assert done.exit_code == code, done.stderr + done.stdout
    found: dict[str, Any] = json.loads(done.stdout)
    schema = schema_of("deps")
    jsonschema.validate(found, schema)
    return found


def versions(found: dict[str, Any]) -> dict[str, str]:
    """The version of each package by the last part of its name, and its state where it is not met."""
    shown = {}
    for one in found["packages"]:
        name = one["package"].rpartition("/")[2].partition(":")[0]
        shown[name] = (one["version"] or "none") + ("" if one["state"] == "met" else f" {one['state']}")
    return shown


def saved(tmp_path: Path, text: str) -> str:
    path = tmp_path / "lock.json"
    path.write_text(text)
    return str(path)


def test_a_version(shelf: Shelf) -> None:
    for tag in ("v0.1.0", "v0.2.0", "v0.3.0", "v0.4.0-rc.1", "v1", "main"):
        shelf.push("nop", tag, kind="Provider")
    shelf.push("config", "v1.0.0", "Provider nop >=v0.1.0, <v0.3.0")
    found = resolved(f"{shelf.name('config')}:v1.0.0")
    assert versions(found) == {"config": "v1.0.0", "nop": "v0.2.0"}
    assert (found["met"], found["resolved"], found["unread"]) == (True, True, [])
    assert [one["title"].split()[0] for one in found["steps"]] == ["Installs", "Finds"]


def test_a_version_upgrade(shelf: Shelf, tmp_path: Path) -> None:
    for tag in ("v0.1.0", "v0.2.0", "v0.3.0"):
        shelf.push("nop", tag, kind="Provider")
    shelf.push("config", "v2.0.0", "Provider nop >=v0.2.0")
    nop, config = shelf.name("nop"), shelf.name("config")
    text = saved(tmp_path, lock(locked(config, "v1.0.0", (nop, "v0.1.0")), locked(nop, "v0.1.0", kind="Provider")))
    stays = resolved(f"{config}:v2.0.0", "--installed", text, code=1)
    assert versions(stays) == {"config": "v2.0.0 unhealthy", "nop": "v0.1.0 conflict"}
    (conflict,) = (one for one in stays["packages"] if one["state"] == "conflict")
    assert conflict["says"] == (
        f"incompatible dependencies: existing package {nop}@v0.1.0 is incompatible with constraint >=v0.2.0"
    )
    assert conflict["serves"] == ["v0.3.0", "v0.2.0"]
    upgraded = resolved(f"{config}:v2.0.0", "--installed", text, "--upgrades")
    assert versions(upgraded) == {"config": "v2.0.0", "nop": "v0.2.0"}


def test_a_digest(shelf: Shelf, tmp_path: Path) -> None:
    digests = [shelf.push("nop", tag, kind="Provider", crossplane=f">=v1.{tag[1]}") for tag in ("v1", "v2")]
    for number, digest in enumerate(digests, 1):
        shelf.push("config", f"v{number}.0.0", f"Provider nop {digest}")
    nop, config = shelf.name("nop"), shelf.name("config")
    first = resolved(f"{config}:v1.0.0")
    assert versions(first) == {"config": "v1.0.0", "nop": digests[0]}
    assert next(one for one in first["packages"] if one["package"] == nop)["digest"] == digests[0]
    text = saved(
        tmp_path, lock(locked(config, "v1.0.0", (nop, digests[0])), locked(nop, digests[0], kind="Provider"))
    )
    assert versions(resolved(f"{config}:v2.0.0", "--installed", text, code=1))["nop"] == f"{digests[0]} conflict"
    assert versions(resolved(f"{config}:v2.0.0", "--installed", text, "--upgrades"))["nop"] == digests[1]


def transitive(shelf: Shelf) -> None:
    """Two configurations that each depend on one that depends on the same one."""
    for tag in ("v0.0.1", "v0.0.2"):
        shelf.push("transitive", tag)
        for number in "12":
            shelf.push(f"dep{number}", tag, f"transitive {tag}")
            shelf.push(f"config{number}", tag, f"dep{number} {tag}")


def installed(shelf: Shelf, one: str, other: str) -> list[dict[str, object]]:
    return [
        locked(shelf.name("config1"), one, (shelf.name("dep1"), one)),
        locked(shelf.name("config2"), other, (shelf.name("dep2"), other)),
        locked(shelf.name("dep1"), "v0.0.1", (shelf.name("transitive"), "v0.0.1")),
        locked(shelf.name("dep2"), "v0.0.1", (shelf.name("transitive"), "v0.0.1")),
        locked(shelf.name("transitive"), "v0.0.1"),
    ]


def test_a_shared_transitive_dependency(shelf: Shelf, tmp_path: Path) -> None:
    transitive(shelf)
    before = saved(tmp_path, lock(*installed(shelf, "v0.0.1", "v0.0.1")))
    alone = resolved(f"{shelf.name('config1')}:v0.0.2", "--installed", before, "--upgrades", code=1)
    assert versions(alone)["transitive"] == "v0.0.1 conflict"
    assert "does not have a valid version to upgrade that satisfies all constraints" in alone["steps"][-1]["evidence"]
    text = saved(tmp_path, lock(*installed(shelf, "v0.0.2", "v0.0.1")))
    both = resolved(f"{shelf.name('config2')}:v0.0.2", "--installed", text, "--upgrades")
    assert versions(both) == {"config2": "v0.0.2", "dep2": "v0.0.2", "transitive": "v0.0.2"}


def test_nothing_to_do(shelf: Shelf, tmp_path: Path) -> None:
    transitive(shelf)
    text = saved(tmp_path, lock(*installed(shelf, "v0.0.1", "v0.0.1")))
    found = resolved(f"{shelf.name('config1')}:v0.0.1", "--installed", text, "--upgrades")
    assert versions(found) == {
        "config1": "v0.0.1 installed",
        "dep1": "v0.0.1 installed",
        "transitive": "v0.0.1 installed",
    }
    assert [one["title"] for one in found["steps"]] == ["Finds nothing missing"]


def test_a_downgrade(shelf: Shelf, tmp_path: Path) -> None:
    for tag in ("v0.1.0", "v0.2.0", "v0.3.0"):
        shelf.push("nop", tag, kind="Provider")
    shelf.push("config", "v1.0.0", "Provider nop <=v0.2.0")
    nop = shelf.name("nop")
    text = saved(tmp_path, lock(locked(nop, "v0.3.0", kind="Provider")))
    source = f"{shelf.name('config')}:v1.0.0"
    assert versions(resolved(source, "--installed", text, "--upgrades", code=1))["nop"] == "v0.3.0 conflict"
    assert versions(resolved(source, "--installed", text, "--downgrades"))["nop"] == "v0.2.0"


def test_no_valid_version(shelf: Shelf) -> None:
    shelf.push("nop", "v0.1.0", kind="Provider")
    shelf.push("after", "v0.1.0", kind="Function")
    shelf.push("config", "v1.0.0", "Provider nop >=v9.0.0", "Function after *")
    found = resolved(f"{shelf.name('config')}:v1.0.0", code=1)
    assert versions(found) == {"config": "v1.0.0 unhealthy", "nop": "none missing", "after": "none unknown"}
    nop, after = found["packages"][1:]
    assert nop["says"].startswith(
        f"Error occurred during dependency resolution dependency ({nop['package']}) does not have a valid version"
    )
    assert nop["package"] in after["outcome"]


def test_a_package_that_exists_already_under_another_name(shelf: Shelf, tmp_path: Path) -> None:
    for tag in ("v0.1.0", "v0.2.0"):
        shelf.push("nop", tag, kind="Provider")
    shelf.push("nested", "v0.1.0", "Provider nop =v0.2.0")
    shelf.push("config", "v1.0.0", "Provider nop >=v0.1.0", "nested v0.1.0")
    text = saved(tmp_path, lock(locked(shelf.name("nop"), "v0.1.0", kind="Provider") | {"name": "cool-0123456789ab"}))
    found = resolved(f"{shelf.name('config')}:v1.0.0", "--installed", text, "--upgrades")
    assert versions(found) == {"config": "v1.0.0", "nop": "v0.2.0", "nested": "v0.1.0"}
    assert f"Changes Provider cool to {shelf.name('nop')}:v0.2.0" in [one["title"] for one in found["steps"]]


def test_a_mirror(shelf: Shelf, tmp_path: Path, registry: DebianRegistry) -> None:
    mirror = Shelf(registry, "mirror/of-it", tmp_path / "mirror")
    mirror.push("nop", "v0.1.0", kind="Provider")
    shelf.push("config", "v1.0.0", "Provider original.example/of/nop >=v0.1.0")
    policy = tmp_path / "policy.yaml"
    policy.write_text(
        "apiVersion: pkg.crossplane.io/v1beta1\nkind: ImageConfig\nmetadata: {name: mirror}\nspec:\n"
        "  matchImages: [{prefix: original.example/of/}]\n"
        f"  rewriteImage: {{prefix: {registry.host}/mirror/of-it/}}\n"
    )
    found = resolved(f"{shelf.name('config')}:v1.0.0", "--policy", str(policy))
    nop = found["packages"][1]
    assert (nop["package"], nop["version"], nop["state"]) == ("original.example/of/nop", "v0.1.0", "met")
    assert nop["reference"] == f"{registry.host}/mirror/of-it/nop:v0.1.0"


def test_two_owners_of_one_definition(shelf: Shelf) -> None:
    shelf.push("one", "v1.0.0", kind="Provider", definitions=("buckets.example.org", "queues.example.org"))
    shelf.push("two", "v1.0.0", kind="Provider", definitions=("buckets.example.org",))
    shelf.push("config", "v1.0.0", "Provider one *", "Provider two *")
    found = resolved(f"{shelf.name('config')}:v1.0.0", code=1)
    (clash,) = found["clashes"]
    assert clash["definition"] == "buckets.example.org"
    assert clash["packages"] == [shelf.name("one"), shelf.name("two")]
    assert "already controlled by the ProviderRevision" in clash["says"]


def test_a_member_whose_family_comes_from_elsewhere(shelf: Shelf, registry: DebianRegistry, tmp_path: Path) -> None:
    other = Shelf(registry, "elsewhere", tmp_path / "other")
    other.push("provider-family-aws", "v1.0.0", kind="Provider")
    family = {"pkg.crossplane.io/provider-family": "provider-family-aws"}
    wanted = f"Provider {other.name('provider-family-aws')} *"
    shelf.push("provider-aws-s3", "v1.0.0", wanted, kind="Provider", labels=family)
    found = resolved(f"{shelf.name('provider-aws-s3')}:v1.0.0")
    (remark,) = found["remarks"]
    assert "takes only packages of one registry and organization for a family" in remark["message"]


@pytest.mark.parametrize(
    ("kind", "behind", "says"),
    [
        ("Function", "", "package meta type is not Provider"),
        ("Thing", "", "not exactly one package meta type"),
        ("Provider", "---\na: {b", "yaml: line 1: did not find expected ',' or '}'"),
        ("Provider", "---\na: b\n", "Object 'Kind' is missing in '…'"),
    ],
    ids=["another", "none", "broken", "nothing"],
)
def test_a_package_that_cannot_be_installed(shelf: Shelf, kind: str, behind: str, says: str) -> None:
    shelf.push("nop", "v0.1.0", kind=kind, behind=behind)
    shelf.push("config", "v1.0.0", "Provider nop *")
    found = resolved(f"{shelf.name('config')}:v1.0.0", code=1)
    assert found["packages"][1]["says"] == says


def test_a_cycle(shelf: Shelf) -> None:
    shelf.push("one", "v1.0.0", "two *")
    shelf.push("two", "v1.0.0", "one *")
    found = resolved(f"{shelf.name('one')}:v1.0.0", code=1)
    assert versions(found) == {"one": "v1.0.0 cycle", "two": "v1.0.0 cycle"}
    assert "detected cycle on" in found["packages"][0]["says"]


def test_a_registry_that_is_away_leaves_it_undecided(shelf: Shelf) -> None:
    shelf.push("config", "v1.0.0", "Provider 127.0.0.1:1/of/nop *")
    found = resolved(f"{shelf.name('config')}:v1.0.0", code=3)
    assert (found["met"], found["packages"][1]["state"]) == (None, "unknown")
    assert "127.0.0.1:1" in found["unread"][0]["why"]


def test_a_folder_before_it_is_built(shelf: Shelf, tmp_path: Path) -> None:
    shelf.push("nop", "v0.1.0", kind="Provider")
    folder = tmp_path / "sources"
    folder.mkdir()
    (folder / "crossplane.yaml").write_text(
        "apiVersion: meta.pkg.crossplane.io/v1\nkind: Configuration\nmetadata: {name: mine}\nspec:\n"
        f"  dependsOn: [{{provider: {shelf.name('nop')}, version: '>=v0.1.0'}}]\n"
    )
    found = resolved(str(folder))
    assert versions(found)["nop"] == "v0.1.0"
    assert found["packages"][0]["package"] == str(folder)


def test_a_policy_that_verifies_is_asked_for_each_package(shelf: Shelf, tmp_path: Path) -> None:
    shelf.push("nop", "v0.1.0", kind="Provider")
    shelf.push("config", "v1.0.0", "Provider nop >=v0.1.0")
    key = {"name": "us", "key": {"secretRef": {"name": "keys", "key": "a"}}}
    verification = {"provider": "Cosign", "cosign": {"authorities": [key]}}
    spec = {"matchImages": [{"prefix": f"{shelf.name('nop')}:"}], "verification": verification}
    policy = saved(tmp_path, json.dumps({"kind": "ImageConfig", "metadata": {"name": "verify"}, "spec": spec}))
    found = resolved(f"{shelf.name('config')}:v1.0.0", "--policy", policy, code=1)
    assert versions(found) == {"config": "v1.0.0", "nop": "v0.1.0 missing"}
    (nop,) = (one for one in found["packages"] if one["kind"] == "Provider")
    assert nop["says"].endswith("signature verification failed with no signatures found")
    source = f"{shelf.name('config')}:v1.0.0"
    listed = headless("images", "--no-cache", source, "--resolve", "--policy", policy)
    assert (listed.code, listed.document["met"]) == (1, False)
    assert [one["problem"] for one in listed.document["images"]] == [None, nop["says"]]
    assert "✗ v0.1.0, refused" in run("deps", "--no-cache", source, "--policy", policy).stdout


def test_a_policy_that_verifies_is_asked_for_the_package_itself(shelf: Shelf, tmp_path: Path) -> None:
    shelf.push("nop", "v0.1.0", kind="Provider")
    key = {"name": "us", "key": {"secretRef": {"name": "keys", "key": "a"}}}
    verification = {"provider": "Cosign", "cosign": {"authorities": [key]}}
    spec = {"matchImages": [{"prefix": shelf.name("nop")}], "verification": verification}
    policy = saved(tmp_path, json.dumps({"kind": "ImageConfig", "metadata": {"name": "verify"}, "spec": spec}))
    found = resolved(f"{shelf.name('nop')}:v0.1.0", "--policy", policy, code=1)
    assert versions(found) == {"nop": "v0.1.0 missing"}
    assert "it is refused itself" in found["sentence"]
    listed = headless("images", "--no-cache", f"{shelf.name('nop')}:v0.1.0", "--resolve", "--policy", policy)
    assert (listed.code, [one["problem"] for one in listed.document["images"]]) == (1, [found["packages"][0]["says"]])
