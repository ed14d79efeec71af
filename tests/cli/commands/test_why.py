"""`why` on the packages that programs read in different ways: who takes what, what it says, and what repairs it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from builders.gate import few
from builders.oci.images import BuiltImage, BuiltIndex, image, index, labeled, package, write_layout, xpkg
from builders.oci.layers import file, folder, layer
from builders.packages.judgements import CRD
from builders.packages.judgements import PROVIDER as NEWER
from builders.program.headless import headless, run
from builders.registry.registries import DebianRegistry

PROVIDER = NEWER.replace(">=v1.14.0", ">=v1.0.0")
STREAM = f"---\n{PROVIDER}---\n{CRD}---\n"
CONFIGURATION = "apiVersion: meta.pkg.crossplane.io/v1\nkind: Configuration\nmetadata: {name: acme}\nspec: {}\n"
OTHER = layer(file("bin/provider", b"\x7fELF"))
ERAS = ("manager-1.0", "manager-1.7", "manager-1.13", "manager-2.0", "manager-2.2", "manager-2.4")
EVERYBODY = ("spec", *ERAS, "extract", "validate")


def answers(source: str | Path, *options: str) -> dict[str, Any]:
    """The result of `why --format json`, held to its schema."""
    return headless("why", source, *options).result


def matrix(result: dict[str, Any]) -> dict[str, str | None]:
    return {one["reader"]: one["verdict"] for one in result["readings"]}


def refusing(result: dict[str, Any]) -> dict[str, str]:
    return {one["reader"]: one["message"] for one in result["readings"] if one["verdict"] == "refused"}


def commands(result: dict[str, Any]) -> list[str]:
    return [command for repair in result["repair"] for command in repair["commands"]]


Put = Callable[[BuiltImage | BuiltIndex], Path]


@pytest.fixture
def put(tmp_path: Path) -> Put:
    return lambda built: write_layout(tmp_path / "layout", built, tags=("v1",))


def test_good_package_is_read_alike_by_everybody(put: Put) -> None:
    found = answers(put(labeled(package(STREAM, OTHER))))
    assert matrix(found) == dict.fromkeys(EVERYBODY, "accepted")
    assert found["agree"]
    assert found["repair"] == []
    (stream,) = found["streams"].values()
    assert [(one["kind"], one["role"]) for one in stream["objects"]] == [
        ("Provider", "meta"),
        ("CustomResourceDefinition", "object"),
    ]


def test_labels_without_annotations_are_repaired_in_a_layout(registry: DebianRegistry) -> None:
    layers = (OTHER, layer(file("package.yaml", STREAM)))
    built = image(*layers, labels={f"io.crossplane.xpkg:{layers[1].digest}": "base"})
    registry.push_image("mirror/lost", "v1", *(one.blob for one in layers), config=built.config)
    found = answers(f"{registry.host}/mirror/lost:v1")
    assert set(matrix(found).values()) == {"accepted"}
    assert not any(one["annotated"] for one in found["readings"] if one["reader"] in ERAS)
    (repair,) = found["repair"]
    assert repair["cause"].startswith(
        "The manifest has no annotations, but the config's label still calls layer 1 base"
    )
    assert repair["commands"] == [
        f"xpkgtui save {registry.host}/mirror/lost:v1 --repaired repaired",
        f"oras copy --from-oci-layout --to-plain-http repaired:v1 {registry.host}/mirror/lost:v1",
    ]


def test_two_bases_are_refused_by_old_managers_and_extract(put: Put) -> None:
    found = answers(put(package(STREAM, layer(file("package.yaml", PROVIDER), base=True))))
    message = "package is invalid due to multiple annotated base layers"
    refused = refusing(found)
    assert {name: said for name, said in refused.items() if said == message} == dict.fromkeys(
        ("manager-1.7", "manager-1.13", "manager-2.0", "extract"), message
    )
    assert matrix(found)["manager-2.4"] == "accepted"
    assert found["repair"][0]["cause"].startswith("Layers 0 and 1 are annotated base.")


def test_nested_decoy_in_an_upper_layer_is_taken_by_new_managers(put: Put) -> None:
    decoy = layer(
        folder("examples"), file("examples/package.yaml", "kind: Bucket\napiVersion: s3.aws.upbound.io/v1\n")
    )
    found = answers(put(image(layer(file("package.yaml", STREAM)), decoy)))
    taken = {one["reader"]: (one["layer"], one["entry"]) for one in found["readings"]}
    assert taken["manager-1.13"] == (0, "package.yaml")
    assert taken["manager-2.0"] == taken["manager-2.4"] == (1, "examples/package.yaml")
    assert 'no kind "Bucket" is registered for version "s3.aws.upbound.io/v1"' in refusing(found)["manager-2.4"]
    assert not found["agree"]


def test_name_with_a_dot_is_missed_in_an_annotated_layer_by_old_managers(put: Put) -> None:
    found = answers(put(image(layer(file("./package.yaml", STREAM), base=True))))
    assert set(refusing(found)) >= {"manager-1.7", "manager-1.13", "extract"}
    assert matrix(found)["manager-2.0"] == matrix(found)["manager-2.4"] == "accepted"
    assert found["repair"][0]["cause"].startswith("The entry is called ./package.yaml")


def test_index_for_arm64_alone_is_refused_by_every_program(put: Put) -> None:
    found = answers(put(index((package(STREAM), "linux/arm64"))))
    refused = refusing(found)
    assert set(refused) == {*ERAS, "extract", "validate"}
    assert matrix(found)["spec"] == "accepted"
    assert "no child with platform linux/amd64 in index" in refused["manager-2.4"]
    assert "always look for linux/amd64" in found["repair"][0]["cause"]


def test_folder_entry_stops_2_4_alone(put: Put) -> None:
    built = image(layer(folder("./"), file("./package.yaml", STREAM)))
    found = answers(put(built))
    assert refusing(found)["manager-2.4"] == "package.yaml not found in package"
    assert matrix(found)["manager-2.2"] == matrix(found)["extract"] == "accepted"


def test_stream_without_its_last_separator_loses_an_object_for_validate(put: Put) -> None:
    found = answers(put(labeled(package(STREAM.removesuffix("---\n")))))
    (last,) = [one for one in found["readings"] if one["reader"] == "validate"]
    assert last["objects"] in (None, [])
    assert "misses 1 of 1 objects" in found["repair"][0]["cause"]
    assert not found["agree"]


def test_constraint_with_a_space_is_refused_up_to_2_2(put: Put) -> None:
    meta = NEWER.replace('">=v1.14.0"', "'>=v1.14.0 <v3'")
    found = answers(put(labeled(package(f"---\n{meta}---\n{CRD}---\n"))))
    refused = refusing(found)
    assert "package version constraints are poorly formatted" in refused["manager-2.0"]
    assert matrix(found)["manager-2.4"] == "accepted"


def test_what_if_takes_another_layer_for_the_base(put: Put) -> None:
    path = put(package(STREAM, OTHER))
    found = answers(path, "--base", "0")
    assert found["base"] == 0
    assert refusing(found)["manager-2.4"] == "package.yaml not found in package"
    assert matrix(found)["manager-1.0"] == "accepted", "it always reads all layers"
    assert run("why", "--base", "7", str(path)).exit_code == 2


def test_what_if_of_a_format_without_a_base_layer_is_refused() -> None:
    ended = run("why", "demo:bundle", "--base", "1")
    assert (ended.exit_code, "Remove --base." in ended.stderr) == (2, True)


def test_text_and_markdown_have_a_row_for_each_reader(tmp_path: Path) -> None:
    path = tmp_path / "good.xpkg"
    path.write_bytes(xpkg(package(STREAM)))
    text = run("why", str(path)).stdout
    assert "Steps of Crossplane 2.4" in text
    assert all(
        title in text for title in ("xpkg specification 1.9", "Crossplane 1.13 – 1.20", "crossplane xpkg extract")
    )
    marked = run("why", "--format", "markdown", str(path)).stdout
    assert marked.count("\n| ") == 1 + len(EVERYBODY)


def test_several_sources_are_told_in_their_order_and_a_missing_one_decides_the_code(put: Put) -> None:
    path = put(package(STREAM))
    ended = run("why", "--format", "json", str(path), str(path / "nowhere"), str(path))
    results = json.loads(ended.stdout)["results"]
    assert [one["error"] is None for one in results] == [True, False, True]
    assert ended.exit_code == 3


def test_stream_is_parsed_and_linted_by_those_that_parse(tmp_path: Path) -> None:
    path = tmp_path / "package.yaml"
    path.write_text(STREAM)
    assert matrix(answers(path)) == dict.fromkeys(("spec", *ERAS), "accepted")
    assert "looks in" not in run("why", str(path)).stdout


GENUINE = "provider-github-cb9b1f97f579.xpkg"


def test_no_reader_crashes_on_a_real_archive(corpus: Path) -> None:
    archives = [*corpus.glob("crossplane-xpkg/**/*.xpkg"), *corpus.glob("images/**/*.tar")]
    assert len(archives) > 10
    asked = few(archives, 5, next(path for path in archives if path.name == GENUINE and path.is_file()))
    ended = {path.name: run("why", "--format", "json", str(path)) for path in asked if path.is_file()}
    assert {name for name, one in ended.items() if one.exit_code not in (0, 2, 3, 6)} == set()
    genuine = json.loads(ended[GENUINE].stdout)["results"][0]
    assert matrix(genuine)["manager-2.4"] == "accepted"


def test_wrong_bytes_are_read_as_each_program_reads_them(tmp_path: Path) -> None:
    built = labeled(package(STREAM))
    path = write_layout(tmp_path / "layout", built)
    blob = path / "blobs" / "sha256" / built.layers[0].digest.removeprefix("sha256:")
    data = bytearray(blob.read_bytes())
    data[4] ^= 1  # the time in the gzip header: other bytes, but the same package
    blob.write_bytes(data)
    found = answers(path)
    said = {one["reader"]: (one["stage"], one["message"]) for one in found["readings"]}
    checks = "error verifying sha256 checksum after reading"
    assert said["spec"] == ("fetch", None)
    assert said["manager-2.0"][1].startswith(f"invalid package layer: {checks}")
    assert said["validate"][1].startswith(f"cannot read from layer: cannot parse YAML stream: {checks}")
    # Others do not read to the end of the layer, where the digest is checked.
    assert {one for one in EVERYBODY if said[one] == (None, None)} == {
        "manager-1.0",
        "manager-1.7",
        "manager-2.2",
        "manager-2.4",
        "extract",
    }
    (reading,) = (one for one in found["readings"] if one["reader"] == "manager-2.4")
    assert "Fetches layer 0" in [step["title"] for step in reading["steps"]]


def test_no_printed_command_takes_a_name_for_an_option(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    two = package(CONFIGURATION, layer(file("package.yaml", CONFIGURATION), base=True))
    (tmp_path / "-f.xpkg").write_bytes(xpkg(two))
    monkeypatch.chdir(tmp_path)
    assert "$ xpkgtui cat ./-f.xpkg > package/crossplane.yaml" in run("why", "--", "-f.xpkg").stdout
    (tmp_path / "-f.xpkg").write_bytes(xpkg(package(STREAM, OTHER)))
    assert "$ xpkgtui why ./-f.xpkg --base 1" in run("why", "--base", "0", "--", "-f.xpkg").stdout
