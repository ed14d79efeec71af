"""Rules about what annotations and labels make of layers."""

import json

import pytest
from builders.oci.images import image, index, package
from builders.oci.layers import ANNOTATION, BuiltLayer, file, layer
from builders.packages.judgements import PROVIDER, judge_image
from builders.vectors.images import LABEL
from builders.vectors.streams import CONFIGURATION

from xpkgtui.oci.manifest import Index

STREAM = file("package.yaml", PROVIDER)
BASE = layer(STREAM, base=True)


def annotated(key: str, value: str) -> BuiltLayer:
    plain = layer(STREAM)
    return BuiltLayer(blob=plain.blob, annotations={key: value}, diff_id=plain.diff_id)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        (ANNOTATION, "Base"),
        (ANNOTATION, "bas"),
        (ANNOTATION, "_base "),
        ("io.crossplane.xpgk", "base"),
        ("IO-crossplane.xpkg", "BASE"),
    ],
)
def test_near_miss_is_told(key: str, value: str) -> None:
    assert "XPKG208" in judge_image(image(annotated(key, value))).rules


@pytest.mark.parametrize(
    ("key", "value"),
    [
        (ANNOTATION, "upbound"),
        (ANNOTATION, "schema.go"),
        ("io.crossplane", "base"),
        ("org.opencontainers.image.title", "base"),
    ],
)
def test_other_annotations_are_no_near_miss(key: str, value: str) -> None:
    assert judge_image(image(annotated(key, value))).of("XPKG208") == []


def test_near_miss_beside_a_base_layer_is_another_value() -> None:
    judged = judge_image(image(BASE, layer(file("a"), annotation="Base")))
    assert judged.rules & {"XPKG208", "XPKG209"} == {"XPKG209"}


def test_annotation_of_the_manifest_is_told() -> None:
    judged = judge_image(image(layer(STREAM), annotations={ANNOTATION: "base"}))
    assert judged.said("XPKG208").startswith("It is the manifest that is annotated io.crossplane.xpkg: base")


def test_annotation_of_the_index_is_told() -> None:
    built = image(layer(STREAM))
    listed = Index.parse(index((built, "linux/amd64"), annotations={ANNOTATION: "base"}).manifest)
    judged = judge_image(built, index=listed, chosen=0, shown=0)
    assert judged.said("XPKG208").startswith("It is the index that is annotated")


def test_values_are_listed_with_their_layers() -> None:
    others = [layer(file(str(number)), annotation=value) for number, value in enumerate(("upbound", "x", "x"))]
    assert judge_image(image(BASE, *others)).said("XPKG209") == (
        "Layers have further values of io.crossplane.xpkg: upbound (layer 1), x (layers 2, 3, unknown)"
    )


def test_label_of_any_layer_satisfies_the_commands_that_look_for_one() -> None:
    assert judge_image(package(PROVIDER, labels={f"{LABEL}x": "base"})).of("XPKG212") == []


def test_older_managers_refuse_too_many_layers() -> None:
    judged = judge_image(image(*[layer(file("a"))] * 256, BASE), "crossplane-1")
    assert judged.of("XPKG203")[0].says == "package has 257 layers, but only 256 are allowed"
    assert "XPKG203" in judged.errors


def test_256_layers_are_fine() -> None:
    assert judge_image(image(*[layer(file("a"))] * 255, BASE), "crossplane-1").of("XPKG203") == []


def test_provider_may_have_a_runtime() -> None:
    assert judge_image(package(PROVIDER, layer(file("bin/sh")))).of("XPKG214") == []


def test_layers_of_a_configuration_are_weighed() -> None:
    runtime = layer(file("bin/sh"))
    judged = judge_image(package(CONFIGURATION, runtime))
    assert f"{len(runtime.blob)} B" in judged.said("XPKG214")


def test_plain_configuration_has_its_package_only() -> None:
    judged = judge_image(image(layer(file("package.yaml", CONFIGURATION))))
    assert judged.of("XPKG214") == []


def test_docker_manifest_without_annotations_is_nothing_special() -> None:
    built = image(layer(STREAM), docker=True)
    assert "annotations" not in json.dumps(json.loads(built.manifest))
    assert judge_image(built).of("XPKG215") == []


def test_a_base_label_that_names_no_layer_is_told() -> None:
    stray = "sha256:" + "0" * 64
    (found,) = judge_image(image(layer(file("a")), labels={LABEL + stray: "base"})).of("XPKG206")
    assert found.message == f"The config labels {stray[:19]} as base, which is no layer of this image"
