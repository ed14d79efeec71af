"""Rules about what annotations and labels make of layers."""

import json

from builders.cases import each_row
from builders.oci.images import image, index, package
from builders.oci.layers import ANNOTATION, BuiltLayer, file, layer
from builders.packages.judgements import PROVIDER, judge_image
from formats.xpkg.rules.vectors.images import LABEL

from xpkgtui.oci.manifest import Index

STREAM = file("package.yaml", PROVIDER)
BASE = layer(STREAM, base=True)


@each_row(
    ("key", "value"),
    [
        (ANNOTATION, "Base"),
        (ANNOTATION, "bas"),
        (ANNOTATION, "_base "),
        ("io.crossplane.xpgk", "base"),
        ("IO-crossplane.xpkg", "BASE"),
    ],
)
def test_near_miss_is_reported(key: str, value: str) -> None:
    assert "XPKG208" in judge_image(image(annotated(key, value))).rules


@each_row(
    ("key", "value"),
    [
        (ANNOTATION, "upbound"),
        (ANNOTATION, "schema.go"),
        ("io.crossplane", "base"),
        ("org.opencontainers.image.title", "base"),
    ],
)
def test_other_annotations_are_not_near_misses(key: str, value: str) -> None:
    assert judge_image(image(annotated(key, value))).of("XPKG208") == []


def test_near_miss_beside_a_base_layer_is_another_value() -> None:
    judged = judge_image(image(BASE, layer(file("a"), annotation="Base")))
    assert judged.rules & {"XPKG208", "XPKG209"} == {"XPKG209"}


def test_annotation_of_the_manifest_is_reported() -> None:
    judged = judge_image(image(layer(STREAM), annotations={ANNOTATION: "base"}))
    assert judged.said("XPKG208").startswith("The manifest is annotated io.crossplane.xpkg: base")


def test_annotation_of_the_index_is_reported() -> None:
    built = image(layer(STREAM))
    listed = Index.parse(index((built, "linux/amd64"), annotations={ANNOTATION: "base"}).manifest)
    judged = judge_image(built, index=listed, chosen=0, shown=0)
    assert judged.said("XPKG208").startswith("The index is annotated")


def test_values_are_listed_with_their_layers() -> None:
    others = [layer(file(str(number)), annotation=value) for number, value in enumerate(("upbound", "x", "x"))]
    assert judge_image(image(BASE, *others)).said("XPKG209") == (
        "Layers have other values of io.crossplane.xpkg: upbound (layer 1), x (layers 2, 3, unknown)"
    )


def test_label_of_any_layer_satisfies_the_commands_that_look_for_one() -> None:
    assert judge_image(package(PROVIDER, labels={f"{LABEL}x": "base"})).of("XPKG212") == []


def test_docker_manifest_without_annotations_is_nothing_special() -> None:
    built = image(layer(STREAM), docker=True)
    assert "annotations" not in json.dumps(json.loads(built.manifest))
    assert judge_image(built).of("XPKG215") == []


def annotated(key: str, value: str) -> BuiltLayer:
    plain = layer(STREAM)
    return BuiltLayer(blob=plain.blob, annotations={key: value}, diff_id=plain.diff_id)
