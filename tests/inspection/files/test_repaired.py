"""A repaired layout: what is repaired in it, and that everything else is as it was, byte for byte."""

import json
from itertools import product
from pathlib import Path

import pytest
from builders.gate import few
from builders.oci.images import BuiltImage, BuiltIndex, image, index, oci_archive, write_layout
from builders.oci.layers import BuiltLayer, file, layer
from builders.packages.judgements import CRD, PROVIDER
from builders.program.headless import run

STREAM = f"---\n{PROVIDER}---\n{CRD}---\n"
PACKAGE, OTHER = layer(file("package.yaml", STREAM)), layer(file("bin/run", "x"))
ANNOTATION, LABEL = "io.crossplane.xpkg", "io.crossplane.xpkg:"
REFERS = "vnd.docker.reference.digest"
WRONG = layer(file("other", "1"), base=True)
FOLDED = layer(file("./package.yaml", STREAM), base=True)
SECOND = layer(file("package.yaml", STREAM), file("more", "1"), base=True)
BASE = layer(file("package.yaml", STREAM), base=True)
OLD = {"Crossplane 1.0 – 1.6", "Crossplane 1.7 – 1.12"}
"""They do not know the kinds of the stream."""
FAULTS: dict[str, tuple[BuiltLayer, ...]] = {
    "another layer is annotated": (PACKAGE, WRONG),
    "two layers are annotated": (OTHER, BASE, SECOND),
    "no layer is annotated": (OTHER, PACKAGE),
    "the entry is called ./package.yaml": (OTHER, FOLDED),
    "the config has no label": (OTHER, BASE),
    "the stream has no separators": (OTHER, layer(file("package.yaml", f"{PROVIDER}---\n{CRD}"), base=True)),
    "the layer has the entry twice": (layer(file("package.yaml", STREAM), file("package.yaml", STREAM), base=True),),
}


def of_three(layers: tuple[BuiltLayer, ...]) -> BuiltIndex:
    """An index of two platforms with an attestation of the first, and annotations of its own."""
    entrypoint = {"Entrypoint": ["/bin/run"]}
    first, second = (image(*layers, platform=one, annotations={"who": one}) for one in ("linux/amd64", "linux/arm64"))
    proof = image(layer(file("proof", json.dumps(entrypoint))), platform="unknown/unknown")
    made = index(
        (first, "linux/amd64"), (second, "linux/arm64"), (proof, "unknown/unknown"), annotations={"org": "acme"}
    )
    fields = json.loads(made.manifest)
    fields["manifests"][2]["annotations"] = {
        REFERS: first.digest,
        "vnd.docker.reference.type": "attestation-manifest",
    }
    fields["manifests"][1]["annotations"] = {"kept": "yes"}
    return BuiltIndex(manifest=json.dumps(fields, indent=3).encode(), entries=made.entries)


def blob(folder: Path, digest: str) -> bytes:
    return (folder / "blobs" / digest.replace(":", "/")).read_bytes()


def save(tmp_path: Path, built: BuiltImage | BuiltIndex, *more: str) -> tuple[Path, str]:
    """The layout that is saved of another one, and what is said of it."""
    source = write_layout(tmp_path / "source", built, tags=("v1",))
    ended = run("save", f"{source}:v1", "--repaired", str(tmp_path / "out"), *more)
    assert ended.exit_code == 0, ended.stderr
    return tmp_path / "out", ended.stderr


@pytest.mark.parametrize("fault", FAULTS)
def test_each_image_of_an_index_is_repaired_and_the_rest_is_as_it_was(fault: str, tmp_path: Path) -> None:
    built = of_three(FAULTS[fault])
    folder, said = save(tmp_path, built)
    assert ("linux/amd64: layer" in said, "linux/arm64: layer" in said) == (True, True)
    listed = json.loads((folder / "index.json").read_text())
    assert (listed["schemaVersion"], len(listed["manifests"])) == (2, 1)
    (top,) = listed["manifests"]
    assert top["annotations"] == {"org.opencontainers.image.ref.name": "v1"}
    made, old = json.loads(blob(folder, top["digest"])), json.loads(built.manifest)
    for entry, before in zip(made["manifests"][:2], old["manifests"], strict=False):
        assert_repaired(folder, entry["digest"], built.blobs()[before["digest"]])
        entry |= {"digest": before["digest"], "size": before["size"]}
    assert (
        made["manifests"][2]["annotations"].pop(REFERS)
        == json.loads(blob(folder, top["digest"]))["manifests"][0]["digest"]
    )
    del old["manifests"][2]["annotations"][REFERS]
    assert made == old
    assert b'\n   "' in blob(folder, top["digest"]), "blanks are as they were"
    proof = old["manifests"][2]["digest"]
    assert blob(folder, proof) == built.blobs()[proof]


