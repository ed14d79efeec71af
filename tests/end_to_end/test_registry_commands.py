"""Commands against a real registry: each way of going well or wrong ends in the exit code that is written down."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from builders.oci.images import BuiltImage, image, index, package, write_layout, xpkg
from builders.oci.layers import file, layer
from builders.program.headless import run
from builders.program.tools import skopeo
from builders.registry.registries import PASSWORD, USER, DebianRegistry

from xpkgtui.codec import Codec
from xpkgtui.fetching.cache.disk import sealed, unsealed
from xpkgtui.fetching.cache.tag_cache import CachedTag, known_tags

pytestmark = pytest.mark.usefixtures("forked")

pytestmark = pytest.mark.registry

META = "apiVersion: meta.pkg.crossplane.io/v1\nkind: Configuration\nmetadata:\n  name: acme\n"
STREAM = f"---\n{META}---\n"


def show(source: str, *options: str) -> dict[str, object]:
    done = run("show", "--format", "json", "--no-cache", *options, source)
    assert done.exit_code == 0, done.stderr
    found: dict[str, object] = json.loads(done.stdout)
    return found


def push(registry: DebianRegistry, folder: Path, repository: str, built: "BuiltImage", tag: str = "v1.0.0") -> str:
    registry.push_layout(repository, tag, write_layout(folder / "layout", built))
    return f"{registry.host}/{repository}:{tag}"


@pytest.fixture
def provider() -> BuiltImage:
    return image(layer(file("bin/provider", "x" * 999)), layer(file("package.yaml", STREAM), base=True))


def test_a_tag_shows_the_annotated_package(registry: DebianRegistry, tmp_path: Path, provider: BuiltImage) -> None:
    found = show(push(registry, tmp_path, "e2e/tag", provider))
    assert found["verdict"] == "accepted"
    assert found["form"] == "registry"
    assert found["digest"] == provider.digest


def test_a_digest_shows_the_same(registry: DebianRegistry, tmp_path: Path, provider: BuiltImage) -> None:
    reference = push(registry, tmp_path, "e2e/digest", provider)
    assert show(reference.rpartition(":")[0] + "@" + provider.digest)["verdict"] == "accepted"


def test_an_index_lists_its_platforms_and_reads_amd64(registry: DebianRegistry, tmp_path: Path) -> None:
    arm = package(STREAM.replace("acme", "arm"))
    both = index((arm, "linux/arm64"), (package(STREAM), "linux/amd64"))
    registry.push_layout("e2e/index", "v1", write_layout(tmp_path / "layout", both))
    found = show(f"{registry.host}/e2e/index:v1")
    platforms = found["platforms"]
    assert isinstance(platforms, list)
    assert [row["selected"] for row in platforms] == [False, True]


def test_without_a_tag_the_newest_release_is_taken_and_said(registry: DebianRegistry, tmp_path: Path) -> None:
    for tag in ("v0.9.0", "v1.10.0", "v1.9.0", "v2.0.0-rc.1"):
        push(registry, tmp_path / tag, "e2e/newest", package(STREAM.replace("acme", f"acme-{tag}")), tag)
    done = run("show", "--no-cache", f"{registry.host}/e2e/newest")
    assert "v1.10.0" in done.stdout + done.stderr


def test_tags_that_had_to_be_listed_are_kept_in_the_cache(
    registry: DebianRegistry, tmp_path: Path, provider: BuiltImage
) -> None:
    for tag in ("v1.9.0", "v1.10.0"):
        push(registry, tmp_path / tag, "e2e/listed", provider, tag)
    cache = tmp_path / "cache"
    run("show", "--cache-dir", str(cache), f"{registry.host}/e2e/listed:v1.9.0")
    assert known_tags(cache) == ()
    run("show", "--cache-dir", str(cache), f"{registry.host}/e2e/listed:v1.11.0")
    (found,) = known_tags(cache)
    assert (found.repository, found.tags) == (f"{registry.host}/e2e/listed", ("v1.10.0", "v1.9.0"))


def test_a_missing_tag_is_answered_with_the_nearest_ones(
    registry: DebianRegistry, tmp_path: Path, provider: BuiltImage
) -> None:
    push(registry, tmp_path, "e2e/missing", provider, "v1.12.1")
    done = run("check", "--no-cache", f"{registry.host}/e2e/missing:v1.12.10")
    assert done.exit_code == 3
    assert "no tag v1.12.10" in done.stderr
    assert "v1.12.1" in done.stderr
    assert done.stdout == "" or "v1.12.10" in done.stdout


def test_a_missing_repository_ends_with_3(registry: DebianRegistry) -> None:
    assert run("show", "--no-cache", f"{registry.host}/e2e/nothing-here:v1").exit_code == 3


def test_a_private_repository_wants_a_password(private_registry: DebianRegistry, tmp_path: Path) -> None:
    private_registry.push_layout("e2e/private", "v1", write_layout(tmp_path / "layout", package(STREAM)))
    source = f"{private_registry.host}/e2e/private:v1"
    without = run("show", "--no-cache", source, DOCKER_CONFIG=str(tmp_path))
    assert without.exit_code == 4
    assert "docker login" in without.stderr
    right, wrong = tmp_path / "right", tmp_path / "wrong"
    for folder, password in ((right, PASSWORD), (wrong, "guess")):
        folder.mkdir()
        auths = {private_registry.host: {"username": USER, "password": password}}
        (folder / "config.json").write_text(json.dumps({"auths": auths}))
    assert run("show", "--no-cache", source, DOCKER_CONFIG=str(right)).exit_code == 0
    refused = run("show", "--no-cache", source, DOCKER_CONFIG=str(wrong))
    assert refused.exit_code == 4
    assert "guess" not in refused.stderr + refused.stdout


def test_a_stopped_registry_ends_with_5(own_registry: DebianRegistry) -> None:
    own_registry.stop()
    done = run("check", "--no-cache", f"{own_registry.host}/e2e/x:v1")
    assert done.exit_code == 5
    assert own_registry.host in done.stderr
    assert "Traceback" not in done.stderr


def test_several_sources_end_with_the_highest_error_and_tell_the_others(
    registry: DebianRegistry, tmp_path: Path, provider: BuiltImage
) -> None:
    good = push(registry, tmp_path, "e2e/several", provider)
    done = run("check", "--no-cache", "--format", "json", good, f"{registry.host}/e2e/none:v1")
    assert done.exit_code == 3
    results = json.loads(done.stdout)["results"]
    assert [result["verdict"] for result in results] == ["accepted", None]
    assert results[1]["error"]["kind"] == "not-found"


def test_a_second_look_by_digest_asks_nothing(registry: DebianRegistry, tmp_path: Path, provider: BuiltImage) -> None:
    reference = push(registry, tmp_path, "e2e/offline", provider).rpartition(":")[0] + "@" + provider.digest
    # Two programs, which share nothing but the folder.
    command = [sys.executable, "-m", "xpkgtui", "show", "--cache-dir", str(tmp_path / "cache"), reference]
    subprocess.run(command, check=True, capture_output=True, timeout=60)
    subprocess.run([*command, "--offline"], check=True, capture_output=True, timeout=60)


def test_what_skopeo_copies_has_no_annotation_and_says_so(registry: DebianRegistry, tmp_path: Path) -> None:
    path = tmp_path / "acme.xpkg"
    path.write_bytes(xpkg(package(STREAM)))
    target = f"{registry.host}/e2e/skopeo:v1"
    skopeo("copy", "--dest-tls-verify=false", f"docker-archive:{path}", f"docker://{target}")
    done = run("check", "--no-cache", "--format", "json", target)
    assert done.exit_code == 0, done.stderr
    (result,) = json.loads(done.stdout)["results"]
    assert result["verdict"] == "accepted"
    assert {"XPKG205"} <= {finding["rule"] for finding in result["findings"]}


def test_an_old_tag_of_a_registry_that_is_gone_is_shown_with_a_note_and_0(
    own_registry: DebianRegistry, tmp_path: Path, provider: BuiltImage
) -> None:
    reference = push(own_registry, tmp_path, "e2e/gone", provider)
    cache = ("--cache-dir", str(tmp_path / "cache"))
    assert run("check", *cache, reference).exit_code == 0
    own_registry.stop()
    names = (tmp_path / "cache" / "v1" / "names").iterdir()
    (name,) = (one for one in names if reference.encode() in one.read_bytes())
    about, tags = ("tag", name.name), Codec[CachedTag](CachedTag)
    tag = tags.decode(unsealed(about, name.read_bytes()) or b"")
    name.write_bytes(sealed(about, tags.encode(replace(tag, at=tag.at - 725))) or b"")
    done = run("check", *cache, reference)
    assert done.exit_code == 0
    assert f"note: cached 12 min ago; registry unreachable: {own_registry.host} cannot be reached" in done.stderr
    assert run("check", *cache, "--refresh", reference).exit_code == 5
