"""Every command ends with the same exit code for the same damage, and says why on standard error.

A package that lacks package.yaml is whole: `check` refuses it, the others show what there is.
"""

import gzip
import itertools
import json
import os
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest
from builders.cases import each_row
from builders.gate import pairs
from builders.oci.images import BuiltImage, image, index, package, write_layout, xpkg
from builders.oci.layers import digest, file, layer, layer_of, tar
from builders.program.headless import run
from builders.registry.faulty import FaultyRegistry, Reply, Route, errors
from builders.registry.registries import DebianRegistry

COMMANDS = ("check", "show", "ls", "cat")
OTHERS = ("why", "images", "deps", "rbac", "explain", "examples", "diff")
"""Commands that answer something about a package."""
STREAM = "---\napiVersion: meta.pkg.crossplane.io/v1\nkind: Configuration\nmetadata:\n  name: acme\n---\n"
NOISE = random.Random(7).randbytes(40_000)


@dataclass(frozen=True, slots=True)
class Damage:
    """A way of being damaged: puts a package somewhere, and gives the name that opens it."""

    name: str
    code: int
    place: Callable[[Path], str]


def codes(source: str, commands: tuple[str, ...] = COMMANDS) -> dict[str, int]:
    """How each command ends."""
    ended = {one: run(one, "--no-cache", source, *[source] * (one == "diff")) for one in commands}
    for command, result in ended.items():
        assert result.exit_code in (0, 1) or "xpkgtui: " in result.stderr, f"{command} does not say why"
    return {command: result.exit_code for command, result in ended.items()}


def layout(spoil: Callable[[Path], object], blob: bytes, folder: Path) -> str:
    """A layout on disk, one blob of which is spoilt."""
    where = write_layout(folder / "layout", BUILT)
    spoil(where / "blobs" / digest(blob).replace(":", "/"))
    return str(where)


def tampered(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))


def unreadable(path: Path) -> None:
    """A folder in the place of a file: also root cannot read it."""
    path.unlink()
    path.mkdir()


BUILT = package(STREAM)
BASE = BUILT.layers[0].blob
BLOBS = {"manifest": BUILT.manifest, "config": BUILT.config, "layer": BASE}
SPOILS: dict[str, Callable[[Path], object]] = {"tampered": tampered, "missing": os.unlink, "unreadable": unreadable}


def of_layers(*layers: object) -> Callable[[Path], str]:
    return lambda folder: str(write_layout(folder / "layout", image(*layers)))  # type: ignore[arg-type]


def a_layer(blob: bytes, *, base: bool = True) -> Callable[[Path], str]:
    """An image whose only layer has these bytes, and their digest."""
    return of_layers(layer_of(blob, base=base))