def assert_repaired(folder: Path, digest: str, before: bytes) -> None:
    """The layers of before are there, byte for byte, and one layer alone is annotated and labeled base."""
    made, old = json.loads(blob(folder, digest)), json.loads(before)
    config = json.loads(blob(folder, made["config"]["digest"]))
    bases = [one["digest"] for one in made["layers"] if one.get("annotations", {}).get(ANNOTATION) == "base"]
    labels = {key: value for key, value in config["config"]["Labels"].items() if value == "base"}
    assert labels == {LABEL + bases[0]: "base"}
    assert [one["digest"] for one in made["layers"]][: len(old["layers"])] == [one["digest"] for one in old["layers"]]
    assert len(config["rootfs"]["diff_ids"]) == len(made["layers"])
    assert made["annotations"] == old["annotations"]


@pytest.mark.parametrize(("fault", "platform"), few(product(FAULTS, ["linux/amd64", "linux/arm64"]), 4))
def test_a_repaired_package_needs_no_repair(fault: str, platform: str, tmp_path: Path) -> None:
    folder, _ = save(tmp_path, of_three(FAULTS[fault]))
    ended = run("why", str(folder), "--format", "json", "--platform", platform)
    (found,) = json.loads(ended.stdout)["results"]
    refused = {row["title"]: row["message"] for row in found["readings"] if row["verdict"] != "accepted"}
    assert (refused.keys() - OLD, found["repair"]) == (set(), [])
    again = run("save", str(folder), "--repaired", str(tmp_path / "again"))
    assert "nothing needs a repair" in again.stderr
    assert (tmp_path / "again/index.json").read_bytes() == (folder / "index.json").read_bytes()


def test_an_index_without_platforms_gets_one(tmp_path: Path) -> None:
    """The first entry with an empty one, wherever it stands."""
    bare, other = image(BASE, labels={LABEL + BASE.digest: "base"}), image(BASE, platform="linux/arm64")
    _, said = save(tmp_path / "second", index((other, "linux/arm64"), (bare, "/")))
    assert "entry 1 of the index is for linux/amd64" in said
    folder, said = save(tmp_path, index((bare, "/")))
    assert "entry 0 of the index is for linux/amd64" in said
    assert run("check", str(folder), "--fail-on", "error").exit_code == 0


def test_a_single_image_and_an_archive_of_oci_are_repaired(tmp_path: Path) -> None:
    path = tmp_path / "a.tar"
    path.write_bytes(oci_archive(image(PACKAGE, WRONG), tags=("v1",)))
    ended = run("save", str(path), "--repaired", str(tmp_path / "out"))
    assert (ended.exit_code, "layer 0 is annotated and labeled base" in ended.stderr) == (0, True)
    assert run("check", str(tmp_path / "out")).exit_code == 0


def test_what_lies_in_the_folder_is_replaced_only_if_asked(tmp_path: Path) -> None:
    save(tmp_path, image(PACKAGE, WRONG))
    call = ("save", str(tmp_path / "source"), "--repaired", str(tmp_path / "out"))
    assert [run(*call).exit_code, run(*call, "--force").exit_code] == [2, 0]


def test_what_is_damaged_leaves_no_layout(tmp_path: Path) -> None:
    built = of_three((PACKAGE, WRONG))
    source = write_layout(tmp_path / "source", built, tags=("v1",))
    proof = json.loads(built.manifest)["manifests"][2]["digest"]
    gone = json.loads(built.blobs()[proof])["layers"][0]["digest"]
    (source / "blobs" / gone.replace(":", "/")).unlink()
    ended = run("save", str(source), "--repaired", str(tmp_path / "out"))
    assert (ended.exit_code in (3, 6), (tmp_path / "out/index.json").exists()) == (True, False)
