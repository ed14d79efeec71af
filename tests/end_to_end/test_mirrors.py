"""A mirror made by the printed commands serves everything, once the registry it was copied from is gone."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from builders.oci.images import image, index, package
from builders.oci.layers import file, layer
from builders.packages.bundles import CSV, CSV_FILE, LABELS, SOUND, members
from builders.program.headless import run
from builders.program.tools import require
from builders.registry.packages import meta, push
from builders.registry.registries import DebianRegistry

pytestmark = pytest.mark.registry


@pytest.fixture
def origin() -> Iterator[DebianRegistry]:
    """Five packages; those of two folders, one of which begins with the name of the other. A prerelease stays."""
    require("docker-registry")
    found = DebianRegistry(forgets=True).start()
    provider = [package(meta("Provider", "sql"), platform=f"linux/{one}") for one in ("amd64", "arm64")]
    digest = push(
        found, "acme/provider-sql", "v1.2.0", index((provider[0], "linux/amd64"), (provider[1], "linux/arm64"))
    )
    push(found, "acme/provider-sql", f"{digest.replace(':', '-')}.sig", image(layer(file("signature"))))
    push(found, "acme/provider-sql", "v1.3.0-rc.1", meta("Provider", "sql"))
    push(found, "acme-co/nop", "v1.0.0", meta("Provider", "nop"))
    push(found, "acme/function-go", "v0.3.0", meta("Function", "go"))
    below = (
        ("Provider", f"{found.host}/acme/provider-sql", ">=v1.0.0"),
        ("Provider", f"{found.host}/acme-co/nop", "v1.0.0"),
    )
    push(found, "deep/er/storage", "v2.0.0", meta("Configuration", "storage", *below))
    above = (
        ("Configuration", f"{found.host}/deep/er/storage", ">=v2.0.0"),
        ("Function", f"{found.host}/acme/function-go", "*"),
    )
    push(found, "acme/platform", "v1.0.0", meta("Configuration", "platform", *above))
    yield found
    found.remove()


def _folder(registry: DebianRegistry) -> str:
    """The folder of a mirror that stands for a registry."""
    return registry.host.replace(":", "_")


def printed(source: str, format: str, to: str = "") -> str:
    done = run(
        "images", "--no-cache", "--resolve", "--signatures", "--format", format, *(("--to", to) if to else ()), source
    )
    assert done.exit_code == 0, done.stderr
    return done.stdout


def test_a_mirror_made_by_the_commands_serves_everything(
    origin: DebianRegistry, own_registry: DebianRegistry, tmp_path: Path
) -> None:
    require("skopeo")
    source, to = f"{origin.host}/acme/platform:v1.0.0", f"{own_registry.host}/air"
    commands, policy = printed(source, "commands", to), tmp_path / "policy.yaml"
    policy.write_text(printed(source, "imageconfig", to))
    digests = {
        one["reference"].rpartition("/")[2]: one["digest"] for one in json.loads(printed(source, "json"))["images"]
    }
    copied = commands.replace("skopeo copy", "skopeo --insecure-policy copy -q")
    done = subprocess.run(["sh", "-e"], input=copied, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert commands.count("\nskopeo copy ") == 5
    origin.stop()
    mirrored = f"{to}/{_folder(origin)}/acme/platform:v1.0.0"
    found = run("deps", "--no-cache", "--resolve", "--policy", str(policy), "--format", "json", mirrored)
    assert found.exit_code == 0, found.stderr
    document = json.loads(found.stdout)
    assert document["met"] is True
    names = {
        f"{one['package'].rpartition('/')[2]}:{one['version']}": one["digest"] for one in document["packages"][1:]
    }
    assert names == {name: digests[name] for name in names}
    assert set(names) == {"storage:v2.0.0", "function-go:v0.3.0", "provider-sql:v1.2.0", "nop:v1.0.0"}
    places = [one["reference"] for one in document["packages"][1:]]
    checked = run("check", "--no-cache", mirrored, *places)
    assert checked.exit_code == 0, checked.stdout
    # By its own name, whose registry is gone, Crossplane pulls it from the mirror as well.
    for command in (("check",), ("deps", "--resolve"), ("referrers",)):
        asked = run(*command, "--no-cache", "--policy", str(policy), "--format", "json", source)
        assert asked.exit_code == 0, (command, asked.stderr)
        assert run(*command, "--no-cache", source).exit_code == 5, command
    listed = json.loads(
        run("images", "--no-cache", "--resolve", "--policy", str(policy), "--format", "json", source).stdout
    )
    assert [(one["reference"], one["pulled"], one["digest"]) for one in listed["images"][:1]] == [
        (source, mirrored, digests["platform:v1.0.0"])
    ]
    again = run(
        "images", "--no-cache", "--resolve", "--policy", str(policy), "--format", "mapping", "--to", to, mirrored
    )
    assert (again.exit_code, again.stdout) == (0, "")


def test_the_images_of_a_bundle_are_copied_by_the_loop(
    registry: DebianRegistry, own_registry: DebianRegistry, tmp_path: Path
) -> None:
    require("skopeo")
    operand = push(registry, "mirrors/db", "v1", image(layer(file("db"))))
    push(registry, "mirrors/tides", "1.2.0", image(layer(file("tides"))))
    related = f"  relatedImages:\n  - {{name: db, image: '{registry.host}/mirrors/db@{operand}'}}\n"
    text = CSV.replace("registry.example.com/", f"{registry.host}/mirrors/") + related
    built = image(layer(*members({**SOUND, CSV_FILE: text})), labels=LABELS)
    push(registry, "mirrors/bundle", "v1.2.0", built)
    bundle = f"{registry.host}/mirrors/bundle:v1.2.0"
    asked = ("images", "--no-cache", "--sizes", "--to", own_registry.host, bundle)
    done = run(*asked, "--format", "mapping")
    assert done.exit_code == 0, done.stderr
    (tmp_path / "mapping.txt").write_text(done.stdout)
    *_, loop = run(*asked, "--format", "commands").stdout.splitlines()
    copying = loop.removeprefix("# ").replace("skopeo copy", "skopeo --insecure-policy copy -q")
    copied = subprocess.run(
        ["sh", "-e", "-c", copying], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
    )
    assert copied.returncode == 0, copied.stderr
    folder = _folder(registry)
    for place in ("mirrors/bundle:v1.2.0", "mirrors/tides:1.2.0", f"mirrors/db:digest-{operand[7:]}"):
        repository, _, tag = place.rpartition(":")
        assert own_registry.manifest(f"{folder}/{repository}", tag)
    found = run("images", "--no-cache", "--format", "lines", f"{own_registry.host}/{folder}/mirrors/bundle:v1.2.0")
    assert f"{registry.host}/mirrors/db@{operand}\n" in found.stdout


@pytest.mark.parametrize(("form", "is_kept"), [("oci", True), ("v2s2", False)])
def test_what_skopeo_converts_to_the_form_of_docker_has_lost_its_annotation(
    registry: DebianRegistry, form: str, is_kept: bool
) -> None:
    skopeo = require("skopeo")
    push(registry, "lost/nop", "v1.0.0", package(meta("Provider", "nop"), layer(file("bin/nop"))))
    place = f"docker://{registry.host}/lost"
    words = [skopeo, "--insecure-policy", "copy", "-q", "--src-tls-verify=false", "--dest-tls-verify=false"]
    subprocess.run(
        [*words, "--format", form, f"{place}/nop:v1.0.0", f"{place}/{form}:v1.0.0"], check=True, timeout=60
    )
    found = run("why", "--no-cache", f"{registry.host}/lost/{form}:v1.0.0").stdout
    assert ("No layer is annotated base, and no label names one" in found) is not is_kept