def an_archive(folder: Path) -> str:
    """A .xpkg that ends in the middle of a layer."""
    whole = xpkg(package(STREAM + "# " + NOISE.hex()))
    (folder / "short.xpkg").write_bytes(whole[: len(whole) // 2])
    return str(folder / "short.xpkg")


def a_file(name: str, data: bytes) -> Callable[[Path], str]:
    def place(folder: Path) -> str:
        (folder / name).write_bytes(data)
        return str(folder / name)

    return place


def a_bad_config(folder: Path) -> str:
    return str(write_layout(folder / "layout", package(STREAM, config=b"{")))


def a_bad_manifest(folder: Path) -> str:
    """An index that lists a manifest which is not JSON."""
    broken = BuiltImage(manifest=b'{"schemaVersion": 2', config=b"{}", layers=())
    return str(write_layout(folder / "layout", index((broken, "linux/amd64"))))


TAR = tar(file("package.yaml", STREAM + "# " + NOISE.hex()))
LOCAL = (
    *(
        Damage(f"{how} {what}", 6, partial(layout, spoil, blob))
        for (how, spoil), (what, blob) in itertools.product(SPOILS.items(), BLOBS.items())
    ),
    Damage("truncated gzip", 6, a_layer(gzip.compress(TAR)[:9_000])),
    Damage("truncated gzip, flattened", 6, a_layer(gzip.compress(TAR)[:9_000], base=False)),
    Damage("a layer that is no gzip", 6, a_layer(b"\x1f\x8b" + NOISE)),
    Damage("truncated tar", 6, a_layer(gzip.compress(TAR[:9_000]))),
    Damage(
        "damage behind package.yaml",
        6,
        a_layer(gzip.compress(tar(file("package.yaml", STREAM), file("x", NOISE)))[:9_000]),
    ),
    Damage("a manifest that is no JSON", 6, a_bad_manifest),
    Damage("a config that is no JSON", 6, a_bad_config),
    Damage("a truncated archive", 6, an_archive),
    Damage("a file that is no package", 3, a_file("notes.txt", b"\0nothing")),
)


@pytest.mark.parametrize("damage", LOCAL, ids=lambda damage: damage.name)
def test_local_damage(tmp_path: Path, damage: Damage) -> None:
    assert codes(damage.place(tmp_path)) == dict.fromkeys(COMMANDS, damage.code)


@pytest.mark.parametrize(
    "name", ["tampered config", "tampered layer", "damage behind package.yaml", "a manifest that is no JSON"]
)
def test_local_damage_that_keeps_an_answer_from_being_whole(tmp_path: Path, name: str) -> None:
    (damage,) = (one for one in LOCAL if one.name == name)
    assert codes(damage.place(tmp_path), OTHERS) == dict.fromkeys(OTHERS, damage.code)


def test_what_a_damaged_package_has_is_shown_all_the_same(tmp_path: Path) -> None:
    (damage,) = (one for one in LOCAL if one.name == "damage behind package.yaml")
    shown = run("deps", "--no-cache", damage.place(tmp_path))
    assert "depends on no other package" in shown.stdout
    assert "layer 0 ends early" in shown.stderr


def test_a_damaged_package_is_never_said_to_change_nothing(tmp_path: Path) -> None:
    (damage,) = (one for one in LOCAL if one.name == "damage behind package.yaml")
    source = damage.place(tmp_path)
    shown = run("diff", "--no-cache", source, source)
    assert "is undecided: layer 0 ends early" in shown.stdout
    assert shown.stderr.count("layer 0 ends early") == 1


def test_each_of_two_damaged_platforms_is_said(tmp_path: Path) -> None:
    short = layer_of(gzip.compress(tar(file("package.yaml", STREAM), file("x", NOISE)))[:9_000], base=True)
    both = index((package(STREAM, config=b"{"), "linux/amd64"), (image(short, platform="linux/arm64"), "linux/arm64"))
    source = str(write_layout(tmp_path / "layout", both))
    platforms = ("--platform", "linux/amd64", "--platform", "linux/arm64")
    shown = run("diff", "--no-cache", source, source, *platforms)
    assert shown.exit_code == 6
    assert ("the config" in shown.stderr, "layer 0 ends early" in shown.stderr) == (True, True)


@pytest.mark.parametrize("name", ["tampered layer", "damage behind package.yaml"])
def test_json_has_the_damage_whether_or_not_something_is_known(tmp_path: Path, name: str) -> None:
    (damage,) = (one for one in LOCAL if one.name == name)
    source = damage.place(tmp_path)
    for command in OTHERS:
        found = json.loads(
            run(command, "--no-cache", "--format", "json", source, *[source] * (command == "diff")).stdout
        )
        assert found.get("results", [found])[0]["error"]["kind"] == "corrupt", command


def test_no_package_yaml_is_a_refusal_and_no_damage(tmp_path: Path) -> None:
    source = of_layers(layer(file("other.yaml"), base=True))(tmp_path)
    assert codes(source) == {"check": 1, "show": 0, "ls": 0, "cat": 3}


MISSING = (
    "missing",
    "./missing",
    "missing/",
    "./missing/",
    "missing.xpkg",
    "missing.xpkg#2",
    "package/missing",
    "acme/missing",
    "oci:missing",
    "oci:missing:v1",
    "oci-archive:missing.tar",
    "docker-archive:missing.tar",
    "dir:missing",
    "~/missing-here",
)


@each_row("name", MISSING)
def test_a_source_that_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    assert codes(name) == dict.fromkeys(COMMANDS, 3)


REPOSITORY = "/v2/acme/pkg"
CHILD = index((BUILT, "linux/amd64"))
PATHS = {
    "index": f"{REPOSITORY}/manifests/v1",
    "manifest": f"{REPOSITORY}/manifests/{BUILT.digest}",
    "config": f"{REPOSITORY}/blobs/{digest(BUILT.config)}",
    "layer": f"{REPOSITORY}/blobs/{digest(BASE)}",
}


def serve(registry: FaultyRegistry) -> str:
    """Serves an index of one package; each of its parts is at one of `PATHS`."""
    bodies = {"index": CHILD.manifest, "manifest": BUILT.manifest, "config": BUILT.config, "layer": BASE}
    types = {"index": CHILD.media_type, "manifest": BUILT.media_type}
    registry.routes["/v2/"] = Reply()
    for part, body in bodies.items():
        headers = {"Content-Type": types.get(part, "application/octet-stream")}
        registry.routes[PATHS[part]] = Reply(headers=headers, body=body)
    return f"{registry.host}/acme/pkg:v1"


def hang_up() -> Iterator[bytes]:
    return iter(())


FAULTS: dict[str, tuple[Callable[[bytes], Route], int]] = {
    "down": (lambda _: lambda _: Reply(raw=hang_up()), 5),
    "401": (lambda _: Reply(status=401, body=errors("UNAUTHORIZED")), 4),
    "mismatch": (lambda body: Reply(body=body[:-1] + bytes([body[-1] ^ 1])), 6),
    "cut": (lambda body: Reply(body=body[:-9], length=len(body)), 5),
}


@pytest.mark.parametrize(("fault", "part"), pairs(FAULTS, PATHS))
def test_damage_of_a_registry(faulty: FaultyRegistry, part: str, fault: str) -> None:
    source = serve(faulty)
    before = faulty.routes[PATHS[part]]
    assert isinstance(before, Reply)
    make, code = FAULTS[fault]
    if (part, fault) == ("index", "mismatch"):
        source = f"{faulty.host}/acme/pkg@{CHILD.digest}"
        faulty.routes[f"{REPOSITORY}/manifests/{CHILD.digest}"] = Reply(
            headers=before.headers, body=CHILD.manifest.replace(b"amd64", b"arm64")
        )
    else:
        reply = make(before.body)
        if isinstance(reply, Reply):
            reply.headers = {**before.headers, **reply.headers}
        faulty.routes[PATHS[part]] = reply
    assert codes(source) == dict.fromkeys(COMMANDS, code)


@pytest.mark.parametrize(("part", "code"), [("index", 3), ("manifest", 6), ("config", 6), ("layer", 6)])
def test_404_of_what_a_manifest_names_is_damage(faulty: FaultyRegistry, part: str, code: int) -> None:
    source = serve(faulty)
    del faulty.routes[PATHS[part]]
    assert codes(source) == dict.fromkeys(COMMANDS, code)


@pytest.mark.registry
def test_a_registry_that_is_stopped(own_registry: DebianRegistry, tmp_path: Path) -> None:
    own_registry.push_layout("acme/pkg", "v1", write_layout(tmp_path / "layout", CHILD))
    source = f"{own_registry.host}/acme/pkg:v1"
    assert codes(source) == dict.fromkeys(COMMANDS, 0)
    own_registry.stop()
    assert codes(source) == dict.fromkeys(COMMANDS, 5)


def test_never_lets_damage_pass_and_nothing_that_could_not_be_opened(tmp_path: Path) -> None:
    source = layout(tampered, BASE, tmp_path)
    assert run("check", "--no-cache", "--fail-on", "never", source).exit_code == 0
    assert run("check", "--no-cache", "--fail-on", "never", str(tmp_path / "missing.xpkg")).exit_code == 3


def test_json_has_the_damage_beside_the_verdict(tmp_path: Path) -> None:
    source = layout(tampered, BASE, tmp_path)
    (result,) = json.loads(run("check", "--no-cache", "--format", "json", source).stdout)["results"]
    assert (result["verdict"], result["error"]["kind"]) == (None, "corrupt")
    assert result["findings"]
